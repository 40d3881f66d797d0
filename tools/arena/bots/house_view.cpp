#include "tools/arena/bots/house_view.h"

#include <fmt/format.h>

#include "rules/notation.h"
#include "rules/rbc.h"

namespace lanternfish {

HouseView::HouseView(const Board& start, Color me) : me_(me), own_(start) {
  for (Bitboard theirs = start.pieces(~me); theirs != 0;) {
    own_.remove(pop_lowest(theirs));
  }
  own_.set_turn(me);
  own_.set_ep_square(kNoSquare);
  own_.set_castling(own_.castling() & castling_of(me));
}

std::optional<HouseView::Refusal> HouseView::observe(const Observation& event) {
  if (static_cast<std::size_t>(phase_) != event.index()) {
    return Refusal{true, "the event does not fit the phase of the turn"};
  }
  std::optional<Refusal> refusal = std::visit([this](const auto& e) { return on(e); }, event);
  if (!refusal) {
    events_.push_back(event);
    turn_ += phase_ == Phase::kOpponent ? 1 : 0;
    phase_ = static_cast<Phase>((event.index() + 1) % 3);
  }
  return refusal;
}

std::optional<HouseView::Refusal> HouseView::on(const OpponentMoved& notice) {
  if (notice.captured == kNoSquare) {
    return std::nullopt;
  }
  const Piece lost = own_.piece_at(notice.captured);
  if (!lost.exists() || lost.type == kKing) {
    return Refusal{false, fmt::format("no piece of mine can have been captured on {}", format_square(notice.captured))};
  }
  own_.remove(notice.captured);
  own_.set_castling(own_.castling() & castling_kept_by(notice.captured));
  return std::nullopt;
}

std::optional<HouseView::Refusal> HouseView::on(const Sensed& sensed) const {
  std::size_t i = 0;
  for (const Square s : window_squares(sensed.window.center)) {
    const Piece seen = sensed.window.contents[i++], mine = own_.piece_at(s);
    if (mine.exists() ? !(seen == mine) : seen.exists() && seen.color == me_) {
      return Refusal{false, fmt::format("my own piece on {} is not as the window shows it", format_square(s))};
    }
  }
  return std::nullopt;
}

std::optional<HouseView::Refusal> HouseView::on(const Moved& moved) {
  if (!may_request(own_, me_, normalized_request(own_, moved.requested))) {
    return Refusal{false, fmt::format("{} may not be requested", format_move(moved.requested))};
  }
  if (!moved.taken.is_null() && moved.taken.from != moved.requested.from) {
    return Refusal{false, "the taken move is another piece's"};
  }
  if (!moved.taken.is_null() && !may_request(own_, me_, moved.taken)) {
    return Refusal{false, fmt::format("{} cannot have been taken", format_move(moved.taken))};
  }
  if (moved.taken.is_null() && moved.captured != kNoSquare) {
    return Refusal{false, "a capture without a taken move"};
  }
  apply(own_, moved.taken);
  own_.set_turn(me_);
  own_.set_ep_square(kNoSquare);
  return std::nullopt;
}

}  // namespace lanternfish
