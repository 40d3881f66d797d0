#include "python/bind/convert.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "rules/notation.h"
#include "support/text.h"

namespace lanternfish::python {

namespace {

// Of the module, made by make_exceptions(); they live as long as the interpreter.
PyObject* observation_error = nullptr;
PyObject* action_error = nullptr;

constexpr std::size_t kMaxShown = 80;  // bytes of a value in a sentence
constexpr std::size_t kMaxSentence = 2000;

[[noreturn]] void raise(PyObject* type, const std::string& sentence) {
  const std::string text = shortened(sentence, kMaxSentence);
  // Text from outside may be no UTF-8 after it was cut short.
  const auto message = py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
  PyErr_SetObject(type, message.ptr());
  throw py::error_already_set();
}

std::string shown(py::handle value) {
  const auto text = py::reinterpret_steal<py::object>(PyObject_ASCII(value.ptr()));
  if (!text) {
    throw py::error_already_set();
  }
  return shortened(text.cast<std::string>(), kMaxShown);
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

// The text of a str, or of what the method of that name gives.
std::string text_of(const Argument& argument, const char* method, const char* expected, const py::dict& keywords = {}) {
  const py::object text = py::hasattr(argument.value, method) ? argument.value.attr(method)(**keywords)
                                                              : py::reinterpret_borrow<py::object>(argument.value);
  if (!py::isinstance<py::str>(text)) {
    raise_type_error(argument, expected);
  }
  return to_text({argument.name, text});
}

// A letter of a FEN, or an object with symbol().
Piece to_piece(const Argument& argument) {
  if (argument.value.is_none()) {
    return {};
  }
  const std::string text = text_of(argument, "symbol", "a piece (a letter, or an object with symbol())");
  const Piece piece = text.size() == 1 ? piece_from_letter(text[0]) : Piece{};
  if (!piece.exists()) {
    raise_value_error(argument, fmt::format("'{}' is not the letter of a piece", shortened(text, kMaxShown)));
  }
  return piece;
}

// The index of a value that can be one; nothing where it is beyond 64 bits.
std::optional<std::int64_t> whole_number(const Argument& argument, const char* expected) {
  if (PyIndex_Check(argument.value.ptr()) == 0 || py::isinstance<py::bool_>(argument.value)) {
    raise_type_error(argument, expected);
  }
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(argument.value.ptr()));
  if (!index) {
    throw py::error_already_set();
  }
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  return overflow == 0 ? std::optional<std::int64_t>(number) : std::nullopt;
}

// A value as the text that an option takes; errors call it `called`.
std::string option_value(const std::string& called, py::handle value) {
  if (py::isinstance<py::bool_>(value)) {
    return value.cast<bool>() ? "true" : "false";
  }
  if (py::isinstance<py::float_>(value)) {
    const double number = to_number({called.c_str(), value}, -1e18, 1e18);
    return number == std::floor(number) ? fmt::format("{:.0f}", number) : fmt::format("{}", number);
  }
  if (PyIndex_Check(value.ptr()) != 0) {
    return fmt::format("{}", to_int({called.c_str(), value}, std::numeric_limits<std::int64_t>::min(),
                                    std::numeric_limits<std::int64_t>::max()));
  }
  return to_line({called.c_str(), value});
}

}  // namespace

void raise_observation_error(const std::string& text) { raise(observation_error, text); }
void raise_action_error(const std::string& text) { raise(action_error, text); }
void raise_value_error(const std::string& text) { raise(PyExc_ValueError, text); }
void raise_value_error(const Argument& argument, const std::string& text) {
  raise_value_error(fmt::format("{}: {}", argument.name, text));
}
void raise_runtime_error(const std::string& text) { raise(PyExc_RuntimeError, text); }
void raise_type_error(const Argument& argument, const char* expected) {
  raise(PyExc_TypeError, fmt::format("{}: expected {}, not {}", argument.name, expected, shown(argument.value)));
}

void raise_type_error(const std::string& text) { raise(PyExc_TypeError, text); }

void make_exceptions(py::module_& module) {
  observation_error = make_exception(module, "ObservationError",
                                     "An observation that contradicts what is known. Nothing was changed by it.");
  action_error = make_exception(module, "ActionError",
                                "An action that may not be taken now, or not at all. Nothing was changed by it.");
}

std::int64_t to_int(const Argument& argument, std::int64_t min, std::int64_t max) {
  const std::optional<std::int64_t> number = whole_number(argument, "a whole number");
  if (!number || *number < min || *number > max) {
    raise_value_error(argument, fmt::format("{} is not between {} and {}", shown(argument.value), min, max));
  }
  return *number;
}

std::uint64_t to_seed(const Argument& argument) {
  if (const auto number = whole_number(argument, "a whole number")) {
    return static_cast<std::uint64_t>(to_int(argument, 0, std::numeric_limits<std::int64_t>::max()));
  }
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(argument.value.ptr()));
  const unsigned long long number = PyLong_AsUnsignedLongLong(index.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    raise_value_error(argument, fmt::format("{} is not between 0 and 2^64 - 1", shown(argument.value)));
  }
  return number;
}

double to_number(const Argument& argument, double min, double max) {
  const bool is_number = PyFloat_Check(argument.value.ptr()) || PyIndex_Check(argument.value.ptr()) != 0 ||
                         (py::hasattr(argument.value, "__float__") && !py::isinstance<py::str>(argument.value));
  if (!is_number || py::isinstance<py::bool_>(argument.value)) {
    raise_type_error(argument, "a number");
  }
  double number = PyFloat_AsDouble(argument.value.ptr());
  if (PyErr_Occurred() != nullptr) {
    if (PyErr_ExceptionMatches(PyExc_OverflowError) == 0) {
      throw py::error_already_set();
    }
    PyErr_Clear();
    number = std::numeric_limits<double>::infinity();
  }
  if (!(number >= min && number <= max)) {
    raise_value_error(argument, fmt::format("{} is not between {:g} and {:g}", shown(argument.value), min, max));
  }
  return number;
}

std::string to_text(const Argument& argument) {
  if (!py::isinstance<py::str>(argument.value)) {
    raise_type_error(argument, "text");
  }
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(argument.value.ptr(), &size);
  if (text == nullptr) {
    PyErr_Clear();
    raise_value_error(argument, "the text has characters that UTF-8 has not");
  }
  if (std::memchr(text, 0, static_cast<std::size_t>(size)) != nullptr) {
    raise_value_error(argument, "the text has a null character");
  }
  return {text, static_cast<std::size_t>(size)};
}

std::string to_line(const Argument& argument) {
  std::string text = to_text(argument);
  if (std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; })) {
    raise_value_error(argument, fmt::format("{} has control characters", shown(argument.value)));
  }
  return text;
}

std::array<std::string, 2> to_names(py::handle white, py::handle black) {
  return {to_text({"white", white}), to_text({"black", black})};
}

std::vector<std::pair<std::string, std::string>> to_options(const Argument& argument) {
  if (!py::isinstance<py::dict>(argument.value)) {
    raise_type_error(argument, "a dict of names and values");
  }
  std::vector<std::pair<std::string, std::string>> list;
  for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(argument.value)) {
    std::string name = to_line({argument.name, key});
    if (name.empty()) {
      raise_value_error(argument, "a name is empty");
    }
    std::string text = option_value(fmt::format("{}[{}]", argument.name, shortened(name, kMaxShown)), value);
    list.emplace_back(std::move(name), std::move(text));
  }
  return list;
}

std::chrono::milliseconds to_ms(const Argument& argument) {
  constexpr double kMsPerSecond = 1000;
  return std::chrono::milliseconds(static_cast<std::int64_t>(to_number(argument, 0, kMaxSeconds) * kMsPerSecond));
}

Color to_color(const Argument& argument) {
  const bool of_numpy = py::str(py::getattr(argument.value, "dtype", py::none())).equal(py::str("bool"));
  if (py::isinstance<py::bool_>(argument.value) || of_numpy) {
    return argument.value.cast<bool>() ? kWhite : kBlack;
  }
  if (!py::isinstance<py::str>(argument.value)) {
    raise_type_error(argument, "a colour (True, False, 'white' or 'black')");
  }
  return value_or_raise(argument, parse_color(to_text(argument)));
}

Square to_square(const Argument& argument) {
  if (argument.value.is_none()) {
    return kNoSquare;
  }
  if (py::isinstance<py::str>(argument.value)) {
    return value_or_raise(argument, parse_square(to_text(argument)));
  }
  const std::optional<std::int64_t> number = whole_number(argument, "a square (0 to 63, or a name)");
  if (!number || *number < 0 || *number >= kNoSquare) {
    raise_value_error(argument, fmt::format("square {} is not between 0 and 63", shown(argument.value)));
  }
  return static_cast<Square>(*number);
}

Move to_move(const Argument& argument) {
  if (argument.value.is_none()) {
    return kNullMove;
  }
  return value_or_raise(argument,
                        parse_move(text_of(argument, "uci", "a move (text such as 'e2e4', or an object with uci())")));
}

Board to_board(const Argument& argument, Kings kings) {
  if (argument.value.is_none()) {
    return Board::start();
  }
  return value_or_raise(argument, parse_fen(text_of(argument, "fen", "a position (a FEN, or an object with fen())",
                                                    py::dict(py::arg("en_passant") = "fen")),
                                            kings));
}

GameRules to_rules(py::handle start, py::handle move_limit, py::handle turn_limit) {
  constexpr int kMaxLimit = 1'000'000;
  return {.start = to_board({"start", start}),
          .move_limit = static_cast<int>(to_int({"move_limit", move_limit}, 0, kMaxLimit)),
          .turn_limit = static_cast<int>(to_int({"turn_limit", turn_limit}, 0, kMaxLimit))};
}

Window to_window(Square center, const Argument& argument) {
  const py::handle value = argument.value;
  if (center == kNoSquare) {
    if (!value.is_none() && !(py::isinstance<py::sequence>(value) && py::len(value) == 0)) {
      raise_value_error(argument, "no square was sensed, so there is nothing to show");
    }
    return {};
  }
  if (py::isinstance<py::str>(value)) {
    return value_or_raise(argument, parse_window(center, to_text(argument)));
  }
  if (!value.is_none() && !py::isinstance<py::sequence>(value)) {
    raise_type_error(argument, "a sense result (a list of squares with pieces, or text)");
  }
  const WindowSquares squares = window_squares(center);
  Window window{.center = center};
  Bitboard seen = 0;
  for (const py::handle entry : value.is_none() ? py::list() : py::list(py::reinterpret_borrow<py::object>(value))) {
    if (!py::isinstance<py::sequence>(entry) || py::len(entry) != 2) {
      raise_type_error({argument.name, entry}, "a square and a piece");
    }
    const auto pair = py::reinterpret_borrow<py::sequence>(entry);
    const py::object place = pair[0];
    const py::object piece = pair[1];
    const Square square = to_square({argument.name, place});
    const auto* at = std::find(squares.begin(), squares.end(), square);
    if (square == kNoSquare || at == squares.end()) {
      raise_value_error(
          argument, fmt::format("{} is not in the window of {}", square == kNoSquare ? "None" : format_square(square),
                                format_square(center)));
    }
    if ((seen & bit(square)) != 0) {
      raise_value_error(argument, fmt::format("{} is there twice", format_square(square)));
    }
    window.contents[static_cast<std::size_t>(at - squares.begin())] = to_piece({argument.name, piece});
    seen |= bit(square);
  }
  if (count(seen) != squares.size) {
    raise_value_error(argument, fmt::format("a sense of {} shows {} squares, not {}", format_square(center),
                                            squares.size, count(seen)));
  }
  return window;
}

OpponentMoved to_notice(py::handle capture) { return {to_square({"capture", capture})}; }

Sensed to_sensed(py::handle square, py::handle result) {
  return {to_window(to_square({"square", square}), {"result", result})};
}

Moved to_moved(py::handle requested, py::handle taken, py::handle capture) {
  return {to_move({"requested", requested}), to_move({"taken", taken}), to_square({"capture", capture})};
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

py::list from_observations(const std::vector<Observation>& events) {
  py::list list;
  for (const Observation& event : events) {
    list.append(from_observation(event));
  }
  return list;
}

Observation to_observation(const Argument& argument) {
  constexpr const char* kExpected = "an event, as history() has them";
  if (!py::isinstance<py::tuple>(argument.value) || py::len(argument.value) == 0) {
    raise_type_error(argument, kExpected);
  }
  const auto event = py::reinterpret_borrow<py::tuple>(argument.value);
  const auto kind = py::str(event[0]).cast<std::string>();
  if (kind == "opponent_moved" && event.size() == 2) {
    return to_notice(event[1]);
  }
  if (kind == "sensed" && event.size() == 3) {
    return to_sensed(event[1], event[2]);
  }
  if (kind == "moved" && event.size() == 4) {
    return to_moved(event[1], event[2], event[3]);
  }
  raise_type_error(argument, kExpected);
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
