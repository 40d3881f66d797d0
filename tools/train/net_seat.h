#pragma once

// A player of the game whose decisions come from outside: what a network is to be asked is taken from the seat, and the
// action chosen is put there before the game asks for it. So the questions of many games go through a network together.

#include <string>

#include "game/own_side.h"
#include "game/player.h"
#include "nets/history_planes.h"
#include "nets/net_evaluator.h"

namespace lanternfish {

class NetSeat : public Player {
 public:
  // The decision that comes next: after notice() all 64 senses, after sense_result() all requests, the pass included.
  // To be taken once for each decision.
  NetQuestion take_question() { return std::move(question_); }
  // The answer to it.
  void decide(ActionCode action) { action_ = action; }

  const std::string& name() const override { return name_; }
  std::optional<Fault> begin(const GameStart& start) override;
  std::optional<Fault> notice(const OpponentMoved& notice) override;
  Decision<Square> sense(const DecisionLimits& limits) override;
  std::optional<Fault> sense_result(const Sensed& sensed) override;
  Decision<Move> move(const DecisionLimits& limits) override;
  std::optional<Fault> move_result(const Moved& moved) override;

 private:
  template <typename Event>
  std::optional<Fault> observe(const Event& event);

  std::string name_ = "network";
  std::optional<OwnSide> own_;
  std::optional<HistoryPlanes> history_;
  NetQuestion question_;
  ActionCode action_ = 0;
};

}  // namespace lanternfish
