#pragma once

// A store in one file of SQLite.

#include <filesystem>
#include <memory>

#include "tools/server/store.h"

namespace lanternfish {

// Opens the file, or makes it. An error says why it cannot be used: no database, one of a newer program, another server
// at work on it, a folder that cannot be written.
Result<std::unique_ptr<Store>> open_sqlite_store(const std::filesystem::path& file);
// The same file for reading alone, also while a server works on it.
Result<std::unique_ptr<Store>> read_sqlite_store(const std::filesystem::path& file);
// Writes what is in the file now to `copy`, which must not be there yet, also while a server works on the file.
Status back_up_sqlite(const std::filesystem::path& file, const std::filesystem::path& copy);

}  // namespace lanternfish
