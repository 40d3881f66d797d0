#include "game/game_record.h"
#include "python/bind/bind.h"
#include "python/bind/coded.h"
#include "rules/notation.h"

namespace lanternfish::python {

namespace {

using SharedGame = Guarded<CodedGame>;

std::unique_ptr<SharedGame> shared(std::unique_ptr<CodedGame> game) {
  return std::make_unique<SharedGame>(std::move(game));
}

void act(SharedGame& game, py::handle code) {
  const std::int64_t action = to_code({"code", code});
  if (const Status done = in_turn(game, [&](CodedGame& g) { return g.act(action); }); !done) {
    raise_action_error("code: " + done.error());
  }
}

py::object winner(SharedGame& game) {
  const auto won = in_turn(game, [](CodedGame& g) { return g.over() ? g.referee().result().winner : std::nullopt; });
  return won ? from_color(*won) : py::none();
}

std::string history(SharedGame& game, py::handle white, py::handle black) {
  const auto names = to_names(white, black);
  return in_turn(game, [&](CodedGame& g) {
    g.over();
    return format_game_record(g.referee().record(names));
  });
}

std::unique_ptr<SharedGame> copy(SharedGame& game) {
  return shared(in_turn(game, [](const CodedGame& g) { return std::make_unique<CodedGame>(g); }));
}

py::tuple state_of(SharedGame& game) {
  const auto [rules, actions] = in_turn(game, [](const CodedGame& g) { return std::pair(g.rules(), g.actions()); });
  return game_state(rules, py::cast(actions));
}

std::unique_ptr<SharedGame> from_state(const py::tuple& state) {
  if (state.size() != 4) {
    raise_value_error("not the pickle of a CodedGame of this version");
  }
  auto game = std::make_unique<CodedGame>(to_rules(state[0], state[1], state[2]));
  for (const ActionCode action : state[3].cast<std::vector<ActionCode>>()) {
    if (const Status done = game->act(action); !done) {
      raise_action_error(done.error());
    }
  }
  return shared(std::move(game));
}

}  // namespace

void bind_coded_game(py::module_& module) {
  py::class_<SharedGame>(module, "CodedGame",
                         "A game whose actions are codes and whose observations are planes; Environment is made of it. "
                         "Of several threads' calls to one game each waits its turn.")
      .def(py::init([](py::handle start, py::handle move_limit, py::handle turn_limit) {
             return shared(std::make_unique<CodedGame>(to_rules(start, move_limit, turn_limit)));
           }),
           py::arg("start") = py::none(), py::arg("move_limit") = 100, py::arg("turn_limit") = 0)
      .def_property_readonly("turn", reader<CodedGame>(&CodedGame::turn, from_color), "Who is to act.")
      .def_property_readonly("over", reader<CodedGame>(&CodedGame::over), "Whether the game has ended.")
      .def_property_readonly("winner", &winner, "True, False, or None where nobody has won.")
      .def_property_readonly("fen",
                             reader<CodedGame>([](const CodedGame& g) { return format_fen(g.referee().board()); }),
                             "The true position.")
      .def_property_readonly("step", reader<CodedGame>([](CodedGame& g) {
                               return g.over() ? "over" : g.is_sense() ? "sense" : "move";
                             }),
                             "What comes next: \"sense\", \"move\" or \"over\".")
      .def("history", &history, py::arg("white") = "white", py::arg("black") = "black", "As Game.history().")
      .def("act", &act, py::arg("code"), "Senses or requests. ActionError, and nothing changed, where it may not.")
      .def("planes", &planes<CodedGame>, py::arg("turns") = kHistoryTurns, "The observation: uint8 [90 * turns, 8, 8].")
      .def("tokens", &tokens<CodedGame>, py::arg("length") = kUsualTokens,
           "As Observer.tokens(), of the player to act.")
      .def("mask", &mask<CodedGame>, "uint8 [4737], 1 for each action that may be chosen.")
      .def("copy", &copy, "A game that goes on from here by itself.")
      .def("__copy__", &copy)
      .def(
          "__deepcopy__", [](SharedGame& g, const py::dict& /*memo*/) { return copy(g); }, py::arg("memo"))
      .def(py::pickle(&state_of, &from_state));
}

}  // namespace lanternfish::python
