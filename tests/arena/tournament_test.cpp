#include <doctest/doctest.h>

#include <csignal>
#include <thread>

#include "game/game_record.h"
#include "support/child_process.h"
#include "tests/arena/engines.h"
#include "tests/folder.h"
#include "tools/arena/tournament/results.h"
#include "tools/arena/tournament/standings.h"
#include "tools/arena/tournament/tournament.h"

using namespace lanternfish;
using lanternfish::testing::fake_engine;
using lanternfish::testing::Folder;

namespace {

EngineSpec named(const char* name, const std::string& orders = "") {
  EngineSpec spec = fake_engine(orders);
  spec.name = name;
  return spec;
}

TournamentSettings settings_in(const Folder& folder, std::vector<EngineSpec> engines, int games) {
  TournamentSettings settings;
  settings.shape = {engines.size() > 2 ? TournamentKind::kRoundRobin : TournamentKind::kMatch,
                    static_cast<int>(engines.size()), games};
  settings.engines = std::move(engines);
  settings.time = parse_time_control("20").value();
  settings.rules.turn_limit = 5;
  settings.seed = 1;
  settings.records = folder.path();
  return settings;
}

TournamentOutcome run(
    const TournamentSettings& settings, std::stop_token abort = {},
    const std::function<void(const TournamentProgress&)>& on_game = [](const auto&) {}) {
  return run_tournament(settings, std::move(abort), on_game).value();
}

// The standings without the players' names for people, as one text that two runs can be compared by.
std::string totals(const Tally& tally) { return standings_json(tally); }

}  // namespace

TEST_CASE("tournament: colours alternate, scores and faults are counted, every game is saved") {
  const Folder folder("lanternfish_tournament_test");
  TournamentSettings settings = settings_in(folder, {named("strong"), named("weak", "fault=exit at=go turn=3")}, 4);
  settings.concurrency = 2;
  int calls = 0;
  const TournamentOutcome outcome = run(settings, {}, [&](const TournamentProgress& progress) {
    ++calls;
    CHECK(std::filesystem::exists(folder.path() / progress.line.file));
    CHECK(progress.tally.games() == calls);
  });
  CHECK(calls == 4);
  const PlayerTally& weak = outcome.tally.players()[1];
  CHECK(outcome.tally.players()[0].total() == Wdl{4, 0, 0});
  CHECK(weak.total() == Wdl{0, 0, 4});
  CHECK(weak.faults[static_cast<std::size_t>(Ending::kCrash)] == 4);
  CHECK(outcome.tally.white() == Wdl{2, 0, 2});
  CHECK(standings_text(outcome.tally).find("crash 4") != std::string::npos);
  // What each was told is enough to restore it, and every turn has its line.
  const std::string turns = read_file(folder.path() / "00001_strong_weak.turns.jsonl").value();
  CHECK(turns.find("position startpos color black history opponent capture none sense e4") != std::string::npos);
  CHECK(std::count(turns.begin(), turns.end(), '\n') == 2 + 5);
}

TEST_CASE("tournament: what can not start before the first game is an error, later a lost game") {
  const Folder folder("lanternfish_tournament_test");
  const TournamentSettings bad = settings_in(folder, {named("a"), parse_engine_spec("/no/such/engine").value()}, 2);
  CHECK_FALSE(run_tournament(bad, {}, [](const auto&) {}).ok());
  // A bot that cannot be loaded speaks all the same, until a game begins.
  const TournamentSettings dumb = settings_in(folder, {named("a"), named("b", "fault=exit at=position")}, 2);
  CHECK(run_tournament(dumb, {}, [](const auto&) {}).error() ==
        "b cannot begin a game: it ended at 'isready' (exit code 3)");
  // Nor does one play that refuses the start of a game: it would only pass.
  const TournamentSettings unwilling = settings_in(folder, {named("a"), named("b", "fault=error at=position")}, 2);
  CHECK(run_tournament(unwilling, {}, [](const auto&) {}).error() ==
        "b cannot begin a game: it refused 'position': ordered by the test");
  // Its first process serves the greeting before the tournament; no later one comes up.
  const std::string once = (folder.path() / "used").string();
  const TournamentOutcome outcome =
      run(settings_in(folder, {named("a"), named("b", "fault=exit at=uci unless=" + once)}, 2));
  CHECK(outcome.tally.players()[0].total() == Wdl{2, 0, 0});
  CHECK(outcome.tally.players()[1].faults[static_cast<std::size_t>(Ending::kCrash)] == 2);
}

TEST_CASE("tournament: what the arena itself could not do is nobody's loss, and is tried again") {
  const Folder folder("lanternfish_tournament_troubles");
  const auto engine = folder.path() / "engine", hidden = folder.path() / "hidden";
  std::filesystem::create_symlink(testing::kFakeEngine, engine);
  EngineSpec moving = parse_engine_spec("name=moving cmd=" + engine.string()).value();
  TournamentSettings settings = settings_in(folder, {named("a"), moving}, 6);
  settings.records = folder.path() / "m";
  settings.concurrency = 2;
  std::jthread back;
  const TournamentOutcome outcome = run(settings, {}, [&](const TournamentProgress& progress) {
    if (progress.finished == 1) {
      std::filesystem::rename(engine, hidden);
      back = std::jthread([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(900));
        std::filesystem::rename(hidden, engine);
      });
    }
  });
  CHECK(outcome.finished == 6);
  CHECK(outcome.tally.players()[1].faults[static_cast<std::size_t>(Ending::kCrash)] == 0);

  // Gone for good, the tournament ends with a sentence, and what was played stays.
  settings.shape.games = 10;
  const auto ended = run_tournament(settings, {}, [&](const TournamentProgress& progress) {
    if (progress.finished == 7) {
      std::filesystem::remove(engine);
    }
  });
  REQUIRE_FALSE(ended.ok());
  CHECK(ended.error().find("could not be played in 6 tries: ") != std::string::npos);
  CHECK(ended.error().find("engine") != std::string::npos);
  const Results results = read_results(settings.records / "games.jsonl").value();
  CHECK(results.games.size() >= 7);
  for (const GameLine& line : results.games) {
    CHECK(line.result.ending == Ending::kByRules);
  }
}

TEST_CASE("tournament: stopped and started again it plays each game once, with the same totals") {
  const Folder whole_folder("lanternfish_tournament_whole"), folder("lanternfish_tournament_parts");
  const std::vector<EngineSpec> engines = {named("a", "moves=b1c3,c3b5,b5d6,d6e8"), named("b"), named("c")};
  const TournamentOutcome whole = run(settings_in(whole_folder, engines, 4));
  CHECK(whole.played == 12);

  int played = 0, runs = 0;
  for (; played < 12; ++runs) {
    std::stop_source stop;
    int here = 0;
    TournamentSettings settings = settings_in(folder, engines, 4);
    settings.concurrency = 2;
    const TournamentOutcome part = run(settings, stop.get_token(), [&](const TournamentProgress&) {
      if (++here == 3) {
        stop.request_stop();
      }
    });
    played += part.played;
    CHECK(part.finished == played);
    CHECK(part.stopped == (here >= 3));
    REQUIRE(runs < 12);
  }
  CHECK(played == 12);
  CHECK(runs >= 3);
  const TournamentOutcome again = run(settings_in(folder, engines, 4));
  CHECK(again.played == 0);
  CHECK(totals(again.tally) == totals(whole.tally));
  // Longer, it goes on; as another tournament, it does not.
  CHECK(run(settings_in(folder, engines, 6)).played == 6);
  TournamentSettings other = settings_in(folder, engines, 6);
  other.rules.turn_limit = 6;
  CHECK(run_tournament(other, {}, [](const auto&) {}).error().find("another tournament") != std::string::npos);
}

TEST_CASE("tournament: a stop does not wait for engines that think") {
  const Folder folder("lanternfish_tournament_test");
  TournamentSettings settings = settings_in(folder, {named("a"), named("mute", "fault=silence at=go")}, 2);
  settings.time = {};
  std::stop_source stop;
  std::chrono::steady_clock::time_point began;
  // Once the first game is under way: where the engines do not answer yet, a stop is an error.
  std::jthread later([&](const std::stop_token& never) {
    const auto game = folder.path() / "00001_a_mute.live.jsonl";
    while (!std::filesystem::exists(game) && !never.stop_requested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    began = std::chrono::steady_clock::now();
    stop.request_stop();
  });
  const TournamentOutcome outcome = run(settings, stop.get_token());
  later.join();
  CHECK(outcome.stopped);
  CHECK(outcome.played == 0);
  CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(20));
}

TEST_CASE("tournament: an SPRT ends when it knows") {
  const Folder folder("lanternfish_tournament_test");
  TournamentSettings settings = settings_in(folder, {named("a"), named("b", "fault=illegal at=go")}, 1000);
  settings.shape.kind = TournamentKind::kSprt;
  settings.sprt = SprtSettings{0, 200, 0.05, 0.05};
  const TournamentOutcome outcome = run(settings);
  CHECK(outcome.tally.pairings().at({0, 1}).verdict == SprtVerdict::kAcceptElo1);
  CHECK(outcome.played < 60);
  CHECK(outcome.played % 2 == 0);
  // A pair that was in progress then ended the other way.
  const auto file = folder.path() / "games.jsonl";
  GameLine line = read_results(file)->games.back();
  for (int id = outcome.played + 1; id <= outcome.played + 2; ++id) {
    line.game = make_plan(settings.shape)[static_cast<std::size_t>(id - 1)];
    line.result.winner = line.game.engines[kWhite] == 1 ? kWhite : kBlack;
    REQUIRE(append_line(file, format_game_line(line)).ok());
  }
  CHECK(run(settings).played == 0);
}
