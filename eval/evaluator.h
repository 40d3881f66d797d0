#pragma once

// Scores of every taken move on many boards: what decisions are made of.
//
// Evaluators answer in batches, because the work goes to several processes at once. A cache is an evaluator round
// another; the built-in evaluator is one that needs nobody else.

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
  // Every taken move of the side to move once, the null move included; best first, ties in order of the move. Of a
  // question about some moves those that chess knows, at least.
  std::vector<MoveScore> moves;
  ScoreSource source = ScoreSource::kBuiltIn;
  int depth = 0;
  bool stand_in = false;  // the built-in answer to a question that an engine failed to answer: better asked again later
  bool some_moves = false;  // not every taken move is there
};

enum class SearchMode : std::uint8_t {
  kAllMoves,  // one search of the board that lists every move
  kPerMove,   // one search after each move, as StrangeFish2 does it; passes and other odd moves are searched too
};

// How hard to think about each board.
struct Effort {
  int depth = 4;           // plies; in mode kPerMove they count after the move
  std::int64_t nodes = 0;  // of the engine on each board at most, all its searches together; 0: no limit
  SearchMode mode = SearchMode::kAllMoves;

  friend bool operator==(const Effort&, const Effort&) = default;
};

// Boards to be scored, the first ones first.
struct BoardList {
  template <std::convertible_to<std::span<const Board>> Boards>
  BoardList(const Boards& all) : boards(all) {}  // whole boards, of any container
  BoardList(std::span<const Board> some, std::span<const std::vector<Move>> their_moves)
      : boards(some), moves(their_moves) {}

  std::span<const Board> boards;
  // Of each board the taken moves that matter, ascending; empty: all moves of all boards.
  std::span<const std::vector<Move>> moves{};

  // Empty: all.
  std::span<const Move> moves_of(std::size_t index) const {
    return moves.empty() ? std::span<const Move>{} : moves[index];
  }
};

class Evaluator {
 public:
  // Receives the answer to boards[index]. Called from the thread that called score(), in order of completion.
  using Sink = std::function<void(std::size_t index, const BoardScores& scores)>;

  virtual ~Evaluator() = default;

  // Scores the boards, the first ones first, until all are answered, the deadline has passed or a stop is requested;
  // returns within 10 ms of either. What is not answered by then is never delivered. Blocks. One call at a time.
  // Every board given has both kings. More may be answered than the moves asked for.
  virtual void score(const BoardList& list, const Effort& effort, Deadline deadline, std::stop_token stop,
                     const Sink& sink) = 0;

  // Forgets what earlier games left behind, so that they do not change the scores of the next. Not while score() runs.
  virtual void new_game() {}
};

}  // namespace lanternfish
