#include "analysis/truth_judge.h"

#include <algorithm>
#include <numeric>

#include "engine/sampling.h"
#include "eval/rbc_score.h"
#include "rules/attacks.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

constexpr double kNearlyBest = 50;  // centipawns
constexpr int kAttempts = 5;        // to get an engine's answer

bool by_move(const MoveScore& a, const MoveScore& b) { return a.taken < b.taken; }

double value_in(const std::vector<MoveScore>& sorted, Move taken) {
  const auto found = std::lower_bound(sorted.begin(), sorted.end(), MoveScore{taken, {}}, by_move);
  assert(found != sorted.end() && found->taken == taken);
  return flattened(found->score, lanternfish_terms());
}

// Answers to all boards. Where an engine failed to answer in time, as on a busy machine, it is asked again: a verdict
// should not depend on how busy the machine was.
std::vector<BoardScores> answers(Evaluator& evaluator, int depth, std::span<const Board> boards) {
  std::vector<BoardScores> answers(boards.size());
  std::vector<std::size_t> open(boards.size());
  std::iota(open.begin(), open.end(), std::size_t{0});
  for (int attempt = 0; attempt < kAttempts && !open.empty(); ++attempt) {
    std::vector<Board> asked;
    for (const std::size_t i : open) {
      asked.push_back(boards[i]);
    }
    evaluator.score(asked, {.depth = depth}, Deadline::max(), {},
                    [&](std::size_t i, const BoardScores& scores) { answers[open[i]] = scores; });
    std::erase_if(open, [&](std::size_t i) { return !answers[i].stand_in; });
  }
  for (BoardScores& answer : answers) {
    std::sort(answer.moves.begin(), answer.moves.end(), by_move);
  }
  return answers;
}

bool captures_king(const Board& board, Square captured) {
  return captured != kNoSquare && captured == board.king(~board.turn());
}

bool queen_attacked(const Board& board, Color owner) {
  for (Bitboard queens = board.pieces(owner, kQueen); queens != 0;) {
    if (attackers_of(board, pop_lowest(queens), ~owner) != 0) {
      return true;
    }
  }
  return false;
}

}  // namespace

TruthJudge::TruthJudge(Evaluator& evaluator, int depth, const Board& truth) : truth_(truth) {
  scores_ = answers(evaluator, depth, std::span(&truth_, 1)).front().moves;
  bool first = true;
  for (const Move request : requests(truth_, truth_.turn())) {
    const Outcome outcome = resolve(truth_, request);
    const double value = value_of(outcome.taken);
    can_take_king_ = can_take_king_ || captures_king(truth_, outcome.captured);
    if (first || value > best_value_) {
      best_ = request;
      best_value_ = value;
    }
    first = false;
  }
}

double TruthJudge::value_of(Move taken) const { return value_in(scores_, taken); }

RequestVerdict TruthJudge::verdict(Move request) const {
  const Move normal = normalized_request(truth_, request);
  const Outcome outcome = may_request(truth_, truth_.turn(), normal) ? resolve(truth_, normal) : Outcome{};
  Board after = truth_;
  apply(after, outcome.taken);
  RequestVerdict verdict{.request = normal, .taken = outcome.taken, .value = value_of(outcome.taken)};
  verdict.regret = best_value_ - verdict.value;
  verdict.takes_king = captures_king(truth_, outcome.captured);
  if (!verdict.takes_king) {
    verdict.king_exposed = in_check(after, truth_.turn());
    verdict.queen_exposed = queen_attacked(after, truth_.turn());
  }
  return verdict;
}

std::vector<ValuedRequest> values_on_belief(Evaluator& evaluator, int depth, const BoardSet& set, const OwnSide& own,
                                            std::size_t limit, Random& random) {
  const BoardSample drawn = sample_boards(set, limit, random);
  std::vector<Board> boards;
  for (const Hypothesis& h : drawn.boards) {
    boards.push_back(unpack(h, own));
  }
  std::vector<ValuedRequest> values;
  for (const Move request : requests(own.pieces(), own.me())) {
    values.push_back({request});
  }
  double weights = 0;
  const std::vector<BoardScores> scores = answers(evaluator, depth, boards);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const double weight = sample_weight(drawn, i, drawn.boards.size());
    weights += weight;
    for (ValuedRequest& value : values) {
      value.value += weight * value_in(scores[i].moves, resolve(boards[i], value.request).taken);
    }
  }
  for (ValuedRequest& value : values) {
    value.value /= weights > 0 ? weights : 1;
  }
  return values;
}

bool nearly_best(std::span<const ValuedRequest> values, Move request) {
  const auto found =
      std::find_if(values.begin(), values.end(), [&](const ValuedRequest& v) { return v.request == request; });
  return found != values.end() && std::none_of(values.begin(), values.end(), [&](const ValuedRequest& v) {
           return v.value > found->value + kNearlyBest;
         });
}

}  // namespace lanternfish
