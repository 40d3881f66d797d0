#include "python/bind/coded.h"

#include <limits>

#include "rules/notation.h"

namespace lanternfish::python {

int to_turns(py::handle turns) { return static_cast<int>(to_int({"turns", turns}, 1, kHistoryTurns)); }

std::int64_t to_code(const Argument& argument) {
  constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();
  return to_int(argument, -kAny, kAny);
}

int to_length(const Argument& argument) {
  constexpr std::int64_t kMaxTokens = 100'000;
  return static_cast<int>(to_int(argument, 1, kMaxTokens));
}

py::tuple game_state(const GameRules& rules, const py::object& actions) {
  return py::make_tuple(format_fen(rules.start), rules.move_limit, rules.turn_limit, actions);
}

}  // namespace lanternfish::python
