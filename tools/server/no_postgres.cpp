// In place of postgres_database.cpp where there is no libpq.

#include "tools/server/postgres_database.h"

namespace lanternfish {

Result<std::unique_ptr<Database>> open_postgres(const std::string& /*connection*/, StoreUse /*use*/) {
  return Error{"this program was built without PostgreSQL; with libpq-dev installed it can be built anew"};
}

std::string without_password(const std::string& /*connection*/) { return "postgresql://..."; }

}  // namespace lanternfish
