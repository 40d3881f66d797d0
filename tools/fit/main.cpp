// lanternfish-fit: fits the belief's move model on recorded games, and says what it is worth.

#include <cstdio>
#include <exception>
#include <sstream>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "tools/arena/game_record.h"
#include "tools/fit/belief_bits.h"
#include "tools/fit/expansion_speed.h"
#include "tools/fit/report.h"
#include "tools/fit/table_text.h"

namespace {

using namespace lanternfish;
namespace po = boost::program_options;

struct Settings {
  std::vector<std::filesystem::path> folders;
  std::string half;  // "even", "odd" or empty
  int folds = 0;
  std::string out;
  bool belief = false;
  std::size_t speed = 0;
  std::size_t most_boards = 300'000;
  MixtureSettings mixture;
  int threads = 1;
  std::string command;
};

constexpr std::int64_t kLeastMoves = 400;  // of a name, to be listed

// Games in the order of their file names, dealt out in turn.
bool in_fit(const Settings& settings, std::size_t game) {
  return settings.half.empty() || game % 2 == (settings.half == "even" ? 0 : 1);
}

Mixture fit(const Decisions& decisions, const std::function<bool(const PlayerMoves&)>& use, const Settings& settings,
            ThreadPool& threads) {
  return fit_mixture(decisions, use, settings.mixture, threads, [](int round, double bits) {
    fmt::print(stderr, "round {}: {:.3f} bits a move on the games of the fit\n", round, bits);
  });
}

void cross_validate(const Decisions& decisions, const Settings& settings, ThreadPool& threads) {
  const auto folds = static_cast<std::size_t>(settings.folds);
  const std::size_t step = settings.half.empty() ? 1 : 2;
  MoveReport report;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    const auto left_out = [&](const PlayerMoves& player) { return player.game / step % folds == fold; };
    const Mixture mixture = fit(
        decisions, [&](const PlayerMoves& p) { return in_fit(settings, p.game) && !left_out(p); }, settings, threads);
    report.add(decisions, mixture, [&](const PlayerMoves& p) { return in_fit(settings, p.game) && left_out(p); });
  }
  fmt::print("Cross-validated over {} folds of games, bits a move:\n\n{}\n", folds, report.text(kLeastMoves));
}

std::string origin_text(const Settings& settings, const Decisions& decisions, std::size_t games) {
  std::size_t moves = 0;
  for (const PlayerMoves& player : decisions.players) {
    moves += in_fit(settings, player.game) ? player.count : 0;
  }
  return fmt::format(
      "Coefficients of the move model, made by\n  {}\nfrom {} moves in the {} of {} recorded games of public RBC "
      "servers, dealt out by the order of their file\nnames.",
      settings.command, moves, settings.half.empty() ? "whole" : settings.half + " half", games);
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
    fmt::print("On the other half of the games, bits a move:\n\n{}\n", report.text(kLeastMoves));
  }
  if (settings.out.empty()) {
    return success();
  }
  return write_file(settings.out, table_text(mixture, origin_text(settings, decisions, games.size())));
}

int run(const Settings& settings) {
  auto games = read_games(settings.folders, [](const std::string& text) { fmt::print(stderr, "{}\n", text); });
  if (!games) {
    fmt::print(stderr, "lanternfish-fit: {}\n", games.error());
    return 1;
  }
  if (settings.speed > 0) {
    fmt::print("{}", expansion_speed(*games, settings.speed));
    return 0;
  }
  if (settings.belief) {
    std::vector<NamedGame> others;
    for (std::size_t i = 0; i < games->size(); ++i) {
      if (settings.half.empty() || !in_fit(settings, i)) {
        others.push_back((*games)[i]);
      }
    }
    fmt::print("Bits a turn given to the true board before the sense:\n\n{}\n",
               belief_bits(others, {.most_boards = settings.most_boards, .threads = settings.threads}));
    return 0;
  }
  if (const Status done = fit_and_report(*games, settings); !done) {
    fmt::print(stderr, "lanternfish-fit: {}\n", done.error());
    return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Settings settings;
    std::vector<std::string> folders;
    po::options_description options("lanternfish-fit FOLDER... [options]");
    options.add_options()("help,h", "this text")("folder", po::value(&folders)->required(),
                                                 "of GameHistory files (*.json)")(
        "half", po::value(&settings.half), "even or odd: fit on these games, report on the others")(
        "folds", po::value(&settings.folds)->default_value(0), "cross-validate on the games of the fit")(
        "out", po::value(&settings.out), "write the coefficients here (belief/move_model_weights.inc)")(
        "belief", po::bool_switch(&settings.belief), "no fit: bits given to the true board, with the built-in model")(
        "most-boards", po::value(&settings.most_boards)->default_value(settings.most_boards),
        "with --belief: leave a player when the set is larger")(
        "speed", po::value(&settings.speed), "no fit: cost of the built-in model on sets of so many boards")(
        "penalty", po::value(&settings.mixture.logit.penalty)->default_value(settings.mixture.logit.penalty),
        "L2 on coefficients")(
        "iterations", po::value(&settings.mixture.logit.iterations)->default_value(settings.mixture.logit.iterations),
        "of L-BFGS in each round")(
        "rounds", po::value(&settings.mixture.rounds)->default_value(settings.mixture.rounds),
        "of expectation maximisation")("threads", po::value(&settings.threads)->default_value(1), "to work with");
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
      fmt::print(stderr, "lanternfish-fit: --half is even or odd, not {}\n", settings.half);
      return 1;
    }
    settings.folders.assign(folders.begin(), folders.end());
    settings.command = "lanternfish-fit";
    for (int i = 1; i < argc; ++i) {
      settings.command += fmt::format(" {}", argv[i]);
    }
    return run(settings);
  } catch (const std::exception& e) {
    fmt::print(stderr, "lanternfish-fit: {}\n", e.what());
    return 1;
  }
}
