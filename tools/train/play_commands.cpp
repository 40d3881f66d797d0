#include "tools/train/play_commands.h"

#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <sstream>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "nets/history_planes.h"
#include "nets/network.h"
#include "tools/train/net_games.h"
#include "tools/train/reinforcer.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

std::atomic<bool> interrupted = false;

int fail(const std::string& text) {
  fmt::print(stderr, "lanternfish-train: {}\n", text);
  return 1;
}

void stop_on_signals() {
  std::signal(SIGINT, [](int) { interrupted = true; });
  std::signal(SIGTERM, [](int) { interrupted = true; });
}

int self_play(ReinforceSettings settings, const std::vector<std::string>& files, const std::string& storage) {
  const Result<Storage> parsed = parse_storage(storage);
  if (!parsed) {
    return fail(parsed.error());
  }
  settings.storage = *parsed;
  settings.start = files[0];
  settings.others.assign(files.begin() + 1, files.end());
  stop_on_signals();
  const Status done = reinforce(
      settings,
      [](const std::string& line) {
        fmt::print("{}\n", line);
        std::fflush(stdout);
      },
      interrupted);
  return done ? 0 : fail(done.error());
}

struct CompareSettings {
  int games = 400;
  NetGameSettings play = {.sampled_turns = 4, .keep_decisions = false};
  int threads = 1;
};

int compare(const std::vector<std::string>& files, const CompareSettings& settings) {
  std::vector<std::unique_ptr<Network>> networks;
  for (const std::string& file : files) {
    const Result<Weights> weights = read_weights(file, kHistoryPlanesVersion);
    if (!weights) {
      return fail(weights.error());
    }
    networks.push_back(std::make_unique<Network>(*weights, Network::Options{.threads = settings.threads, .batch = 16}));
  }
  std::vector<NetGame> games(static_cast<std::size_t>(settings.games));
  for (std::size_t i = 0; i < games.size(); ++i) {
    games[i].learner = i % 2 == 0 ? kWhite : kBlack;
  }
  stop_on_signals();
  NetEvaluator* const other = networks[1].get();
  if (!play_net_games(*networks[0], {&other, 1}, settings.play, games, interrupted)) {
    return fail("stopped before the games were over");
  }
  double won = 0;
  double drawn = 0;
  for (const NetGame& game : games) {
    won += game.outcome > 0 ? 1 : 0;
    drawn += game.outcome == 0 ? 1 : 0;
  }
  const double count = static_cast<double>(games.size());
  const double score = (won + drawn / 2) / count;
  const double variance = (won + drawn / 4) / count - score * score;
  fmt::print("{} against {}: won {} drawn {} lost {}: {:.1f} % (95 %: +-{:.1f})\n", files[0], files[1], won, drawn,
             count - won - drawn, 100 * score, 100 * 1.96 * std::sqrt(variance / count));
  return 0;
}

void add_self_play_options(po::options_description& options, ReinforceSettings& settings, std::string& out,
                           std::string& storage) {
  options.add_options()("out", po::value(&out)->required(), "the weights (*.lfn)")(
      "iterations", po::value(&settings.iterations)->default_value(settings.iterations), "of playing and learning")(
      "games", po::value(&settings.games)->default_value(settings.games), "an iteration")(
      "turn-limit", po::value(&settings.turn_limit)->default_value(settings.turn_limit),
      "full turns; then a game is drawn")("epochs", po::value(&settings.epochs)->default_value(settings.epochs),
                                          "times that each decision is learnt from")(
      "batch", po::value(&settings.batch)->default_value(settings.batch), "decisions a step")(
      "rate", po::value(&settings.rate)->default_value(settings.rate, "0.0001"), "of Adam")(
      "clip", po::value(&settings.clip)->default_value(settings.clip, "0.2"),
      "how far an iteration may move the probability of an action, as a ratio")(
      "discount", po::value(&settings.discount)->default_value(settings.discount), "of the reward, an own turn")(
      "lambda", po::value(&settings.lambda)->default_value(settings.lambda, "0.95"), "of the advantage estimates")(
      "entropy-weight", po::value(&settings.entropy_weight)->default_value(settings.entropy_weight, "0.01"),
      "of the policies' entropy in the loss")("value-weight",
                                              po::value(&settings.value_weight)->default_value(settings.value_weight),
                                              "of the squared error of the outcome in the loss")(
      "anchor-weight", po::value(&settings.anchor_weight)->default_value(settings.anchor_weight),
      "of the policies' divergence from the anchor's in the loss")("anchor", po::value(&settings.anchor),
                                                                   "weights to stay near; default: the first file")(
      "bf16", po::bool_switch(&settings.bf16), "products in bfloat16: quicker where the processor has them")(
      "seed", po::value(&settings.seed)->default_value(settings.seed), "of all lots")(
      "threads", po::value(&settings.threads)->default_value(settings.threads), "of Torch and of the networks at play")(
      "storage", po::value(&storage)->default_value("int8"), "of the weights: f32, f16 or int8");
}

void add_compare_options(po::options_description& options, CompareSettings& settings) {
  options.add_options()("games", po::value(&settings.games)->default_value(settings.games), "colours take turns")(
      "sampled-turns", po::value(&settings.play.sampled_turns)->default_value(settings.play.sampled_turns),
      "in so many own turns from the first, actions are drawn by their probability; later the likeliest is taken")(
      "turn-limit", po::value(&settings.play.turn_limit)->default_value(settings.play.turn_limit),
      "full turns; then a game is drawn")("seed", po::value(&settings.play.seed)->default_value(settings.play.seed),
                                          "of all lots")(
      "threads", po::value(&settings.threads)->default_value(settings.threads), "of the networks");
}

}  // namespace

int run_play_command(const std::string& command, int argc, char** argv) {
  std::vector<std::string> names;
  std::string out;
  std::string storage;
  ReinforceSettings settings;
  CompareSettings comparison;
  po::options_description options(fmt::format("lanternfish-train {}", command));
  options.add_options()("help,h", "this text")("files", po::value(&names)->multitoken());
  const bool compares = command == "compare";
  if (compares) {
    add_compare_options(options, comparison);
  } else {
    add_self_play_options(options, settings, out, storage);
  }
  po::positional_options_description positions;
  positions.add("files", -1);
  po::variables_map values;
  po::store(po::command_line_parser(argc, argv).options(options).positional(positions).run(), values);
  if (values.count("help") != 0) {
    fmt::print("{}", (std::ostringstream() << options).str());
    return 0;
  }
  po::notify(values);
  if (compares ? names.size() != 2 : names.empty()) {
    return fail(compares ? "name two files of weights"
                         : "name the file of weights to begin with, and behind it those of further past selves");
  }
  if (compares) {
    if (comparison.games < 1 || comparison.play.turn_limit < 1) {
      return fail("games and turn limit must be at least 1");
    }
    return compare(names, comparison);
  }
  settings.out = out;
  return self_play(settings, names, storage);
}

}  // namespace lanternfish
