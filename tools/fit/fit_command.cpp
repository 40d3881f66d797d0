#include "tools/fit/fit_command.h"

#include <cstdio>
#include <sstream>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "eval/make_evaluator.h"
#include "game/game_record.h"
#include "support/program.h"
#include "tools/fit/belief_bits.h"
#include "tools/fit/expansion_speed.h"
#include "tools/fit/judgement_report.h"
#include "tools/fit/report.h"
#include "tools/fit/table_text.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

struct Settings {
  std::vector<std::filesystem::path> folders;
  std::string half;  // "even", "odd" or empty
  int folds = 0;
  std::string out;
  bool belief = false;
  std::size_t speed = 0;
  BeliefBitsSettings belief_bits;
  MixtureSettings mixture;
  bool judgements = false;
  std::string judged;
  std::string engine;
  JudgementSample judgement_sample;
  JudgementFitSettings judgement_fit;
  int threads = 1;
  std::string command;
};

constexpr int kCacheMegabytes = 512;     // of scores
constexpr std::int64_t kMinMoves = 400;  // of a name, to be listed

// Games in the order of their file names, dealt out in turn.
bool in_fit(const Settings& settings, std::size_t game) {
  return settings.half.empty() || game % 2 == (settings.half == "even" ? 0 : 1);
}

// Of the games of the fit.
int fold_of(const Settings& settings, std::size_t game) {
  return static_cast<int>(game / (settings.half.empty() ? 1 : 2)) % settings.folds;
}

Mixture fit(const Decisions& decisions, const std::function<bool(const PlayerMoves&)>& use, const Settings& settings,
            ThreadPool& threads) {
  return fit_mixture(decisions, use, settings.mixture, threads, [](int round, double bits) {
    fmt::print(stderr, "round {}: {:.3f} bits a move on the games of the fit\n", round, bits);
  });
}

void cross_validate(const Decisions& decisions, const Settings& settings, ThreadPool& threads) {
  MoveReport report;
  for (int fold = 0; fold < settings.folds; ++fold) {
    const auto left_out = [&](const PlayerMoves& player) { return fold_of(settings, player.game) == fold; };
    const Mixture mixture = fit(
        decisions, [&](const PlayerMoves& p) { return in_fit(settings, p.game) && !left_out(p); }, settings, threads);
    report.add(decisions, mixture, [&](const PlayerMoves& p) { return in_fit(settings, p.game) && left_out(p); });
  }
  fmt::print("Cross-validated over {} folds of games, bits a move:\n\n{}\n", settings.folds, report.text(kMinMoves));
}

std::string origin_text(const Settings& settings, const std::vector<PlayerMoves>& players, std::size_t games) {
  std::size_t moves = 0;
  for (const PlayerMoves& player : players) {
    moves += in_fit(settings, player.game) ? player.count : 0;
  }
  return fmt::format(
      "Coefficients of the {}, made by\n  {}\nfrom {} moves in the {} of {} recorded games, dealt out by the order of "
      "their file names.",
      settings.judgements ? "evaluator's judgements in the move model" : "move model", settings.command, moves,
      settings.half.empty() ? "whole" : settings.half + " half", games);
}

Status fit_and_report(const std::vector<NamedGame>& games, const Settings& settings) {
  ThreadPool threads(settings.threads);
  const Decisions decisions = decisions_of(games);
  fmt::print("{} games, {} moves\n", games.size(), decisions.all.size());
  if (settings.folds > 1) {
    cross_validate(decisions, settings, threads);
  }
  const Mixture mixture = fit(
      decisions, [&](const PlayerMoves& p) { return in_fit(settings, p.game); }, settings, threads);
  if (!settings.half.empty()) {
    MoveReport report;
    report.add(decisions, mixture, [&](const PlayerMoves& p) { return !in_fit(settings, p.game); });
    fmt::print("On the other half of the games, bits a move:\n\n{}\n", report.text(kMinMoves));
  }
  if (settings.out.empty()) {
    return success();
  }
  return write_file(settings.out, table_text(mixture, origin_text(settings, decisions.players, games.size())));
}

Status fit_judgements_and_report(const std::vector<NamedGame>& games, const Settings& settings) {
  auto opened = JudgedBoards::open(settings.judged);
  if (!opened) {
    return Error{opened.error()};
  }
  JudgedBoards boards = std::move(opened).value();
  const auto evaluator =
      make_evaluator({.command = settings.engine, .workers = settings.threads, .cache_mb = 0, .terms = RbcTerms{}},
                     [](const std::string& text) { fmt::print(stderr, "{}\n", text); });
  const auto data = judgement_data(
      games, settings.judgement_sample, boards, *evaluator,
      [](std::size_t done, std::size_t all) { fmt::print(stderr, "{} of {} boards judged\n", done, all); });
  if (!data) {
    return Error{data.error()};
  }
  fmt::print("{} games, {} moves\n", games.size(), data->all.size());
  const auto fit = [&](const std::function<bool(const PlayerMoves&)>& use) {
    return fit_judgements(*data, use, settings.judgement_fit, [](int round, double bits) {
      fmt::print(stderr, "round {}: {:.3f} bits a move on the games of the fit\n", round, bits);
    });
  };
  if (settings.folds > 1) {
    JudgementReport report;
    for (int fold = 0; fold < settings.folds; ++fold) {
      const auto left_out = [&](const PlayerMoves& p) { return fold_of(settings, p.game) == fold; };
      const auto coefficients = fit([&](const PlayerMoves& p) { return in_fit(settings, p.game) && !left_out(p); });
      report.add(*data, coefficients, [&](const PlayerMoves& p) { return in_fit(settings, p.game) && left_out(p); });
    }
    fmt::print("Cross-validated over {} folds of games, bits a move:\n\n{}\n", settings.folds, report.text(kMinMoves));
  }
  const JudgementCoefficients coefficients = fit([&](const PlayerMoves& p) { return in_fit(settings, p.game); });
  if (!settings.half.empty()) {
    JudgementReport report;
    report.add(*data, coefficients, [&](const PlayerMoves& p) { return !in_fit(settings, p.game); });
    fmt::print("On the other half of the games, bits a move:\n\n{}\n", report.text(kMinMoves));
  }
  if (settings.out.empty()) {
    return success();
  }
  return write_file(settings.out,
                    judgement_table_text(coefficients, origin_text(settings, data->players, games.size())));
}

int run(const Settings& settings) {
  auto games = read_games(settings.folders, [](const std::string& text) { fmt::print(stderr, "{}\n", text); });
  if (!games) {
    fmt::print(stderr, "lanternfish-train: {}\n", games.error());
    return kFailed;
  }
  if (settings.speed > 0) {
    fmt::print("{}", expansion_speed(*games, settings.speed));
    return 0;
  }
  if (settings.judgements) {
    if (const Status done = fit_judgements_and_report(*games, settings); !done) {
      fmt::print(stderr, "lanternfish-train: {}\n", done.error());
      return kFailed;
    }
    return 0;
  }
  if (settings.belief) {
    std::vector<NamedGame> others;
    for (std::size_t i = 0; i < games->size(); ++i) {
      if (settings.half.empty() || !in_fit(settings, i)) {
        others.push_back((*games)[i]);
      }
    }
    const auto evaluator =
        make_evaluator({.command = settings.belief_bits.asks() ? settings.engine : "none",
                        .workers = settings.threads,
                        .cache_mb = kCacheMegabytes,
                        .terms = settings.belief_bits.strangefish2 ? strangefish2() : lanternfish_terms()},
                       [](const std::string& text) { fmt::print(stderr, "{}\n", text); });
    BeliefBitsSettings belief = settings.belief_bits;
    belief.threads = settings.threads;
    belief.effort = settings.judgement_sample.effort;
    fmt::print("Bits a turn given to the true board before the sense:\n\n{}\n",
               belief_bits(others, belief, *evaluator));
    return 0;
  }
  if (const Status done = fit_and_report(*games, settings); !done) {
    fmt::print(stderr, "lanternfish-train: {}\n", done.error());
    return kFailed;
  }
  return 0;
}

}  // namespace

int run_fit_command(int argc, char** argv) {
  Settings settings;
  std::vector<std::string> folders;
  po::options_description options("lanternfish-train fit FOLDER... [options]");
  options.add_options()("help,h", "this text")("folder", po::value(&folders)->required(),
                                               "of GameHistory files (*.json)")(
      "half", po::value(&settings.half), "even or odd: fit on these games, report on the others")(
      "folds", po::value(&settings.folds)->default_value(0), "cross-validate on the games of the fit")(
      "out", po::value(&settings.out), "write the coefficients here (belief/opponent/move_model_weights.inc)")(
      "belief", po::bool_switch(&settings.belief), "no fit: bits given to the true board, with the built-in model")(
      "max-boards", po::value(&settings.belief_bits.max_boards)->default_value(settings.belief_bits.max_boards),
      "with --belief: leave a player when the set is larger")(
      "parents", po::value(&settings.belief_bits.parents)->multitoken(),
      "with --belief: also with a chess engine's judgements of this many boards before each move; several numbers")(
      "opponent", po::value(&settings.belief_bits.opponents)->composing(),
      "with --belief: only against players of this name; may be repeated")(
      "max-games", po::value(&settings.belief_bits.max_games), "with --belief: against players of one name at most")(
      "strangefish2", po::bool_switch(&settings.belief_bits.strangefish2),
      "with --belief: also weighed by the boards' scores, as StrangeFish2 does")(
      "speed", po::value(&settings.speed), "no fit: cost of the built-in model on sets of so many boards")(
      "judgements", po::bool_switch(&settings.judgements),
      "fit what a chess engine's judgements add to the built-in model")(
      "judged", po::value(&settings.judged), "with --judgements: the engine's scores are kept in this file")(
      "engine", po::value(&settings.engine),
      "command line of the chess engine (default: stockfish); none: the built-in evaluator")(
      "moves-by-name",
      po::value(&settings.judgement_sample.moves_by_name)->default_value(settings.judgement_sample.moves_by_name),
      "with --judgements: of players of one name in one half of the games, about")(
      "min-by-name",
      po::value(&settings.judgement_sample.min_by_name)->default_value(settings.judgement_sample.min_by_name),
      "with --judgements: names with fewer moves in all are left out")(
      "depth",
      po::value(&settings.judgement_sample.effort.depth)->default_value(settings.judgement_sample.effort.depth),
      "plies the engine looks at each board")(
      "judgement-penalty", po::value(&settings.judgement_fit.penalty)->default_value(settings.judgement_fit.penalty),
      "with --judgements: L2 on coefficients")(
      "penalty", po::value(&settings.mixture.logit.penalty)->default_value(settings.mixture.logit.penalty),
      "L2 on coefficients")(
      "iterations", po::value(&settings.mixture.logit.iterations)->default_value(settings.mixture.logit.iterations),
      "of L-BFGS in each round")("rounds", po::value(&settings.mixture.rounds)->default_value(settings.mixture.rounds),
                                 "of expectation maximisation")(
      "threads", po::value(&settings.threads)->default_value(1), "to work with");
  po::positional_options_description positions;
  positions.add("folder", -1);
  po::variables_map values;
  po::store(po::command_line_parser(argc, argv).options(options).positional(positions).run(), values);
  if (values.count("help") != 0) {
    fmt::print("{}", (std::ostringstream() << options).str());
    return 0;
  }
  po::notify(values);
  if (!settings.half.empty() && settings.half != "even" && settings.half != "odd") {
    fmt::print(stderr, "lanternfish-train: --half is even or odd, not {}\n", settings.half);
    return kMisused;
  }
  if (settings.belief_bits.strangefish2 && !settings.belief_bits.parents.empty()) {
    fmt::print(stderr,
               "lanternfish-train: --parents and --strangefish2 want different terms of scores: one at a time\n");
    return kMisused;
  }
  settings.folders.assign(folders.begin(), folders.end());
  settings.command = "lanternfish-train fit";
  for (int i = 1; i < argc; ++i) {
    settings.command += fmt::format(" {}", argv[i]);
  }
  return run(settings);
}

}  // namespace lanternfish
