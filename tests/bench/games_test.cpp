// The command `games` of lanternfish-bench, whose records a fit reads, and its cheats.

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "game/game_record.h"
#include "game/recorded_game.h"
#include "support/file.h"
#include "tests/folder.h"
#include "tests/shell.h"
#include "tests/support_files.h"

using namespace lanternfish;
using lanternfish::testing::Folder;
using lanternfish::testing::Output;
using lanternfish::testing::run;
using lanternfish::testing::says;

namespace {

// Only built where Google Benchmark is installed.
std::filesystem::path program() { return testing::build_dir() / "lanternfish-bench"; }

std::string games(const Folder& folder, int count, int seed) {
  return "'" + program().string() + "' games --nodes 100 --turn-limit 3 --first 'mht Depth=1' --second trout --games " +
         std::to_string(count) + " --seed " + std::to_string(seed) + " --records '" + folder.path().string() + "'";
}

}  // namespace

TEST_CASE("bench games: each game is kept whole, under its seed and its players' names; nothing is written over" *
          doctest::skip(!std::filesystem::exists(program()))) {
  const Folder folder("lanternfish_bench_games");
  const Output first = run(games(folder, 2, 7));
  CAPTURE(first.text);
  CHECK(first.status == 0);
  const auto kept = folder.path() / "7_mht_trout.json";
  for (const auto& [file, white] : {std::pair(kept, "mht"), {folder.path() / "8_trout_mht.json", "trout"}}) {
    const auto record = read_game_record(file);
    REQUIRE(record);
    CHECK(record->names[kWhite] == white);
    CHECK(record->players[kWhite].senses.size() == 3);
    CHECK(recorded_game(*record).ok());
  }
  const std::string before = read_file(kept).value();
  const Output again = run(games(folder, 1, 7));
  CHECK(again.status == 1);
  CHECK(says(again.text, kept.string() + " is there already"));
  CHECK(read_file(kept).value() == before);
  CHECK(run(games(folder, 1, 9)).status == 0);
}

TEST_CASE("bench games: who cheats knows what the cheat says, and its opponent does not" *
          doctest::skip(!std::filesystem::exists(program()))) {
  const auto play = [](const std::string& cheat) {
    const std::string player = "'lanternfish Depth=1 OwnBook=false'";
    const Output output =
        run("'" + program().string() + "' games --nodes 100 --turn-limit 8 --games 2 --seed 3" +
            " --known-depth 2 --first " + player + " --second " + player + " --cheat '" + cheat + "'");
    CAPTURE(output.text);
    REQUIRE(output.status == 0);
    struct {
      std::string first, second;
    } lines;
    lines.first = output.text.substr(output.text.find("\nfirst: "));
    lines.second = lines.first.substr(lines.first.find("\nsecond: "));
    lines.first.resize(lines.first.size() - lines.second.size());
    return lines;
  };
  const auto sight = play("sight");
  CHECK(says(sight.first, "boards 1 before the sense and 1 after it, one board after it in 100.0 %"));
  CHECK(says(sight.first, "bits of the true board 0.000 before and 0.000 after; not held in 0"));
  CHECK_FALSE(says(sight.second, "in 100.0 %"));
  CHECK_FALSE(says(sight.second, "cheat"));
  for (const std::string cheat :
       {"weight 4", "floor 10", "power 0.5", "window", "request 100", "hide 100", "predict 100", "foresee 100"}) {
    const auto other = play(cheat);
    CHECK_FALSE(says(other.first, "changed 0 of"));
    CHECK(says(other.first, "not held in 0"));
  }
}

TEST_CASE("bench games: a cheat that does not exist is refused, and the others are named" *
          doctest::skip(!std::filesystem::exists(program()))) {
  for (const std::string wrong : {"sihgt", "sight 1", "weight", "weight 0", "weight 2x", "request forty"}) {
    const Output output = run("'" + program().string() + "' games --games 1 --cheat '" + wrong + "'");
    CAPTURE(wrong);
    CAPTURE(output.text);
    CHECK(output.status == 1);
  }
  const Output output = run("'" + program().string() + "' games --games 1 --cheat sihgt");
  CHECK(says(output.text, "no cheat 'sihgt'; there are: weight TIMES, floor PERCENT"));
}
