#include <doctest/doctest.h>

#include <fstream>

#include "game/game_record.h"
#include "tests/folder.h"
#include "tests/small_files.h"
#include "tools/arena/match/game_turns.h"
#include "tools/arena/tournament/merged_results.h"
#include "tools/arena/tournament/results.h"
#include "tools/arena/tournament/standings.h"
#include "tools/arena/tournament/tally.h"

using namespace lanternfish;

namespace {

GameLine line_of(int id, std::optional<Color> winner) {
  GameLine line;
  line.game = {id, (id + 1) / 2, id % 2 == 1 ? std::array{0, 1} : std::array{1, 0}};
  line.names = {"a", "b"};
  line.seeds = {5, 6};
  line.result = {winner, winner ? WinReason::kKingCapture : WinReason::kMoveLimit, Ending::kByRules, ""};
  line.sides[kWhite].turns = 40 + id;
  line.sides[kBlack].first_error = "quo\"te";
  line.clocks[kBlack] = std::chrono::milliseconds(1234);
  line.seconds = 0.5;
  line.file = "x.json";
  return line;
}

std::unique_ptr<ResultsFile> open(const std::filesystem::path& file) {
  return std::move(ResultsFile::open(file, "{\"header\":1}")).value();
}

void append_text(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::app | std::ios::binary) << text;
}

}  // namespace

TEST_CASE("results: a line comes back as it was") {
  const GameLine line = line_of(3, kBlack);
  const GameLine back = parse_game_line(format_game_line(line)).value();
  CHECK(format_game_line(back) == format_game_line(line));
  CHECK(back.game == line.game);
  CHECK(back.result.winner == kBlack);
  CHECK(back.clocks[kBlack] == line.clocks[kBlack]);
  CHECK_FALSE(back.clocks[kWhite].has_value());
  CHECK_FALSE(parse_game_line("{\"game\": 3}").ok());
}

TEST_CASE("results: a torn last line is noticed, cut off and written again") {
  const testing::Folder folder("lanternfish_results_test");
  const auto file = folder.path() / "games.jsonl";
  REQUIRE(open(file)->append(line_of(1, kWhite)).ok());
  const std::string whole = read_file(file).value();
  for (std::size_t cut = whole.find('\n') + 2; cut < whole.size(); cut += 37) {
    CAPTURE(cut);
    REQUIRE(write_file(file, whole.substr(0, cut)).ok());
    const Results torn = read_results(file).value();
    CHECK(torn.torn);
    CHECK(torn.games.empty());
    REQUIRE(torn.left_out.size() == 1);
    CHECK(torn.left_out[0].find("line 2 is left out") != std::string::npos);
    const auto results = open(file);
    CHECK(results->earlier().empty());
    REQUIRE(results->append(line_of(1, kWhite)).ok());
    CHECK(read_file(file).value() == whole);
  }
  // Torn before even the header was whole.
  REQUIRE(write_file(file, "{\"hea").ok());
  REQUIRE(open(file)->append(line_of(1, kWhite)).ok());
  CHECK(read_file(file).value() == whole);
}

TEST_CASE("results: a line that came back short is gone, and the next one stands behind a whole one") {
  const testing::Folder folder("lanternfish_results_test");
  const auto file = folder.path() / "games.jsonl";
  const auto results = open(file);
  REQUIRE(results->append(line_of(1, kWhite)).ok());
  {
    const testing::SmallFiles limit(std::filesystem::file_size(file) + 50);
    CHECK_FALSE(results->append(line_of(2, kBlack)).ok());
  }
  REQUIRE(results->append(line_of(3, kBlack)).ok());
  const Results read = read_results(file).value();
  CHECK_FALSE(read.torn);
  REQUIRE(read.games.size() == 2);
  CHECK(read.games[1].game.id == 3);
}

TEST_CASE("results: whoever follows a live game reads whole lines, and none from the first that does not fit on") {
  const testing::Folder folder("lanternfish_results_test");
  const auto file = folder.path() / "game.live.jsonl";
  {
    LiveFile live(file);
    live.add("{\"game\":1}\n");
    {
      const testing::SmallFiles limit(20);
      live.add("{\"turn\":1,\"sensed\":\"d5\"}\n");
    }
    live.add("{\"turn\":2}\n");
    CHECK(read_file(file).value() == "{\"game\":1}\n");
  }
  CHECK_FALSE(std::filesystem::exists(file));
}

TEST_CASE("results: a broken line in the middle is an error, a game told twice counts once") {
  const testing::Folder folder("lanternfish_results_test");
  const auto file = folder.path() / "games.jsonl";
  REQUIRE(open(file)->append(line_of(1, kWhite)).ok());
  append_text(file, format_game_line(line_of(1, kWhite)) + "\n");
  CHECK(read_results(file).value().games.size() == 1);
  append_text(file, "nonsense\n" + format_game_line(line_of(2, kWhite)) + "\n");
  CHECK(read_results(file).error().find("line 4") != std::string::npos);
}

TEST_CASE("results: a line torn in the middle is left out on request, and what stands behind it is kept") {
  const testing::Folder folder("lanternfish_results_test");
  const auto file = folder.path() / "games.jsonl";
  REQUIRE(open(file)->append(line_of(1, kWhite)).ok());
  const std::string second = format_game_line(line_of(2, kWhite)), third = format_game_line(line_of(3, kBlack));
  append_text(file, second.substr(0, second.size() / 2) + third + "\n" + format_game_line(line_of(4, kBlack)) + "\n");
  for (const TornLines torn : {TornLines::kRefuse, TornLines::kCutLast}) {
    CHECK(read_results(file, torn).error().find("line 3: ") != std::string::npos);
    CHECK(read_results(file, torn).error().find("--leave-out-torn") != std::string::npos);
  }
  const Results results = read_results(file, TornLines::kLeaveOut).value();
  CHECK(results.games.size() == 3);  // all but the second
  REQUIRE(results.left_out.size() == 1);
  CHECK(results.left_out[0].find("line 3 is left out: ") != std::string::npos);

  const std::string before = read_file(file).value();
  {
    const auto opened = ResultsFile::open(file, "", TornLines::kLeaveOut).value();
    CHECK(opened->earlier().size() == 3);
    CHECK(opened->left_out().size() == 1);
    REQUIRE(opened->append(line_of(2, kWhite)).ok());
  }
  CHECK(read_file(file.string() + ".torn").value() == before);
  CHECK(read_results(file).value().games.size() == 4);

  append_text(file, "nonsense\n" + third + "\n");
  const std::string again = read_file(file).value();
  REQUIRE(ResultsFile::open(file, "", TornLines::kLeaveOut).ok());
  CHECK(read_file(file.string() + ".torn").value() == before);
  CHECK(read_file(file.string() + ".torn.1").value() == again);
}

TEST_CASE(
    "results: a last line that is whole and cannot be read is an error for who reads, and is cut off by who writes") {
  const testing::Folder folder("lanternfish_results_test");
  const auto file = folder.path() / "games.jsonl";
  REQUIRE(open(file)->append(line_of(1, kWhite)).ok());
  append_text(file, std::string(80, '\0') + "\n");
  CHECK(read_results(file).error().find("line 3") != std::string::npos);
  CHECK(read_results(file, TornLines::kLeaveOut).value().games.size() == 1);
  const auto results = open(file);
  CHECK(results->earlier().size() == 1);
  CHECK(results->left_out().size() == 1);
}

TEST_CASE("results: one run at a time writes") {
  const testing::Folder folder("lanternfish_results_test");
  const auto file = folder.path() / "games.jsonl";
  const auto first = open(file);
  CHECK(ResultsFile::open(file, "").error().find("in use") != std::string::npos);
}

TEST_CASE("tally: pairs, colours and reasons, in whatever order the games end") {
  Tally tally({"a", "b"});
  for (const GameLine& line : {line_of(4, kWhite), line_of(1, kWhite), line_of(2, kBlack), line_of(3, std::nullopt)}) {
    tally.add(line);  // a wins 1 and 2, draws 3, loses 4
  }
  const PairingTally& pairing = tally.pairings().at({0, 1});
  CHECK(pairing.games == Wdl{2, 1, 1});
  CHECK(pairing.pairs == Pentanomial{0, 1, 0, 0, 1});
  CHECK(tally.players()[0].by_color[kWhite] == Wdl{1, 1, 0});
  CHECK(tally.players()[0].by_color[kBlack] == Wdl{1, 0, 1});
  CHECK(tally.white() == Wdl{2, 1, 1});
  CHECK(tally.by_color().at({1, 0}) == Wdl{1, 0, 1});
  CHECK(tally.reasons().at("KING_CAPTURE") == 3);
  CHECK(tally.elo(0, 1)->score == doctest::Approx(0.625));
  CHECK(tally.elo(1, 0)->score == doctest::Approx(0.375));
}

TEST_CASE("tally: the first verdict of a test stands, also when its results are read again") {
  const testing::Folder folder("lanternfish_results_test");
  const auto file = folder.path() / "games.jsonl";
  const SprtSettings sprt{0, 200, 0.05, 0.05};
  const auto results =
      std::move(ResultsFile::open(file, R"({"tournament":"sprt","engines":[{"name":"a"},{"name":"b"}],)"
                                        R"("sprt":{"elo0":0,"elo1":200,"alpha":0.05,"beta":0.05}})"))
          .value();
  Tally tally({"a", "b"}, sprt);
  const auto end = [&](int id, bool won_by_a) {
    const GameLine line = line_of(id, won_by_a == (id % 2 == 1) ? kWhite : kBlack);
    tally.add(line);
    REQUIRE(results->append(line).ok());
  };
  const auto pairing = [&]() -> const PairingTally& { return tally.pairings().at({0, 1}); };
  end(3, true);
  for (int id = 4; id < 100 && pairing().verdict == SprtVerdict::kGoOn; ++id) {
    end(id, true);
  }
  const Pentanomial at_verdict = pairing().pairs;
  CHECK(pairing().verdict == SprtVerdict::kAcceptElo1);
  CHECK(standings_text(tally).find("accepted: at least elo1 stronger\n") != std::string::npos);
  end(1, false);  // were in progress
  end(2, false);
  CHECK(judge(sprt, pairing().pairs) == SprtVerdict::kGoOn);
  CHECK(pairing().verdict == SprtVerdict::kAcceptElo1);
  CHECK(pairing().tested == at_verdict);
  CHECK(standings_text(tally).find("which change nothing: 1)\n") != std::string::npos);
  CHECK(standings_json(tally).find("\"verdict\":\"elo1\"") != std::string::npos);
  const CountedResults counted = count_results({file.string()}, TornLines::kRefuse).value();
  CHECK(standings_json(counted.tally) == standings_json(tally));
}
