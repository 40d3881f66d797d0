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

std::vector<EngineSpec> known_rung_engines() {
  constexpr std::int64_t kBoards = 100;
  const auto bounded = [](EngineSpec spec, std::int64_t nodes) {
    spec.time.emplace();
    spec.time->nodes = nodes;
    return spec;
  };
  std::vector<EngineSpec> specs = {bounded(arena_bot("random", {"random", "--pass", "25"}, false), kBoards),
                                   bounded(arena_bot("mostly-random", {"one-board", "--random", "70"}, false), 1),
                                   bounded(strategy("attacker", "attacker"), kBoards)};
  for (const std::int64_t nodes : {1, 10, 100}) {
    specs.push_back(bounded(arena_bot(fmt::format("one-board-{}", nodes), {"one-board"}, false), nodes));
  }
  specs.push_back(bounded(strategy("trout", "trout"), kBoards));
  specs.push_back(bounded(exact("mht", "mht"), kBoards));
  specs.push_back(bounded(exact("lanternfish", "lanternfish"), kBoards));
  for (EngineSpec& rung : ladder_rungs({1, 10, 100})) {
    specs.push_back(std::move(rung));
  }
  return specs;
}

std::vector<EngineSpec> ladder_rungs(const std::vector<std::int64_t>& nodes) {
  std::vector<EngineSpec> specs;
  for (const std::int64_t n : nodes) {
    specs.push_back(perfect(fmt::format("perfect-{}", n), n));
  }
  return specs;
}

}  // namespace lanternfish
