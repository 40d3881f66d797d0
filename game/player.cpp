#include "game/player.h"

namespace lanternfish {

std::optional<Fault> tell(Player& player, const Observation& event) {
  if (const auto* notice = std::get_if<OpponentMoved>(&event)) {
    return player.notice(*notice);
  }
  if (const auto* sensed = std::get_if<Sensed>(&event)) {
    return player.sense_result(*sensed);
  }
  return player.move_result(std::get<Moved>(event));
}

}  // namespace lanternfish
