#include "tools/web/watch/live_game.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "rules/notation.h"
#include "rules/rbc.h"
#include "tools/web/belief_json.h"

namespace lanternfish {

namespace {

constexpr std::size_t kWatchedMemory = std::size_t{128} << 20;  // bytes

}  // namespace

Result<std::unique_ptr<LiveGame>> LiveGame::from(Json header, std::size_t max_boards) {
  const Board start = TRY(parse_fen(header.at("start").get<std::string>()));
  return std::unique_ptr<LiveGame>(new LiveGame(std::move(header), start, max_boards));
}

LiveGame::LiveGame(Json header, const Board& start, std::size_t max_boards)
    : header_(std::move(header)), board_(start) {
  for (const Color side : {kWhite, kBlack}) {
    beliefs_[side].emplace(start, side, BeliefLimits{.memory_bytes = kWatchedMemory}, threads_, MoveModelKind::kFitted);
    beliefs_[side]->set_live_limit(max_boards);
  }
  static_cast<void>(observe(start.turn(), OpponentMoved{}));
}

Status LiveGame::observe(Color side, const Observation& event) {
  const auto update = beliefs_[side]->observe(event);
  return update ? success() : Status(Error{update.error()});
}

Status LiveGame::add(Json turn) {
  const Result<Color> side = parse_color(turn.at("side").get<std::string>());
  const Result<Square> center = parse_square(turn.at("sense").get<std::string>());
  const Result<Move> requested = parse_move(turn.at("requested").get<std::string>());
  if (!side || !center || !requested || *side != board_.turn()) {
    return Error{"a turn that does not follow"};
  }
  TRY(observe(*side, Sensed{sense(board_, *center)}));
  const double truth = beliefs_[*side]->probability(board_);
  turn["truth_bits"] = truth > 0 ? Json(std::max(0.0, -std::log2(truth))) : Json();
  const Move asked = normalized_request(board_, *requested);
  if (!may_request(board_, *side, asked)) {
    return Error{"a request that cannot be made"};
  }
  const Outcome outcome = resolve(board_, asked);
  apply(board_, outcome.taken);
  turns_.push_back(std::move(turn));
  if (board_.king(~*side) == kNoSquare) {
    return success();
  }
  const Status moved = observe(*side, Moved{*requested, outcome.taken, outcome.captured});
  return moved ? observe(~*side, OpponentMoved{outcome.captured}) : moved;
}

Json LiveGame::json() {
  Json json = header_;
  json["board"] = format_fen(board_);
  json["turns"] = turns_;
  for (const Color side : {kWhite, kBlack}) {
    json["beliefs"][std::string(format_color(side))] = belief_json(*beliefs_[side], {.truth = board_}, threads_);
  }
  return json;
}

}  // namespace lanternfish
