#include "python/hosted_engine.h"

#include <future>

#include <fmt/format.h>

#include "engine/evaluator_factory.h"
#include "protocol/host/engine_player.h"

namespace lanternfish {

namespace {

constexpr std::chrono::milliseconds kPoll{50};

std::optional<std::chrono::milliseconds> to_ms(const std::optional<std::int64_t>& ms) {
  return ms ? std::optional(std::chrono::milliseconds(*ms)) : std::nullopt;
}

DecisionLimits decision_limits(const HostedEngine::Limits& limits, int turn, std::stop_token stop) {
  const std::chrono::milliseconds patience =
      to_ms(limits.clock).value_or(Patience{}.silence + std::chrono::milliseconds(limits.move_time.value_or(0)));
  return {.turn = turn,
          .clock = to_ms(limits.clock),
          .increment = to_ms(limits.increment),
          .movetime = limits.move_time,
          .nodes = limits.nodes,
          .deadline = std::chrono::steady_clock::now() + patience,
          .stop = std::move(stop),
          .senses = {},
          .requests = {}};
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
    if (const Status set = engine->setup_->set(name, value); !set) {
      return Error{set.error()};
    }
  }
  engine->setup_->refresh(nullptr);
  AgentReports reports;
  reports.candidates = [e = engine.get()](const CandidateReport& report) { e->candidates_ = report.candidates; };
  auto player = std::make_unique<AgentPlayer>("lanternfish", engine->setup_->config(), engine->setup_->evaluator(),
                                              engine->setup_->threads(), std::move(reports));
  engine->agent_ = player.get();
  engine->player_ = std::move(player);
  return engine;
}

Result<std::unique_ptr<HostedEngine>> HostedEngine::process(const std::string& command, const Options& options) {
  const Result<std::vector<std::string>> words = split_command(command);
  if (!words) {
    return Error{words.error()};
  }
  EngineSpec spec;
  spec.command = *words;
  spec.options = options;
  Result<std::unique_ptr<EngineLink>> link = EngineLink::start(spec, Patience{});
  if (!link) {
    return Error{link.error()};
  }
  std::unique_ptr<HostedEngine> engine(new HostedEngine);
  engine->link_ = std::move(link).value();
  engine->player_ = std::make_unique<EnginePlayer>(*engine->link_, EnginePlayerSettings{.seed = {}});
  return engine;
}

Status HostedEngine::new_game(const GameStart& start) {
  if (setup_) {
    setup_->forget_games();
  }
  phase_ = Phase::kOver;
  if (Status begun = status_of(player_->begin(start)); !begun) {
    return begun;
  }
  phase_ = Phase::kOpponent;
  turn_ = 0;
  candidates_.clear();
  return success();
}

Status HostedEngine::observe(const Observation& event) {
  if (phase_ == Phase::kOver) {
    return Error{"new_game() comes first"};
  }
  const Result<Phase> next = phase_after(phase_, std::span(&event, 1));
  if (!next) {
    return Error{next.error()};
  }
  const Status told = status_of(tell(*player_, event));
  if (told) {
    phase_ = *next;
    turn_ += phase_ == Phase::kSense ? 1 : 0;
  }
  return told;
}

// Thinks in a thread of its own, so that this one can listen to `interrupted`.
template <typename T, typename Ask>
Result<T> HostedEngine::decide(Phase phase, const Limits& limits, const Interrupted& interrupted, const Ask& ask) {
  if (phase_ != phase) {
    return Error{phase_ == Phase::kOver ? "new_game() comes first" : std::string(phase_text(phase_))};
  }
  candidates_.clear();
  std::stop_source stop;
  auto answer = std::async(std::launch::async, [&] { return ask(decision_limits(limits, turn_, stop.get_token())); });
  while (answer.wait_for(kPoll) != std::future_status::ready) {
    if (!stop.stop_requested() && interrupted()) {
      stop.request_stop();
    }
  }
  Decision<T> decision = answer.get();
  if (stop.stop_requested()) {
    return Error{"interrupted"};
  }
  if (const auto* fault = std::get_if<Fault>(&decision)) {
    return Error{fault->text};
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
