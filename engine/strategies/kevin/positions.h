#pragma once

// The positions that a round comes to, each scored once, however often the tree meets it: after my request on a sampled
// board, and after the opponent's reply there.

#include <memory>
#include <vector>

#include "engine/strategies/kevin/look_ahead.h"
#include "rules/rbc.h"

namespace lanternfish::lookahead {

// One taken move of the opponent.
struct Reply {
  Move taken;
  Square captured = kNoSquare;
  Score score;            // in the opponent's eyes
  float probability = 0;  // by the move model
};

// My turn after a reply.
struct AfterReply {
  Board board;
  std::vector<MoveScore> moves;  // every taken move, the null move included, in order of the move
  std::vector<Move> best;        // the best of them, best first; at most Positions::kBestMoves

  Score score_of(Move taken) const;
};

// Of a reply: boards with many queens have several hundred.
using ReplyIndex = std::uint16_t;

// The opponent's turn after my request.
struct AfterRequest {
  Board board;
  Outcome outcome;
  bool wins = false;  // my request captured the king; nothing follows

  // Set by Positions::replies().
  int shift = 0;                 // centipawns: what a chess engine knows of this position beyond the built-in evaluator
  std::vector<Reply> replies;    // every taken move, the null move included, in order of the move
  std::vector<ReplyIndex> best;  // indices into replies, the opponent's best first
  std::vector<ReplyIndex> likeliest;              // the same by probability
  std::vector<std::unique_ptr<AfterReply>> next;  // by reply

  // The index of a taken move among the replies.
  std::size_t reply_of(Move taken) const;
  // What a reply is worth to me, before anything that follows is looked at.
  float value_of_reply(std::size_t reply) const;
};

class Positions {
 public:
  static constexpr std::size_t kBestMoves = 8;

  // `question` outlives the positions.
  explicit Positions(const Question& question);

  // Known from the start, without replies.
  const AfterRequest& after(std::size_t board, std::size_t request) const { return after_[index(board, request)]; }
  // The same with its replies. Not where the request wins.
  const AfterRequest& replies(std::size_t board, std::size_t request);
  // My turn after a reply that does not capture my king.
  const AfterReply& after_reply(std::size_t board, std::size_t request, std::size_t reply);

  std::uint64_t scored() const { return scored_; }  // positions that the built-in evaluator valued

 private:
  std::size_t index(std::size_t board, std::size_t request) const { return board * requests_ + request; }

  const Question& question_;
  std::size_t requests_;
  std::vector<AfterRequest> after_;
  std::uint64_t scored_ = 0;
};

}  // namespace lanternfish::lookahead
