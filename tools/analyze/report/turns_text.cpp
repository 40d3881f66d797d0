#include "tools/analyze/report/turns_text.h"

#include <fmt/format.h>

#include "analysis/turn_json.h"
#include "rules/notation.h"
#include "support/text.h"

namespace lanternfish {

namespace {

std::string boards_text(const SetState& state) {
  return state.deferred == 0 ? fmt::format("{}", state.boards)
                             : fmt::format("{} (deferred {})", state.boards, state.deferred);
}

std::string truth_text(const SetState& state) {
  return state.holding == Holding::kHeld ? fmt::format("truth {:.1f} bits", state.truth_bits)
                                         : fmt::format("truth {}", holding_name(state.holding));
}

std::string sense_text(const SenseOutcome& sense) {
  return fmt::format("senses {} leaving {} boards, {:.1f} bits", format_square(sense.center), sense.boards,
                     sense.truth_bits);
}

std::string request_text(const RequestVerdict& verdict) {
  std::string text = fmt::format("requests {}", format_move(verdict.request));
  if (verdict.taken != verdict.request) {
    text += fmt::format(" (taken {})", format_move(verdict.taken));
  }
  text += fmt::format(", regret {:.0f}", verdict.regret);
  if (verdict.blunder != Blunder::kNone) {
    text += verdict.blunder == Blunder::kUnclassified ? " BLUNDER"
                                                      : fmt::format(" BLUNDER of {}", blunder_name(verdict.blunder));
  }
  text += verdict.takes_king ? ", takes the king" : verdict.king_exposed ? ", king exposed" : "";
  return text + (verdict.queen_exposed ? ", queen exposed" : "");
}

// Unless it goes its own way (`before`), a strategy decides after the recorded sense, whatever it would have sensed.
std::string choice_text(const std::string& who, const Choice& choice, const Choice& recorded) {
  const bool after_another = choice.sense && !choice.before && choice.sense->center != recorded.sense->center;
  std::string text = fmt::format("    {:<12}", who);
  text += choice.before ? fmt::format(" of {}", boards_text(*choice.before)) : "";
  text += choice.sense ? ' ' + sense_text(*choice.sense) : "";
  if (choice.request) {
    text += after_another ? fmt::format("; after {} ", format_square(recorded.sense->center)) : "; ";
    text += request_text(*choice.request);
  }
  return text + '\n';
}

std::string turn_text(const TurnAnalysis& turn, std::span<const std::string> strategies) {
  std::string text = fmt::format("  turn {:<3} boards {} -> {}", turn.turn, boards_text(turn.before_sense),
                                 boards_text(turn.after_sense));
  text += turn.after_move ? " -> " + boards_text(*turn.after_move) : "";
  text += fmt::format(", entropy {:.1f} -> {:.1f} bits, {}", turn.before_sense.entropy_bits,
                      turn.after_sense.entropy_bits, truth_text(turn.before_sense));
  if (turn.windows) {
    text += fmt::format("; window {} leaves {:.0f} on average, {} here {:.0f}", format_square(turn.windows->expected),
                        turn.windows->expected_boards, format_square(turn.windows->hindsight),
                        turn.windows->hindsight_boards);
  }
  if (turn.best_request) {
    text += fmt::format("; best {}{}", format_move(*turn.best_request), turn.can_take_king ? " (takes the king)" : "");
  }
  text += '\n' + choice_text("recorded", turn.recorded, turn.recorded);
  for (std::size_t i = 0; i < turn.strategies.size(); ++i) {
    text += choice_text(strategies[i], turn.strategies[i], turn.recorded);
  }
  return text;
}

Json head_json(const PlayerAnalysis& player) {
  Json json;
  json["type"] = "turn";
  json["game"] = player.game;
  json["color"] = format_color(player.color);
  json["player"] = player.name;
  json["opponent"] = player.opponent;
  return json;
}

}  // namespace

std::string player_text(const PlayerAnalysis& player, std::span<const std::string> strategies) {
  std::string text = fmt::format("{}: {} as {} against {}\n", player.game, without_control(player.name),
                                 format_color(player.color), without_control(player.opponent));
  for (const TurnAnalysis& turn : player.turns) {
    text += turn_text(turn, strategies);
  }
  if (player.left_out > 0) {
    text += fmt::format("  {} more turns left out: all boards wait unexpanded\n", player.left_out);
  }
  return text;
}

std::string player_json_lines(const PlayerAnalysis& player, std::span<const std::string> strategies) {
  std::string text;
  for (const TurnAnalysis& turn : player.turns) {
    Json json = head_json(player);
    json.update(turn_json(turn, strategies));
    text += dump_readable(json) + '\n';
  }
  return text;
}

}  // namespace lanternfish
