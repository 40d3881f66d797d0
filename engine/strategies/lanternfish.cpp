// `lanternfish`, the default: scores moves over many boards, senses where the result will help the move decision most,
// and moves by mean, worst and best outcome.

#include <algorithm>

#include "belief/expand.h"
#include "belief/filter.h"
#include "engine/board_scoring.h"
#include "engine/move_choice.h"
#include "engine/sampling.h"
#include "engine/sense_choice.h"
#include "engine/strategies/strategy.h"

namespace lanternfish {

namespace {

constexpr std::size_t kBoardsToSplit = 100'000;   // enough for the statistics of windows
constexpr std::size_t kBoardsToPonder = 200'000;  // parents expanded in the opponent's time

std::vector<WindowSplit> splits_of(const Situation& s, Bitboard centers) {
  const BoardSet& set = s.belief.boards();
  if (set.size() <= kBoardsToSplit) {
    return split_by_windows(set, centers, s.threads);
  }
  const BoardSet few = thinned(set, kBoardsToSplit);
  auto splits = split_by_windows(few, centers, s.threads);
  const double factor = static_cast<double>(set.size()) / static_cast<double>(few.size());
  for (WindowSplit& split : splits) {
    split.expected_boards *= factor;
    split.worst_boards = static_cast<std::uint64_t>(static_cast<double>(split.worst_boards) * factor);
  }
  return splits;
}

Candidate candidate_of(const SenseValue& sense) {
  return {.sense = sense.split.center,
          .move = {},
          .cp = static_cast<int>(sense.outcome),
          .gain_bits = sense.split.gain_bits,
          .expected_boards = sense.split.expected_boards,
          .worst_boards = sense.split.worst_boards};
}

Candidate candidate_of(const RequestValue& request) {
  return {.sense = kNoSquare,
          .move = request.request,
          .cp = static_cast<int>(request.summary.mean),
          .cp_min = static_cast<int>(request.summary.least),
          .cp_max = static_cast<int>(request.summary.most),
          .cp_deviation = static_cast<int>(request.summary.deviation),
          .legal = request.summary.legal,
          .capture_probability = request.summary.capture,
          .king_probability = request.summary.king};
}

template <typename Values>
void report(Situation& s, const ScoreTable& table, const Values& values) {
  CandidateReport out;
  out.samples = table.rows().size();
  out.nodes = table.nodes();
  for (const auto& value : values) {
    out.candidates.push_back(candidate_of(value));
  }
  s.report(std::move(out));
}

// Windows on the edge show part of what an inner one shows, so they count only where the host asks for them.
Bitboard centers_of(std::span<const Square> allowed) {
  Bitboard centers = 0;
  for (const Square s : allowed) {
    centers |= s == kNoSquare ? 0 : bit(s);
  }
  return (centers & kInnerSquares) == kInnerSquares ? kInnerSquares : centers;
}

class LanternfishPlayer : public StrategyPlayer {
 public:
  Square choose_sense(Situation& s, std::span<const Square> allowed) override {
    const Bitboard centers = centers_of(allowed);
    if (centers == 0 || s.belief.boards().empty()) {
      return any_sense(allowed, s.belief.own(), s.random);
    }
    const auto splits = splits_of(s, centers);
    const auto rank = [&](const ScoreTable& table) { return rank_senses(table, splits, s.config); };
    const ScoreTable table = score_boards(s, s.belief.boards(), requests(s.belief.own().pieces(), s.me()),
                                          [&](const ScoreTable& so_far) { report(s, so_far, rank(so_far)); });
    const auto ranked = rank(table);
    report(s, table, ranked);
    return ranked[0].split.center;
  }

  Move choose_move(Situation& s, std::span<const Move> allowed) override {
    if (s.belief.boards().empty()) {
      return allowed[s.random.below(allowed.size())];
    }
    const ScoreTable table =
        score_boards(s, s.belief.boards(), {allowed.begin(), allowed.end()},
                     [&](const ScoreTable& so_far) { report(s, so_far, rank_requests(so_far, s.config)); });
    auto ranked = rank_requests(table, s.config);
    const Board& mine = s.belief.own().pieces();
    prefer_progress(ranked, s.quiet_plies, s.config.move_limit, mine.pieces(s.me(), kPawn));
    std::swap(ranked[0], ranked[pick_among_best(ranked, s.random)]);
    report(s, table, ranked);
    return ranked[0].request;
  }

  // Scores what the boards may be after the opponent's move, so that the scores are in the cache by then.
  void ponder(Situation& s) override {
    BoardSet parents = thinned(s.belief.boards(), kBoardsToPonder);
    drop_captured_kings(parents, s.threads);
    if (parents.empty() || s.belief.own().first_notice_is_empty()) {
      return;
    }
    const BoardSet children = expand(parents, s.belief.own(), kNoSquare, s.threads, {}, s.belief.next_move());
    if (children.empty() || s.out_of_time()) {
      return;
    }
    OwnSide mine = s.belief.own();
    (void)mine.observe(OpponentMoved{});
    std::vector<Board> boards;
    for (const Hypothesis& h : draw_boards(children, kBoardsToPonder, s.random).boards) {
      boards.push_back(unpack(h, mine));
    }
    CandidateReport out;
    s.evaluator.score(boards, s.effort, s.budget.deadline, s.stop, [&](std::size_t, const BoardScores& scores) {
      ++out.samples;
      out.nodes += scores.moves.size();
    });
    s.report(std::move(out));
  }
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_lanternfish_player() { return std::make_unique<LanternfishPlayer>(); }

}  // namespace lanternfish
