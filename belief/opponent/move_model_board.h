#pragma once

// One board as the move model sees it: attack maps of both sides, computed once and used for every taken move.
//
// The mover is the player whose move is not seen; the observer is the player who holds the belief. All features are
// computed on the whole board. The mover does not see the whole board, but the features still predict its moves.

#include <array>
#include <span>

#include "belief/opponent/taken_moves.h"

namespace lanternfish {

// What the observer knows for certain before one unseen move: the same on all boards of the belief.
struct MoveSituation {
  Color mover = kWhite;
  std::array<Bitboard, kPieceTypes> observer{};  // the observer's pieces by type
  int fullmove_number = 1;
  Square observer_to = kNoSquare;     // target of the observer's last taken move; none for the null move
  bool observer_captured = false;     // that move was a capture; the mover was told the square
  Square mover_captured = kNoSquare;  // capture square of the mover's previous move
};

// `board` has the observer's pieces (others are ignored) and the move number, after the observer's move. Sets mover,
// observer and fullmove_number.
MoveSituation situation_before(const Board& board, Color observer);

constexpr int kGamePhases = 5;
// The phases that a board can be in at this move number.
std::span<const int> phases_at(int fullmove_number);

// What the observer's pieces alone say: the same for all boards of a situation.
struct ObserverMap {
  explicit ObserverMap(const MoveSituation& at);

  Bitboard pawn_attacks = 0;
  Bitboard knight_attacks = 0;
  Bitboard king_attacks = 0;
  std::array<PieceType, 64> victims{};  // by square: the piece there; a king where there is none
  // The first index of MoverBoard::threatens: the pieces that are threatened, and the squares from which pawns, knights
  // and the king threaten them.
  std::array<Bitboard, 4> targets{};
  std::array<std::array<Bitboard, kPieceTypes>, 4> steppers{};
};

struct MoverBoard {
  // Keeps references to the first two arguments. `map` is that of the situation, `moves` are the moves of the view; who
  // looks at few boards leaves them out.
  MoverBoard(const MoverView& mover_view, const MoveSituation& at, const ObserverMap& map, const TakenMoves& moves);
  MoverBoard(const MoverView& mover_view, const MoveSituation& at)
      : MoverBoard(mover_view, at, ObserverMap(at), TakenMoves(mover_view, at.mover)) {}

  // How the observer attacks a mover's piece of `type` on `s`. 0: not at all; 1: only by pieces of equal or higher
  // value; 2: also by a lesser piece; 3: also by a pawn.
  int attacked(Square s, PieceType type) const {
    return static_cast<int>((observer_attacks >> s & 1) + (by_less[type] >> s & 1) + (observer_pawn_attacks >> s & 1));
  }
  // The type of the observer's piece on `s`; a king where there is none.
  PieceType victim_at(Square s) const;

  const MoverView& view;
  const MoveSituation& situation;
  Bitboard occupied;
  int phase = 0;

  // Squares the observer attacks. The observer's sliders see through the mover's king.
  Bitboard observer_attacks = 0;
  Bitboard observer_pawn_attacks = 0;
  std::array<Bitboard, kPieceTypes> by_less{};  // [type]: by pieces worth less than `type`

  Bitboard defended_once = 0;   // squares attacked by at least one of the mover's pieces
  Bitboard defended_twice = 0;  // by at least two

  // [target][type]: squares from which a mover's piece of `type` attacks the observer's king (0), queens (1), rooks
  // (2), minor pieces without a pawn's or knight's guard (3).
  std::array<std::array<Bitboard, kPieceTypes>, 4> threatens{};

  Square mover_king = kNoSquare;
  Square observer_king = kNoSquare;
  Bitboard pinned = 0;               // the mover's pieces pinned to the king
  Bitboard pin_lines = 0;            // one set of squares for all pins
  Bitboard evasions = ~Bitboard{0};  // targets on which a piece other than the king ends a check
  bool in_check = false;

  Bitboard hanging = 0;  // the mover's pieces that are attacked and not defended, or attacked by a lesser piece
  Bitboard hanging_attackers = 0;                      // the observer's pieces that attack them
  std::array<Bitboard, kPieceTypes> covers_hanging{};  // [type]: squares from which `type` defends them

 private:
  void add_observer_attacks(const ObserverMap& map);
  void add_mover_attacks(const TakenMoves& moves);
  void add_threats(const ObserverMap& map);
  void add_king_lines();
  void add_hanging();
};

// The number of the mover's requests that lead to this taken move. A slider's requests for squares beyond a capture
// lead to the capture; a blocked double step leads to the single step.
int requests_for(const MoverBoard& board, PieceType type, Move move, Square captured);
// The number of requests that lead to the null move, the pass included.
int requests_for_null(const MoverBoard& board);

}  // namespace lanternfish
