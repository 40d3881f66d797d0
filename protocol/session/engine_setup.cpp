#include "protocol/session/engine_setup.h"

#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "engine/named_files.h"
#include "protocol/session/options.h"

namespace lanternfish {

EngineSetup::EngineSetup(const Config& config, EvaluatorFactory make_evaluator,
                         std::function<void(const std::string&)> warning)
    : make_evaluator_(std::move(make_evaluator)), warning_(std::move(warning)), config_(config) {}

Status EngineSetup::set(std::string_view name, const std::optional<std::string>& value) {
  Config wanted = config_;
  const Option* const option = TRY(set_option(wanted, name, value));
  TRY(check_named_files(wanted, config_));  // now, not when the first move is due
  config_ = std::move(wanted);
  const OptionEffect effect = option->effect;
  settings_changed_ = true;
  threads_changed_ |= effect == OptionEffect::kThreads;
  evaluator_changed_ |= effect != OptionEffect::kSettings;
  return success();
}

// The system may allow fewer threads than wanted: better a slower engine than one that only passes.
std::unique_ptr<ThreadPool> EngineSetup::start_threads() const {
  for (int threads = config_.threads;; threads /= 2) {
    try {
      auto pool = std::make_unique<ThreadPool>(threads);
      if (threads < config_.threads) {
        warning_(fmt::format("the system does not allow {} threads; {} are used", config_.threads, threads));
      }
      return pool;
    } catch (const std::system_error&) {
      if (threads <= 1) {
        throw;
      }
    }
  }
}

bool EngineSetup::refresh(Agent* agent) {
  if (!settings_changed_ && !evaluator_changed_ && !threads_changed_) {
    return false;
  }
  std::unique_ptr<ThreadPool> threads;
  std::unique_ptr<Evaluator> evaluator;
  if (threads_changed_) {
    threads = start_threads();
  }
  if (evaluator_changed_) {
    evaluator = make_evaluator_(config_, warning_);
  }
  if (agent != nullptr) {
    agent->reconfigure(config_, evaluator ? *evaluator : *evaluator_, threads ? *threads : *threads_);
  }
  // The old ones may go only now that the agent does not use them any more.
  threads_ = threads ? std::move(threads) : std::move(threads_);
  evaluator_ = evaluator ? std::move(evaluator) : std::move(evaluator_);
  settings_changed_ = evaluator_changed_ = threads_changed_ = false;
  return true;
}

void EngineSetup::forget_games() {
  if (evaluator_) {
    evaluator_->new_game();
  }
}

}  // namespace lanternfish
