#pragma once

// One board a player holds possible, packed: only what that player does not know for certain.
//
// Own pieces, own castling rights and the side to move are common to all boards of a belief and live in OwnSide.
// Halfmove clock and move number are lost: they differ between boards and are no part of their identity.

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "game/own_side.h"
#include "rules/board.h"
#include "rules/movegen.h"

namespace lanternfish {

struct Hypothesis {
  // Plane k holds bit k of (piece type + 1) of the opponent's piece on each square; 0 in all three is no piece.
  std::array<Bitboard, 3> planes{};
  float weight = 1;                       // a probability up to a factor common to the set; never 0
  CastlingRights castling = kNoCastling;  // the opponent's
  Square ep_square = kNoSquare;           // only where the side to move can use it
  std::uint16_t spare = 0;

  Bitboard occupied() const { return planes[0] | planes[1] | planes[2]; }
  Bitboard of_type(PieceType type) const {
    const int code = type + 1;
    return (code & 1 ? planes[0] : ~planes[0]) & (code & 2 ? planes[1] : ~planes[1]) &
           (code & 4 ? planes[2] : ~planes[2]);
  }
  // Puts a piece on an empty square or takes that piece off.
  void toggle(Bitboard squares, PieceType type) {
    const int code = type + 1;
    for (int k = 0; k < 3; ++k) {
      planes[k] ^= code >> k & 1 ? squares : 0;
    }
  }
  void clear(Bitboard squares) {
    for (Bitboard& plane : planes) {
      plane &= ~squares;
    }
  }
  bool same_board(const Hypothesis& other) const {
    return ((planes[0] ^ other.planes[0]) | (planes[1] ^ other.planes[1]) | (planes[2] ^ other.planes[2])) == 0 &&
           castling == other.castling && ep_square == other.ep_square;
  }
};

static_assert(std::is_trivially_copyable_v<Hypothesis> && sizeof(Hypothesis) == 32);

// The same as four words, for code that copies and compares boards by the million: the planes, then weight, castling
// and the rest in the order of the members. One word at a time, because compilers make a detour of arrays of them.
template <int index>
inline std::uint64_t word_of(const Hypothesis& h) {
  std::uint64_t word;
  std::memcpy(&word, reinterpret_cast<const std::byte*>(&h) + index * sizeof word, sizeof word);
  return word;
}
inline void store_words(Hypothesis& h, std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
  auto* const to = reinterpret_cast<std::byte*>(&h);
  std::memcpy(to, &a, sizeof a);
  std::memcpy(to + 8, &b, sizeof b);
  std::memcpy(to + 16, &c, sizeof c);
  std::memcpy(to + 24, &d, sizeof d);
}
// What of the last word is no part of a board's identity.
constexpr std::uint64_t kWeightMask =
    std::endian::native == std::endian::little ? 0x00000000ffffffff : 0xffffffff00000000;
inline std::uint64_t with_weight(std::uint64_t rest, float weight) {
  const std::uint64_t bits = std::bit_cast<std::uint32_t>(weight);
  return (rest & ~kWeightMask) | (std::endian::native == std::endian::little ? bits : bits << 32);
}

Hypothesis pack(const Board& board, Color me);
Board unpack(const Hypothesis& h, const OwnSide& own);

// The opponent's view, for generating what they may have done.
inline MoverView opponent_view(const Hypothesis& h, Bitboard my_pieces) {
  const auto& [p0, p1, p2] = h.planes;
  MoverView view;
  view.movers = {p0 & ~p1 & ~p2, p1 & ~p0 & ~p2, p0 & p1, p2 & ~p0 & ~p1, p0 & p2, p1 & p2};
  view.own = h.occupied();
  view.enemy = my_pieces;
  view.castling = h.castling;
  view.ep_square = h.ep_square;
  return view;
}

}  // namespace lanternfish
