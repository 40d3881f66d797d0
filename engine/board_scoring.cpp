#include "engine/board_scoring.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "engine/time_manager.h"
#include "engine/tuning.h"
#include "eval/static_evaluator.h"

namespace lanternfish {

namespace {

constexpr std::size_t kFallbackBoards = 16;  // by the built-in evaluator, when the clock leaves no time
constexpr auto kProgressInterval = std::chrono::milliseconds(250);
// Kept back for the decision itself, and for the evaluator to stop; what takes longer on this machine is learnt
// (engine/lateness.h).
constexpr auto kDecisionTime = std::chrono::milliseconds(4);

constexpr int kSoonOver = 4;  // plies, which take a chess engine some 2 ms a board

constexpr std::size_t kNoRow = ~std::size_t{0};

Deadline scoring_deadline(const Budget& budget) {
  return budget.timed() ? budget.deadline - kDecisionTime : budget.deadline;
}

// One call of score_boards: the table as it grows.
class Scoring {
 public:
  Scoring(Situation& situation, const std::vector<Hypothesis>& boards, std::vector<Move> list, const RbcTerms& terms,
          const RowWeight& weight, const Progress& progress, const Deepening& deepening)
      : s_(situation),
        drawn_(boards),
        weight_(weight),
        progress_(progress),
        deepening_(deepening),
        table_(std::move(list), terms),
        deadline_(scoring_deadline(situation.budget)) {
    boards_.reserve(boards.size());
    for (const Hypothesis& h : boards) {
      boards_.push_back(unpack(h, s_.belief.own()));
    }
    boards_.resize(boards_for_nodes(boards_, s_.budget.nodes));
    row_of_.assign(boards_.size(), kNoRow);
  }

  ScoreTable run() {
    const std::stop_callback forward(s_.budget.stop, [this] { enough_.request_stop(); });
    if (!s_.budget.at_once) {
      const Effort first = first_effort();
      if (may_not_end(first)) {
        look({.depth = 1}, boards_);
      }
      look(first, boards_);
      if (s_.budget.timed() && s_.budget.deeper) {
        look_deeper(look_at_few(first));
      }
    }
    if (table_.rows().empty()) {
      StaticEvaluator quick(table_.terms());
      quick.score(std::span(boards_).first(std::min(boards_.size(), kFallbackBoards)), s_.budget.effort,
                  Deadline::max(), {}, sink());
    }
    weigh();
    return std::move(table_);
  }

 private:
  bool all_scored() const { return table_.rows().size() == boards_.size(); }

  void look(const Effort& effort, const BoardList& list) {
    const auto begin = SteadyClock::now();
    const std::uint64_t nodes_before = table_.nodes();
    s_.evaluator.score(list, effort, deadline_, enough_.get_token(), sink());
    last_look_ = std::chrono::duration<double>(SteadyClock::now() - begin);
    last_moves_ = static_cast<double>(table_.nodes() - nodes_before);
  }

  std::chrono::milliseconds left() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - SteadyClock::now());
  }

  Effort first_effort() const {
    Effort effort = s_.budget.effort;
    if (deepening_.by_time && s_.budget.timed() && s_.budget.deeper) {
      effort.depth = first_depth(effort.depth, left(), s_.config.workers(), boards_.size());
    }
    return effort;
  }

  // Whether this look may be ended by the clock or the host before it has scored a board: a search that is ended says
  // nothing. first_effort() sees to that where it chooses the depth by the time.
  bool may_not_end(const Effort& first) const {
    const bool chosen = s_.budget.timed() ? deepening_.by_time && s_.budget.deeper : s_.budget.counted();
    return first.depth > kSoonOver && !chosen;
  }

  // Searches all moves deeper where few boards are scored. Not in place of the first look: on a board that takes much
  // longer than others do, a search that the deadline ends says nothing. `effort`: of the first look. Returns to which
  // effort all are searched.
  Effort look_at_few(Effort effort) {
    if (deepening_.by_time && all_scored()) {
      const int depth = depth_on_few(effort.depth, left(), s_.config.workers(), boards_.size());
      if (std::exchange(effort.depth, depth) < depth) {
        look(effort, boards_);
      }
    }
    return effort;
  }

  // Searches deeper than `effort`, to which all requests are searched, once all boards are scored. Requests that become
  // contenders at a depth are searched to this depth before any request is searched deeper.
  void look_deeper(Effort effort) {
    std::vector<Move> searched = table_.requests();  // to this depth
    double last_moves = last_moves_;
    while (all_scored() && !enough_.stop_requested()) {
      weigh();
      const std::vector<Move> wanted = deepening_.contenders ? deepening_.contenders(table_) : table_.requests();
      std::vector<Move> fresh;
      std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(fresh), [&](Move request) {
        return std::find(searched.begin(), searched.end(), request) == searched.end();
      });
      const bool deeper = fresh.empty();
      if (deeper) {
        searched.clear();
        fresh = wanted;
      }
      const std::vector<std::vector<Move>> moves =
          deepening_.contenders ? taken_moves(fresh) : std::vector<std::vector<Move>>{};
      const double asked =
          deepening_.contenders
              ? std::accumulate(moves.begin(), moves.end(), 0.0,
                                [](double sum, const auto& some) { return sum + static_cast<double>(some.size()); })
              : last_moves;
      const auto as_before = asked / std::max(last_moves, 1.0) * worthwhile_part() * last_look_;
      const int plies = deeper ? plies_in_time(effort.depth, as_before) : 0;
      if (deeper ? plies == 0 : !ends_in_time(as_before)) {
        break;
      }
      effort.depth += plies;
      look(effort, BoardList(boards_, moves));
      last_moves = asked;
      searched.insert(searched.end(), fresh.begin(), fresh.end());
    }
  }

  bool ends_in_time(std::chrono::duration<double> look) const {
    return SteadyClock::now() + std::chrono::duration_cast<SteadyClock::duration>(look) <= deadline_;
  }

  // How many plies the next look at the same moves may add to `depth`, if it takes `as_before` to that depth; or 0.
  int plies_in_time(int depth, std::chrono::duration<double> as_before) const {
    const auto pass =
        std::find_if(tuning::kDeeperPasses.begin(), tuning::kDeeperPasses.end(), [&](const tuning::DeeperPass& next) {
          return depth >= next.from && depth + next.plies <= tuning::kMaxDepth && ends_in_time(next.price * as_before);
        });
    return pass == tuning::kDeeperPasses.end() ? 0 : pass->plies;
  }

  // By board: the taken moves that the requests come to, and the best move there, by which the terms of RBC say what
  // the others lose. Where more boards are held the null move keeps its first score.
  std::vector<std::vector<Move>> taken_moves(const std::vector<Move>& requests) const {
    std::vector<std::size_t> columns;
    for (const Move request : requests) {
      const auto& all = table_.requests();
      columns.push_back(static_cast<std::size_t>(std::find(all.begin(), all.end(), request) - all.begin()));
    }
    std::vector<std::vector<Move>> moves(boards_.size());
    for (std::size_t i = 0; i < boards_.size(); ++i) {
      const ScoreTable::Row& row = table_.rows()[row_of_[i]];
      for (const std::size_t column : columns) {
        if (!row.outcomes[column].taken.is_null() || boards_.size() <= tuning::kNullMoveSearched) {
          moves[i].push_back(row.outcomes[column].taken);
        }
      }
      moves[i].push_back(row.best_taken);
      std::sort(moves[i].begin(), moves[i].end());
      moves[i].erase(std::unique(moves[i].begin(), moves[i].end()), moves[i].end());
    }
    return moves;
  }

  Evaluator::Sink sink() {
    return [this](std::size_t i, const BoardScores& scores) { take(i, scores); };
  }

  void take(std::size_t i, const BoardScores& scores) {
    if (row_of_[i] == kNoRow) {
      row_of_[i] = table_.rows().size();
      table_.add(drawn_[i], boards_[i], scores, i);
    } else if (!scores.stand_in) {  // where the deeper search failed, the scores known are better
      table_.replace(row_of_[i], scores);
    }
    if (const auto now = SteadyClock::now(); now - last_progress_ >= kProgressInterval) {
      last_progress_ = now;
      weigh();
      // Without a deadline the answer must not depend on the machine.
      if (progress_(table_) && s_.budget.timed()) {
        enough_.request_stop();
      }
    }
  }

  // The part of the boards, from the first on, that has tuning::kWorthwhilePart of the weight. All boards are scored.
  double worthwhile_part() {
    weigh();
    std::vector<double> weights(boards_.size());
    for (std::size_t i = 0; i < boards_.size(); ++i) {
      weights[i] = table_.rows()[row_of_[i]].weight;
    }
    double left = tuning::kWorthwhilePart * std::accumulate(weights.begin(), weights.end(), 0.0);
    std::size_t count = 0;
    while (count < weights.size() && left > 0) {
      left -= weights[count++];
    }
    return static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(1, weights.size()));
  }

  void weigh() {
    for (std::size_t row = 0; row < table_.rows().size(); ++row) {
      table_.set_weight(row, weight_(table_.rows()[row], table_.rows().size()));
    }
  }

  Situation& s_;
  const std::vector<Hypothesis>& drawn_;
  const RowWeight& weight_;
  const Progress& progress_;
  const Deepening& deepening_;
  ScoreTable table_;
  const Deadline deadline_;
  std::chrono::duration<double> last_look_{};  // how long the last pass over the boards took
  double last_moves_ = 0;                      // how many scores it brought
  std::vector<Board> boards_;
  std::vector<std::size_t> row_of_;
  std::stop_source enough_;
  SteadyClock::time_point last_progress_ = SteadyClock::now();
};

}  // namespace

ScoreTable score_boards(Situation& situation, const std::vector<Hypothesis>& boards, std::vector<Move> list,
                        const RbcTerms& terms, const RowWeight& weight, const Progress& progress,
                        const Deepening& deepening) {
  return Scoring(situation, boards, std::move(list), terms, weight, progress, deepening).run();
}

ScoreTable score_sample(Situation& situation, const BoardSample& sample, std::vector<Move> list, const RbcTerms& terms,
                        const Progress& progress, const Deepening& deepening) {
  const RowWeight weight = [&](const ScoreTable::Row& row, std::size_t scored) {
    return sample_weight(sample, row.index, scored);
  };
  return score_boards(situation, sample.boards, std::move(list), terms, weight, progress, deepening);
}

std::size_t boards_for_nodes(std::span<const Board> boards, std::uint64_t nodes) {
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

std::vector<BoardScores> score_for_opponent(Situation& situation, const std::vector<Board>& boards, double time_share) {
  std::vector<BoardScores> answers(boards.size());
  if (situation.budget.at_once) {
    return answers;
  }
  Budget budget = situation.budget;
  budget.deadline = scoring_deadline(budget);
  const std::size_t count = boards_for_nodes(boards, budget.nodes);
  situation.evaluator.score(std::span(boards).first(std::min(count, boards.size())), budget.effort,
                            budget.deadline_of(time_share), budget.stop,
                            [&](std::size_t i, const BoardScores& scores) { answers[i] = scores; });
  return answers;
}

}  // namespace lanternfish
