#pragma once

// Files that are neither pipe nor device nor folder, for those who want more than support/file.h and
// support/append_file.h have.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "support/descriptor.h"
#include "support/result.h"

namespace lanternfish {

// Opened as open(2) does, without waiting for anybody. An error says the reason alone.
Result<Descriptor> open_ordinary(const std::filesystem::path& file, int flags);

// Of a file that grows: at most `max_bytes` from `offset` on.
Result<std::string> read_file_part(const std::filesystem::path& file, std::uintmax_t offset, std::uintmax_t max_bytes);

// False, with errno, where not all could be written.
bool write_all(int descriptor, std::string_view content);

}  // namespace lanternfish
