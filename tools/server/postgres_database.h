#pragma once

// A database on a server of PostgreSQL, by libpq. Several servers of games may work on it at once.

#include <memory>
#include <string>

#include "tools/server/database.h"

namespace lanternfish {

// `connection`: as psql takes it, "postgresql://USER@HOST/NAME". An error says why there is no connection.
Result<std::unique_ptr<Database>> open_postgres(const std::string& connection, StoreUse use);
// The same without a password: for people and logs.
std::string without_password(const std::string& connection);

}  // namespace lanternfish
