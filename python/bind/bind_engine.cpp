#include "python/bind/bind.h"
#include "python/bind/convert.h"
#include "python/hosted_engine.h"
#include "rules/notation.h"

namespace lanternfish::python {

namespace {

constexpr double kMsPerSecond = 1000;

[[noreturn]] void raise_engine_error(const std::string& text) {
  PyErr_SetString(PyExc_RuntimeError, text.c_str());
  throw py::error_already_set();
}

std::unique_ptr<HostedEngine> make_engine(const std::string& strategy, const py::dict& options,
                                          const std::optional<std::string>& command) {
  HostedEngine::Options list;
  if (!command || !strategy.empty()) {
    list.emplace_back("Strategy", strategy.empty() ? "lanternfish" : strategy);
  }
  for (const auto& [name, value] : options) {
    const bool flag = py::isinstance<py::bool_>(value);
    list.emplace_back(py::str(name), flag ? (value.cast<bool>() ? "true" : "false") : std::string(py::str(value)));
  }
  auto engine = [&] {
    const py::gil_scoped_release release;
    return command ? HostedEngine::process(*command, list) : HostedEngine::in_process(list);
  }();
  if (!engine) {
    raise_value_error(engine.error());
  }
  return std::move(engine).value();
}

void new_game(HostedEngine& engine, py::handle color, py::handle start, const std::string& opponent, int move_limit,
              int turn_limit) {
  const GameStart game{.rules = to_rules(start, move_limit, turn_limit), .me = to_color(color), .opponent = opponent};
  const Status begun = [&] {
    const py::gil_scoped_release release;
    return engine.new_game(game);
  }();
  if (!begun) {
    raise_engine_error(begun.error());
  }
}

void observe(HostedEngine& engine, const Observation& event) {
  const Status told = [&] {
    const py::gil_scoped_release release;
    return engine.observe(event);
  }();
  if (!told) {
    raise_observation_error(told.error());
  }
}

std::optional<std::int64_t> to_ms(std::optional<double> seconds) {
  return seconds ? std::optional(static_cast<std::int64_t>(*seconds * kMsPerSecond)) : std::nullopt;
}

template <typename Ask>
auto decide(std::optional<double> seconds, std::optional<std::int64_t> nodes, std::optional<double> clock,
            std::optional<double> increment, const Ask& ask) {
  const HostedEngine::Limits limits{
      .move_time = to_ms(seconds), .nodes = nodes, .clock = to_ms(clock), .increment = to_ms(increment)};
  auto answer = [&] {
    const py::gil_scoped_release release;
    return ask(limits);
  }();
  throw_if_raised();
  if (!answer) {
    raise_engine_error(answer.error());
  }
  return *answer;
}

py::dict to_dict(const Candidate& c) {
  py::dict dict;
  if (c.sense != kNoSquare) {
    dict["sense"] = from_square(c.sense);
    dict["bits"] = c.gain_bits;
    dict["expected"] = c.expected_boards;
    dict["worst"] = c.worst_boards;
  } else {
    dict["move"] = from_move(c.move);
    dict["cp_min"] = c.cp_min;
    dict["cp_max"] = c.cp_max;
    dict["legal"] = c.legal;
    dict["capture_probability"] = c.capture_probability;
    dict["king_probability"] = c.king_probability;
  }
  dict["cp"] = c.cp;
  return dict;
}

py::list candidates(const HostedEngine& engine) {
  py::list list;
  for (const Candidate& c : engine.candidates()) {
    list.append(to_dict(c));
  }
  return list;
}

constexpr const char* kClassText = R"(A player: any strategy of Lanternfish in this process, or any RBC-UCI engine.

strategy  "lanternfish", "trout", "strangefish2" and so on, docs/reference/strategies.md
options   {name: value} of the engine's options, docs/reference/options.md or
          `lanternfish --help`
command   a command line such as "lanternfish" or "ssh host lanternfish": the
          engine is a process of its own. None: in this process

An option or value that there is not raises ValueError. Chess engines that a
strategy asks are started by itself; "EngineCommand": "none" does without.

>>> engine = Engine("trout", {"EngineCommand": "none", "Seed": 1})
>>> engine.new_game("white")
>>> engine.opponent_moved()
>>> square = engine.sense(nodes=100)
>>> game = Game()
>>> engine.sensed(square, game.sense(square))
>>> request = engine.go(nodes=100)
>>> request in game.requests
True
)";

}  // namespace

void bind_engine(py::module_& module) {
  const auto none = py::none();
  py::class_<HostedEngine>(module, "Engine", kClassText)
      .def(py::init(&make_engine), py::arg("strategy") = "", py::arg("options") = py::dict(), py::arg("command") = none)
      .def_property_readonly("name", &HostedEngine::name, "What the engine calls itself.")
      .def("new_game", &new_game, py::arg("color"), py::arg("start") = none, py::arg("opponent") = "",
           py::arg("move_limit") = 100, py::arg("turn_limit") = 0,
           "Begins a game as `color`. The other arguments are as for Game; `opponent` is the other player's name.")
      .def(
          "opponent_moved", [](HostedEngine& e, py::handle capture) { observe(e, OpponentMoved{to_square(capture)}); },
          py::arg("capture") = none, "As Tracker.opponent_moved().")
      .def(
          "sensed",
          [](HostedEngine& e, py::handle square, py::handle result) {
            const Square center = to_square(square);
            observe(e, Sensed{center == kNoSquare ? Window{} : to_window(center, result)});
          },
          py::arg("square"), py::arg("result") = none, "As Tracker.sensed().")
      .def(
          "moved",
          [](HostedEngine& e, py::handle requested, py::handle taken, py::handle capture) {
            observe(e, Moved{to_move(requested), to_move(taken), to_square(capture)});
          },
          py::arg("requested"), py::arg("taken"), py::arg("capture") = none, "As Tracker.moved().")
      .def(
          "sense",
          [](HostedEngine& e, std::optional<double> seconds, std::optional<std::int64_t> nodes,
             std::optional<double> clock, std::optional<double> increment) {
            return from_square(decide(seconds, nodes, clock, increment,
                                      [&](const auto& limits) { return e.sense(limits, signal_raised); }));
          },
          py::arg("seconds") = none, py::arg("nodes") = none, py::arg("clock") = none, py::arg("increment") = none,
          R"(The square to sense, or None. Comes after opponent_moved().

seconds    for this decision
nodes      positions scored, at most
clock      seconds left on the player's clock
increment  seconds credited after the turn

Nothing given: the engine decides how long it thinks. Raises RuntimeError out
of turn and when a process fails. Ctrl-C ends the thinking.)")
      .def(
          "go",
          [](HostedEngine& e, std::optional<double> seconds, std::optional<std::int64_t> nodes,
             std::optional<double> clock, std::optional<double> increment) {
            return from_move(decide(seconds, nodes, clock, increment,
                                    [&](const auto& limits) { return e.move(limits, signal_raised); }));
          },
          py::arg("seconds") = none, py::arg("nodes") = none, py::arg("clock") = none, py::arg("increment") = none,
          "The request to make as text, or None for a pass. Comes after sensed(); arguments as for sense().")
      .def_property_readonly("candidates", &candidates,
                             "What the last decision chose among, best first: dicts with \"sense\" or \"move\", \"cp\" "
                             "(centipawns) and more. Empty for a process.")
      .def_property_readonly("count", &HostedEngine::boards, "The number of boards held; None for a process.");
}

}  // namespace lanternfish::python
