#include <doctest/doctest.h>

#include <filesystem>

#include "game/game_record.h"
#include "game/recorded_game.h"
#include "game/referee.h"
#include "tests/folder.h"
#include "tests/support_files.h"

using namespace lanternfish;

namespace {

// A game of two turns as reconchess 1.6.9 wrote it: a pass, no sense, a capture, and a name outside ASCII.
constexpr const char* kFixture =
    R"({"type": "GameHistory", "white_name": "Zo\u00eb \"the pawn\"", "black_name": null, )"
    R"("senses": {"true": [0, null], "false": [55]}, )"
    R"("sense_results": {"true": [[[8, {"type": "Piece", "value": "P"}], [9, {"type": "Piece", "value": "P"}], )"
    R"([0, {"type": "Piece", "value": "R"}], [1, {"type": "Piece", "value": "N"}]], []], )"
    R"("false": [[[62, {"type": "Piece", "value": "n"}], [63, {"type": "Piece", "value": "r"}], )"
    R"([54, {"type": "Piece", "value": "p"}], [55, {"type": "Piece", "value": "p"}], [46, null], [47, null]]]}, )"
    R"("requested_moves": {"true": [{"type": "Move", "value": "e2e4"}], "false": [null]}, )"
    R"("taken_moves": {"true": [{"type": "Move", "value": "e2e4"}], "false": [null]}, )"
    R"("capture_squares": {"true": [null], "false": [null]}, )"
    R"("fens_before_move": {"true": ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"], )"
    R"("false": ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"]}, )"
    R"("fens_after_move": {"true": ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"], )"
    R"("false": ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"]}, )"
    R"("winner_color": false, "win_reason": {"type": "WinReason", "value": "TIMEOUT"}})";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("game_record: read and written back to the same bytes") {
  const GameRecord record = parse_game_record(kFixture).value();
  CHECK(record.names[kWhite] == "Zo\xc3\xab \"the pawn\"");
  CHECK_FALSE(record.names[kBlack].has_value());
  CHECK(record.players[kWhite].senses.size() == 2);
  CHECK(record.players[kWhite].senses[1].center == kNoSquare);
  CHECK(record.players[kBlack].moves[0].requested.is_null());
  CHECK(record.winner == kBlack);
  CHECK(record.reason == WinReason::kTimeout);
  CHECK(format_game_record(record) == kFixture);
}

TEST_CASE("game_record: records of 2019 have neither names nor winner nor reason, and hold") {
  std::string text = replaced(kFixture, R"("white_name": "Zo\u00eb \"the pawn\"", "black_name": null, )", "");
  text = replaced(text, R"(, "winner_color": false, "win_reason": {"type": "WinReason", "value": "TIMEOUT"})", "");
  const Result<GameRecord> record = parse_game_record(text);
  REQUIRE(record.ok());
  CHECK(record->names[kWhite] == "unknown");
  CHECK(record->names[kBlack] == "unknown");
  CHECK_FALSE(record->winner.has_value());
  CHECK(record->reason == WinReason::kNone);
  CHECK(recorded_game(*record).ok());
}

TEST_CASE("game_record: what cannot be a record is refused with a reason") {
  const auto error = [](const std::string& text) { return parse_game_record(text).error(); };
  CHECK(error("[1, 2]") != "");
  CHECK(error(std::string(kFixture).substr(0, 400)) != "");
  CHECK(error(replaced(kFixture, "[0, null]", "[64, null]")).find("64 is not a square") != std::string::npos);
  CHECK(error(replaced(kFixture, "\"e2e4\"", "\"e2e9\"")).find("e2e9") != std::string::npos);
  CHECK(error(replaced(kFixture, "[8, {", "[9, {")).find("order") != std::string::npos);
  CHECK(error(replaced(kFixture, "\"TIMEOUT\"", "\"BOREDOM\"")).find("BOREDOM") != std::string::npos);
  CHECK(error(replaced(kFixture, "[0, null]", "[0]")).find("senses.true has 1 entries, and sense_results.true has 2") !=
        std::string::npos);
}

TEST_CASE("game_record: what is wrong is named with its place") {
  struct Case {
    const char *from, *to, *place;
  };
  for (const Case& c :
       {Case{"\"winner_color\": false", "\"winner_color\": 1", "winner_color: "},
        Case{"{\"type\": \"WinReason\", \"value\": \"TIMEOUT\"}", "\"TIMEOUT\"", "win_reason: "},
        Case{"\"capture_squares\": {\"true\": [null]", "\"capture_squares\": {\"true\": []", "capture_squares 0"},
        Case{"\"senses\": {\"true\": [0, null], \"false\": [55]}", "\"senses\": {\"true\": [0, null]}",
             "senses.false: "},
        Case{"{\"true\": [\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]", "{\"true\": [5]",
             "fens_before_move.true[0]: "},
        Case{"[46, null]", "[46, 7]", "sense_results.false[0]: "},
        Case{"\"black_name\": null", "\"black_name\": 7", "black_name: "}}) {
    CAPTURE(std::string(c.to));
    const Result<GameRecord> record = parse_game_record(replaced(kFixture, c.from, c.to));
    REQUIRE_FALSE(record.ok());
    CHECK(record.error().find(c.place) != std::string::npos);
  }
}

TEST_CASE("recorded_game: agrees with the fixture and names the first difference") {
  const GameRecord good = parse_game_record(kFixture).value();
  CHECK(recorded_game(good).ok());
  // Before version 1.6 the en-passant square was written only where chess allows the capture.
  const auto with = [](const char* from, const char* to) {
    return parse_game_record(replaced(kFixture, from, to)).value();
  };
  CHECK(recorded_game(with("b KQkq e3 0 1\"]}, \"fens_after", "b KQkq - 0 1\"]}, \"fens_after")).ok());
  CHECK(recorded_game(with("[46, null]", "[46, {\"type\": \"Piece\", \"value\": \"Q\"}]")).error().find("window") !=
        std::string::npos);
  GameRecord wrong = good;
  wrong.players[kWhite].moves[0].taken = {12, 20};
  CHECK(recorded_game(wrong).error().find("taken move") != std::string::npos);
  wrong = good;
  wrong.reason = WinReason::kKingCapture;
  CHECK_FALSE(recorded_game(wrong).ok());
}

TEST_CASE("recorded_game: all recorded games of the public server agree with our referee" *
          doctest::skip(!std::filesystem::exists(testing::shared_dir() / "games"))) {
  int games = 0, same_bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(testing::shared_dir() / "games")) {
    if (entry.path().extension() != ".json") {
      continue;
    }
    CAPTURE(entry.path().string());
    const std::string content = read_file(entry.path()).value();
    const Result<GameRecord> record = parse_game_record(content);
    REQUIRE(record.ok());
    CHECK(recorded_game(*record).ok());
    same_bytes += format_game_record(*record) == content ? 1 : 0;
    ++games;
  }
  CHECK(games > 400);
  CHECK(same_bytes >= games - 1);  // one was indented after it was recorded
}

TEST_CASE("game_record: files are written whole, into folders made for them") {
  const testing::Folder folder("lanternfish_game_record");
  const std::filesystem::path file = folder / "deep" / "game.json";
  const GameRecord record = parse_game_record(kFixture).value();
  REQUIRE(write_game_record(file, record).ok());
  CHECK(read_game_record(file).value() == record);
  CHECK_FALSE(std::filesystem::exists(file.string() + ".part"));
  std::filesystem::remove_all(folder.path());
  CHECK(read_game_record(file).error().find("game.json") != std::string::npos);
  CHECK_FALSE(write_game_record("/dev/null/game.json", record).ok());
}

TEST_CASE("game_record: a game that is named twice is one") {
  const testing::Folder folder("lanternfish_named_records");
  const std::filesystem::path file = folder / "game.json", link = folder.path().string() + "/./game.json";
  REQUIRE(write_game_record(file, parse_game_record(kFixture).value()).ok());
  CHECK(named_records({file.string(), folder.path().string(), link.string()}).value() ==
        std::vector<std::filesystem::path>{file});
}
