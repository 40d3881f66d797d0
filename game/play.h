#pragma once

// One game between two players under the referee and the clocks: the only loop of a game there is.

#include <array>
#include <span>
#include <string>
#include <vector>

#include "game/game_clocks.h"
#include "game/player.h"
#include "game/referee.h"

namespace lanternfish {

class Game;

struct GameSettings {
  GameRules rules;
  std::array<TimeControl, 2> time;  // by Color
  Charging charging = Charging::kPhases;
  std::chrono::milliseconds silence{600'000};   // for a decision where no clock ends the waiting
  std::chrono::milliseconds absorb{120'000};    // for working through what was told
  std::chrono::milliseconds free_absorb{2000};  // so much of it is off the clock after the own move
  std::stop_token stop;                         // on request the game is left: Ending::kStopped
};

// One turn, as far as it came. Times are what passed between question and answer.
struct PlayedTurn {
  Color side = kWhite;
  int number = 0;  // own turns, from 1
  Board board;     // the true board before the turn's move
  Window window;
  Moved move;
  bool finished = false;                                           // the move was made, and is told
  std::array<std::optional<std::chrono::milliseconds>, 2> clocks;  // by Color, after the turn; none: no clock
  std::chrono::milliseconds sense_time{0}, move_time{0};
};

// Looks on, from the thread that plays the game. Sees the truth, and tells the players nothing.
class GameObserver {
 public:
  virtual ~GameObserver() = default;

  // The turn is over, by a move or by a fault; the player has absorbed its move.
  virtual void turn_ended(const Game& /*game*/, const PlayedTurn& /*turn*/) {}
  // The game is decided; the players have not been told yet.
  virtual void game_over(const Game& /*game*/) {}
};

// A game that goes on step by step. play() is all of them.
class Game {
 public:
  using Players = std::array<Player*, 2>;  // by Color
  using Observers = std::vector<GameObserver*>;

  Game(const Players& players, const GameSettings& settings, Observers observers = {});

  // Tells both players of the game. After it, one turn after another until over().
  void begin();
  // The three steps of a turn, in this order. False when the game is over by this step.
  bool notice();  // the side to move learns what the opponent captured
  bool sense();   // it chooses its sense and is shown the window
  bool move();    // it makes its request and learns what became of it
  // All three.
  bool turn() { return notice() && sense() && move(); }
  // Tells both players how it ended.
  void end(const std::string& record_name = {});

  // On the clock of `side` now. A game that goes on after an interruption sets it to what it was.
  std::chrono::milliseconds left(Color side) const { return clocks_.left(side); }
  void set_clock(Color side, std::chrono::milliseconds left) { clocks_.set_left(side, left); }

  bool over() const { return referee_.over(); }
  const Referee& referee() const { return referee_; }
  const GameResult& result() const { return referee_.result(); }
  Color side() const { return side_; }  // whose turn is being played
  const PlayedTurn& current_turn() const { return turn_; }
  GameRecord record() const { return referee_.record({players_[kWhite]->name(), players_[kBlack]->name()}); }

 private:
  DecisionLimits limits() const;
  bool fail(const Fault& fault);
  bool in_time(bool flag_stands, const char* otherwise);
  void finish_turn();
  void tell_over();
  Player& player() { return *players_[side_]; }

  Players players_;
  GameSettings settings_;
  Observers observers_;
  Referee referee_;
  GameClocks clocks_;
  Color side_ = kWhite;
  PlayedTurn turn_;
  bool told_over_ = false;
};

// Plays to the end, whatever the players do. `record_name`: what they are told about where the game is going to be
// kept.
void play(Game& game, const std::string& record_name = {});

}  // namespace lanternfish
