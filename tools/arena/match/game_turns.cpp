#include "tools/arena/match/game_turns.h"

#include <fmt/format.h>

#include "protocol/messages/messages.h"
#include "rules/notation.h"
#include "support/json_line.h"

namespace lanternfish {

namespace {

template <typename T>
Json known(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json turn_json(const TurnReport& turn) {
  Json json;
  json["turn"] = turn.number;
  json["side"] = format_color(turn.side);
  json["board"] = format_fen(turn.board);
  json["sense"] = format_square(turn.window.center);
  json["window"] = format_window(turn.window);
  json["requested"] = format_move(turn.move.requested);
  json["taken"] = format_move(turn.move.taken);
  json["capture"] = format_square(turn.move.captured);
  json["boards_before_sense"] = known(turn.boards_notified);
  json["boards_after_sense"] = known(turn.boards_sensed);
  json["boards_after_move"] = known(turn.boards_moved);
  json["opponent_boards"] = known(turn.opponent_boards);
  json["truth_ppm"] = known(turn.truth_ppm);
  json["deferring"] = turn.deferring;
  json["events_ms"] = Json::array();
  for (const auto& ms : turn.events_ms) {
    json["events_ms"].push_back(known(ms));
  }
  json["sense_ms"] = turn.sense_time.count();
  json["move_ms"] = turn.move_time.count();
  json["clocks_ms"] = Json::array();
  for (const auto& clock : turn.clocks) {
    json["clocks_ms"].push_back(clock ? Json(clock->count()) : Json());
  }
  return json;
}

}  // namespace

std::string format_game_turns(const GameReport& report) {
  std::string text;
  for (const Color c : {kWhite, kBlack}) {
    Json json;
    json["player"] = format_color(c);
    json["told"] = format_host_command(report.transcripts[c]);
    text += dump_line(json) + "\n";
  }
  for (const TurnReport& turn : report.turns) {
    text += format_turn_line(turn);
  }
  return text;
}

std::string format_turn_line(const TurnReport& turn) { return dump_line(turn_json(turn)) + "\n"; }

}  // namespace lanternfish
