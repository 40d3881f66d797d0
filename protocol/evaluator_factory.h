#pragma once

// How the program that hosts a session makes evaluators: from the settings, each time one of them changes.

#include <functional>
#include <memory>
#include <string>

#include "engine/config.h"
#include "eval/evaluator.h"

namespace lanternfish {

// `warning` may be called from any thread, as long as the evaluator lives.
using EvaluatorFactory =
    std::function<std::unique_ptr<Evaluator>(const Config&, std::function<void(const std::string&)> warning)>;

}  // namespace lanternfish
