#include "python/record_planes.h"

#include <cassert>

#include "nets/history_planes.h"
#include "nets/move_code.h"

namespace lanternfish {

namespace {

class Encoder {
 public:
  explicit Encoder(const RecordedGame& game)
      : game_(game), seen_{HistoryPlanes(game.start, kWhite), HistoryPlanes(game.start, kBlack)} {
    data_.offsets.push_back(0);
  }

  void add_turn(Color side, const RecordedTurn& turn) {
    observe(side, turn.notice);
    const Square center = turn.sensed.window.center;
    add(side, true, center == kNoSquare ? -1 : sense_code(center, side));
    observe(side, turn.sensed);
    if (turn.moved) {
      const Move request = turn.moved->requested;
      add(side, false, request.is_null() ? kPassCode : move_code(request, side));
      observe(side, *turn.moved);
    }
  }

  RecordPlanes take() && { return std::move(data_); }

 private:
  void observe(Color side, const Observation& event) {
    const Status told = seen_[side].observe(event);
    assert(told.ok());  // the record was checked
  }

  void add(Color side, bool is_sense, std::int32_t action) {
    data_.players.push_back(side == kWhite ? 1 : 0);
    data_.senses.push_back(is_sense ? 1 : 0);
    data_.actions.push_back(action);
    data_.outcomes.push_back(!game_.record.winner ? 0.0F : *game_.record.winner == side ? 1.0F : -1.0F);
    const std::vector<std::uint32_t> bits = set_bits(seen_[side].planes());
    data_.bits.insert(data_.bits.end(), bits.begin(), bits.end());
    data_.offsets.push_back(static_cast<std::int64_t>(data_.bits.size()));
  }

  const RecordedGame& game_;
  std::array<HistoryPlanes, 2> seen_;  // by Color
  RecordPlanes data_;
};

}  // namespace

RecordPlanes record_planes(const RecordedGame& game) {
  Encoder encoder(game);
  const Color first = game.start.turn();
  const std::size_t turns = game.turns[first].size() + game.turns[~first].size();
  for (std::size_t ply = 0; ply < turns; ++ply) {
    const Color side = ply % 2 == 0 ? first : ~first;
    encoder.add_turn(side, game.turns[side][ply / 2]);
  }
  return std::move(encoder).take();
}

}  // namespace lanternfish
