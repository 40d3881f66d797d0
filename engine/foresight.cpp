#include "engine/foresight.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "belief/opponent/move_model.h"
#include "engine/board_scoring.h"
#include "engine/opponent_judgement.h"
#include "engine/safety.h"
#include "engine/sense_choice.h"
#include "engine/strategy_traits.h"
#include "engine/tuning.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

BoardSet set_of(const ScoreTable& table) {
  BoardSet set;
  for (const ScoreTable::Row& row : table.rows()) {
    set.shards()[0].push_back(row.board);
  }
  return set;
}

// Of what is worth `less` than the best, centipawns, below 0; the best has 1.
double likelihood_of(double less) { return std::exp(less / tuning::kForesightTemperature); }

// Adds to `foreseen`, by judgement, `share` of the probability of each move, where requests are made with probabilities
// that fall with what they are worth less than the best. Of requests that come to the same move the best stands for
// all.
void add_shares(const std::vector<RequestValue>& ranked, const Board& board, const MoveJudgements& judgements,
                double share, std::vector<double>& foreseen) {
  std::vector<double> likelihoods(judgements.moves.size(), 0);
  for (const RequestValue& request : ranked) {
    const MoveJudgement& taken = judgement_of(judgements, resolve(board, request.request).taken);
    double& likelihood = likelihoods[static_cast<std::size_t>(&taken - judgements.moves.data())];
    likelihood = std::max(likelihood, likelihood_of(request.value - ranked.front().value));
  }
  const double sum = std::accumulate(likelihoods.begin(), likelihoods.end(), 0.0);
  for (std::size_t i = 0; i < likelihoods.size(); ++i) {
    foreseen[i] += share * likelihoods[i] / sum;
  }
}

}  // namespace

Foresight::Foresight(Situation& situation, const OwnSide& before, const Moved& mine, const OwnSide& after,
                     Deadline deadline, std::uint64_t nodes)
    : s_(situation),
      before_(before),
      after_(after),
      mine_(mine),
      deadline_(deadline),
      limit_(nodes),
      terms_(scoring_terms(situation.config)),
      weights_(outcome_weights(situation.config)) {}

Foresight::Boards Foresight::possible(const Board& before, double coverage) {
  MoveJudgements of_ours;
  s_.evaluator.score(std::span(&before, 1), shallow_for_opponent(s_.budget.effort), deadline_, s_.budget.stop,
                     [&](std::size_t, const BoardScores& scores) { of_ours = opponent_judgements(scores); });
  nodes_ += of_ours.moves.size();
  Boards possible;
  if (of_ours.empty()) {
    return possible;
  }
  const Color it = ~before.turn();
  MoveProbabilities model(MoveModel::fitted(), situation_before(OwnSide(before, it).pieces(), it));
  std::vector<TakenMove> moves;
  double uncovered = 0;
  for (const TakenMove& move : model.of(mover_view(before), of_ours)) {
    if (move.captured == mine_.captured) {
      moves.push_back(move);
      uncovered += coverage * static_cast<double>(move.probability);
    }
  }
  std::stable_sort(moves.begin(), moves.end(),
                   [](const TakenMove& a, const TakenMove& b) { return a.probability > b.probability; });
  for (const TakenMove& move : moves) {
    if (uncovered > 0 || coverage >= 1 || move.move == mine_.taken) {
      possible.boards.push_back(before);
      apply(possible.boards.back(), move.move);
      possible.weights.push_back(move.probability);
    }
    uncovered -= static_cast<double>(move.probability);
  }
  return possible;
}

// A table of the boards `which` of `possible`; the index of a row is the board's place in `possible`. None where time
// or nodes do not suffice for all.
std::optional<ScoreTable> Foresight::score(const Boards& possible, std::span<const std::size_t> which, int depth) {
  std::vector<Board> boards;
  for (const std::size_t i : which) {
    boards.push_back(possible.boards[i]);
  }
  if (nodes_ > limit_ || boards_for_nodes(boards, limit_ - nodes_) < boards.size()) {
    return {};
  }
  const Color it = possible.boards.front().turn();
  ScoreTable table(requests(OwnSide(possible.boards.front(), it).pieces(), it), terms_);
  s_.evaluator.score(boards, {.depth = depth}, deadline_, s_.budget.stop,
                     [&](std::size_t i, const BoardScores& scores) {
                       const double weight = possible.weights[which[i]];
                       Hypothesis h = pack(boards[i], it);
                       h.weight = static_cast<float>(weight);
                       table.add(h, boards[i], scores, which[i]);
                       table.set_weight(table.rows().size() - 1, weight);
                     });
  nodes_ += table.nodes();
  return table.rows().size() == boards.size() ? std::optional(std::move(table)) : std::nullopt;
}

bool Foresight::foresee(const Hypothesis& after, double coverage, MoveJudgements& judgements) {
  const Boards all = possible(board_before(after, before_, mine_), coverage);
  if (all.boards.empty()) {
    return false;
  }
  BoardNumbers every(all.boards.size());
  std::iota(every.begin(), every.end(), std::size_t{0});
  const auto table = score(all, every, tuning::kForesightDepth);
  if (!table) {
    return false;
  }
  const Board truth = unpack(after, after_);
  const std::map<BoardNumbers, double> outcomes = after_sense(*table, truth);
  const auto is_known = [](const BoardNumbers& left) { return left.size() <= tuning::kForesightKnown; };
  std::set<std::size_t> known;
  for (const auto& [left, share] : outcomes) {
    if (is_known(left)) {
      known.insert(left.begin(), left.end());
    }
  }
  const auto deeper = score(all, BoardNumbers(known.begin(), known.end()), tuning::kForesightDepthWhereKnown);
  if (!deeper) {
    return false;
  }
  std::vector<double> foreseen(judgements.moves.size(), 0);
  for (const auto& [left, share] : outcomes) {
    const ScoreTable seen = (is_known(left) ? *deeper : *table).of_boards(left);
    std::vector<RequestValue> ranked = rank_requests(seen, weights_);
    prefer_safety(ranked, tuning::kSafetyMargin, -terms_.king_lost, [&](std::span<const Move> list) {
      return exposures(set_of(seen), OwnSide(truth, truth.turn()), list, s_.threads);
    });
    add_shares(ranked, truth, judgements, share, foreseen);
  }
  for (std::size_t i = 0; i < foreseen.size(); ++i) {
    judgements.moves[i].foreseen = static_cast<float>(foreseen[i]);
  }
  judgements.foreseen = true;
  return true;
}

// Which boards of the table its senses may leave it with, if `truth` is the board, and with what probability: senses
// are chosen with probabilities that fall with what they are worth less than the best.
std::map<Foresight::BoardNumbers, double> Foresight::after_sense(const ScoreTable& table, const Board& truth) {
  const Color it = truth.turn();
  const auto splits = split_by_windows(set_of(table), kInnerSquares, s_.threads);
  const std::vector<SenseValue> senses = rank_senses(table, splits, weights_, tuning::kSenseBit);
  std::map<BoardNumbers, double> shares;
  double sum = 0;
  for (const SenseValue& sense : senses) {
    const double share = likelihood_of(sense.value - senses.front().value);
    if (share < tuning::kForesightLeastSense) {
      break;
    }
    const Square center = sense.split.center;
    const std::uint32_t seen = window_content(pack(truth, it), center);
    BoardNumbers left;
    for (const ScoreTable::Row& row : table.rows()) {
      if (window_content(row.board, center) == seen) {
        left.push_back(row.index);
      }
    }
    std::sort(left.begin(), left.end());
    shares[left] += share;
    sum += share;
  }
  for (auto& [left, share] : shares) {
    share /= sum;
  }
  return shares;
}

Board board_before(const Hypothesis& after, const OwnSide& own, const Moved& mine) {
  Hypothesis h = after;
  h.ep_square = kNoSquare;
  if (mine.captured != kNoSquare) {
    const bool pawn = (bit(mine.captured) & (rank_bb(0) | rank_bb(7))) == 0;
    h.toggle(bit(mine.captured), pawn ? kPawn : kKnight);
    h.ep_square = mine.captured != mine.taken.to ? mine.taken.to : kNoSquare;
  }
  return unpack(h, own);
}

}  // namespace lanternfish
