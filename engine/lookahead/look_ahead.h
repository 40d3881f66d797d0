#pragma once

// What requests are worth when the opponent sees no more than it senses, and I neither: one round of the game, solved
// on a sample of boards by the method of docs/design/solver.md. docs/design/kevin.md describes all of it.

#include <cstdint>
#include <stop_token>
#include <vector>

#include "engine/lookahead/question.h"
#include "support/deadline.h"

namespace lanternfish::lookahead {

// What stands above the sampled boards (solver/subgame.h).
// kBelief: chance, by the boards' weights. kWorst: the opponent chooses the board as far as it gains by that (resolve,
// with the passage to maxmargin); it declines a board for what that is worth to a player who sees everything, or for
// what I can expect from the scores if that is less.
enum class Above : std::uint8_t { kBelief, kWorst };

struct Settings {
  Above above = Above::kBelief;
  double model_share = 0.5;  // probability that the opponent does as the move model says, in [0, 1]
  std::uint64_t seed = 1;
  std::size_t max_nodes = 1'000'000;
  Deadline deadline = Deadline::max();
  std::uint64_t max_positions = 100'000;  // valued by the built-in evaluator; where it ends the search, the result does
                                          // not depend on time
};

struct RequestOutlook {
  Move request;
  double value = 0;        // centipawns (values.h), against the opponent that was found
  double average = 0;      // the same of the scores as they were given, averaged over the boards
  double probability = 0;  // in my strategy
};

struct Outlook {
  std::vector<RequestOutlook> requests;  // in the order of the question; empty when there was no time for any answer
  std::size_t nodes = 0, infosets = 0;
  std::uint64_t positions = 0, iterations = 0;
  std::size_t bytes = 0;
  double seconds = 0;
};

// Blocks, at most a few milliseconds past the deadline or a stop. One thread.
Outlook look_ahead(const Question& question, const Settings& settings, std::stop_token stop = {});

}  // namespace lanternfish::lookahead
