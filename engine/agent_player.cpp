#include "engine/agent_player.h"

#include <cassert>
#include <span>

namespace lanternfish {

AgentPlayer::AgentPlayer(std::string name, const Config& config, Evaluator& evaluator, ThreadPool& threads,
                         AgentReports reports)
    : name_(std::move(name)),
      config_(config),
      evaluator_(evaluator),
      threads_(threads),
      agent_(config, evaluator, threads, std::move(reports)) {}

AgentPlayer::~AgentPlayer() = default;

std::optional<Fault> AgentPlayer::begin(const GameStart& start) {
  config_.move_limit = start.rules.move_limit;
  config_.turn_limit = start.rules.turn_limit;
  if (start.seed != 0) {
    config_.seed = static_cast<std::int64_t>(start.seed);
  }
  agent_.reconfigure(config_, evaluator_, threads_);
  agent_.game_over();  // an equal beginning is not the same game
  [[maybe_unused]] const EventStatus begun = agent_.set_position(start.rules.start, start.me, {});
  assert(begun.ok());
  return {};
}

std::optional<Fault> AgentPlayer::observe(const Observation& event) {
  [[maybe_unused]] const EventStatus fits = agent_.observe(std::span(&event, 1));
  assert(fits.ok());
  return {};
}

std::optional<Fault> AgentPlayer::notice(const OpponentMoved& notice) { return observe(notice); }
std::optional<Fault> AgentPlayer::sense_result(const Sensed& sensed) { return observe(sensed); }
std::optional<Fault> AgentPlayer::move_result(const Moved& moved) { return observe(moved); }

Decision<Square> AgentPlayer::sense(const DecisionLimits& limits) {
  return agent_.choose_sense(limits.clock, limits.senses, limits.stop);
}

Decision<Move> AgentPlayer::move(const DecisionLimits& limits) {
  return agent_.choose_move(limits.clock, limits.requests, limits.stop);
}

void AgentPlayer::end(const GameResult& /*result*/, const std::string& /*record*/) { agent_.game_over(); }

}  // namespace lanternfish
