#pragma once

// What an evaluator's word adds to the built-in move model on games that were not fitted, and the word's coefficients
// as the text that belief/opponent/move_model.cpp includes.

#include <map>
#include <string>

#include "tools/fit/word_fit.h"

namespace lanternfish {

// Sums of bits of the moves made, and their number.
struct WordBits {
  std::int64_t moves = 0;
  double without = 0;    // the built-in model, its shares learnt in the game
  double all_of_it = 0;  // the same, the word trusted altogether
  double trusted = 0;    // the same, the trust learnt in the game
  double trust = 0;      // sum over the moves

  void add(const WordBits& other);
};

class WordReport {
 public:
  // Goes through the players for whom `use` holds.
  void add(const WordData& data, const WordCoefficients& word, const std::function<bool(const PlayerMoves&)>& use);
  // Total, and names with at least `least_moves`.
  std::string text(std::int64_t least_moves) const;

 private:
  WordBits total_;
  std::map<std::string, WordBits> by_name_;
};

// `origin`: lines that say where the coefficients come from, without comment marks.
std::string word_table_text(const WordCoefficients& word, const std::string& origin);

}  // namespace lanternfish
