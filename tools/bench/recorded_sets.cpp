#include "tools/bench/recorded_sets.h"

#include <algorithm>
#include <cmath>

#include "belief/set/expand.h"
#include "belief/set/filter.h"
#include "game/recorded_game.h"

namespace lanternfish {

namespace {

constexpr double kFarthest = 2;                      // in ratio, from the size wanted
constexpr double kNear = 1.25;                       // good enough to stop looking
constexpr std::size_t kLargestRecorded = 2'000'000;  // larger ones are rare, and take long to come by
constexpr std::size_t kMemory = std::size_t{16} << 30;

double distance(std::size_t size, std::size_t wanted) {
  return std::abs(std::log(static_cast<double>(std::max<std::size_t>(size, 1)) / static_cast<double>(wanted)));
}

// Keeps the set where it is nearer to a size than what was found so far. True when all are near enough.
bool offer(std::vector<SizedSet>& wanted, const Belief& belief, const RecordedTurn& turn) {
  bool all_near = true;
  for (SizedSet& size : wanted) {
    const double now = distance(belief.boards().size(), size.wanted);
    const double best =
        size.found ? distance(size.found->before_opponent.size(), size.wanted) : std::log(kFarthest) + 1e-9;
    if (now < best) {
      size.found = RecordedSet{
          .before_opponent = belief.boards(), .own = belief.own(), .notice = turn.notice, .sensed = turn.sensed};
    }
    all_near = all_near && std::min(now, best) < std::log(kNear);
  }
  return all_near;
}

bool search_game(const RecordedGame& game, Color side, std::vector<SizedSet>& wanted, ThreadPool& threads) {
  const auto larger = [](const SizedSet& a, const SizedSet& b) { return a.wanted < b.wanted; };
  const std::size_t largest = 2 * std::max_element(wanted.begin(), wanted.end(), larger)->wanted;
  Belief belief(game.start, side, {.memory_bytes = kMemory}, threads);
  bool all_near = false;
  for_each_event(game, side, [&](const RecordedTurn& turn, const Observation& event) {
    if (std::holds_alternative<OpponentMoved>(event)) {
      all_near = !belief.own().first_notice_is_empty() && offer(wanted, belief, turn);
      if (all_near || belief.boards().size() > largest) {
        return false;
      }
    }
    belief.observe(event).value();
    return true;
  });
  return all_near;
}

}  // namespace

namespace {

Result<std::vector<SizedSet>> search_games(const std::filesystem::path& folder, std::vector<SizedSet> wanted,
                                           ThreadPool& threads) {
  const auto files = TRY(record_files(folder));
  for (const auto& file : files) {
    const auto game = recorded_game(TRY(read_game_record(file)));
    if (!game) {
      continue;  // not playable by our rules
    }
    for (const Color side : {kWhite, kBlack}) {
      if (search_game(*game, side, wanted, threads)) {
        return wanted;
      }
    }
  }
  return wanted;
}

// One more move of the opponent without a capture, and a pass.
RecordedSet grown(const RecordedSet& from, ThreadPool& threads) {
  OwnSide own = from.own;
  (void)own.observe(OpponentMoved{});
  BoardSet boards =
      after_own_move(expand(from.before_opponent, from.own, kNoSquare, threads), OwnMove(Moved{}, own), threads);
  (void)own.observe(Moved{});
  return {.before_opponent = std::move(boards), .own = own, .notice = {}, .sensed = from.sensed};
}

void grow_to(SizedSet& size, const std::vector<SizedSet>& recorded, ThreadPool& threads) {
  std::optional<RecordedSet> best;
  for (const SizedSet& other : recorded) {
    if (other.found && (!best || other.found->before_opponent.size() > best->before_opponent.size())) {
      best = other.found;
    }
  }
  while (best && static_cast<double>(best->before_opponent.size()) * kFarthest < static_cast<double>(size.wanted)) {
    best = grown(*best, threads);
  }
  if (best && distance(best->before_opponent.size(), size.wanted) <= std::log(kFarthest)) {
    size.found = std::move(best);
  }
}

}  // namespace

Result<std::vector<SizedSet>> find_recorded_sets(const std::filesystem::path& folder,
                                                 const std::vector<std::size_t>& sizes, ThreadPool& threads) {
  std::vector<SizedSet> recorded;
  for (const std::size_t size : sizes) {
    if (size <= kLargestRecorded) {
      recorded.push_back({.wanted = size, .found = std::nullopt});
    }
  }
  if (recorded.size() < sizes.size()) {
    recorded.push_back({.wanted = kLargestRecorded / 2, .found = std::nullopt});
  }
  auto found = search_games(folder, std::move(recorded), threads);
  if (!found) {
    return found;
  }
  std::vector<SizedSet> all;
  for (const std::size_t size : sizes) {
    all.push_back({.wanted = size, .found = std::nullopt});
    const auto same = std::find_if(found->begin(), found->end(), [&](const SizedSet& s) { return s.wanted == size; });
    if (same != found->end()) {
      all.back() = *same;
    } else {
      grow_to(all.back(), *found, threads);
    }
  }
  return all;
}

}  // namespace lanternfish
