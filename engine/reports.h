#pragma once

// What an agent tells while it works: plain values. protocol/session/reports.h makes lines of them.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/turn.h"
#include "rules/observation.h"

namespace lanternfish {

// After each accepted event.
struct UpdateReport {
  int turn = 0;  // own turns, from 1
  Observation event;
  std::uint64_t boards_before = 0;
  std::uint64_t boards = 0;
  std::uint64_t deferred = 0;          // parents waiting unexpanded
  std::optional<double> entropy_bits;  // none where the boards are too many to compute it
  std::uint64_t boards_per_second = 0;
  std::int64_t time_ms = 0;
};

// One candidate of a decision.
struct Candidate {
  Square sense = kNoSquare;  // phase kSense
  Move move;                 // phase kMove
  int cp = 0;                // weighted mean over boards, as the next three
  int cp_min = 0, cp_max = 0, cp_deviation = 0;
  double gain_bits = 0;        // sense: expected information
  double expected_boards = 0;  // sense: expected number of boards left
  std::uint64_t worst_boards = 0;
  double legal = 0;                // move: probability that the taken move is the request
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
  bool from_book = false;             // the candidate is the opening book's, and has no scores
};

enum class WarningKind : std::uint8_t { kPhase, kBelief, kEngine, kBook, kNet };

// All are set, and called from the thread that calls the agent.
struct AgentReports {
  std::function<void(const UpdateReport&)> update;
  std::function<void(const CandidateReport&)> candidates;
  std::function<void(WarningKind, const std::string&)> warning;
};

}  // namespace lanternfish
