#include <atomic>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include "tools/common/arguments.h"
#include "tools/train/commands.h"
#include "tools/train/reinforcer.h"
#include "tools/train/trainer.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr const char* kTrainUsage = "usage: lanternfish-train train FILE --out WEIGHTS [options]\n";
constexpr const char* kSelfplayUsage = R"(usage: lanternfish-train selfplay START [PAST...] --out WEIGHTS [options]
A network that begins as START and learns by play against past selves. Stopped by Ctrl-C, the same command goes on.
)";
constexpr int kMany = 1'000'000;

std::atomic<bool> interrupted = false;

void add_train_options(Arguments& arguments, TrainSettings& settings) {
  constexpr std::int64_t kAnyNumber = 1'000'000'000'000;
  arguments.options().add_options()("kind", po::value(&settings.kind)->default_value("jku-coda"),
                                    "who plays with them");
  arguments.number("channels", settings.channels, 1, 4096, "of the tower");
  arguments.number("blocks", settings.blocks, 0, 1024, "of the tower");
  arguments.number("stem", settings.stem, 1, 3, "side of the stem's kernel, 1 or 3");
  arguments.number("epochs", settings.epochs, 1, kMany, "times that each decision is seen");
  arguments.number("batch", settings.batch, 1, kMany, "decisions a step");
  arguments.number("rate", settings.rate, 0, 1, "of AdamW, at the top of one cycle");
  arguments.number("weight-decay", settings.weight_decay, 0, 1000, "of matrices");
  arguments.number("value-weight", settings.value_weight, 0, 1000, "of the squared error of the outcome");
  arguments.options().add_options()("no-mask", "requests from squares without an own piece are answers like others");
  arguments.number("turns", settings.turns, 0, kMany, "trained on, of each player from the first; 0: all");
  arguments.number("max-passes", settings.max_passes, 0, 100,
                   "per cent; the games of players that passed more often are left out");
  arguments.number("decisions", settings.decisions, 0, kAnyNumber, "trained on at most, drawn at random; 0: all");
  arguments.number("held-out", settings.held_out, 0, kAnyNumber, "decisions held out at most, likewise");
  arguments.number("seed", settings.seed, 0, std::numeric_limits<std::uint64_t>::max(),
                   "of the first weights and of the order");
  arguments.number("threads", settings.threads, 1, 1024, "of Torch");
}

void add_selfplay_options(Arguments& arguments, ReinforceSettings& settings) {
  constexpr double kMaxWeight = 1000;
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
                                    "weights to stay near; default: the first file");
  arguments.number("seed", settings.seed, 0, std::numeric_limits<std::uint64_t>::max(), "of all lots");
  arguments.number("threads", settings.threads, 1, 1024, "of Torch and of the networks at play");
}

// A command that trains by `method`. `take` reads into the settings what the options do not set by themselves.
template <typename Settings, typename AddOptions, typename Take, typename Method>
int run(Arguments& arguments, std::vector<std::string> words, const AddOptions& add_options, const Take& take,
        const Method& method) {
  Settings settings;
  std::string out, storage;
  add_options(arguments, settings);
  arguments.options().add_options()("out", po::value(&out)->required()->value_name("WEIGHTS"), "the weights (*.lfn)")(
      "bf16", po::bool_switch(&settings.bf16), "products in bfloat16: quicker where the processor has them")(
      "storage", po::value(&storage)->default_value("int8"), "of the weights: f32, f16 or int8");
  if (!arguments.parse(std::move(words))) {
    return arguments.exit_status();
  }
  std::vector<std::string> read = arguments.list("files");
  if (arguments.has("anchor")) {
    read.push_back(arguments.get<std::string>("anchor"));
  }
  for (const std::string& file : read) {
    std::error_code none;  // where one of the two is missing
    if (std::filesystem::equivalent(file, out, none)) {
      return arguments.refuse(fmt::format("--out would overwrite {}, which is read here", file));
    }
  }
  const Result<Storage> parsed = parse_storage(storage);
  const Status taken = parsed ? take(settings, arguments.list("files")) : Status(Error{parsed.error()});
  if (!taken) {
    return arguments.refuse(taken.error());
  }
  settings.storage = *parsed;
  settings.out = out;
  for (const int signal : {SIGINT, SIGTERM}) {
    std::signal(signal, [](int) { interrupted = true; });
  }
  const auto say = [](const std::string& line) {
    fmt::print("{}\n", line);
    std::fflush(stdout);
  };
  const Status done = method(settings, say, interrupted);
  return done ? 0 : arguments.fail(done.error());
}

}  // namespace

int run_train(std::vector<std::string> words) {
  Arguments arguments("lanternfish-train", kTrainUsage, "files");
  const auto take = [&](TrainSettings& settings, const std::vector<std::string>& files) -> Status {
    if (files.size() != 1) {
      return Error{kNoData};
    }
    settings.data = files[0];
    settings.mask_own = !arguments.has("no-mask");
    return success();
  };
  return run<TrainSettings>(arguments, std::move(words), add_train_options, take, train);
}

int run_selfplay(std::vector<std::string> words) {
  Arguments arguments("lanternfish-train", kSelfplayUsage, "files");
  const auto take = [&](ReinforceSettings& settings, const std::vector<std::string>& files) -> Status {
    if (files.empty()) {
      return Error{"name the file of weights to begin with, and behind it those of further past selves"};
    }
    settings.start = files[0];
    settings.others.assign(files.begin() + 1, files.end());
    settings.anchor = arguments.get<std::string>("anchor");
    return success();
  };
  return run<ReinforceSettings>(arguments, std::move(words), add_selfplay_options, take, reinforce);
}

}  // namespace lanternfish
