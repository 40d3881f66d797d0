#include <algorithm>
#include <iterator>

#include "engine/strategy_traits.h"
#include "protocol/session/options.h"

namespace lanternfish {

namespace {

constexpr std::int64_t kMaxSeed = 2'147'483'647;  // hosts keep spin values in 32 bits

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
constexpr OptionCondition kOutcomeRule = {
    "Strategy lanternfish, and SenseRule outcome",
    [](const Config& c) { return plays(c, Strategy::kLanternfish) && c.sense_rule == SenseRule::kOutcome; }};
constexpr OptionCondition kWeighing = {"Strategy lanternfish or kevin",
                                       [](const Config& c) { return traits_of(c.strategy).uses_move_model; }};
constexpr OptionCondition kBook = {"Strategy lanternfish, and OwnBook",
                                   [](const Config& c) { return traits_of(c.strategy).uses_book && c.own_book; }};
constexpr OptionCondition kFittedModel = {"Strategy lanternfish, and MoveModel fitted",
                                          [](const Config& c) { return c.opponent_share == 0 || judges_opponent(c); },
                                          Strategy::kLanternfish};
constexpr OptionCondition kOwnScores = {
    "Strategy lanternfish, and ScoreTerms that score each request by itself (not strangefish2)",
    [](const Config& c) {
      return c.contenders == 0 || (plays(c, Strategy::kLanternfish) && scoring_terms(c).best_score_share == 0);
    },
    Strategy::kLanternfish};
constexpr OptionCondition kOwnTerms = {"Strategy lanternfish, and its own ScoreTerms",
                                       [](const Config& c) { return c.win_scale == scoring_terms(c).win_scale; },
                                       Strategy::kLanternfish};
constexpr OptionCondition kNoMixing = {
    "Strategy lanternfish without RegretMixing",
    [](const Config& c) { return c.safety_margin == 0 || (plays(c, Strategy::kLanternfish) && !c.regret_mixing); },
    Strategy::kLanternfish};
constexpr OptionCondition kWithoutMixing = {"Strategy lanternfish without RegretMixing", [](const Config& c) {
                                              return plays(c, Strategy::kLanternfish) && !c.regret_mixing;
                                            }};
constexpr OptionCondition kLookahead = {"Strategy lanternfish, and Lookahead", [](const Config& c) {
                                          return plays(c, Strategy::kLanternfish) && c.lookahead;
                                        }};
constexpr OptionCondition kNet = {"a Strategy that plays with a network",
                                  [](const Config& c) { return !traits_of(c.strategy).net_kind.empty(); }};
constexpr OptionCondition kScorca = {"Strategy scorca", [](const Config& c) { return plays(c, Strategy::kScorca); }};
constexpr OptionCondition kPenumbra = {"Strategy penumbra",
                                       [](const Config& c) { return plays(c, Strategy::kPenumbra); }};
constexpr OptionCondition kPlayouts = {
    "Strategy penumbra with playouts",
    [](const Config& c) { return plays(c, Strategy::kPenumbra) && c.penumbra_search != PenumbraSearch::kNetwork; }};
constexpr OptionCondition kRandom = {"Strategy random", [](const Config& c) { return plays(c, Strategy::kRandom); }};

// What every host may count on (docs/reference/protocol.md section 7).
std::vector<Option> host_options() {
  return {
      {.name = "UCI_Variant",
       .choices = {"rbc"},
       .help = "The game that is played. Only one variant exists; the option announces the dialect of the protocol"},
      {.name = "UCI_Opponent",
       .field = &Config::opponent,
       .help = "Whom we play: title, rating, \"computer\" or \"human\", and the name. The command d shows it; play "
               "does not depend on it"},
      {.name = "Threads",
       .field = &Config::threads,
       .min = 1,
       .max = 256,
       .help = "Number of threads that track boards, and of chess engine processes unless EngineWorkers is set",
       .effect = OptionEffect::kThreads},
      {.name = "Hash",
       .field = &Config::hash_mb,
       .min = 1,
       .max = 65536,
       .unit = "MB",
       .help = "Memory for the scores of boards that were scored already",
       .effect = OptionEffect::kEvaluator,
       .condition = &kScoring},
      {.name = "MultiPV",
       .field = &Config::multi_pv,
       .min = 1,
       .max = 256,
       .help = "Number of candidates that are reported, best first"},
      {.name = "Ponder",
       .field = &Config::ponder,
       .help =
           "The host will let us think while the opponent moves. We then spend a little more of the clock each turn"},
      {.name = "Move Overhead",
       .field = &Config::move_overhead_ms,
       .min = 0,
       .max = 10000,
       .unit = "ms",
       .help = "Time kept back in each phase for the way to the host and back"},
      {.name = "Seed",
       .field = &Config::seed,
       .min = 0,
       .max = kMaxSeed,
       .help = "Seed of the random numbers. 0 draws a new seed for each game"},
      {.name = "MoveLimit",
       .field = &Config::move_limit,
       .min = 0,
       .max = 10000,
       .unit = "plies",
       .help = "Reversible plies before a draw; 0 means no limit"},
      {.name = "TurnLimit",
       .field = &Config::turn_limit,
       .min = 0,
       .max = 10000,
       .unit = "turns",
       .help = "Full turns before a draw; 0 means no limit. The clock is spread over no more turns than are left"},
      {.name = "RBC_ShowBoards",
       .field = &Config::show_boards,
       .min = 0,
       .max = 1000,
       .unit = "boards",
       .help = "Number of the likeliest boards that are shown after each observation"},
      {.name = "RBC_ShowProbs",
       .field = &Config::show_probabilities,
       .help = "Show after each observation where the opponent's pieces may stand"},
  };
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
               "then wait unexpanded. 0: as long as it takes, for analysis. Counts from the next position"},
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
               "that come with the program. Counts from the next position",
       .effect = OptionEffect::kEvaluator,
       .condition = &kNet},
      {.name = "ShowExperiments",
       .field = &Config::show_experiments,
       .help = "The command uci lists the experiments, too. They can be set in any case"},
  };
}

// Constants and variants of the deciding, for measurements. They may change or go from one version to the next.
std::vector<Option> experiments() {
  return {
      {.name = "SearchMode",
       .field = &Config::search_mode,
       .choices = {"all-moves", "per-move"},
       .help = "How a board is scored: one search that lists all moves, or one search after each move",
       .condition = &kChessEngine},
      {.name = "NodesPerBoard",
       .field = &Config::nodes_per_board,
       .min = 0,
       .max = 1'000'000'000,
       .unit = "nodes",
       .help = "Maximum number of nodes that the chess engine searches on each board, besides Depth; 0 means no limit",
       .condition = &kChessEngine},
      {.name = "ScoreTerms",
       .field = &Config::score_terms,
       .choices = {"strategy", "plain", "lanternfish", "strangefish", "strangefish2", "fianchetto"},
       .help =
           "Which constants correct chess scores for what chess does not know. strategy: those of the chosen Strategy",
       .effect = OptionEffect::kEvaluator,
       .condition = &kScoring},
      {.name = "MoveModel",
       .field = &Config::move_model,
       .choices = {"uniform", "fitted"},
       .help = "How boards are weighed by what the opponent may have played. Counts from the next position",
       .condition = &kWeighing},
      {.name = "OpponentShare",
       .field = &Config::opponent_share,
       .min = 0,
       .max = 80,
       .unit = "%",
       .help = "Share of the sense's time that is spent on scoring the opponent's last move; 0 means none",
       .condition = &kFittedModel},
      {.name = "MeanWeight",
       .field = &Config::mean_weight,
       .min = 0,
       .max = 100,
       .unit = "%",
       .help = "Weight of the weighted mean over boards in the score of a request",
       .condition = &kLanternfish},
      {.name = "MinWeight",
       .field = &Config::min_weight,
       .min = 0,
       .max = 100,
       .unit = "%",
       .help = "Weight of the worst outcome in the score of a request",
       .condition = &kLanternfish},
      {.name = "MaxWeight",
       .field = &Config::max_weight,
       .min = 0,
       .max = 100,
       .unit = "%",
       .help = "Weight of the best outcome in the score of a request",
       .condition = &kLanternfish},
      {.name = "TailShare",
       .field = &Config::tail_share,
       .min = 0,
       .max = 100,
       .unit = "%",
       .help = "Share of the probability that the worst boards (and the best ones) make up; their mean is the worst "
               "(best) outcome. 0 takes the single worst (best) board",
       .condition = &kLanternfish},
      {.name = "Contenders",
       .field = &Config::contenders,
       .min = 0,
       .max = 100,
       .help = "Maximum number of requests that are searched deeper before a move, while time is left; 0 means all "
               "requests",
       .condition = &kOwnScores},
      {.name = "WinScale",
       .field = &Config::win_scale,
       .min = 0,
       .max = 10000,
       .unit = "cp",
       .help = "Scores bend towards this bound, as the chance to win does, and a king counts a quarter more. 0: scores "
               "stay as they are up to 4000, and a captured king counts 9000, a lost one 7000",
       .condition = &kOwnTerms},
      {.name = "SafetyMargin",
       .field = &Config::safety_margin,
       .min = 0,
       .max = 1000,
       .unit = "cp",
       .help = "Requests this close to the best one are compared by how likely they leave the king or the queen to be "
               "captured",
       .condition = &kNoMixing},
      {.name = "SampleCaution",
       .field = &Config::sample_caution,
       .min = 0,
       .max = 1000,
       .unit = "cp",
       .help = "What SafetyMargin gains where the boards that could be scored have none of the probability; less where "
               "they have a part of it",
       .condition = &kWithoutMixing},
      {.name = "RequestBits",
       .field = &Config::request_bits,
       .min = 0,
       .max = 200,
       .unit = "cp",
       .help =
           "What a request gains for each bit that its result will tell of the board, where 65,000 boards are held; "
           "less where there are fewer, nothing up to 256",
       .condition = &kLanternfish},
      {.name = "SenseRule",
       .field = &Config::sense_rule,
       .choices = {"outcome", "information", "boards"},
       .help = "What a sense is chosen for: the value of the next request, the information, or the smallest expected "
               "number of boards",
       .condition = &kLanternfish},
      {.name = "SenseBits",
       .field = &Config::sense_bits,
       .min = 0,
       .max = 1000,
       .unit = "cp",
       .help = "What a bit of information is worth to a sense, beside the value of the next request",
       .condition = &kOutcomeRule},
      {.name = "NearlyEqual",
       .field = &Config::nearly_equal,
       .min = 0,
       .max = 1000,
       .unit = "cp",
       .help = "Requests this close to the best one are mixed, one drawn at random",
       .condition = &kWithoutMixing},
      {.name = "RegretMixing",
       .field = &Config::regret_mixing,
       .help = "Mix requests by the solution of a small zero-sum game instead of among nearly equal ones",
       .condition = &kLanternfish},
      {.name = "Lookahead",
       .field = &Config::lookahead,
       .help = "Look one round ahead before a request, as a game of hidden moves between two players; see lookahead.md",
       .condition = &kLanternfish},
      {.name = "LookaheadTrust",
       .field = &Config::lookahead_trust,
       .min = 0,
       .max = 100,
       .unit = "%",
       .help = "Maximum weight of the value that the look ahead gives a request, beside the averages over boards",
       .condition = &kLookahead},
      {.name = "LookaheadModel",
       .field = &Config::lookahead_model,
       .min = 0,
       .max = 100,
       .unit = "%",
       .help =
           "Probability, in a look ahead, that the opponent moves as the model of its moves says, and not as is best",
       .condition = &kLookahead},
      {.name = "LookaheadRoot",
       .field = &Config::lookahead_root,
       .choices = {"belief", "worst"},
       .help = "What chooses the board on which a look ahead begins: the weights of the belief, or the opponent as far "
               "as it gains by that",
       .condition = &kLookahead},
      {.name = "StretchTime",
       .field = &Config::stretch_time,
       .min = 0,
       .max = 300,
       .unit = "%",
       .help = "What a request may take of the clock beyond its share, where the best requests are close to each other "
               "and much hangs on the choice; 0 means that all requests have their share",
       .condition = &kLanternfish},
      {.name = "DepthByClock",
       .field = &Config::depth_by_clock,
       .help = "Search boards first to less than Depth where a clock leaves time for too few boards",
       .condition = &kChessEngine},
      {.name = "DepthByBoards",
       .field = &Config::depth_by_boards,
       .help = "Search all moves deeper than to Depth where few boards are scored and a clock leaves time for it",
       .condition = &kLanternfish},
      {.name = "PenumbraSearch",
       .field = &Config::penumbra_search,
       .choices = {"mixture", "cache", "tree", "network"},
       .help = "What Strategy penumbra chooses actions in playouts by: the network's policy and an upper confidence "
               "bound, the policy alone, or the bound alone. network: no playouts",
       .condition = &kPenumbra},
      {.name = "PenumbraParanoia",
       .field = &Config::penumbra_paranoia,
       .min = 0,
       .max = 100,
       .unit = "%",
       .help = "Weight of the worst value that playouts found for an action, in place of the mean",
       .condition = &kPlayouts},
      {.name = "PenumbraDepth",
       .field = &Config::penumbra_depth,
       .min = 0,
       .max = 40,
       .unit = "actions",
       .help = "Length of a playout, senses and requests of both sides counted; 0 means 6 before a sense and 12 before "
               "a request, and 4 where there are not nodes for 256 such playouts",
       .condition = &kPlayouts},
      {.name = "ScorcaLikely",
       .field = &Config::scorca_likely,
       .help = "Compute the entropies of Strategy scorca over the likely boards; false: over all boards",
       .condition = &kScorca},
      {.name = "RandomPassPercent",
       .field = &Config::random_pass_percent,
       .min = 0,
       .max = 100,
       .unit = "%",
       .help = "How often Strategy random passes",
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
  add(OptionTier::kHost, host_options());
  add(OptionTier::kPlayer, player_options());
  add(OptionTier::kExperiment, experiments());
  return all;
}

}  // namespace

std::span<const Option> option_table() {
  static const std::vector<Option> table = all_options();
  return table;
}

}  // namespace lanternfish
