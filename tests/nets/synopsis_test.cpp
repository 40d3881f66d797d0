#include "nets/synopsis.h"

#include <doctest/doctest.h>

#include <map>

#include "nets/move_code.h"
#include "rules/notation.h"
#include "tests/eval/boards.h"
#include "tests/nets/mirror.h"
#include "tests/nets/slow_synopsis.h"
#include "tests/recorded_game.h"
#include "tests/support_files.h"

using namespace lanternfish;
using testing::mirrored;
using testing::SlowSynopsis;

namespace {

// Up to `limit` boards that `me`, about to act, could not tell from the true one by the last notice: all moves of the
// opponent from the board before that capture the same.
std::vector<Board> boards_after(const Board& before, Move taken, Square captured, std::size_t limit) {
  std::vector<Board> boards;
  Board truth = before;
  apply(truth, taken);
  boards.push_back(truth);
  for (const Move request : requests(before, before.turn())) {
    const Outcome outcome = resolve(before, request);
    Board board = before;
    apply(board, outcome.taken);
    if (outcome.captured == captured && boards.size() < limit && !board.same_board(truth)) {
      boards.push_back(board);
    }
  }
  return boards;
}

struct Example {
  std::vector<Board> boards;
  Color me = kWhite;
  LastEvents last;
};

// The sets of boards of both players at each own turn of a game of plies (request).
std::vector<Example> examples(const std::vector<Move>& requests_made, std::size_t limit) {
  std::vector<Example> list;
  std::array<LastEvents, 2> last;
  Board board = Board::start();
  for (const Move request : requests_made) {
    const Color mover = board.turn();
    const Outcome outcome = resolve(board, normalized_request(board, request));
    Board next = board;
    apply(next, outcome.taken);
    if (next.king(kWhite) == kNoSquare || next.king(kBlack) == kNoSquare) {
      break;
    }
    last[mover].taken = outcome.taken;
    last[mover].own_capture = outcome.captured;
    last[~mover].opponent_capture = outcome.captured;
    list.push_back({boards_after(board, outcome.taken, outcome.captured, limit), ~mover, last[~mover]});
    board = next;
  }
  return list;
}

std::vector<Move> random_requests(unsigned seed, int plies) {
  std::mt19937 random(seed);
  std::vector<Move> made;
  Board board = Board::start();
  for (int i = 0; i < plies && board.king(kWhite) != kNoSquare && board.king(kBlack) != kNoSquare; ++i) {
    const auto list = requests(board, board.turn());
    made.push_back(list[random() % list.size()]);
    apply(board, resolve(board, made.back()).taken);
  }
  return made;
}

// Each plane's squares are among those of the other: what is definite is possible, what is twice is once.
const std::vector<std::pair<std::size_t, std::size_t>> kWithin = {
    {18, 25}, {19, 26}, {20, 27}, {21, 28}, {22, 29}, {23, 30}, {24, 31}, {36, 37}, {37, 38}, {39, 40},
    {40, 41}, {42, 43}, {45, 46}, {47, 48}, {51, 52}, {53, 54}, {55, 56}, {57, 58}, {59, 60}, {61, 62},
    {71, 72}, {74, 75}, {77, 78}, {82, 81}, {83, 82}, {39, 36}, {40, 37}, {41, 38}, {54, 52}, {80, 11}};

void check_example(const Example& example, std::map<Color, Synopsis>& before) {
  for (const Stage stage : {Stage::kSense, Stage::kMove}) {
    const auto previous = before.find(example.me);
    const Synopsis* last = previous == before.end() ? nullptr : &previous->second;
    const Synopsis fast = make_synopsis(example.boards, example.me, stage, example.last, last);
    const Synopsis slow = SlowSynopsis(example.boards, example.me).write(stage, example.last, last);
    for (std::size_t i = 0; i < fast.size(); ++i) {
      REQUIRE_MESSAGE(fast[i] == slow[i], "plane ", i, ", first of ", example.boards.size(), " boards ",
                      format_fen(example.boards[0]));
    }
    for (const auto& within : kWithin) {
      REQUIRE_MESSAGE((fast[within.first] & ~fast[within.second]) == 0, "plane ", within.first, " is not within ",
                      within.second);
    }
    if (stage == Stage::kMove) {
      before[example.me] = fast;
    }
  }
}

int check_game(const std::vector<Move>& requests_made, std::size_t limit) {
  std::map<Color, Synopsis> before;
  const std::vector<Example> list = examples(requests_made, limit);
  for (const Example& example : list) {
    check_example(example, before);
  }
  return static_cast<int>(list.size());
}

}  // namespace

TEST_CASE("synopsis: equals the reference bit for bit in random play") {
  int checked = 0;
  for (unsigned seed = 0; seed < 3; ++seed) {
    checked += check_game(random_requests(seed, 80), 6);
  }
  CHECK(checked > 60);
}

TEST_CASE("synopsis: equals the reference bit for bit in recorded games") {
  const auto folder = testing::shared_dir() / "games";
  if (!std::filesystem::exists(folder)) {
    MESSAGE("no recorded games at ", folder.string());
    return;
  }
  int games = 0;
  int checked = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json" || ++games > 2) {
      continue;
    }
    const auto histories = testing::read_game(entry.path());
    std::vector<Move> made;
    for (std::size_t i = 2; i < histories[kWhite].events.size(); i += 3) {
      made.push_back(std::get<Moved>(histories[kWhite].events[i]).requested);
      if (i < histories[kBlack].events.size()) {
        made.push_back(std::get<Moved>(histories[kBlack].events[i]).requested);
      }
    }
    checked += check_game(made, 6);
  }
  CHECK(checked > 30);
}

TEST_CASE("synopsis: en passant, castling and queens near the king, on chosen boards") {
  const auto boards = [](std::initializer_list<const char*> fens) {
    std::vector<Board> list;
    for (const char* fen : fens) {
      list.push_back(parse_fen(fen).value());
    }
    return list;
  };
  std::map<Color, Synopsis> before;
  const Example example{boards({"4k2r/8/8/3pP3/8/8/3Q4/R3K2R w KQk d6 0 9", "4k2r/8/3p4/4P3/8/8/3Q4/R3K1nR w KQ - 0 9",
                                "r3k3/3q4/8/3pP3/7b/8/3Q4/R3K2R w KQq d6 0 9"}),
                        kWhite, LastEvents{}};
  check_example(example, before);
  const Synopsis planes = make_synopsis(example.boards, kWhite, Stage::kMove, {}, nullptr);
  const Bitboard d6 = bit(43);
  CHECK(planes[synopsis::kDefinitelyByPawns] == d6);  // en passant or as a capture: on every board
  CHECK(planes[synopsis::kPossiblyByPawns] == d6);
  CHECK(planes[synopsis::kCastlingRight] == (bit(0) | bit(7)));
  CHECK(planes[synopsis::kCastlingPossible] == (bit(0) | bit(7)));
  CHECK(planes[synopsis::kCastlingCertain] == bit(0));
  CHECK(planes[synopsis::kOpponentCastling] == (bit(56) | bit(63)));
  CHECK(planes[synopsis::kPossiblyBishopsNearKing] == bit(31));
  CHECK(planes[synopsis::kDefinitelyBishopsNearKing] == 0);
  const Example other{{mirrored(example.boards[0]), mirrored(example.boards[2])}, kBlack, LastEvents{}};
  check_example(other, before);
}

TEST_CASE("synopsis: the mirrored boards have the same planes") {
  for (const Example& example : examples(random_requests(3, 60), 50)) {
    std::vector<Board> others;
    for (const Board& board : example.boards) {
      others.push_back(mirrored(board));
    }
    const LastEvents last{mirrored(example.last.taken), mirrored(example.last.own_capture),
                          mirrored(example.last.opponent_capture)};
    CHECK(make_synopsis(example.boards, example.me, Stage::kMove, example.last, nullptr) ==
          make_synopsis(others, ~example.me, Stage::kMove, last, nullptr));
  }
}

TEST_CASE("synopsis: more boards leave fewer squares definite and more possible") {
  const std::vector<Example> list = examples(random_requests(4, 40), 50);
  for (const Example& example : list) {
    const std::span<const Board> all = example.boards;
    const Synopsis many = make_synopsis(all, example.me, Stage::kMove, {}, nullptr);
    const Synopsis few = make_synopsis(all.first((all.size() + 1) / 2), example.me, Stage::kMove, {}, nullptr);
    for (const std::size_t definitely : {18, 19, 36, 37, 51, 68, 80, 83}) {
      CHECK((many[definitely] & ~few[definitely]) == 0);
    }
    for (const std::size_t possibly : {25, 26, 38, 43, 52, 65, 66, 67, 82}) {
      CHECK((few[possibly] & ~many[possibly]) == 0);
    }
  }
}
