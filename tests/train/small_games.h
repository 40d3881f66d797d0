#pragma once

// Small recorded games, and names of files for them.

#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "game/recorded_game.h"
#include "game/referee.h"
#include "tests/notation_helpers.h"
#include "tools/train/training_data.h"

namespace lanternfish::testing {

// Both sense where the other has just moved, so that few boards are possible.
inline RecordedGame clear_game() {
  Referee referee({.turn_limit = 6});
  const std::pair<const char*, const char*> turns[] = {{"e7", "e2e4"}, {"e3", "d7d5"}, {"d6", "e4d5"}, {"d4", "d8d5"},
                                                       {"d6", "b1c3"}, {"c3", "d5a5"}, {"b5", "g1f3"}, {"f3", "g8f6"},
                                                       {"f7", "f1c4"}, {"d3", "c7c6"}, {"c6", "d2d3"}, {"d3", "e7e6"}};
  for (const auto& [square, request] : turns) {
    referee.notify();
    referee.sense(square_of(square));
    REQUIRE(referee.move(move_of(request)));
  }
  return recorded_game(referee.record({"one", "two"})).value();
}

// Neither side sees anything, so that soon more boards are possible than are drawn.
inline RecordedGame blind_game() {
  Referee referee({.turn_limit = 3});
  for (const char* request : {"e2e3", "e7e6", "b1c3", "b8c6", "f1e2", "f8e7"}) {
    referee.notify();
    referee.sense(square_of("b2"));
    REQUIRE(referee.move(move_of(request)));
  }
  return recorded_game(referee.record({"one", "two"})).value();
}

// Of a game to train on, and of one that is held out.
inline std::pair<std::string, std::string> file_names() {
  std::pair<std::string, std::string> names;
  for (int number = 0; names.first.empty() || names.second.empty(); ++number) {
    const std::string name = std::to_string(number) + ".json";
    (is_held_out(name) ? names.second : names.first) = name;
  }
  return names;
}

}  // namespace lanternfish::testing
