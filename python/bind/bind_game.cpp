#include <fmt/format.h>

#include "game/game_record.h"
#include "python/bind/bind.h"
#include "python/bind/convert.h"
#include "python/stepped_game.h"
#include "rules/notation.h"

namespace lanternfish::python {

namespace {

constexpr double kMsPerSecond = 1000;

std::chrono::milliseconds to_ms(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * kMsPerSecond));
}

SteppedGame make_game(py::handle start, std::optional<double> seconds, double increment, int move_limit,
                      int turn_limit) {
  TimeControl time;
  if (seconds) {
    if (!(*seconds > 0) || !(increment >= 0)) {
      raise_value_error("seconds is above 0, and increment 0 or more");
    }
    time.base = to_ms(*seconds);
    time.increment = to_ms(increment);
  }
  return SteppedGame(to_rules(start, move_limit, turn_limit), time);
}

const char* step_name(SteppedGame& game) {
  switch (game.step()) {
    case SteppedGame::Step::kSense: return "sense";
    case SteppedGame::Step::kMove: return "move";
    case SteppedGame::Step::kOver: break;
  }
  return "over";
}

template <typename T>
T acted(Result<T> result) {
  if (!result) {
    raise_action_error(result.error());
  }
  return std::move(result).value();
}

py::tuple move(SteppedGame& game, py::handle request) {
  const Moved moved = acted(game.move(to_move(request)));
  return py::make_tuple(from_move(moved.taken), from_square(moved.captured));
}

py::list requests_of(const SteppedGame& game) {
  py::list list;
  for (const Move request : requests(game.referee().board(), game.turn())) {
    if (!request.is_null()) {
      list.append(from_move(request));
    }
  }
  return list;
}

py::list observations(const SteppedGame& game, py::handle color) {
  py::list list;
  for (const Observation& event : game.referee().history(to_color(color))) {
    list.append(from_observation(event));
  }
  return list;
}

py::object winner(SteppedGame& game) {
  const bool decided = game.step() == SteppedGame::Step::kOver && game.referee().result().winner;
  return decided ? from_color(*game.referee().result().winner) : py::none();
}

py::object reason(SteppedGame& game) {
  if (game.step() != SteppedGame::Step::kOver) {
    return py::none();
  }
  return py::str(std::string(format_win_reason(game.referee().result().reason)));
}

std::string history(SteppedGame& game, const std::string& white, const std::string& black) {
  game.step();
  return format_game_record(game.referee().record({white, black}));
}

py::object clock(const SteppedGame& game, py::handle color) {
  const auto left = game.clock(to_color(color));
  return left ? py::object(py::float_(static_cast<double>(left->count()) / kMsPerSecond)) : py::none();
}

std::string repr(SteppedGame& game) {
  const char* const step = step_name(game);
  return game.referee().over() ? std::string("<lanternfish.Game over>")
                               : fmt::format("<lanternfish.Game, {} to {}>", format_color(game.turn()), step);
}

constexpr const char* kClassText = R"(One game under the exact referee, led step by step.

A turn is sense(), then move(). What the player to act was told of the
opponent's move is `capture`.

start       the first position: a FEN or a chess.Board; None is the usual one
seconds     each player's clock at the start; None: no clocks. The first clock
            runs from now on
increment   seconds credited after each turn
move_limit  plies without capture or pawn move before a draw; 0: no limit
turn_limit  turns of each player before a draw; 0: no limit

What may not be done now raises ActionError and changes nothing.

>>> game = Game()
>>> game.turn, game.step, game.capture
(True, 'sense', None)
>>> game.sense("c7")[:3]
[(57, 'n'), (58, 'b'), (59, 'q')]
>>> game.move("e2e4")
('e2e4', None)
>>> game.sense(None), game.move("e7e4")
Traceback (most recent call last):
    ...
lanternfish.ActionError: e7e4 may not be requested here
>>> game.move(None)
(None, None)
>>> game.observations("black")
[('opponent_moved', None), ('sensed', None, ''), ('moved', None, None, None)]
)";

void bind_steps(py::class_<SteppedGame>& game) {
  game.def_property_readonly(
          "turn", [](const SteppedGame& g) { return from_color(g.turn()); },
          "Whose turn it is: True for White. After the end, whose it would be.")
      .def_property_readonly("step", &step_name, "What comes next: \"sense\", \"move\" or \"over\".")
      .def_property_readonly(
          "over", [](SteppedGame& g) { return g.step() == SteppedGame::Step::kOver; }, "Whether the game has ended.")
      .def_property_readonly(
          "capture", [](const SteppedGame& g) { return from_square(g.capture()); },
          "Where the opponent's last move captured a piece of the player to act, or None.")
      .def_property_readonly("requests", &requests_of,
                             "What the player to act may request, as text; the pass (None) is allowed and not listed.")
      .def(
          "sense",
          [](SteppedGame& g, py::handle square) { return from_window(acted(g.sense(to_square(square))).window); },
          py::arg("square"),
          R"(Senses `square` (None: no sense) for the player to act.

Returns [(square, letter or None), ...] as reconchess has it, from the higher
rank to the lower.

>>> Game().sense("a1")
[(8, 'P'), (9, 'P'), (0, 'R'), (1, 'N')]
)")
      .def("move", &move, py::arg("request"),
           R"(Requests a move (None: a pass) for the player to act, whose turn ends.

Returns (taken move or None, capture square or None).

>>> game = Game(start="4k3/8/8/8/r7/8/8/R3K3 w - - 0 1")
>>> game.sense(None)
[]
>>> game.move("a1a8")
('a1a4', 24)
)")
      .def(
          "resign", [](SteppedGame& g, py::handle color) { acted(g.resign(to_color(color))); }, py::arg("color"),
          "The player of `color` gives up.");
}

void bind_results(py::class_<SteppedGame>& game) {
  game.def_property_readonly(
          "fen", [](const SteppedGame& g) { return format_fen(g.referee().board()); },
          "The true position, which no player knows.")
      .def_property_readonly("winner", &winner,
                             "True for White, False for Black; None while the game goes on or is drawn.")
      .def_property_readonly("reason", &reason,
                             "KING_CAPTURE, TIMEOUT, RESIGN, TURN_LIMIT or MOVE_LIMIT; None while the game goes on.")
      .def("clock", &clock, py::arg("color"), "Seconds left on a player's clock; None without clocks.")
      .def("observations", &observations, py::arg("color"),
           "All that a player has been told, in the form of Tracker.history().")
      .def("history", &history, py::arg("white") = "white", py::arg("black") = "black",
           R"(The game so far as GameHistory JSON, which reconchess reads; `white` and `black` name the players.

>>> game = Game(start="4k3/8/8/8/8/8/8/4K2R w - - 0 1")
>>> _ = game.sense(None), game.move("h1h8")
>>> game.history()[:40]
'{"type": "GameHistory", "white_name": "w'
)")
      .def(
          "copy", [](const SteppedGame& g) { return SteppedGame(g); },
          R"(A game that goes on from here by itself.

>>> game = Game()
>>> other = game.copy()
>>> other.sense(None)
[]
>>> game.step, other.step
('sense', 'move')
)");
}

}  // namespace

void bind_game(py::module_& module) {
  py::class_<SteppedGame> game(module, "Game", kClassText);
  game.def(py::init(&make_game), py::arg("start") = py::none(), py::arg("seconds") = py::none(),
           py::arg("increment") = 0.0, py::arg("move_limit") = 100, py::arg("turn_limit") = 0)
      .def("__repr__", &repr)
      .def("__copy__", [](const SteppedGame& g) { return SteppedGame(g); })
      .def(
          "__deepcopy__", [](const SteppedGame& g, const py::dict& /*memo*/) { return SteppedGame(g); },
          py::arg("memo"));
  bind_steps(game);
  bind_results(game);
}

}  // namespace lanternfish::python
