#include "tools/arena/tournament/canonical.h"

#include <fmt/format.h>

namespace lanternfish {

namespace {

EngineSpec strategy(std::string name, std::string value) {
  EngineSpec spec;
  spec.name = std::move(name);
  spec.command = {"@lanternfish"};
  spec.options = {{"Strategy", std::move(value)}, {"Threads", "1"}};
  return spec;
}

// Against a random player sets of boards grow by the million; past a million or so the unlikely ones wait, so that a
// tournament without clocks comes to its end.
EngineSpec exact(std::string name, std::string value) {
  EngineSpec spec = strategy(std::move(name), std::move(value));
  spec.options.emplace_back("BeliefMemory", "64");
  return spec;
}

EngineSpec arena_bot(std::string name, std::vector<std::string> arguments, bool truth) {
  EngineSpec spec;
  spec.name = std::move(name);
  spec.command = {"@lanternfish-arena", "bot"};
  spec.command.insert(spec.command.end(), arguments.begin(), arguments.end());
  spec.truth = truth;
  return spec;
}

// Nodes of a chess engine, which are not the positions that bound the others.
EngineSpec perfect(std::string name, std::int64_t nodes) {
  EngineSpec spec = arena_bot(std::move(name), {"perfect"}, true);
  spec.time.emplace();
  spec.time->nodes = nodes;
  return spec;
}

}  // namespace

std::vector<EngineSpec> gauntlet_opponents() {
  std::vector<EngineSpec> specs;
  for (const char* name : {"random", "attacker", "trout", "mht", "strangefish2", "lanternfish"}) {
    specs.push_back(strategy(name, name));
  }
  return specs;
}

std::vector<EngineSpec> complexity_bots() {
  constexpr std::int64_t kPerfectNodes = 20'000;  // the paper says no more than "Stockfish"
  return {arena_bot("RandomBot25", {"random", "--pass", "25"}, false), strategy("NaiveBot", "naive"),
          exact("MHTBot", "mht"), exact("PredictorBot", "predictor"), perfect("PerfectInfoBot", kPerfectNodes)};
}

std::vector<EngineSpec> ladder_rungs(const std::vector<std::int64_t>& nodes) {
  std::vector<EngineSpec> specs;
  for (const std::int64_t n : nodes) {
    specs.push_back(perfect(fmt::format("perfect-{}", n), n));
  }
  return specs;
}

}  // namespace lanternfish
