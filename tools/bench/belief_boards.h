#pragma once

// Boards that players of recorded games held possible.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "belief/belief.h"
#include "support/result.h"

namespace lanternfish {

// One player's belief at one own turn, the opponent's move taken in: what a sense is chosen on, or, once the window was
// seen, what a move is.
struct BeliefMoment {
  std::size_t game = 0;  // by file name, from 0
  bool sensed = false;
  const Belief& belief;
};

struct FollowLimits {
  // A player whose belief grows beyond this many boards is left there, and the next one followed.
  std::size_t boards = 20'000;
  MoveModelKind moves = MoveModelKind::kFitted;  // how boards are weighed
};

// Follows both players of all games in `folder`. Ends when `visit` returns false. Games that our rules cannot play are
// passed over.
Status follow_beliefs(const std::filesystem::path& folder, const FollowLimits& limits, ThreadPool& threads,
                      const std::function<bool(const BeliefMoment&)>& visit);

// `count` different boards, two moves of the game or more after its start, drawn by weight with this seed; `per_moment`
// of each belief before its sense, from games spread over the folder. Fewer where there are no more.
Result<std::vector<Board>> sample_belief_boards(const std::filesystem::path& folder, std::size_t count,
                                                std::size_t per_moment, std::uint64_t seed, ThreadPool& threads);

}  // namespace lanternfish
