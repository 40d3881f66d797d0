#pragma once

// Engines and settings in a JSON file:
//   {"games": 50, "tc": "60+0.6",
//    "engines": [{"name": "t1", "command": "build/release/lanternfish", "directory": "", "arguments": ["-v"],
//                 "options": {"Strategy": "trout", "Threads": 1}, "tc": "10+0.1", "nodes": 100, "ponder": false}]}
// A plain list of engines will do, too. Everything beside "engines" is an option of the command line by its long name.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "protocol/host/engine_spec.h"
#include "support/result.h"

namespace lanternfish {

struct EngineFile {
  std::vector<EngineSpec> engines;
  std::vector<std::string> arguments;  // "--games=50", switches that are on: "--probe"
};

Result<EngineFile> parse_engine_file(std::string_view json);
// At most 1 MiB.
Result<EngineFile> read_engine_file(const std::filesystem::path& file);

// One engine as such a file has it.
nlohmann::ordered_json engine_json(const EngineSpec& spec);

}  // namespace lanternfish
