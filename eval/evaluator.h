#pragma once

// Scores of every taken move on many boards: what decisions are made of.
//
// Evaluators answer in batches, because the work goes to several processes at once. A cache is an evaluator that asks
// another one; the built-in evaluator needs no other.

#include <concepts>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "rules/board.h"
#include "support/deadline.h"
#include "uci/score.h"

namespace lanternfish {

enum class ScoreSource : std::uint8_t { kChessEngine, kBuiltIn };

struct BoardScores {
  // Every taken move of the side to move once, the null move included; best first, ties in order of the move. The
  // answer about some moves has at least those of them that chess knows.
  std::vector<MoveScore> moves;
  Score worth{};  // of the best move without the terms of RBC; of an answer about all moves
  ScoreSource source = ScoreSource::kBuiltIn;
  int depth = 0;
  bool stand_in = false;    // a built-in answer where an engine failed: worth asking again later
  bool some_moves = false;  // the answer to a question about some moves: others are missing
};

// How hard to think about each board.
struct Effort {
  int depth = 4;  // plies, the move that is scored being the first

  friend bool operator==(const Effort&, const Effort&) = default;
};

// Boards to be scored, the most valuable first.
struct BoardList {
  template <std::convertible_to<std::span<const Board>> Boards>
  BoardList(const Boards& all) : boards(all) {}  // all moves of the boards of any container
  BoardList(std::span<const Board> some, std::span<const std::vector<Move>> their_moves)
      : boards(some), moves(their_moves) {}

  std::span<const Board> boards;
  // By board: the taken moves that matter, ascending. Empty: all moves of all boards.
  std::span<const std::vector<Move>> moves{};

  // The moves that matter on one board; empty: all.
  std::span<const Move> moves_of(std::size_t index) const {
    return moves.empty() ? std::span<const Move>{} : moves[index];
  }
};

class Evaluator {
 public:
  // Takes the answer about boards[index]. Called from the thread that called score(), in order of completion.
  using Sink = std::function<void(std::size_t index, const BoardScores& scores)>;

  virtual ~Evaluator() = default;

  // Scores the boards, in their order, until all are answered, the deadline has passed or a stop is requested; returns
  // within 10 ms of the last two. What is not answered by then is never delivered. Blocks. One call at a time. Every
  // board must have both kings. An answer may hold more moves than were asked for.
  virtual void score(const BoardList& list, const Effort& effort, Deadline deadline, std::stop_token stop,
                     const Sink& sink) = 0;

  // Blocks until the chess engines have started or failed to, until the deadline or until a stop is requested.
  virtual void await_start(Deadline /*deadline*/, const std::stop_token& /*stop*/) {}

  // Forgets earlier games, so that they cannot change the scores of the next one. Not while score() runs.
  virtual void new_game() {}
};

}  // namespace lanternfish
