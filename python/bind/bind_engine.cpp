#include "python/bind/turn.h"

#include <fmt/format.h>

#include "python/bind/bind.h"
#include "python/bind/convert.h"
#include "python/hosted_engine.h"

namespace lanternfish::python {

namespace {

using SharedEngine = Guarded<HostedEngine>;

std::unique_ptr<SharedEngine> make_engine(py::handle strategy, py::handle options, py::handle command) {
  const std::string named = to_line({"strategy", strategy});
  const std::optional<std::string> line =
      command.is_none() ? std::nullopt : std::optional(to_line({"command", command}));
  HostedEngine::Options list;
  if (!line || !named.empty()) {
    list.emplace_back("Strategy", named.empty() ? "lanternfish" : named);
  }
  for (auto& option : to_options({"options", options})) {
    list.push_back(std::move(option));
  }
  auto engine = [&] {
    const py::gil_scoped_release release;
    return line ? HostedEngine::process(*line, list, signal_raised) : HostedEngine::in_process(list);
  }();
  throw_if_raised();
  if (!engine) {
    const char* const argument = line ? "command" : engine.error().starts_with("Strategy ") ? "strategy" : "options";
    raise_value_error({argument, py::none()}, engine.error());
  }
  return std::make_unique<SharedEngine>(std::move(engine).value(), Home::kMakersProcess);
}

void new_game(SharedEngine& engine, py::handle color, py::handle start, py::handle opponent, py::handle move_limit,
              py::handle turn_limit) {
  const GameStart game{.rules = to_rules(start, move_limit, turn_limit),
                       .me = to_color({"color", color}),
                       .opponent = to_line({"opponent", opponent})};
  const Status begun = in_turn(engine, [&](HostedEngine& e) { return e.new_game(game, signal_raised); });
  throw_if_raised();
  if (!begun) {
    raise_runtime_error(begun.error());
  }
}

void observe(SharedEngine& engine, const Observation& event) {
  if (const Status told = in_turn(engine, [&](HostedEngine& e) { return e.observe(event); }); !told) {
    raise_observation_error(told.error());
  }
}

std::optional<std::chrono::milliseconds> optional_ms(const Argument& argument) {
  return argument.value.is_none() ? std::nullopt : std::optional(to_ms(argument));
}

HostedEngine::Limits to_limits(py::handle seconds, py::handle nodes, py::handle clock, py::handle increment) {
  HostedEngine::Limits limits{.move_time = optional_ms({"seconds", seconds}),
                              .nodes = {},
                              .clock = optional_ms({"clock", clock}),
                              .increment = optional_ms({"increment", increment})};
  if (!nodes.is_none()) {
    limits.nodes = to_int({"nodes", nodes}, 0, std::int64_t{1} << 60);
  }
  return limits;
}

template <typename T>
T decided(Result<T> answer) {
  throw_if_raised();
  if (!answer) {
    raise_runtime_error(answer.error());
  }
  return *answer;
}

py::object sense(SharedEngine& engine, py::handle seconds, py::handle nodes, py::handle clock, py::handle increment) {
  const HostedEngine::Limits limits = to_limits(seconds, nodes, clock, increment);
  return from_square(decided(in_turn(engine, [&](HostedEngine& e) { return e.sense(limits, signal_raised); })));
}

py::object go(SharedEngine& engine, py::handle seconds, py::handle nodes, py::handle clock, py::handle increment) {
  const HostedEngine::Limits limits = to_limits(seconds, nodes, clock, increment);
  return from_move(decided(in_turn(engine, [&](HostedEngine& e) { return e.move(limits, signal_raised); })));
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

py::list to_list(const std::vector<Candidate>& candidates) {
  py::list list;
  for (const Candidate& c : candidates) {
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

Of several threads' calls to one engine each waits its turn, as long as the other
one thinks. An engine is of no use to a forked child, whose calls raise
RuntimeError; the parent's engine goes on.

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
  py::class_<SharedEngine>(module, "Engine", kClassText)
      .def(py::init(&make_engine), py::arg("strategy") = "", py::arg("options") = py::dict(), py::arg("command") = none)
      .def_property_readonly("name", reader<HostedEngine>([](const HostedEngine& e) { return std::string(e.name()); }),
                             "What the engine calls itself.")
      .def("new_game", &new_game, py::arg("color"), py::arg("start") = none, py::arg("opponent") = "",
           py::arg("move_limit") = 100, py::arg("turn_limit") = 0,
           "Begins a game as `color`. The other arguments are as for Game; `opponent` is the other player's name. A "
           "process that failed before is started again.")
      .def(
          "opponent_moved", [](SharedEngine& e, py::handle capture) { observe(e, to_notice(capture)); },
          py::arg("capture") = none, "As Tracker.opponent_moved().")
      .def(
          "sensed",
          [](SharedEngine& e, py::handle square, py::handle result) { observe(e, to_sensed(square, result)); },
          py::arg("square"), py::arg("result") = none, "As Tracker.sensed().")
      .def(
          "moved",
          [](SharedEngine& e, py::handle requested, py::handle taken, py::handle capture) {
            observe(e, to_moved(requested, taken, capture));
          },
          py::arg("requested"), py::arg("taken"), py::arg("capture") = none, "As Tracker.moved().")
      .def("sense", &sense, py::arg("seconds") = none, py::arg("nodes") = none, py::arg("clock") = none,
           py::arg("increment") = none,
           R"(The square to sense, or None. Comes after opponent_moved().

seconds    for this decision
nodes      positions scored, at most
clock      seconds left on the player's clock
increment  seconds credited after the turn

Nothing given: the engine decides how long it thinks. Raises RuntimeError out
of turn and when a process fails. Ctrl-C ends the thinking. A process that does
not answer a second after `seconds` is told to stop, and killed when it stays
silent; after Ctrl-C at once. new_game() starts it again.)")
      .def("go", &go, py::arg("seconds") = none, py::arg("nodes") = none, py::arg("clock") = none,
           py::arg("increment") = none,
           "The request to make as text, or None for a pass. Comes after sensed(); arguments as for sense().")
      .def_property_readonly(
          "candidates",
          reader<HostedEngine>([](const HostedEngine& e) { return std::vector<Candidate>(e.candidates()); }, to_list),
          "What the last decision chose among, best first: dicts with \"sense\" or \"move\", \"cp\" "
          "(centipawns) and more. Empty for a process.")
      .def_property_readonly("count", reader<HostedEngine>(&HostedEngine::boards),
                             "The number of boards held; None for a process.");
}

}  // namespace lanternfish::python
