#include "book/book.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "engine/opening_book.h"
#include "game/referee.h"
#include "rules/notation.h"
#include "rules/rbc.h"
#include "tests/folder.h"
#include "tools/book/build_book.h"

using namespace lanternfish;

namespace {

constexpr const char* kText =
    "lanternfish-book 1\n"
    "black none -> b2 1, e3 7\n"
    "black none e3=1P1/3/P1P -> 0000 1, e7e5 3\n"
    "white none none e2e4 e4 d5=3/1p1/3 e1e2>0000 none -> d5 2\n"
    "white none none e2e4 none d5=3/1p1/3 e4d5xd5 d5 -> none 2\n";

// What the parser says of a book whose second line is `line`.
std::string error_of(const std::string& line) {
  const Result<Book> book = parse_book("lanternfish-book 1\n" + line + "\n", "my.book");
  return book ? "" : book.error();
}

// White opens with e2e4 after a sense at d7; Black answers d7d5 or e7e5 after a sense at e4. `winner` as recorded.
GameRecord short_game(const std::string& white, std::optional<Color> winner, const char* reply) {
  Referee referee{GameRules{}};
  referee.notify();
  referee.sense(parse_square("d7").value());
  REQUIRE(referee.move(parse_move("e2e4").value()).ok());
  referee.notify();
  referee.sense(parse_square("e4").value());
  REQUIRE(referee.move(parse_move(reply).value()).ok());
  GameRecord record = referee.record({white, "someone"});
  record.winner = winner;
  record.reason = winner ? WinReason::kResign : WinReason::kNone;
  return record;
}

Book built(const std::vector<GameRecord>& records, const BookSettings& settings) {
  BookBuilder builder(settings);
  for (const GameRecord& record : records) {
    builder.add(recorded_game(record).value());
  }
  return builder.book();
}

std::vector<Square> all_squares() {
  std::vector<Square> squares;
  for (Square s = 0; s < 64; ++s) {
    squares.push_back(s);
  }
  return squares;
}

}  // namespace

TEST_CASE("book: read and written back to the same text") {
  const Result<Book> book = parse_book(kText, "my.book");
  REQUIRE(book.ok());
  CHECK(format_book(*book) == kText);
  CHECK(book->size() == 4);
  const std::vector<Observation> seen = {OpponentMoved{}};
  REQUIRE(book->find(kBlack, seen).size() == 2);
  CHECK(std::get<Square>(book->find(kBlack, seen)[1].action) == parse_square("e3").value());
  CHECK(book->find(kBlack, seen)[1].weight == 7);
  CHECK(book->find(kWhite, seen).empty());
  CHECK(parse_book("lanternfish-book 1\r\n\r\n# nothing\r\nwhite none -> e6 1\r\n", "x")->size() == 1);
}

TEST_CASE("book: what is broken is refused with file and line") {
  CHECK(error_of("") == "");
  CHECK(parse_book("", "my.book").error().find("my.book:1:") == 0);
  CHECK(parse_book("lanternfish-book 2\n", "my.book").error().find("my.book:1:") == 0);
  for (const char* line :
       {"green none -> e6 1", "white none e6 1", "white -> e6 1", "white none -> e9 1", "white none -> e6",
        "white none -> e6 0", "white none -> e6 -1", "white none -> e6 1 d6 2", "white none -> e6 99999999999999999999",
        "white none e6=ppp/3 -> e2e4 1", "white none e6 -> e2e4 1", "white none none -> e6 1",
        "white none none e2e4 -> e6 1", "white none none e2e9 none -> e6 1", "white none none e4d5x none -> e6 1"}) {
    CAPTURE(line);
    CHECK(error_of(line).find("my.book:2:") == 0);
  }
  CHECK(error_of("white none -> e6 1\nwhite none -> d6 1").find("my.book:3:") == 0);
}

TEST_CASE("book: merging adds weights") {
  Book sum = parse_book("lanternfish-book 1\nwhite none -> d6 2, e6 1\n", "a").value();
  sum.merge(parse_book("lanternfish-book 1\nblack none -> e3 1\nwhite none -> e6 4\n", "b").value());
  CHECK(format_book(sum) == "lanternfish-book 1\nblack none -> e3 1\nwhite none -> d6 2, e6 5\n");
}

TEST_CASE("book: built by results, with a minimum count and of chosen players") {
  const std::vector<GameRecord> games = {short_game("ann", kWhite, "d7d5"), short_game("ann", kBlack, "d7d5"),
                                         short_game("ann", std::nullopt, "d7d5"), short_game("bob", kBlack, "e7e5")};
  const Book everybody = built(games, {.players = {}, .min_count = 2});
  CHECK(format_book(everybody) ==
        "lanternfish-book 1\nblack none -> e4 5\nblack none e4=3/1P1/3 -> d7d5 3\n"
        "white none -> d7 3\nwhite none d7=bqk/ppp/3 -> e2e4 3\n");
  CHECK(built(games, {.players = {}, .min_count = 4}).size() == 3);
  CHECK(built(games, {.players = {"bob"}, .min_count = 1}).empty());  // lost its only game
  CHECK(built(games, {.players = {"bob"}, .min_count = 1, .loss = 1}).size() == 2);
  CHECK(book_problems(everybody).empty());
}

TEST_CASE("book: built of more wins than a weight can tell, it can be read") {
  const std::vector<GameRecord> games(1001, short_game("ann", kWhite, "d7d5"));
  const Book book = built(games, {.players = {}, .win = 1'000'000});
  CHECK(book.find(kWhite, std::vector<Observation>{OpponentMoved{}})[0].weight == kMaxBookWeight);
  CHECK(parse_book(format_book(book), "b").value() == book);
}

TEST_CASE("book: what no game leads to does not verify") {
  const auto problems = [](const std::string& line) {
    return book_problems(parse_book("lanternfish-book 1\n" + line + "\n", "x").value());
  };
  CHECK(problems("white none none -> e2e4 1").empty());
  CHECK(problems("white none none -> e2e5 1").size() == 1);        // may not be requested
  CHECK(problems("white e4 -> e6 1").size() == 1);                 // nothing of mine stands there
  CHECK(problems("white none e6=3/3/3 -> e2e4 1").size() == 1);    // the pawns are at home
  CHECK(problems("black none e4=3/1Q1/3 -> e7e5 1").size() == 1);  // no queen moves that fast
}

TEST_CASE("book: one with more boards than anybody can wait for is checked in part, and that is said") {
  std::string text = "lanternfish-book 1\n";
  for (const char* square : {"b2", "c2", "d2", "e2", "f2", "g2"}) {
    text += std::string("black none ") + square + "=3/PPP/" +
            (square[0] == 'b'   ? "RNB"
             : square[0] == 'c' ? "NBQ"
             : square[0] == 'd' ? "BQK"
             : square[0] == 'e' ? "QKB"
             : square[0] == 'f' ? "KBN"
                                : "BNR") +
            " -> e7e5 1\n";
  }
  const Book book = parse_book(text, "x").value();
  CHECK(book_problems(book).empty());
  const auto problems = book_problems(book, 60);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].find(" of 6 positions were not checked") != std::string::npos);
}

TEST_CASE("book: the default one verifies and knows both first turns") {
  CHECK(book_problems(default_book()).empty());
  const std::vector<Observation> first = {OpponentMoved{}};
  CHECK_FALSE(default_book().find(kWhite, first).empty());
  CHECK_FALSE(default_book().find(kBlack, first).empty());
}

TEST_CASE("opening_book: draws by weight among what is allowed, switched off and refused as told") {
  const testing::Folder folder("lanternfish_opening_book");
  const std::filesystem::path file = folder / "test.book";
  REQUIRE(write_file(file, "lanternfish-book 1\nwhite none -> d6 1, e6 3\n").ok());
  std::vector<std::string> warnings;
  const auto warn = [&](const std::string& text) { warnings.push_back(text); };
  const std::vector<Observation> seen = {OpponentMoved{}};
  const std::vector<Square> squares = all_squares();
  const Square e6 = parse_square("e6").value(), d6 = parse_square("d6").value();
  Config config;
  config.book_file = file.string();
  OpeningBook book;
  book.configure(config, warn);

  int times_e6 = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Random random(seed, 1, 1);
    const auto square = book.sense(kWhite, seen, squares, random);
    REQUIRE(square.has_value());
    CHECK((*square == e6 || *square == d6));
    times_e6 += *square == e6 ? 1 : 0;
  }
  CHECK(times_e6 > 260);
  CHECK(times_e6 < 340);
  Random random(1, 1, 1);
  CHECK(book.sense(kWhite, seen, std::vector{d6}, random) == d6);
  CHECK_FALSE(book.sense(kWhite, seen, std::vector<Square>{Square{0}}, random));
  CHECK_FALSE(book.sense(kBlack, seen, squares, random));

  config.own_book = false;
  book.configure(config, warn);
  CHECK_FALSE(book.sense(kWhite, seen, squares, random));
  config.own_book = true;
  config.strategy = Strategy::kTrout;  // plays as published
  book.configure(config, warn);
  CHECK_FALSE(book.sense(kWhite, seen, squares, random));
  config.strategy = Strategy::kLanternfish;
  book.configure(config, warn);
  CHECK(book.sense(kWhite, seen, squares, random).has_value());
  CHECK(warnings.empty());

  REQUIRE(write_file(file, "lanternfish-book 1\n\nwhite none -> z9 1\n").ok());
  config.book_file =
      file.parent_path().string() + "/./" + file.filename().string();  // another name, so that it is read again
  book.configure(config, warn);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].find(":3: ") != std::string::npos);
  CHECK_FALSE(book.sense(kWhite, seen, squares, random));
  book.configure(config, warn);  // told once
  CHECK(warnings.size() == 1);
}

TEST_CASE("book: a position of more observations than a game has is refused, in a moment") {
  std::string line = "lanternfish-book 1\nwhite none none 0000";
  for (int i = 0; i < 300'000; ++i) {
    line += " none none 0000";
  }
  const auto book = parse_book(line + " none -> e4 1\n", "long");
  REQUIRE_FALSE(book.ok());
  CHECK(book.error().find("long:2: more than 300 observations") == 0);
}
