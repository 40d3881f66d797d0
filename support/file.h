#pragma once

// Whole files, read and written.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "support/result.h"

namespace lanternfish {

constexpr std::uintmax_t kMaxFileBytes = std::uintmax_t{1} << 30;

// The bytes of an ordinary file, at most `max_bytes`. A pipe, a device, a larger file is an error, at once.
Result<std::string> read_file(const std::filesystem::path& file, std::uintmax_t max_bytes = kMaxFileBytes);

// Creates the folder. A file appears whole or not at all: it is written aside and renamed, through a symbolic link too.
// Devices and pipes are written to, never replaced; folders, sockets and disks are refused.
Status write_file(const std::filesystem::path& file, std::string_view content);
// Whether it could, for who has long to work before. Creates the folder.
Status can_write_file(const std::filesystem::path& file);
// The same, and whether no other kind of file would be lost: what is there begins as what is to be written, or is
// empty.
Status can_replace_file(const std::filesystem::path& file, std::string_view beginning);

}  // namespace lanternfish
