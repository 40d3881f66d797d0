#include "engine/strategies/learned/sampled_belief.h"

#include <algorithm>
#include <utility>

#include "rules/movegen.h"

namespace lanternfish {

namespace {

// A move of one of the boards.
struct Child {
  std::uint32_t parent;
  Move taken;
};

std::vector<Child> children_with_capture(const std::vector<Board>& boards, Square captured) {
  std::vector<Child> children;
  children.reserve(boards.size() * 40);
  for (std::uint32_t i = 0; i < boards.size(); ++i) {
    for_each_taken_move(mover_view(boards[i]), boards[i].turn(), [&](PieceType, Move taken, Square square) {
      if (square == captured) {
        children.push_back({i, taken});
      }
    });
    if (captured == kNoSquare) {
      children.push_back({i, kNullMove});
    }
  }
  return children;
}

bool same_window(const Board& a, const Board& b, Bitboard window, Color seen) {
  for (int t = 0; t < kPieceTypes; ++t) {
    const auto type = static_cast<PieceType>(t);
    if (((a.pieces(seen, type) ^ b.pieces(seen, type)) & window) != 0) {
      return false;
    }
  }
  return true;
}

// Boards in the order in which they came, each once.
class DistinctBoards {
 public:
  void add(const Board& board) {
    const Key key = board.key();
    std::size_t slot = key % kSlots;
    while (used_[slot] && keys_[slot] != key) {
      slot = (slot + 1) % kSlots;
    }
    if (!used_[slot]) {
      used_[slot] = true;
      keys_[slot] = key;
      boards_.push_back(board);
    }
  }
  bool full() const { return boards_.size() == SampledBelief::kMaxBoards; }
  std::vector<Board> take() && { return std::move(boards_); }

 private:
  static constexpr std::size_t kSlots = 4 * SampledBelief::kMaxBoards;

  std::array<Key, kSlots> keys_;
  std::array<bool, kSlots> used_{};
  std::vector<Board> boards_;
};

}  // namespace

Synopsis take_synopsis(SampledBelief& belief, Stage stage) {
  const Synopsis synopsis =
      make_synopsis(belief.boards, belief.side, stage, belief.last, belief.before ? &*belief.before : nullptr);
  if (stage == Stage::kMove) {
    belief.at_request = synopsis;
  }
  return synopsis;
}

void take_sense(SampledBelief& belief, Square center) {
  if (center == kNoSquare) {
    return;
  }
  const Board truth = belief.boards[0];
  std::erase_if(belief.boards,
                [&](const Board& board) { return !same_window(board, truth, window_bb(center), ~belief.side); });
}

Outcome take_own_move(SampledBelief& belief, Move request) {
  const Outcome outcome = resolve(belief.boards[0], request);
  std::vector<Board> kept;
  for (Board& board : belief.boards) {
    if (&board != belief.boards.data() && resolve(board, request) != outcome) {
      continue;
    }
    apply(board, outcome.taken);
    if (kept.empty() || board.king(~belief.side) != kNoSquare) {
      kept.push_back(board);
    }
  }
  belief.boards = std::move(kept);
  belief.last = {.taken = outcome.taken, .own_capture = outcome.captured};
  belief.before = std::exchange(belief.at_request, std::nullopt);
  return outcome;
}

void take_opponent_move(SampledBelief& belief, const Outcome& outcome, Random& random) {
  std::vector<Child> children = children_with_capture(belief.boards, outcome.captured);
  DistinctBoards boards;
  const auto add = [&](const Child& child) {
    Board board = belief.boards[child.parent];
    apply(board, child.taken);
    boards.add(board);
  };
  add({0, outcome.taken});
  for (std::size_t i = 0; i < children.size() && !boards.full(); ++i) {
    std::swap(children[i], children[i + random.below(children.size() - i)]);
    add(children[i]);
  }
  belief.boards = std::move(boards).take();
  belief.last.opponent_capture = outcome.captured;
}

std::optional<Move> certain_king_capture(const SampledBelief& belief) {
  const Board& first = belief.boards[0];
  const Square king = first.king(~belief.side);
  for (Bitboard attackers = king == kNoSquare ? 0 : attackers_of(first, king, belief.side); attackers != 0;) {
    const Square from = pop_lowest(attackers);
    if (std::all_of(belief.boards.begin(), belief.boards.end(), [&](const Board& board) {
          return board.king(~belief.side) == king && contains(attackers_of(board, king, belief.side), from);
        })) {
      return normalized_request(first, {from, king});
    }
  }
  return std::nullopt;
}

}  // namespace lanternfish
