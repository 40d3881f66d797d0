#include "tools/analyze/analysis.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "rules/notation.h"
#include "tests/analysis/analyzed.h"
#include "tests/analysis/scripted_game.h"
#include "tests/folder.h"
#include "tests/shell.h"
#include "tests/support_files.h"
#include "tools/analyze/command_line.h"
#include "tools/analyze/report/turns_text.h"

using namespace lanternfish;
using lanternfish::testing::built_in;
using lanternfish::testing::knight_attack;
using lanternfish::testing::run;
using lanternfish::testing::says;

namespace {

// Three games and a broken file in the middle.
class Files {
 public:
  Files() {
    for (const char* name : {"a.json", "c.json", "d.json"}) {
      REQUIRE(write_game_record(folder_ / name, knight_attack()).ok());
    }
    REQUIRE(write_file(folder_ / "b.json", R"({"type": "GameHistory", "senses": [)").ok());
  }

  std::vector<std::filesystem::path> all() const {
    return {folder_ / "a.json", folder_ / "b.json", folder_ / "c.json", folder_ / "d.json"};
  }

 private:
  lanternfish::testing::Folder folder_{"lanternfish_analysis"};
};

struct Analyzed {
  bool good = false;
  std::string text;
  std::vector<std::string> problems;
};

Analyzed analyze(const AnalysisJob& job) {
  Analyzed result;
  result.good = analyze_games(job, built_in,
                              {.player = [&](const PlayerAnalysis& player) { result.text += player_text(player, {}); },
                               .problem = [&](const std::string& text) { result.problems.push_back(text); },
                               .progress = [](std::size_t, std::size_t) {}});
  return result;
}

Result<AnalyzeCommand> parse(const std::vector<std::string>& words) {
  AnalyzeArguments arguments;
  return arguments.parse(words) ? arguments.command() : Error{"the words are no options"};
}

}  // namespace

TEST_CASE("analysis: a broken file is named and does not stop the others; order does not depend on jobs") {
  const Files files;
  AnalysisJob job;
  job.files = files.all();
  const Analyzed one = analyze(job);
  CHECK_FALSE(one.good);
  REQUIRE(one.problems.size() == 1);
  CHECK(one.problems[0].find("b.json") != std::string::npos);
  const std::size_t a = one.text.find("a.json"), c = one.text.find("c.json"), d = one.text.find("d.json");
  CHECK(a < c);
  CHECK(c < d);
  CHECK(d != std::string::npos);
  job.jobs = 3;
  CHECK(analyze(job).text == one.text);
}

TEST_CASE("analysis: told to stop it ends, and what was begun is reported") {
  const Files files;
  AnalysisJob job;
  job.files = files.all();
  std::stop_source stop;
  std::string games;
  const auto stop_after_first = [&](const PlayerAnalysis& player) {
    games += player.game;
    stop.request_stop();
  };
  CHECK(analyze_games(job, built_in,
                      {.player = stop_after_first, .problem = [](const auto&) {}, .progress = [](auto, auto) {}},
                      stop.get_token()));
  CHECK(games == job.files[0].string() + job.files[0].string());  // both players of the first game
}

TEST_CASE("analysis: a request after another sense than the strategy's own says so") {
  const auto square = [](std::string_view text) { return *parse_square(text); };
  PlayerAnalysis player;
  TurnAnalysis& turn = player.turns.emplace_back();
  turn.recorded.sense = SenseOutcome{.center = square("g5")};
  turn.recorded.request = RequestVerdict{};
  Choice same = turn.recorded, another = turn.recorded, follows = turn.recorded;
  another.sense->center = follows.sense->center = square("f2");
  follows.before = SetState{};
  turn.strategies = {same, another, follows};
  const std::vector<std::string> names = {"same", "another", "follows"};
  const std::string text = player_text(player, names);
  CAPTURE(text);
  CHECK(says(text, "recorded     senses g5 leaving 0 boards, 0.0 bits; requests"));
  CHECK(says(text, "same         senses g5 leaving 0 boards, 0.0 bits; requests"));
  CHECK(says(text, "another      senses f2 leaving 0 boards, 0.0 bits; after g5 requests"));
  CHECK(says(text, "follows      of 0 senses f2 leaving 0 boards, 0.0 bits; requests"));
}

TEST_CASE("analysis: of one colour, of one player") {
  const Files files;
  AnalysisJob job;
  job.files = {files.all()[0]};
  job.colors = {false, true};
  CHECK(analyze(job).text.find("ann as white") == std::string::npos);
  job.colors = {true, true};
  job.player = "bob";
  const Analyzed bob = analyze(job);
  CHECK(bob.good);
  CHECK(bob.text.find("ann as white") == std::string::npos);
  CHECK(bob.text.find("bob as black") != std::string::npos);
}

TEST_CASE("analyze program: a signal is a stop, and the page has what was looked at") {
  const Files files;
  const testing::Folder many("lanternfish_analyze_many");
  const std::string page = (many / "page.html").string();
  for (int i = 0; i < 2000; ++i) {
    std::filesystem::create_hard_link(files.all()[0], many / ("a" + std::to_string(i) + ".json"));
  }
  const auto [status, text] =
      run(std::string("timeout --foreground --preserve-status --signal INT 2 '") + testing::kAnalyzeProgram +
          "' -o EngineCommand=none -j 1 --html " + page + " " + many.path().string());
  CAPTURE(text);
  CHECK(status == 130);
  CHECK(says(read_file(page).value(), "a0.json"));
}

TEST_CASE("analyze program: games of one file name in two folders are two games on the page") {
  const Files files;
  const std::string good = files.all()[0].string(), page = good + ".html";
  const auto other = files.all()[0].parent_path() / "other" / "a.json";
  REQUIRE(write_game_record(other, knight_attack()).ok());
  CHECK(run(std::string("'") + testing::kAnalyzeProgram + "' -o EngineCommand=none --strategy none --html " + page +
            " " + good + " " + other.string())
            .status == 0);
  const std::string text = read_file(page).value();
  for (const char* number : {"\"number\":0,\"game\":\"a.json\"", "\"number\":1,\"game\":\"a.json\""}) {
    CHECK(says(text, number));
  }
}

TEST_CASE("analyze command line: strategies by name with settings of their own") {
  const auto command = parse({"x.json", "--strategy", "trout Depth=2", "--strategy", "lanternfish", "-o", "Depth=3"});
  REQUIRE(command.ok());
  const auto& strategies = command->job.analysis.strategies;
  REQUIRE(strategies.size() == 2);
  CHECK(strategies[0].label == "trout Depth=2");
  CHECK(strategies[0].config.strategy == Strategy::kTrout);
  CHECK(strategies[0].config.depth == 2);
  CHECK(strategies[1].config.depth == 3);
  CHECK(parse({"x.json", "--measure"})->job.analysis.strategies.size() > 3);
  CHECK(parse({"x.json", "--strategy", "none"})->job.analysis.strategies.empty());
  CHECK(parse({"x.json", "--turns", "3-"})->job.analysis.first_turn == 3);
  CHECK(parse({"x.json", "--movetime", "100"})->job.analysis.limits.nodes == std::nullopt);
}

TEST_CASE("analyze command line: what is wrong is said") {
  const auto error = [](const std::vector<std::string>& arguments) {
    const auto command = parse(arguments);
    return command ? std::string() : command.error();
  };
  CHECK(error({}).find("no game") != std::string::npos);
  CHECK(error({"x.json", "--strategy", "grandmaster"}).find("grandmaster") != std::string::npos);
  CHECK(error({"x.json", "--strategy", "trout Depth=x"}).find("Depth") != std::string::npos);
  CHECK(error({"x.json", "-o", "Seed=0"}).find("Seed") != std::string::npos);
  CHECK(error({"x.json", "-o", "Strategy=trout"}).find("--strategy") != std::string::npos);
  CHECK(error({"x.json", "--color", "red"}).find("red") != std::string::npos);
  CHECK(error({"x.json", "--nodes", "0"}).find("limit") != std::string::npos);
  CHECK(error({"x.json", "--jobs", "0"}) != "");
  CHECK(error({"x.json", "--no-such"}) != "");
  CHECK(error({"x.json", "--follow", "--every", "2"}).find("--every") != std::string::npos);
  CHECK(error({"x.json", "--follow", "--strategy", "none"}).find("--follow") != std::string::npos);
  for (const char* turns : {"0-3", "3-2", "x", "-", "1-1-1", ""}) {
    CAPTURE(turns);
    CHECK(error({"x.json", "--turns", turns}).find("--turns") != std::string::npos);
  }
}

TEST_CASE("analyze program: tables, JSON lines, and the exit status of a broken file") {
  const Files files;
  const auto analyze = [](const std::string& arguments) {
    return run(std::string("'") + testing::kAnalyzeProgram + "' -o EngineCommand=none " + arguments);
  };
  const std::string good = files.all()[0].string(), broken = files.all()[1].string();
  const auto [status, text] = analyze("--json --nodes 100 " + good + " 2> /dev/null");
  CHECK(status == 0);
  CHECK(text.find("{\"type\":\"turn\"") == 0);
  CHECK(text.find("{\"type\":\"strategy\",\"name\":\"lanternfish\"") != std::string::npos);
  const auto [bad_status, errors] = analyze("--tables --strategy none " + broken + " " + good);
  CHECK(bad_status == 1);
  CHECK(errors.find(broken) != std::string::npos);
  CHECK(errors.find("| ann | 4 |") != std::string::npos);
  for (const std::string& nothing : {"--tables " + broken, "--tables --turns 90 " + good}) {
    CAPTURE(nothing);
    const std::string said = analyze(nothing).text;
    CHECK(said.find("no turn was looked at") != std::string::npos);
    CHECK(said.find('|') == std::string::npos);
  }
  CHECK(says(analyze("--turns 90 " + good).text, "no turn was looked at: nobody came to turn 90\n"));
  const auto [no_status, nobody] = analyze("--player nobody --color black " + good);
  CHECK(no_status == 1);
  CHECK(says(nobody, "no turn was looked at: no game has a player 'nobody' as Black\n"));
  CHECK(analyze("--turns 0 " + good).status == 2);
  const std::string folder = files.all()[0].parent_path().string();
  CHECK(says(analyze("--html '" + folder + "' " + good).text, "it is a folder\n"));
  if (std::filesystem::exists("/dev/full")) {
    for (const std::string kind : {"--json", "--tables"}) {
      CAPTURE(kind);
      const auto full = analyze(kind + " --strategy none " + good + " > /dev/full");
      CHECK(full.status == 1);
      CHECK(says(full.text, "No space left on device"));
    }
  }
}
