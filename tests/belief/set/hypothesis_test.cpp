#include "belief/set/hypothesis.h"

#include <doctest/doctest.h>

#include "belief/set/board_hash.h"
#include "tests/notation_helpers.h"
#include "tests/recorded_game.h"

using namespace lanternfish;
using testing::board_of;
using testing::square_of;

namespace {

std::vector<Board> boards_of_games() {
  std::vector<Board> boards;
  for (const char* fen :
       {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 5", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 5", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 5"}) {
    boards.push_back(board_of(fen));
  }
  for (unsigned seed = 1; seed <= 5; ++seed) {
    for (const auto& history : testing::random_game(Board::start(), seed, 60)) {
      boards.insert(boards.end(), history.truth.begin(), history.truth.end());
    }
  }
  return boards;
}

}  // namespace

TEST_CASE("hypothesis: unpacked with the player's own side, it is the board that was packed") {
  for (const Board& board : boards_of_games()) {
    for (const Color me : {kWhite, kBlack}) {
      const Hypothesis h = pack(board, me);
      CAPTURE(format_fen(board));
      REQUIRE(unpack(h, OwnSide(board, me)).same_board(board));
      REQUIRE(h.occupied() == board.pieces(~me));
      REQUIRE(h.weight == 1);
    }
  }
}

TEST_CASE("hypothesis: my pieces, my rights and the clocks are no part of it") {
  const Hypothesis h = pack(board_of("r3k2r/p7/8/8/8/8/P7/R3K2R w KQkq - 0 1"), kWhite);
  CHECK(h.same_board(pack(board_of("r3k2r/p7/8/8/8/8/1P6/R3K3 w kq - 7 30"), kWhite)));
  CHECK_FALSE(h.same_board(pack(board_of("r3k2r/p7/8/8/8/8/P7/R3K2R w KQk - 0 1"), kWhite)));
  CHECK_FALSE(h.same_board(pack(board_of("r3k2r/1p6/8/8/8/8/P7/R3K2R w KQkq - 0 1"), kWhite)));
}

TEST_CASE("hypothesis: an en-passant square counts only where it can be used") {
  const Hypothesis usable = pack(board_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), kWhite);
  CHECK(usable.ep_square == square_of("d6"));
  CHECK_FALSE(usable.same_board(pack(board_of("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"), kWhite)));
  Board unusable = board_of("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1");
  unusable.set_ep_square(square_of("d6"));
  CHECK(pack(unusable, kWhite).ep_square == kNoSquare);
}

TEST_CASE("hypothesis: pieces are put, found and removed by type") {
  Hypothesis h;
  for (int t = 0; t < kPieceTypes; ++t) {
    h.toggle(Bitboard{3} << (8 * t), static_cast<PieceType>(t));
  }
  const MoverView view = opponent_view(h, Bitboard{1} << 63);
  for (int t = 0; t < kPieceTypes; ++t) {
    CHECK(h.of_type(static_cast<PieceType>(t)) == Bitboard{3} << (8 * t));
    CHECK(view.movers[static_cast<std::size_t>(t)] == Bitboard{3} << (8 * t));
  }
  CHECK(view.own == h.occupied());
  CHECK(view.enemy == Bitboard{1} << 63);
  h.toggle(1, kPawn);
  CHECK(h.of_type(kPawn) == 2);
  h.clear(~Bitboard{0});
  CHECK(h.occupied() == 0);
}

TEST_CASE("hypothesis: as four words it is the same, and a weight changes nothing else") {
  for (const Board& board : boards_of_games()) {
    Hypothesis h = pack(board, kBlack);
    h.weight = 0.375F;
    Hypothesis copy;
    store_words(copy, word_of<0>(h), word_of<1>(h), word_of<2>(h), word_of<3>(h));
    REQUIRE(std::memcmp(&copy, &h, sizeof h) == 0);
    store_words(copy, word_of<0>(h), word_of<1>(h), word_of<2>(h), with_weight(word_of<3>(h), 2.5F));
    REQUIRE(copy.weight == 2.5F);
    REQUIRE(copy.same_board(h));
    REQUIRE(hash_of(copy) == hash_of(h));
  }
}

TEST_CASE("board hash: the sum after a piece is put or removed is the sum of that board") {
  std::size_t changed = 0;
  for (const Board& board : boards_of_games()) {
    const Hypothesis h = pack(board, kWhite);
    for (int t = 0; t < kPieceTypes; ++t) {
      const auto type = static_cast<PieceType>(t);
      if (h.of_type(type) == 0) {
        continue;
      }
      const Square from = lowest(h.of_type(type));
      const Square to = lowest(~h.occupied());
      Hypothesis moved = h;
      moved.toggle(bit(from), type);
      const std::uint64_t lifted = board_sums::without(sum_of(h), type, from);
      REQUIRE(lifted == sum_of(moved));
      moved.toggle(bit(to), type);
      REQUIRE(board_sums::with(lifted, type, to) == sum_of(moved));
      REQUIRE(hash_of(moved) != hash_of(h));
      ++changed;
    }
  }
  CHECK(changed > 1000);
}
