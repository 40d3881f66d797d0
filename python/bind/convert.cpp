#include "python/bind/convert.h"

#include <fmt/format.h>

#include "rules/notation.h"

namespace lanternfish::python {

namespace {

// Of the module, made by make_exceptions(); they live as long as the interpreter.
PyObject* observation_error = nullptr;
PyObject* action_error = nullptr;

[[noreturn]] void raise(PyObject* type, const std::string& text) {
  PyErr_SetString(type, text.c_str());
  throw py::error_already_set();
}

[[noreturn]] void raise_type_error(const char* expected, py::handle value) {
  raise(PyExc_TypeError, fmt::format("expected {}, not {}", expected, std::string(py::repr(value))));
}

PyObject* make_exception(py::module_& module, const char* name, const char* text) {
  PyObject* type =
      PyErr_NewExceptionWithDoc(fmt::format("lanternfish.{}", name).c_str(), text, PyExc_ValueError, nullptr);
  if (type == nullptr) {
    throw py::error_already_set();
  }
  module.add_object(name, type);
  return type;
}

// A letter of a FEN, or an object with symbol().
Piece to_piece(py::handle value) {
  if (value.is_none()) {
    return {};
  }
  const py::object letter =
      py::hasattr(value, "symbol") ? value.attr("symbol")() : py::reinterpret_borrow<py::object>(value);
  if (!py::isinstance<py::str>(letter)) {
    raise_type_error("a piece (a letter, or an object with symbol())", value);
  }
  const auto text = letter.cast<std::string>();
  const Piece piece = text.size() == 1 ? piece_from_letter(text[0]) : Piece{};
  if (!piece.exists()) {
    raise_value_error(fmt::format("'{}' is not the letter of a piece", text));
  }
  return piece;
}

}  // namespace

void raise_observation_error(const std::string& text) { raise(observation_error, text); }
void raise_action_error(const std::string& text) { raise(action_error, text); }
void raise_value_error(const std::string& text) { raise(PyExc_ValueError, text); }

void make_exceptions(py::module_& module) {
  observation_error = make_exception(module, "ObservationError",
                                     "An observation that contradicts what is known. Nothing was changed by it.");
  action_error = make_exception(module, "ActionError",
                                "An action that may not be taken now, or not at all. Nothing was changed by it.");
}

Color to_color(py::handle value) {
  if (py::isinstance<py::bool_>(value)) {
    return value.cast<bool>() ? kWhite : kBlack;
  }
  if (!py::isinstance<py::str>(value)) {
    raise_type_error("a colour (True, False, 'white' or 'black')", value);
  }
  return value_or_raise(parse_color(value.cast<std::string>()));
}

Square to_square(py::handle value) {
  if (value.is_none()) {
    return kNoSquare;
  }
  if (py::isinstance<py::str>(value)) {
    return value_or_raise(parse_square(value.cast<std::string>()));
  }
  if (PyIndex_Check(value.ptr()) == 0 || py::isinstance<py::bool_>(value)) {
    raise_type_error("a square (0 to 63, or a name)", value);
  }
  const Py_ssize_t number = PyNumber_AsSsize_t(value.ptr(), nullptr);
  if (number < 0 || number >= kNoSquare) {
    raise_value_error(fmt::format("square {} is not between 0 and 63", number));
  }
  return static_cast<Square>(number);
}

Move to_move(py::handle value) {
  if (value.is_none()) {
    return kNullMove;
  }
  const py::object text = py::hasattr(value, "uci") ? value.attr("uci")() : py::reinterpret_borrow<py::object>(value);
  if (!py::isinstance<py::str>(text)) {
    raise_type_error("a move (text such as 'e2e4', or an object with uci())", value);
  }
  return value_or_raise(parse_move(text.cast<std::string>()));
}

Board to_board(py::handle value) {
  if (value.is_none()) {
    return Board::start();
  }
  const py::object text = py::hasattr(value, "fen") ? value.attr("fen")(py::arg("en_passant") = "fen")
                                                    : py::reinterpret_borrow<py::object>(value);
  if (!py::isinstance<py::str>(text)) {
    raise_type_error("a position (a FEN, or an object with fen())", value);
  }
  return value_or_raise(parse_fen(text.cast<std::string>()));
}

GameRules to_rules(py::handle start, int move_limit, int turn_limit) {
  if (move_limit < 0 || turn_limit < 0) {
    raise_value_error("limits are 0 (none) or more");
  }
  return {.start = to_board(start), .move_limit = move_limit, .turn_limit = turn_limit};
}

Window to_window(Square center, py::handle value) {
  if (py::isinstance<py::str>(value)) {
    return value_or_raise(parse_window(center, value.cast<std::string>()));
  }
  const WindowSquares squares = window_squares(center);
  Window window{.center = center};
  int seen = 0;
  if (!value.is_none()) {
    if (!py::isinstance<py::sequence>(value)) {
      raise_type_error("a sense result (a list of squares with pieces, or text)", value);
    }
    for (const py::handle entry : value) {
      if (!py::isinstance<py::sequence>(entry) || py::len(entry) != 2) {
        raise_type_error("a square and a piece", entry);
      }
      const auto pair = py::reinterpret_borrow<py::sequence>(entry);
      const Square square = to_square(pair[0]);
      const auto* at = std::find(squares.begin(), squares.end(), square);
      if (at == squares.end()) {
        raise_value_error(fmt::format("{} is not in the window of {}", format_square(square), format_square(center)));
      }
      window.contents[static_cast<std::size_t>(at - squares.begin())] = to_piece(pair[1]);
      ++seen;
    }
  }
  if (seen != squares.size) {
    raise_value_error(fmt::format("a sense of {} shows {} squares, not {}", format_square(center), squares.size, seen));
  }
  return window;
}

py::object from_square(Square square) {
  return square == kNoSquare ? py::object(py::none()) : py::object(py::int_(static_cast<int>(square)));
}

py::object from_move(Move move) {
  return move.is_null() ? py::object(py::none()) : py::object(py::str(format_move(move)));
}

py::object from_color(Color color) { return py::bool_(color == kWhite); }

py::list from_window(const Window& window) {
  py::list list;
  const WindowSquares squares = window_squares(window.center);
  for (int i = 0; i < squares.size; ++i) {
    const Piece piece = window.contents[static_cast<std::size_t>(i)];
    list.append(py::make_tuple(static_cast<int>(squares.squares[static_cast<std::size_t>(i)]),
                               piece.exists() ? py::object(py::str(std::string(1, piece_letter(piece)))) : py::none()));
  }
  return list;
}

py::tuple from_observation(const Observation& event) {
  if (const auto* notice = std::get_if<OpponentMoved>(&event)) {
    return py::make_tuple("opponent_moved", from_square(notice->captured));
  }
  if (const auto* sensed = std::get_if<Sensed>(&event)) {
    const Window& window = sensed->window;
    return py::make_tuple("sensed", from_square(window.center),
                          window.center == kNoSquare ? std::string() : format_window(window));
  }
  const auto& moved = std::get<Moved>(event);
  return py::make_tuple("moved", from_move(moved.requested), from_move(moved.taken), from_square(moved.captured));
}

Observation to_observation(py::handle value) {
  if (!py::isinstance<py::tuple>(value) || py::len(value) == 0) {
    raise_type_error("an event, as history() has them", value);
  }
  const auto event = py::reinterpret_borrow<py::tuple>(value);
  const auto kind = py::str(event[0]).cast<std::string>();
  if (kind == "opponent_moved" && event.size() == 2) {
    return OpponentMoved{to_square(event[1])};
  }
  if (kind == "sensed" && event.size() == 3) {
    const Square center = to_square(event[1]);
    return Sensed{center == kNoSquare ? Window{} : to_window(center, event[2])};
  }
  if (kind == "moved" && event.size() == 4) {
    return Moved{to_move(event[1]), to_move(event[2]), to_square(event[3])};
  }
  raise_type_error("an event, as history() has them", value);
}

bool signal_raised() {
  const py::gil_scoped_acquire acquire;
  return PyErr_CheckSignals() != 0;
}

void throw_if_raised() {
  if (PyErr_Occurred() != nullptr) {
    throw py::error_already_set();
  }
}

}  // namespace lanternfish::python
