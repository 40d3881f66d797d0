#include "python/hosted_engine.h"

#include <algorithm>
#include <future>

#include <fmt/format.h>

#include "engine/evaluator_factory.h"
#include "protocol/host/engine_player.h"
#include "support/words.h"

namespace lanternfish {

namespace {

constexpr std::chrono::milliseconds kPoll{50};
// What a process gets beyond the time for its decision before it is told to stop; then, until it is killed.
constexpr std::chrono::milliseconds kOvertime{1'000};
constexpr std::chrono::milliseconds kStopping{5'000};
// The same where the user does not want to wait.
constexpr std::chrono::milliseconds kStoppingAtOnce{1'000};

using TimePoint = std::chrono::steady_clock::time_point;

TimePoint after(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

std::optional<std::int64_t> count_of(const std::optional<std::chrono::milliseconds>& time) {
  return time ? std::optional(time->count()) : std::nullopt;
}

DecisionLimits decision_limits(const HostedEngine::Limits& limits, int turn, std::stop_token stop) {
  return {.clock = {.time = count_of(limits.clock),
                    .increment = count_of(limits.increment),
                    .move_time = count_of(limits.move_time),
                    .nodes = limits.nodes,
                    .depth = {},
                    .turn = turn},
          .deadline = after(limits.clock.value_or(Patience{}.silence + limits.move_time.value_or(kPoll))),
          .stop = std::move(stop),
          .senses = {},
          .requests = {}};
}

// Runs `work` in a thread of its own, so that this one can listen: calls listen() now and then until it has an answer.
template <typename Work, typename Listen>
auto listening(const Work& work, const Listen& listen) {
  auto answer = std::async(std::launch::async, work);
  while (answer.wait_for(kPoll) != std::future_status::ready) {
    listen();
  }
  return answer.get();
}

Status status_of(const std::optional<Fault>& fault) { return fault ? Status(Error{fault->text}) : success(); }

}  // namespace

HostedEngine::~HostedEngine() {
  player_.reset();
  if (link_) {
    link_->quit();
  }
}

Result<std::unique_ptr<HostedEngine>> HostedEngine::in_process(const Options& options) {
  std::unique_ptr<HostedEngine> engine(new HostedEngine);
  engine->setup_ = std::make_unique<EngineSetup>(Config{}, evaluator_for, [](const std::string&) {});
  for (const auto& [name, value] : options) {
    TRY(engine->setup_->set(name, value));
  }
  engine->setup_->refresh(nullptr);
  AgentReports reports;
  reports.candidates = [e = engine.get()](const CandidateReport& report) { e->candidates_ = report.candidates; };
  auto player = std::make_unique<AgentPlayer>("lanternfish", engine->setup_->config(), engine->setup_->evaluator(),
                                              engine->setup_->threads(), std::move(reports));
  engine->agent_ = player.get();
  engine->player_ = std::move(player);
  engine->name_ = engine->player_->name();
  return engine;
}

Result<std::unique_ptr<HostedEngine>> HostedEngine::process(const std::string& command, const Options& options,
                                                            const Interrupted& interrupted) {
  const std::vector<std::string> words = TRY(split_command(command));
  std::unique_ptr<HostedEngine> engine(new HostedEngine);
  engine->spec_.command = words;
  engine->spec_.options = options;
  TRY(engine->launch(interrupted));
  return engine;
}

void HostedEngine::abort_if(const Interrupted& interrupted) {
  if (!abort_.stop_requested() && interrupted()) {
    abort_.request_stop();
  }
}

Status HostedEngine::launch(const Interrupted& interrupted) {
  abort_ = {};
  Status launched = success();
  const auto start = [&] {
    Result<std::unique_ptr<EngineLink>> link = EngineLink::start(spec_, Patience{}, {}, abort_.get_token());
    if (link) {
      link_ = std::move(link).value();
    } else {
      launched = Error{link.error()};
    }
  };
  listening(start, [&] { abort_if(interrupted); });
  if (!launched) {
    return launched;
  }
  player_ = std::make_unique<EnginePlayer>(*link_, EnginePlayerSettings{.seed = {}});
  name_ = player_->name();
  return success();
}

// Its late answers would be taken for those to the next questions.
void HostedEngine::drop_process() {
  if (link_) {
    log_ = GameLog::none();
    player_.reset();
    link_.reset();
  }
}

Status HostedEngine::new_game(const GameStart& start, const Interrupted& interrupted) {
  log_ = GameLog::none();
  if (setup_) {
    setup_->forget_games();
  } else if (!link_) {
    TRY(launch(interrupted));
  }
  const Status begun = listening([&] { return status_of(player_->begin(start)); }, [&] { abort_if(interrupted); });
  if (!begun || abort_.stop_requested()) {
    drop_process();
    return begun ? Status(Error{"interrupted"}) : begun;
  }
  log_ = GameLog(start.rules.start, start.me);
  candidates_.clear();
  return success();
}

Status HostedEngine::observe(const Observation& event) {
  if (log_.phase() == Phase::kOver) {
    return Error{"new_game() comes first"};
  }
  const CheckedEvents checked = log_.check(std::span(&event, 1));
  if (!checked) {
    return Error{checked.error()};
  }
  const Status told = status_of(tell(*player_, event));
  if (told) {
    log_.append(checked.events.front());
  }
  return told;
}

template <typename T, typename Ask>
Result<T> HostedEngine::decide(Phase phase, const Limits& limits, const Interrupted& interrupted, const Ask& ask) {
  if (log_.phase() != phase) {
    return Error{log_.phase() == Phase::kOver ? "new_game() comes first" : std::string(phase_text(log_.phase()))};
  }
  candidates_.clear();
  bool left = false;
  std::stop_source stop;
  TimePoint stop_at = link_ && limits.move_time ? after(*limits.move_time + kOvertime) : TimePoint::max();
  TimePoint abort_at = TimePoint::max();
  const auto tell_to_stop = [&](std::chrono::milliseconds patience) {
    stop.request_stop();
    stop_at = TimePoint::max();
    abort_at = std::min(abort_at, after(patience));
  };
  Decision<T> decision = listening([&] { return ask(decision_limits(limits, log_.turn(), stop.get_token())); },
                                   [&] {
                                     if (!left && interrupted()) {
                                       left = true;
                                       tell_to_stop(kStoppingAtOnce);
                                     } else if (after({}) >= stop_at) {
                                       tell_to_stop(kStopping);
                                     } else if (after({}) >= abort_at) {
                                       abort_.request_stop();
                                     }
                                   });
  const auto* fault = std::get_if<Fault>(&decision);
  if (fault != nullptr) {
    drop_process();
  }
  if (left) {
    return Error{"interrupted"};
  }
  if (fault != nullptr) {
    return Error{fault->ending == Ending::kStopped ? "gave no answer in time, and was ended" : fault->text};
  }
  return std::get<T>(decision);
}

Result<Square> HostedEngine::sense(const Limits& limits, const Interrupted& interrupted) {
  return decide<Square>(Phase::kSense, limits, interrupted,
                        [this](const DecisionLimits& l) { return player_->sense(l); });
}

Result<Move> HostedEngine::move(const Limits& limits, const Interrupted& interrupted) {
  return decide<Move>(Phase::kMove, limits, interrupted, [this](const DecisionLimits& l) { return player_->move(l); });
}

std::optional<std::uint64_t> HostedEngine::boards() const {
  return agent_ != nullptr ? std::optional(agent_->agent().boards()) : std::nullopt;
}

}  // namespace lanternfish
