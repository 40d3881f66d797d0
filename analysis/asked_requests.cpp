#include "analysis/asked_requests.h"

#include <algorithm>

#include "belief/belief.h"
#include "engine/agent.h"
#include "engine/evaluator_factory.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

std::vector<Observation> told(const RecordedGame& game, Color side, std::size_t turn) {
  std::vector<Observation> events;
  for (std::size_t i = 0; i <= turn; ++i) {
    const RecordedTurn& own = game.turns[side][i];
    events.emplace_back(own.notice);
    events.emplace_back(own.sensed);
    if (i < turn && own.moved) {
      events.emplace_back(*own.moved);
    }
  }
  return events;
}

// A number for each candidate: equal where the requests come to the same on every board.
std::vector<std::uint64_t> outcomes(const std::vector<Candidate>& candidates, const Belief& belief) {
  std::vector<std::uint64_t> outcomes(candidates.size(), 0);
  belief.boards().for_each([&](const Hypothesis& h) {
    const Board board = unpack(h, belief.own());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Move taken = resolve(board, normalized_request(board, candidates[i].move)).taken;
      const auto code = static_cast<std::uint64_t>(taken.from) << 16 | static_cast<std::uint64_t>(taken.to) << 8 |
                        static_cast<std::uint64_t>(taken.promotion);
      outcomes[i] = (outcomes[i] ^ code) * 0x9e3779b97f4a7c15 + (outcomes[i] >> 29);
    }
  });
  return outcomes;
}

// One row for each outcome, in the order of the candidates.
std::vector<AskedRequest> rows_of(const std::vector<Candidate>& candidates, const Belief& belief,
                                  const std::optional<Moved>& recorded) {
  // Which of the requests that come to the same stands for them.
  const auto rank = [&](Move request) { return recorded && request == recorded->requested ? 2 : request.is_null(); };
  const std::vector<std::uint64_t> outcome = outcomes(candidates, belief);
  std::vector<AskedRequest> rows;
  std::vector<std::uint64_t> outcome_of_row;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto at = std::find(outcome_of_row.begin(), outcome_of_row.end(), outcome[i]) - outcome_of_row.begin();
    if (static_cast<std::size_t>(at) == rows.size()) {
      rows.push_back({candidates[i], {}});
      outcome_of_row.push_back(outcome[i]);
      continue;
    }
    AskedRequest& row = rows[static_cast<std::size_t>(at)];
    const bool better = rank(candidates[i].move) > rank(row.scores.move);
    row.same.push_back(better ? row.scores.move : candidates[i].move);
    row.scores.move = better ? candidates[i].move : row.scores.move;
  }
  return rows;
}

// The first ones, and those that are wanted in any case.
void shorten(std::vector<AskedRequest>& rows, std::size_t count, const std::optional<Moved>& recorded) {
  const auto wanted = [&](const AskedRequest& row) {
    return row.scores.move.is_null() || (recorded && row.scores.move == recorded->requested);
  };
  for (std::size_t i = rows.size(); i-- > 0 && rows.size() > count;) {
    if (!wanted(rows[i])) {
      rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
}

}  // namespace

Result<std::vector<AskedRequest>> asked_requests(const RecordedGame& game, Color side, std::size_t turn,
                                                 const QuestionSettings& settings, const std::stop_token& stop) {
  CandidateReport report;
  std::string problem;
  const auto evaluator = evaluator_for(settings.config, [](const std::string&) {});
  ThreadPool threads(settings.config.threads);
  AgentReports reports;
  reports.candidates = [&](const CandidateReport& newest) { report = newest; };
  reports.warning = [&](Trouble, const std::string& text) { problem = text; };
  Agent agent(settings.config, *evaluator, threads, std::move(reports));
  if (const EventStatus started = agent.set_position(game.start, side, {}); !started) {
    return Error{started.error()};
  }
  agent.limit_boards(settings.max_boards);
  for (const Observation& event : told(game, side, turn)) {
    if (stop.stop_requested()) {
      return Error{"stopped"};
    }
    if (const EventStatus fits = agent.observe(std::span(&event, 1)); !fits) {
      return Error{fits.error()};
    }
  }
  agent.choose_move(settings.limits, {}, stop);
  if (report.candidates.empty() || stop.stop_requested()) {
    return Error{problem.empty() ? "the player was stopped" : problem};
  }
  std::vector<AskedRequest> rows = rows_of(report.candidates, agent.belief(), game.turns[side][turn].moved);
  shorten(rows, settings.rows, game.turns[side][turn].moved);
  return rows;
}

}  // namespace lanternfish
