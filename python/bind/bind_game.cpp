#include <fmt/format.h>

#include "game/game_record.h"
#include "python/bind/bind.h"
#include "python/bind/convert.h"
#include "python/bind/turn.h"
#include "python/stepped_game.h"
#include "rules/notation.h"

namespace lanternfish::python {

namespace {

using SharedGame = Guarded<SteppedGame>;

std::unique_ptr<SharedGame> make_game(py::handle start, py::handle seconds, py::handle increment, py::handle move_limit,
                                      py::handle turn_limit) {
  TimeControl time;
  const auto credited = to_ms({"increment", increment});
  if (!seconds.is_none()) {
    time.base = to_ms({"seconds", seconds});
    time.increment = credited;
    if (time.base->count() == 0) {
      raise_value_error("seconds: a clock has a millisecond or more");
    }
  }
  return std::make_unique<SharedGame>(std::make_unique<SteppedGame>(to_rules(start, move_limit, turn_limit), time));
}

const char* step_name(SteppedGame::Step step) {
  switch (step) {
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

py::list sense(SharedGame& game, py::handle square) {
  const Square center = to_square({"square", square});
  return from_window(acted(in_turn(game, [&](SteppedGame& g) { return g.sense(center); })).window);
}

py::tuple move(SharedGame& game, py::handle request) {
  const Move wanted = to_move({"request", request});
  const Moved moved = acted(in_turn(game, [&](SteppedGame& g) { return g.move(wanted); }));
  return py::make_tuple(from_move(moved.taken), from_square(moved.captured));
}

void resign(SharedGame& game, py::handle color) {
  const Color loser = to_color({"color", color});
  acted(in_turn(game, [&](SteppedGame& g) { return g.resign(loser); }));
}

py::list requests_of(SharedGame& game) {
  py::list list;
  for (const Move request : in_turn(game, [](SteppedGame& g) {
         const bool over = g.step() == SteppedGame::Step::kOver;
         return over ? std::vector<Move>() : requests(g.referee().board(), g.turn());
       })) {
    if (!request.is_null()) {
      list.append(from_move(request));
    }
  }
  return list;
}

py::list observations(SharedGame& game, py::handle color) {
  const Color side = to_color({"color", color});
  return from_observations(in_turn(game, [&](const SteppedGame& g) {
    const auto events = g.referee().history(side);
    return std::vector<Observation>(events.begin(), events.end());
  }));
}

// How the game ended; nothing while it goes on.
std::optional<GameResult> result_of(SharedGame& game) {
  return in_turn(game, [](SteppedGame& g) {
    return g.step() == SteppedGame::Step::kOver ? std::optional<GameResult>(g.referee().result()) : std::nullopt;
  });
}

py::object winner(SharedGame& game) {
  const std::optional<GameResult> result = result_of(game);
  return result && result->winner ? from_color(*result->winner) : py::none();
}

py::object reason(SharedGame& game) {
  const std::optional<GameResult> result = result_of(game);
  return result ? py::object(py::str(std::string(format_win_reason(result->reason)))) : py::none();
}

std::string history(SharedGame& game, py::handle white, py::handle black) {
  const auto names = to_names(white, black);
  return in_turn(game, [&](SteppedGame& g) {
    g.step();
    return format_game_record(g.referee().record(names));
  });
}

py::object clock(SharedGame& game, py::handle color) {
  constexpr double kMsPerSecond = 1000;
  const Color side = to_color({"color", color});
  const auto left = in_turn(game, [&](const SteppedGame& g) { return g.clock(side); });
  return left ? py::object(py::float_(static_cast<double>(left->count()) / kMsPerSecond)) : py::none();
}

std::unique_ptr<SharedGame> copy(SharedGame& game) {
  return std::make_unique<SharedGame>(
      in_turn(game, [](const SteppedGame& g) { return std::make_unique<SteppedGame>(g); }));
}

std::string repr(SharedGame& game) {
  const auto [turn, step] = in_turn(game, [](SteppedGame& g) {
    const SteppedGame::Step now = g.step();
    return std::pair(g.turn(), now);
  });
  return step == SteppedGame::Step::kOver
             ? std::string("<lanternfish.Game over>")
             : fmt::format("<lanternfish.Game, {} to {}>", format_color(turn), step_name(step));
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

What may not be done now raises ActionError and changes nothing. Of several
threads' calls to one game each waits its turn.

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

void bind_steps(py::class_<SharedGame>& game) {
  game.def_property_readonly("turn", reader<SteppedGame>(&SteppedGame::turn, from_color),
                             "Whose turn it is: True for White. After the end, whose it would be.")
      .def_property_readonly("step", reader<SteppedGame>(&SteppedGame::step, step_name),
                             "What comes next: \"sense\", \"move\" or \"over\".")
      .def_property_readonly("over",
                             reader<SteppedGame>([](SteppedGame& g) { return g.step() == SteppedGame::Step::kOver; }),
                             "Whether the game has ended.")
      .def_property_readonly("capture", reader<SteppedGame>(&SteppedGame::capture, from_square),
                             "Where the opponent's last move captured a piece of the player to act, or None.")
      .def_property_readonly("requests", &requests_of,
                             "What the player to act may request, as text; the pass (None) is allowed and not listed.")
      .def("sense", &sense, py::arg("square"),
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
      .def("resign", &resign, py::arg("color"), "The player of `color` gives up.");
}

void bind_results(py::class_<SharedGame>& game) {
  game.def_property_readonly("fen",
                             reader<SteppedGame>([](const SteppedGame& g) { return format_fen(g.referee().board()); }),
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
      .def("copy", &copy,
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
  py::class_<SharedGame> game(module, "Game", kClassText);
  game.def(py::init(&make_game), py::arg("start") = py::none(), py::arg("seconds") = py::none(),
           py::arg("increment") = 0.0, py::arg("move_limit") = 100, py::arg("turn_limit") = 0)
      .def("__repr__", &repr)
      .def("__copy__", &copy)
      .def(
          "__deepcopy__", [](SharedGame& g, const py::dict& /*memo*/) { return copy(g); }, py::arg("memo"));
  bind_steps(game);
  bind_results(game);
}

}  // namespace lanternfish::python
