#include "tools/train/selfplay_command.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <limits>

#include <fmt/format.h>

#include "tools/common/arguments.h"
#include "tools/train/reinforcer.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr const char* kUsage = R"(usage: lanternfish-train selfplay START [PAST...] --out WEIGHTS [options]
A network that begins as START and learns by play against past selves. Stopped by Ctrl-C, the same command goes on.
)";

std::atomic<bool> interrupted = false;

Status self_play(const ReinforceSettings& settings) {
  std::signal(SIGINT, [](int) { interrupted = true; });
  std::signal(SIGTERM, [](int) { interrupted = true; });
  return reinforce(
      settings,
      [](const std::string& line) {
        fmt::print("{}\n", line);
        std::fflush(stdout);
      },
      interrupted);
}

void add_self_play_options(Arguments& arguments, ReinforceSettings& settings, std::string& storage) {
  constexpr int kMany = 1'000'000;
  constexpr double kMaxWeight = 1000;
  arguments.options().add_options()("out", po::value<std::string>()->required()->value_name("WEIGHTS"),
                                    "the weights (*.lfn)");
  arguments.number("iterations", settings.iterations, 1, kMany, "of playing and learning");
  arguments.number("games", settings.games, 1, kMany, "an iteration");
  arguments.number("turn-limit", settings.turn_limit, 1, kMany, "full turns; then a game is drawn");
  arguments.number("epochs", settings.epochs, 1, kMany, "times that each decision is learnt from");
  arguments.number("batch", settings.batch, 1, kMany, "decisions a step");
  arguments.number("rate", settings.rate, 0, 1, "of Adam");
  arguments.number("clip", settings.clip, 0, kMaxWeight,
                   "how far an iteration may move the probability of an action, as a ratio");
  arguments.number("discount", settings.discount, 0, 1, "of the reward, an own turn");
  arguments.number("lambda", settings.lambda, 0, 1, "of the advantage estimates");
  arguments.number("entropy-weight", settings.entropy_weight, 0, kMaxWeight, "of the policies' entropy in the loss");
  arguments.number("value-weight", settings.value_weight, 0, kMaxWeight,
                   "of the squared error of the outcome in the loss");
  arguments.number("anchor-weight", settings.anchor_weight, 0, kMaxWeight,
                   "of the policies' divergence from the anchor's in the loss");
  arguments.options().add_options()("anchor", po::value<std::string>()->default_value("")->value_name("WEIGHTS"),
                                    "weights to stay near; default: the first file")(
      "bf16", po::bool_switch(&settings.bf16), "products in bfloat16: quicker where the processor has them");
  arguments.number("seed", settings.seed, 0, std::numeric_limits<std::uint64_t>::max(), "of all lots");
  arguments.number("threads", settings.threads, 1, 1024, "of Torch and of the networks at play");
  arguments.options().add_options()("storage", po::value(&storage)->default_value("int8"),
                                    "of the weights: f32, f16 or int8");
}

}  // namespace

int run_selfplay_command(std::vector<std::string> words) {
  ReinforceSettings settings;
  std::string storage;
  Arguments arguments("lanternfish-train", kUsage, "files");
  add_self_play_options(arguments, settings, storage);
  if (!arguments.parse(std::move(words))) {
    return arguments.exit_status();
  }
  const std::vector<std::string> files = arguments.list("files");
  if (files.empty()) {
    return arguments.refuse("name the file of weights to begin with, and behind it those of further past selves");
  }
  const Result<Storage> parsed = parse_storage(storage);
  if (!parsed) {
    return arguments.refuse(parsed.error());
  }
  settings.storage = *parsed;
  settings.start = files[0];
  settings.others.assign(files.begin() + 1, files.end());
  settings.out = arguments.get<std::string>("out");
  settings.anchor = arguments.get<std::string>("anchor");
  const Status done = self_play(settings);
  return done ? 0 : arguments.fail(done.error());
}

}  // namespace lanternfish
