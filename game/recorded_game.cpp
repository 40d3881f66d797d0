#include "game/recorded_game.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "game/referee.h"
#include "rules/notation.h"

namespace lanternfish {

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

bool captured_king(const Referee& referee) {
  return referee.over() && referee.result().reason == WinReason::kKingCapture;
}

// The position before the first move. It says who moved first; a record says that nowhere else.
Result<Board> start_of(const GameRecord& record) {
  const auto& [white, black] = record.players;
  if (white.moves.empty() && black.moves.empty()) {
    return Board::start();
  }
  const bool black_first = white.moves.empty() ||
                           (!black.moves.empty() && same_position(white.fens_before_move[0], black.fens_after_move[0]));
  const Color first = black_first ? kBlack : kWhite;
  Result<Board> start = parse_fen(record.players[first].fens_before_move[0]);
  if (start && start->turn() != first) {
    return Error{fmt::format("{}'s first position has the other side to move", format_color(first))};
  }
  return start;
}

// Where a game without moves began is not recorded. Whether its one sense is not of the usual start.
bool began_elsewhere(const GameRecord& record) {
  const auto& [white, black] = record.players;
  if (!white.moves.empty() || !black.moves.empty() || white.senses.size() + black.senses.size() != 1) {
    return false;
  }
  return white.senses.empty() || white.senses[0] != sense(Board::start(), white.senses[0].center);
}

// The turn of the side to move, its `turn`-th, counted from 0.
Result<RecordedTurn> play_turn(Referee& referee, const PlayerRecord& player, std::size_t turn) {
  const Color side = referee.turn();
  const auto differs = [&](std::string_view what, const std::string& recorded, const std::string& ours) {
    return Error{fmt::format("{}'s turn {}: the record's {} is {}, ours {}", format_color(side), turn + 1, what,
                             recorded, ours)};
  };
  RecordedTurn played;
  played.truth = referee.board();
  played.notice = referee.notify();
  played.sensed = referee.sense(player.senses[turn].center);
  if (const Window& seen = played.sensed.window; seen != player.senses[turn]) {
    return differs("window", format_window(player.senses[turn]), format_window(seen));
  }
  if (turn == player.moves.size()) {
    return played;
  }
  if (const std::string before = format_fen(played.truth); !same_position(player.fens_before_move[turn], before)) {
    return differs("position before the move", player.fens_before_move[turn], before);
  }
  const Moved& recorded = player.moves[turn];
  const Result<Moved> moved = referee.move(recorded.requested);
  if (!moved) {
    return Error{fmt::format("{}'s turn {}: {}", format_color(side), turn + 1, moved.error())};
  }
  if (recorded.taken.is_null() && moved->captured != kNoSquare && moved->captured != moved->taken.to) {
    return Error{
        fmt::format("{}'s turn {}: the record says that {} came to nothing, and by the rules it captures en "
                    "passant on {}; a server refused such captures where chess forbids them, because they "
                    "leave the own king in check",
                    format_color(side), turn + 1, format_move(recorded.requested), format_square(moved->captured))};
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
  played.moved = *moved;
  played.takes_king = captured_king(referee);
  return played;
}

Status check_end(const GameRecord& record, const Referee& referee) {
  const bool captured = captured_king(referee);
  if (captured && record.reason == WinReason::kTimeout) {
    return success();  // both at once: the clock goes first
  }
  if (record.reason == WinReason::kNone) {
    return success();  // it does not say
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

// In the next turn of `side` recorder and rules part.
struct Difference {
  Color side;
  std::string text;
};
struct Agreed {
  RecordedGame game;
  std::optional<Difference> difference;  // behind the game
};

Result<Agreed> play_as_far_as_agreed(GameRecord record) {
  if (began_elsewhere(record)) {
    record.players = {};
  }
  const Board start = TRY(start_of(record));
  // Which limits the game had is not recorded; where it ended by one, its turns end.
  Referee referee({.start = start, .move_limit = 0});
  RecordedGame game{.record = record, .start = start, .turns = {}};
  for (bool whole = true; whole;) {
    const Color side = referee.turn();
    std::vector<RecordedTurn>& turns = game.turns[side];
    if (turns.size() == record.players[side].senses.size()) {
      break;
    }
    if (referee.over()) {
      return Error{fmt::format("the game goes on after {}", format_win_reason(referee.result().reason))};
    }
    Result<RecordedTurn> turn = play_turn(referee, record.players[side], turns.size());
    if (!turn) {
      return Agreed{std::move(game), Difference{side, turn.error()}};
    }
    whole = turn->moved.has_value();
    turns.push_back(std::move(turn).value());
  }
  for (const Color side : {kWhite, kBlack}) {
    if (game.turns[side].size() != record.players[side].senses.size()) {
      return Error{fmt::format("{} has {} turns, and {} of them alternate with the opponent's", format_color(side),
                               record.players[side].senses.size(), game.turns[side].size())};
    }
  }
  TRY(check_end(record, referee));
  return Agreed{std::move(game), std::nullopt};
}

// The turns from `begin` to `end` of a player.
PlayerRecord cut(const PlayerRecord& player, std::size_t begin, std::size_t end) {
  const auto part = [&](const auto& all) {
    using Values = std::decay_t<decltype(all)>;
    const auto at = [&](std::size_t i) { return all.begin() + static_cast<std::ptrdiff_t>(std::min(i, all.size())); };
    return Values(at(begin), at(end));
  };
  return {part(player.senses), part(player.moves), part(player.fens_before_move), part(player.fens_after_move)};
}

}  // namespace

Result<RecordedGame> recorded_game(const GameRecord& record) {
  Result<Agreed> played = play_as_far_as_agreed(record);
  if (!played || played->difference) {
    return Error{played ? played->difference->text : played.error()};
  }
  return std::move(played).value().game;
}

Result<RecordedFile> read_recorded_file(const std::filesystem::path& file) {
  std::string content = TRY(read_file(file, kMaxRecordBytes));
  const Result<GameRecord> record = parse_game_record(content);
  Result<RecordedGame> game = record ? recorded_game(*record) : Result<RecordedGame>(Error{record.error()});
  return game ? Result<RecordedFile>({std::move(content), std::move(game).value()})
              : Error{fmt::format("{}: {}", file.string(), game.error())};
}

Result<RecordedGame> read_recorded_game(const std::filesystem::path& file) {
  return TRY(read_recorded_file(file)).game;
}

Result<std::vector<RecordedPart>> recorded_parts(const GameRecord& record) {
  std::vector<RecordedPart> parts;
  for (GameRecord rest = record;;) {
    auto [game, difference] = TRY(play_as_far_as_agreed(rest));
    if (!difference) {
      parts.push_back({std::move(game), std::nullopt});
      return parts;
    }
    GameRecord before = rest;
    before.winner = std::nullopt;
    before.reason = WinReason::kNone;
    for (const Color c : {kWhite, kBlack}) {
      const std::size_t turns = game.turns[c].size();
      before.players[c] = cut(rest.players[c], 0, turns);
      rest.players[c] = cut(rest.players[c], turns + (c == difference->side ? 1 : 0), rest.players[c].senses.size());
    }
    game.record = std::move(before);
    parts.push_back({std::move(game), std::move(difference->text)});
    if (rest.players[kWhite].moves.empty() && rest.players[kBlack].moves.empty()) {
      return parts;  // no position is recorded behind it
    }
  }
}

}  // namespace lanternfish
