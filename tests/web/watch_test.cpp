#include <doctest/doctest.h>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "support/file.h"
#include "tools/web/watch/match_folder.h"

using namespace lanternfish;

namespace {

void append(const std::filesystem::path& file, const std::string& text) { std::ofstream(file, std::ios::app) << text; }

const std::string kHeader = R"({"tournament":"match","engines":[{"name":"a"},{"name":"b"}]})";
const std::string kSide =
    R"({"turns":3,"probes":0,"lost":0,"turns_with_boards":3,"boards_before_sense":30,"most_boards":21})";
const std::string kGame =
    R"({"game":1,"white":"a","black":"b","winner":"white","reason":"KING_CAPTURE","ending":"rules","fault":"","seconds":1.5,"file":"../../00001_a_b.json","white_side":)" +
    kSide + R"(,"black_side":)" + kSide + "}";
const std::string kLiveHeader =
    R"({"game":2,"white":"b","black":"a","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"})";
const std::string kTurn =
    R"({"turn":1,"side":"white","sense":"e7","requested":"e2e4","taken":"e2e4","capture":"none"})";

}  // namespace

TEST_CASE("web: a match folder is read as it grows, and half a line waits for its other half") {
  const auto folder = std::filesystem::temp_directory_path() / "lanternfish-watch-test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  MatchFolder match(folder);
  CHECK_FALSE(match.read());
  append(folder / "games.jsonl", kHeader + "\n" + kGame.substr(0, 40));
  CHECK(match.read());
  CHECK(match.json()["engines"] == parse_json(R"(["a","b"])").value());
  CHECK(match.json()["games"].empty());
  append(folder / "games.jsonl", kGame.substr(40) + "\n");
  CHECK(match.read());
  CHECK_FALSE(match.read());
  CHECK(match.json()["games"][0]["winner"] == "white");
  CHECK(match.json()["games"][0]["black_side"] == parse_json(R"({"turns":3,"most_boards":21})").value());
  // The record's name leads nowhere outside the folder.
  append(folder / "00001_a_b.json", "the record");
  REQUIRE(match.records().size() == 1);
  CHECK(read_file(match.records()[0]).value() == "the record");

  append(folder / "00002_b_a.live.jsonl", kLiveHeader + "\n" + kTurn + "\n");
  CHECK(match.read());
  const Json live = match.json()["live"][0];
  CHECK(live["turns"].size() == 1);
  CHECK(live["board"].get<std::string>().find("/4P3/") != std::string::npos);
  CHECK(live["turns"][0]["truth_bits"] == 0.0);
  CHECK(live["beliefs"]["white"]["boards"] == 1);   // before Black's first move, which White does not see
  CHECK(live["beliefs"]["black"]["boards"] == 21);  // 20 first moves and a pass
  CHECK(live["beliefs"]["black"]["truth"] == "held");
  std::filesystem::remove(folder / "00002_b_a.live.jsonl");
  CHECK(match.read());
  CHECK(match.json()["live"].empty());
  std::filesystem::remove_all(folder);
}

TEST_CASE("web: of a match that is begun anew in the folder of another one nothing old is left") {
  const auto folder = std::filesystem::temp_directory_path() / "lanternfish-watch-anew-test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const auto results = folder / "games.jsonl";
  const std::string other = R"({"tournament":"match","engines":[{"name":"c"},{"name":"d"}]})"
                            "\n";
  std::string drawn = kGame;
  drawn.replace(drawn.find(R"("white":"a","black":"b","winner":"white")"), 40,
                R"("white":"c","black":"d","winner":"draw")");
  MatchFolder match(folder);
  append(results, kHeader + "\n" + kGame + "\n");
  append(folder / "00002_b_a.live.jsonl", kLiveHeader + "\n" + kTurn + "\n");
  CHECK(match.read());
  CHECK_FALSE(match.read());
  SUBCASE("shorter, in the same file") { std::ofstream(results) << other; }
  SUBCASE("longer, in another file") {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    append(results, other + drawn + "\n" + std::string(2 * kGame.size(), 'x') + "\n");
  }
  SUBCASE("longer, in the same file") {
    std::ofstream(results) << other << drawn << "\n" << std::string(2 * kGame.size(), 'x') << "\n";
    std::filesystem::remove(folder / "00002_b_a.live.jsonl");
  }
  CHECK(match.read());
  CHECK(match.json()["engines"] == parse_json(R"(["c","d"])").value());
  const Json anew = match.json();
  for (const Json& game : anew["games"]) {
    CHECK(game["winner"] == "draw");
  }
  CHECK(anew["games"].size() == match.records().size());
  CHECK_FALSE(match.read());
  // A torn last line that is cut off is no new match.
  std::ofstream(results) << kHeader << "\n" << kGame << "\n" << kGame.substr(0, 30);
  CHECK(match.read());
  std::filesystem::resize_file(results, kHeader.size() + kGame.size() + 2);
  static_cast<void>(match.read());
  CHECK(match.json()["games"].size() == 1);
  CHECK(match.json()["games"][0]["winner"] == "white");
  std::filesystem::remove_all(folder);
}

TEST_CASE("web: a live game with a turn that cannot be is shown no further, and nothing breaks") {
  const auto begun = [](const std::string& header) {
    return read_json(header, [](const Json& json) { return LiveGame::from(json, 1000); });
  };
  for (const std::string& line : {std::string("nonsense"), std::string(R"({"side":"black"})"),
                                  std::string(R"({"side":"white","sense":"e7","requested":"a1a8"})"),
                                  std::string(R"({"side":1,"sense":[],"requested":{}})")}) {
    CAPTURE(line);
    const auto game = begun(kLiveHeader);
    REQUIRE(game.ok());
    CHECK_FALSE(read_json(line, [&](const Json& turn) { return (*game)->add(turn); }).ok());
  }
  CHECK_FALSE(begun("{}").ok());
  CHECK_FALSE(begun(R"({"start":"8/8/8/8/8/8/8/8 w - - 0 1"})").ok());
}

TEST_CASE("web: a match folder with nested JSON and with files that are none does no harm, and says so") {
  const auto folder = std::filesystem::temp_directory_path() / "lanternfish-watch-hostile-test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string nested = std::string(100'000, '[') + std::string(100'000, ']');
  MatchFolder match(folder);
  append(folder / "games.jsonl", R"({"tournament":"match","engines":[{"name":)" + nested + "}]}\n");
  append(folder / "00003_a_b.live.jsonl",
         R"({"game":3,"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","x":)" + nested + "}\n");
  CHECK(match.read());
  CHECK(match.json()["problem"] == "games.jsonl holds a line that is no result of a game");
  CHECK(match.json()["engines"].empty());
  CHECK(match.json()["live"].empty());
  CHECK(dump_line(match.json()).size() < 1000);

  REQUIRE(::mkfifo((folder / "games.1of2.jsonl").c_str(), 0600) == 0);
  REQUIRE(::mkfifo((folder / "00001_a_b.json").c_str(), 0600) == 0);
  std::filesystem::create_symlink("/dev/zero", folder / "00002_a_b.json");
  std::string second = kGame;
  append(folder / "games.jsonl",
         kGame + "\n" +
             second.replace(second.find("\"game\":1"), 8, "\"game\":2").replace(second.find("00001"), 5, "00002") +
             "\n");
  CHECK(match.read());
  REQUIRE(match.records().size() == 2);
  CHECK(read_file(match.records()[0]).error().ends_with("it is a pipe"));
  CHECK(read_file(match.records()[1]).error().ends_with("it is a device"));
  std::filesystem::remove_all(folder);
}
