#include "game/random_player.h"

#include "rules/rbc.h"

namespace lanternfish {

std::optional<Fault> RandomPlayer::begin(const GameStart& start) {
  own_.emplace(start.rules.start, start.me);
  return {};
}

template <typename Event>
std::optional<Fault> RandomPlayer::observe(const Event& event) {
  const Status fits = own_->observe(event);
  return fits ? std::nullopt : std::optional(Fault{Ending::kNonsense, fits.error()});
}

std::optional<Fault> RandomPlayer::notice(const OpponentMoved& notice) { return observe(notice); }
std::optional<Fault> RandomPlayer::sense_result(const Sensed& sensed) { return observe(sensed); }
std::optional<Fault> RandomPlayer::move_result(const Moved& moved) { return observe(moved); }

Decision<Square> RandomPlayer::sense(const DecisionLimits& /*limits*/) { return static_cast<Square>(any(64)); }

Decision<Move> RandomPlayer::move(const DecisionLimits& /*limits*/) {
  const std::vector<Move> all = requests(own_->pieces(), own_->me());
  return all[any(all.size())];
}

}  // namespace lanternfish
