#pragma once

// Games between two strategies in this process, without the protocol between: how many a minute.

#include <cstdint>
#include <string>

#include "engine/config.h"
#include "support/result.h"

namespace lanternfish {

struct GamesBench {
  // Colours swap after each game. Their seeds are replaced: game n has seed + n.
  Config first, second;
  std::string first_name, second_name;
  int games = 20;
  std::int64_t nodes = 300;  // positions scored in each phase
  int turn_limit = 100;      // full turns before a draw
  std::int64_t seed = 1;
};

// Plays them one after another and gives a text for people: games a minute, results, plies, and a signature of all
// senses and requests, which is the same for the same settings.
std::string bench_games(const GamesBench& bench);

}  // namespace lanternfish
