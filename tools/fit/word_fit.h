#pragma once

// Fits how much each style of the built-in move model cares for an evaluator's word, the styles themselves as they are.

#include "tools/fit/word_data.h"

namespace lanternfish {

struct WordCoefficients {
  std::array<std::vector<double>, kMoveStyles> styles;  // word_rows::kCount, natural logarithms
  double trust = 0.5;                                   // how much the players of the fit cared for the word
};

// How likely each part makes each move of a decision once the word is heard: [move][part].
std::vector<std::array<double, kMoveParts>> parts_with_word(std::span<const WordMove> moves,
                                                            const WordCoefficients& word);

struct WordFitSettings {
  double penalty = 2;  // L2
  int rounds = 6;      // of expectation maximisation
};

WordCoefficients fit_word(const WordData& data, const std::function<bool(const PlayerMoves&)>& use,
                          const WordFitSettings& settings, const std::function<void(int round, double bits)>& progress);

}  // namespace lanternfish
