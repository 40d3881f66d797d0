#include <doctest/doctest.h>

#include <fmt/format.h>

#include "tests/arena/engines.h"
#include "tests/folder.h"
#include "tests/shell.h"
#include "tools/arena/tournament/paper_tables.h"

using namespace lanternfish;
using lanternfish::testing::arena;
using lanternfish::testing::Folder;
using lanternfish::testing::Output;

namespace {

// `wins` of `games` between the players a and b, in pairs.
void add_games(Tally& tally, int a, int b, int games, int wins) {
  static int id = 0;
  for (int i = 0; i < games; ++i) {
    GameLine line;
    ++id;
    line.game = {id, (id + 1) / 2, i % 2 == 0 ? std::array{a, b} : std::array{b, a}};
    line.result.winner = (i < wins) == (i % 2 == 0) ? kWhite : kBlack;
    tally.add(line);
  }
}

}  // namespace

TEST_CASE("paper tables: a pairing in Markdown, with intervals as Wilson has them") {
  Tally tally({"new_1", "a|b"});
  add_games(tally, 0, 1, 20, 15);
  CHECK(paper_tables(tally, TableFormat::kMarkdown) ==
        "| player | opponent | games | W-D-L | points, 95 % | Elo, 95 % |\n|---|---|--:|--:|--:|--:|\n" +
            fmt::format("| new\\_1 | a\\|b | 20 | 15-0-5 | 75.0 % [53.1, 88.8] | +191 [{:+.0f}, {:+.0f}] |\n",
                        tally.elo(0, 1)->low, tally.elo(0, 1)->high));
}

TEST_CASE("paper tables: several players in LaTeX, the best first, and few games without Elo") {
  Tally tally({"weak_1", "50%", "c&d"});
  add_games(tally, 0, 1, 12, 2);
  add_games(tally, 1, 2, 4, 4);
  const std::string text = paper_tables(tally, TableFormat::kLatex);
  CAPTURE(text);
  CHECK(
      text.starts_with("\\begin{tabular}{lrrrrr}\n\\toprule\nplayer & games & W-D-L & points, 95 \\% & Elo & $\\pm$ "));
  CHECK(text.find("\\midrule\n50\\% & 16 & 14--0--2") != std::string::npos);
  CHECK(text.find("weak\\_1 & 50\\% & 12 & 2--0--10 & 16.7 \\% [4.7, 44.8] & $-280$") != std::string::npos);
  CHECK(text.find("50\\% & c\\&d & 4 & 4--0--0 & 100.0 \\% [51.0, 100.0] & -- \\\\\n\\bottomrule") !=
        std::string::npos);
}

TEST_CASE("paper tables: export prints them of a folder of results") {
  const Folder folder("lanternfish_paper_tables");
  const std::string records = (folder.path() / "games").string(), bot = "'cmd=@lanternfish-arena bot random'";
  REQUIRE(lanternfish::testing::run(arena("match --games 2 --turn-limit 3 --seed 1 -engine name=a " + bot +
                                          " -engine name=b " + bot + " --records '" + records + "'"))
              .status == 0);
  const Output output = lanternfish::testing::run(arena("export --markdown '" + records + "'"));
  CHECK(output.status == 0);
  CHECK(output.text.find("| a | b | 2 | 0-2-0 | 50.0 % [") != std::string::npos);
  CHECK(lanternfish::testing::run(arena("export --latex '" + records + "'")).text.find("\\bottomrule") !=
        std::string::npos);
  CHECK(lanternfish::testing::run(arena("export --latex --turns '" + records + "'")).status == 2);
}
