#include "engine/strategy_player.h"

namespace lanternfish {

Square any_sense(std::span<const Square> allowed, const OwnSide& own, Random& random) {
  std::vector<Square> best;
  int fewest = 10;
  for (const Square square : allowed) {
    const int mine = square == kNoSquare ? 9 : count(window_bb(square) & own.occupied()) + 9 - count(window_bb(square));
    if (mine < fewest) {
      fewest = mine;
      best.clear();
    }
    if (mine == fewest) {
      best.push_back(square);
    }
  }
  return best[random.below(best.size())];
}

}  // namespace lanternfish
