#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include <fmt/format.h>

#include "support/file.h"
#include "tests/arena/engines.h"
#include "tests/folder.h"
#include "tests/shell.h"
#include "tools/arena/tournament/canonical.h"
#include "tools/arena/tournament/climb.h"

using namespace lanternfish;
using lanternfish::testing::arena;
using lanternfish::testing::Folder;
using lanternfish::testing::Output;

namespace {

// Plays a planned game: the player wins against the rungs below `strength`, and draws with that one.
GameLine played(const PlannedGame& game, int strength) {
  const int rung = std::max(game.engines[kWhite], game.engines[kBlack]) - 1;
  GameLine line;
  line.game = game;
  if (rung != strength) {
    const bool player_wins = rung < strength;
    line.result.winner = (game.engines[kWhite] == 0) == player_wins ? kWhite : kBlack;
  }
  return line;
}

std::vector<GameLine> climb_with(int strength, std::size_t games) {
  std::vector<GameLine> all;
  while (all.size() < games) {
    for (const PlannedGame& game : next_games(all, 2)) {
      all.push_back(played(game, strength));
    }
  }
  return all;
}

std::vector<int> games_by_rung(const std::vector<GameLine>& games) {
  std::vector<int> count(known_rungs().size());
  for (const GameLine& line : games) {
    ++count[static_cast<std::size_t>(std::max(line.game.engines[kWhite], line.game.engines[kBlack]) - 1)];
  }
  return count;
}

}  // namespace

TEST_CASE("climb: its rungs are the players whose ratings are known, in their order") {
  const std::vector<EngineSpec> engines = known_rung_engines();
  REQUIRE(engines.size() == known_rungs().size());
  for (std::size_t i = 0; i < engines.size(); ++i) {
    CHECK(engines[i].name == known_rungs()[i].name);
    CHECK(engines[i].time.has_value());  // no clock of the tournament changes their strength
  }
  CHECK(known_rungs().front().elo == 0);
}

TEST_CASE("climb: from the bottom, until nothing is to be had; then where games tell most") {
  // Loses to the random player: three rungs at most are tried, and nobody who sees.
  const std::vector<int> weak = games_by_rung(climb_with(-1, 20));
  CHECK(weak[0] > 0);
  CHECK(weak[1] > 0);
  CHECK(weak[0] + weak[1] + weak[2] == 20);
  // As strong as the third: most games are near it.
  const std::vector<int> middle = games_by_rung(climb_with(2, 60));
  CHECK(middle[2] >= 4);
  CHECK(middle[11] == 0);
  // Wins everything: each rung was met.
  const std::vector<int> strong = games_by_rung(climb_with(99, 60));
  CHECK(*std::min_element(strong.begin(), strong.end()) >= 2);
}

TEST_CASE("climb: pairs have both colours and numbers of their own, and a missing half comes first") {
  const std::vector<GameLine> games = climb_with(3, 30);
  std::set<int> ids;
  for (const GameLine& line : games) {
    ids.insert(line.game.id);
    CHECK(line.game.pair == (line.game.id + 1) / 2);
  }
  CHECK(ids.size() == games.size());
  std::vector<GameLine> torn = games;
  const PlannedGame missing = torn[5].game;
  torn.erase(torn.begin() + 5);
  CHECK(next_games(torn, 2).front() == missing);
}

TEST_CASE("known rungs: a rating with its interval, of one opponent as by hand") {
  // 75 % against one opponent is 191 Elo above it.
  const KnownRating rating = rate_among_known({{100, {30, 0, 10}}}).value();
  CHECK(rating.elo == doctest::Approx(100 + 190.85).epsilon(0.001));
  CHECK(rating.low < rating.elo - 90);
  CHECK(rating.low > rating.elo - 150);
  CHECK(rating.high > rating.elo + 90);
  // More games, a narrower interval; a draw is half a win.
  const KnownRating more = rate_among_known({{100, {300, 0, 100}}}).value();
  CHECK(more.high - more.low < (rating.high - rating.low) / 2.5);
  CHECK(rate_among_known({{100, {0, 8, 0}}})->elo == doctest::Approx(100));
  CHECK_FALSE(rate_among_known({{100, {}}}).has_value());
}

TEST_CASE("known rungs: who won or lost everything has an interval with one end") {
  const KnownRating lost = rate_among_known({{0, {0, 0, 10}}, {300, {0, 0, 4}}}).value();
  CHECK(std::isinf(lost.elo));
  CHECK(std::isinf(lost.low));
  CHECK(lost.high < 0);
  CHECK(lost.high > -400);
  CHECK(known_rating_text(lost).starts_with("below -"));
  const KnownRating won = rate_among_known({{0, {10, 0, 0}}}).value();
  CHECK(won.low == doctest::Approx(-lost.high).epsilon(0.6));
  CHECK(known_rating_text(won).starts_with("above +"));
}

TEST_CASE("known rungs: results that contradict each other make the interval wider") {
  const KnownRating same = rate_among_known({{0, {20, 0, 20}}, {0, {20, 0, 20}}}).value();
  const KnownRating apart = rate_among_known({{0, {38, 0, 2}}, {0, {2, 0, 38}}}).value();
  CHECK(apart.elo == doctest::Approx(same.elo));
  CHECK(apart.high - apart.low > 3 * (same.high - same.low));
}

TEST_CASE("climb: one command plays it, says a number, and goes on where it was") {
  const Folder folder("lanternfish_climb_test");
  const std::string records = (folder.path() / "games").string();
  const std::string command =
      arena(fmt::format("gauntlet --ladder -engine name=weak 'cmd=@lanternfish-arena bot random' --tc none --nodes 1 "
                        "--turn-limit 20 --seed 3 --records '{}'",
                        records));
  const Output first = lanternfish::testing::run(command + " --games 2");
  CAPTURE(first.text);
  CHECK(first.status == 0);
  CHECK(first.text.find("The ladder: weak against players of known strength") != std::string::npos);
  CHECK(first.text.find("Elo, 95 %; the random player has 0") != std::string::npos);
  CHECK(first.text.find("perfect") == std::string::npos);
  CHECK(read_file(folder.path() / "games" / "standings.jsonl")->find("\"rating\":{\"elo\":") != std::string::npos);
  const Output longer = lanternfish::testing::run(command + " --games 4");
  CAPTURE(longer.text);
  CHECK(longer.status == 0);
  CHECK(longer.text.find("weak: 2") == std::string::npos);
  CHECK(longer.text.find("4 games: won by White") != std::string::npos);
  const Output merged = lanternfish::testing::run(arena("merge '" + records + "'"));
  CHECK(merged.text.find("the random player has 0") != std::string::npos);
}

TEST_CASE("climb: a folder with games of others is refused") {
  const Folder folder("lanternfish_climb_foreign");
  GameLine line;
  line.game = {1, 1, {20, 21}};
  lanternfish::testing::write(folder.path() / "games.jsonl", "{}\n" + format_game_line(line) + "\n");
  const Output output = lanternfish::testing::run(arena(fmt::format(
      "gauntlet --ladder -engine name=a 'cmd=@lanternfish-arena bot random' --records '{}'", folder.path().string())));
  CHECK(output.status == 1);
  CHECK(output.text.find("holds another tournament") != std::string::npos);
}

TEST_CASE("climb: a player that cannot play is named, not rated") {
  const Folder folder("lanternfish_climb_fault");
  const Output output = lanternfish::testing::run(
      arena(fmt::format("gauntlet --ladder -engine name=broken cmd=/no/program --tc none --nodes 1 --records '{}'",
                        folder.path().string())));
  CAPTURE(output.text);
  CHECK(output.status == 1);
  CHECK(output.text.find("/no/program") != std::string::npos);
  CHECK(lanternfish::testing::run("ls " + folder.path().string()).text.empty());  // no game was played
  const Output rung = lanternfish::testing::run(arena("gauntlet --ladder -engine name=trout cmd=true"));
  CHECK(rung.status == 2);
  CHECK(rung.text.find("'trout' is a player of the ladder") != std::string::npos);
  for (const char* wrong : {"--minutes 0", "--shard 1/2 --seed 1"}) {
    CHECK(lanternfish::testing::run(arena(fmt::format("gauntlet --ladder -engine cmd=true {}", wrong))).status == 2);
  }
}
