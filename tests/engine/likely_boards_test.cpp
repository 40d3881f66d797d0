#include "engine/likely_boards.h"

#include <doctest/doctest.h>

#include "tests/notation_helpers.h"

using namespace lanternfish;
using namespace lanternfish::testing;

TEST_CASE("likely boards: the likeliest come first, with their probabilities and the clock that they are given") {
  ThreadPool threads(1);
  Belief belief(Board::start(), kBlack, {}, threads, MoveModelKind::kFitted);
  REQUIRE(belief.observe(OpponentMoved{}).ok());
  Random random(1, 1, 1);
  const auto all = likely_boards(belief, 4, 1'000, random);
  REQUIRE(all.size() == belief.boards().size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(all[i].probability == doctest::Approx(belief.probability(all[i].board)));
    CHECK(all[i].board.halfmove_clock() == 4);
    CHECK((i == 0 || all[i - 1].probability >= all[i].probability));
  }
  const auto few = likely_boards(belief, 4, 5, random);
  REQUIRE(few.size() == 5);
  for (std::size_t i = 0; i < few.size(); ++i) {
    CHECK(few[i].probability == all[i].probability);
  }
}

TEST_CASE("likely boards: which of equally likely ones come is left to chance") {
  ThreadPool threads(1);
  Belief belief(Board::start(), kBlack, {}, threads, MoveModelKind::kUniform);
  REQUIRE(belief.observe(OpponentMoved{}).ok());
  std::array<int, 64> found{};  // by the square that a pawn or knight left
  for (int turn = 0; turn < 200; ++turn) {
    Random random(1, turn, 1);
    for (const LikelyBoard& likely : likely_boards(belief, 0, 2, random)) {
      const Bitboard left = Board::start().pieces(kWhite) & ~likely.board.pieces(kWhite);
      found[left == 0 ? 63 : lowest(left)] += 1;
    }
  }
  // Of 21 boards two come for each of a2-h2, four for the knights, and one for the pass.
  for (Square s = 8; s < 16; ++s) {
    CHECK(found[s] > 15);
  }
  CHECK(found[63] > 3);
}
