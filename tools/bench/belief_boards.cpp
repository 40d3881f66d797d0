#include "tools/bench/belief_boards.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "engine/sampling.h"
#include "game/recorded_game.h"

namespace lanternfish {

namespace {

constexpr std::size_t kBeliefMemory = std::size_t{512} << 20;
// One in so many beliefs is sampled, so that the games of a small sample differ.
constexpr std::uint64_t kMomentsPerSample = 7;

bool follow_player(const RecordedGame& game, std::size_t number, Color side, const FollowLimits& limits,
                   ThreadPool& threads, const std::function<bool(const BeliefMoment&)>& visit) {
  Belief belief(game.start, side, {.memory_bytes = kBeliefMemory}, threads, limits.moves);
  for (const RecordedTurn& turn : game.turns[side]) {
    if (!belief.observe(turn.notice).ok() || belief.boards().empty() || belief.boards().size() > limits.boards) {
      return true;
    }
    if (!visit({.game = number, .sensed = false, .belief = belief})) {
      return false;
    }
    if (!belief.observe(turn.sensed).ok() || belief.boards().empty()) {
      return true;
    }
    if (!visit({.game = number, .sensed = true, .belief = belief})) {
      return false;
    }
    if (!turn.moved || turn.takes_king || !belief.observe(*turn.moved).ok()) {
      return true;
    }
  }
  return true;
}

}  // namespace

Status follow_beliefs(const std::filesystem::path& folder, const FollowLimits& limits, ThreadPool& threads,
                      const std::function<bool(const BeliefMoment&)>& visit) {
  const auto files = record_files(folder);
  if (!files) {
    return Error{files.error()};
  }
  for (std::size_t i = 0; i < files->size(); ++i) {
    const auto record = read_game_record((*files)[i]);
    if (!record) {
      return Error{fmt::format("{}: {}", (*files)[i].string(), record.error())};
    }
    const auto game = recorded_game(*record);
    for (const Color side : {kWhite, kBlack}) {
      if (game && !follow_player(*game, i, side, limits, threads, visit)) {
        return success();
      }
    }
  }
  return success();
}

Result<std::vector<Board>> sample_belief_boards(const std::filesystem::path& folder, std::size_t count,
                                                std::size_t per_moment, std::uint64_t seed, ThreadPool& threads) {
  std::vector<Board> boards;
  std::unordered_set<Key> seen;
  Random random(seed, 0, 0);
  const auto take = [&](const BeliefMoment& moment) {
    if (!moment.sensed && !moment.belief.own().first_notice_is_empty() && moment.belief.log().size() > 6 &&
        random.below(kMomentsPerSample) == 0) {
      for (const Hypothesis& h : sample_boards(moment.belief.boards(), per_moment, random).boards) {
        const Board board = unpack(h, moment.belief.own());
        if (boards.size() < count && seen.insert(board.key()).second) {
          boards.push_back(board);
        }
      }
    }
    return boards.size() < count;
  };
  const Status followed = follow_beliefs(folder, {}, threads, take);
  return followed ? Result<std::vector<Board>>(std::move(boards)) : Error{followed.error()};
}

}  // namespace lanternfish
