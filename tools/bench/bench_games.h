#pragma once

// Games between two strategies in this process, without the protocol between: how many a minute.

#include <cstdint>
#include <filesystem>
#include <string>

#include "engine/config.h"
#include "support/result.h"
#include "tools/bench/cheats.h"

namespace lanternfish {

struct GamesBench {
  // Colours swap after each game. Their seeds are replaced: game n has seed + n.
  Config first, second;
  std::string first_name, second_name;
  int games = 20;
  std::int64_t nodes = 300;      // positions scored in each phase
  std::int64_t first_nodes = 0;  // the same for the first player alone; 0: as for both
  int known_depth = 0;           // plies where no more than two boards are scored; 0: as elsewhere
  Cheat cheat;                   // of the first player
  int turn_limit = 100;          // full turns before a draw
  std::int64_t seed = 1;
  // Where each game is kept, as SEED_WHITE_BLACK.json with names cut at the first blank; empty: nowhere. A file that is
  // there already is not written over, but an error before the first game.
  std::filesystem::path records;
};

// Plays them one after another and gives a text for people: games a minute, results, plies, a signature of all senses
// and requests, which is the same for the same settings, and what both sides knew. Ends at the first record that cannot
// be written.
Result<std::string> bench_games(const GamesBench& bench);

}  // namespace lanternfish
