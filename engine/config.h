#pragma once

// What a host can set. The table of protocol/session/options.h gives each field a name; the defaults stand here only.

#include <cstdint>
#include <string>

namespace lanternfish {

// Our own player and the published ones: one enumerator for each row of the table. docs/reference/strategies.md
// describes each.
enum class Strategy : std::uint8_t {
#define STRATEGY(enumerator, ...) enumerator,
#include "engine/strategy_table.inc"
#undef STRATEGY
};

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
  int engine_workers = 0;   // 0: as many as threads
  int engine_hash_mb = 16;  // per process
  int depth = 4;            // plies of the first search of a board; deeper where time is left

  // Strategy lanternfish.
  int opponent_share = 45;  // per cent of the sense's time spent on what the opponent may have played; 0: none
  // What the mean over boards, the worst and the best board count; StrangeFish2 has 70, 30, 0. Per cent.
  int mean_weight = 70;
  int min_weight = 30;
  int max_weight = 0;

  // Any strategy: how often a request is drawn by chance, per cent.
  int carelessness = 0;

  // Published players.
  PenumbraSearch penumbra_search = PenumbraSearch::kMixture;
  int penumbra_paranoia = 0;     // weight of the worst value seen of an action, per cent
  int penumbra_depth = 0;        // actions of a playout; 0: 6 before a sense and 12 before a request, 4 with few nodes
  bool scorca_likely = true;     // Strategy scorca: entropies over the likely boards, or over all
  int random_pass_percent = 25;  // Strategy random: RandomBot25 of the complexity paper

  // Time.
  int move_overhead_ms = 30;  // kept back for the way to the host and back
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

  // Chess engine processes.
  int workers() const { return engine_workers != 0 ? engine_workers : threads; }
};

}  // namespace lanternfish
