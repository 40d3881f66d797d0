#include "engine/strategy_traits.h"

#include <array>

#include "engine/strategy_player.h"
#include "nets/board_planes.h"
#include "nets/board_stack.h"
#include "nets/history_planes.h"
#include "nets/synopsis.h"

namespace lanternfish {

namespace {

constexpr std::array kTable = {
#define STRATEGY(enumerator, choice, maker, ...) \
  StrategyTraits{.name = choice, .make = maker __VA_OPT__(, ) __VA_ARGS__},
#include "engine/strategy_table.inc"
#undef STRATEGY
};

// How much of the sense's time goes into judging the opponent, per cent.
int judging_share(const Config& config) { return judges_opponent(config) ? config.opponent_share : 0; }

}  // namespace

std::span<const StrategyTraits> strategies() { return kTable; }

const StrategyTraits& traits_of(Strategy strategy) { return kTable[static_cast<std::size_t>(strategy)]; }

std::vector<std::string_view> strategy_names() {
  std::vector<std::string_view> names;
  for (const StrategyTraits& traits : kTable) {
    names.push_back(traits.name);
  }
  return names;
}

MoveModelKind move_model_of(const Config& config) {
  return traits_of(config.strategy).uses_move_model ? MoveModelKind::kFitted : MoveModelKind::kUniform;
}

bool judges_opponent(const Config& config) {
  return traits_of(config.strategy).judges_opponent && config.opponent_share > 0;
}

RbcTerms scoring_terms(const Config& config) { return traits_of(config.strategy).terms(); }

bool same_belief(const Config& a, const Config& b) {
  const StrategyTraits& of_a = traits_of(a.strategy);
  const StrategyTraits& of_b = traits_of(b.strategy);
  return of_a.needs_belief == of_b.needs_belief && of_a.max_boards == of_b.max_boards &&
         a.belief_memory_mb == b.belief_memory_mb && a.event_time_ms == b.event_time_ms &&
         move_model_of(a) == move_model_of(b) && judging_share(a) == judging_share(b);
}

}  // namespace lanternfish
