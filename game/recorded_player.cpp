#include "game/recorded_player.h"

#include "game/play.h"

namespace lanternfish {

Fault RecordedPlayer::end_of_record() const {
  switch (reason_) {
    case WinReason::kTimeout: return {Ending::kFlag, "its flag fell in the recorded game"};
    case WinReason::kResign: return {Ending::kResigned, "it resigned in the recorded game"};
    default: return {Ending::kStopped, "the record ends here"};
  }
}

Decision<Square> RecordedPlayer::sense(const DecisionLimits& /*limits*/) {
  if (turn_ >= record_.senses.size()) {
    return end_of_record();
  }
  return record_.senses[turn_].center;
}

Decision<Move> RecordedPlayer::move(const DecisionLimits& /*limits*/) {
  if (turn_ >= record_.moves.size()) {
    return end_of_record();
  }
  return record_.moves[turn_].requested;
}

std::optional<Fault> RecordedPlayer::move_result(const Moved& /*moved*/) {
  ++turn_;
  return {};
}

// The limits of the recorded game are not known; where it ended by one, its record ends.
void play_again(const RecordedGame& game, Color me, Player& follower) {
  RecordedPlayer other(game, ~me);
  Game::Players players;
  players[me] = &follower;
  players[~me] = &other;
  GameSettings settings;
  settings.rules = {.start = game.start, .move_limit = 0};
  Game again(players, settings);
  play(again);
}

}  // namespace lanternfish
