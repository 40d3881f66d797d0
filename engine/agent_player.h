#pragma once

// An agent as a Player: a game in the same process, without the protocol between.

#include <memory>
#include <string>

#include "engine/agent.h"
#include "game/player.h"

namespace lanternfish {

class AgentPlayer : public Player {
 public:
  // `evaluator` and `threads` outlive the player and may serve several. The rules of `config` are replaced by those of
  // each game, and its seed by the game's where that has one. `reports`: what is empty is not reported.
  AgentPlayer(std::string name, const Config& config, Evaluator& evaluator, ThreadPool& threads,
              AgentReports reports = {});
  ~AgentPlayer() override;

  const std::string& name() const override { return name_; }
  std::optional<Fault> begin(const GameStart& start) override;
  std::optional<Fault> notice(const OpponentMoved& notice) override;
  Decision<Square> sense(const DecisionLimits& limits) override;
  std::optional<Fault> sense_result(const Sensed& sensed) override;
  Decision<Move> move(const DecisionLimits& limits) override;
  std::optional<Fault> move_result(const Moved& moved) override;
  void end(const GameResult& result, const std::string& record) override;

  // Of the game begun last.
  const Agent& agent() const { return agent_; }

 protected:
  Agent& agent_to_change() { return agent_; }

 private:
  std::optional<Fault> observe(const Observation& event);

  std::string name_;
  Config config_;
  Evaluator& evaluator_;
  ThreadPool& threads_;
  Agent agent_;
};

}  // namespace lanternfish
