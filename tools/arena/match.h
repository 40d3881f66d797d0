#pragma once

// Many games between two engines, colours alternating, several at a time, each saved as soon as it is over.

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "support/result.h"
#include "tools/arena/engine_spec.h"
#include "tools/arena/game.h"

namespace lanternfish {

struct MatchSettings {
  std::array<EngineSpec, 2> engines;
  int games = 1;
  int concurrency = 1;
  TimeControl time;  // of an engine that has none of its own
  GameRules rules;
  Patience patience;
  bool probe = false;
  bool keep_processes = false;    // one process per engine and worker instead of a fresh one for each game
  std::filesystem::path records;  // folder; every game becomes a file in it, and a line in its games.jsonl
  std::filesystem::path logs;     // folder of what was said to and by the engines; empty: none
};

// One engine's account, over both colours.
struct EngineScore {
  std::string name;
  int wins = 0, draws = 0, losses = 0;
  std::array<int, 6> faults{};  // by Ending: losses by its own fault
  SideReport sides;             // summed; most_boards is the maximum
};

struct MatchScore {
  std::array<EngineScore, 2> engines;  // as in the settings
  std::array<int, 2> wins_by_color{};
  int draws = 0;
  int games = 0;
  std::map<std::string, int> reasons;

  void add(const GameReport& report, int white_engine);
};

struct FinishedGame {
  int number = 0;  // from 1
  int white_engine = 0;
  std::array<std::string, 2> names;  // by Color
  std::filesystem::path file;
  const GameReport* report = nullptr;
  const MatchScore* score = nullptr;  // this game included
};

// Plays all games; `on_game` is called after each, by one thread at a time. An engine that cannot be started at all, or
// a record that cannot be written, ends the match.
Result<MatchScore> play_match(const MatchSettings& settings, const std::function<void(const FinishedGame&)>& on_game);

std::string score_text(const MatchScore& score);  // the table at the end
std::string progress_text(const FinishedGame& game, int games);

// Letters, digits, '-', '.' and '_' of a name; the rest become '_'.
std::string file_name_of(std::string_view name);

}  // namespace lanternfish
