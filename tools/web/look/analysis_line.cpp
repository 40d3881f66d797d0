#include "tools/web/look/analysis_line.h"

#include <utility>
#include <variant>

#include <fmt/format.h>

#include "game/game_log.h"
#include "game/referee.h"
#include "protocol/messages/host_messages.h"
#include "rules/notation.h"

namespace lanternfish {

namespace {

constexpr std::size_t kMaxPlies = 600;

bool king_taken(const Referee& referee) { return referee.over() && referee.result().reason == WinReason::kKingCapture; }

// One turn, as the referee sees it.
Status play(Referee& referee, RecordedGame& game, const Json& ply) {
  RecordedTurn turn;
  turn.truth = referee.board();
  const Color side = referee.turn();
  const Square square = TRY(parse_square(ply.at(0).get<std::string>()));
  turn.notice = referee.notify();
  turn.sensed = referee.sense(square);
  if (ply.size() > 1) {
    const Move request = TRY(parse_move(ply.at(1).get<std::string>()));
    turn.moved = TRY(referee.move(request));
    turn.takes_king = king_taken(referee);
  }
  game.turns[side].push_back(turn);
  return success();
}

Result<AnalysisLine> line_by_hand(const Board& start, const Json& plies) {
  AnalysisLine line;
  line.game.start = start;
  Referee referee({.start = start, .move_limit = 0});
  bool whole = true;
  for (std::size_t i = 0; i < plies.size(); ++i) {
    if (!whole || referee.over() || i >= kMaxPlies) {
      return Error{fmt::format("turn {} comes too late: the game is over, or a request is missing before it", i + 1)};
    }
    if (const Status played = play(referee, line.game, plies[i]); !played) {
      return Error{fmt::format("turn {}: {}", i + 1, played.error())};
    }
    whole = plies[i].size() > 1;
  }
  if (whole && !referee.over()) {
    TRY(play(referee, line.game, Json::array({"none"})));
  }
  line.game.record = referee.record({"White", "Black"});
  return line;
}

Result<AnalysisLine> private_line(const PositionCommand& position) {
  GameLog log(position.start, position.me);
  if (const EventStatus fits = log.append(position.history); !fits) {
    return Error{fits.error()};
  }
  AnalysisLine line;
  line.only = position.me;
  line.game.start = position.start;
  line.game.record.names[position.me] = "I";
  line.game.record.names[~position.me] = "the opponent";
  std::vector<RecordedTurn>& turns = line.game.turns[position.me];
  for (std::size_t i = 0; i < position.history.size(); ++i) {
    const Observation& event = position.history[i];
    if (const auto* notice = std::get_if<OpponentMoved>(&event)) {
      turns.emplace_back().notice = *notice;
    } else if (const auto* sensed = std::get_if<Sensed>(&event)) {
      turns.back().sensed = *sensed;
    } else {
      turns.back().moved = std::get<Moved>(event);
    }
    turns.back().truth = turns.back().moved ? turns.back().truth : log.own_after(i + 1).pieces();
  }
  if (turns.empty()) {
    return Error{"there is no event in its history"};
  }
  return line;
}

}  // namespace

Result<AnalysisLine> read_analysis_line(const Json& json) {
  if (json.contains("position")) {
    const HostLine line = parse_host_line(json.at("position").get<std::string>());
    if (const auto* wrong = std::get_if<LineError>(&line.content)) {
      return Error{wrong->text};
    }
    const auto* position = std::get_if<PositionCommand>(&std::get<HostCommand>(line.content));
    return position == nullptr ? Result<AnalysisLine>(Error{"it begins with the word position"})
                               : private_line(*position);
  }
  const auto fen = json.value("start", std::string());
  const Board start = TRY(fen.empty() ? Result<Board>(Board::start()) : parse_fen(fen));
  return line_by_hand(start, json.value("plies", Json::array()));
}

}  // namespace lanternfish
