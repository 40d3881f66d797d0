#pragma once

// What an agent tells while it works: plain values. protocol/session/reports.h makes lines of them.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "game/phase.h"
#include "game/reports.h"
#include "rules/types.h"

namespace lanternfish {

// One candidate of a decision.
struct Candidate {
  Square sense = kNoSquare;  // phase kSense
  Move move;                 // phase kMove
  double value = 0;          // by which candidates are ordered, in the unit of the strategy's rule
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

// Called from the thread that calls the agent.
struct AgentReports {
  std::function<void(const UpdateReport&)> update = [](const UpdateReport&) {};
  std::function<void(const CandidateReport&)> candidates = [](const CandidateReport&) {};
  std::function<void(Trouble, const std::string&)> warning = [](Trouble, const std::string&) {};
};

}  // namespace lanternfish
