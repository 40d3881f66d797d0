#include "tools/train/net_seat.h"

#include "nets/move_code.h"
#include "rules/movegen.h"

namespace lanternfish {

std::optional<Fault> NetSeat::begin(const GameStart& start) {
  own_.emplace(start.rules.start, start.me);
  history_.emplace(start.rules.start, start.me);
  return {};
}

template <typename Event>
std::optional<Fault> NetSeat::observe(const Event& event) {
  Status fits = own_->observe(event);
  if (fits) {
    fits = history_->observe(event);
  }
  return fits ? std::nullopt : std::optional(Fault{Ending::kNonsense, fits.error()});
}

std::optional<Fault> NetSeat::notice(const OpponentMoved& notice) {
  std::optional<Fault> fault = observe(notice);
  question_ = {.planes = history_->planes(), .actions = {}};
  for (Square s = 0; s < 64; ++s) {
    question_.actions.push_back(sense_code(s, own_->me()));
  }
  return fault;
}

Decision<Square> NetSeat::sense(const DecisionLimits& /*limits*/) { return sense_of_code(action_, own_->me()); }

std::optional<Fault> NetSeat::sense_result(const Sensed& sensed) {
  std::optional<Fault> fault = observe(sensed);
  question_ = {.planes = history_->planes(), .actions = {}};
  for (const Move request : requests(own_->pieces(), own_->me())) {
    question_.actions.push_back(move_code(request, own_->me()));
  }
  return fault;
}

Decision<Move> NetSeat::move(const DecisionLimits& /*limits*/) {
  const Bitboard pawns = own_->pieces().pieces(own_->me(), kPawn);
  return move_of_code(action_, own_->me(), pawns).value_or(kNullMove);
}

std::optional<Fault> NetSeat::move_result(const Moved& moved) { return observe(moved); }

}  // namespace lanternfish
