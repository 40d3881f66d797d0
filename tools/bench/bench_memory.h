#pragma once

// What becomes of the true board of recorded games when the belief has little memory.

#include <filesystem>
#include <string>

#include "belief/opponent/move_model.h"
#include "support/result.h"

namespace lanternfish {

struct MemoryBench {
  std::filesystem::path games;   // folder of GameHistory files
  std::size_t megabytes = 8;     // BeliefMemory
  std::size_t most_turns = 160;  // longer games are left out; turns of both sides
  int jobs = 1;                  // players followed at a time
  int threads = 1;               // of each of their beliefs
  MoveModelKind moves = MoveModelKind::kFitted;
};

struct MemoryReport {
  std::size_t games = 0;
  std::size_t turns = 0;       // own turns of both players, at which the truth was looked for between sense and move
  std::size_t live = 0;        // ... and was among the live boards
  std::size_t covered = 0;     // ... or under a deferred parent
  std::size_t lost = 0;        // ... or neither: a bug
  std::size_t deferring = 0;   // turns with deferred parents
  std::size_t most_bytes = 0;  // of boards held between two events
  std::size_t peak_bytes = 0;  // of the process at any time, over what it had before the first event
  double most_event_ms = 0;    // one event
  double total_ms = 0;         // all events

  void add(const MemoryReport& other);
};

// Follows both players of every game; an error names the file it comes from.
Result<MemoryReport> bench_memory(const MemoryBench& settings);

}  // namespace lanternfish
