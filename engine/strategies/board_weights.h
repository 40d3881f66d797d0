#pragma once

// How likely boards are, by how well the opponent would stand on them: opponents play well.

namespace lanternfish {

// StrangeFish's logistic: 0.5 for an even board, 0.9 for `ninety_percent` centipawns in the opponent's favour, plus
// `min`. The published constants: 3000 and 0.02 in StrangeFish2, 10000 and 0 in StrangeFish.
double standing_weight(double opponent_centipawns, double ninety_percent, double min);

}  // namespace lanternfish
