#pragma once

// An agent at a board: plays turns against the truth, and remembers what it did.

#include <array>

#include <doctest/doctest.h>

#include "engine/agent_player.h"
#include "engine/strategy_traits.h"
#include "eval/static_evaluator.h"
#include "game/play.h"
#include "rules/notation.h"
#include "rules/rbc.h"

namespace lanternfish::testing {

inline Config seeded(Strategy strategy, std::int64_t seed = 1) {
  Config config;
  config.strategy = strategy;
  config.own_book = false;  // what the strategy itself decides is looked at
  config.seed = seed;
  return config;
}

inline Clock nodes(std::int64_t count) {
  Clock limits;
  limits.nodes = count;
  return limits;
}

struct AgentSeat {
  AgentSeat(const Config& config, const Board& start, Color me)
      : evaluator(scoring_terms(config)), threads(config.threads), agent(config, evaluator, threads, reports()) {
    REQUIRE(agent.set_position(start, me, {}));
  }

  void tell(const Observation& event) {
    const EventStatus status = agent.observe(std::array<Observation, 1>{event});
    CAPTURE((status ? std::string() : status.error()));
    REQUIRE(status);
  }

  // The first half of a turn; gives the square.
  Square sense_on(const Board& truth, Square captured = kNoSquare, const Clock& limits = nodes(1'000)) {
    tell(OpponentMoved{captured});
    const Square square = agent.choose_sense(limits, {}, {});
    tell(Sensed{sense(truth, square)});
    return square;
  }
  // The second half; gives the request and makes the move on `truth`.
  Move move_on(Board& truth, Square* captured = nullptr, const Clock& limits = nodes(1'000)) {
    const Move request = agent.choose_move(limits, {}, {});
    REQUIRE(may_request(truth, truth.turn(), request));
    const Outcome outcome = resolve(truth, request);
    apply(truth, outcome.taken);
    if (captured != nullptr) {
      *captured = outcome.captured;
    }
    if (truth.king(~agent.log().me()) != kNoSquare) {
      tell(Moved{request, outcome.taken, outcome.captured});
    }
    return request;
  }

  StaticEvaluator evaluator;
  ThreadPool threads;
  std::vector<std::string> warnings;
  CandidateReport last_report;
  Agent agent;

 private:
  AgentReports reports() {
    AgentReports reports;
    reports.candidates = [this](const CandidateReport& report) { last_report = report; };
    reports.warning = [this](Trouble, const std::string& text) { warnings.push_back(text); };
    return reports;
  }
};

// All that both sides did, in one line: "b3 e2e4 c6 d7d5 ...".
inline std::string played(const Config& white, const Config& black, int plies, std::int64_t nodes_a_phase = 1'000) {
  struct Writer : GameObserver {
    void turn_ended(const Game&, const PlayedTurn& turn) override {
      text += format_square(turn.window.center) + ' ' + format_move(turn.move.requested) + ' ';
    }
    std::string text;
  } writer;
  int warnings = 0;
  AgentReports reports;
  reports.warning = [&](Trouble, const std::string&) { ++warnings; };
  StaticEvaluator for_white(scoring_terms(white)), for_black(scoring_terms(black));
  ThreadPool white_threads(white.threads), black_threads(black.threads);
  AgentPlayer first("white", white, for_white, white_threads, reports);
  AgentPlayer second("black", black, for_black, black_threads, reports);
  GameSettings settings;
  settings.rules.turn_limit = plies / 2;
  settings.time.fill({.base = {}, .movetime = {}, .nodes = nodes_a_phase});
  Game game({&first, &second}, settings, {&writer});
  play(game);
  CHECK(fault_text(game.result()) == "");
  CHECK(warnings == 0);
  return writer.text;
}

}  // namespace lanternfish::testing
