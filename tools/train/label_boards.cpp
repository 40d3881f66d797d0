#include "tools/train/label_boards.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "belief/belief.h"
#include "engine/sampling.h"
#include "nets/board_planes.h"
#include "rules/notation.h"
#include "support/hash.h"

namespace lanternfish {

namespace {

// A few boards are drawn, so a few likely ones are enough to draw from.
constexpr std::size_t kLikelyBoards = 2'000;
const EventLimits kEventLimits = {.boards = 20'000};
constexpr double kTenToOne = 400;  // centipawns

float worth(Score score) {
  if (!score.is_centipawns()) {
    return score > Score::centipawns(0) ? 1 : -1;
  }
  return static_cast<float>(std::tanh(score.cp() * std::numbers::ln10 / (2 * kTenToOne)));
}

void add_boards(const RecordedGame& game, Color me, const BoardChoice& choice, ThreadPool& threads,
                std::vector<Board>& boards) {
  Belief belief(game.start, me, {}, threads, MoveModelKind::kFitted);
  belief.set_live_limit(kLikelyBoards);
  for_each_event(game, me, [&](const RecordedTurn&, const Observation& event) {
    const int number = belief.log().turn();
    if (number > choice.turns) {
      return false;
    }
    belief.observe(event, kEventLimits).value();
    if (std::holds_alternative<Sensed>(event)) {
      Random random(1, number, me);
      for (const Hypothesis& h : sample_boards(belief.boards(), choice.boards_a_turn, random).boards) {
        const Board board = unpack(h, belief.own());
        if (board.king(kWhite) != kNoSquare && board.king(kBlack) != kNoSquare) {
          boards.push_back(board);
        }
      }
    }
    return true;
  });
}

}  // namespace

DataShape scorer_shape() { return {kBoardPlanesVersion, kBoardPlanes, 1}; }

std::vector<Board> boards_of_beliefs(const RecordedGame& game, const BoardChoice& choice, ThreadPool& threads) {
  std::vector<Board> boards;
  for (const Color me : {kWhite, kBlack}) {
    add_boards(game, me, choice, threads, boards);
  }
  return boards;
}

std::uint64_t board_hash(const Board& board) { return fnv1a(format_fen(board)); }

TrainingGame labelled_board(const Board& board, const BoardScores& scores, std::string_view source, std::size_t number,
                            std::string_view labeller) {
  const Color me = board.turn();
  const MoveScore& best = scores.moves.at(0);
  TrainingGame block{.file = fmt::format("{}#{}", source, number),
                     .hash = board_hash(board),
                     .held_out = is_held_out(source),
                     .players = {}};
  TrainingSequence& sequence = block.players[me];
  sequence.player = std::string(labeller);
  sequence.outcome = worth(best.score);
  sequence.decisions.push_back({Stage::kMove, move_code(best.taken, me), board_planes(board)});
  return block;
}

}  // namespace lanternfish
