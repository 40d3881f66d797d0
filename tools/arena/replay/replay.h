#pragma once

// Recorded games fed to an engine through the protocol, as either player: does it keep the true board, and does it hold
// as many boards as a reference says?

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "game/game_record.h"
#include "protocol/host/engine_link.h"
#include "protocol/host/engine_spec.h"
#include "support/result.h"

namespace lanternfish {

// Numbers of boards at each own turn of one player: after the opponent's move, after the sense, after the own move.
using CountRow = std::array<std::uint64_t, 3>;
struct PlayerCounts {
  std::vector<CountRow> rows;
};
// By game (the record's file name without .json) and colour.
using ReferenceCounts = std::map<std::string, std::array<PlayerCounts, 2>>;

// {"GAME": {"white": {"rows": [[n, n, n, ...], ...]}, "black": ...}}; further numbers of a row are not read.
Result<ReferenceCounts> read_reference_counts(const std::filesystem::path& file);

struct ReplaySettings {
  EngineSpec engine;
  Patience patience;
  std::vector<std::filesystem::path> files;
  std::array<bool, 2> colors{true, true};
  // Ask at every own turn what the engine would do, bounded so; its movetime and nodes count.
  std::optional<TimeControl> decide;
  bool go_on = false;  // where record and rules part, from the recorded board on; else such a record is a fault
  bool probe = false;  // ask for the true board after the sense at every own turn
  const ReferenceCounts* counts = nullptr;
  std::uint64_t max_boards = 0;  // a player's game is left when the set has grown beyond; 0: never
  int jobs = 1;
};

struct ReplayTotals {
  int games = 0, players = 0, left_early = 0;
  std::int64_t turns = 0, skipped = 0;  // own turns fed, and left out after a set grew too large
  std::int64_t probes = 0, lost = 0;    // true board asked for, and not held
  std::int64_t counts = 0, mismatches = 0;
  std::int64_t deferring = 0;  // counts not compared and probes not decided, because boards were deferred
  std::int64_t senses = 0, other_senses = 0;      // asked for, and other than recorded
  std::int64_t requests = 0, other_requests = 0;  // the same
  std::int64_t faults = 0;                        // refused events, belief warnings, crashes, silence, unusable records
  std::uint64_t most_boards = 0;

  bool clean() const { return lost == 0 && mismatches == 0 && faults == 0; }
  ReplayTotals& operator+=(const ReplayTotals& other);
};

// Plays every file, the largest first so that the jobs end together. Each is called by one thread at a time.
struct ReplayReports {
  std::function<void(const std::string&)> game;      // a line a game
  std::function<void(const std::string&)> problem;   // every loss, mismatch and fault, and games left early
  std::function<void(const std::string&)> progress;  // now and then, where a game takes long: "GAME white turn 7, ..."
};
ReplayTotals replay(const ReplaySettings& settings, const ReplayReports& reports);

std::string totals_text(const ReplayTotals& totals);

}  // namespace lanternfish
