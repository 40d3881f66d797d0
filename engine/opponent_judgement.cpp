#include "engine/opponent_judgement.h"

#include "belief/set/marginals.h"
#include "engine/board_scoring.h"
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

MoveJudgements opponent_judgements(std::span<const MoveScore> moves) {
  std::vector<JudgedMove> all;
  all.reserve(moves.size());
  for (const MoveScore& move : moves) {
    all.push_back(judged(move));
  }
  return judgements_of(all);
}

std::vector<Board> boards_to_judge(const LikelyParents& parents) {
  return nearly_all(parents.boards(), parents.total_weight(), parents.own());
}

std::vector<Board> boards_to_judge(const Belief& belief, std::size_t limit) {
  std::vector<Hypothesis> boards = likeliest(belief.boards(), limit);
  std::erase_if(boards, [](const Hypothesis& h) { return h.of_type(kKing) == 0; });
  return nearly_all(boards, belief.boards().total_weight(), belief.own());
}

Effort deeper_for_opponent(Effort effort) {
  effort.depth += tuning::kDeeperPlies;  // the opponent thinks long about its one board; docs/move_model.md
  return effort;
}

namespace {

// One pass over the boards; those the evaluator does not reach keep their judgements. Returns the nodes used.
std::uint64_t judge_boards(Situation& s, const std::vector<Board>& boards, std::vector<MoveJudgements>& judgements) {
  std::uint64_t nodes = 0;
  const auto answers = score_for_opponent(s, boards, 1);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    nodes += answers[i].moves.size();
    // The stand-in for an engine that failed is too weak: the coefficients were fitted to the engine's judgements.
    if (!answers[i].moves.empty() && !answers[i].stand_in) {
      judgements[i] = opponent_judgements(answers[i].moves);
    }
  }
  return nodes;
}

}  // namespace

std::uint64_t judge_opponent(Situation& situation, Belief& belief) {
  const double share = situation.config.opponent_share / 100.0;
  const LikelyParents* parents = belief.parents();
  if (parents == nullptr || !judges_opponent(situation.config) || belief.boards().size() < 2) {
    return 0;
  }
  const std::vector<Board> boards = boards_to_judge(*parents);
  std::vector<MoveJudgements> judgements(boards.size());
  const bool counted = situation.budget.nodes != ~std::uint64_t{0};
  const bool timed = situation.budget.deadline != Deadline::max();
  const auto begin = SteadyClock::now();
  Situation part = situation;
  if (counted) {
    part.budget.nodes = static_cast<std::uint64_t>(share * static_cast<double>(situation.budget.nodes));
  }
  if (timed) {
    part.budget.deadline =
        begin + std::chrono::duration_cast<SteadyClock::duration>(share * (situation.budget.deadline - begin));
  }
  std::uint64_t nodes = judge_boards(part, boards, judgements);
  if (timed && !situation.effort_is_fixed && !part.out_of_time()) {
    part.effort = deeper_for_opponent(part.effort);
    nodes += judge_boards(part, boards, judgements);
  }
  if (!situation.stop.stop_requested()) {
    belief.reweigh(judgements);
  }
  if (counted) {
    situation.budget.nodes -= std::min(nodes, situation.budget.nodes - 1);
  }
  return nodes;
}

}  // namespace lanternfish
