#pragma once

// What a player of the house knows for certain: its own pieces, and where in the game it is.

#include <optional>
#include <string>
#include <vector>

#include "rules/board.h"
#include "rules/observation.h"
#include "support/result.h"

namespace lanternfish {

class HouseView {
 public:
  enum class Phase { kOpponent, kSense, kMove };  // what comes next

  HouseView(const Board& start, Color me);

  Color me() const { return me_; }
  Phase phase() const { return phase_; }
  int turn() const { return turn_; }
  // My pieces alone, I to move.
  const Board& own() const { return own_; }
  const std::vector<Observation>& events() const { return events_; }

  struct Refusal {
    bool phase = false;  // else it contradicts my own pieces
    std::string text;
  };
  // Applies the event, or says why it cannot be.
  std::optional<Refusal> observe(const Observation& event);

 private:
  std::optional<Refusal> on(const OpponentMoved& notice);
  std::optional<Refusal> on(const Sensed& sensed) const;
  std::optional<Refusal> on(const Moved& moved);

  Color me_;
  Board own_;
  Phase phase_ = Phase::kOpponent;
  int turn_ = 0;
  std::vector<Observation> events_;
};

}  // namespace lanternfish
