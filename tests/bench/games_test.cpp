// The command `games` of lanternfish-bench, whose records a fit reads.

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
