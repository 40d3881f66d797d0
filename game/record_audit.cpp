#include "game/record_audit.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "game/referee.h"
#include "rules/notation.h"

namespace lanternfish {

Result<RecordShape> record_shape(const GameRecord& record) {
  const auto& [white, black] = record.players;
  RecordShape shape;
  const std::size_t white_moves = white.moves.size(), black_moves = black.moves.size();
  if (!white.fens_before_move.empty() || !black.fens_before_move.empty()) {
    // A game from another start may begin with Black.
    const bool black_first = white_moves == 0 || (black_moves > 0 && black_moves == white_moves + 1);
    shape.first = black_first ? kBlack : kWhite;
  }
  const std::size_t first_moves = record.players[shape.first].moves.size();
  const std::size_t second_moves = record.players[~shape.first].moves.size();
  if (first_moves != second_moves && first_moves != second_moves + 1) {
    return Error{fmt::format("White has {} moves and Black {}", white_moves, black_moves)};
  }
  shape.plies = white_moves + black_moves;
  const Color next = shape.plies % 2 == 0 ? shape.first : ~shape.first;
  for (const Color c : {kWhite, kBlack}) {
    if (record.players[c].senses.size() > record.players[c].moves.size()) {
      if (c != next) {
        return Error{fmt::format("{} sensed out of turn", format_color(c))};
      }
      shape.half = c;
    }
  }
  return shape;
}

namespace {

// The FEN's fields but the en-passant square, and that square.
std::pair<std::string, std::string> split_ep(const std::string& fen) {
  std::size_t begin = 0;
  for (int field = 0; field < 3 && begin != std::string::npos; ++field) {
    begin = fen.find(' ', begin + (field > 0 ? 1 : 0));
  }
  if (begin == std::string::npos) {
    return {fen, ""};
  }
  const std::size_t end = std::min(fen.find(' ', begin + 1), fen.size());
  return {fen.substr(0, begin) + fen.substr(end), fen.substr(begin + 1, end - begin - 1)};
}

// Older records name the en-passant square only where chess allows the capture.
bool same_position(const std::string& recorded, const std::string& ours) {
  const auto [position, ep] = split_ep(recorded);
  const auto [our_position, our_ep] = split_ep(ours);
  return position == our_position && (ep == our_ep || ep == "-");
}

Status audit_turn(Referee& referee, const PlayerRecord& player, std::size_t turn) {
  const Color side = referee.turn();
  const auto differs = [&](std::string_view what, const std::string& recorded, const std::string& ours) {
    return Error{fmt::format("{}'s turn {}: the record's {} is {}, ours {}", format_color(side), turn + 1, what,
                             recorded, ours)};
  };
  const std::string before = format_fen(referee.board());
  referee.notify();
  const Window seen = referee.sense(player.senses[turn].center).window;
  if (seen != player.senses[turn]) {
    return differs("window", format_window(player.senses[turn]), format_window(seen));
  }
  if (turn == player.moves.size()) {
    return success();
  }
  if (!same_position(player.fens_before_move[turn], before)) {
    return differs("position before the move", player.fens_before_move[turn], before);
  }
  const Moved& recorded = player.moves[turn];
  const Result<Moved> moved = referee.move(recorded.requested);
  if (!moved) {
    return Error{fmt::format("{}'s turn {}: {}", format_color(side), turn + 1, moved.error())};
  }
  if (moved->taken != recorded.taken) {
    return differs("taken move", format_move(recorded.taken), format_move(moved->taken));
  }
  if (moved->captured != recorded.captured) {
    return differs("capture square", format_square(recorded.captured), format_square(moved->captured));
  }
  if (const std::string after = format_fen(referee.board()); !same_position(player.fens_after_move[turn], after)) {
    return differs("position after the move", player.fens_after_move[turn], after);
  }
  return success();
}

}  // namespace

Status audit_record(const GameRecord& record) {
  const Result<RecordShape> shape = record_shape(record);
  if (!shape) {
    return Error{shape.error()};
  }
  GameRules rules;
  rules.move_limit = record.reason == WinReason::kMoveLimit ? rules.move_limit : 0;
  if (shape->plies > 0) {
    const Result<Board> start = parse_fen(record.players[shape->first].fens_before_move[0]);
    if (!start) {
      return Error{start.error()};
    }
    rules.start = *start;
  }
  Referee referee(rules);
  const std::size_t turns = shape->plies + (shape->half ? 1 : 0);
  for (std::size_t ply = 0; ply < turns; ++ply) {
    if (referee.over()) {
      return Error{fmt::format("the game goes on after {}", format_win_reason(referee.result().reason))};
    }
    if (const Status turn = audit_turn(referee, record.players[referee.turn()], ply / 2); !turn) {
      return turn;
    }
  }
  const bool captured = referee.over() && referee.result().reason == WinReason::kKingCapture;
  if (captured && record.reason == WinReason::kTimeout) {
    return success();  // both at once: the clock goes first
  }
  if (captured != (record.reason == WinReason::kKingCapture)) {
    return Error{fmt::format("it ends by {}, and a king was {}captured", format_win_reason(record.reason),
                             captured ? "" : "not ")};
  }
  if (captured && record.winner != referee.result().winner) {
    return Error{"it names the wrong winner"};
  }
  return success();
}

}  // namespace lanternfish
