#pragma once

// A player that senses any square and requests anything it may, the pass included: the opponent of tests, and a base
// for players that leave some choices to chance.

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "game/own_side.h"
#include "game/player.h"

namespace lanternfish {

class RandomPlayer : public Player {
 public:
  explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}

  const std::string& name() const override { return name_; }
  std::optional<Fault> begin(const GameStart& start) override;
  std::optional<Fault> notice(const OpponentMoved& notice) override { return follow(notice); }
  Decision<Square> sense(const DecisionLimits& limits) override;
  std::optional<Fault> sense_result(const Sensed& sensed) override { return follow(sensed); }
  Decision<Move> move(const DecisionLimits& limits) override;
  std::optional<Fault> move_result(const Moved& moved) override { return follow(moved); }

 protected:
  // What the player knows for certain, after begin().
  const OwnSide& own() const { return *own_; }
  // All it may sense (no sense included) or request now, in one fixed order: what the limits name, and everything where
  // they name nothing that may be chosen.
  std::vector<Square> allowed_senses(const DecisionLimits& limits) const;
  std::vector<Move> allowed_requests(const DecisionLimits& limits) const;
  std::mt19937_64& random() { return random_; }

 private:
  std::optional<Fault> follow(const Observation& event) {
    own_->follow(event);
    return {};
  }
  // Below `n`; the same on every platform, which std::uniform_int_distribution is not.
  std::size_t any(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  std::string name_ = "random";
  std::mt19937_64 random_;
  std::optional<OwnSide> own_;
};

}  // namespace lanternfish
