#include <fmt/format.h>

#include "python/bind/bind.h"
#include "python/bind/convert.h"
#include "python/game_batch.h"
#include "rules/notation.h"

namespace lanternfish::python {

namespace {

int checked_turns(int turns) {
  if (turns < 1 || turns > kHistoryTurns) {
    raise_value_error(fmt::format("turns is 1 to {}, not {}", kHistoryTurns, turns));
  }
  return turns;
}

void act(CodedGame& game, std::int64_t code) {
  if (const Status done = game.act(code); !done) {
    raise_action_error(done.error());
  }
}

py::array_t<std::uint8_t> planes(CodedGame& game, int turns) {
  py::array_t<std::uint8_t> array({checked_turns(turns) * kPlanesPerTurn, 8, 8});
  game.write_planes({array.mutable_data(), static_cast<std::size_t>(array.size())}, turns);
  return array;
}

py::array_t<std::uint8_t> mask(CodedGame& game) {
  py::array_t<std::uint8_t> array(kActionCodes);
  game.write_mask({array.mutable_data(), kActionCodes});
  return array;
}

py::object winner(CodedGame& game) {
  return game.over() && game.referee().result().winner ? from_color(*game.referee().result().winner) : py::none();
}

// The arrays of a GameBatch, which numpy owns.
struct BatchArrays {
  py::array_t<std::uint8_t> planes, masks, players, senses, dones;
  py::array_t<float> rewards;

  BatchArrays(std::size_t games, int turns)
      : planes({games, static_cast<std::size_t>(turns * kPlanesPerTurn), std::size_t{8}, std::size_t{8}}),
        masks({games, static_cast<std::size_t>(kActionCodes)}),
        players(static_cast<py::ssize_t>(games)),
        senses(static_cast<py::ssize_t>(games)),
        dones(static_cast<py::ssize_t>(games)),
        rewards({games, std::size_t{2}}) {}

  GameBatch::Arrays spans() {
    return {span_of(planes), span_of(masks), span_of(players), span_of(senses), span_of(rewards), span_of(dones)};
  }

 private:
  template <typename T>
  static std::span<T> span_of(py::array_t<T>& array) {
    return {array.mutable_data(), static_cast<std::size_t>(array.size())};
  }
};

class VectorEnvironment {
 public:
  VectorEnvironment(std::size_t games, int turns, int threads, const GameRules& rules)
      : arrays(games, turns), batch_(games, turns, rules, threads) {
    reset();
  }

  void reset() {
    const GameBatch::Arrays to = arrays.spans();
    const py::gil_scoped_release release;
    batch_.reset(to);
  }

  void step(const py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>& actions) {
    if (actions.ndim() != 1 || static_cast<std::size_t>(actions.size()) != batch_.size()) {
      raise_value_error(fmt::format("one action for each of the {} games is needed", batch_.size()));
    }
    const std::span<const std::int64_t> codes(actions.data(), batch_.size());
    const GameBatch::Arrays to = arrays.spans();
    const Status done = [&] {
      const py::gil_scoped_release release;
      return batch_.step(codes, to);
    }();
    if (!done) {
      raise_action_error(done.error());
    }
  }

  py::array_t<std::int64_t> random_actions(std::uint64_t rng_seed) {
    py::array_t<std::int64_t> actions(static_cast<py::ssize_t>(batch_.size()));
    batch_.random_actions(rng_seed, {actions.mutable_data(), batch_.size()});
    return actions;
  }

  std::size_t size() const { return batch_.size(); }

  BatchArrays arrays;

 private:
  GameBatch batch_;
};

template <auto array>
auto array_of() {
  return [](VectorEnvironment& e) { return e.arrays.*array; };
}

constexpr const char* kVectorText = R"(Many games side by side, one action each a step; a game that ends begins anew.

games    their number
turns    how many of the newest turns an observation has, 1 to 20
threads  threads that step the games

The arrays are written anew by each step() and stay where they are: copy what
is to be kept. Row i is about game i.

planes   uint8 [games, 90 * turns, 8, 8], see Environment
masks    uint8 [games, 4737], 1 for each action that may be chosen
players  uint8 [games], who is to act: 1 White, 0 Black
senses   uint8 [games], 1: the next action is a sense, 0: a request
rewards  float32 [games, 2], of White and of Black for the step just made
dones    uint8 [games], 1: that step ended a game; the rest of the row is of
         the next game

>>> games = VectorEnvironment(3, turns=1)
>>> games.planes.shape, int(games.masks[0].sum())
((3, 90, 8, 8), 64)
>>> games.step([sense_code("e7", True)] * 3)  # or games.random_actions(seed)
>>> int(games.masks[0].sum())
35
)";

}  // namespace

void bind_environment(py::module_& module) {
  module.attr("ACTIONS") = static_cast<int>(kActionCodes);
  module.attr("PASS") = static_cast<int>(kPassCode);
  module.attr("FIRST_SENSE") = static_cast<int>(kFirstSenseCode);
  module.attr("PLANES_PER_TURN") = kPlanesPerTurn;
  module.def(
      "move_code",
      [](py::handle move, py::handle color) -> int {
        const Move wanted = to_move(move);
        const auto code = code_of_request(wanted, to_color(color));
        if (!code) {
          raise_value_error(format_move(wanted) + " is no piece's way to move");
        }
        return *code;
      },
      py::arg("move"), py::arg("color"),
      R"(The action code of a request of `color`; None is the pass.

64 * plane + square of origin, in AlphaZero's 73 planes: 0-55 direction
(N NE E SE S SW W NW) * 7 + distance - 1; 56-63 knight jumps clockwise from
NNE; 64-72 promotion to knight, bishop, rook, three each (towards the a-file,
straight, towards the h-file). Ranks are mirrored for Black.

>>> move_code("e2e4", True), move_code("e7e5", False), move_code(None, True)
(76, 76, 4672)
)");
  module.def(
      "sense_code",
      [](py::handle square, py::handle color) -> int {
        const Square center = to_square(square);
        if (center == kNoSquare) {
          raise_value_error("the environment has no action for not sensing");
        }
        return sense_code(center, to_color(color));
      },
      py::arg("square"), py::arg("color"),
      R"(The action code of a sense: 4673 + square, with ranks mirrored for Black.

>>> sense_code("e7", True), sense_code("e2", False)
(4725, 4725)
)");

  py::class_<CodedGame>(module, "CodedGame",
                        "A game whose actions are codes and whose observations are planes; Environment is made of it.")
      .def(py::init([](py::handle start, int move_limit, int turn_limit) {
             return CodedGame(to_rules(start, move_limit, turn_limit));
           }),
           py::arg("start") = py::none(), py::arg("move_limit") = 100, py::arg("turn_limit") = 0)
      .def_property_readonly(
          "turn", [](const CodedGame& g) { return from_color(g.turn()); }, "Who is to act.")
      .def_property_readonly("over", &CodedGame::over, "Whether the game has ended.")
      .def_property_readonly("winner", &winner, "True, False, or None where nobody has won.")
      .def_property_readonly(
          "fen", [](const CodedGame& g) { return format_fen(g.referee().board()); }, "The true position.")
      .def(
          "history",
          [](CodedGame& g, const std::string& white, const std::string& black) {
            g.over();
            return format_game_record(g.referee().record({white, black}));
          },
          py::arg("white") = "white", py::arg("black") = "black", "As Game.history().")
      .def("act", &act, py::arg("code"), "Senses or requests. ActionError, and nothing changed, where it may not.")
      .def("planes", &planes, py::arg("turns") = kHistoryTurns, "The observation: uint8 [90 * turns, 8, 8].")
      .def("mask", &mask, "uint8 [4737], 1 for each action that may be chosen.")
      .def(
          "copy", [](const CodedGame& g) { return CodedGame(g); }, "A game that goes on from here by itself.");

  py::class_<VectorEnvironment>(module, "VectorEnvironment", kVectorText)
      .def(py::init([](int games, int turns, int threads, py::handle start, int move_limit, int turn_limit) {
             if (games < 1 || threads < 1) {
               raise_value_error("games and threads are 1 or more");
             }
             return std::make_unique<VectorEnvironment>(static_cast<std::size_t>(games), checked_turns(turns), threads,
                                                        to_rules(start, move_limit, turn_limit));
           }),
           py::arg("games"), py::arg("turns") = kHistoryTurns, py::arg("threads") = 1, py::arg("start") = py::none(),
           py::arg("move_limit") = 100, py::arg("turn_limit") = 0)
      .def("__len__", &VectorEnvironment::size)
      .def("reset", &VectorEnvironment::reset, "Begins all games anew.")
      .def(
          "step", &VectorEnvironment::step, py::arg("actions"),
          "Takes one action in each game: int64 [games]. ActionError, and nothing changed, when any may not be chosen.")
      .def(
          "random_actions", &VectorEnvironment::random_actions, py::arg("rng_seed"),
          "An allowed action for each game, all with the same probability: int64 [games]. The same seed and games give "
          "the same actions.")
      .def_property_readonly("planes", array_of<&BatchArrays::planes>(), "The observation of the player to act.")
      .def_property_readonly("masks", array_of<&BatchArrays::masks>(), "The actions that may be chosen.")
      .def_property_readonly("players", array_of<&BatchArrays::players>(), "Who is to act: 1 White, 0 Black.")
      .def_property_readonly("senses", array_of<&BatchArrays::senses>(), "Whether the next action is a sense.")
      .def_property_readonly("rewards", array_of<&BatchArrays::rewards>(),
                             "Of White and of Black, for the step just made.")
      .def_property_readonly("dones", array_of<&BatchArrays::dones>(), "Whether the step just made ended a game.");
}

}  // namespace lanternfish::python
