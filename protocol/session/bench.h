#pragma once

// One number that is the program's behaviour: a fixed game against itself, with the built-in evaluator and bounded
// work, hashed. It must not change between two runs, nor between one thread and many.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "engine/evaluator_factory.h"
#include "support/result.h"

namespace lanternfish {

struct BenchResult {
  int plies = 0;
  std::uint64_t signature = 0;  // of all board counts and actions
  std::uint64_t boards = 0;     // summed over all updates
  std::uint64_t nodes = 0;      // positions scored
  std::int64_t time_ms = 0;
  bool complete = true;  // false: stopped before its end, the signature means nothing
};

// `arguments`: the number of turns of each side, or nothing.
Result<BenchResult> bench(std::span<const std::string> arguments, int threads, const EvaluatorFactory& make_evaluator,
                          const std::stop_token& stop);

std::string bench_text(const BenchResult& result);

}  // namespace lanternfish
