#include "tools/train/make_examples.h"

#include "nets/history_planes.h"
#include "support/hash.h"

namespace lanternfish {

namespace {

// The planes of the newest turn, as if there were no others.
PlaneList newest_turn(const HistoryPlanes& history) {
  constexpr int kFirst = kHistoryPlanes - kPlanesPerTurn;
  PlaneList turn;
  for (Plane plane : history.planes()) {
    if (plane.index >= kFirst) {
      plane.index = static_cast<std::uint16_t>(plane.index - kFirst);
      turn.push_back(plane);
    }
  }
  return turn;
}

float outcome_of(const GameRecord& record, Color me) {
  if (!record.winner) {
    return 0;
  }
  return *record.winner == me ? 1 : -1;
}

Status add_turns(const RecordedGame& game, Color me, std::vector<TrainingDecision>& decisions) {
  HistoryPlanes history(game.start, me);
  return for_each_decision(game, me, history, [&](Stage stage, ActionCode action) {
    decisions.push_back({stage, action, newest_turn(history)});
  });
}

}  // namespace

DataShape history_shape() { return {kHistoryPlanesVersion, kPlanesPerTurn, kHistoryTurns}; }

TrainingGame game_without_decisions(const RecordedGame& game, std::string_view file, std::string_view content) {
  TrainingGame examples{
      .file = std::string(file), .hash = fnv1a(content), .held_out = is_held_out(file), .players = {}};
  for (const Color me : {kWhite, kBlack}) {
    examples.players[me].player = game.record.names[me].value_or("");
    examples.players[me].outcome = outcome_of(game.record, me);
  }
  return examples;
}

Result<TrainingGame> history_examples(const RecordedGame& game, std::string_view file, std::string_view content) {
  TrainingGame examples = game_without_decisions(game, file, content);
  for (const Color me : {kWhite, kBlack}) {
    TRY(add_turns(game, me, examples.players[me].decisions));
  }
  return examples;
}

}  // namespace lanternfish
