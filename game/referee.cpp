#include "game/referee.h"

#include <cassert>

#include <fmt/format.h>

#include "rules/notation.h"

namespace lanternfish {

Referee::Referee(const GameRules& rules) : rules_(rules), board_(rules.start) { check_end(); }

int Referee::turn_number(Color side) const {
  const int finished = static_cast<int>(positions_[side].size());
  return side == board_.turn() && !over() ? finished + 1 : finished;
}

OpponentMoved Referee::notify() {
  assert(!over());
  const OpponentMoved notice{last_capture_};
  histories_[turn()].emplace_back(notice);
  return notice;
}

Sensed Referee::sense(Square center) {
  assert(!over());
  const Sensed sensed{lanternfish::sense(board_, center)};
  histories_[turn()].emplace_back(sensed);
  return sensed;
}

Result<Moved> Referee::move(Move request) {
  assert(!over());
  const Color side = turn();
  const Move meant = normalized_request(board_, request);
  if (!may_request(board_, side, meant)) {
    return Error{fmt::format("{} may not be requested here", format_move(request))};
  }
  const Outcome outcome = resolve(board_, meant);
  const Board before = board_;
  apply(board_, outcome.taken);
  positions_[side].push_back({before, board_});
  const Moved moved{request, outcome.taken, outcome.captured};
  last_capture_ = outcome.captured;
  histories_[side].emplace_back(moved);
  check_end();
  return moved;
}

void Referee::check_end() {
  const GameEnd end = game_end(board_, rules_.move_limit);
  if (end.reason == WinReason::kKingCapture) {
    result_ = GameResult{.winner = end.winner, .reason = end.reason, .text = {}};
  } else if (rules_.turn_limit > 0 && turns_of_both() >= rules_.turn_limit) {
    result_ = GameResult{.winner = {}, .reason = WinReason::kTurnLimit, .text = {}};
  } else if (end.reason != WinReason::kNone) {
    result_ = GameResult{.winner = {}, .reason = end.reason, .text = {}};
  }
}

void Referee::forfeit(Color loser, const Fault& fault) {
  assert(!over());
  if (fault.ending == Ending::kStopped) {
    result_ = GameResult{{}, WinReason::kNone, Ending::kStopped, fault.text};
  } else {
    result_ = GameResult{~loser, recorded_reason(fault.ending), fault.ending, fault.text};
  }
}

const GameResult& Referee::result() const {
  assert(over());
  return *result_;
}

GameRecord Referee::record(const std::array<std::string, 2>& names) const {
  GameRecord record;
  record.names = {names[kWhite], names[kBlack]};
  for (const Color side : {kWhite, kBlack}) {
    PlayerRecord& player = record.players[side];
    for (const Observation& event : histories_[side]) {
      if (const auto* sensed = std::get_if<Sensed>(&event)) {
        player.senses.push_back(sensed->window);
      } else if (const auto* moved = std::get_if<Moved>(&event)) {
        player.moves.push_back(*moved);
      }
    }
    for (const Positions& positions : positions_[side]) {
      player.fens_before_move.push_back(format_fen(positions.before));
      player.fens_after_move.push_back(format_fen(positions.after));
    }
  }
  if (over()) {
    record.winner = result_->winner;
    record.reason = result_->reason;
  }
  return record;
}

}  // namespace lanternfish
