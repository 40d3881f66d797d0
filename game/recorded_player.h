#pragma once

// A player of a recorded game as a Player: it senses and requests what the record says.
//
// What looks at recorded games derives from it: an engine that is fed the game, an analysis. Such a class overrides
// notice(), sense_result() and move_result(), and asks its own questions in sense() and move() before it gives the
// recorded answer.

#include "game/player.h"
#include "game/recorded_game.h"

namespace lanternfish {

class RecordedPlayer : public Player {
 public:
  RecordedPlayer(const RecordedGame& game, Color me)
      : name_(game.record.names[me].value_or("unknown")),
        record_(game.record.players[me]),
        reason_(game.record.reason) {}

  const std::string& name() const override { return name_; }
  std::optional<Fault> begin(const GameStart& /*start*/) override {
    turn_ = 0;
    return {};
  }
  std::optional<Fault> notice(const OpponentMoved& /*notice*/) override { return {}; }
  Decision<Square> sense(const DecisionLimits& limits) override;
  std::optional<Fault> sense_result(const Sensed& /*sensed*/) override { return {}; }
  Decision<Move> move(const DecisionLimits& limits) override;
  std::optional<Fault> move_result(const Moved& moved) override;

 protected:
  // The turn being played, from 0.
  std::size_t turn() const { return turn_; }
  const PlayerRecord& record() const { return record_; }
  // Ends the game as the record ends.
  Fault end_of_record() const;

 private:
  std::string name_;
  PlayerRecord record_;
  WinReason reason_;
  std::size_t turn_ = 0;
};

// Plays the game once more with `follower` as `me`, who is asked at each turn as long as it does not return a fault.
void play_again(const RecordedGame& game, Color me, Player& follower);

}  // namespace lanternfish
