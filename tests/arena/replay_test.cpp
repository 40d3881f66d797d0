#include <doctest/doctest.h>

#include <filesystem>

#include "tests/arena/engines.h"
#include "tests/folder.h"
#include "tools/arena/replay/replay.h"

using namespace lanternfish;
using lanternfish::testing::fake_engine;

namespace {

// A game of seven plies, recorded by our own referee, in a folder of its own.
class SavedGame {
 public:
  SavedGame() {
    Referee referee{GameRules{}};
    for (const char* request : {"b1c3", "0000", "c3b5", "0000", "b5d6", "a7a5", "d6e8"}) {
      referee.notify();
      referee.sense(kNoSquare);
      REQUIRE(referee.move(parse_request(request)).ok());
    }
    REQUIRE(write_game_record(file(), referee.record({"a", "b"})).ok());
    REQUIRE(write_file(counts(),
                       R"({"game": {"white": {"rows": [[7, 7, 7, 1, 1], [7, 9, 7, 1, 1]]}, "black": {"rows": []}}})")
                .ok());
  }

  std::filesystem::path file() const { return folder_ / "game.json"; }
  std::filesystem::path counts() const { return folder_ / "counts.json"; }

 private:
  static Move parse_request(const std::string& text) {
    const auto square = [&](std::size_t at) { return make_square(text[at] - 'a', text[at + 1] - '1'); };
    return text == "0000" ? kNullMove : Move{square(0), square(2)};
  }

  testing::Folder folder_{"lanternfish_replay"};
};

struct Replayed {
  ReplayTotals totals;
  std::vector<std::string> problems;
};

Replayed replay_with(const ReplaySettings& settings) {
  Replayed replayed;
  replayed.totals = replay(settings, {.game = [](const std::string&) {},
                                      .problem = [&](const std::string& text) { replayed.problems.push_back(text); },
                                      .progress = {}});
  return replayed;
}

ReplaySettings settings_for(const SavedGame& recorded, const EngineSpec& engine) {
  ReplaySettings settings;
  settings.engine = engine;
  settings.patience = testing::short_patience();
  settings.files = {recorded.file()};
  settings.probe = true;
  return settings;
}

}  // namespace

TEST_CASE("replay: both players are fed to the last turn") {
  const SavedGame recorded;
  const Replayed replayed = replay_with(settings_for(recorded, fake_engine()));
  CHECK(replayed.totals.players == 2);
  CHECK(replayed.totals.turns == 7);
  CHECK(replayed.totals.probes == 7);
  CHECK(replayed.totals.skipped == 0);
  CHECK(replayed.totals.clean());
}

TEST_CASE("replay: a lost true board, another count, an error and a crash are seen") {
  const SavedGame recorded;
  const Replayed lost = replay_with(settings_for(recorded, fake_engine("ppm=0")));
  CHECK(lost.totals.lost == 7);
  CHECK_FALSE(lost.totals.clean());

  const ReferenceCounts counts = read_reference_counts(recorded.counts()).value();
  ReplaySettings with_counts = settings_for(recorded, fake_engine());
  with_counts.counts = &counts;
  const Replayed counted = replay_with(with_counts);
  CHECK(counted.totals.counts == 6);
  CHECK(counted.totals.mismatches == 1);
  REQUIRE(counted.problems.size() == 1);
  CHECK(counted.problems[0] == "game white turn 2: 7 boards after the sense, the reference has 9");

  const Replayed refused = replay_with(settings_for(recorded, fake_engine("fault=error at=observe turn=2")));
  CHECK(refused.totals.faults == 2);
  CHECK(refused.totals.turns == 2);
  CHECK(refused.totals.skipped == 5);
  const Replayed crashed = replay_with(settings_for(recorded, fake_engine("fault=exit at=observe turn=2")));
  CHECK(crashed.totals.faults == 2);
  CHECK_FALSE(crashed.totals.clean());
}

TEST_CASE("replay: a set grown too large leaves that player's game") {
  const SavedGame recorded;
  ReplaySettings settings = settings_for(recorded, fake_engine());
  settings.max_boards = 6;
  const Replayed replayed = replay_with(settings);
  CHECK(replayed.totals.left_early == 2);
  CHECK(replayed.totals.turns == 0);
  CHECK(replayed.totals.skipped == 7);
  CHECK(replayed.totals.clean());
}

TEST_CASE("replay: what is no record is a fault") {
  const SavedGame recorded;
  ReplaySettings settings = settings_for(recorded, fake_engine());
  settings.files = {recorded.counts(), "/no/such/file.json"};
  CHECK(replay_with(settings).totals.faults == 2);
}

TEST_CASE("replay: shows where the engine would have acted otherwise, the last turn included") {
  const SavedGame recorded;
  ReplaySettings settings = settings_for(recorded, fake_engine("moves=e2e4"));
  settings.colors = {true, false};
  settings.probe = false;
  settings.decide.emplace();
  settings.decide->nodes = 1;
  const Replayed replayed = replay_with(settings);
  CHECK(replayed.totals.faults == 0);
  CHECK(replayed.totals.senses == replayed.totals.turns);
  CHECK(replayed.totals.requests + 1 >= replayed.totals.turns);
  CHECK(replayed.totals.other_requests > 0);
  const bool named = std::any_of(replayed.problems.begin(), replayed.problems.end(), [](const std::string& text) {
    return text.find("would request 0000, recorded is ") != std::string::npos;
  });
  CHECK(named);
}

TEST_CASE("replay: an engine that keeps no boards is asked what it would do, and not waited for") {
  const SavedGame recorded;
  ReplaySettings settings = settings_for(recorded, fake_engine("boards=none"));
  settings.probe = false;
  settings.decide.emplace();
  settings.decide->nodes = 1;
  const Replayed asked = replay_with(settings);
  CHECK(asked.totals.turns == 7);
  CHECK(asked.totals.senses == 7);
  CHECK(asked.totals.faults == 0);
  const Replayed probed = replay_with(settings_for(recorded, fake_engine("boards=none")));
  CHECK(probed.totals.faults == 2);
  REQUIRE(probed.problems.size() == 2);
  CHECK(probed.problems[0].find("where it keeps no boards, ask by --decide alone") != std::string::npos);
  const ReferenceCounts counts = read_reference_counts(recorded.counts()).value();
  settings.counts = &counts;
  CHECK(replay_with(settings).totals.faults == 2);
}
