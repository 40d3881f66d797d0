#include "python/opponents.h"

#include <cassert>

namespace lanternfish {

Result<std::unique_ptr<Opponents>> Opponents::make(const Options& options, std::size_t games, std::int64_t nodes) {
  std::unique_ptr<Opponents> opponents(new Opponents);
  opponents->nodes_ = nodes;
  opponents->setup_ = std::make_unique<EngineSetup>(Config{}, evaluator_for, [](const std::string&) {});
  EngineSetup& setup = *opponents->setup_;
  for (const auto& [name, value] : options) {
    if (const Status set = setup.set(name, value); !set) {
      return Error{set.error()};
    }
  }
  setup.refresh(nullptr);
  for (std::size_t i = 0; i < games; ++i) {
    opponents->players_.push_back(
        std::make_unique<AgentPlayer>("opponent", setup.config(), setup.evaluator(), setup.threads()));
  }
  return opponents;
}

void Opponents::begin(std::size_t i, const GameRules& rules, Color side) {
  const auto seed = static_cast<std::uint64_t>(setup_->config().seed) + ++begun_;
  const std::optional<Fault> fault = players_[i]->begin({.rules = rules, .me = side, .opponent = "", .seed = seed});
  assert(!fault);
}

void Opponents::play_turn(std::size_t i, CodedGame& game) {
  DecisionLimits limits;
  limits.clock.nodes = nodes_;
  game.play_turn(*players_[i], limits);
}

}  // namespace lanternfish
