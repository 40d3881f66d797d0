#include "python/game_batch.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace lanternfish {

GameBatch::GameBatch(std::size_t games, int turns, const GameRules& rules, int threads)
    : rules_(rules), turns_(turns), threads_(threads), games_(games, CodedGame(rules)) {}

void GameBatch::write(std::size_t i, const Arrays& arrays) {
  CodedGame& game = games_[i];
  const std::size_t planes = static_cast<std::size_t>(turns_) * kPlanesPerTurn * 64;
  game.write_planes(arrays.planes.subspan(i * planes, planes), turns_);
  game.write_mask(arrays.masks.subspan(i * kActionCodes, kActionCodes));
  arrays.players[i] = game.turn() == kWhite ? 1 : 0;
  arrays.senses[i] = game.is_sense() ? 1 : 0;
}

void GameBatch::reset(const Arrays& arrays) {
  std::fill(arrays.rewards.begin(), arrays.rewards.end(), 0.0F);
  std::fill(arrays.dones.begin(), arrays.dones.end(), 0);
  threads_.for_each(games_.size(), [&](std::size_t i) {
    games_[i] = CodedGame(rules_);
    write(i, arrays);
  });
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
  std::generate(actions.begin(), actions.end(),
                [&, game = games_.begin()]() mutable { return (game++)->random_action(random); });
}

Status GameBatch::step(std::span<const std::int64_t> actions, const Arrays& arrays) {
  assert(actions.size() == games_.size());
  for (std::size_t i = 0; i < games_.size(); ++i) {
    if (!games_[i].allows(actions[i])) {
      return Error{fmt::format("game {}: action {} may not be chosen now", i, actions[i])};
    }
  }
  threads_.for_each(games_.size(), [&](std::size_t i) {
    CodedGame& game = games_[i];
    game.act_allowed(actions[i]);
    const bool over = game.over();
    const std::optional<Color> winner = over ? game.referee().result().winner : std::nullopt;
    for (const Color side : {kWhite, kBlack}) {
      arrays.rewards[2 * i + side] = !winner ? 0.0F : *winner == side ? 1.0F : -1.0F;
    }
    arrays.dones[i] = over ? 1 : 0;
    if (over) {
      game = CodedGame(rules_);
    }
    write(i, arrays);
  });
  return success();
}

}  // namespace lanternfish
