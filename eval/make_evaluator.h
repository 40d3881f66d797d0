#pragma once

// The evaluator that a program plays with, from its user's settings.

#include <functional>
#include <memory>
#include <string>

#include "eval/evaluator.h"
#include "eval/rbc_score.h"
#include "support/result.h"

namespace lanternfish {

struct EvaluatorSettings {
  // Command lines of UCI chess engines, separated by ';': "stockfish; ssh other stockfish". Arguments may be quoted.
  // The workers take them in turn. Empty: stockfish, looked for on PATH and in /usr/games. "none": the built-in
  // evaluator alone.
  std::string command;
  int workers = 1;          // chess engine processes
  int engine_hash_mb = 16;  // of each process
  int cache_mb = 64;        // of scores; 0: no cache
  RbcTerms terms = lanternfish_terms();
};

// Whether `command` has the form of EvaluatorSettings::command; says nothing of whether its programs are there.
Status check_engine_command(const std::string& command);

// Always returns an evaluator that answers: where an engine cannot be started, `warning` is told, from this thread or
// from the one that calls Evaluator::score, and the built-in evaluator answers in its place. Engines start in the
// background.
std::unique_ptr<Evaluator> make_evaluator(const EvaluatorSettings& settings,
                                          std::function<void(const std::string&)> warning);

}  // namespace lanternfish
