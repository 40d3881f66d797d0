#pragma once

// One board that a player holds possible, packed into 32 bytes.
//
// Only what the player does not know for certain is stored. My pieces, my castling rights and the side to move are the
// same on all boards of a belief; OwnSide has them. The halfmove clock is lost; it is no part of a board's identity.

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
  float weight = 1;                       // the probability, times a factor common to the set; above 0
  CastlingRights castling = kNoCastling;  // the opponent's
  Square ep_square = kNoSquare;           // none where the side to move cannot capture en passant
  std::uint16_t spare = 0;

  Bitboard occupied() const { return planes[0] | planes[1] | planes[2]; }
  Bitboard of_type(PieceType type) const {
    const int code = type + 1;
    return (code & 1 ? planes[0] : ~planes[0]) & (code & 2 ? planes[1] : ~planes[1]) &
           (code & 4 ? planes[2] : ~planes[2]);
  }
  // Puts pieces of `type` on empty squares, or removes such pieces.
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

// A hypothesis as four words of 64 bits, for code that copies and compares boards by the million: words 0 to 2 are the
// planes; word 3 has weight, castling rights and the rest in the order of the members. Functions for single words,
// because compilers put arrays of words on the stack.
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
// The bits of word 3 that are no part of a board's identity.
constexpr std::uint64_t kWeightMask =
    std::endian::native == std::endian::little ? 0x00000000ffffffff : 0xffffffff00000000;
inline std::uint64_t with_weight(std::uint64_t rest, float weight) {
  const std::uint64_t bits = std::bit_cast<std::uint32_t>(weight);
  return (rest & ~kWeightMask) | (std::endian::native == std::endian::little ? bits : bits << 32);
}

// `board` as a hypothesis of player `me`, with weight 1.
Hypothesis pack(const Board& board, Color me);
// The whole board. Move number from `own`.
Board unpack(const Hypothesis& h, const OwnSide& own);

// The opponent's view of the board, for the generation of its moves.
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
