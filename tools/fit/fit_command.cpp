#include "tools/fit/fit_command.h"

#include <cstdio>

#include <fmt/format.h>

#include "eval/make_evaluator.h"
#include "support/file.h"
#include "tools/common/arguments.h"
#include "tools/fit/report.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

struct Settings {
  std::string half;  // "even", "odd" or empty
  std::string out;
  bool judgements = false;
  std::string engine;
  int depth = 6;
  int threads = 1;
  std::string command;
};

constexpr const char* kUsage = R"(usage: lanternfish-train fit GAME|FOLDER... [options]
Fits the belief's move model on GameHistory files, and says what it is worth.
)";

constexpr const char* kOtherHalf = "On the other half of the games, bits a move:\n\n";

// Games in the order of their file names, dealt out in turn.
bool in_fit(const Settings& settings, const PlayerMoves& player) {
  return settings.half.empty() || player.game % 2 == (settings.half == "even" ? 0 : 1);
}

void say_round(int round, double bits) {
  fmt::print(stderr, "round {}: {:.3f} bits a move on the games of the fit\n", round, bits);
}

std::size_t moves_in_fit(const Settings& settings, const std::vector<PlayerMoves>& players) {
  std::size_t moves = 0;
  for (const PlayerMoves& player : players) {
    moves += in_fit(settings, player) ? player.count : 0;
  }
  return moves;
}

std::string origin_text(const Settings& settings, const std::vector<PlayerMoves>& players, std::size_t games) {
  return fmt::format(
      "Coefficients of the {}, made by\n  {}\nfrom {} moves in the {} of {} recorded games, dealt out by the order of "
      "their file names.",
      settings.judgements ? "evaluator's judgements in the move model" : "move model", settings.command,
      moves_in_fit(settings, players), settings.half.empty() ? "whole" : settings.half + " half", games);
}

Error nothing_to_fit(const Settings& settings) {
  const std::string games =
      settings.half.empty() ? "these games" : fmt::format("the {} half of these games", settings.half);
  return Error{settings.judgements ? fmt::format("nothing to fit: no player of {} has {} moves, all games together",
                                                 games, kJudgedMoves)
                                   : fmt::format("nothing to fit: {} have no moves", games)};
}

// The text of the table to be included.
Result<std::string> fit_model(const std::vector<NamedGame>& games, const Settings& settings) {
  ThreadPool threads(settings.threads);
  const Decisions decisions = decisions_of(games);
  fmt::print("{} games, {} moves\n", games.size(), decisions.all.size());
  if (moves_in_fit(settings, decisions.players) == 0) {
    return nothing_to_fit(settings);
  }
  const auto use = [&](const PlayerMoves& p) { return in_fit(settings, p); };
  const Mixture mixture = fit_mixture(decisions, use, threads, say_round);
  if (!settings.half.empty()) {
    fmt::print("{}{}\n", kOtherHalf, move_report(decisions, mixture, std::not_fn(use)));
  }
  return table_text(mixture, origin_text(settings, decisions.players, games.size()));
}

Result<std::string> fit_judgements(const std::vector<NamedGame>& games, const Settings& settings) {
  const auto evaluator = make_evaluator(
      {.command = settings.engine, .workers = settings.threads, .cache_mb = 0, .terms = lanternfish_terms()},
      [](const std::string& text) { fmt::print(stderr, "{}\n", text); });
  const JudgementData data = judgement_data(
      games, {.depth = settings.depth}, *evaluator,
      [](std::size_t done, std::size_t all) { fmt::print(stderr, "{} of {} boards judged\n", done, all); });
  fmt::print("{} games, {} moves\n", games.size(), data.all.size());
  if (moves_in_fit(settings, data.players) == 0) {
    return nothing_to_fit(settings);
  }
  const auto use = [&](const PlayerMoves& p) { return in_fit(settings, p); };
  const JudgementCoefficients coefficients = fit_judgements(data, use, say_round);
  if (!settings.half.empty()) {
    fmt::print("{}{}\n", kOtherHalf, judgement_report(data, coefficients, std::not_fn(use)));
  }
  return judgement_table_text(coefficients, origin_text(settings, data.players, games.size()));
}

Result<int> run(const std::vector<std::string>& folders, const Settings& settings) {
  if (!settings.out.empty()) {
    TRY(can_write_file(settings.out));
  }
  const auto games = TRY(read_games(folders, [](const std::string& text) { fmt::print(stderr, "{}\n", text); }));
  const std::string table = TRY(settings.judgements ? fit_judgements(games, settings) : fit_model(games, settings));
  if (!settings.out.empty()) {
    TRY(write_file(settings.out, table));
  }
  return 0;
}

}  // namespace

int run_fit_command(std::vector<std::string> words) {
  Settings settings;
  settings.command = fmt::format("lanternfish-train fit {}", fmt::join(words, " "));
  Arguments arguments("lanternfish-train", kUsage, "folder");
  arguments.options().add_options()("half", po::value(&settings.half)->default_value("")->value_name("even|odd"),
                                    "fit on these games, report on the others")(
      "out", po::value(&settings.out)->value_name("FILE"),
      "write the coefficients here (belief/opponent/move_model_weights.inc)")(
      "judgements", po::bool_switch(&settings.judgements),
      "fit what a chess engine's judgements add to the built-in model")(
      "engine", po::value(&settings.engine)->value_name("COMMAND"),
      "command line of the chess engine (default: stockfish); none: the built-in evaluator");
  arguments.number("depth", settings.depth, 1, 64, "plies the engine looks at each board");
  arguments.number("threads", settings.threads, 1, 1024, "to work with");
  return arguments.run(std::move(words), [&]() -> Result<int> {
    const std::vector<std::string> folders = arguments.list("folder");
    if (folders.empty()) {
      return arguments.refuse("fit wants games or folders of games");
    }
    if (!settings.half.empty() && settings.half != "even" && settings.half != "odd") {
      return arguments.refuse(fmt::format("--half is even or odd, not {}", settings.half));
    }
    return run(folders, settings);
  });
}

}  // namespace lanternfish
