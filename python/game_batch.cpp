#include "python/game_batch.h"

#include <algorithm>
#include <array>
#include <cassert>

#include <fmt/format.h>

namespace lanternfish {

Result<std::unique_ptr<Opponents>> Opponents::make(const Options& options, std::size_t games, std::int64_t nodes) {
  std::unique_ptr<Opponents> opponents(new Opponents);
  opponents->nodes_ = nodes;
  opponents->setup_ = std::make_unique<EngineSetup>(Config{}, evaluator_for, [](const std::string&) {});
  EngineSetup& setup = *opponents->setup_;
  for (const auto& [name, value] : options) {
    TRY(setup.set(name, value));
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

GameBatch::GameBatch(std::size_t games, int turns, const GameRules& rules, int threads,
                     std::unique_ptr<Opponents> opponents, std::function<Color(std::size_t)> learner)
    : rules_(rules),
      turns_(turns),
      threads_(threads),
      games_(games, CodedGame(rules)),
      opponents_(std::move(opponents)),
      learner_(std::move(learner)) {}

void GameBatch::begin(std::size_t i) {
  games_[i] = CodedGame(rules_);
  if (opponents_) {
    opponents_->begin(i, rules_, ~learner_(i));
    let_opponent_play(i);
  }
}

// Up to the learner's next decision.
void GameBatch::let_opponent_play(std::size_t i) {
  if (opponents_ && !games_[i].over() && games_[i].turn() != learner_(i)) {
    opponents_->play_turn(i, games_[i]);
  }
}

void GameBatch::write(std::size_t i, const Arrays& arrays) {
  CodedGame& game = games_[i];
  const std::size_t planes = static_cast<std::size_t>(turns_) * kPlanesPerTurn * 64;
  if (!arrays.planes.empty()) {
    game.write_planes(arrays.planes.subspan(i * planes, planes), turns_);
  }
  const std::size_t length = arrays.tokens.size() / games_.size();
  if (length != 0) {
    game.write_tokens(arrays.tokens.subspan(i * length, length));
  }
  if (!arrays.masks.empty()) {
    game.write_mask(arrays.masks.subspan(i * kActionCodes, kActionCodes));
  }
  arrays.players[i] = game.turn() == kWhite ? 1 : 0;
  arrays.senses[i] = game.is_sense() ? 1 : 0;
}

void GameBatch::write_result(std::size_t i, const Arrays& arrays) {
  CodedGame& game = games_[i];
  std::array<float, 2> rewards{};  // by Color
  if (game.over()) {
    const std::optional<Color>& winner = game.referee().result().winner;
    if (winner) {
      rewards = *winner == kWhite ? std::array{1.0F, -1.0F} : std::array{-1.0F, 1.0F};
    }
  }
  std::copy(rewards.begin(), rewards.end(), arrays.rewards.begin() + 2 * static_cast<std::ptrdiff_t>(i));
  arrays.dones[i] = game.over() ? 1 : 0;
}

void GameBatch::reset(const Arrays& arrays) {
  std::fill(arrays.rewards.begin(), arrays.rewards.end(), 0.0F);
  std::fill(arrays.dones.begin(), arrays.dones.end(), 0);
  for (std::size_t i = 0; i < games_.size(); ++i) {
    begin(i);
  }
  threads_.for_each(games_.size(), [&](std::size_t i) { write(i, arrays); });
}

std::vector<std::vector<ActionCode>> GameBatch::actions() const {
  std::vector<std::vector<ActionCode>> all;
  for (const CodedGame& game : games_) {
    all.push_back(game.actions());
  }
  return all;
}

Status GameBatch::replay(const std::vector<std::vector<ActionCode>>& actions, const Arrays& arrays) {
  assert(actions.size() == games_.size());
  reset(arrays);
  for (std::size_t i = 0; i < games_.size(); ++i) {
    for (const ActionCode action : actions[i]) {
      if (Status done = games_[i].act(action); !done || games_[i].over()) {
        reset(arrays);
        return done ? Status(Error{"a game is over"}) : done;
      }
    }
    write(i, arrays);
  }
  return success();
}

void GameBatch::random_actions(std::uint64_t seed, std::span<std::int64_t> actions) {
  std::mt19937_64 random(seed);
  std::generate(actions.begin(), actions.end(), [&, game = games_.begin()]() mutable {
    CodedGame& next = *game++;
    return next.over() ? std::int64_t{kPassCode} : next.random_action(random);
  });
}

Status GameBatch::step(std::span<const std::int64_t> actions, const Arrays& arrays) {
  assert(actions.size() == games_.size());
  for (std::size_t i = 0; i < games_.size(); ++i) {
    if (!games_[i].over() && !games_[i].allows(actions[i])) {
      return Error{fmt::format("game {}: action {} may not be chosen now", i, actions[i])};
    }
  }
  threads_.for_each(games_.size(), [&](std::size_t i) {
    if (!games_[i].over()) {  // else the opponent ended it with its first move
      games_[i].act_allowed(actions[i]);
    }
  });
  for (std::size_t i = 0; opponents_ && i < games_.size(); ++i) {
    let_opponent_play(i);
  }
  for (std::size_t i = 0; i < games_.size(); ++i) {
    write_result(i, arrays);
    if (games_[i].over()) {
      begin(i);
    }
  }
  threads_.for_each(games_.size(), [&](std::size_t i) { write(i, arrays); });
  return success();
}

}  // namespace lanternfish
