#pragma once

// Fits how much each style of the built-in move model follows an evaluator's judgements. The styles do not change.

#include "tools/fit/judgement_data.h"

namespace lanternfish {

struct JudgementCoefficients {
  std::array<std::vector<double>, kMoveStyles> styles;  // judgement_rows::kCount, natural logarithms
  double trust = 0.5;                                   // how much the players of the fit followed the judgements
};

// How likely each part makes each move of a decision with judgements: [move][part].
std::vector<std::array<double, kMoveParts>> parts_with_judgements(std::span<const MoveWithJudgement> moves,
                                                                  const JudgementCoefficients& coefficients);

JudgementCoefficients fit_judgements(const JudgementData& data, const std::function<bool(const PlayerMoves&)>& use,
                                     const std::function<void(int round, double bits)>& progress);

}  // namespace lanternfish
