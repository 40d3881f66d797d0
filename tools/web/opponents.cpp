#include "tools/web/opponents.h"

#include <utility>

#include <fmt/format.h>

namespace lanternfish {

namespace {

constexpr std::pair<const char*, const char*> kStrategies[] = {
    {"lanternfish", "Lanternfish"}, {"strangefish2", "StrangeFish2"},
    {"strangefish", "StrangeFish"}, {"oracle", "Oracle"},
    {"scorca", "Scorca"},           {"trout", "Trout"},
    {"attacker", "Attacker"},       {"random", "Random"},
};

}  // namespace

std::vector<Opponent> own_opponents(const std::string& engine) {
  std::vector<Opponent> opponents;
  for (const auto& [strategy, label] : kStrategies) {
    Opponent opponent{.key = strategy, .label = label, .spec = {}, .ours = true};
    opponent.spec.name = strategy;
    opponent.spec.command = {engine};
    opponent.spec.options = {{"Strategy", strategy}};
    opponents.push_back(std::move(opponent));
  }
  return opponents;
}

Result<Opponent> given_opponent(const std::string& text, int number) {
  Result<EngineSpec> spec = parse_engine_spec(text);
  if (!spec) {
    return Error{spec.error()};
  }
  Opponent opponent{.key = fmt::format("engine{}", number), .label = spec->name, .spec = *spec, .ours = false};
  if (opponent.label.empty()) {
    const std::string& program = spec->command.front();
    opponent.label = program.substr(program.rfind('/') + 1);
  }
  return opponent;
}

}  // namespace lanternfish
