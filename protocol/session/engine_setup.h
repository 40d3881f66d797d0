#pragma once

// The settings of a session, with the threads and the evaluator that belong to them.
//
// What an option changes is made anew only when something needs it: a host that sets ten options starts the chess
// engines once.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/agent.h"
#include "engine/evaluator_factory.h"

namespace lanternfish {

class EngineSetup {
 public:
  // `warning` is called with what evaluators have to say, from any thread, as long as the object lives.
  EngineSetup(const Config& config, EvaluatorFactory make_evaluator, std::function<void(const std::string&)> warning);

  const Config& config() const { return config_; }
  const EvaluatorFactory& make_evaluator() const { return make_evaluator_; }

  // Sets one option. An error names what is accepted, and nothing has changed.
  Status set(std::string_view name, const std::optional<std::string>& value);

  // Makes what the options changed since the last call, and hands it to `agent` unless that is null. True when anything
  // had changed. May throw; then the next call tries again, and the agent goes on with what it had.
  bool refresh(Agent* agent);

  // These two need one refresh() before. They are replaced by a later one.
  ThreadPool& threads() { return *threads_; }
  Evaluator& evaluator() { return *evaluator_; }

  // Makes the evaluator, if there is one yet, forget earlier games.
  void forget_games();

 private:
  std::unique_ptr<ThreadPool> start_threads() const;

  const EvaluatorFactory make_evaluator_;
  const std::function<void(const std::string&)> warning_;
  Config config_;
  // What the present evaluator, threads and agent do not know yet of `config_`.
  bool settings_changed_ = false, evaluator_changed_ = true, threads_changed_ = true;
  std::unique_ptr<ThreadPool> threads_;
  std::unique_ptr<Evaluator> evaluator_;
};

}  // namespace lanternfish
