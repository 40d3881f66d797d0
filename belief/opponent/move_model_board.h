#pragma once

// One board as the move model looks at it: attack maps of both sides, made once and asked for every taken move.
//
// The mover is the player whose move is not seen, the observer the one who holds the belief. Everything is computed on
// the board as it is: the mover knows less, but what a board shows still predicts what is played on it.

#include <array>
#include <span>

#include "rules/movegen.h"

namespace lanternfish {

// What is common to all boards of a belief before one unseen move, and known for certain.
struct MoveSituation {
  Color mover = kWhite;
  std::array<Bitboard, kPieceTypes> observer{};  // the observer's pieces by type
  int fullmove_number = 1;
  Square observer_to = kNoSquare;     // where the observer's last move ended; none: no move, or it came to nothing
  bool observer_captured = false;     // that move captured something: the mover was told where
  Square mover_captured = kNoSquare;  // where the mover's previous move captured
};

// `observer` has at least the pieces and the move number of the observer, who has just moved.
MoveSituation situation_before(const Board& observer_pieces, Color observer);

constexpr int kGamePhases = 5;
// The phases that boards may be in at that move.
std::span<const int> phases_at(int fullmove_number);

struct MoverBoard {
  MoverBoard(const MoverView& mover_view, const MoveSituation& at);

  // How `s` is attacked by the observer, seen by a piece of that type: 0 not, 1 by its like or better, more: by less.
  int attacked(Square s, PieceType type) const {
    return static_cast<int>((observer_attacks >> s & 1) + (by_less[type] >> s & 1) + (observer_pawn_attacks >> s & 1));
  }
  PieceType victim_at(Square s) const;

  const MoverView& view;
  const MoveSituation& situation;
  Bitboard occupied;
  int phase = 0;

  // Attacked by the observer, whose sliders see through the mover's king.
  Bitboard observer_attacks = 0;
  Bitboard observer_pawn_attacks = 0;
  std::array<Bitboard, kPieceTypes> by_less{};  // by pieces worth less than the type

  Bitboard defended_once = 0;  // attacked by at least one, at least two of the mover's pieces
  Bitboard defended_twice = 0;

  // By type: squares from which a piece of the mover attacks the observer's king, queens, rooks, loose minor pieces.
  std::array<std::array<Bitboard, kPieceTypes>, 4> threatens{};

  Square mover_king = kNoSquare;
  Square observer_king = kNoSquare;
  Bitboard pinned = 0;
  Bitboard pin_lines = 0;
  Bitboard evasions = ~Bitboard{0};  // where a piece other than the king ends a check
  bool in_check = false;

  Bitboard hanging = 0;            // the mover's pieces that stand to be lost
  Bitboard hanging_attackers = 0;  // the observer's pieces that attack them
  std::array<Bitboard, kPieceTypes> covers_hanging{};

 private:
  void add_observer_attacks();
  void add_mover_attacks();
  void add_threats();
  void add_king_lines();
  void add_hanging();
};

// How many of the mover's requests come to this taken move: a slider's capture is also what longer slides come to, and
// so is a single step for a blocked double step.
int requests_for(const MoverBoard& board, PieceType type, Move move, Square captured);
// How many requests come to nothing, the pass included.
int requests_for_null(const MoverBoard& board);

}  // namespace lanternfish
