#include "engine/opponent_judgement.h"

#include <algorithm>

#include "belief/set/marginals.h"
#include "engine/board_scoring.h"
#include "engine/foresight.h"
#include "engine/tuning.h"

namespace lanternfish {

namespace {

constexpr double kCoverage = 0.97;  // of the weight of all parents: the rest is not worth the time

JudgedMove judged(const MoveScore& move) {
  const Score score = move.score;
  if (score.is_centipawns()) {
    return {move.taken, Verdict::kScored, score.cp()};
  }
  if (score.is_mate()) {
    return {move.taken, score.mate_moves() > 0 ? Verdict::kMates : Verdict::kIsMated};
  }
  if (score.is_king_capture()) {
    return {move.taken, Verdict::kCapturesKing};
  }
  const bool was_in_check = score.is_staying_in_check() || score.is_fleeing_into_check();
  return {move.taken, was_in_check ? Verdict::kStaysInCheck : Verdict::kLosesKing};
}

// The first of the likeliest boards, until they have the share kCoverage of `total_weight`.
std::vector<Board> nearly_all(std::span<const Hypothesis> likeliest, double total_weight, const OwnSide& own) {
  std::vector<Board> boards;
  double left = kCoverage * total_weight;
  for (auto h = likeliest.begin(); h != likeliest.end() && left > 0; ++h) {
    boards.push_back(unpack(*h, own));
    left -= static_cast<double>(h->weight);
  }
  return boards;
}

}  // namespace

MoveJudgements opponent_judgements(const BoardScores& scores) {
  std::vector<JudgedMove> all;
  all.reserve(scores.moves.size());
  for (const MoveScore& move : scores.moves) {
    all.push_back(judged(move));
  }
  const bool shallow = scores.source == ScoreSource::kChessEngine && scores.depth < tuning::kDeepJudgementFrom;
  return judgements_of(all, shallow ? JudgedDepth::kShallow : JudgedDepth::kDeep);
}

std::vector<Board> boards_to_judge(const LikelyParents& parents) {
  return nearly_all(parents.boards(), parents.total_weight(), parents.own());
}

std::vector<Board> boards_to_judge(const Belief& belief, std::size_t limit) {
  std::vector<Hypothesis> boards = likeliest(belief.boards(), limit);
  std::erase_if(boards, [](const Hypothesis& h) { return h.of_type(kKing) == 0; });
  return nearly_all(boards, belief.boards().total_weight(), belief.own());
}

Effort shallow_for_opponent(Effort effort) {
  effort.depth = tuning::kShallowJudgement;
  return effort;
}

Effort deep_for_opponent(Effort effort) {
  effort.depth = tuning::kDeepJudgement;
  return effort;
}

namespace {

// `judgements` of a board with what was foreseen on it before.
MoveJudgements with_foresight(MoveJudgements judgements, const MoveJudgements& before) {
  judgements.foreseen = before.foreseen;
  for (std::size_t i = 0; i < before.moves.size(); ++i) {
    judgements.moves[i].foreseen = before.moves[i].foreseen;
  }
  return judgements;
}

// One pass over the boards; those the evaluator does not reach keep their judgements. Returns the number of moves
// judged.
std::uint64_t judge_boards(Situation& s, std::span<const Board> boards, const Effort& effort, Deadline deadline,
                           std::vector<MoveJudgements>& judgements) {
  std::uint64_t nodes = 0;
  s.evaluator.score(boards, effort, deadline, s.budget.stop, [&](std::size_t i, const BoardScores& scores) {
    nodes += scores.moves.size();
    // The stand-in for an engine that failed is too weak: the coefficients were fitted to the engine's judgements.
    if (!scores.moves.empty() && !scores.stand_in) {
      judgements[i] = with_foresight(opponent_judgements(scores), judgements[i]);
    }
  });
  return nodes;
}

// Foresees the opponent's moves on the judged boards: on all of them with few of our moves in mind, then with all.
// Begins with the likeliest, ends with the time or the nodes. Returns the number of positions scored.
std::uint64_t foresee_likeliest(Situation& s, const Belief& belief, const LikelyParents& parents, Deadline deadline,
                                std::uint64_t nodes, std::vector<MoveJudgements>& judgements) {
  const std::span<const Observation> history = belief.log().history();
  if (history.size() <= kEventsOfTurn) {
    return 0;  // we have not moved yet
  }
  const std::size_t at = history.size() - 2;
  const auto& mine = std::get<Moved>(history[at]);
  Foresight foresight(s, belief.log().own_after(at), mine, parents.own(), deadline, nodes);
  for (const double coverage : tuning::kForesightCoverage) {
    for (std::size_t i = 0; i < judgements.size(); ++i) {
      if (!judgements[i].empty() && !foresight.foresee(parents.boards()[i], coverage, judgements[i])) {
        return foresight.nodes();
      }
    }
  }
  return foresight.nodes();
}

}  // namespace

std::uint64_t judge_opponent(Situation& s, Belief& belief) {
  const double share = s.config.opponent_share / 100.0;
  const LikelyParents* parents = belief.parents();
  if (parents == nullptr || !judges_opponent(s.config) || belief.boards().size() < 2 || s.budget.at_once) {
    return 0;
  }
  const std::vector<Board> boards = boards_to_judge(*parents);
  std::vector<MoveJudgements> judgements(boards.size());
  const Deadline deadline = s.budget.deadline_of(share);
  const std::uint64_t limit =
      s.budget.counted() ? static_cast<std::uint64_t>(share * static_cast<double>(s.budget.nodes)) : Budget::kAnyNodes;
  const std::size_t count = s.budget.counted() ? boards_for_nodes(boards, limit) : boards.size();
  const auto asked = std::span(boards).first(count);
  std::uint64_t nodes = judge_boards(s, asked, shallow_for_opponent(s.budget.effort), deadline, judgements);
  if (nodes < limit) {
    nodes += foresee_likeliest(s, belief, *parents, deadline, limit - nodes, judgements);
  }
  const bool some_shallow = std::any_of(judgements.begin(), judgements.end(), [](const MoveJudgements& j) {
    return !j.empty() && j.depth == JudgedDepth::kShallow;
  });
  if (s.budget.timed() && s.budget.deeper && some_shallow) {
    nodes += judge_boards(s, asked, deep_for_opponent(s.budget.effort), deadline, judgements);
  }
  if (!s.budget.stop.stop_requested()) {
    belief.reweigh(judgements);
  }
  if (s.budget.counted()) {
    s.budget.nodes -= std::min(nodes, s.budget.nodes - 1);
  }
  return nodes;
}

}  // namespace lanternfish
