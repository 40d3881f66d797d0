#pragma once

// What a search that looks ahead is asked.

#include <span>
#include <vector>

#include "belief/opponent/move_model.h"
#include "belief/set/hypothesis.h"
#include "uci/score.h"

namespace lanternfish::lookahead {

// A board of the sample, on which I am to move.
struct SampledBoard {
  Hypothesis board;
  double weight = 1;          // of the board in averages, in any scale
  std::vector<Score> scores;  // by request of the question: what becomes of the request there, in my eyes
};

struct Question {
  const OwnSide& own;
  // How the opponent is expected to choose its next move: Belief::next_move() before my request.
  MoveContext next_move;
  std::vector<Move> requests;        // to choose from, likeliest first; at least one, at most kMaxRequests
  std::vector<SampledBoard> boards;  // at least one, at most kMaxBoards; both kings stand

  static constexpr std::size_t kMaxRequests = 64;
  static constexpr std::size_t kMaxBoards = 4096;
};

}  // namespace lanternfish::lookahead
