#pragma once

// Between Python values and ours. Takes what a caller may have at hand: ints, names, text, and objects of python-chess,
// which is never imported: a move is what has uci(), a piece what has symbol(), a board what has fen(). A value of the
// wrong kind is a TypeError, a wrong value a ValueError; both begin with the argument's name and name the value.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "game/player.h"
#include "rules/board.h"
#include "rules/notation.h"
#include "rules/observation.h"
#include "support/result.h"

namespace lanternfish::python {

namespace py = pybind11;

// An argument of a call, and the name that its function gives it.
struct Argument {
  const char* name;
  py::handle value;
};

// Raised for an observation that cannot be, and for an action that may not be taken: lanternfish.ObservationError and
// lanternfish.ActionError, both derived from ValueError.
[[noreturn]] void raise_observation_error(const std::string& text);
[[noreturn]] void raise_action_error(const std::string& text);
[[noreturn]] void raise_value_error(const std::string& text);
// "NAME: text"
[[noreturn]] void raise_value_error(const Argument& argument, const std::string& text);
[[noreturn]] void raise_runtime_error(const std::string& text);
// "NAME: expected EXPECTED, not VALUE"
[[noreturn]] void raise_type_error(const Argument& argument, const char* expected);
[[noreturn]] void raise_type_error(const std::string& text);
void make_exceptions(py::module_& module);

// A value, or ValueError.
template <typename T>
T value_or_raise(Result<T> result) {
  if (!result) {
    raise_value_error(result.error());
  }
  return std::move(result).value();
}
template <typename T>
T value_or_raise(const Argument& argument, Result<T> result) {
  if (!result) {
    raise_value_error(argument, result.error());
  }
  return std::move(result).value();
}

// A whole number, numpy's included, of min to max. No bool.
std::int64_t to_int(const Argument& argument, std::int64_t min, std::int64_t max);
// Any number of 0 to 2^64 - 1.
std::uint64_t to_seed(const Argument& argument);
// A number, neither NaN nor out of range.
double to_number(const Argument& argument, double min, double max);
std::string to_text(const Argument& argument);
// The same for what becomes part of a line: no control characters.
std::string to_line(const Argument& argument);

// Of the arguments white and black: the players' names, by Color.
std::array<std::string, 2> to_names(py::handle white, py::handle black);

// {name: value} of an engine's options, as the texts that an engine takes.
std::vector<std::pair<std::string, std::string>> to_options(const Argument& argument);

// Times, in seconds. The most that is accepted is 10^8, three years: longer than any game, and no clock of ours
// overflows.
constexpr double kMaxSeconds = 1e8;
std::chrono::milliseconds to_ms(const Argument& argument);

// True or "white", False or "black".
Color to_color(const Argument& argument);
// 0 (a1) to 63 (h8), or a name such as "e4"; None: no square.
Square to_square(const Argument& argument);
// "e2e4", "a7a8q", or an object with uci(); None: the pass, or no move taken.
Move to_move(const Argument& argument);
// A FEN, or an object with fen(); None: the usual start.
Board to_board(const Argument& argument, Kings kings = Kings::kOneEach);
// Of the arguments start, move_limit and turn_limit; a limit of 0 is none.
GameRules to_rules(py::handle start, py::handle move_limit, py::handle turn_limit);
// What a sense of `center` shows: a list of (square, piece or None), as reconchess has it, or window text such as
// "rnb/ppp/3". A piece is a letter of a FEN or an object with symbol(). No centre: an empty list, empty text or None.
Window to_window(Square center, const Argument& argument);

// The three events, of the arguments of the methods opponent_moved(), sensed() and moved().
OpponentMoved to_notice(py::handle capture);
Sensed to_sensed(py::handle square, py::handle result);
Moved to_moved(py::handle requested, py::handle taken, py::handle capture);

// The other way: squares are ints, moves are text, and none of either is None. Colours are bools, as in python-chess.
py::object from_square(Square square);
py::object from_move(Move move);
py::object from_color(Color color);
// [(square, letter or None), ...] from the higher rank to the lower, as reconchess has it.
py::list from_window(const Window& window);
// ("opponent_moved", capture), ("sensed", square, window text) or ("moved", requested, taken, capture).
py::tuple from_observation(const Observation& event);
py::list from_observations(const std::vector<Observation>& events);
Observation to_observation(const Argument& argument);

// Whether a signal, such as Ctrl-C, has raised a Python exception. Takes the GIL, and leaves the exception to be thrown
// by throw_if_raised().
bool signal_raised();
// Throws the Python exception that is set, if any. Needs the GIL.
void throw_if_raised();

}  // namespace lanternfish::python
