#include <fmt/format.h>

#include "game/recorded_game.h"
#include "python/bind/bind.h"
#include "python/bind/convert.h"
#include "python/record_planes.h"
#include "rules/notation.h"

namespace lanternfish::python {

namespace {

std::string path_of(py::handle path) {
  const py::object plain =
      py::hasattr(path, "__fspath__") ? path.attr("__fspath__")() : py::reinterpret_borrow<py::object>(path);
  if (!py::isinstance<py::str>(plain) && !py::isinstance<py::bytes>(plain)) {
    raise_type_error({"path", path}, "a path");
  }
  const py::bytes name = py::module_::import("os").attr("fsencode")(plain);
  std::string text = name;
  if (text.empty() || text.find('\0') != std::string::npos) {
    raise_value_error({"path", path}, text.empty() ? "it is empty" : "it has a null character");
  }
  return text;
}

GameRecord read(py::handle path) {
  const std::string file = path_of(path);
  auto record = [&] {
    const py::gil_scoped_release release;
    return read_game_record(file);
  }();
  return value_or_raise(std::move(record));
}

void write(const GameRecord& record, py::handle path) {
  if (const Status written = write_game_record(path_of(path), record); !written) {
    PyErr_SetString(PyExc_OSError, written.error().c_str());
    throw py::error_already_set();
  }
}

RecordedGame recorded(const GameRecord& record) {
  auto game = [&] {
    const py::gil_scoped_release release;
    return recorded_game(record);
  }();
  return value_or_raise(std::move(game));
}

// The fields of records.Turn.
py::tuple to_tuple(Color side, std::size_t number, const RecordedTurn& turn) {
  const Moved moved = turn.moved.value_or(Moved{});
  return py::make_tuple(from_color(side), number, format_fen(turn.truth), from_square(turn.notice.captured),
                        from_square(turn.sensed.window.center), from_window(turn.sensed.window), turn.moved.has_value(),
                        from_move(moved.requested), from_move(moved.taken), from_square(moved.captured));
}

py::list turns(const GameRecord& record) {
  const RecordedGame game = recorded(record);
  const Color first = game.start.turn();
  const std::size_t plies = game.turns[first].size() + game.turns[~first].size();
  py::list list;
  for (std::size_t ply = 0; ply < plies; ++ply) {
    const Color side = ply % 2 == 0 ? first : ~first;
    list.append(to_tuple(side, ply / 2 + 1, game.turns[side][ply / 2]));
  }
  return list;
}

// An array that takes the numbers over from the vector.
template <typename T>
py::array_t<T> to_array(std::vector<T>&& numbers) {
  auto* const held = new std::vector<T>(std::move(numbers));
  const py::capsule keeper(held, [](void* vector) { delete static_cast<std::vector<T>*>(vector); });
  return py::array_t<T>(static_cast<py::ssize_t>(held->size()), held->data(), keeper);
}

py::dict planes(const GameRecord& record) {
  RecordPlanes data = [&] {
    const RecordedGame game = recorded(record);
    const py::gil_scoped_release release;
    return record_planes(game);
  }();
  py::dict dict;
  dict["players"] = to_array(std::move(data.players));
  dict["senses"] = to_array(std::move(data.senses));
  dict["actions"] = to_array(std::move(data.actions));
  dict["outcomes"] = to_array(std::move(data.outcomes));
  dict["offsets"] = to_array(std::move(data.offsets));
  dict["bits"] = to_array(std::move(data.bits));
  return dict;
}

py::object name(const GameRecord& record, Color side) {
  return record.names[side] ? py::object(py::str(*record.names[side])) : py::none();
}

constexpr const char* kClassText = R"(A game as reconchess stores it: a GameHistory file.

Record.read(path) reads a file, Record(text) takes the text. What is no
GameHistory raises ValueError with the place in the text.

>>> game = Game(start="4k3/8/8/8/8/8/8/4K2R w - - 0 1")
>>> _ = game.sense("e8"), game.move("h1h8"), game.sense("h8"), game.move("e8f7")
>>> record = Record(game.history("me", "you"))
>>> record.white, record.winner, record.reason
('me', None, None)
>>> record.check()
>>> [turn[7] for turn in record.turn_tuples()]
['h1h8', 'e8f7']
>>> record.json() == game.history("me", "you")
True

A record does not change, so threads may share it.
)";

}  // namespace

void bind_records(py::module_& module) {
  py::class_<GameRecord>(module, "Record", kClassText)
      .def(py::init([](py::handle text) {
             const Argument given{"text", text};
             return value_or_raise(given, parse_game_record(to_text(given)));
           }),
           py::arg("text"))
      .def_static("read", &read, py::arg("path"), "Reads a file.")
      .def("write", &write, py::arg("path"),
           "Writes a file, byte for byte as reconchess does. It appears whole or not at all; OSError says why not.")
      .def("json", &format_game_record, "The text of the file.")
      .def(
          "check", [](const GameRecord& record) { static_cast<void>(recorded(record)); },
          "Plays the game again under the exact referee. ValueError names the first window, taken move, capture "
          "square, "
          "position or end that differs.")
      .def("turn_tuples", &turns, "Checks the game and returns the fields of records.Turn of each turn, in order.")
      .def("planes", &planes,
           R"(The game as numbers to learn from: a dict of arrays, one entry for each decision.

players   uint8, 1 White, 0 Black
senses    uint8, 1: a sense, 0: a request
actions   int32, its action code (move_code, sense_code); -1: nothing sensed
outcomes  float32, for the player: 1 won, -1 lost, 0 neither
offsets   int64, one entry more: the bits of decision i are
          bits[offsets[i]:offsets[i + 1]]
bits      uint32, 64 * plane + square of each 1 in the observation, which has
          1800 planes (Environment describes them)

Checks the game first; ValueError as for check().)")
      .def_property_readonly(
          "white", [](const GameRecord& r) { return name(r, kWhite); }, "White's name, or None.")
      .def_property_readonly(
          "black", [](const GameRecord& r) { return name(r, kBlack); }, "Black's name, or None.")
      .def_property_readonly(
          "winner", [](const GameRecord& r) { return r.winner ? from_color(*r.winner) : py::none(); },
          "True for White, False for Black, None for nobody.")
      .def_property_readonly(
          "reason",
          [](const GameRecord& r) -> py::object {
            return r.reason == WinReason::kNone ? py::object(py::none())
                                                : py::object(py::str(std::string(format_win_reason(r.reason))));
          },
          "KING_CAPTURE, TIMEOUT, RESIGN, TURN_LIMIT, MOVE_LIMIT or None.")
      .def(py::pickle([](const GameRecord& r) { return format_game_record(r); },
                      [](const std::string& text) { return value_or_raise(parse_game_record(text)); }));
}

}  // namespace lanternfish::python
