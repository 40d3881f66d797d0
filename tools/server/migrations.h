#pragma once

// The tables of the server, as a list of changes: what brings a database of any earlier version up to this one.

#include "tools/server/database.h"

namespace lanternfish {

// The version of the tables that this program works on.
int newest_schema();
// Brings the tables up to that version, all or nothing. An error where a newer program made them.
Status migrate(Database& database);
// An error where the tables are of any other version.
Status check_schema(Database& database);

}  // namespace lanternfish
