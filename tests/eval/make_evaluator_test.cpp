#include "eval/make_evaluator.h"

#include <doctest/doctest.h>

#include "uci/engine_command.h"

using namespace lanternfish;

namespace {

struct Made {
  std::vector<std::string> warnings;
  std::unique_ptr<Evaluator> evaluator;

  explicit Made(const std::string& command) {
    evaluator = make_evaluator({.command = command}, [this](const std::string& text) { warnings.push_back(text); });
  }
  BoardScores start_scores() {
    BoardScores scores;
    const std::vector<Board> boards = {Board::start()};
    evaluator->score(boards, {.depth = 1}, SteadyClock::now() + std::chrono::seconds(20), {},
                     [&](std::size_t, const BoardScores& s) { scores = s; });
    return scores;
  }
};

}  // namespace

TEST_CASE("make evaluator: none is the built-in evaluator, without a word") {
  Made made("none");
  CHECK(made.start_scores().moves.size() == 21);
  CHECK(made.warnings.empty());
}

TEST_CASE("make evaluator: an engine that is not there gives one warning and the built-in evaluator") {
  for (const char* command : {"/nowhere/engine", "no-such-engine --flag", "'unclosed", " ; "}) {
    CAPTURE(command);
    Made made(command);
    const BoardScores scores = made.start_scores();
    CHECK(scores.moves.size() == 21);
    CHECK(scores.source == ScoreSource::kBuiltIn);
    CHECK(made.warnings.size() == 1);
  }
}

TEST_CASE("make evaluator: where no engine of several is there, none is said to go on") {
  Made made("/nowhere/engine;/nowhere/other");
  REQUIRE(made.warnings.size() == 2);
  for (const std::string& warning : made.warnings) {
    CHECK(warning.find("the built-in evaluator answers") != std::string::npos);
  }
}

TEST_CASE("make evaluator: Stockfish is found without being named" * doctest::skip(!find_engine_program("stockfish"))) {
  Made made("");
  CHECK(made.start_scores().source == ScoreSource::kChessEngine);
  CHECK(made.warnings.empty());
}

TEST_CASE("engine command: several commands, arguments, quotes") {
  const auto commands = parse_engine_commands("stockfish; ssh 'other host'  \"a;b\" stock\"fish\" ;");
  REQUIRE(commands);
  CHECK(*commands == EngineCommands{{"stockfish"}, {"ssh", "other host", "a;b", "stockfish"}});
  CHECK_FALSE(parse_engine_commands("\"stockfish").ok());
  CHECK_FALSE(parse_engine_commands(" ; ").ok());
}

TEST_CASE("engine command: a folder or a text file is no program") {
  CHECK(find_engine_program("/bin/sh") == "/bin/sh");
  CHECK(find_engine_program("sh").has_value());
  CHECK_FALSE(find_engine_program("/usr").has_value());
  CHECK_FALSE(find_engine_program("/etc/passwd").has_value());
}
