#pragma once

// Follows one player through a recorded game: tracks the belief, judges what was done, asks strategies what they would
// have done.

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/truth_judge.h"
#include "analysis/turn_analysis.h"
#include "belief/belief.h"
#include "engine/agent.h"
#include "engine/evaluator_factory.h"
#include "game/recorded_game.h"

namespace lanternfish {

struct AnalyzedStrategy {
  std::string label;  // as the user wrote it
  Config config;
};

struct AnalysisSettings {
  Config base = analysis_config();            // belief, seed and depth of what is not a strategy's own
  std::vector<AnalyzedStrategy> strategies;   // may be empty
  Clock limits;                               // of each of their decisions
  bool follow = false;                        // each with its own senses through the whole game
  std::size_t max_boards = 200'000;           // live in each belief; more wait unexpanded, and are said to
  int first_turn = 1, last_turn = 1'000'000;  // own turns to report
  int every = 1;                              // ask the strategies in each so-manieth of these
  int judge_depth = 6;                        // plies, on the true board; 0: no judging
  std::size_t judge_boards = 64;              // scored to tell a blunder of belief from others
  double blunder = 200;                       // centipawns of regret
};

struct AnalyzedTurns {
  std::vector<TurnAnalysis> turns;
  int left_out = 0;  // as in PlayerAnalysis
};

// One at a time; what it owns serves many games.
class PlayerAnalyst {
 public:
  PlayerAnalyst(const AnalysisSettings& settings, const EvaluatorFactory& make_evaluator,
                const std::function<void(const std::string&)>& warning);
  ~PlayerAnalyst();

  // The turns asked for, as long as boards are live: where none was for several turns on end, work on those that wait
  // costs much and says nothing, so the rest is left out. An error when the belief refuses an event of the record.
  // Depends on the record and the settings alone, not on what was analysed before.
  // `done` is told of each turn asked for as soon as it is looked at. Within a phase of a turn after `stop` the
  // analysis ends, and gives what it has.
  Result<AnalyzedTurns> analyze(const RecordedGame& game, Color me,
                                const std::function<void(const TurnAnalysis&)>& done = {},
                                const std::stop_token& stop = {});

 private:
  struct Adviser;
  class Follower;

  const Belief& belief() const { return tracker_->belief(); }
  Status start(const Board& start, Color me);
  Status feed(const Observation& event);
  Status feed_senses(TurnAnalysis& analysis, const Board& truth);
  SetState state(const Belief& belief, const Board& truth);
  bool reports(int turn) const { return turn >= settings_.first_turn && turn <= settings_.last_turn; }
  bool asks(int turn) const { return reports(turn) && (turn - settings_.first_turn) % settings_.every == 0; }
  void ask_senses(TurnAnalysis& analysis, const Board& truth);
  // `recorded`: the player's request; none: the record ends before it.
  void ask_requests(TurnAnalysis& analysis, const Board& truth, const std::optional<Move>& recorded);

  const AnalysisSettings settings_;
  ThreadPool threads_{1};
  std::unique_ptr<Evaluator> evaluator_;  // of the judges
  std::vector<std::unique_ptr<Adviser>> advisers_;
  std::vector<Agent*> agents_;          // all that follow the game
  std::unique_ptr<Agent> own_tracker_;  // none where an adviser holds the same boards anyway
  Agent* tracker_ = nullptr;            // whose belief is reported
  std::stop_token stop_;                // of the present analysis
};

}  // namespace lanternfish
