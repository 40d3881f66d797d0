#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/config.h"
#include "eval/make_evaluator.h"

namespace lanternfish::testing {

// The built-in evaluator needs no other program, and is the same everywhere.
inline std::unique_ptr<Evaluator> built_in(const Config& config, std::function<void(const std::string&)> warning) {
  return make_evaluator({.command = "none", .cache_mb = config.hash_mb}, std::move(warning));
}

}  // namespace lanternfish::testing
