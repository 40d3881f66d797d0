#pragma once

// The evaluator a program plays with, from what its user set.

#include <functional>
#include <memory>
#include <string>

#include "eval/evaluator.h"
#include "eval/rbc_score.h"

namespace lanternfish {

struct EvaluatorSettings {
  // Command lines of UCI chess engines, separated by ';' and given to the workers in turn: "stockfish; ssh other
  // stockfish". Arguments may be quoted. Empty: stockfish, looked for on PATH and in /usr/games. "none": no engine, the
  // built-in evaluator alone.
  std::string command;
  int workers = 1;          // chess engine processes
  int engine_hash_mb = 16;  // of each process
  int cache_mb = 64;        // of scores; 0: no cache
  RbcTerms terms = lanternfish_terms();
};

// Always gives an evaluator that answers: what cannot be started is told to `warning`, from this thread or from the one
// that calls Evaluator::score, and the built-in evaluator stands in. Engines start in the background.
std::unique_ptr<Evaluator> make_evaluator(const EvaluatorSettings& settings,
                                          std::function<void(const std::string&)> warning);

}  // namespace lanternfish
