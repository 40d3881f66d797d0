#pragma once

// How programs make the evaluator of an engine: from its settings, and again whenever a setting of it changes.

#include <functional>
#include <memory>
#include <string>

#include "engine/config.h"
#include "eval/evaluator.h"

namespace lanternfish {

// Makes an evaluator for these settings. `warning` may be called from any thread as long as the evaluator lives.
using EvaluatorFactory =
    std::function<std::unique_ptr<Evaluator>(const Config&, std::function<void(const std::string&)> warning)>;

// The EvaluatorFactory of all programs but tests: chess engines as the settings say, behind a cache of scores.
std::unique_ptr<Evaluator> evaluator_for(const Config& config, std::function<void(const std::string&)> warning);

}  // namespace lanternfish
