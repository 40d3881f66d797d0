#pragma once

// One player of one game: owns the belief and the random numbers, borrows evaluator and threads, reports by callback.
//
// Phases follow docs/PROTOCOL.md section 4: waiting for the turn, before the sense, before the move, over. The agent
// never throws for what a host says: a wrong observation leaves it exactly as it was and comes back as an error.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/config.h"
#include "eval/evaluator.h"
#include "rules/observation.h"
#include "rules/rbc.h"
#include "support/result.h"
#include "support/thread_pool.h"

namespace lanternfish {

class Belief;

enum class Phase : std::uint8_t { kOpponent, kSense, kMove, kOver };  // O, S, M, X

// Limits of one thinking command, as the host gave them. Times in ms, for our own clock.
struct TurnLimits {
  std::optional<std::int64_t> time;       // left on the clock; 0 or less: answer now
  std::optional<std::int64_t> increment;  // credited after the turn
  std::optional<std::int64_t> move_time;  // for this phase
  std::optional<std::int64_t> nodes;      // positions scored in this phase
  std::optional<std::int64_t> depth;      // replaces Config::depth
  std::optional<std::int64_t> turn;       // a check only
  bool infinite = false;                  // until stop
};

// After each accepted event.
struct UpdateReport {
  int turn = 0;  // own turns, from 1
  Observation event;
  std::uint64_t boards_before = 0;
  std::uint64_t boards = 0;
  std::uint64_t deferred = 0;  // parents waiting unexpanded
  double entropy_bits = 0;
  std::uint64_t boards_per_second = 0;
  std::int64_t time_ms = 0;
};

// One candidate of a decision.
struct Candidate {
  Square sense = kNoSquare;  // phase kSense
  Move move;                 // phase kMove
  int cp = 0;                // weighted mean over boards
  int cp_min = 0, cp_max = 0, cp_deviation = 0;
  double gain_bits = 0;        // sense: expected information
  double expected_boards = 0;  // sense: expected number of boards left
  std::uint64_t worst_boards = 0;
  double legal = 0;                // move: probability of being executed as requested
  double capture_probability = 0;  // move: of capturing anything
  double king_probability = 0;     // move: of capturing the king
};

struct CandidateReport {
  Phase phase = Phase::kSense;  // kOpponent while pondering
  int turn = 0;
  std::uint64_t boards = 0;
  std::uint64_t samples = 0;  // boards scored
  std::int64_t time_ms = 0;
  std::uint64_t nodes = 0;            // positions scored by the evaluator
  std::vector<Candidate> candidates;  // best first
};

enum class WarningKind : std::uint8_t { kPhase, kBelief, kEngine, kBook };

// Called from the thread that called the agent.
struct AgentReports {
  std::function<void(const UpdateReport&)> update;
  std::function<void(const CandidateReport&)> candidates;
  std::function<void(WarningKind, const std::string&)> warning;
};

class Agent {
 public:
  Agent(const Config& config, Evaluator& evaluator, ThreadPool& threads, AgentReports reports);
  ~Agent();

  Phase phase() const;
  int turn() const;  // own turns, from 1; the one in progress or next to come
  Color color() const;

  // Exchanges settings, evaluator and threads between two commands. Belief, phase and history stay; the old evaluator
  // and threads are not touched any more. Config::seed and the rules' limits count from the next set_position on.
  void reconfigure(const Config& config, Evaluator& evaluator, ThreadPool& threads);

  // Starts at `start` as `me` and replays `history`; only what is new when it extends the present game. On an error
  // nothing changed.
  Status set_position(const Board& start, Color me, std::span<const Observation> history);
  // All events or none.
  Status observe(std::span<const Observation> events);
  void game_over();

  // In phase kSense: the square to sense, from `only` if that is not empty (kNoSquare in it allows "none").
  Square choose_sense(const TurnLimits& limits, std::span<const Square> only, std::stop_token stop);
  // In phase kMove: the request to make, from `only` if that is not empty.
  Move choose_move(const TurnLimits& limits, std::span<const Move> only, std::stop_token stop);
  // In phase kOpponent: thinks ahead until stopped or the limits are reached. Changes no answer, only its speed.
  void ponder(const TurnLimits& limits, std::stop_token stop);

  // Keeps the belief below this many live boards in the present game, the others deferred: bounds the time of events.
  void limit_boards(std::size_t boards);

  // Of the present game; until the next set_position.
  const Belief& belief() const;
  std::uint64_t boards() const;
  // The probability of `board`; 0 when it is not held.
  double probability(const Board& board) const;
  // The likeliest boards, at most `limit`, best first.
  std::vector<std::pair<Board, double>> likeliest(std::size_t limit) const;
  // Probability per own-relative piece of the opponent: [type][square], in [0, 1].
  std::vector<std::array<double, 64>> piece_probabilities() const;
  // My pieces alone.
  Board own_pieces() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lanternfish
