#pragma once

// A store in one file of SQLite.

#include <cstdint>
#include <filesystem>
#include <memory>

#include "tools/server/store.h"

namespace lanternfish {

enum class StoreUse : std::uint8_t {
  kServe,       // the one server of this file
  kAdminister,  // beside a server, if there is one; the file is there already
};

// Opens the file, or makes it. An error says why it cannot be used: no database, one of a newer program, another server
// at work on it, a folder that cannot be written.
Result<std::unique_ptr<Store>> open_sqlite_store(const std::filesystem::path& file, StoreUse use = StoreUse::kServe);
// The same file for reading alone, also while a server works on it.
Result<std::unique_ptr<Store>> read_sqlite_store(const std::filesystem::path& file);
// Writes what is in the file now to `copy`, which must not be there yet, also while a server works on the file.
Status back_up_sqlite(const std::filesystem::path& file, const std::filesystem::path& copy);

}  // namespace lanternfish
