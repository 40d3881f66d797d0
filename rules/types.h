#pragma once

// The small vocabulary of the board: colours, squares, pieces, moves.

#include <array>
#include <cstdint>

namespace lanternfish {

enum Color : std::uint8_t { kWhite, kBlack };
constexpr Color operator~(Color c) { return static_cast<Color>(c ^ 1); }

// Order matters: it indexes bitboards, and the packed hypothesis stores type + 1 in three bits.
enum PieceType : std::uint8_t { kPawn, kKnight, kBishop, kRook, kQueen, kKing, kNoPieceType };
constexpr int kPieceTypes = 6;
constexpr std::array<PieceType, 4> kPromotionTypes = {kQueen, kRook, kBishop, kKnight};

struct Piece {
  PieceType type = kNoPieceType;
  Color color = kWhite;

  constexpr bool exists() const { return type != kNoPieceType; }
  friend constexpr bool operator==(Piece a, Piece b) {
    return a.type == b.type && (a.type == kNoPieceType || a.color == b.color);
  }
};

// a1 = 0, b1 = 1, ... h8 = 63; 64 is "no square".
using Square = std::uint8_t;
constexpr Square kNoSquare = 64;

constexpr int file_of(Square s) { return s & 7; }
constexpr int rank_of(Square s) { return s >> 3; }
constexpr Square make_square(int file, int rank) { return static_cast<Square>(rank * 8 + file); }
constexpr Square relative_square(Square s, Color side) { return side == kWhite ? s : static_cast<Square>(s ^ 56); }
constexpr int relative_rank(Square s, Color side) { return rank_of(relative_square(s, side)); }

// Castling rights as a set of bits.
using CastlingRights = std::uint8_t;
constexpr CastlingRights kNoCastling = 0;
constexpr CastlingRights kKingside[2] = {1, 4};
constexpr CastlingRights kQueenside[2] = {2, 8};
constexpr CastlingRights castling_of(Color c) { return kKingside[c] | kQueenside[c]; }
constexpr CastlingRights kAllCastling = 15;

// A move as requested or as taken. The null move is "no move": a pass, or a request that failed.
struct Move {
  Square from = 0;
  Square to = 0;
  PieceType promotion = kNoPieceType;

  constexpr bool is_null() const { return from == to; }
  friend constexpr bool operator==(const Move&, const Move&) = default;
  friend constexpr auto operator<=>(const Move&, const Move&) = default;
};
constexpr Move kNullMove{};

enum class WinReason : std::uint8_t { kNone, kKingCapture, kTimeout, kResign, kTurnLimit, kMoveLimit };

}  // namespace lanternfish
