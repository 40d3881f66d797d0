#include "engine/strategies/board_weights.h"

#include <cmath>

namespace lanternfish {

double standing_weight(double opponent_centipawns, double ninety_percent, double min) {
  return 1 / (1 + std::exp(-2 * std::log(3.0) / ninety_percent * opponent_centipawns)) + min;
}

}  // namespace lanternfish
