#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tools/arena/tournament/engine_file.h"

using namespace lanternfish;

TEST_CASE("engine_file: engines and settings from JSON") {
  const EngineFile file = parse_engine_file(R"({"games": 50, "tc": "10+0.1", "probe": true, "logs": false,
    "engines": [{"name": "t1", "command": "build/lanternfish -x", "arguments": ["two words"], "directory": "/tmp",
                 "options": {"Strategy": "trout", "Threads": 1, "Ponder": true}, "tc": "10+0.1", "nodes": 100,
                 "ponder": true}]})")
                              .value();
  CHECK(file.arguments == std::vector<std::string>{"--games=50", "--tc=10+0.1", "--probe"});
  REQUIRE(file.engines.size() == 1);
  const EngineSpec& spec = file.engines[0];
  CHECK(spec.command == std::vector<std::string>{"build/lanternfish", "-x", "two words"});
  CHECK(spec.options[1] == std::pair<std::string, std::string>("Threads", "1"));
  CHECK(spec.options[2].second == "true");
  CHECK(spec.time->nodes == 100);
  CHECK(spec.time->increment == std::chrono::milliseconds(100));
  CHECK(spec.ponder);
  // The header of results has engines in the same form.
  CHECK(parse_engine_file("[" + engine_json(spec).dump() + "]").value().engines[0] == spec);
}

TEST_CASE("engine_file: what is wrong is named") {
  CHECK(parse_engine_file("{").error().find("parse error") != std::string::npos);
  CHECK(parse_engine_file(R"([{"name": "x"}])").error().find("no command") != std::string::npos);
  CHECK(parse_engine_file(R"([{"command": "x", "colour": "red"}])").error().find("'colour'") != std::string::npos);
  CHECK(parse_engine_file(R"([{"command": "x", "nodes": 0}])").error().find("nodes") != std::string::npos);
  CHECK(parse_engine_file(R"(["x"])").error().find("object") != std::string::npos);
}
