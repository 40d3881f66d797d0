#pragma once

// The children of one board by every move the opponent may have made on it, sorted by capture square.

#include "belief/opponent/move_model.h"
#include "belief/set/board_set_builder.h"

namespace lanternfish {

// Which children are wanted, and in which group of a SetBuilder: by capture square, kNoSquare included.
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

  // All taken moves equally likely: each child gets an equal part of the parent's weight.
  void append(const Hypothesis& parent, ChildSink& sink) const;
  // Each as likely as `opponent` says.
  void append(const Hypothesis& parent, MoveProbabilities& opponent, ChildSink& sink) const;
  // Each as likely as `taken` says, which has the taken moves of `parent`.
  void append(const Hypothesis& parent, std::span<const TakenMove> taken, ChildSink& sink) const;
  // Adds the number of children of `parent` by capture square.
  void count_children(const Hypothesis& parent, std::array<std::size_t, 65>& children) const;

 private:
  struct Moves;

  void find_moves(const Hypothesis& parent, Moves& moves) const;
  // `sum` is that of `base`.
  void move_pawns(const Hypothesis& base, std::uint64_t sum, const Hypothesis& parent, const Moves& moves,
                  ChildSink& sink) const;
  void step_pawns(const Hypothesis& base, std::uint64_t sum, Bitboard targets, int offset, ChildSink& sink) const;
  void castle(const Hypothesis& base, const Moves& moves, ChildSink& sink) const;
  Hypothesis child_of(const Hypothesis& parent, PieceType type, Move move) const;
  Square ep_square_after(Square passed) const {
    return (pawn_attacks(bit(passed), opponent_) & my_pawns_) != 0 ? passed : kNoSquare;
  }
  // put(square, group) for each target whose capture square is wanted.
  template <typename Put>
  void for_each_wanted(Bitboard targets, ChildSink& sink, Put&& put) const;

  Color opponent_;
  CaptureGroups groups_;
  Bitboard mine_;
  Bitboard my_pawns_;
  Bitboard wanted_captures_ = 0;
};

}  // namespace lanternfish
