#include "tools/train/selfplay_command.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <sstream>

#include <fmt/format.h>
#include <boost/program_options.hpp>

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

}  // namespace

int run_selfplay_command(int argc, char** argv) {
  std::vector<std::string> names;
  std::string out;
  std::string storage;
  ReinforceSettings settings;
  po::options_description options("lanternfish-train selfplay");
  options.add_options()("help,h", "this text")("files", po::value(&names)->multitoken());
  add_self_play_options(options, settings, out, storage);
  po::positional_options_description positions;
  positions.add("files", -1);
  po::variables_map values;
  po::store(po::command_line_parser(argc, argv).options(options).positional(positions).run(), values);
  if (values.count("help") != 0) {
    fmt::print("{}", (std::ostringstream() << options).str());
    return 0;
  }
  po::notify(values);
  if (names.empty()) {
    return fail("name the file of weights to begin with, and behind it those of further past selves");
  }
  settings.out = out;
  return self_play(settings, names, storage);
}

}  // namespace lanternfish
