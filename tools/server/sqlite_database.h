#pragma once

// A database in one file of SQLite. One server at a time works on it, tools beside it.

#include <filesystem>
#include <memory>

#include "tools/server/database.h"

namespace lanternfish {

// Opens the file; to serve, makes it where there is none. An error says why it cannot be used: no database, one of
// another program, a damaged one, another server at work on it, a folder that cannot be written.
Result<std::unique_ptr<Database>> open_sqlite(const std::filesystem::path& file, StoreUse use);
// Writes what is in the file now to `copy`, which must not be there yet, also while a server works on the file.
Status back_up_sqlite(const std::filesystem::path& file, const std::filesystem::path& copy);
// Puts what is in `copy` in the file's place, with the newest tables, while no server works on the file. On an error
// the file is as it was.
Status restore_sqlite(const std::filesystem::path& file, const std::filesystem::path& copy);

}  // namespace lanternfish
