#include "game/sightings.h"

#include "rules/rbc.h"

namespace lanternfish {

void Sightings::observe(const Observation& event) {
  if (std::holds_alternative<OpponentMoved>(event)) {
    ++turn_;
  } else if (const auto* sensed = std::get_if<Sensed>(&event)) {
    std::size_t content = 0;
    for (const Square s : window_squares(sensed->window.center)) {
      seen_[s] = {sensed->window.contents[content++], turn_};
    }
  } else if (const auto& moved = std::get<Moved>(event); !moved.taken.is_null()) {
    // Where an own piece went, nothing of the opponent's stands any more; where it captured, neither.
    for (const Square s : {moved.taken.to, moved.captured}) {
      if (s != kNoSquare) {
        seen_[s] = {{}, turn_};
      }
    }
  }
}

}  // namespace lanternfish
