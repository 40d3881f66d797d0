#include "engine/strategies/kevin/values.h"

#include <algorithm>
#include <cmath>

namespace lanternfish::lookahead {

namespace {
constexpr float kMate = 0.1F;  // beyond kUndecided; a mate of chess is not yet a captured king
constexpr float kMateDecay = 0.95F;
constexpr int kMostCentipawns = 4000;
}  // namespace

float value_of(Score score, int shift) {
  if (score.is_king_capture()) return 1;
  if (score.is_king_loss()) return -kKingLeft;
  if (score.is_mate()) {
    const int moves = score.mate_moves();
    const float value = kUndecided + kMate * std::pow(kMateDecay, static_cast<float>(std::abs(moves)));
    return moves > 0 ? value : -value;
  }
  return kUndecided * std::tanh(static_cast<float>(score.cp() + shift) / kBend);
}

int plain_centipawns(Score score) {
  if (score.is_centipawns()) return std::clamp(score.cp(), -kMostCentipawns, kMostCentipawns);
  return score > Score() ? kMostCentipawns : -kMostCentipawns;
}

}  // namespace lanternfish::lookahead
