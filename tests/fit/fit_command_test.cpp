#include "tools/fit/fit_command.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "game/game_record.h"
#include "game/referee.h"
#include "tests/folder.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using namespace lanternfish::testing;

TEST_CASE("fit: where nothing is left to fit, no table is written") {
  const Folder folder("lanternfish_fit");
  Referee referee({.turn_limit = 2});
  for (const char* request : {"e2e4", "e7e5", "g1f3", "b8c6"}) {
    referee.notify();
    referee.sense(square_of("b2"));
    REQUIRE(referee.move(move_of(request)));
  }
  const std::filesystem::path game = folder / "game.json", table = folder / "table.inc";
  REQUIRE(write_game_record(game, referee.record({"one", "two"})));
  // No name has moves enough; and of one game nothing falls to the odd half.
  const std::vector<std::string> to_table = {game.string(), "--out", table.string()};
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--judgements", "--engine", "none", "--depth", "1"}, {"--half", "odd"}}) {
    std::vector<std::string> words = to_table;
    words.insert(words.end(), options.begin(), options.end());
    CHECK(run_fit_command(words) == 1);
    CHECK_FALSE(std::filesystem::exists(table));
  }
}
