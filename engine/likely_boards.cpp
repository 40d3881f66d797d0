#include "engine/likely_boards.h"

#include <algorithm>
#include <utility>

namespace lanternfish {

std::vector<LikelyBoard> likely_boards(const Belief& belief, int quiet_plies, std::size_t limit, Random& random) {
  struct Lot {
    const Hypothesis* board;
    double number;  // says which of equally likely boards comes first
  };
  std::vector<Lot> lots;
  belief.boards().for_each([&](const Hypothesis& h) { lots.push_back({&h, random.unit()}); });
  const auto end = lots.begin() + static_cast<std::ptrdiff_t>(std::min(limit, lots.size()));
  std::partial_sort(lots.begin(), end, lots.end(), [](const Lot& a, const Lot& b) {
    return std::pair(a.board->weight, a.number) > std::pair(b.board->weight, b.number);
  });
  std::vector<LikelyBoard> likely;
  std::transform(lots.begin(), end, std::back_inserter(likely), [&](const Lot& lot) {
    LikelyBoard one{.board = unpack(*lot.board, belief.own()), .probability = lot.board->weight};
    one.board.set_clocks(quiet_plies, one.board.fullmove_number());
    return one;
  });
  return likely;
}

}  // namespace lanternfish
