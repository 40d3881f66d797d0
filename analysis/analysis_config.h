#pragma once

#include "engine/config.h"

namespace lanternfish {

// For what is said of recorded games: the same again each time, what the engine itself would do, and far less memory
// than an engine's, because strangers' sets grow into millions.
inline Config analysis_config() {
  Config config;
  config.belief_memory_mb = 128;
  config.own_book = false;
  config.seed = 1;
  config.event_time_ms = 0;
  return config;
}

}  // namespace lanternfish
