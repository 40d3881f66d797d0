#pragma once

// The evaluator that a program with an engine in it makes of the engine's settings.

#include "protocol/evaluator_factory.h"

namespace lanternfish {

// An EvaluatorFactory.
std::unique_ptr<Evaluator> evaluator_for(const Config& config, std::function<void(const std::string&)> warning);

}  // namespace lanternfish
