#pragma once

// One player of a recorded game, whose turns an engine is told and asked about.

#include <functional>
#include <optional>
#include <string>

#include "game/recorded_player.h"
#include "protocol/host/engine_link.h"
#include "tools/arena/replay/replay.h"

namespace lanternfish {

class PlayerReplay : public RecordedPlayer {
 public:
  // `game` is the name the reference counts know. All arguments but the name outlive the replay.
  PlayerReplay(const ReplaySettings& settings, EngineLink& engine, const RecordedGame& recorded, std::string game,
               Color side, const ReplayReports& reports)
      : RecordedPlayer(recorded, side),
        settings_(settings),
        engine_(engine),
        game_(std::move(game)),
        side_(side),
        reports_(reports) {}

  std::optional<Fault> begin(const GameStart& start) override;
  bool sees_truth() const override { return true; }
  void show_truth(const Board& truth) override { truth_ = truth; }
  std::optional<Fault> notice(const OpponentMoved& notice) override;
  Decision<Square> sense(const DecisionLimits& limits) override;
  std::optional<Fault> sense_result(const Sensed& sensed) override;
  Decision<Move> move(const DecisionLimits& limits) override;
  std::optional<Fault> move_result(const Moved& moved) override;
  void end(const GameResult& result, const std::string& record) override;

  // False when the process is not to be used again.
  bool usable() const { return usable_; }
  const ReplayTotals& totals() const { return totals_; }

 private:
  static constexpr std::chrono::seconds kWordInterval{2};

  // A fault ends the replay: the engine's, or too many boards.
  std::optional<Fault> feed(const Observation& event, int column);
  std::optional<Fault> probe();
  // What would it do in the player's place?
  std::optional<Fault> ask_sense();
  std::optional<Fault> ask_move();
  Limits limits() const;
  void compare(const UpdateReport& update, int column);
  const CountRow* reference_row() const;
  void complain(const std::string& text);
  void tell_progress(std::uint64_t boards);
  std::optional<Fault> give_up(const Fault& fault, bool usable);
  EngineLink::TimePoint deadline() const { return std::chrono::steady_clock::now() + settings_.patience.ready; }

  const ReplaySettings& settings_;
  EngineLink& engine_;
  std::string game_;
  Color side_;
  const ReplayReports& reports_;
  std::chrono::steady_clock::time_point next_word_ = std::chrono::steady_clock::now() + kWordInterval;
  Board truth_;
  ReplayTotals totals_;
  bool usable_ = true;
};

}  // namespace lanternfish
