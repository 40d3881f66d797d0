#pragma once

// What the analysis says of one own turn of a recorded game: what could be known, what was done, and what each
// analysing strategy would have done in its place.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/config.h"
#include "rules/observation.h"

namespace lanternfish {

// For what is said of recorded games: the same again each time, what the engine itself would do, and far less memory
// than an engine's, because strangers' sets grow into millions.
inline Config analysis_config() {
  Config config;
  config.belief_memory_mb = 128;
  config.own_book = false;
  config.seed = 1;
  config.event_time_ms = 0;
  return config;
}

// Where the true board is: among the live boards, under a parent that waits for memory, or nowhere.
enum class Holding : std::uint8_t { kHeld, kDeferred, kLost };

// A player's belief after one event.
struct SetState {
  std::uint64_t boards = 0;    // live
  std::uint64_t deferred = 0;  // parents waiting unexpanded
  double entropy_bits = 0;
  Holding holding = Holding::kLost;
  double truth_bits = 0;  // -log2 of the true board's probability; only where it is held
};

// What a sense shows of the true board to the belief before it.
struct SenseOutcome {
  Square center = kNoSquare;
  std::uint64_t boards = 0;  // left
  double truth_bits = 0;     // -log2 of the true board's probability afterwards; only where it is held
};

// The window that is expected to leave fewest boards, and the one that does on the true board.
struct BestWindows {
  Square expected = kNoSquare;
  double expected_boards = 0;
  Square hindsight = kNoSquare;
  double hindsight_boards = 0;  // estimated from part of a large set
};

// A request that costs much on the true board, by what misled the one who made it. In this order: the first that fits.
enum class Blunder : std::uint8_t {
  kNone,
  kUnclassified,  // no board is held that could tell
  kBelief,        // right on average over the boards held, wrong on the true one
  kSample,        // right on the boards that the strategy scored, wrong over the boards held
  kDecision,      // wrong on either, or over the boards held where no strategy scored any
};

struct RequestVerdict {
  Move request;
  Move taken;
  double value = 0;   // centipawns, on the true board
  double regret = 0;  // centipawns to the best request there
  bool takes_king = false;
  bool king_exposed = false;   // the opponent could capture my king next
  bool queen_exposed = false;  // or a queen of mine
  Blunder blunder = Blunder::kNone;
};

struct Choice {
  std::optional<SetState> before;  // only of a strategy that follows the game by itself: what its own senses left it
  std::optional<SenseOutcome> sense;
  std::optional<RequestVerdict> request;  // none where the game ended before it
};

struct TurnAnalysis {
  int turn = 0;  // own turns, from 1
  SetState before_sense, after_sense;
  std::optional<SetState> after_move;  // none after the last move
  Choice recorded;
  std::optional<BestWindows> windows;
  std::optional<Move> best_request;  // on the true board
  bool can_take_king = false;
  std::vector<Choice> strategies;  // in the order of the settings; empty where they were not asked
};

// One player of one game.
struct PlayerAnalysis {
  std::string game;  // the file, as it was named
  Color color = kWhite;
  std::string name, opponent;
  std::vector<TurnAnalysis> turns;
  int left_out = 0;  // own turns at the end: all boards waited unexpanded for too long
};

}  // namespace lanternfish
