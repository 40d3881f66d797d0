#include "game/recorded_game.h"

#include <doctest/doctest.h>

#include "game/recorded_player.h"
#include "game/referee.h"
#include "rules/notation.h"
#include "tests/folder.h"

using namespace lanternfish;

namespace {

// A game of so many moves, in which everybody moves the king to and fro; then perhaps a sense without a move.
GameRecord king_moves(const Board& start, int moves, bool sense_after) {
  Referee referee({.start = start, .move_limit = 0});
  for (int ply = 0; ply < moves; ++ply) {
    const bool out = ply % 4 < 2;
    const bool white = referee.turn() == kWhite;
    referee.notify();
    referee.sense(parse_square("e5").value());
    REQUIRE(referee.move(parse_move(white ? (out ? "e1e2" : "e2e1") : (out ? "e8e7" : "e7e8")).value()).ok());
  }
  if (sense_after) {
    referee.notify();
    referee.sense(parse_square("d4").value());
  }
  return referee.record({"one", "two"});
}

const char* const kBlackBegins = "4k3/8/8/8/8/8/P7/4K3 b - - 0 7";

}  // namespace

TEST_CASE("recorded_game: whoever moves first and last, the game is found as it was") {
  for (const char* fen : {kBlackBegins, "4k3/8/8/8/8/8/P7/4K3 w - - 0 7"}) {
    const Board start = parse_fen(fen).value();
    for (int moves = 1; moves <= 6; ++moves) {
      for (const bool sense_after : {false, true}) {
        CAPTURE(fen);
        CAPTURE(moves);
        CAPTURE(sense_after);
        const Result<RecordedGame> game = recorded_game(king_moves(start, moves, sense_after));
        REQUIRE(game.ok());
        CHECK(game->start == start);
        const auto turns = static_cast<std::size_t>(moves + (sense_after ? 1 : 0));
        CHECK(game->turns[start.turn()].size() == (turns + 1) / 2);
        CHECK(game->turns[~start.turn()].size() == turns / 2);
      }
    }
  }
}

TEST_CASE("recorded_game: a game that ended between the sense and the move of its first turn, wherever it began") {
  for (const char* fen : {kBlackBegins, "4k3/8/8/8/3P4/8/8/4K3 w - - 0 7"}) {
    CAPTURE(fen);
    GameRecord record = king_moves(parse_fen(fen).value(), 0, true);
    record.winner = kWhite;
    record.reason = WinReason::kTimeout;
    const Result<RecordedGame> game = recorded_game(record);
    REQUIRE(game.ok());
    CHECK(game->turns[kWhite].empty());
    CHECK(game->turns[kBlack].empty());
    CHECK(game->record.players == std::array<PlayerRecord, 2>{});  // no board belongs to the sense
    record.reason = WinReason::kKingCapture;
    CHECK_FALSE(recorded_game(record).ok());
  }
  CHECK(recorded_game(king_moves(Board::start(), 0, true))->turns[kWhite].size() == 1);
}

TEST_CASE("recorded_game: a game by a move limit of its own is read, whichever that was") {
  for (const int limit : {4, 100, 103}) {
    CAPTURE(limit);
    GameRecord record = king_moves(parse_fen("4k3/8/8/8/8/8/P7/4K3 w - - 0 7").value(), limit, false);
    record.reason = WinReason::kMoveLimit;
    CHECK(recorded_game(record).ok());
  }
}

TEST_CASE("recorded_game: an en-passant capture that a server refused is told in one sentence") {
  Referee referee({.start = parse_fen("2b1k3/1p1p4/8/2P5/8/8/8/5r1K b - - 0 1").value()});
  for (const char* move : {"b7b5", "c5b6"}) {
    referee.notify();
    referee.sense(kNoSquare);
    REQUIRE(referee.move(parse_move(move).value()).ok());
  }
  GameRecord record = referee.record({"one", "two"});
  CHECK(recorded_game(record).ok());
  record.players[kWhite].moves[0].taken = kNullMove;
  record.players[kWhite].moves[0].captured = kNoSquare;
  const std::string error = recorded_game(record).error();
  CHECK(error.find("white's turn 1: the record says that c5b6 came to nothing") == 0);
  CHECK(error.find("captures en passant on b5") != std::string::npos);
}

TEST_CASE("recorded_game: where recorder and rules part, the game goes on from the recorded board on request") {
  // The capture leaves White's own king in check: the server refused it, and the game went on without it.
  const char* const kRefused = "2b1k3/3p4/8/1pP5/8/8/8/5r1K b - - 1 2";
  Referee first({.start = parse_fen("2b1k3/1p1p4/8/2P5/8/8/8/5r1K b - - 0 1").value()});
  Referee second({.start = parse_fen(kRefused).value()});
  for (Referee* referee : {&first, &second}) {
    for (const char* move : {referee == &first ? "b7b5" : "e8e7", referee == &first ? "c5b6" : "h1g2", "f1f2"}) {
      referee->notify();
      referee->sense(kNoSquare);
      REQUIRE(referee->move(parse_move(move).value()).ok());
      if (referee == &first && referee->turn() == kBlack) {
        break;
      }
    }
  }
  GameRecord record = first.record({"one", "two"});
  PlayerRecord& refused = record.players[kWhite];
  refused.moves[0].taken = kNullMove;
  refused.moves[0].captured = kNoSquare;
  refused.fens_after_move[0] = kRefused;
  const GameRecord rest = second.record({"one", "two"});
  for (const Color c : {kWhite, kBlack}) {
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(record.players[c].senses, rest.players[c].senses);
    append(record.players[c].moves, rest.players[c].moves);
    append(record.players[c].fens_before_move, rest.players[c].fens_before_move);
    append(record.players[c].fens_after_move, rest.players[c].fens_after_move);
  }
  CHECK_FALSE(recorded_game(record).ok());
  const auto parts = recorded_parts(record).value();
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].difference.value().find("captures en passant on b5") != std::string::npos);
  CHECK(parts[0].game.turns[kBlack].size() == 1);
  CHECK(parts[0].game.turns[kWhite].empty());
  CHECK_FALSE(parts[1].difference.has_value());
  CHECK(parts[1].game.start == parse_fen(kRefused).value());
  CHECK(parts[1].game.turns[kBlack].size() == 2);
  CHECK(parts[1].game.turns[kWhite].size() == 1);
  for (const RecordedPart& part : parts) {
    CHECK(recorded_game(part.game.record).ok());
  }
  // A game in which all agree is one part.
  CHECK(recorded_parts(rest).value().size() == 1);
}

TEST_CASE("recorded_game: turns that cannot have alternated are refused") {
  const GameRecord good = king_moves(parse_fen(kBlackBegins).value(), 4, false);
  GameRecord wrong = good;
  wrong.players[kBlack].fens_before_move[0] = "4k3/8/8/8/8/8/P7/4K3 w - - 0 7";
  CHECK_FALSE(recorded_game(wrong).ok());
  wrong = good;
  wrong.players[kWhite] = {};
  CHECK(recorded_game(wrong).error().find("alternate") != std::string::npos);
  // A first position that says the other side moves, and nothing of that side.
  wrong.players[kBlack].fens_before_move[0] = "4k3/8/8/8/8/8/P7/4K3 w - - 0 7";
  CHECK(recorded_game(wrong).error().find("the other side to move") != std::string::npos);
}

TEST_CASE("recorded_game: a file that holds a game and one that holds none that the rules allow") {
  const testing::Folder folder("lanternfish_recorded_game");
  const std::filesystem::path file = folder / "game.json";
  GameRecord record = king_moves(parse_fen(kBlackBegins).value(), 4, false);
  REQUIRE(write_game_record(file, record).ok());
  CHECK(read_recorded_game(file)->record == record);
  CHECK(read_recorded_file(file)->content == format_game_record(record));
  record.players[kWhite] = {};
  REQUIRE(write_game_record(file, record).ok());
  CHECK(read_recorded_game(file).error() == file.string() + ": " + recorded_game(record).error());
}
