#include "belief/expand.h"

#include <algorithm>

#include "belief/board_set_builder.h"

namespace lanternfish {

namespace {

constexpr std::size_t kParentsPerRun = 128;
constexpr std::size_t kSamples = 64;
constexpr double kDistinctShare = 0.6;  // of the children of large sets; only sizes tables

// Makes the children of single parents. Holds what is common to them.
class ChildMaker {
 public:
  ChildMaker(const OwnSide& own, Square captured)
      : opponent_(~own.me()),
        captured_(captured),
        mine_(own.occupied()),
        my_pawns_(own.pieces().pieces(own.me(), kPawn)) {}

  void append(const Hypothesis& parent, MoveProbabilities& opponent, std::vector<Hypothesis>& out) const {
    for (const TakenMove& taken : opponent.of(opponent_view(parent, mine_))) {
      if (taken.captured == captured_) {
        out.push_back(child_of(parent, taken.type, taken.move));
        out.back().weight = std::max(parent.weight * taken.probability, kLeastWeight);
      }
    }
  }

  // The same where all taken moves are equally likely.
  void append(const Hypothesis& parent, std::vector<Hypothesis>& out) const {
    const std::size_t begin = out.size();
    int moves = 1;  // the null move
    if (captured_ == kNoSquare) {
      Hypothesis child = parent;
      child.ep_square = kNoSquare;
      out.push_back(child);
    }
    for_each_taken_move(opponent_view(parent, mine_), opponent_, [&](PieceType type, Move move, Square captured) {
      ++moves;
      if (captured == captured_) {
        out.push_back(child_of(parent, type, move));
      }
    });
    const float share = 1.0F / static_cast<float>(moves);
    for (std::size_t i = begin; i < out.size(); ++i) {
      out[i].weight = std::max(out[i].weight * share, kLeastWeight);
    }
  }

 private:
  Hypothesis child_of(const Hypothesis& parent, PieceType type, Move move) const {
    Hypothesis child = parent;
    child.ep_square = kNoSquare;
    if (type == kNoPieceType) {
      return child;
    }
    if (move.promotion != kNoPieceType) {
      child.toggle(bit(move.from), type);
      child.toggle(bit(move.to), move.promotion);
      return child;
    }
    child.toggle(bit(move.from) | bit(move.to), type);
    if (type == kPawn) {
      if ((move.from ^ move.to) == 16) {  // a double step: two ranks apart on one file
        const Square passed = forward(move.from, opponent_);
        if ((pawn_attacks(bit(passed), opponent_) & my_pawns_) != 0) {
          child.ep_square = passed;
        }
      }
    } else if (parent.castling != kNoCastling) {
      child.castling &= castling_kept_by(move.from);
      if (type == kKing && move.to == move.from + 2) {
        child.toggle(bit(static_cast<Square>(move.from + 3)) | bit(static_cast<Square>(move.from + 1)), kRook);
      } else if (type == kKing && move.to + 2 == move.from) {
        child.toggle(bit(static_cast<Square>(move.from - 4)) | bit(static_cast<Square>(move.from - 1)), kRook);
      }
    }
    return child;
  }

  Color opponent_;
  Square captured_;
  Bitboard mine_;
  Bitboard my_pawns_;
};

}  // namespace

std::size_t estimate_children(const BoardSet& parents, const OwnSide& own, Square captured) {
  const ChildMaker maker(own, captured);
  const std::size_t size = parents.size();
  const std::size_t stride = std::max<std::size_t>(1, size / kSamples);
  std::vector<Hypothesis> children;
  std::size_t index = 0;
  std::size_t sampled = 0;
  parents.for_each([&](const Hypothesis& parent) {
    if (index++ % stride == 0) {
      maker.append(parent, children);
      ++sampled;
    }
  });
  return sampled == 0 ? 0 : children.size() * size / sampled;
}

BoardSet expand(const BoardSet& parents, const OwnSide& own, Square captured, ThreadPool& threads,
                const ExpandLimits& limits, const MoveContext& moves) {
  const ChildMaker maker(own, captured);
  const std::size_t children = estimate_children(parents, own, captured);
  const auto runs = runs_of(parents, kParentsPerRun);
  const std::size_t waves = children / limits.children_at_once + 1;
  const std::size_t runs_at_once = std::max<std::size_t>(1, (runs.size() + waves - 1) / waves);
  const auto expected = static_cast<std::size_t>(kDistinctShare * static_cast<double>(children));
  return build_set(runs, expected, runs_at_once, threads, [&](BoardRun run, std::vector<Hypothesis>& out) {
    if (moves.model.kind == MoveModelKind::kUniform) {
      for (const Hypothesis& parent : run) {
        maker.append(parent, out);
      }
      return;
    }
    MoveProbabilities opponent(moves.model, moves.situation);
    for (const Hypothesis& parent : run) {
      maker.append(parent, opponent, out);
    }
  });
}

}  // namespace lanternfish
