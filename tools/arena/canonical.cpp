#include "tools/arena/canonical.h"

namespace lanternfish {

namespace {

EngineSpec strategy(std::string name, std::string value) {
  EngineSpec spec;
  spec.name = std::move(name);
  spec.command = {"@lanternfish"};
  spec.options = {{"Strategy", std::move(value)}, {"Threads", "1"}};
  return spec;
}

EngineSpec house_bot(std::string name, std::vector<std::string> arguments, bool truth) {
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
  return {house_bot("RandomBot25", {"random", "--pass", "25"}, false), strategy("NaiveBot", "naive"),
          strategy("MHTBot", "mht"), strategy("PredictorBot", "predictor"),
          house_bot("PerfectInfoBot", {"perfect"}, true)};
}

}  // namespace lanternfish
