#pragma once

// What requests are worth when the opponent sees no more than it senses, and I neither: one round of the game against
// an opponent that plays its best, solved on a sample of boards by the method of docs/design/solver.md.
// docs/design/kevin.md describes all of it.

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "belief/opponent/move_model.h"
#include "belief/set/hypothesis.h"
#include "support/deadline.h"
#include "uci/score.h"

namespace lanternfish::lookahead {

// A board of the sample, on which I am to move.
struct SampledBoard {
  Hypothesis board;
  double weight = 1;          // of the board in averages, in any scale
  std::vector<Score> scores;  // by request of the question: what becomes of the request there, in my eyes
};

// What a search that looks ahead is asked.
struct Question {
  const OwnSide& own;
  // How the opponent is expected to choose its next move: Belief::next_move() before my request.
  MoveContext next_move;
  std::vector<Move> requests;        // to choose from, likeliest first; at least one, at most kMaxRequests
  std::vector<SampledBoard> boards;  // at least one, at most kMaxBoards; both kings stand

  static constexpr std::size_t kMaxRequests = 64;
  static constexpr std::size_t kMaxBoards = 4096;
};

struct Settings {
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
