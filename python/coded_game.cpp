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

}  // namespace lanternfish
