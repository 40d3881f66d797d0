#pragma once

// What a host can set. The table of protocol/session/options.h gives each field a name; the defaults stand here only.

#include <cstdint>
#include <string>

#include "belief/opponent/move_model.h"
#include "eval/rbc_score.h"

namespace lanternfish {

// Our own player and the published ones: one enumerator for each row of the table. docs/reference/strategies.md
// describes each.
enum class Strategy : std::uint8_t {
#define STRATEGY(enumerator, ...) enumerator,
#include "engine/strategy_table.inc"
#undef STRATEGY
};

// Which preset of eval/rbc_score.h scores moves. kOfStrategy: the preset of the strategy's traits. kPlain: a chess
// engine's scores as they are.
enum class TermsChoice : std::uint8_t { kOfStrategy, kPlain, kLanternfish, kStrangeFish, kStrangeFish2, kFianchetto };

// What the strategy lanternfish senses for. kOutcome: the value of the request after the result, and a little
// information. kInformation: information alone. kBoards: the fewest boards left on average. Only the first asks a chess
// engine.
enum class SenseRule : std::uint8_t { kOutcome, kInformation, kBoards };

// What chooses the board on which a look ahead begins (engine/lookahead/look_ahead.h).
enum class LookaheadRoot : std::uint8_t { kBelief, kWorst };

// How the strategy penumbra decides (Clark 2021, table 2). kMixture: playouts that mix the policy with an upper
// confidence bound; kCache: by the policy alone; kTree: by the bound alone. kNetwork: no playouts, the policy's
// likeliest.
enum class PenumbraSearch : std::uint8_t { kMixture, kCache, kTree, kNetwork };

struct Config {
  Strategy strategy = Strategy::kLanternfish;

  // Machine.
  int threads = 1;              // belief threads, and chess engine processes unless engine_workers is set
  int hash_mb = 64;             // cache of scores
  int belief_memory_mb = 1024;  // boards held; past it the least likely wait unexpanded
  std::int64_t seed = 0;        // 0: a fresh one each game

  // Chess engine. Empty command: look for stockfish on PATH and in /usr/games. "none": the built-in evaluator only.
  std::string engine_command;
  int engine_workers = 0;            // 0: as many as threads
  int engine_hash_mb = 16;           // per process
  int depth = 4;                     // plies of the first search of a board; deeper where time is left
  std::int64_t nodes_per_board = 0;  // of the engine in one pass over a board; 0: no limit
  SearchMode search_mode = SearchMode::kAllMoves;
  TermsChoice score_terms = TermsChoice::kOfStrategy;

  // Belief: how boards are weighed by what the opponent may have played.
  MoveModelKind move_model = MoveModelKind::kFitted;
  int opponent_share = 25;  // per cent of the sense's time spent on what the opponent may have played; 0: none

  // Decision of Strategy lanternfish: weights of the weighted mean, the worst and the best board; StrangeFish2 has 70,
  // 30, 0. Per cent.
  int mean_weight = 70;
  int min_weight = 30;
  int max_weight = 0;
  int tail_share = 0;      // of the probability, per cent: what makes up the worst and best outcome; 0: one board
  int contenders = 5;      // requests that are searched deeper where time is left; 0: all of them, all moves
  int win_scale = 1200;    // centipawns at which a score counts as nearly won; 0: kings far beyond all centipawns
  int safety_margin = 30;  // centipawns given up at most for a request that leaves king and queen safer
  int sample_caution = 0;  // centipawns that the safety margin gains where the boards scored have none of the weight
  int request_bits = 0;    // centipawns for a bit that the result of a request tells, where the set is large
  int nearly_equal = 0;    // requests this close to the best are mixed, so that none can read the choice; centipawns
  SenseRule sense_rule = SenseRule::kOutcome;
  int sense_bits = 8;          // centipawns for a bit that a sense is expected to tell, by the first rule
  bool regret_mixing = false;  // mix requests by a small zero-sum solve instead of among the nearly equal ones
  bool lookahead = false;      // look one round ahead before a request
  int lookahead_trust = 70;    // at most, of its values beside those of the table; per cent
  int lookahead_model = 50;    // probability that the opponent does as the move model says; per cent
  LookaheadRoot lookahead_root = LookaheadRoot::kBelief;
  PenumbraSearch penumbra_search = PenumbraSearch::kMixture;
  int penumbra_paranoia = 0;     // weight of the worst value seen of an action, per cent
  int penumbra_depth = 0;        // actions of a playout; 0: 6 before a sense and 12 before a request, 4 with few nodes
  bool scorca_likely = true;     // Strategy scorca: entropies over the likely boards, or over all
  int random_pass_percent = 25;  // Strategy random: RandomBot25 of the complexity paper

  // Time.
  int move_overhead_ms = 30;    // kept back for the way to the host and back
  int stretch_time = 0;         // per cent of its time that the hardest decision may take on top
  bool depth_by_clock = false;  // a shallower first search where `depth` lets too few boards be scored
  bool depth_by_boards = true;  // a deeper search of all moves where few boards are scored
  bool ponder = false;
  int event_time_ms = 1000;  // for taking in an event where the host tells no clock; 0: as long as it takes

  // Rules of the host's game.
  int move_limit = 100;  // reversible plies before a draw, 0 none
  int turn_limit = 0;    // full turns before a draw, 0 none

  // Whom we play, as the host tells it (UCI_Opponent: title, rating, kind, name). Empty: not told.
  std::string opponent;

  // Opening book, for Strategy lanternfish. Empty file: the one that comes with the program.
  bool own_book = true;
  std::string book_file;

  // The network of a Strategy that plays with one. Empty: the one that comes with the program.
  std::string net_file;

  // Output.
  int multi_pv = 1;
  int show_boards = 0;
  bool show_probabilities = false;
  bool show_experiments = false;  // `uci` lists the options that are experiments, too

  // Chess engine processes.
  int workers() const { return engine_workers != 0 ? engine_workers : threads; }
};

}  // namespace lanternfish
