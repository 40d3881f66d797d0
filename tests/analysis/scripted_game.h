#pragma once

// Games with known senses and requests, recorded by our own referee.

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "game/recorded_game.h"
#include "game/referee.h"
#include "rules/notation.h"

namespace lanternfish::testing {

struct ScriptedTurn {
  const char* sense;  // "none" or a square
  const char* request;
};

// White begins. Ends with the script or a captured king.
inline GameRecord scripted_record(const std::vector<ScriptedTurn>& turns) {
  Referee referee{GameRules{}};
  for (const ScriptedTurn& turn : turns) {
    REQUIRE_FALSE(referee.over());
    referee.notify();
    referee.sense(parse_square(turn.sense).value());
    REQUIRE(referee.move(parse_move(turn.request).value()).ok());
  }
  return referee.record({"ann", "bob"});
}

// White's knight goes for the king, forgets to take it once, and then does. White's senses are narrow.
inline GameRecord knight_attack() {
  return scripted_record({{"none", "b1c3"},
                          {"d3", "a7a6"},
                          {"d7", "c3d5"},
                          {"c4", "a6a5"},
                          {"none", "d5f6"},
                          {"none", "a5a4"},
                          {"none", "f6e8"}});
}

}  // namespace lanternfish::testing
