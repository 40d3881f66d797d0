#include "analysis/turn_json.h"

#include "rules/notation.h"

namespace lanternfish {

const char* blunder_name(Blunder blunder) {
  constexpr const char* kNames[] = {"none", "unclassified", "belief", "sample", "decision"};
  return kNames[static_cast<std::size_t>(blunder)];
}

const char* holding_name(Holding holding) {
  constexpr const char* kNames[] = {"held", "deferred", "lost"};
  return kNames[static_cast<std::size_t>(holding)];
}

namespace {

Json state_json(const SetState& state) {
  Json json;
  json["boards"] = state.boards;
  json["deferred"] = state.deferred;
  json["entropy_bits"] = state.entropy_bits;
  json["truth"] = holding_name(state.holding);
  json["truth_bits"] = state.holding == Holding::kHeld ? Json(state.truth_bits) : Json(nullptr);
  return json;
}

Json choice_json(const Choice& choice, const SetState& recorded_before) {
  Json json;
  const bool held = (choice.before ? *choice.before : recorded_before).holding == Holding::kHeld;
  if (choice.before) {
    json["before_sense"] = state_json(*choice.before);
  }
  if (choice.sense) {
    json["sense"] = format_square(choice.sense->center);
    json["boards_left"] = choice.sense->boards;
    json["truth_bits_left"] = held ? Json(choice.sense->truth_bits) : Json(nullptr);
  }
  if (choice.request) {
    const RequestVerdict& verdict = *choice.request;
    json["request"] = format_move(verdict.request);
    json["taken"] = format_move(verdict.taken);
    json["value_cp"] = verdict.value;
    json["regret_cp"] = verdict.regret;
    json["blunder"] = blunder_name(verdict.blunder);
    json["takes_king"] = verdict.takes_king;
    json["king_exposed"] = verdict.king_exposed;
    json["queen_exposed"] = verdict.queen_exposed;
  }
  return json;
}

}  // namespace

Json turn_json(const TurnAnalysis& turn, std::span<const std::string> strategies) {
  Json json;
  json["turn"] = turn.turn;
  json["before_sense"] = state_json(turn.before_sense);
  json["after_sense"] = state_json(turn.after_sense);
  json["after_move"] = turn.after_move ? state_json(*turn.after_move) : Json(nullptr);
  if (turn.windows) {
    json["best_window"] = format_square(turn.windows->expected);
    json["best_window_boards"] = turn.windows->expected_boards;
    json["best_window_here"] = format_square(turn.windows->hindsight);
    json["best_window_here_boards"] = turn.windows->hindsight_boards;
  }
  if (turn.best_request) {
    json["best_request"] = format_move(*turn.best_request);
    json["can_take_king"] = turn.can_take_king;
  }
  json["recorded"] = choice_json(turn.recorded, turn.before_sense);
  for (std::size_t i = 0; i < turn.strategies.size(); ++i) {
    json["strategies"][strategies[i]] = choice_json(turn.strategies[i], turn.before_sense);
  }
  return json;
}

}  // namespace lanternfish
