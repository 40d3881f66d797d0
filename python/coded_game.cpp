#include "python/coded_game.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace lanternfish {

CodedGame::CodedGame(const GameRules& rules)
    : rules_(rules), game_(rules), seen_{Observer(rules.start, kWhite), Observer(rules.start, kBlack)} {
  notice();
}

void CodedGame::notice() {
  if (!over()) {
    const Status told = seen().observe(OpponentMoved{game_.capture()});
    assert(told.ok());
  }
}

void CodedGame::write_mask(std::span<std::uint8_t> mask) {
  if (over()) {
    std::fill(mask.begin(), mask.end(), 0);
  } else {
    seen().write_mask(mask);
  }
}

void CodedGame::write_planes(std::span<std::uint8_t> planes, int turns) {
  if (over()) {
    std::fill(planes.begin(), planes.end(), 0);
  } else {
    seen().write_planes(planes, turns);
  }
}

void CodedGame::write_tokens(std::span<Token> tokens) {
  if (over()) {
    std::fill(tokens.begin(), tokens.end(), Token{0});
  } else {
    seen().write_tokens(tokens);
  }
}

bool CodedGame::allows(std::int64_t code) { return !over() && seen().allows(code); }

std::int64_t CodedGame::random_action(std::mt19937_64& random) { return seen().random_action(random); }

Status CodedGame::act(std::int64_t code) {
  if (!allows(code)) {
    return Error{over() ? "the game is over" : fmt::format("action {} may not be chosen now", code)};
  }
  act_allowed(code);
  return success();
}

void CodedGame::act_allowed(std::int64_t code) {
  Observer& player = seen();
  const auto action = static_cast<ActionCode>(code);
  actions_.push_back(action);
  if (is_sense()) {
    const Status told = player.observe(game_.sense(player.sense_of(action)).value());
    assert(told.ok());
    return;
  }
  const Status told = player.observe(game_.move(player.request_of(action)).value());
  assert(told.ok());
  notice();
}

// False: the player failed.
bool CodedGame::played_turn(Player& player, const DecisionLimits& limits) {
  Observer& observer = seen();
  const auto see = [&](const Observation& event) {
    const Status told = observer.observe(event);
    assert(told.ok());
  };
  if (player.notice({game_.capture()})) {
    return false;
  }
  const Decision<Square> center = player.sense(limits);
  if (std::holds_alternative<Fault>(center)) {
    return false;
  }
  const Sensed sensed = game_.sense(std::get<Square>(center)).value();
  see(sensed);
  if (player.sense_result(sensed)) {
    return false;
  }
  const Decision<Move> request = player.move(limits);
  if (std::holds_alternative<Fault>(request)) {
    return false;
  }
  const Result<Moved> moved = game_.move(std::get<Move>(request));
  if (!moved) {
    return false;
  }
  see(*moved);
  return over() || !player.move_result(*moved);
}

void CodedGame::play_turn(Player& player, DecisionLimits limits) {
  const Color side = turn();
  limits.clock.turn = game_.referee().turn_number(side);
  if (!played_turn(player, limits)) {
    static_cast<void>(game_.resign(side));  // no more than a game that is over says no to
  }
  notice();
}

}  // namespace lanternfish
