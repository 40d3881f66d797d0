#include <doctest/doctest.h>

#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "tests/arena/engines.h"
#include "tools/arena/game_record.h"
#include "tools/arena/match.h"
#include "tools/arena/record_audit.h"

using namespace lanternfish;
using lanternfish::testing::arena_program;
using lanternfish::testing::fake_engine;
using lanternfish::testing::real_engine;

namespace {

struct Output {
  int status = -1;
  std::string text;
};

Output run(const std::string& command) {
  Output output;
  std::FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) {
    output.text.append(buffer, n);
  }
  const int status = ::pclose(pipe);
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return output;
}

std::string quoted(const std::filesystem::path& path) { return "'" + path.string() + "'"; }

class Folder {
 public:
  explicit Folder(const std::string& name) : path_(std::filesystem::temp_directory_path() / name) {
    std::filesystem::remove_all(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

bool ends_with_result(const std::string& text, const std::string& file) {
  const std::size_t last = text.rfind("\nresult: ");
  return last != std::string::npos && text.find("saved " + file + "\n", last) == text.size() - file.size() - 7;
}

}  // namespace

TEST_CASE("programs: the arena plays a game, prints its turns and saves it") {
  const Folder folder("lanternfish_programs_play");
  const std::filesystem::path file = folder.path() / "game.json";
  const std::string fake = LANTERNFISH_FAKE_RBC_ENGINE;
  const Output output = run(quoted(arena_program()) + " play --white '" + fake +
                            " moves=b1c3,c3b5,b5d6,d6e8' --black '" + fake + "' --probe --file " + quoted(file));
  CAPTURE(output.text);
  CHECK(output.status == 0);
  CHECK(output.text.find("turn 4, white") != std::string::npos);
  CHECK(output.text.find("d6e8, captures on e8") != std::string::npos);
  CHECK(output.text.find("result: white by KING_CAPTURE, saved ") != std::string::npos);
  CHECK(ends_with_result(output.text, file.string()));
  CHECK(audit_record(read_game_record(file).value()).ok());
  CHECK(run(quoted(arena_program()) + " verify " + quoted(file)).status == 0);
}

TEST_CASE("programs: a wrong command line is explained") {
  CHECK(run(quoted(arena_program())).status == 2);
  CHECK(run(quoted(arena_program()) + " plai").text.find("no command 'plai'") != std::string::npos);
  CHECK(run(quoted(arena_program()) + " play --white true").text.find("wants two engines, and 1 were given") !=
        std::string::npos);
  CHECK(run(quoted(arena_program()) + " match --games x").status == 2);
  CHECK(run(quoted(arena_program()) + " match --help").text.find("--concurrency") != std::string::npos);
  const Output missing = run(quoted(arena_program()) + " play --white /no/engine --black /no/engine");
  CHECK(missing.status == 1);
  CHECK(missing.text.find("/no/engine") != std::string::npos);
}

TEST_CASE("match: colours alternate, scores and faults are counted, every game is saved") {
  const Folder folder("lanternfish_programs_match");
  MatchSettings settings;
  settings.engines = {fake_engine(), fake_engine("fault=exit at=go turn=3")};
  settings.engines[0].name = "strong";
  settings.engines[1].name = "weak";
  settings.games = 4;
  settings.concurrency = 2;
  settings.time = parse_time_control("20").value();
  settings.records = folder.path();
  int calls = 0;
  const MatchScore score = play_match(settings, [&](const FinishedGame& game) {
                             ++calls;
                             CHECK(std::filesystem::exists(game.file));
                           }).value();
  CHECK(calls == 4);
  CHECK(score.games == 4);
  CHECK(score.engines[0].name == "strong");
  CHECK(score.engines[0].wins == 4);
  CHECK(score.engines[1].losses == 4);
  CHECK(score.engines[1].faults[static_cast<std::size_t>(Ending::kCrash)] == 4);
  CHECK(score.wins_by_color[kWhite] == 2);
  CHECK(std::filesystem::exists(folder.path() / "games.jsonl"));

  settings.engines[1] = parse_engine_spec("/no/such/engine").value();
  CHECK_FALSE(play_match(settings, [](const FinishedGame&) {}).ok());
}

TEST_CASE("programs: a whole game between two real processes, the true board held throughout" *
          doctest::skip(!std::filesystem::exists(real_engine()))) {
  GameSettings settings;
  settings.time = {parse_time_control("60+1").value(), parse_time_control("60+1").value()};
  settings.rules.turn_limit = 60;
  settings.probe = true;
  const EngineSpec random = parse_engine_spec("name=random cmd=" + real_engine().string() +
                                              " option.Strategy=random option.Seed=7 option.Threads=1")
                                .value();
  const GameReport report = testing::play_once(random, random, settings);
  CAPTURE(fault_text(report.result));
  CHECK(report.result.ending == Ending::kByRules);
  CHECK(audit_record(report.record).ok());
  for (const SideReport& side : report.sides) {
    CAPTURE(side.first_error);
    CHECK(side.probes > 0);
    CHECK(side.lost == 0);
    CHECK(side.errors == 0);
    CHECK(side.belief_warnings == 0);
  }
}
