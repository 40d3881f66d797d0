#pragma once

// A person's game against a player, in which turns can be taken back: then the game is begun anew, and both are told
// again what happened up to there.

#include <array>
#include <chrono>
#include <deque>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "game/play.h"
#include "game/player.h"
#include "tools/web/play/page_player.h"

namespace lanternfish {

struct FinishedGame {
  GameResult result;
  GameRecord record;
};

class PageGame : private GameObserver {
 public:
  // `leave` ends the game without a result. Both players outlive the object.
  PageGame(PagePlayer& person, Color me, Player& opponent, const GameSettings& settings, std::stop_token leave);

  // Blocks until the game is over.
  FinishedGame play();
  // The person's last turn that is over is played again, with the clocks as they were before it. From any thread. An
  // error: there is no such turn.
  Status take_back();

 private:
  using Clocks = std::array<std::optional<std::chrono::milliseconds>, 2>;  // by Color

  void turn_ended(const Game& game, const PlayedTurn& turn) override;
  FinishedGame play_on();
  void catch_up(Game& game);
  // Cuts what was played, where the person wants that.
  bool goes_back(const Referee& referee);
  Clocks clocks_now() const;

  PagePlayer& person_;
  Player& opponent_;
  const Color me_;
  const GameSettings settings_;
  const std::stop_token leave_;
  std::array<std::vector<Observation>, 2> histories_;  // by Color: what a new round begins with
  std::array<std::size_t, 2> turns_{};                 // of them, by Color
  std::vector<Clocks> clocks_;                         // after each turn of either side
  bool catching_up_ = false;
  std::mutex mutex_;
  std::stop_source round_;  // guarded by mutex_
  bool over_ = false;       // the same
};

// A player of a game that goes on from the middle: its decisions up to there are given, and the player is only told.
class ResumedPlayer : public Player {
 public:
  // `history`: all that the player was told. It decides again from own turn `turns` on, counted from 0.
  ResumedPlayer(Player& player, std::span<const Observation> history, std::size_t turns);

  // Whether all that was given is played.
  bool caught_up() const { return requests_.empty(); }

  const std::string& name() const override { return player_.name(); }
  std::optional<Fault> begin(const GameStart& start) override { return player_.begin(start); }
  std::optional<Fault> before_turn() override { return player_.before_turn(); }
  bool sees_truth() const override { return player_.sees_truth(); }
  void show_truth(const Board& truth) override { player_.show_truth(truth); }
  std::optional<Fault> notice(const OpponentMoved& notice) override { return player_.notice(notice); }
  Decision<Square> sense(const DecisionLimits& limits) override;
  std::optional<Fault> sense_result(const Sensed& sensed) override { return player_.sense_result(sensed); }
  Decision<Move> move(const DecisionLimits& limits) override;
  std::optional<Fault> move_result(const Moved& moved) override { return player_.move_result(moved); }
  bool gives_up() const override { return player_.gives_up(); }
  std::optional<Fault> absorb(TimePoint deadline) override { return player_.absorb(deadline); }
  void after_turn() override { player_.after_turn(); }
  void end(const GameResult& result, const std::string& record) override { player_.end(result, record); }

 private:
  Player& player_;
  std::deque<Square> senses_;
  std::deque<Move> requests_;
};

}  // namespace lanternfish
