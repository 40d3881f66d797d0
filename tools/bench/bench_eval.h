#pragma once

// What scores cost and what they are worth, on boards from recorded games' beliefs.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/board.h"
#include "support/result.h"

namespace lanternfish {

using Json = nlohmann::ordered_json;

struct EvalBench {
  std::filesystem::path games;                     // folder of GameHistory files
  std::vector<std::vector<std::string>> commands;  // argv of the chess engines, given to the workers in turn
  int workers = 1;
  std::uint64_t seed = 1;
  std::vector<int> depths;  // plies, of the throughput
  // Of the agreement: weights of scorers to measure beside the program's own, and the rows wanted, by name; all where
  // none is named.
  std::vector<std::filesystem::path> scorers;
  std::vector<std::string> rows;
};

// Each prints what it finds as it goes unless `quiet`, and gives the figures for machines.

// `count` different boards of all beliefs before and after senses, drawn evenly from turns, all asked at depth 1.
// Answers with the pool's counts: an engine that died of a question is one of them.
Result<Json> bench_hypotheses(const EvalBench& settings, std::size_t count, bool quiet);

// Searches a second through the pool and through as many engines driven raw, in turns over the same boards, at these
// depths: one search with all moves a board, and one search after each move. `seconds` for each figure. Beside it the
// processor time of a search, the engines' and our own together: on a busy machine the steadier of the two ratios.
Result<Json> bench_throughput(const EvalBench& settings, const std::vector<Board>& boards,
                              const std::vector<int>& depths, double seconds, bool quiet);

// Milliseconds from a request to stop until score() returns, while all workers search at depth 12.
Result<Json> bench_cancel(const EvalBench& settings, const std::vector<Board>& boards, bool quiet);

// How well shallow searches of all moves, the built-in evaluator and scorers (docs/research/scorers.md) agree with a
// search to depth 14, and what they cost: for each of them the mean rank correlation (Spearman's) of the scores of the
// moves that chess allows, and what the deep search loses by playing the shallow one's best move, with standard errors.
// Costs are the processor time of the engine, or of this program where no engine is asked. Prints the table again after
// every few boards: the deep search takes some seconds for each.
Result<Json> bench_agreement(const EvalBench& settings, const std::vector<Board>& boards, bool quiet);

// How often a board of a recorded game's belief was asked about before, when at each sense and each move 64 boards are
// drawn by weight.
Result<Json> bench_cache(const EvalBench& settings, bool quiet);

// The built-in evaluator on one thread, by its processor time.
Json bench_built_in(const std::vector<Board>& boards, double seconds, bool quiet);

}  // namespace lanternfish
