#include "eval/position_value.h"

#include <algorithm>

#include "rules/attacks.h"

namespace lanternfish {

namespace {

// Middle game and end game in one integer each half: added and negated together, taken apart once at the end.
struct Value {
  int middle = 0;
  int end = 0;

  constexpr Value& operator+=(Value other) {
    middle += other.middle;
    end += other.end;
    return *this;
  }
  friend constexpr Value operator-(Value a, Value b) { return {a.middle - b.middle, a.end - b.end}; }
  friend constexpr Value operator*(Value a, int n) { return {a.middle * n, a.end * n}; }
};

constexpr std::array<Value, kPieceTypes> kMaterial = {{{100, 125}, {320, 300}, {330, 320}, {490, 540}, {950, 980}, {}}};

// 0 at the rim, 3 in the middle.
constexpr int centrality(int file, int rank) {
  const auto from_edge = [](int i) { return i < 4 ? i : 7 - i; };
  return std::min(from_edge(file), from_edge(rank));
}

// Where a piece of White likes to stand. Formulas rather than tables of tuned numbers: nothing here is tuned.
constexpr Value placement(PieceType type, int file, int rank) {
  const int c = centrality(file, rank);
  const bool middle_file = file == 3 || file == 4;
  switch (type) {
    case kPawn:
      return {(middle_file ? 6 * (rank - 1) : 2 * (rank - 1)) + (middle_file && rank >= 3 ? 8 : 0), 9 * (rank - 1)};
    case kKnight: return {-28 + 14 * c + (rank >= 3 && rank <= 5 ? 6 : 0), -20 + 10 * c};
    case kBishop: return {-10 + 7 * c - (rank == 0 ? 6 : 0), -8 + 5 * c};
    case kRook: return {(rank == 6 ? 18 : 0) + (middle_file ? 6 : 0), rank == 6 ? 12 : 0};
    case kQueen: return {-4 + 2 * c, -12 + 7 * c};
    case kKing: return {(rank == 0 ? 0 : -18 * rank) + (file <= 2 || file >= 6 ? 14 : -6), -24 + 14 * c};
    default: return {};
  }
}

constexpr auto make_placement_table() {
  std::array<std::array<std::array<Value, 64>, kPieceTypes>, 2> table{};
  for (int t = 0; t < kPieceTypes; ++t) {
    for (Square s = 0; s < 64; ++s) {
      for (const Color c : {kWhite, kBlack}) {
        const Square relative = relative_square(s, c);
        table[c][t][s] = placement(static_cast<PieceType>(t), file_of(relative), rank_of(relative));
        table[c][t][s] += kMaterial[t];
      }
    }
  }
  return table;
}
constexpr auto kPlacement = make_placement_table();

// Per square a piece reaches, and the reach at which it is worth nothing extra.
constexpr std::array<Value, kPieceTypes> kReach = {{{}, {4, 4}, {4, 4}, {2, 4}, {1, 2}, {}}};
constexpr std::array<int, kPieceTypes> kUsualReach = {0, 4, 6, 6, 12, 0};

// How much a piece that attacks squares round the king adds to the danger, per square.
constexpr std::array<int, kPieceTypes> kKingDanger = {0, 2, 2, 3, 4, 0};
constexpr int kMaxDanger = 60;

constexpr std::array<int, kPieceTypes> kPhase = {0, 1, 1, 2, 4, 0};
constexpr int kFullPhase = 24;
constexpr int kTempo = 12;
constexpr int kShieldPawn = 9;
constexpr std::array<int, 8> kPassedPawn = {0, 5, 8, 15, 30, 55, 95, 0};  // end game, by rank; half in the middle game

struct Side {
  Value value;
  int phase = 0;
  int danger_to_enemy = 0;
};

Side side_value(const Board& board, Color c) {
  Side side;
  const Bitboard own = board.pieces(c);
  const Bitboard occupied = board.occupied();
  const Bitboard ring = kKingAttacks[board.king(~c)];
  const Bitboard guarded = pawn_attacks(board.pieces(~c, kPawn), ~c);
  for (Bitboard b = board.pieces(c, kPawn); b != 0;) {
    side.value += kPlacement[c][kPawn][pop_lowest(b)];
  }
  for (int t = kKnight; t <= kQueen; ++t) {
    const auto type = static_cast<PieceType>(t);
    for (Bitboard b = board.pieces(c, type); b != 0;) {
      const Square s = pop_lowest(b);
      const Bitboard reach = piece_attacks(type, s, occupied);
      side.value += kPlacement[c][t][s];
      side.value += kReach[t] * (count(reach & ~own & ~guarded) - kUsualReach[t]);
      side.danger_to_enemy += kKingDanger[t] * count(reach & ring);
      side.phase += kPhase[t];
    }
  }
  const Square king = board.king(c);
  side.value += kPlacement[c][kKing][king];
  const Bitboard shield = forward(kKingAttacks[king] | bit(king), c) & kKingAttacks[king] & board.pieces(c, kPawn);
  side.value += {kShieldPawn * count(shield), 0};
  for (Bitboard b = passed_pawns(board, c); b != 0;) {
    const int bonus = kPassedPawn[relative_rank(pop_lowest(b), c)];
    side.value += {bonus / 2, bonus};
  }
  return side;
}

}  // namespace

int position_value(const Board& board) {
  const Color us = board.turn();
  const Side mine = side_value(board, us);
  const Side theirs = side_value(board, ~us);
  const int phase = std::min(mine.phase + theirs.phase, kFullPhase);
  const auto danger = [](int n) { return std::min(n, kMaxDanger) * std::min(n, kMaxDanger) / 12; };
  const Value value = mine.value - theirs.value;
  const int middle = value.middle + danger(mine.danger_to_enemy) - danger(theirs.danger_to_enemy);
  return (middle * phase + value.end * (kFullPhase - phase)) / kFullPhase + kTempo;
}

Bitboard passed_pawns(const Board& board, Color side) {
  Bitboard enemy = board.pieces(~side, kPawn);
  enemy |= pawn_attacks(enemy, ~side);
  // Everything in front of the enemy pawns, and of the squares they attack, as they see it; their own file included.
  Bitboard stopped = enemy | forward(enemy, ~side);
  stopped |= side == kWhite ? stopped >> 16 : stopped << 16;
  stopped |= side == kWhite ? stopped >> 32 : stopped << 32;
  return board.pieces(side, kPawn) & ~stopped;
}

}  // namespace lanternfish
