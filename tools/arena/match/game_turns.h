#pragma once

// What a game's record has no place for, one JSON object a line: first what each player was told, as the `position`
// line that would restore it; then the turns in order, with times, clocks, numbers of boards and the truth's
// probability.

#include <string>

#include "tools/arena/match/engine_game.h"

namespace lanternfish {

std::string format_game_turns(const GameReport& report);
// One of its turns, with the line end.
std::string format_turn_line(const TurnReport& turn);

}  // namespace lanternfish
