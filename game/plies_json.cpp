#include "game/plies_json.h"

#include "rules/notation.h"
#include "rules/rbc.h"

namespace lanternfish {

Json plies_json(const RecordedGame& game) {
  Json plies = Json::array();
  std::array<std::size_t, 2> next{};
  const auto next_side = [&](Color side) { return game.turns[~side].empty() ? side : ~side; };
  for (Color side = next_side(~game.start.turn()); next[side] < game.turns[side].size(); side = next_side(side)) {
    const RecordedTurn& turn = game.turns[side][next[side]++];
    Json ply;
    ply["side"] = format_color(side);
    ply["turn"] = next[side];
    ply["before"] = format_fen(turn.truth);
    ply["captured"] = format_square(turn.notice.captured);
    ply["sense"] = format_square(turn.sensed.window.center);
    if (turn.sensed.window.center != kNoSquare) {
      ply["window"] = format_window(turn.sensed.window);
    }
    if (turn.moved) {
      Board after = turn.truth;
      apply(after, turn.moved->taken);
      ply["after"] = format_fen(after);
      ply["requested"] = format_move(turn.moved->requested);
      ply["taken"] = format_move(turn.moved->taken);
      ply["capture"] = format_square(turn.moved->captured);
      ply["takes_king"] = turn.takes_king;
    }
    plies.push_back(std::move(ply));
  }
  return plies;
}

}  // namespace lanternfish
