#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <set>

#include "rules/rbc.h"
#include "support/json_line.h"
#include "tests/notation_helpers.h"
#include "tests/support_files.h"

using namespace lanternfish;
using testing::board_of;
using testing::move_of;

namespace {

// What becomes of `request`, as "taken capture" text.
std::string outcome_of(const char* fen, const char* request) {
  const Board board = board_of(fen);
  const Move move = normalized_request(board, move_of(request));
  REQUIRE(may_request(board, board.turn(), move));
  const Outcome outcome = resolve(board, move);
  return format_move(outcome.taken) + " " + format_square(outcome.captured);
}

// Replays answers of the official arbiter; returns how many requests agreed.
int check_oracle(const std::filesystem::path& file) {
  std::ifstream in(file);
  int agreed = 0;
  for (std::string line; std::getline(in, line);) {
    const Json row = parse_json(line).value();
    const Board board = parse_fen(row["fen"].get<std::string>(), Kings::kAtMostOne).value();
    std::set<Move> requestable;
    for (const Move m : requests(board, board.turn())) {
      requestable.insert(m);
    }
    for (const auto& action : row["actions"]) {
      const Move request = normalized_request(board, parse_move(action[0].get<std::string>()).value());
      CAPTURE(line.substr(0, 90));
      CAPTURE(format_move(request));
      REQUIRE(requestable.count(request) == 1);
      const Outcome outcome = resolve(board, request);
      REQUIRE(format_move(outcome.taken) == action[1].get<std::string>());
      REQUIRE(format_square(outcome.captured) == action[2].get<std::string>());
      Board after = board;
      apply(after, outcome.taken);
      REQUIRE(format_fen(after) == action[3].get<std::string>());
      REQUIRE(after.key() == after.recomputed_key());
      ++agreed;
    }
  }
  return agreed;
}

}  // namespace

TEST_CASE("rbc: golden answers of the official arbiter") {
  CHECK(check_oracle(testing::golden("rules_oracle.jsonl")) == 469);
}

TEST_CASE("rbc: every answer of the official arbiter" *
          doctest::skip(!std::filesystem::exists(testing::shared_dir() / "traces/rules_oracle.jsonl"))) {
  CHECK(check_oracle(testing::shared_dir() / "traces/rules_oracle.jsonl") == 55'614);
}

TEST_CASE("rbc: the arbiter lists the same requests, on whole rows" *
          doctest::skip(!std::filesystem::exists(testing::shared_dir() / "traces/rules_oracle.jsonl"))) {
  std::ifstream in(testing::shared_dir() / "traces/rules_oracle.jsonl");
  for (std::string line; std::getline(in, line);) {
    const Json row = parse_json(line).value();
    const Board board = parse_fen(row["fen"].get<std::string>(), Kings::kAtMostOne).value();
    std::set<Move> theirs;  // with bare promotions, which are the queen's
    for (const auto& action : row["actions"]) {
      theirs.insert(normalized_request(board, parse_move(action[0].get<std::string>()).value()));
    }
    const std::vector<Move> ours = requests(board, board.turn());
    REQUIRE(std::set<Move>(ours.begin(), ours.end()) == theirs);
    REQUIRE(ours.size() == theirs.size());
  }
}

TEST_CASE("rbc: own pieces block a request") {
  const Board board = Board::start();
  CHECK_FALSE(may_request(board, kWhite, move_of("a1a3")));
  CHECK_FALSE(may_request(board, kWhite, move_of("e1g1")));
  CHECK(may_request(board, kWhite, move_of("e2d3")));
  CHECK(may_request(board, kWhite, kNullMove));
  CHECK(requests(board, kWhite).size() == 20 + 14 + 1);
}

TEST_CASE("rbc: a slider captures the first enemy on its way, also a king") {
  CHECK(outcome_of("4k3/8/8/8/8/8/4r3/K3Q3 w - - 0 1", "e1e8") == "e1e2 e2");
  CHECK(outcome_of("4k3/8/8/8/8/8/8/K3Q3 w - - 0 1", "e1e8") == "e1e8 e8");
  CHECK(outcome_of("4k2q/8/8/8/8/8/8/Q3K3 b - - 0 1", "h8a1") == "h8a1 a1");
  CHECK(outcome_of("4k2q/6P1/5P2/8/8/8/8/4K3 b - - 0 1", "h8a1") == "h8g7 g7");
}

TEST_CASE("rbc: pawns blocked, diagonal onto nothing, promotion") {
  CHECK(outcome_of("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2e4") == "e2e3 none");
  CHECK(outcome_of("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e4") == "0000 none");
  CHECK(outcome_of("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2d3") == "0000 none");
  CHECK(outcome_of("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8") == "a7a8q none");
  CHECK(outcome_of("1n6/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7b8n") == "a7b8n b8");
}

TEST_CASE("rbc: en passant captures on the pawn's square, even when it exposes the king") {
  CHECK(outcome_of("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6") == "e5d6 d5");
  CHECK(outcome_of("4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1", "e5d6") == "0000 none");
}

TEST_CASE("rbc: two files of a king are castling, and the rook hops over it") {
  const auto move = [](const char* text) { return parse_move(text).value(); };
  CHECK(is_castling(kKing, move("e1g1")));
  CHECK(is_castling(kKing, move("e8c8")));
  CHECK_FALSE(is_castling(kKing, move("e1f2")));
  CHECK_FALSE(is_castling(kKing, kNullMove));
  CHECK_FALSE(is_castling(kRook, move("e1g1")));
  CHECK(rook_hop(move("e1g1")) == move("h1f1"));
  CHECK(rook_hop(move("e1c1")) == move("a1d1"));
  CHECK(rook_hop(move("e8g8")) == move("h8f8"));
  CHECK(rook_hop(move("e8c8")) == move("a8d8"));
}

TEST_CASE("rbc: castling ignores check and fails on any enemy between") {
  CHECK(outcome_of("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "e1g1") == "e1g1 none");
  CHECK(outcome_of("4k3/8/8/8/8/8/8/Rn2K3 w Q - 0 1", "e1c1") == "0000 none");
  Board board = board_of("4k3/8/8/8/8/8/8/Rn2K3 w Q - 3 1");
  apply(board, resolve(board, move_of("e1c1")).taken);
  CHECK(format_fen(board) == "4k3/8/8/8/8/8/8/Rn2K3 b Q - 4 1");
}

TEST_CASE("rbc: a rook captured at home takes its right along") {
  Board board = board_of("4k3/8/8/8/8/8/6n1/R3K2R b KQ - 0 1");
  apply(board, move_of("g2e1"));
  board = board_of("4k3/8/8/8/3b4/8/8/R3K2R b KQ - 0 1");
  apply(board, move_of("d4a1"));
  CHECK(board.castling() == kKingside[kWhite]);
}

TEST_CASE("rbc: the end of a game") {
  Board board = board_of("4k3/8/8/8/8/8/8/K3Q3 w - - 99 60");
  CHECK(game_end(board, 100).reason == WinReason::kNone);
  Board capture = board;
  apply(capture, move_of("e1e8"));
  CHECK(game_end(capture, 100).reason == WinReason::kKingCapture);
  CHECK(game_end(capture, 100).winner == kWhite);
  apply(board, kNullMove);
  CHECK(game_end(board, 100).reason == WinReason::kMoveLimit);
  CHECK_FALSE(game_end(board, 100).winner.has_value());
  CHECK(game_end(board, 0).reason == WinReason::kNone);
}

TEST_CASE("rbc: identity needs a usable en-passant square, not a set one") {
  Board pushed = Board::start();
  apply(pushed, move_of("e2e4"));
  Board same = pushed;
  same.set_ep_square(kNoSquare);
  CHECK(pushed.key() == same.key());
  CHECK(pushed.same_board(same));

  const Board usable = board_of("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
  const Board gone = board_of("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
  CHECK(usable.key() != gone.key());
  CHECK_FALSE(usable.same_board(gone));
  // Pinned, and yet usable: chess forbids the capture, RBC does not.
  CHECK(board_of("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1").usable_ep_square() != kNoSquare);
}

TEST_CASE("rbc: sense shows the window, clipped at the edge") {
  const Board board = Board::start();
  const std::map<const char*, const char*> expected = {
      {"e7", "qkb/ppp/3"}, {"a8", "rn/pp"}, {"d1", "PPP/BQK"}, {"h1", "PP/NR"}, {"a4", "2/2/2"}};
  for (const auto& [square, window] : expected) {
    CHECK(format_window(sense(board, parse_square(square).value())) == window);
  }
  CHECK(sense(board, kNoSquare) == Window{});
}

// Recorded with this program after all 55,614 answers of the arbiter agreed; a change means that the rules changed.
TEST_CASE("rbc: perft over requests") {
  CHECK(perft(Board::start(), 1) == 35);
  CHECK(perft(Board::start(), 2) == 1225);
  const Board busy = board_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  CHECK(perft(Board::start(), 3) == 43750);
  CHECK(perft(busy, 1) == 63);
  CHECK(perft(busy, 2) == 3420);
  CHECK(perft(busy, 3) == 218250);
}
