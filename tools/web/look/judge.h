#pragma once

// What senses and requests of a recorded game were worth on the true board: lanternfish-analyze as a process of its
// own, fed a file of our own naming, so that the page and the program say the same.

#include <stop_token>
#include <string>

#include "tools/web/look/look_game.h"

namespace lanternfish {

struct JudgeSettings {
  std::string program = "@lanternfish-analyze";
  std::size_t max_boards = 100'000;
};

// Adds a verdict to every turn: the object that lanternfish-analyze --json prints for the turn. Blocks until all is
// judged or a stop. An error says why there are no verdicts.
Status judge_game(LookGame& game, const JudgeSettings& settings, const std::stop_token& stop);

}  // namespace lanternfish
