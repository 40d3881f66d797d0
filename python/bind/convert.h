#pragma once

// Between Python values and ours. Takes what a caller may have at hand: ints, names, text, and objects of python-chess,
// which is never imported: a move is what has uci(), a piece what has symbol(), a board what has fen(). A value of the
// wrong kind is a TypeError, a wrong value a ValueError; both name the value.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>

#include "game/player.h"
#include "rules/board.h"
#include "rules/observation.h"
#include "support/result.h"

namespace lanternfish::python {

namespace py = pybind11;

// Raised for an observation that cannot be, and for an action that may not be taken: lanternfish.ObservationError and
// lanternfish.ActionError, both derived from ValueError.
[[noreturn]] void raise_observation_error(const std::string& text);
[[noreturn]] void raise_action_error(const std::string& text);
[[noreturn]] void raise_value_error(const std::string& text);
void make_exceptions(py::module_& module);

// A value, or ValueError.
template <typename T>
T value_or_raise(Result<T> result) {
  if (!result) {
    raise_value_error(result.error());
  }
  return std::move(result).value();
}

// True or "white", False or "black".
Color to_color(py::handle value);
// 0 (a1) to 63 (h8), or a name such as "e4"; None: no square.
Square to_square(py::handle value);
// "e2e4", "a7a8q", or an object with uci(); None: the pass, or no move taken.
Move to_move(py::handle value);
// A FEN, or an object with fen(); None: the usual start.
Board to_board(py::handle value);
// ValueError where a limit is below 0.
GameRules to_rules(py::handle start, int move_limit, int turn_limit);
// What a sense of `center` shows: a list of (square, piece or None), as reconchess has it, or window text such as
// "rnb/ppp/3". A piece is a letter of a FEN or an object with symbol(). No centre: an empty list or None.
Window to_window(Square center, py::handle value);

// The other way: squares are ints, moves are text, and none of either is None. Colours are bools, as in python-chess.
py::object from_square(Square square);
py::object from_move(Move move);
py::object from_color(Color color);
// [(square, letter or None), ...] from the higher rank to the lower, as reconchess has it.
py::list from_window(const Window& window);
// ("opponent_moved", capture), ("sensed", square, window text) or ("moved", requested, taken, capture).
py::tuple from_observation(const Observation& event);
Observation to_observation(py::handle value);

// Whether a signal, such as Ctrl-C, has raised a Python exception. Takes the GIL, and leaves the exception to be thrown
// by throw_if_raised().
bool signal_raised();
// Throws the Python exception that is set, if any. Needs the GIL.
void throw_if_raised();

}  // namespace lanternfish::python
