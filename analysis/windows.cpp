#include "analysis/windows.h"

#include <algorithm>
#include <cmath>

#include "belief/set/sense_partition.h"
#include "engine/sampling.h"

namespace lanternfish {

namespace {

constexpr std::size_t kBoardsToSplit = 50'000;  // part of a larger set is enough to order its windows

struct Left {
  std::uint64_t boards = 0;
  double weight = 0;
};

Left left_after(const BoardSet& set, const Hypothesis& truth, Square center) {
  Left left;
  const std::uint32_t shown = window_content(truth, center);
  set.for_each([&](const Hypothesis& h) {
    if (window_content(h, center) == shown) {
      ++left.boards;
      left.weight += h.weight;
    }
  });
  return left;
}

}  // namespace

SenseOutcome sense_outcome(const BoardSet& set, const Hypothesis& truth, Square center) {
  const Left left = center == kNoSquare ? Left{set.size(), set.total_weight()} : left_after(set, truth, center);
  SenseOutcome outcome{.center = center, .boards = left.boards};
  if (const Hypothesis* held = set.find(truth)) {
    outcome.truth_bits = std::max(0.0, std::log2(left.weight / held->weight));
  }
  return outcome;
}

std::optional<BestWindows> best_windows(const BoardSet& set, const Hypothesis& truth, ThreadPool& threads) {
  if (set.empty()) {
    return std::nullopt;
  }
  const bool all = set.size() <= kBoardsToSplit;
  const BoardSet part = all ? BoardSet() : thinned(set, kBoardsToSplit);
  const BoardSet& boards = all ? set : part;
  const double factor = static_cast<double>(set.size()) / static_cast<double>(boards.size());
  BestWindows best;
  for (const WindowSplit& split : split_by_windows(boards, kInnerSquares, threads)) {
    const double expected = factor * split.expected_boards;
    const double left = std::max(1.0, factor * static_cast<double>(left_after(boards, truth, split.center).boards));
    if (best.expected == kNoSquare || expected < best.expected_boards) {
      best.expected = split.center;
      best.expected_boards = expected;
    }
    if (best.hindsight == kNoSquare || left < best.hindsight_boards) {
      best.hindsight = split.center;
      best.hindsight_boards = left;
    }
  }
  return best;
}

}  // namespace lanternfish
