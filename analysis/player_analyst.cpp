#include "analysis/player_analyst.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "analysis/windows.h"
#include "belief/set/marginals.h"
#include "engine/strategy_traits.h"
#include "game/recorded_player.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

constexpr int kNearlyBestOnSample = 50;  // centipawns, as over the boards held
constexpr int kMaxEmptyTurns = 5;
constexpr int kJudgePhase = 7;  // keeps the judge's random numbers apart from those of the strategies

// As the strategy saw it: no candidate it scored had a mean much above that of its request.
bool right_on_sample(const CandidateReport& report, Move request) {
  const Candidate* chosen = nullptr;
  int best = 0;
  for (const Candidate& candidate : report.candidates) {
    chosen = candidate.move == request ? &candidate : chosen;
    best = &candidate == report.candidates.data() ? candidate.cp : std::max(best, candidate.cp);
  }
  return chosen != nullptr && chosen->cp >= best - kNearlyBestOnSample;
}

// One that needs all boards.
Config tracking(Config base) {
  base.strategy = Strategy::kLanternfish;
  return base;
}

Status tell(Agent& agent, const Observation& event) {
  const EventStatus status = agent.observe(std::span(&event, 1));
  return status ? success() : Status(Error{status.error()});
}

}  // namespace

// One strategy, in the place of the recorded player.
struct PlayerAnalyst::Adviser {
  Adviser(const AnalyzedStrategy& strategy, const EvaluatorFactory& make_evaluator,
          const std::function<void(const std::string&)>& warning, ThreadPool& threads)
      : evaluator(make_evaluator(strategy.config, warning)), agent(strategy.config, *evaluator, threads, reports()) {}

  // What its own senses leave, where it follows the game by itself.
  const Belief& counted() const { return counter ? counter->belief() : agent.belief(); }

  AgentReports reports() {
    AgentReports reports;
    reports.candidates = [this](const CandidateReport& report) { last_report = report; };
    return reports;
  }

  std::unique_ptr<Evaluator> evaluator;
  CandidateReport last_report;
  Agent agent;
  std::unique_ptr<Agent> counter;  // holds all boards beside an agent that does not
};

PlayerAnalyst::PlayerAnalyst(const AnalysisSettings& settings, const EvaluatorFactory& make_evaluator,
                             const std::function<void(const std::string&)>& warning)
    : settings_(settings), evaluator_(make_evaluator(settings.base, warning)) {
  for (const AnalyzedStrategy& strategy : settings.strategies) {
    advisers_.push_back(std::make_unique<Adviser>(strategy, make_evaluator, warning, threads_));
    Adviser& adviser = *advisers_.back();
    agents_.push_back(&adviser.agent);
    const bool holds_all = same_belief(strategy.config, tracking(settings.base));
    if (settings.follow && !holds_all) {
      adviser.counter = std::make_unique<Agent>(tracking(settings.base), *adviser.evaluator, threads_);
      agents_.push_back(adviser.counter.get());
    } else if (!settings.follow && tracker_ == nullptr && holds_all) {
      tracker_ = &adviser.agent;
    }
  }
  if (tracker_ == nullptr) {
    own_tracker_ = std::make_unique<Agent>(tracking(settings.base), *evaluator_, threads_);
    tracker_ = own_tracker_.get();
    agents_.push_back(tracker_);
  }
}

PlayerAnalyst::~PlayerAnalyst() = default;

Status PlayerAnalyst::start(const Board& start, Color me) {
  for (const auto& adviser : advisers_) {
    adviser->evaluator->new_game();
  }
  for (Agent* agent : agents_) {
    agent->game_over();  // so that an equal beginning is not taken for the same game
    if (const EventStatus status = agent->set_position(start, me, {}); !status) {
      return Error{status.error()};
    }
    agent->limit_boards(settings_.max_boards);
  }
  return success();
}

Status PlayerAnalyst::feed(const Observation& event) {
  for (Agent* agent : agents_) {
    TRY(tell(*agent, event));
  }
  return success();
}

SetState PlayerAnalyst::state(const Belief& belief, const Board& truth) {
  SetState state{.boards = belief.boards().size(), .deferred = belief.deferred()};
  state.entropy_bits = entropy_bits(belief.boards(), threads_);
  const double probability = belief.probability(truth);
  state.holding = probability > 0 ? Holding::kHeld : state.deferred > 0 ? Holding::kDeferred : Holding::kLost;
  state.truth_bits = probability > 0 ? std::max(0.0, -std::log2(probability)) : 0;
  return state;
}

void PlayerAnalyst::ask_senses(TurnAnalysis& analysis, const Board& truth) {
  analysis.strategies.resize(advisers_.size());
  const Hypothesis packed = pack(truth, belief().own().me());
  for (std::size_t i = 0; i < advisers_.size(); ++i) {
    const Square center = advisers_[i]->agent.choose_sense(settings_.limits, {}, stop_);
    analysis.strategies[i].sense = sense_outcome(belief().boards(), packed, center);
  }
}

// Each strategy senses for itself.
Status PlayerAnalyst::feed_senses(TurnAnalysis& analysis, const Board& truth) {
  analysis.strategies.resize(advisers_.size());
  const Hypothesis packed = pack(truth, belief().own().me());
  for (std::size_t i = 0; i < advisers_.size(); ++i) {
    Adviser& adviser = *advisers_[i];
    Choice& choice = analysis.strategies[i];
    choice.before = state(adviser.counted(), truth);
    const Square center = adviser.agent.choose_sense(settings_.limits, {}, stop_);
    choice.sense = sense_outcome(adviser.counted().boards(), packed, center);
    const Observation seen = Sensed{sense(truth, center)};
    for (Agent* agent : {&adviser.agent, adviser.counter.get()}) {
      TRY(agent != nullptr ? tell(*agent, seen) : success());
    }
  }
  return success();
}

void PlayerAnalyst::ask_requests(TurnAnalysis& analysis, const Board& truth, const std::optional<Move>& recorded) {
  evaluator_->new_game();  // a verdict must not depend on which turns were judged before it
  const TruthJudge judge(*evaluator_, settings_.judge_depth, truth);
  analysis.best_request = judge.best();
  analysis.can_take_king = judge.can_take_king();
  const bool asked = asks(analysis.turn);
  std::map<const Belief*, std::vector<ValuedRequest>> on_belief;  // made when there is a blunder to explain
  const auto explain = [&](RequestVerdict& verdict, const Belief& held, const CandidateReport* sample) {
    if (verdict.regret < settings_.blunder) {
      return;
    }
    if (held.boards().empty()) {
      verdict.blunder = Blunder::kUnclassified;
      return;
    }
    std::vector<ValuedRequest>& values = on_belief[&held];
    if (values.empty()) {
      Random random(static_cast<std::uint64_t>(settings_.base.seed), analysis.turn, kJudgePhase);
      values = values_on_belief(*evaluator_, settings_.base.depth, held.boards(), held.own(), settings_.judge_boards,
                                random);
    }
    verdict.blunder = nearly_best(values, verdict.request)                             ? Blunder::kBelief
                      : sample != nullptr && right_on_sample(*sample, verdict.request) ? Blunder::kSample
                                                                                       : Blunder::kDecision;
  };
  for (std::size_t i = 0; asked && i < advisers_.size(); ++i) {
    Adviser& adviser = *advisers_[i];
    adviser.last_report = {};
    analysis.strategies[i].request = judge.verdict(adviser.agent.choose_move(settings_.limits, {}, stop_));
    explain(*analysis.strategies[i].request, settings_.follow ? adviser.counted() : belief(), &adviser.last_report);
  }
  if (recorded) {
    analysis.recorded.request = judge.verdict(*recorded);
    // Its own sample is unknown; that of the first strategy, from the same boards, stands for what few boards would
    // have told.
    const bool comparable = asked && !advisers_.empty() && !settings_.follow;
    explain(*analysis.recorded.request, belief(), comparable ? &advisers_.front()->last_report : nullptr);
  }
}

// Plays the recorded player's turns again, with the advisers listening and answering beside it.
class PlayerAnalyst::Follower : public RecordedPlayer {
 public:
  Follower(PlayerAnalyst& analyst, const RecordedGame& game, Color me,
           const std::function<void(const TurnAnalysis&)>& done)
      : RecordedPlayer(game, me), analyst_(analyst), done_(done) {}

  std::optional<Fault> begin(const GameStart& start) override {
    const Status started = analyst_.start(start.rules.start, start.me);
    return started ? RecordedPlayer::begin(start) : refused(started);
  }
  bool sees_truth() const override { return true; }
  void show_truth(const Board& truth) override { truth_ = truth; }

  std::optional<Fault> notice(const OpponentMoved& notice) override {
    const int number = static_cast<int>(turn()) + 1;
    if (turn() >= record().senses.size() || number > analyst_.settings_.last_turn || empty_ == kMaxEmptyTurns ||
        analyst_.stop_.stop_requested()) {
      return end_of_record();
    }
    analysis_ = TurnAnalysis{};
    analysis_.turn = number;
    return refused(analyst_.feed(notice));
  }

  Decision<Square> sense(const DecisionLimits& limits) override {
    if (analyst_.reports(analysis_.turn)) {
      const BoardSet& boards = analyst_.belief().boards();
      const Hypothesis truth = pack(truth_, analyst_.belief().own().me());
      analysis_.before_sense = analyst_.state(analyst_.belief(), truth_);
      analysis_.windows = best_windows(boards, truth, analyst_.threads_);
      analysis_.recorded.sense = sense_outcome(boards, truth, record().senses[turn()].center);
      if (analyst_.asks(analysis_.turn) && !analyst_.settings_.follow) {
        analyst_.ask_senses(analysis_, truth_);
      }
    }
    if (analyst_.settings_.follow) {
      if (const std::optional<Fault> fault = refused(analyst_.feed_senses(analysis_, truth_))) {
        return *fault;
      }
    }
    return analyst_.stop_.stop_requested() ? Decision<Square>(end_of_record()) : RecordedPlayer::sense(limits);
  }

  // With own senses taken in already, the recorded window is the tracker's alone.
  std::optional<Fault> sense_result(const Sensed& sensed) override {
    const Observation seen = sensed;
    return refused(analyst_.settings_.follow ? tell(*analyst_.tracker_, seen) : analyst_.feed(seen));
  }

  Decision<Move> move(const DecisionLimits& limits) override {
    if (analyst_.stop_.stop_requested()) {
      return end_of_record();
    }
    const bool moves = turn() < record().moves.size();
    if (analyst_.reports(analysis_.turn)) {
      analysis_.after_sense = analyst_.state(analyst_.belief(), truth_);
      if (analyst_.settings_.judge_depth > 0) {
        analyst_.ask_requests(analysis_, truth_,
                              moves ? std::optional(record().moves[turn()].requested) : std::nullopt);
      }
    }
    if (!moves) {
      keep();
    }
    return RecordedPlayer::move(limits);
  }

  std::optional<Fault> move_result(const Moved& moved) override {
    apply(truth_, moved.taken);
    if (game_end(truth_, 0).reason == WinReason::kNone) {
      if (const std::optional<Fault> fault = refused(analyst_.feed(moved))) {
        return fault;
      }
      if (analyst_.reports(analysis_.turn)) {
        analysis_.after_move = analyst_.state(analyst_.belief(), truth_);
      }
    }
    keep();
    return RecordedPlayer::move_result(moved);
  }

  // Of the own turns from the first on; an error when the belief refused an event.
  Result<std::vector<TurnAnalysis>> turns() && {
    if (!error_.empty()) {
      return Error{error_};
    }
    return std::move(turns_);
  }

 private:
  std::optional<Fault> refused(const Status& status) {
    if (status) {
      return {};
    }
    error_ = fmt::format("turn {}: {}", turn() + 1, status.error());
    return Fault{Ending::kStopped, status.error()};
  }
  void keep() {
    empty_ = analyst_.belief().boards().empty() ? empty_ + 1 : 0;
    if (done_ && analyst_.reports(analysis_.turn) && !analyst_.stop_.stop_requested()) {
      done_(analysis_);
    }
    turns_.push_back(std::move(analysis_));
  }

  PlayerAnalyst& analyst_;
  const std::function<void(const TurnAnalysis&)>& done_;
  Board truth_;
  TurnAnalysis analysis_;  // of the turn being played
  std::vector<TurnAnalysis> turns_;
  int empty_ = 0;  // turns on end without a live board
  std::string error_;
};

Result<AnalyzedTurns> PlayerAnalyst::analyze(const RecordedGame& game, Color me,
                                             const std::function<void(const TurnAnalysis&)>& done,
                                             const std::stop_token& stop) {
  stop_ = stop;
  Follower follower(*this, game, me, done);
  play_again(game, me, follower);
  Result<std::vector<TurnAnalysis>> turns = std::move(follower).turns();
  if (!turns) {
    return Error{fmt::format("{} {}", me == kWhite ? "white" : "black", turns.error())};
  }
  std::vector<TurnAnalysis> analyses = std::move(turns).value();
  const std::size_t wanted = std::min(game.turns[me].size(), static_cast<std::size_t>(settings_.last_turn));
  const int left_out = static_cast<int>(wanted - analyses.size());
  const auto from = std::min(analyses.size(), static_cast<std::size_t>(settings_.first_turn - 1));
  analyses.erase(analyses.begin(), analyses.begin() + static_cast<std::ptrdiff_t>(from));
  return AnalyzedTurns{std::move(analyses), left_out};
}

}  // namespace lanternfish
