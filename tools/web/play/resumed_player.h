#pragma once

// A player of a game that goes on from the middle: its decisions up to there are given, and the player is only told.

#include <deque>
#include <span>
#include <string>
#include <utility>

#include "game/player.h"

namespace lanternfish {

class ResumedPlayer : public Player {
 public:
  // `history`: all that the player was told. It decides again from own turn `turns` on, counted from 0.
  ResumedPlayer(Player& player, std::span<const Observation> history, std::size_t turns);

  // Whether all that was given is played.
  bool caught_up() const { return requests_.empty(); }

  const std::string& name() const override { return player_.name(); }
  std::optional<Fault> begin(const GameStart& start) override { return player_.begin(start); }
  std::optional<Fault> before_turn() override { return player_.before_turn(); }
  bool sees_truth() const override { return player_.sees_truth(); }
  void show_truth(const Board& truth) override { player_.show_truth(truth); }
  std::optional<Fault> notice(const OpponentMoved& notice) override { return player_.notice(notice); }
  Decision<Square> sense(const DecisionLimits& limits) override;
  std::optional<Fault> sense_result(const Sensed& sensed) override { return player_.sense_result(sensed); }
  Decision<Move> move(const DecisionLimits& limits) override;
  std::optional<Fault> move_result(const Moved& moved) override { return player_.move_result(moved); }
  bool gives_up() const override { return player_.gives_up(); }
  std::optional<Fault> absorb(TimePoint deadline) override { return player_.absorb(deadline); }
  void after_turn() override { player_.after_turn(); }
  void end(const GameResult& result, const std::string& record) override { player_.end(result, record); }

 private:
  Player& player_;
  std::deque<Square> senses_;
  std::deque<Move> requests_;
};

}  // namespace lanternfish
