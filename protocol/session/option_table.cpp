#include <algorithm>
#include <iterator>

#include "engine/strategy_traits.h"
#include "protocol/messages/host_options.h"
#include "protocol/session/options.h"

namespace lanternfish {

namespace {

bool plays(const Config& config, Strategy strategy) { return config.strategy == strategy; }

// What options depend on. A value that asks for what happens anyway counts as having its effect.
constexpr OptionCondition kScoring = {"a Strategy that scores moves",
                                      [](const Config& c) { return traits_of(c.strategy).asks_evaluator; }};
// A network in the chess engine's place leaves the engine nothing to do.
bool asks_engine(const Config& config) {
  const StrategyTraits& traits = traits_of(config.strategy);
  return traits.asks_evaluator && !traits.net_scores_moves;
}
constexpr OptionCondition kEngineScoring = {"a Strategy that scores moves without a network", asks_engine};
constexpr OptionCondition kChessEngine = {"a Strategy that scores moves without a network, and a chess engine",
                                          [](const Config& c) { return asks_engine(c) && c.engine_command != "none"; }};
constexpr OptionCondition kLanternfish = {"Strategy lanternfish",
                                          [](const Config& c) { return plays(c, Strategy::kLanternfish); }};
constexpr OptionCondition kBook = {"Strategy lanternfish, and OwnBook",
                                   [](const Config& c) { return traits_of(c.strategy).uses_book && c.own_book; }};
constexpr OptionCondition kNet = {"a Strategy that plays with a network",
                                  [](const Config& c) { return !traits_of(c.strategy).net_kind.empty(); }};
constexpr OptionCondition kScorca = {"Strategy scorca", [](const Config& c) { return plays(c, Strategy::kScorca); }};
constexpr OptionCondition kPenumbra = {"Strategy penumbra",
                                       [](const Config& c) { return plays(c, Strategy::kPenumbra); }};
constexpr OptionCondition kPlayouts = {
    "Strategy penumbra with playouts",
    [](const Config& c) { return plays(c, Strategy::kPenumbra) && c.penumbra_search != PenumbraSearch::kNetwork; }};
constexpr OptionCondition kRandom = {"Strategy random", [](const Config& c) { return plays(c, Strategy::kRandom); }};

// What every host may count on, with the ranges of the contract.
std::vector<Option> contract_options() {
  std::vector<Option> options = {
      {.name = "UCI_Variant",
       .choices = {"rbc"},
       .help = "The game that is played. Only one variant exists; the option announces the dialect of the protocol"},
      {.name = "UCI_Opponent",
       .field = &Config::opponent,
       .help = "Whom we play: title, rating, \"computer\" or \"human\", and the name. The command d shows it; play "
               "does not depend on it"},
      {.name = "Threads",
       .field = &Config::threads,
       .help = "Number of threads that track boards, and of chess engine processes unless EngineWorkers is set",
       .effect = OptionEffect::kThreads},
      {.name = "Hash",
       .field = &Config::hash_mb,
       .unit = "MB",
       .help = "Memory for the scores of boards that were scored already",
       .effect = OptionEffect::kEvaluator,
       .condition = &kScoring},
      {.name = "MultiPV", .field = &Config::multi_pv, .help = "Number of candidates that are reported, best first"},
      {.name = "Ponder",
       .field = &Config::ponder,
       .help =
           "The host will let us think while the opponent moves. We then spend a little more of the clock each turn"},
      {.name = "Move Overhead",
       .field = &Config::move_overhead_ms,
       .unit = "ms",
       .help = "Time kept back in each phase for the way to the host and back"},
      {.name = "Seed", .field = &Config::seed, .help = "Seed of the random numbers. 0 draws a new seed for each game"},
      {.name = "MoveLimit",
       .field = &Config::move_limit,
       .unit = "plies",
       .help = "Reversible plies before a draw; 0 means no limit"},
      {.name = "TurnLimit",
       .field = &Config::turn_limit,
       .unit = "turns",
       .help = "Full turns before a draw; 0 means no limit. The clock is spread over no more turns than are left"},
      {.name = "RBC_ShowBoards",
       .field = &Config::show_boards,
       .unit = "boards",
       .help = "Number of the likeliest boards that are shown after each observation"},
      {.name = "RBC_ShowProbs",
       .field = &Config::show_probabilities,
       .help = "Show after each observation where the opponent's pieces may stand"},
  };
  for (Option& option : options) {
    const OptionLine& line = host_option(option.name);
    option.min = line.min.value_or(0);
    option.max = line.max.value_or(0);
  }
  return options;
}

// Who plays, on which resources, with which chess engine and book.
std::vector<Option> player_options() {
  return {
      {.name = "Strategy",
       .field = &Config::strategy,
       .choices = strategy_names(),
       .help = "The player that decides: our own (lanternfish) or a published one, see strategies.md",
       .effect = OptionEffect::kEvaluator},
      {.name = "BeliefMemory",
       .field = &Config::belief_memory_mb,
       .min = 1,
       .max = 1048576,
       .unit = "MB",
       .help = "Memory for boards. When it is full, the least likely boards wait unexpanded. Counts from the next "
               "position"},
      {.name = "EventTime",
       .field = &Config::event_time_ms,
       .min = 0,
       .max = 3'600'000,
       .unit = "ms",
       .help = "Time for taking in an event, or a history, where no clock was told. Boards that are not worked out by "
               "then wait unexpanded. 0: as long as it takes, for analysis"},
      {.name = "EngineCommand",
       .field = &Config::engine_command,
       .help = "Command lines of the chess engines that score moves, separated by semicolons. Empty: look for "
               "stockfish. none: use the built-in evaluator",
       .effect = OptionEffect::kEvaluator,
       .condition = &kEngineScoring},
      {.name = "EngineWorkers",
       .field = &Config::engine_workers,
       .min = 0,
       .max = 256,
       .unit = "processes",
       .help = "Number of chess engine processes; 0 means as many as Threads",
       .effect = OptionEffect::kEvaluator,
       .condition = &kChessEngine},
      {.name = "EngineHash",
       .field = &Config::engine_hash_mb,
       .min = 1,
       .max = 4096,
       .unit = "MB",
       .help = "Hash memory of each chess engine process",
       .effect = OptionEffect::kEvaluator,
       .condition = &kChessEngine},
      {.name = "Depth",
       .field = &Config::depth,
       .min = 1,
       .max = 64,
       .unit = "plies",
       .help = "Depth to which the chess engine first searches each board. It searches deeper while time is left",
       .condition = &kChessEngine},
      {.name = "Carelessness",
       .field = &Config::carelessness,
       .min = 0,
       .max = 100,
       .unit = "%",
       .help = "How often a request is drawn by chance. For a weaker opponent"},
      {.name = "OwnBook",
       .field = &Config::own_book,
       .help = "Take the first senses and requests from an opening book while it knows the observations"},
      {.name = "BookFile",
       .field = &Config::book_file,
       .help = "File of the opening book, made by lanternfish-book. Empty: the book that comes with the program",
       .condition = &kBook},
      {.name = "NetFile",
       .field = &Config::net_file,
       .help = "Weights of the network that the Strategy plays with (*.lfn), made by lanternfish-train. Empty: those "
               "that come with the program",
       .effect = OptionEffect::kEvaluator,
       .condition = &kNet},
      {.name = "OpponentShare",
       .field = &Config::opponent_share,
       .min = 0,
       .max = 80,
       .unit = "%",
       .help =
           "Share of the sense's time that is spent on what the opponent may have played: how good each move was, and "
           "whether it could know that. For whoever wants a belief that depends on the observations alone: 0, which is "
           "much weaker",
       .condition = &kLanternfish},
      {.name = "MeanWeight",
       .field = &Config::mean_weight,
       .min = 0,
       .max = 100,
       .unit = "%",
       .help = "Weight of the mean over boards in the score of a request. For whoever wants another style, by this and "
               "the next two: shares of their sum",
       .condition = &kLanternfish},
      {.name = "MinWeight",
       .field = &Config::min_weight,
       .min = 0,
       .max = 100,
       .unit = "%",
       .help = "Weight of the worst board in the score of a request. More is more cautious",
       .condition = &kLanternfish},
      {.name = "MaxWeight",
       .field = &Config::max_weight,
       .min = 0,
       .max = 100,
       .unit = "%",
       .help = "Weight of the best board in the score of a request. More is bolder",
       .condition = &kLanternfish},
  };
}

// Variants that the tables of papers compare, for whoever plays their matches again. Each belongs to a published
// player.
std::vector<Option> published_options() {
  return {
      {.name = "PenumbraSearch",
       .field = &Config::penumbra_search,
       .choices = {"mixture", "cache", "tree", "network"},
       .help = "What Strategy penumbra chooses actions in playouts by: the network's policy and an upper confidence "
               "bound, the policy alone, or the bound alone. network: no playouts. Table 2 of its paper",
       .condition = &kPenumbra},
      {.name = "PenumbraParanoia",
       .field = &Config::penumbra_paranoia,
       .min = 0,
       .max = 100,
       .unit = "%",
       .help = "Weight of the worst value that playouts found for an action, in place of the mean: the paper's phi",
       .condition = &kPlayouts},
      {.name = "PenumbraDepth",
       .field = &Config::penumbra_depth,
       .min = 0,
       .max = 40,
       .unit = "actions",
       .help = "Length of a playout, senses and requests of both sides counted; 0 means 6 before a sense and 12 before "
               "a request, and 4 where there are not nodes for 256 such playouts. The paper's depth",
       .condition = &kPlayouts},
      {.name = "ScorcaLikely",
       .field = &Config::scorca_likely,
       .help =
           "Compute the entropies of Strategy scorca over the likely boards; false: over all boards, as in figure 7 "
           "of its paper",
       .condition = &kScorca},
      {.name = "RandomPassPercent",
       .field = &Config::random_pass_percent,
       .min = 0,
       .max = 100,
       .unit = "%",
       .help = "How often Strategy random passes. 25 is RandomBot25 of the paper on the game's complexity",
       .condition = &kRandom},
  };
}

std::vector<Option> all_options() {
  std::vector<Option> all;
  const auto add = [&](OptionTier tier, std::vector<Option> options) {
    for (Option& option : options) {
      option.tier = tier;
    }
    std::move(options.begin(), options.end(), std::back_inserter(all));
  };
  add(OptionTier::kHost, contract_options());
  add(OptionTier::kPlayer, player_options());
  add(OptionTier::kPublished, published_options());
  return all;
}

}  // namespace

std::span<const Option> option_table() {
  static const std::vector<Option> table = all_options();
  return table;
}

}  // namespace lanternfish
