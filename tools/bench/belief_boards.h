#pragma once

// Boards that players of recorded games held possible.

#include <filesystem>
#include <vector>

#include "rules/board.h"
#include "support/result.h"

namespace lanternfish {

// At most `count` different boards, two moves of the game or more after its start, drawn by weight; a few of each
// belief before its sense, from games spread over the folder. The same folder gives the same boards.
Result<std::vector<Board>> sample_belief_boards(const std::filesystem::path& folder, std::size_t count);

}  // namespace lanternfish
