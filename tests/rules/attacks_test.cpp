#include "rules/attacks.h"

#include <doctest/doctest.h>

#include <random>
#include <vector>

using namespace lanternfish;

namespace {

struct Step {
  int file, rank;
};

const std::vector<Step> kStraight = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
const std::vector<Step> kDiagonal = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
const std::vector<Step> kAround = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
const std::vector<Step> kJumps = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

// Walks from `from` square by square until the edge, a piece, or `max_steps`; the piece's square is attacked, too.
Bitboard walk(Square from, const std::vector<Step>& steps, Bitboard occupied, int max_steps) {
  Bitboard reached = 0;
  for (const Step step : steps) {
    int file = file_of(from), rank = rank_of(from);
    for (int i = 0; i < max_steps; ++i) {
      file += step.file;
      rank += step.rank;
      if (file < 0 || file > 7 || rank < 0 || rank > 7) {
        break;
      }
      const Square to = make_square(file, rank);
      reached |= bit(to);
      if (contains(occupied, to)) {
        break;
      }
    }
  }
  return reached;
}

// Empty, full, and random boards from sparse to dense.
std::vector<Bitboard> occupancies() {
  std::mt19937_64 random(5);
  std::vector<Bitboard> all = {0, ~Bitboard{0}};
  for (int i = 0; i < 400; ++i) {
    const Bitboard a = random(), b = random(), c = random();
    all.insert(all.end(), {a & b & c, a & b, a, a | b});
  }
  return all;
}

}  // namespace

TEST_CASE("attacks: sliders from every square, against a walk along their lines") {
  for (const Bitboard occupied : occupancies()) {
    for (Square s = 0; s < 64; ++s) {
      CAPTURE(int{s});
      CAPTURE(occupied);
      const Bitboard rook = walk(s, kStraight, occupied, 7), bishop = walk(s, kDiagonal, occupied, 7);
      REQUIRE(rook_attacks(s, occupied) == rook);
      REQUIRE(bishop_attacks(s, occupied) == bishop);
      REQUIRE(queen_attacks(s, occupied) == (rook | bishop));
      REQUIRE(piece_attacks(kRook, s, occupied) == rook);
      REQUIRE(piece_attacks(kBishop, s, occupied) == bishop);
      REQUIRE(piece_attacks(kQueen, s, occupied) == (rook | bishop));
    }
  }
}

TEST_CASE("attacks: knights and kings from every square, whatever stands around") {
  for (Square s = 0; s < 64; ++s) {
    CAPTURE(int{s});
    CHECK(kKnightAttacks[s] == walk(s, kJumps, 0, 1));
    CHECK(kKingAttacks[s] == walk(s, kAround, 0, 1));
    CHECK(piece_attacks(kKnight, s, ~Bitboard{0}) == walk(s, kJumps, 0, 1));
    CHECK(piece_attacks(kKing, s, ~Bitboard{0}) == walk(s, kAround, 0, 1));
    CHECK(piece_attacks(kPawn, s, 0) == 0);
  }
}

TEST_CASE("attacks: pawns of both sides from every square, alone and together") {
  Bitboard white = 0, black = 0;
  for (Square s = 0; s < 64; ++s) {
    CAPTURE(int{s});
    CHECK(pawn_attacks(bit(s), kWhite) == walk(s, {{-1, 1}, {1, 1}}, 0, 1));
    CHECK(pawn_attacks(bit(s), kBlack) == walk(s, {{-1, -1}, {1, -1}}, 0, 1));
    white |= pawn_attacks(bit(s), kWhite);
    black |= pawn_attacks(bit(s), kBlack);
  }
  CHECK(pawn_attacks(~Bitboard{0}, kWhite) == white);
  CHECK(pawn_attacks(~Bitboard{0}, kBlack) == black);
}

TEST_CASE("attacks: the squares between two squares of a line, and none where they share no line") {
  for (Square a = 0; a < 64; ++a) {
    for (Square b = 0; b < 64; ++b) {
      Bitboard expected = 0;
      for (const Step step : kAround) {
        const Bitboard whole = walk(a, {step}, 0, 7);
        if (contains(whole, b)) {
          expected = walk(a, {step}, bit(b), 7) & ~bit(b);
        }
      }
      CAPTURE(int{a});
      CAPTURE(int{b});
      REQUIRE(between(a, b) == expected);
    }
  }
}

TEST_CASE("attacks: windows are clipped at the edge, and 36 of them are whole") {
  int whole = 0;
  for (Square s = 0; s < 64; ++s) {
    CHECK(window_bb(s) == (walk(s, kAround, 0, 1) | bit(s)));
    CHECK(contains(kInnerSquares, s) == (count(window_bb(s)) == 9));
    whole += count(window_bb(s)) == 9 ? 1 : 0;
    bool inside_another = false;
    for (Bitboard inner = kInnerSquares; inner != 0;) {
      inside_another |= (window_bb(s) & ~window_bb(pop_lowest(inner))) == 0;
    }
    CHECK(inside_another);
  }
  CHECK(whole == 36);
}
