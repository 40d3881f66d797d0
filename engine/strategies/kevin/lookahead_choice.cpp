#include "engine/strategies/kevin/lookahead_choice.h"

#include <algorithm>
#include <limits>

#include "engine/strategies/kevin/look_ahead.h"
#include "engine/strategies/kevin/trust.h"

namespace lanternfish {

namespace {

using lookahead::Outlook;
using lookahead::Question;

// None of these is tuned.

// Requests that are looked at: so many of the first by value, then more by their mean, all within the margin of the
// best, centipawns.
constexpr std::size_t kRequestsByValue = 6;
constexpr std::size_t kRequests = 8;
constexpr double kMargin = 400;
// How far from the best a request of the strategy that was found may be in order to be mixed in, centipawns, beyond
// kNearlyEqual and where the look ahead is fully trusted.
constexpr double kNearlyEqualIfTrusted = 20;
constexpr double kMinShareOfMix = 0.05;  // the share below which a request of that strategy is never drawn

constexpr double kPositionsPerMs = 2'000;  // that the built-in evaluator values, solving included; a low estimate
constexpr double kPositionsPerNode = 100;  // under a limit of nodes: an engine's score costs some 200 built-in ones
constexpr std::uint64_t kUnlimited = 2'000'000;  // positions where nothing else limits the search
constexpr auto kTimeToDecide = std::chrono::milliseconds(15);

std::uint64_t positions_allowed(const Situation& s) {
  if (s.budget.counted()) {
    return static_cast<std::uint64_t>(kPositionsPerNode * static_cast<double>(s.budget.nodes));
  }
  return s.budget.timed() ? static_cast<std::uint64_t>(kPositionsPerMs * std::max(s.budget.ms_left(), 0.0))
                          : kUnlimited;
}

// Requests worth a look, by what the ranking says of them, and by their mean: the ranking fears boards that a look
// ahead may show to be harmless. None of two that come to the same on all boards.
std::vector<Move> worth_a_look(const ScoreTable& table, const std::vector<RequestValue>& ranked) {
  std::vector<Move> list;
  std::vector<std::size_t> columns;
  const auto add = [&](const RequestValue& request) {
    const std::size_t column = column_of(table, request.request);
    if (std::none_of(columns.begin(), columns.end(), [&](std::size_t c) { return same_outcomes(table, c, column); })) {
      list.push_back(request.request);
      columns.push_back(column);
    }
  };
  for (const RequestValue& request : ranked) {
    if (list.size() == kRequestsByValue || request.value < ranked[0].value - kMargin) {
      break;
    }
    add(request);
  }
  std::vector<RequestValue> by_mean = ranked;
  std::stable_sort(by_mean.begin(), by_mean.end(),
                   [](const RequestValue& a, const RequestValue& b) { return a.summary.mean > b.summary.mean; });
  for (std::size_t i = 0; i < by_mean.size() && list.size() < kRequests; ++i) {
    if (by_mean[i].summary.mean < by_mean[0].summary.mean - kMargin) {
      break;
    }
    add(by_mean[i]);
  }
  return list;
}

Question question_of(const Situation& s, const BoardSample& sample, const ScoreTable& table, std::vector<Move> requests,
                     std::size_t boards) {
  Question question{
      .own = s.belief.own(), .next_move = s.belief.next_move(), .requests = std::move(requests), .boards = {}};
  std::vector<std::size_t> columns;
  for (const Move request : question.requests) {
    columns.push_back(column_of(table, request));
  }
  std::vector<const ScoreTable::Row*> rows;
  for (const ScoreTable::Row& row : table.rows()) {
    rows.push_back(&row);
  }
  std::sort(rows.begin(), rows.end(), [](const auto* a, const auto* b) { return a->index < b->index; });
  // A beginning of the sample is a sample. Boards may be missing in it where time ended the scoring: they would have
  // been as likely as others.
  const std::size_t first = std::min(boards, rows.size());
  for (std::size_t i = 0; i < first; ++i) {
    const std::size_t until = first == rows.size() ? sample.boards.size() : rows[first]->index;
    lookahead::SampledBoard board{
        .board = rows[i]->board, .weight = sample_weight(sample, rows[i]->index, until), .scores = {}};
    for (const std::size_t column : columns) {
      board.scores.push_back(rows[i]->scores[column]);
    }
    question.boards.push_back(std::move(board));
  }
  return question;
}

// The part of the belief's weight that the question's boards have.
double coverage(const Situation& s, const Question& question) {
  double weight = 0;
  for (const lookahead::SampledBoard& board : question.boards) {
    weight += static_cast<double>(board.board.weight);
  }
  return weight / s.belief.boards().total_weight();
}

void take_values(const ScoreTable& table, const Outlook& outlook, double trust, std::vector<RequestValue>& ranked) {
  double worst = std::numeric_limits<double>::max();
  std::vector<RequestValue*> others;
  for (RequestValue& request : ranked) {
    const std::size_t column = column_of(table, request.request);
    const auto found = std::find_if(outlook.requests.begin(), outlook.requests.end(), [&](const auto& looked) {
      return looked.request == request.request || same_outcomes(table, column_of(table, looked.request), column);
    });
    if (found == outlook.requests.end()) {
      others.push_back(&request);
      continue;
    }
    request.value = (1 - trust) * request.value + trust * found->value;
    worst = std::min(worst, request.value);
  }
  for (RequestValue* request : others) {
    request->value = std::min(request->value, worst);
  }
  sort_by_value(ranked);
}

}  // namespace

LookaheadResult look_ahead(Situation& s, const BoardSample& sample, const ScoreTable& table,
                           std::vector<RequestValue>& ranked) {
  LookaheadResult result;
  const std::vector<Move> requests = worth_a_look(table, ranked);
  const std::uint64_t positions = positions_allowed(s);
  if (requests.size() < 2 || positions == 0 || s.budget.at_once) {
    return result;
  }
  const Question question = question_of(s, sample, table, requests, lookahead::boards_for(positions, requests.size()));
  const Deadline deadline = s.budget.timed() ? s.budget.deadline - kTimeToDecide : s.budget.deadline;
  const bool timed = s.budget.timed() && !s.budget.counted();
  const Outlook outlook = lookahead::look_ahead(question,
                                                {.seed = s.random.below(~std::uint64_t{0}),
                                                 .deadline = deadline,
                                                 .max_positions = timed ? ~std::uint64_t{0} : positions},
                                                s.budget.stop);
  result.positions = outlook.positions;
  if (outlook.requests.empty()) {
    return result;
  }
  result.trust = lookahead::trust({.coverage = coverage(s, question),
                                   .positions = outlook.positions,
                                   .boards = question.boards.size(),
                                   .requests = requests.size()});
  take_values(table, outlook, result.trust, ranked);
  for (const lookahead::RequestOutlook& looked : outlook.requests) {
    result.mix.emplace_back(looked.request, looked.probability);
  }
  return result;
}

void put_drawn_first(std::vector<RequestValue>& ranked, const LookaheadResult& looked, Random& random) {
  const std::size_t equal = near_best(ranked, kNearlyEqual);
  const std::size_t near = near_best(ranked, kNearlyEqual + looked.trust * kNearlyEqualIfTrusted);
  std::vector<double> shares(near, 0.0);
  double mixed = 0;
  for (std::size_t i = 0; i < near; ++i) {
    for (const auto& [request, probability] : looked.mix) {
      if (request == ranked[i].request && probability >= kMinShareOfMix) {
        shares[i] = probability;
        mixed += probability;
      }
    }
  }
  const double trust = mixed > 0 ? looked.trust : 0;
  std::vector<double> weights(near, 0.0);
  double total = 0;
  for (std::size_t i = 0; i < near; ++i) {
    weights[i] =
        (i < equal ? (1 - trust) / static_cast<double>(equal) : 0) + (mixed > 0 ? trust * shares[i] / mixed : 0);
    total += weights[i];
  }
  double left = random.unit() * total;
  std::size_t chosen = 0;
  while (chosen + 1 < near && (left -= weights[chosen]) >= 0) {
    ++chosen;
  }
  std::rotate(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(chosen),
              ranked.begin() + static_cast<std::ptrdiff_t>(chosen) + 1);
}

}  // namespace lanternfish
