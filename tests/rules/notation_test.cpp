#include <doctest/doctest.h>

#include <random>

#include "rules/notation.h"
#include "rules/rbc.h"

using namespace lanternfish;

TEST_CASE("notation: text and value are inverse, all squares, moves, windows of a random game") {
  for (Square s = 0; s <= kNoSquare; ++s) {
    CHECK(*parse_square(format_square(s)) == s);
  }
  std::mt19937 random(1);
  for (int game = 0; game < 20; ++game) {
    Board board = Board::start();
    for (int ply = 0; ply < 120 && game_end(board, 100).reason == WinReason::kNone; ++ply) {
      const std::vector<Move> list = requests(board, board.turn());
      for (const Move m : list) {
        REQUIRE(*parse_move(format_move(m)) == m);
      }
      for (Square s = 0; s < 64; ++s) {
        const Window window = sense(board, s);
        REQUIRE(*parse_window(s, format_window(window)) == window);
      }
      const Result<Board> parsed = parse_fen(format_fen(board));
      REQUIRE(parsed);
      REQUIRE(parsed->same_board(board));
      REQUIRE(parsed->key() == board.key());
      REQUIRE(parsed->halfmove_clock() == board.halfmove_clock());
      apply(board, resolve(board, list[random() % list.size()]).taken);
    }
  }
}

TEST_CASE("notation: windows may split digit runs, and their shape comes from the centre") {
  CHECK(*parse_window(28, "111/21/12") == *parse_window(28, "3/3/3"));
  CHECK(format_window(*parse_window(28, "1p1/21/P11")) == "1p1/3/P2");
  CHECK_FALSE(parse_window(28, "3/3"));
  CHECK_FALSE(parse_window(0, "3/3"));
  CHECK_FALSE(parse_window(28, "3/4/3"));
  CHECK_FALSE(parse_window(28, "3/3/2"));
  CHECK_FALSE(parse_window(28, "3/3/pppp"));
  CHECK_FALSE(parse_window(28, "3/3/3/3"));
  CHECK_FALSE(parse_window(28, "3/x2/3"));
}

TEST_CASE("notation: a FEN that no game can reach is refused with its reason") {
  const auto error_of = [](const char* fen) {
    const Result<Board> board = parse_fen(fen);
    return board ? std::string() : board.error();
  };
  CHECK(error_of("8/8/8/8/8/8/8/4K3 w - - 0 1").find("black has 0 kings") != std::string::npos);
  CHECK(error_of("4k3/8/8/8/8/8/8/4KK2 w - - 0 1").find("white has 2 kings") != std::string::npos);
  CHECK(error_of("4k2P/8/8/8/8/8/8/4K3 w - - 0 1").find("pawn") != std::string::npos);
  CHECK(error_of("4k3/8/8/8/8/8/4K3 w - - 0 1").find("7 ranks") != std::string::npos);
  CHECK(error_of("4k3/9/8/8/8/8/8/4K3 w - - 0 1").find("unknown piece '9'") != std::string::npos);
  CHECK(error_of("4k3/8p/8/8/8/8/8/4K3 w - - 0 1").find("rank 7") != std::string::npos);
  CHECK(error_of("4k3/7/8/8/8/8/8/4K3 w - - 0 1").find("rank 7") != std::string::npos);
  CHECK(error_of("4k3/8/8/8/8/8/8/4K3 x - - 0 1").find("side to move") != std::string::npos);
  CHECK(error_of("4k3/8/8/8/8/8/8/4K3 w X - 0 1").find("castling") != std::string::npos);
  CHECK(error_of("4k3/8/8/8/8/8/8/4K3 w - i9 0 1").find("en-passant") != std::string::npos);
  CHECK(error_of("4k3/8/8/8/8/8/8/4K3 w - - x 1").find("halfmove") != std::string::npos);
  CHECK(error_of("4k3/8/8/8/8/8/8/4K3 w").find("fields") != std::string::npos);
}

TEST_CASE("notation: boards that chess forbids are read; rights without pieces are dropped") {
  CHECK(parse_fen("4k3/4K3/8/8/8/8/8/8 w - - 0 1"));
  CHECK(parse_fen("QQQQkQQQ/QQQQQQQQ/8/8/8/8/8/4K3 b - - 0 1"));
  CHECK(format_fen(*parse_fen("4k2r/8/8/8/8/8/8/R3K3 w KQkq e3 5 9")) == "4k2r/8/8/8/8/8/8/R3K3 w Qk - 5 9");
  CHECK(format_fen(*parse_fen("4k3/8/8/8/8/8/8/4K3 w - -")) == "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}
