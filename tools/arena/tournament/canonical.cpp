#include "tools/arena/tournament/canonical.h"

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

}  // namespace

std::vector<EngineSpec> gauntlet_opponents() {
  std::vector<EngineSpec> specs;
  for (const char* name : {"random", "attacker", "trout", "mht", "strangefish2", "lanternfish"}) {
    specs.push_back(strategy(name, name));
  }
  return specs;
}

std::vector<EngineSpec> complexity_bots() {
  // Nodes of a chess engine, which are not the positions that bound the others; the paper says no more than
  // "Stockfish".
  constexpr std::int64_t kPerfectNodes = 20'000;
  EngineSpec perfect = arena_bot("PerfectInfoBot", {"perfect"}, true);
  perfect.time.emplace();
  perfect.time->nodes = kPerfectNodes;
  return {arena_bot("RandomBot25", {"random", "--pass", "25"}, false), strategy("NaiveBot", "naive"),
          exact("MHTBot", "mht"), exact("PredictorBot", "predictor"), perfect};
}

}  // namespace lanternfish
