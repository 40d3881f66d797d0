#pragma once

// A tournament of the server as a folder of the arena: its results and a record of each game, for report, merge, verify
// and lanternfish-analyze.

#include <cstddef>
#include <filesystem>
#include <string>

#include "support/result.h"
#include "tools/server/store.h"

namespace lanternfish {

// Writes FOLDER/games.jsonl and the games that are over. Returns how many. A folder that has results already is
// refused.
Result<std::size_t> export_tournament(Store& store, const std::string& name, const std::filesystem::path& folder);

}  // namespace lanternfish
