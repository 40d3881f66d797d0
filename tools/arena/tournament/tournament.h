#pragma once

// Plays a plan of games between engines, several at a time, each saved as soon as it is over. A tournament that was
// stopped or killed goes on where it was: finished games are not played again, unfinished ones from their beginning
// with the same seeds.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "protocol/host/engine_spec.h"
#include "support/result.h"
#include "tools/arena/match/engine_game.h"
#include "tools/arena/statistics/elo.h"
#include "tools/arena/statistics/tally.h"
#include "tools/arena/tournament/plan.h"

namespace lanternfish {

struct TournamentSettings {
  PlanShape shape;
  std::vector<EngineSpec> engines;
  TimeControl time;  // of an engine that has none of its own
  GameRules rules;
  Charging charging = Charging::kPhases;
  std::optional<SprtSettings> sprt;
  std::optional<std::uint64_t> seed;  // none: that of the results already there, else a random one

  // What follows may differ from one run of a tournament to the next.
  Patience patience;
  int restarts = 0;
  bool probe = false;
  bool keep_processes = false;  // one process per engine and worker instead of a fresh one for each game
  bool logs = false;            // what was said to and by the engines, with times
  int concurrency = 1;
  Shard shard;
  // Folder of the results file, and of each game's record, turns (.turns.jsonl) and logs.
  std::filesystem::path records;
};

// What makes a tournament this one, as JSON: the first line of its results. Without the number of games, so that it can
// be made longer.
std::string tournament_header(const TournamentSettings& settings, std::uint64_t seed);
// The seed in such a line; 0 where there is none.
std::uint64_t seed_in_header(const std::string& header);
// A few letters that differ where anything of the header but the seed does.
std::string tournament_label(const TournamentSettings& settings);

struct HeaderFacts {
  std::string kind;
  std::vector<std::string> names;
  std::optional<SprtSettings> sprt;
};
Result<HeaderFacts> parse_header(const std::string& header);

struct TournamentProgress {
  const GameLine& line;
  const Tally& tally;  // this game included
  int finished = 0;    // of the games of this shard
  int planned = 0;
  const GameReport& report;
};

struct TournamentOutcome {
  Tally tally;
  int played = 0;    // in this run
  int finished = 0;  // of this shard's plan, earlier runs included
  int planned = 0;
  bool stopped = false;
  std::optional<SprtVerdict> verdict;
};

// `on_game` is called after each game, by one thread at a time. `abort` leaves the games in progress. An engine that
// cannot be started before the first game, results of another tournament in the folder, or a disk that cannot be
// written is an error; later troubles are results of games.
Result<TournamentOutcome> run_tournament(const TournamentSettings& settings, std::stop_token abort,
                                         const std::function<void(const TournamentProgress&)>& on_game);

// Letters, digits, '-', '.' of a name; the rest become '_'.
std::string file_name_of(std::string_view name);

}  // namespace lanternfish
