#include "engine/board_scoring.h"

#include "engine/sampling.h"
#include "eval/static_evaluator.h"

namespace lanternfish {

namespace {

constexpr std::size_t kMostDrawn = 2048;     // more are never scored in one phase
constexpr std::size_t kFallbackBoards = 16;  // by the built-in evaluator, when the clock leaves no time for the other
constexpr auto kProgressInterval = std::chrono::milliseconds(250);
// Kept back for the decision itself, and for the evaluator to come to a halt.
constexpr auto kDecisionTime = std::chrono::milliseconds(20);

constexpr std::size_t kNoRow = ~std::size_t{0};
constexpr int kDeeper = 2;          // plies from one pass over the boards to the next
constexpr int kCostOfDeeper = 5;    // times the time, about
constexpr int kGreatestDepth = 12;  // plies

// How many of the boards may be scored before `nodes` positions are; at least one.
std::size_t boards_for_nodes(const std::vector<Board>& boards, std::uint64_t nodes) {
  std::uint64_t used = 0;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    used += 1;  // the null move
    for_each_taken_move(mover_view(boards[i]), boards[i].turn(), [&](PieceType, Move, Square) { ++used; });
    if (used > nodes) {
      return std::max<std::size_t>(i, 1);
    }
  }
  return boards.size();
}

void weigh_rows(ScoreTable& table, const DrawnBoards& drawn, const std::vector<std::size_t>& row_of) {
  for (std::size_t i = 0; i < row_of.size(); ++i) {
    if (row_of[i] != kNoRow) {
      table.set_weight(row_of[i], sample_weight(drawn, i, table.rows().size()));
    }
  }
}

}  // namespace

ScoreTable score_boards(Situation& situation, const BoardSet& set, std::vector<Move> list,
                        const std::function<void(const ScoreTable&)>& progress) {
  const auto drawn = draw_boards(set, kMostDrawn, situation.random);
  std::vector<Board> boards;
  boards.reserve(drawn.boards.size());
  for (const Hypothesis& h : drawn.boards) {
    boards.push_back(unpack(h, situation.belief.own()));
  }
  boards.resize(boards_for_nodes(boards, situation.budget.nodes));

  const RbcTerms terms = terms_named(situation.config.score_terms);
  ScoreTable table(std::move(list), terms);
  std::vector<std::size_t> row_of(boards.size(), kNoRow);
  auto last_progress = Clock::now();
  const auto take = [&](std::size_t i, const BoardScores& scores) {
    if (row_of[i] == kNoRow) {
      row_of[i] = table.rows().size();
      table.add(drawn.boards[i], boards[i], scores);
    } else {
      table.replace(row_of[i], scores);
    }
    if (const auto now = Clock::now(); now - last_progress >= kProgressInterval) {
      last_progress = now;
      weigh_rows(table, drawn, row_of);
      progress(table);
    }
  };
  const bool timed = situation.budget.deadline != Deadline::max();
  const Deadline deadline = timed ? situation.budget.deadline - kDecisionTime : Deadline::max();
  Effort effort = situation.effort;
  while (!situation.budget.at_once) {
    const auto begin = Clock::now();
    situation.evaluator.score(boards, effort, deadline, situation.stop, take);
    const auto now = Clock::now();
    // Few boards and much time: deeper, as long as a deeper pass has a chance to come to its end.
    if (!timed || situation.effort_is_fixed || situation.stop.stop_requested() || table.rows().size() < boards.size() ||
        effort.depth + kDeeper > kGreatestDepth || now + kCostOfDeeper * (now - begin) > deadline) {
      break;
    }
    effort.depth += kDeeper;
  }
  if (table.rows().empty()) {
    StaticEvaluator quick(terms);
    quick.score(std::span(boards).first(std::min(boards.size(), kFallbackBoards)), situation.effort, Deadline::max(),
                {}, take);
  }
  weigh_rows(table, drawn, row_of);
  return table;
}

}  // namespace lanternfish
