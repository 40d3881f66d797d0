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
#include "tools/arena/tournament/openings.h"
#include "tools/arena/tournament/plan.h"
#include "tools/arena/tournament/results.h"
#include "tools/arena/tournament/tally.h"

namespace lanternfish {

struct TournamentSettings {
  PlanShape shape;
  std::optional<std::vector<PlannedGame>> plan;  // instead of that of the shape
  std::vector<EngineSpec> engines;
  TimeControl time;  // of an engine that has none of its own
  GameRules rules;
  Charging charging = Charging::kPhases;
  std::optional<SprtSettings> sprt;
  std::vector<std::int64_t>
      ladder;         // nodes of the second engine, the third and so on: a gauntlet on the ladder of sight
  Openings openings;  // start positions of the pairs; else that of `rules`
  std::optional<std::uint64_t> seed;  // none: that of the results already there, else a random one

  // What follows may differ from one run of a tournament to the next.
  Patience patience;
  bool trusts_names = false;  // every engine has a name, and is not started before its first game to be asked for it
  int restarts = 0;
  bool probe = false;
  bool keep_processes = false;  // one process per engine and worker instead of a fresh one for each game
  bool logs = false;            // what was said to and by the engines, with times
  int concurrency = 1;
  bool affinity = false;  // each worker's engines get processors of their own
  Shard shard;
  bool mix_builds = false;  // go on although an engine is another build than the one that played the earlier games
  TornLines torn = TornLines::kCutLast;  // in the results that are there
  bool locked = false;                   // the caller holds the lock of `records`
  // Folder of the results file, and of each game's record, turns (.turns.jsonl) and logs.
  // The word "{game}" in an engine's command stands for the game's file there and the colour, "00001_a_b.white".
  std::filesystem::path records;
  // By engine: a folder to which the record is copied for an engine that sees no other. May be shorter than `engines`.
  std::vector<std::filesystem::path> record_copies;
};

struct EngineIdentity {
  std::string id_name;  // what the engine calls itself
  std::string build;    // see engine_build.h
  friend bool operator==(const EngineIdentity&, const EngineIdentity&) = default;
};

// What makes a tournament this one, as JSON: the first line of its results. Without the number of games, so that it can
// be made longer. The builds of its engines are in it, one for each engine, so that a change of one can be noticed.
std::string tournament_header(const TournamentSettings& settings, std::uint64_t seed,
                              const std::vector<EngineIdentity>& identities);
// Whether two such lines say the same but for the builds.
bool same_tournament(const std::string& header, const std::string& other);
// Empty in results of versions that did not store them.
std::vector<EngineIdentity> identities_in_header(const std::string& header);
// The seed in such a line; 0 where there is none.
std::uint64_t seed_in_header(const std::string& header);
// Kind, the first names and a few letters that differ where anything of the header but seed and builds does:
// "match-new-old-3fa2c1".
std::string tournament_label(const TournamentSettings& settings);

struct HeaderFacts {
  std::string kind;
  std::vector<std::string> names;
  std::optional<SprtSettings> sprt;
  std::vector<std::int64_t> ladder;
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
  int earlier = 0;   // in earlier runs
  int finished = 0;  // of this shard's plan, earlier runs included
  int planned = 0;
  bool stopped = false;
};

// `on_game` is called after each game, by one thread at a time. `say` gets what the user should know before the first
// game: slow engines, warnings of engines, games that were played already. `abort` leaves the games in progress. An
// engine that cannot be started before the first game, results of another tournament or of other builds in the folder,
// or a disk that cannot be written is an error; later troubles are results of games.
Result<TournamentOutcome> run_tournament(const TournamentSettings& settings, std::stop_token abort,
                                         const std::function<void(const TournamentProgress&)>& on_game,
                                         const std::function<void(const std::string&)>& say = {});

// Letters, digits, '-', '.' of a name; the rest become '_'. At most 40 bytes, since names of files have 255.
std::string file_name_of(std::string_view name);

}  // namespace lanternfish
