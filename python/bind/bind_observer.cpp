#include <fmt/format.h>

#include "python/bind/bind.h"
#include "python/bind/coded.h"
#include "rules/notation.h"

namespace lanternfish::python {

namespace {

using SharedObserver = Guarded<Observer>;

constexpr const char* kObserverText = R"(One player's observations and masks, made of its own events alone.

What an Environment shows its agent, bit for bit, wherever the events come from:
a game of reconchess, a server, an arena. Tell it each event as a Tracker is
told.

color  True or "white", False or "black"
start  the first position: a FEN or a chess.Board; None is the usual one

Of several threads' calls to one observer each waits its turn.

>>> observer = Observer("white")
>>> observer.opponent_moved()
>>> observer.due, int(observer.mask().sum())
('sense', 64)
>>> observer.decode(encode_sense("e7", True))
52
>>> observer.sensed("e7", "qkb/ppp/3")
>>> observer.due, observer.planes(turns=1).shape
('move', (90, 8, 8))
>>> observer.decode(encode_move("e2e4", True))
'e2e4'
)";

void observe(SharedObserver& observer, const Observation& event) {
  if (const Status told = in_turn(observer, [&](Observer& o) { return o.observe(event); }); !told) {
    raise_observation_error(told.error());
  }
}

py::object due(Phase phase) {
  switch (phase) {
    case Phase::kSense: return py::str("sense");
    case Phase::kMove: return py::str("move");
    default: return py::none();
  }
}

// What a code stands for in the decision that is due: a square, or a request.
py::object decode(SharedObserver& observer, py::handle code) {
  const std::int64_t action = to_code({"code", code});
  struct Meaning {
    bool allowed = false, is_sense = false;
    Square square = kNoSquare;
    Move request;
  };
  const Meaning meaning = in_turn(observer, [&](const Observer& o) {
    Meaning m{.allowed = o.allows(action), .is_sense = o.phase() == Phase::kSense, .square = kNoSquare, .request = {}};
    if (m.allowed && m.is_sense) {
      m.square = o.sense_of(static_cast<ActionCode>(action));
    } else if (m.allowed) {
      m.request = o.request_of(static_cast<ActionCode>(action));
    }
    return m;
  });
  if (!meaning.allowed) {
    raise_action_error(fmt::format("code: action {} may not be chosen now", action));
  }
  return meaning.is_sense ? from_square(meaning.square) : from_move(meaning.request);
}

}  // namespace

void bind_observer(py::module_& module) {
  py::class_<SharedObserver>(module, "Observer", kObserverText)
      .def(py::init([](py::handle color, py::handle start) {
             const Board first = to_board({"start", start});
             return std::make_unique<SharedObserver>(std::make_unique<Observer>(first, to_color({"color", color})));
           }),
           py::arg("color"), py::arg("start") = py::none())
      .def(
          "opponent_moved", [](SharedObserver& o, py::handle capture) { observe(o, to_notice(capture)); },
          py::arg("capture") = py::none(), "As Tracker.opponent_moved(): what the player is told first.")
      .def(
          "sensed",
          [](SharedObserver& o, py::handle square, py::handle result) { observe(o, to_sensed(square, result)); },
          py::arg("square"), py::arg("result") = py::none(), "As Tracker.sensed().")
      .def(
          "moved",
          [](SharedObserver& o, py::handle requested, py::handle taken, py::handle capture) {
            observe(o, to_moved(requested, taken, capture));
          },
          py::arg("requested"), py::arg("taken"), py::arg("capture") = py::none(), "As Tracker.moved().")
      .def_property_readonly("color", reader<Observer>(&Observer::color, from_color),
                             "True for White, False for Black.")
      .def_property_readonly("due", reader<Observer>(&Observer::phase, due),
                             "The decision that comes next: \"sense\", \"move\", or None in the opponent's turn.")
      .def_property_readonly("own_fen", reader<Observer>([](const Observer& o) { return format_fen(o.own_pieces()); }),
                             "My own pieces and rights, as a FEN without the opponent.")
      .def("planes", &planes<Observer>, py::arg("turns") = kHistoryTurns,
           "The observation, as Environment describes it: uint8 [90 * turns, 8, 8]. All 0 where no decision is due.")
      .def("tokens", &tokens<Observer>, py::arg("length") = kUsualTokens,
           "The newest tokens of the private history: int16 [length], the last at the end. All 0 where no decision is "
           "due.")
      .def("mask", &mask<Observer>, "uint8 [4737], 1 for each action that may be chosen.")
      .def("decode", &decode, py::arg("code"),
           "What an action stands for now: the square to sense, or the request as text (None: a pass). ActionError "
           "where it may not be chosen.")
      .def(
          "copy",
          [](SharedObserver& o) {
            return std::make_unique<SharedObserver>(
                in_turn(o, [](const Observer& from) { return std::make_unique<Observer>(from); }));
          },
          "An observer that goes on from here by itself.");
}

}  // namespace lanternfish::python
