// What first users and enemies did to the arena.

#include <doctest/doctest.h>

#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "game/game_record.h"
#include "support/child_process.h"
#include "support/file.h"
#include "support/process_tree.h"
#include "tests/arena/engines.h"
#include "tests/folder.h"
#include "tests/shell.h"
#include "tools/arena/tournament/engine_build.h"
#include "tools/arena/tournament/engine_file.h"
#include "tools/arena/tournament/openings.h"
#include "tools/arena/tournament/results.h"
#include "tools/arena/tournament/standings.h"
#include "tools/arena/tournament/tournament.h"

using namespace lanternfish;
using lanternfish::testing::arena;
using lanternfish::testing::fake_engine;
using lanternfish::testing::Folder;
using lanternfish::testing::kFakeEngine;
using lanternfish::testing::Output;
using lanternfish::testing::run;
using lanternfish::testing::says;
using lanternfish::testing::short_patience;
using lanternfish::testing::write;
using lanternfish::testing::write_program;

namespace {

// Two fake engines that pass for a few turns.
std::string quick_match(const Folder& folder, const std::string& more = "") {
  return arena(fmt::format("match --games 2 --turn-limit 3 --records {} {} -engine name=a cmd={} -engine name=b cmd={}",
                           folder.path().string(), more, kFakeEngine, kFakeEngine));
}

}  // namespace

TEST_CASE("strangers: the files of a tournament that are no games do not match *.json, and a folder will do") {
  const Folder folder("lanternfish_strangers_globs");
  REQUIRE(run(quick_match(folder)).status == 0);
  const std::string glob = folder.path().string() + "/*.json";
  CHECK(run(arena("verify " + glob)).text == "2 of 2 games verified\n");
  CHECK(run(arena("verify " + folder.path().string())).text == "2 of 2 games verified\n");
  CHECK(run(arena("replay --engine " + kFakeEngine + " " + folder.path().string())).text.find("2 games") !=
        std::string::npos);
  // Another program's layout is no fault of the game.
  const std::vector<GameLine> games = read_results(folder.path() / "games.jsonl")->games;
  write(folder.path() / games[0].file, "\n" + read_file(folder.path() / games[0].file).value());
  const Output other = run(arena("verify " + glob));
  CHECK(other.status == 0);
  CHECK(says(other.text, "the game holds; written by another program"));
  // Standings as earlier versions left them are no game, and are named so.
  write(folder.path() / "standings.json", "{\"games\":2}");
  CHECK(run(arena("verify " + folder.path().string())).status == 0);
  const Output named = run(arena("verify " + glob));
  CHECK(named.status == 1);
  CHECK(says(named.text, "not a game record: no key 'type'"));
  CHECK_FALSE(says(named.text, "json.exception"));
}

TEST_CASE("strangers: a match that was played says so, and one of another build is not mixed with it unasked") {
  const Folder folder("lanternfish_strangers_again");
  const Folder engines("lanternfish_strangers_engines");
  const std::filesystem::path engine = engines.path() / "engine";
  const auto match = [&](const std::string& more = "") {
    return run(
        arena(fmt::format("match --games 2 --turn-limit 3 --records {} {} -engine name=a cmd={} "
                          "-engine name=b cmd={}",
                          folder.path().string(), more, engine.string(), kFakeEngine)));
  };
  write_program(engine, "#!/bin/sh\nexec " + kFakeEngine + "\n");
  REQUIRE(match().status == 0);
  const Output again = match();
  CHECK(again.status == 0);
  CHECK(says(again.text, "2 of 2 games were already played in " + folder.path().string()));
  write_program(engine, "#!/bin/sh\n# rebuilt\nexec " + kFakeEngine + "\n");
  const Output other = match();
  CHECK(other.status == 1);
  CHECK(says(other.text, "another build of a. --fresh"));
  CHECK(says(match("--anyway").text, "different builds are added up: a"));
  const Output fresh = match("--fresh");
  CHECK(fresh.status == 0);
  CHECK(says(fresh.text, "the earlier games are in " + folder.path().string() + ".1 now"));
  CHECK_FALSE(says(fresh.text, "already played"));
  CHECK(read_results(folder.path().string() + ".1/games.jsonl")->games.size() == 2);
  std::filesystem::remove_all(folder.path().string() + ".1");
}

TEST_CASE("strangers: a script counts as the engine's build, not its interpreter alone") {
  const Folder folder("lanternfish_strangers_script");
  const auto build = [&](const std::string& script) {
    write(folder.path() / "bot.py", script);
    EngineSpec spec = parse_engine_spec("cmd=sh bot.py dir=" + folder.path().string()).value();
    return engine_build(spec);
  };
  const std::string first = build("one");
  CHECK(first == build("one"));
  CHECK(first != build("two"));
  CHECK(engine_build(parse_engine_spec("/no/such/engine").value()) == "unknown");
}

TEST_CASE("strangers: an engine that is rebuilt while the match runs ends it") {
  const Folder folder("lanternfish_strangers_rebuilt");
  const std::filesystem::path engine = folder.path() / "engine";
  write_program(engine, "#!/bin/sh\nexec " + kFakeEngine + "\n");
  TournamentSettings settings;
  settings.engines = {parse_engine_spec("name=a cmd=" + engine.string()).value(), fake_engine()};
  settings.shape.games = 4;
  settings.time = parse_time_control("20").value();
  settings.rules.turn_limit = 3;
  settings.records = folder.path() / "m";
  const auto rebuild = [&](const TournamentProgress& progress) {
    if (progress.finished == 2) {
      write_program(engine, "#!/bin/sh\n# again\nexec " + kFakeEngine + "\n");
    }
  };
  CHECK(says(run_tournament(settings, {}, rebuild).error(), "a was rebuilt while the tournament ran"));
  CHECK(read_results(settings.records / "games.jsonl").value().games.size() == 2);
  settings.mix_builds = true;
  CHECK(run_tournament(settings, {}, [](const auto&) {}).value().finished == 4);
}

TEST_CASE("strangers: the modules that a Python bot imports from beside it are part of its build") {
  const Folder folder("lanternfish_strangers_modules");
  std::filesystem::create_directories(folder.path() / "parts");
  write(folder.path() / "bot.py", "import helper\nfrom parts.inner import x\n");
  write(folder.path() / "parts" / "inner.py", "x = 1");
  write(folder.path() / "parts" / "aside.py", "y = 1");
  write(folder.path() / "deep.py", "z = 1");
  const auto build = [&](const std::string& module, const std::string& content) {
    write(folder.path() / module, content);
    return engine_build(parse_engine_spec("cmd=sh bot.py:B dir=" + folder.path().string()).value());
  };
  const std::string first = build("helper.py", "def f(): import deep");
  CHECK(first == build("helper.py", "def f(): import deep"));
  CHECK(first != build("helper.py", "def f(): import deep, os"));
  CHECK(first == build("helper.py", "def f(): import deep"));
  CHECK(first == build("parts/aside.py", "y = 2"));
  CHECK(first != build("parts/inner.py", "x = 2"));
  CHECK(first == build("parts/inner.py", "x = 1"));
  CHECK(first != build("deep.py", "z = 2"));
}

TEST_CASE("strangers: a policy named as a Python module is part of its engine's build") {
  const Folder folder("lanternfish_strangers_policy");
  std::filesystem::create_directories(folder.path() / "bots" / "mine");
  const auto build = [&](const std::string& command, const std::string& file, const std::string& content) {
    write(folder.path() / file, content);
    return engine_build(parse_engine_spec("cmd=" + command + " dir=" + folder.path().string()).value());
  };
  const std::string served = "python3 -m lanternfish.serve my_policy:net";
  const std::string first = build(served, "my_policy.py", "one");
  CHECK(first != build(served, "my_policy.py", "two"));
  CHECK(first == build(served, "my_policy.py", "one"));
  const std::string packaged = "python3 -m bots.mine:net";
  CHECK(build(packaged, "bots/mine/__init__.py", "one") != build(packaged, "bots/mine/__init__.py", "two"));
}

TEST_CASE("strangers: times that no clock can hold are refused") {
  const Folder folder("lanternfish_strangers_times");
  for (const char* option : {"--silence inf", "--silence nan", "--silence -1", "--ready 1e10", "--movetime 0",
                             "--movetime 9000000000000000"}) {
    CAPTURE(std::string(option));
    const Output refused = run(quick_match(folder, option));
    CHECK(refused.status == 2);
    CHECK(says(refused.text, std::string(option).substr(0, std::string(option).find(' ')) + " is a number "));
  }
  CHECK(says(run(arena("compliance --answer inf --engine " + kFakeEngine)).text, "--answer is a number of seconds"));
  CHECK(says(parse_engine_spec("cmd=a movetime=9000000000000000").error(), "movetime is a number from 1 to "));
}

TEST_CASE("strangers: an export has each game once, also where merge wrote into the folder of its shards") {
  const Folder folder("lanternfish_strangers_export");
  for (const char* shard : {"1/2", "2/2"}) {
    REQUIRE(run(quick_match(folder, fmt::format("--seed 5 --shard {}", shard))).status == 0);
  }
  const std::string name = folder.path().string();
  const auto rows = [&] {
    const std::string text = run(arena("export --csv " + name)).text;
    return std::count(text.begin(), text.end(), '\n') - 1;
  };
  CHECK(rows() == 2);
  REQUIRE(run(arena(fmt::format("merge {0} --out {0}/games.jsonl", name))).status == 0);
  CHECK(rows() == 2);
}

TEST_CASE("strangers: warnings of engines come before the first game, and stay with its results") {
  const Folder folder("lanternfish_strangers_warnings");
  const std::filesystem::path engine = folder.path() / "engine";
  write_program(engine, "#!/bin/sh\necho info string warning engine no chess engine found\nexec " + kFakeEngine + "\n");
  const Output output =
      run(arena(fmt::format("match --games 1 --turn-limit 3 --records {}/m -engine name=a cmd={} -engine name=b cmd={}",
                            folder.path().string(), engine.string(), kFakeEngine)));
  CHECK(output.text.find("a warns: no chess engine found") < output.text.find("game 1 (1 of 1)"));
  CHECK(says(output.text, "it warned: no chess engine found"));
  CHECK(read_results(folder.path() / "m" / "games.jsonl")->games[0].sides[kWhite].first_warning ==
        "no chess engine found");
}

TEST_CASE("strangers: a chess engine is told from an RBC engine, and a slow one is waited for with a word") {
  const Folder folder("lanternfish_strangers_chess");
  write_program(folder.path() / "chess",
                "#!/bin/sh\nwhile read l; do [ \"$l\" = uci ] && echo 'id name Chess 1' && echo uciok; done\n");
  const auto chess = EngineLink::start(parse_engine_spec((folder.path() / "chess").string()).value(), short_patience());
  REQUIRE_FALSE(chess.ok());
  CHECK(says(chess.error(), "(Chess 1) speaks UCI but not RBC-UCI"));

  Patience patience = short_patience();
  patience.word = std::chrono::milliseconds(100);
  patience.start = std::chrono::milliseconds(600);
  std::string said;
  const auto silent = EngineLink::start(fake_engine("fault=silence at=uci"), patience, {}, {},
                                        [&](const std::string& text) { said += text; });
  CHECK_FALSE(silent.ok());
  CHECK(says(said, "has not answered 'uci' yet; waiting 0.6 s"));
}

TEST_CASE("strangers: the words of fastchess are understood, and mistakes answered with what was meant") {
  const Folder folder("lanternfish_strangers_words");
  const std::string engines = " -engine name=a cmd=" + kFakeEngine + " -engine name=b cmd=" + kFakeEngine;
  const Output match = run(arena("match -rounds 2 -games 2 -concurrency 1 -turn-limit 3 -each tc=10+0.1 -records " +
                                 folder.path().string() + engines));
  CHECK(match.status == 0);
  const Results results = read_results(folder.path() / "games.jsonl").value();
  CHECK(results.games.size() == 4);
  CHECK(says(results.header, "\"tc\":\"10+0.1\""));
  CHECK(says(run(arena("match --engine name=a cmd=x opt.Hash=3")).text,
             "unknown field 'opt.Hash'; did you mean option.NAME?"));
  CHECK(says(run(arena("match --engine 'name=a cmd=x' --gamse 3")).text, "did you mean --games?"));
  CHECK(says(run(arena("matc")).text, "did you mean match?"));
  CHECK(says(run(arena("match -concurrency 9999 --games 1 --turn-limit 1 --records " + folder.path().string() + "/c" +
                       engines))
                 .text,
             "9999 games at a time on "));
  const Output sprt = run(arena("sprt --help"));
  CHECK(sprt.status == 0);
  CHECK(says(sprt.text, "--elo0"));
  CHECK_FALSE(says(run(arena("verify --help")).text, "ENGINE"));
  CHECK(run(arena("merge --version")).text.starts_with("lanternfish-arena "));
}

TEST_CASE("strangers: both games of a pair begin at one opening, and each is used before any comes again") {
  const auto boards =
      parse_openings("# two\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n\n4k3/8/8/8/8/8/P7/4K3 b - - bm Ke2;\n", "x");
  REQUIRE(boards.ok());
  REQUIRE(boards->size() == 2);
  CHECK(parse_openings("nonsense\n", "x").error().starts_with("x:1: "));
  const Folder spaced("lanternfish_openings_test");
  const std::string blanks = (spaced.path() / "two words.epd").string();
  lanternfish::testing::write(blanks, "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
  CHECK(read_openings(blanks).value().boards.size() == 1);
  CHECK(read_openings("file=" + blanks).error().find("are two files") != std::string::npos);
  const std::string plain = (spaced.path() / "plain.epd").string();
  lanternfish::testing::write(plain, "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
  CHECK(read_openings("start=1 file=" + plain).ok());
  CHECK(read_openings("start=2 file=" + plain).error().find("start is a number from 1 to 1 with") != std::string::npos);
  Openings openings{.boards = *boards, .random = false};
  CHECK(openings.of_pair(1, 7) == (*boards)[0]);
  CHECK(openings.of_pair(4, 7) == (*boards)[1]);
  openings.random = true;
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    CHECK_FALSE(openings.of_pair(1, seed) == openings.of_pair(2, seed));
    CHECK_FALSE(openings.of_pair(3, seed) == openings.of_pair(4, seed));
  }
  const Folder folder("lanternfish_strangers_openings");
  write(folder.path() / "book.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n");
  REQUIRE(
      run(quick_match(folder, "-openings file=" + (folder.path() / "book.epd").string() + " order=random")).status ==
      0);
  CHECK(read_game_record(folder.path() / "00002_b_a.json")->players[kWhite].fens_before_move[0] ==
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

TEST_CASE("strangers: openings may begin with a byte order mark") {
  CHECK(
      parse_openings("\xef\xbb\xbfrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\r\n", "o").value().size() ==
      1);
}

TEST_CASE("strangers: few games have no error bars and no likelihood") {
  Tally tally({"a", "b"});
  GameLine line;
  line.result.winner = kWhite;
  line.result.reason = WinReason::kKingCapture;
  for (int i = 1; i <= 2; ++i) {
    line.game = {i, 1, i == 1 ? std::array{0, 1} : std::array{1, 0}};
    line.result.winner = i == 1 ? kWhite : kBlack;
    tally.add(line);
  }
  CHECK(says(standings_text(tally), "too few games"));
  CHECK_FALSE(says(standings_text(tally), "likelihood"));
  CHECK(says(standings_json(tally), "\"superiority\":null"));
}

TEST_CASE("strangers: results become tables") {
  const Folder folder("lanternfish_strangers_export");
  REQUIRE(run(quick_match(folder)).status == 0);
  const Output games = run(arena("export --csv " + folder.path().string()));
  CHECK(games.status == 0);
  CHECK(games.text.starts_with("game,pair,white,black,winner,"));
  CHECK(std::count(games.text.begin(), games.text.end(), '\n') == 3);
  const Output turns = run(arena("export --turns " + folder.path().string()));
  CHECK(std::count(turns.text.begin(), turns.text.end(), '\n') == 1 + 2 * 6);
  const auto columns = [](const std::string& text, std::size_t line_begin) {
    return std::count(text.begin() + static_cast<std::ptrdiff_t>(line_begin),
                      text.begin() + static_cast<std::ptrdiff_t>(text.find('\n', line_begin)), ',');
  };
  CHECK(columns(turns.text, 0) == columns(turns.text, turns.text.find('\n') + 1));
}

TEST_CASE("strangers: a replay says when it leaves a game") {
  const Folder folder("lanternfish_strangers_replay");
  REQUIRE(run(quick_match(folder)).status == 0);
  const Output output = run(arena("replay --max-boards 6 --engine " + kFakeEngine + " " + folder.path().string()));
  CHECK(says(output.text, "7 boards, more than --max-boards 6"));
}

TEST_CASE("enemies: control characters reach no engine") {
  const std::string file = R"({"engines": [{"name": "a\nquit", "command": "x"}, {"command": "y"}]})";
  CHECK(says(parse_engine_file(file).error(), "control character"));
  const std::string option = R"([{"command": "x", "options": {"Hash": "1\nquit"}}])";
  CHECK(says(parse_engine_file(option).error(), "control character"));
  // What an engine calls itself, and any other text, is sent in one line whatever it holds.
  CHECK(format_host_command(SetOptionCommand{"UCI_Opponent", "a\nquit\x1b[2J"}) ==
        "setoption name UCI_Opponent value a quit [2J");
  CHECK(format_host_command(GameOverCommand{kWhite, WinReason::kResign, "a\rb"}) ==
        "gameover winner white reason RESIGN record a b");
}

TEST_CASE("enemies: a name of any length, a flood of options and escape sequences are only a name and options") {
  const Folder folder("lanternfish_strangers_names");
  const std::filesystem::path engine = folder.path() / "engine";
  write_program(engine,
                "#!/bin/sh\nprintf 'id name \\033[31m%0300d\\n' 7\n"
                "i=0; while [ $i -lt 2000 ]; do echo option name o$i type check default true; i=$((i+1)); done\n"
                "exec " +
                    kFakeEngine + "\n");
  const Output output =
      run(arena(fmt::format("match --games 2 --turn-limit 3 --records {}/m -engine cmd={} -engine cmd={}",
                            folder.path().string(), engine.string(), engine.string())));
  CHECK(output.status == 0);
  CHECK_FALSE(says(output.text, "\x1b"));
  CHECK(says(output.text, "2 games: "));
}

TEST_CASE("enemies: what an engine says on standard error is shown, without its escape sequences") {
  const Folder folder("lanternfish_strangers_stderr");
  const std::filesystem::path engine = folder.path() / "engine";
  write_program(engine,
                "#!/bin/sh\nprintf 'a \\033[31mred word\\nand no end of the line' >&2\nexec " + kFakeEngine + "\n");
  const Output output = run(arena(fmt::format("play --turn-limit 2 --white {} --black {} --file {}", engine.string(),
                                              kFakeEngine, (folder.path() / "game.json").string())));
  CHECK(output.status == 0);
  CHECK(says(output.text, "a \\x1b[31mred word\n"));
  CHECK(says(output.text, "and no end of the line"));
  CHECK_FALSE(says(output.text, "\x1b"));
}

TEST_CASE("enemies: what an engine starts ends with it, in whatever group, session or environment") {
  const Folder folder("lanternfish_strangers_orphans");
  const std::filesystem::path engine = folder.path() / "engine";
  const std::string mark = "LANTERNFISH_STRANGERS=" + std::to_string(::getpid());
  // Every way out leaves a process behind that writes its number.
  write_program(engine, "#!/bin/sh\nout=" + folder.path().string() +
                            "\nsetsid sleep 611 &\necho $! >> $out/pids\n"
                            "(setsid sh -c 'echo $$ >> '$out'/pids; exec sleep 612' &)\n"
                            "env -i sh -c '(setsid sh -c \"echo \\$\\$ >> '$out'/pids; exec sleep 613\" &)'\n"
                            "sleep 0.2\nexec " +
                            kFakeEngine + "\n");
  REQUIRE(run(arena(fmt::format("match --games 1 --turn-limit 3 --records {}/m -engine name=a cmd={} -engine name=b "
                                "cmd={}",
                                folder.path().string(), engine.string(), kFakeEngine)))
              .status == 0);
  std::ifstream pids(folder.path() / "pids");
  int number = 0;
  for (int pid = 0; pids >> pid; ++number) {
    CHECK_FALSE(std::filesystem::exists(fmt::format("/proc/{}", pid)));
  }
  CHECK(number >= 6);  // of two starts
}

TEST_CASE("enemies: what an engine starts ends also when the arena itself is killed") {
  const Folder folder("lanternfish_strangers_killed");
  const std::filesystem::path engine = folder.path() / "engine";
  write_program(engine, "#!/bin/sh\nout=" + folder.path().string() +
                            "\nsleep 614 &\necho $! >> $out/pids\nsetsid sleep 615 &\necho $! >> $out/pids\nexec " +
                            kFakeEngine + " fault=silence at=go turn=2\n");
  const auto killed =
      ChildProcess::start({.argv = {"sh", "-c",
                                    "exec " + arena(fmt::format("match --games 1 --tc none --records {}/m -engine "
                                                                "name=a cmd={} -engine name=b cmd={}",
                                                                folder.path().string(), engine.string(), kFakeEngine))},
                           .directory = {}})
          .value();
  const auto left_alive = [&] {
    std::ifstream pids(folder.path() / "pids");
    int alive = 0;
    for (int pid = 0; pids >> pid;) {
      const Result<std::string> stat = read_file(fmt::format("/proc/{}/stat", pid), 1 << 16);
      alive += stat && !says(*stat, ") Z ") ? 1 : 0;
    }
    return alive;
  };
  const auto wait_until = [&](int alive) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (left_alive() != alive && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return left_alive() == alive;
  };
  const auto begun = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  const auto game = [&] {
    std::error_code error;
    return std::filesystem::exists(folder.path() / "m" / "00001_a_b.live.jsonl", error);
  };
  while (!game() && std::chrono::steady_clock::now() < begun) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  REQUIRE(game());
  REQUIRE(wait_until(2));
  ::kill(killed->pid(), SIGKILL);
  CHECK(wait_until(0));
}

TEST_CASE("enemies: a reader of both streams that goes away is an error of the program, and no crash") {
  const Folder folder("lanternfish_strangers_pipe");
  write(folder.path() / "script", quick_match(folder) + " 2>&1 | head -1\nexit ${PIPESTATUS[0]}\n");
  const Output output = run("bash " + (folder.path() / "script").string());
  CHECK(output.status == 1);
}

TEST_CASE("enemies: a config nested beyond all measure is an error") {
  CHECK(says(parse_engine_file(std::string(100'000, '[')).error(), "levels"));
  CHECK(says(parse_game_record(std::string(100'000, '[')).error(), "levels"));
  CHECK(says(parse_game_line(std::string(100'000, '[')).error(), "levels"));
  CHECK(parse_engine_file(R"([{"command": "x", "options": {"A": "[[[["}}])").ok());
}

TEST_CASE("enemies: numbers that do not fit are refused with file and line") {
  const Folder folder("lanternfish_strangers_numbers");
  REQUIRE(run(quick_match(folder)).status == 0);
  const std::filesystem::path file = folder.path() / "games.jsonl";
  const std::string content = read_file(file).value();
  for (const std::string number : {"4294967297", "-1", "0", "1.5", "1e300", "18446744073709551615", "true", "null"}) {
    CAPTURE(number);
    std::string changed = content;
    changed.replace(changed.find("\"game\":1,"), 9, "\"game\":" + number + ",");
    write(file, changed);
    const auto results = read_results(file);
    REQUIRE_FALSE(results.ok());
    CHECK(says(results.error(), "games.jsonl, line 2: game"));
  }
}

TEST_CASE("enemies: a full disk is an error of the program, and a device stays one") {
  if (!std::filesystem::exists("/dev/full")) {
    return;
  }
  const Folder folder("lanternfish_strangers_full");
  REQUIRE(run(quick_match(folder)).status == 0);
  const Output verify = run(arena("verify " + folder.path().string() + " > /dev/full"));
  CHECK(verify.status == 1);
  CHECK(says(verify.text, "No space left on device"));
  const Output merge = run(arena("merge --out /dev/full " + folder.path().string()));
  CHECK(merge.status == 1);
  CHECK(says(merge.text, "cannot write /dev/full: No space left on device"));
  struct stat status {};
  CHECK(::stat("/dev/full", &status) == 0);
  CHECK(S_ISCHR(status.st_mode));
  CHECK(
      says(run(arena("merge --out " + folder.path().string() + " " + folder.path().string())).text, "it is a folder"));
}
