#include "engine/net_scores.h"

#include <algorithm>
#include <cmath>

#include "eval/static_evaluator.h"
#include "nets/board_planes.h"

namespace lanternfish {

namespace {

constexpr std::size_t kBoardsPerPass = 16;  // some 2 ms of a small network
constexpr float kPerLogit = 100;            // centipawns

}  // namespace

void NetScores::score(const BoardList& list, const Effort& /*effort*/, Deadline deadline, std::stop_token stop,
                      const Sink& sink) {
  for (std::size_t begin = 0; begin < list.boards.size() && !stop.stop_requested() && SteadyClock::now() < deadline;
       begin += kBoardsPerPass) {
    const auto boards = list.boards.subspan(begin, std::min(kBoardsPerPass, list.boards.size() - begin));
    std::vector<BoardScores> answers;
    std::vector<NetQuestion> questions;
    for (const Board& board : boards) {
      answers.push_back({.moves = built_in_scores(board), .source = ScoreSource::kBuiltIn, .depth = 1});
      NetQuestion& question = questions.emplace_back();
      question.planes = board_planes(board);
      for (const MoveScore& move : answers.back().moves) {
        question.actions.push_back(move_code(move.taken, board.turn()));
      }
    }
    const std::vector<NetAnswer> logits = net_->evaluate(questions);
    for (std::size_t i = 0; i < boards.size(); ++i) {
      for (std::size_t k = 0; k < answers[i].moves.size(); ++k) {
        Score& score = answers[i].moves[k].score;
        if (score.is_centipawns()) {
          score = Score::centipawns(static_cast<int>(std::lround(kPerLogit * logits[i].logits[k])));
        }
      }
      answers[i].worth = finish_scores(boards[i], terms_, answers[i].moves);
      sink(begin + i, answers[i]);
    }
  }
}

}  // namespace lanternfish
