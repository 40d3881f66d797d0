#pragma once

// The squares that pieces attack. Sliders use the obstruction difference on the four lines through a square
// (chessprogramming.org, "Obstruction Difference"): 8 KB of tables, no work at start-up, and the same instructions on
// every processor.

#include <array>

#include "rules/bitboard.h"

namespace lanternfish {

namespace detail {

constexpr Bitboard step(Square s, int file_step, int rank_step) {
  const int f = file_of(s) + file_step;
  const int r = rank_of(s) + rank_step;
  return f >= 0 && f < 8 && r >= 0 && r < 8 ? bit(make_square(f, r)) : 0;
}

template <std::size_t N>
constexpr std::array<Bitboard, 64> leaper_table(const int (&steps)[N][2]) {
  std::array<Bitboard, 64> table{};
  for (Square s = 0; s < 64; ++s) {
    for (const auto& d : steps) {
      table[s] |= step(s, d[0], d[1]);
    }
  }
  return table;
}

constexpr int kKnightSteps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
constexpr int kKingSteps[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

// A line through a square, split into the squares below and above it.
struct Line {
  Bitboard lower = 0;
  Bitboard upper = 0;
};

enum LineKind { kFileLine, kRankLine, kDiagonal, kAntiDiagonal };

constexpr std::array<std::array<Line, 4>, 64> line_table() {
  constexpr int kDirections[4][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};
  std::array<std::array<Line, 4>, 64> table{};
  for (Square s = 0; s < 64; ++s) {
    for (int k = 0; k < 4; ++k) {
      for (int i = 1; i < 8; ++i) {
        table[s][k].upper |= step(s, kDirections[k][0] * i, kDirections[k][1] * i);
        table[s][k].lower |= step(s, -kDirections[k][0] * i, -kDirections[k][1] * i);
      }
    }
  }
  return table;
}

inline constexpr auto kLines = line_table();

// From the nearest blocker below the square to the nearest one above, both included, without the square.
constexpr Bitboard line_attacks(const Line& line, Bitboard occupied) {
  const Bitboard lower = line.lower & occupied;
  const Bitboard upper = line.upper & occupied;
  const Bitboard from_highest_lower = ~Bitboard{0} << (63 - std::countl_zero(lower | 1));
  const Bitboard lowest_upper = upper & (~upper + 1);
  return (2 * lowest_upper + from_highest_lower) & (line.lower | line.upper);
}

constexpr std::array<std::array<Bitboard, 64>, 64> between_table() {
  constexpr int kDirections[8][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}, {0, -1}, {-1, 0}, {-1, -1}, {1, -1}};
  std::array<std::array<Bitboard, 64>, 64> table{};
  for (Square s = 0; s < 64; ++s) {
    for (const auto& d : kDirections) {
      Bitboard path = 0;
      for (int i = 1; i < 8; ++i) {
        const Bitboard target = step(s, d[0] * i, d[1] * i);
        if (target == 0) {
          break;
        }
        table[s][lowest(target)] = path;
        path |= target;
      }
    }
  }
  return table;
}

inline constexpr auto kBetween = between_table();

}  // namespace detail

inline constexpr std::array<Bitboard, 64> kKnightAttacks = detail::leaper_table(detail::kKnightSteps);
inline constexpr std::array<Bitboard, 64> kKingAttacks = detail::leaper_table(detail::kKingSteps);

constexpr Bitboard bishop_attacks(Square s, Bitboard occupied) {
  const auto& lines = detail::kLines[s];
  return detail::line_attacks(lines[detail::kDiagonal], occupied) |
         detail::line_attacks(lines[detail::kAntiDiagonal], occupied);
}

constexpr Bitboard rook_attacks(Square s, Bitboard occupied) {
  const auto& lines = detail::kLines[s];
  return detail::line_attacks(lines[detail::kFileLine], occupied) |
         detail::line_attacks(lines[detail::kRankLine], occupied);
}

constexpr Bitboard queen_attacks(Square s, Bitboard occupied) {
  return bishop_attacks(s, occupied) | rook_attacks(s, occupied);
}

// The squares that a piece on `s` attacks. Empty for pawns, whose attacks depend on their colour: see pawn_attacks.
constexpr Bitboard piece_attacks(PieceType type, Square s, Bitboard occupied) {
  switch (type) {
    case kKnight: return kKnightAttacks[s];
    case kBishop: return bishop_attacks(s, occupied);
    case kRook: return rook_attacks(s, occupied);
    case kQueen: return queen_attacks(s, occupied);
    case kKing: return kKingAttacks[s];
    default: return 0;
  }
}

// The squares strictly between two squares of one line. Empty when the two squares share no line.
constexpr Bitboard between(Square a, Square b) { return detail::kBetween[a][b]; }

// The squares of the 3x3 window centred on `center`, clipped at the edge.
constexpr Bitboard window_bb(Square center) { return kKingAttacks[center] | bit(center); }

// The 36 centres whose windows are not clipped. Every clipped window lies inside one of these.
inline constexpr Bitboard kInnerSquares = ~(kFileA | kFileH | rank_bb(0) | rank_bb(7));

}  // namespace lanternfish
