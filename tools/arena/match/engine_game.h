#pragma once

// One game between engine processes (or other players), and what the arena wants to know of it beside the result.

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "game/play.h"
#include "protocol/host/engine_link.h"

namespace lanternfish {

struct EngineGameSettings : GameSettings {
  std::array<bool, 2> ponder{false, false};           // by Color
  std::array<std::optional<std::uint32_t>, 2> seeds;  // by Color; for engines that have the option Seed
  int restarts = 0;    // how often in the game a crashed engine is started again and given its history; 0: it has lost
  bool probe = false;  // after the game, ask for the true board's probability at each own turn
  std::array<std::filesystem::path, 2> record_copies;  // by Color: of the record, for an engine that sees no other file
  std::array<std::string, 2> record_names;             // by Color, in the record; empty: what the players are called
};

// A finished turn, with what the engines say they hold.
struct TurnReport : PlayedTurn {
  std::optional<std::uint64_t> boards_notified, boards_sensed, boards_moved;
  std::optional<std::uint64_t> opponent_boards;
  std::array<std::optional<std::int64_t>, 3> events_ms;  // that the engine took in notice, sense and move, as it says
  // After the game, where probed: of the true board after the sense; and whether boards were put off, among which a
  // true board that is not held may be.
  std::optional<int> truth_ppm;
  bool deferring = false;
};

// What may pass between two processes on a busy machine, beyond the time that an engine was given for a phase.
constexpr std::chrono::milliseconds kOverrun{100};

struct SideReport {
  int turns = 0;
  int probes = 0, lost = 0;  // own turns probed, and at which the true board was not held
  int deferred = 0;          // own turns at which it may have been among the boards the engine had put off
  int belief_warnings = 0;
  int errors = 0;
  std::string first_error;
  std::string first_warning;  // that is no error: of an option, of a chess engine that is missing
  bool unfinished = false;    // still busy with the end of the game when its time for that was over
  int restarts = 0;
  int overruns = 0;                       // phases that took longer than its movetime, by more than kOverrun
  int longest_overrun = 0;                // ms beyond movetime
  int turns_with_boards = 0;              // at which the engine told how many boards it held before its sense
  std::uint64_t boards_before_sense = 0;  // summed over them
  std::uint64_t most_boards = 0;          // at the end of any phase
};

struct GameReport {
  GameResult result;
  GameRecord record;
  Status written = success();  // of the record's file
  std::array<SideReport, 2> sides;
  std::vector<TurnReport> turns;
  std::array<PositionCommand, 2> transcripts;  // all that each player was told
  Board final_board;
  std::array<bool, 2> unusable{};  // by Color: the process failed after the game, and can play no other
};

// Who sits at one side: an engine's process, or any other player.
struct Seat {
  EngineLink* engine = nullptr;
  Player* player = nullptr;  // where there is no engine
};
using Seats = std::array<Seat, 2>;  // by Color

// Plays it to the end, whatever the engines do, or until they are told to stop waiting (Ending::kStopped). The record
// is in its file before gameover names the file to the engines. Then each has the time that its clock left, and at
// least kMinEndTime, until it is ready again: a learning bot works there. They stay alive, unless they died.
constexpr std::chrono::seconds kMinEndTime{5};
GameReport play_engines(const Seats& seats, const EngineGameSettings& settings,
                        const std::filesystem::path& record_file,
                        const std::function<void(const TurnReport&)>& on_turn = {});

}  // namespace lanternfish
