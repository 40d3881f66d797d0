#pragma once

// Whom a person may play: chosen when the server starts, never named by a request but by its key. And what of a game a
// request may set.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "game/clock.h"
#include "protocol/host/engine_spec.h"
#include "support/json_line.h"

namespace lanternfish {

struct Opponent {
  std::string key;                    // what requests say: "trout"
  std::string label;                  // for people
  std::string line;                   // how it plays, in a sentence
  std::optional<int> elo;             // among our strategies, mean 0; none: not rated
  std::optional<std::int64_t> nodes;  // positions scored in a decision; none: as many as time allows
  EngineSpec spec;
  bool ours = false;  // takes the options of kPlayOptions
};

// Spin options of our own players that a request may set, within these limits.
struct PlayOption {
  const char* name;
  int min, max;
  const char* help;
};
inline constexpr PlayOption kPlayOptions[] = {
    {"Depth", 1, 20, "how deep the chess engine searches each board at first, plies"},
    {"Seed", 0, 2'147'483'647, "of the random numbers; 0 takes a fresh one each game"},
    {"MeanWeight", 0, 100, "what the mean over boards counts in the score of a move, %"},
    {"MinWeight", 0, 100, "what the worst outcome counts, %"},
    {"MaxWeight", 0, 100, "what the best outcome counts, %"},
    {"Carelessness", 0, 100, "how often it moves by chance, %"},
};

// Our own player's levels and all strategies of the program `engine` (a command's first word), the strongest first.
std::vector<Opponent> own_opponents(const std::string& engine);
// One given on the command line of the server; its key is "engine1", "engine2", ... An error where it cannot play.
Result<Opponent> given_opponent(const std::string& text, int number);

// The clock of {"base", "increment"}, seconds; none: no clock is wished for. `min_base`: seconds; 0: a wish without a
// base may have an increment, which says nothing.
Result<std::optional<TimeControl>> clock_of(const Json& wish, int min_base);

}  // namespace lanternfish
