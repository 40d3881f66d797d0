#include <doctest/doctest.h>

#include <signal.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include "game/game_record.h"
#include "game/recorded_game.h"
#include "support/child_process.h"
#include "support/file.h"
#include "tests/arena/engines.h"
#include "tests/folder.h"
#include "tests/shell.h"
#include "tests/support_files.h"
#include "tools/arena/tournament/results.h"

using namespace lanternfish;
using lanternfish::testing::arena_program;
using lanternfish::testing::Folder;
using lanternfish::testing::Output;
using lanternfish::testing::real_engine;
using lanternfish::testing::run;
using lanternfish::testing::says;

namespace {

std::string quoted(const std::filesystem::path& path) { return "'" + path.string() + "'"; }

bool ends_with_result(const std::string& text, const std::string& file) {
  const std::size_t last = text.rfind("\nresult: ");
  return last != std::string::npos && text.find("saved " + file + "\n", last) == text.size() - file.size() - 7;
}

}  // namespace

TEST_CASE("programs: the arena plays a game, prints its turns and saves it") {
  const Folder folder("lanternfish_programs_play");
  const std::filesystem::path file = folder.path() / "game.json";
  const std::string fake = testing::kFakeRbcEngine;
  const Output output = run(quoted(arena_program()) + " play --white '" + fake +
                            " moves=b1c3,c3b5,b5d6,d6e8' --black '" + fake + "' --probe --file " + quoted(file));
  CAPTURE(output.text);
  CHECK(output.status == 0);
  CHECK(output.text.find("turn 4, white") != std::string::npos);
  CHECK(output.text.find("d6e8, captures on e8") != std::string::npos);
  CHECK(output.text.find("result: white by KING_CAPTURE, saved ") != std::string::npos);
  CHECK(ends_with_result(output.text, file.string()));
  CHECK(recorded_game(read_game_record(file).value()).ok());
  CHECK(run(quoted(arena_program()) + " verify " + quoted(file)).status == 0);
}

TEST_CASE("programs: a wrong command line is explained") {
  CHECK(run(quoted(arena_program())).status == 2);
  CHECK(run(quoted(arena_program()) + " plai").text.find("no command 'plai'") != std::string::npos);
  CHECK(run(quoted(arena_program()) + " play --white true").text.find("wants two engines, not 1") != std::string::npos);
  CHECK(run(quoted(arena_program()) + " match --games x").status == 2);
  CHECK(says(run(quoted(arena_program()) + " match --seed -1 --engine true --engine true").text,
             "--seed is not negative"));
  CHECK(says(
      run(quoted(arena_program()) + " match --start '4k3/8/8/8/8/8/8/4K3 w - - 100 80' --engine a --engine b").text,
      "--start: the game is over there"));
  CHECK(says(run(quoted(arena_program()) + " replay x --engine a --jobs 0").text, "--jobs is at least 1, not 0"));
  for (const auto& [config, why] : {std::pair(R"({"records": true, "games": 2})", "the required argument for option"),
                                    std::pair(R"({"gamse": 2})", "unknown option '--gamse'"),
                                    std::pair(R"({"seed": -1})", "--seed is not negative")}) {
    CAPTURE(std::string(config));
    const Folder folder("lanternfish_programs_config");
    const std::filesystem::path file = folder.path() / "match.json";
    REQUIRE(write_file(file, config));
    const Output refused = run(quoted(arena_program()) + " match --engine a --engine b --config " + quoted(file));
    CHECK(refused.status == 2);
    CHECK(says(refused.text, file.string() + ": "));
    CHECK(says(refused.text, why));
  }
  for (const char* empty : {" verify ''", " merge ''", " export ''", " match --tc '' --engine a --engine b"}) {
    CAPTURE(std::string(empty));
    const Output refused = run(quoted(arena_program()) + empty);
    CHECK(refused.status == 2);
    CHECK(refused.text.find("basic_string") == std::string::npos);
  }
  CHECK(says(run(quoted(arena_program()) + " merge x --elo0 0").text, "wants both --elo0 and --elo1"));
  CHECK(says(run(quoted(arena_program()) + " sprt --engine a --engine b --elo1 inf").text, "lie between"));
  CHECK(run(quoted(arena_program()) + " match --help").text.find("--concurrency") != std::string::npos);
  const std::string unlimited = " match --tc none --silence 5 --engine cmd=/no/engine --engine 'cmd=/no/engine ";
  CHECK(says(run(quoted(arena_program()) + unlimited + "nodes=1'").text, "an answer may take 5 s (--silence)"));
  CHECK_FALSE(says(run(quoted(arena_program()) + unlimited + "' --nodes 1").text, "--silence"));
  const Output missing = run(quoted(arena_program()) + " play --white /no/engine --black /no/engine");
  CHECK(missing.status == 1);
  CHECK(missing.text.find("/no/engine") != std::string::npos);
}

TEST_CASE("programs: a signal before the first game is a stop and no error") {
  const Folder folder("lanternfish_programs_early");
  const Output stopped =
      run("timeout --foreground --preserve-status --signal INT 2 " + quoted(arena_program()) +
          " match --games 2 --records " + quoted(folder.path()) + " --engine 'sleep 600' --engine 'sleep 600'");
  CAPTURE(stopped.text);
  CHECK(stopped.status == 130);
  CHECK(says(stopped.text, "the same command goes on\n"));
}

TEST_CASE("programs: a check that does not exist is no failed check") {
  const Output none =
      run(quoted(arena_program()) + " compliance --engine '" + testing::kFakeRbcEngine + "' --only no-such-check");
  CHECK(none.status == 2);
  CHECK(says(none.text, "no check's name holds 'no-such-check'"));
}

TEST_CASE("programs: an engine that is ended a moment before the arena loses no game by it") {
  const Folder folder("lanternfish_programs_shutdown");
  const auto ended = folder.path() / "ended", records = folder.path() / "records";
  const std::string fake = testing::kFakeRbcEngine;
  const auto process =
      ChildProcess::start({.argv = {arena_program().string(), "match", "--games", "2", "--turn-limit", "4", "--records",
                                    records.string(), "--engine", "name=a cmd=" + fake, "--engine",
                                    "name=b cmd=" + fake + " fault=ended at=sense turn=2 once=" + ended.string()},
                           .directory = {}})
          .value();
  while (!std::filesystem::exists(ended)) {  // ctest ends a test that waits in vain
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ::kill(process->pid(), SIGTERM);
  CHECK(process->wait_or_kill(std::chrono::steady_clock::now() + std::chrono::seconds(20)));
  CHECK(process->exit_code() == 130);
  CHECK(read_results(records / "games.jsonl").value().games.empty());
}

TEST_CASE("programs: killed at random moments and started again, a match ends as one that was let alone") {
  const Folder whole("lanternfish_programs_whole"), killed("lanternfish_programs_killed");
  const std::string fake = testing::kFakeRbcEngine;
  const auto arguments = [&](const Folder& folder) {
    return std::vector<std::string>{arena_program().string(),
                                    "match",
                                    "--games",
                                    "20",
                                    "--seed",
                                    "1",
                                    "--turn-limit",
                                    "40",
                                    "--records",
                                    folder.path().string(),
                                    "--engine",
                                    "name=a cmd=" + fake + " moves=b1c3,c3b5,b5d6,d6e8",
                                    "--engine",
                                    "name=b cmd=" + fake};
  };
  const auto run_for = [&](const Folder& folder, std::chrono::milliseconds patience, bool hard) {
    const auto process = ChildProcess::start({.argv = arguments(folder), .directory = {}}).value();
    std::string line;
    const auto end = std::chrono::steady_clock::now() + patience;
    ChildProcess::ReadStatus status = ChildProcess::ReadStatus::kLine;
    while (status == ChildProcess::ReadStatus::kLine) {
      status = process->read_line(line, end);
    }
    const bool over = status == ChildProcess::ReadStatus::kClosed;
    if (!over) {
      ::kill(process->pid(), hard ? SIGKILL : SIGINT);
    }
    CHECK(process->wait_or_kill(std::chrono::steady_clock::now() + std::chrono::seconds(20)));
    CHECK((!over || process->exit_code() == 0));
    return over;
  };
  const auto begin = std::chrono::steady_clock::now();
  REQUIRE(run_for(whole, std::chrono::minutes(10), false));
  // From a moment at which engines start up to where all that is left is played, however fast this machine is.
  const auto step =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin) / 15;
  int runs = 1;
  for (; !run_for(killed, runs * step, runs % 2 == 0); ++runs) {
    REQUIRE(runs < 1000);
  }
  MESSAGE(runs, " runs");
  CHECK(runs > 2);
  CHECK(read_file(whole.path() / "standings.jsonl").value() == read_file(killed.path() / "standings.jsonl").value());
  CHECK(read_results(killed.path() / "games.jsonl").value().games.size() == 20);
}

TEST_CASE("programs: shards merged are the whole") {
  const Folder whole("lanternfish_programs_whole"), parts("lanternfish_programs_parts");
  const std::string fake = testing::kFakeRbcEngine;
  const auto command = [&](const Folder& folder, const std::string& more) {
    return quoted(arena_program()) + " match --games 20 --seed 1 --turn-limit 5 " + more + " --records " +
           quoted(folder.path()) + " --engine 'name=a cmd=" + fake +
           " moves=b1c3,c3b5,b5d6,d6e8' --engine 'name=b cmd=" + fake + "'";
  };
  REQUIRE(run(command(whole, "")).status == 0);
  for (const char* shard : {"1/3", "2/3", "3/3"}) {
    REQUIRE(run(command(parts, std::string("--shard ") + shard)).status == 0);
  }
  const Output merged = run(quoted(arena_program()) + " merge --json " + quoted(parts.path()));
  CHECK(merged.status == 0);
  CHECK(merged.text == read_file(whole.path() / "standings.jsonl").value());
  // Merged with the whole each game still counts once.
  CHECK(run(quoted(arena_program()) + " merge --json " + quoted(parts.path()) + " " + quoted(whole.path())).text ==
        merged.text);
  const Folder others("lanternfish_programs_others");
  const std::string bare = "--shard 1/2 --start '4k3/8/8/8/8/8/8/4K3 w - - 0 1'";
  CHECK(run(command(others, bare)).status == 0);
  CHECK(says(run(quoted(arena_program()) + " merge " + quoted(parts.path()) + " " + quoted(others.path())).text,
             "another tournament"));
  // Records would be written over.
  CHECK(says(run(command(parts, bare)).text, "holds another tournament"));
  CHECK(says(run(command(parts, "")).text, "holds games of this part, played with another --shard"));
  CHECK(says(run(command(parts, "--shard 1/2")).text, "holds games of this part, played with another --shard"));
  CHECK(run(quoted(arena_program()) + " match --shard 1/2 --engine true --engine true").text.find("--seed") !=
        std::string::npos);
}

TEST_CASE("programs: the bots of the arena keep the protocol and their word") {
  const Folder folder("lanternfish_programs_bots");
  const std::string arena = arena_program().string();
  CHECK(run(quoted(arena_program()) + " compliance --engine 'cmd=" + arena + " bot random'").status == 0);
  const Output output =
      run(quoted(arena_program()) + " match --games 4 --seed 3 --turn-limit 60 --records " + quoted(folder.path()) +
          " --engine 'name=perfect cmd=" + arena + " bot perfect --chess-engine " + testing::kFakeUciEngine +
          " truth=true' --engine 'name=random cmd=" + arena + " bot random'");
  CAPTURE(output.text);
  CHECK(output.status == 0);
  const Output engineless = run(quoted(arena_program()) + " bot perfect --chess-engine /no/engine");
  CHECK(engineless.status == 1);
  CHECK(engineless.text.find("/no/engine") != std::string::npos);
  // Whatever the chess engine says, it takes every king it sees.
  const auto results = read_results(folder.path() / "games.jsonl").value();
  for (const GameLine& line : results.games) {
    CHECK(line.result.ending == Ending::kByRules);
    if (line.result.winner) {
      CHECK(line.names[*line.result.winner] == "perfect");
    }
  }
}

TEST_CASE("programs: the shuffler shows nothing of itself, and the times of events are in the record of turns") {
  const Folder folder("lanternfish_programs_shuffler");
  const std::string arena = arena_program().string();
  CHECK(run(quoted(arena_program()) + " compliance --engine 'cmd=" + arena + " bot shuffler'").status == 0);
  const Output output = run(quoted(arena_program()) + " match --games 1 --seed 3 --turn-limit 30 --probe --records " +
                            quoted(folder.path()) + " --engine 'name=a cmd=" + arena +
                            " bot shuffler' --engine 'name=b cmd=" + arena + " bot shuffler'");
  CAPTURE(output.text);
  REQUIRE(output.status == 0);
  const auto results = read_results(folder.path() / "games.jsonl").value();
  REQUIRE(results.games.size() == 1);
  CHECK(results.games[0].result.reason == WinReason::kTurnLimit);
  for (const SideReport& side : results.games[0].sides) {  // to keep no boards is no fault
    CHECK(side.errors == 0);
    CHECK(side.first_error.empty());
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    if (entry.path().string().ends_with(".turns.jsonl")) {
      const std::string turns = read_file(entry.path()).value();
      CHECK(turns.find("\"events_ms\":[null,null,null]") != std::string::npos);  // a player without a belief
      CHECK(turns.find("\"capture\":\"none\"") != std::string::npos);
      for (const char* rank : {"4\",\"taken\"", "5\",\"taken\""}) {
        CHECK(turns.find(rank) == std::string::npos);  // requests stay on the own three ranks
      }
    }
  }
}

TEST_CASE("programs: a whole game between two real processes, the true board held throughout" *
          doctest::skip(!std::filesystem::exists(real_engine()))) {
  EngineGameSettings settings;
  settings.time = {parse_time_control("60+1").value(), parse_time_control("60+1").value()};
  settings.rules.turn_limit = 60;
  settings.probe = true;
  const EngineSpec random = parse_engine_spec("name=random cmd=" + real_engine().string() +
                                              " option.Strategy=random option.Seed=7 option.Threads=1")
                                .value();
  const GameReport report = testing::play_once(random, random, settings);
  CAPTURE(fault_text(report.result));
  CHECK(report.result.ending == Ending::kByRules);
  CHECK(recorded_game(report.record).ok());
  for (const SideReport& side : report.sides) {
    CAPTURE(side.first_error);
    CHECK(side.probes > 0);
    CHECK(side.lost == 0);
    CHECK(side.errors == 0);
    CHECK(side.belief_warnings == 0);
  }
}
