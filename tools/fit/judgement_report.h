#pragma once

// What an evaluator's judgements add to the built-in move model on games that were not fitted, and their coefficients
// as the text that belief/opponent/move_model.cpp includes.

#include <map>
#include <string>

#include "tools/fit/judgement_fit.h"

namespace lanternfish {

// Sums of bits of the moves made, and their number.
struct JudgementBits {
  std::int64_t moves = 0;
  double without = 0;        // the built-in model, its shares learnt in the game
  double fully_trusted = 0;  // with judgements, trusted altogether
  double trusted = 0;        // with judgements, the trust learnt in the game
  double trust = 0;          // sum over the moves

  void add(const JudgementBits& other);
};

class JudgementReport {
 public:
  // Goes through the players for whom `use` holds.
  void add(const JudgementData& data, const JudgementCoefficients& coefficients,
           const std::function<bool(const PlayerMoves&)>& use);
  // Total, and names with at least `min_moves`.
  std::string text(std::int64_t min_moves) const;

 private:
  JudgementBits total_;
  std::map<std::string, JudgementBits> by_name_;
};

// `origin`: lines that say where the coefficients come from, without comment marks.
std::string judgement_table_text(const JudgementCoefficients& coefficients, const std::string& origin);

}  // namespace lanternfish
