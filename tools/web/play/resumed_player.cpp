#include "tools/web/play/resumed_player.h"

namespace lanternfish {

ResumedPlayer::ResumedPlayer(Player& player, std::span<const Observation> history, std::size_t turns)
    : player_(player) {
  for (const Observation& event : history) {
    if (const auto* sensed = std::get_if<Sensed>(&event); sensed != nullptr && senses_.size() < turns) {
      senses_.push_back(sensed->window.center);
    } else if (const auto* moved = std::get_if<Moved>(&event); moved != nullptr && requests_.size() < turns) {
      requests_.push_back(moved->requested);
    }
  }
}

Decision<Square> ResumedPlayer::sense(const DecisionLimits& limits) {
  if (senses_.empty()) {
    return player_.sense(limits);
  }
  const Square square = senses_.front();
  senses_.pop_front();
  return square;
}

Decision<Move> ResumedPlayer::move(const DecisionLimits& limits) {
  if (requests_.empty()) {
    return player_.move(limits);
  }
  const Move request = requests_.front();
  requests_.pop_front();
  return request;
}

}  // namespace lanternfish
