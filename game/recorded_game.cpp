#include "game/recorded_game.h"

#include "game/record_audit.h"
#include "game/referee.h"
#include "rules/notation.h"

namespace lanternfish {

Result<RecordedGame> recorded_game(const GameRecord& record) {
  if (const Status audit = audit_record(record); !audit) {
    return Error{audit.error()};
  }
  const RecordShape shape = record_shape(record).value();
  RecordedGame game;
  game.record = record;
  game.start = shape.plies == 0 ? Board::start() : parse_fen(record.players[shape.first].fens_before_move[0]).value();
  Referee referee({.start = game.start, .move_limit = 0});
  for (std::size_t ply = 0; ply < shape.plies + (shape.half ? 1 : 0); ++ply) {
    const Color side = referee.turn();
    const PlayerRecord& player = record.players[side];
    RecordedTurn turn;
    turn.truth = referee.board();
    turn.notice = referee.notify();
    turn.sensed = referee.sense(player.senses[ply / 2].center);
    if (ply / 2 < player.moves.size()) {
      turn.moved = referee.move(player.moves[ply / 2].requested).value();
      turn.takes_king = referee.over();
    }
    game.turns[side].push_back(turn);
  }
  return game;
}

}  // namespace lanternfish
