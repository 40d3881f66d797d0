#pragma once

// One player of one recorded game, fed to an engine.

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "game/recorded_game.h"
#include "protocol/host/engine_link.h"
#include "rules/notation.h"
#include "tools/arena/replay/replay.h"

namespace lanternfish {

// One recorded player, fed to an engine.
class PlayerReplay {
 public:
  PlayerReplay(const ReplaySettings& settings, EngineLink& engine, std::string game, Color side,
               const std::function<void(const std::string&)>& problem)
      : settings_(settings), engine_(engine), game_(std::move(game)), side_(side), problem_(problem) {}

  // False when the process is not to be used again.
  bool play(const RecordedGame& game);
  const ReplayTotals& totals() const { return totals_; }

 private:
  bool play_turn(const RecordedTurn& turn);
  // False when the game is to be left: a fault, or too many boards.
  bool feed(const Observation& event, int column);
  bool probe(const Board& truth);
  // What would it do in its place? False after a fault.
  bool ask_sense(const RecordedTurn& turn);
  bool ask_move(const RecordedTurn& turn);
  Limits limits() const;
  void compare(const UpdateInfo& update, int column);
  const CountRow* reference_row() const;
  void complain(const std::string& text) {
    problem_(fmt::format("{} {} turn {}: {}", game_, format_color(side_), turn_ + 1, text));
  }
  void fault(const std::string& text) {
    ++totals_.faults;
    complain(text);
  }
  EngineLink::TimePoint deadline() const { return std::chrono::steady_clock::now() + settings_.patience.ready; }

  const ReplaySettings& settings_;
  EngineLink& engine_;
  std::string game_;
  Color side_;
  const std::function<void(const std::string&)>& problem_;
  ReplayTotals totals_;
  std::size_t turn_ = 0;
  bool usable_ = true;
};

}  // namespace lanternfish
