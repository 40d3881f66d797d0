#pragma once

// What the classes share whose actions are codes and whose observations are arrays.

#include <span>

#include "python/bind/convert.h"
#include "python/bind/turn.h"
#include "python/coded_game.h"

namespace lanternfish::python {

int to_turns(py::handle turns);
// Any whole number: of one that is no action code the game says that it may not be chosen.
std::int64_t to_code(const Argument& argument);

constexpr int kUsualTokens = 512;  // of the newest 36 turns or more
int to_length(const Argument& argument);

// An array that numpy owns, filled by write(span) in the object's turn.
template <typename Number = std::uint8_t, typename T, typename Write>
py::array_t<Number> filled(Guarded<T>& object, std::vector<py::ssize_t> shape, Write write) {
  py::array_t<Number> array(std::move(shape));
  const std::span<Number> to(array.mutable_data(), static_cast<std::size_t>(array.size()));
  in_turn(object, [&](T& t) { write(t, to); });
  return array;
}

template <typename T>
py::array_t<std::uint8_t> planes(Guarded<T>& object, py::handle turns) {
  const int newest = to_turns(turns);
  return filled(object, {newest * kPlanesPerTurn, 8, 8}, [&](T& t, auto to) { t.write_planes(to, newest); });
}

template <typename T>
py::array_t<Token> tokens(Guarded<T>& object, py::handle length) {
  return filled<Token>(object, {to_length({"length", length})}, [](T& t, auto to) { t.write_tokens(to); });
}

template <typename T>
py::array_t<std::uint8_t> mask(Guarded<T>& object) {
  return filled(object, {kActionCodes}, [](T& t, auto to) { t.write_mask(to); });
}

// The same actions lead to the same game, so a pickle is the rules and the actions.
py::tuple game_state(const GameRules& rules, const py::object& actions);

}  // namespace lanternfish::python
