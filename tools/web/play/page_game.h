#pragma once

// A person's game against a player, in which turns can be taken back: then the game is begun anew, and both are told
// again what happened up to there.

#include <array>
#include <chrono>
#include <optional>
#include <stop_token>
#include <vector>

#include "game/play.h"
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

}  // namespace lanternfish
