#pragma once

// Makes the children of a board: the boards after each taken move that the opponent may have made. Each child goes to
// the group of its capture square.

#include "belief/opponent/move_model.h"
#include "belief/opponent/move_weigher.h"
#include "belief/set/board_set_builder.h"

namespace lanternfish {

// Which capture squares are wanted, and the SetBuilder's group of each. kNoSquare stands for no capture.
struct CaptureGroups {
  static constexpr std::uint8_t kUnwanted = 255;
  std::array<std::uint8_t, 65> group;

  CaptureGroups() { group.fill(kUnwanted); }
  void want(Square captured, std::size_t as_group) { group[captured] = static_cast<std::uint8_t>(as_group); }
  bool wants(Square captured) const { return group[captured] != kUnwanted; }
};

class ChildMaker {
 public:
  // `own` is my side before the move.
  ChildMaker(const OwnSide& own, const CaptureGroups& groups);

  // Adds the wanted children of `parent` to `sink`. All taken moves, wanted or not, share the parent's weight equally.
  void append(const Hypothesis& parent, ChildSink& sink) const;
  // The same, but `opponent` says how much of it each taken move gets.
  void append(const Hypothesis& parent, MoveWeigher& opponent, ChildSink& sink) const;
  // The same, but each taken move gets the share that `taken` says. `taken` has all taken moves of `parent`.
  void append(const Hypothesis& parent, std::span<const TakenMove> taken, ChildSink& sink) const;
  // Adds the number of children of `parent` to `children`, by capture square.
  void count_children(const Hypothesis& parent, std::array<std::size_t, 65>& children) const;

 private:
  // The functions below take children's weights from `weights`, in the order of TakenMoves: see EqualWeights.
  // `base` is the parent with no en-passant square; `sum` is sum_of(base).
  template <typename Weights>
  void append_all(const Hypothesis& parent, const TakenMoves& moves, Weights weights, ChildSink& sink) const;
  template <typename Weights>
  void move_pawns(const Hypothesis& base, std::uint64_t sum, const Hypothesis& parent, const TakenMoves& moves,
                  Weights& weights, ChildSink& sink) const;
  template <typename Weights>
  void step_pawns(const Hypothesis& base, std::uint64_t sum, Bitboard targets, int offset, Weights& weights,
                  ChildSink& sink) const;
  template <typename Weights>
  void castle(const Hypothesis& base, const TakenMoves& moves, Weights& weights, ChildSink& sink) const;
  Hypothesis child_of(const Hypothesis& parent, PieceType type, Move move) const;
  Square ep_square_after(Square passed) const {
    return (pawn_attacks(bit(passed), opponent_) & my_pawns_) != 0 ? passed : kNoSquare;
  }
  // Calls put(square, group, run, i) for each of `targets` that is a wanted move: a capture on a wanted square, or no
  // capture. Each target has `each` weights; run[i] is the first of them.
  template <typename Weights, typename Put>
  void for_each_wanted(Bitboard targets, int each, Weights& weights, ChildSink& sink, Put&& put) const;

  Color opponent_;
  CaptureGroups groups_;
  Bitboard mine_;
  Bitboard my_pawns_;
  Bitboard wanted_captures_ = 0;
};

}  // namespace lanternfish
