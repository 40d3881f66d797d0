#pragma once

// The obvious tracker: whole boards in a map, one rule of the game after another, no thread, no trick. What the fast
// one is held against.

#include <algorithm>
#include <map>
#include <string>

#include "rules/notation.h"
#include "rules/rbc.h"

namespace lanternfish::testing {

// Placement, side to move, castling rights and the usable en-passant square as text.
inline std::string identity_of(const Board& board) {
  Board plain = board;
  plain.set_clocks(0, 1);
  plain.set_ep_square(board.usable_ep_square());
  return format_fen(plain);
}

class SlowBelief {
 public:
  SlowBelief(const Board& start, Color me) : me_(me), first_(start.turn() == me) { add(boards_, start, 1); }

  void observe(const OpponentMoved& event) {
    Boards next;
    for (const auto& [id, entry] : boards_) {
      const auto& [board, weight] = entry;
      if (board.king(~me_) == kNoSquare) {
        continue;  // I had won
      }
      if (first_) {
        add(next, board, weight);
        continue;
      }
      std::map<Move, Square> taken = {{kNullMove, kNoSquare}};
      for (const Move request : requests(board, ~me_)) {
        const Outcome outcome = resolve(board, request);
        taken[outcome.taken] = outcome.captured;
      }
      for (const auto& [move, captured] : taken) {
        Board child = board;
        apply(child, move);
        if (captured == event.captured && child.king(me_) != kNoSquare) {
          add(next, child, weight / static_cast<double>(taken.size()));
        }
      }
    }
    first_ = false;
    boards_ = std::move(next);
  }

  void observe(const Sensed& event) {
    std::erase_if(boards_,
                  [&](const auto& entry) { return sense(entry.second.first, event.window.center) != event.window; });
  }

  void observe(const Moved& event) {
    Boards next;
    for (const auto& [id, entry] : boards_) {
      const auto& [board, weight] = entry;
      const Outcome outcome = resolve(board, normalized_request(board, event.requested));
      if (outcome == Outcome{event.taken, event.captured}) {
        Board child = board;
        apply(child, outcome.taken);
        add(next, child, weight);
      }
    }
    // The game goes on, unless the king was captured on every board.
    const auto won = [&](const auto& entry) { return entry.second.first.king(~me_) == kNoSquare; };
    if (!std::all_of(next.begin(), next.end(), won)) {
      std::erase_if(next, won);
    }
    boards_ = std::move(next);
  }

  std::size_t size() const { return boards_.size(); }
  // By identity: a board and its weight.
  using Boards = std::map<std::string, std::pair<Board, double>>;
  const Boards& boards() const { return boards_; }

 private:
  static void add(Boards& boards, const Board& board, double weight) {
    boards.try_emplace(identity_of(board), board, 0).first->second.second += weight;
  }

  Color me_;
  bool first_;  // the first mover's first notice stands for no move
  Boards boards_;
};

}  // namespace lanternfish::testing
