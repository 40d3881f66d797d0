#include "engine/exact_player.h"

#include <algorithm>

#include "engine/board_scoring.h"
#include "engine/move_rules.h"
#include "engine/sampling.h"
#include "engine/strategy_traits.h"
#include "engine/tuning.h"

namespace lanternfish {

namespace {

constexpr std::size_t kMinToSplit = 5'000;  // boards
constexpr double kSplitPerMs = 300;         // boards; a tenth of the time of a phase or so

Candidate candidate_of(const SenseValue& sense, const RbcTerms& terms) {
  return {.sense = sense.split.center,
          .move = {},
          .value = sense.value,
          .cp = static_cast<int>(straightened(sense.outcome, terms)),
          .gain_bits = sense.split.gain_bits,
          .expected_boards = sense.split.expected_boards,
          .worst_boards = sense.split.worst_boards};
}

Candidate candidate_of(const RequestValue& request, const RbcTerms& terms) {
  return {.sense = kNoSquare,
          .move = request.request,
          .value = request.value,
          .cp = static_cast<int>(straightened(request.summary.mean, terms)),
          .cp_min = static_cast<int>(straightened(request.summary.min, terms)),
          .cp_max = static_cast<int>(straightened(request.summary.max, terms)),
          .cp_deviation = static_cast<int>(request.summary.deviation),
          .legal = request.summary.legal,
          .capture_probability = request.summary.capture,
          .king_probability = request.summary.king};
}

template <typename Value>
void report_ranking(Situation& s, const Ranking<Value>& ranking) {
  CandidateReport out;
  out.samples = ranking.samples;
  out.nodes = ranking.nodes;
  for (const Value& value : ranking.values) {
    out.candidates.push_back(candidate_of(value, ranking.terms));
  }
  s.report(std::move(out));
}

template <typename Value>
const Value& take_one(Situation& s, Ranking<Value>& ranking) {
  std::swap(ranking.values[0], ranking.values[s.random.below(std::max<std::size_t>(ranking.equal, 1))]);
  report_ranking(s, ranking);
  return ranking.values[0];
}

// A window on the edge shows a part of what an inner window shows: it counts only where the host restricts the squares.
Bitboard centers_of(std::span<const Square> allowed) {
  Bitboard centers = 0;
  for (const Square s : allowed) {
    centers |= s == kNoSquare ? 0 : bit(s);
  }
  return (centers & kInnerSquares) == kInnerSquares ? kInnerSquares : centers;
}

std::size_t boards_to_split(const Budget& budget) {
  const double boards = std::max(budget.ms_left(), 0.0) * kSplitPerMs;
  return boards < static_cast<double>(tuning::kMaxBoardsCounted)
             ? std::max(static_cast<std::size_t>(boards), kMinToSplit)
             : tuning::kMaxBoardsCounted;
}

}  // namespace

Square ExactPlayer::choose_sense(Situation& s, std::span<const Square> allowed) {
  const Bitboard centers = centers_of(allowed);
  if (centers == 0 || s.belief.boards().empty()) {
    return any_sense(allowed, s.belief.own(), s.random);
  }
  SenseRanking ranking;
  if (s.belief.boards().size() == 1 && s.belief.deferred() == 0) {
    const Square nothing = any_sense(allowed, s.belief.own(), s.random);
    ranking.values.push_back({.split = {.center = nothing, .results = 1, .worst_boards = 1, .expected_boards = 1}});
  } else {
    ranking = rank_senses(s, centers);
  }
  return take_one(s, ranking).split.center;
}

Move ExactPlayer::choose_move(Situation& s, std::span<const Move> allowed) {
  if (s.belief.boards().empty()) {
    return allowed[s.random.below(allowed.size())];
  }
  RequestRanking ranking = rank_requests(s, {allowed.begin(), allowed.end()});
  return take_one(s, ranking).request;
}

void ExactPlayer::report(Situation& s, const SenseRanking& ranking) { report_ranking(s, ranking); }
void ExactPlayer::report(Situation& s, const RequestRanking& ranking) { report_ranking(s, ranking); }

RequestRanking VotingPlayer::rank_requests(Situation& s, std::vector<Move> allowed) {
  const ScoreTable table = score_equally(s, std::move(allowed));
  return ranking_of(rank_by_votes(table), 0, table);
}

std::vector<WindowSplit> split_set(const Situation& s, Bitboard centers, BoardWeights weights) {
  const BoardSet& set = s.belief.boards();
  const std::size_t limit = boards_to_split(s.budget);
  if (set.size() <= limit && weights == BoardWeights::kBelief) {
    return split_by_windows(set, centers, s.threads);
  }
  BoardSet few = thinned(set, limit);
  if (weights == BoardWeights::kEqual) {
    few = equally_likely(std::move(few));
  }
  auto splits = split_by_windows(few, centers, s.threads);
  const double factor = static_cast<double>(set.size()) / static_cast<double>(few.size());
  for (WindowSplit& split : splits) {
    split.expected_boards *= factor;
    split.worst_boards = static_cast<std::uint64_t>(static_cast<double>(split.worst_boards) * factor);
  }
  return splits;
}

bool never_settled(const ScoreTable&) { return false; }

ScoreTable score_equally(Situation& s, std::vector<Move> list) {
  return score_boards(
      s, sample_equally(s.belief.boards(), tuning::kMaxBoardsScored, s.random), std::move(list),
      scoring_terms(s.config), [](const ScoreTable::Row&, std::size_t) { return 1.0; }, never_settled);
}

}  // namespace lanternfish
