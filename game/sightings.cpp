#include "game/sightings.h"

#include "rules/attacks.h"
#include "rules/rbc.h"

namespace lanternfish {

void Sightings::observe(const Observation& event) {
  if (const auto* notice = std::get_if<OpponentMoved>(&event)) {
    ++turn_;
    if (notice->captured != kNoSquare) {
      seen_[notice->captured] = {};  // something of the opponent's, and nobody saw what
    }
  } else if (const auto* sensed = std::get_if<Sensed>(&event)) {
    std::size_t content = 0;
    for (const Square s : window_squares(sensed->window.center)) {
      seen_[s] = {sensed->window.contents[content++], turn_};
    }
  } else if (const auto& moved = std::get<Moved>(event); !moved.taken.is_null()) {
    // Nothing of the opponent's stands on the way of an own piece, nor where it captured.
    Bitboard way = between(moved.taken.from, moved.taken.to) | bit(moved.taken.from) | bit(moved.taken.to);
    if (moved.captured != kNoSquare) {
      way |= bit(moved.captured);
    }
    for (Square s = 0; s < 64; ++s) {
      if (contains(way, s)) {
        seen_[s] = {{}, turn_};
      }
    }
  }
}

}  // namespace lanternfish
