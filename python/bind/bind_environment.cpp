#include <fmt/format.h>

#include "python/bind/bind.h"
#include "python/bind/convert.h"
#include "python/bind/turn.h"
#include "python/game_batch.h"
#include "rules/notation.h"

namespace lanternfish::python {

namespace {

using SharedGame = Guarded<CodedGame>;
using SharedObserver = Guarded<Observer>;

int to_turns(py::handle turns) { return static_cast<int>(to_int({"turns", turns}, 1, kHistoryTurns)); }

// A number that is no action code is no TypeError's or ValueError's case: the game says that it may not be chosen.
std::int64_t to_code(const Argument& argument) {
  constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();
  return to_int(argument, -kAny, kAny);
}

// An array that numpy owns, filled by write(span) in the object's turn.
template <typename Number = std::uint8_t, typename T, typename Write>
py::array_t<Number> filled(Guarded<T>& object, std::vector<py::ssize_t> shape, Write write) {
  py::array_t<Number> array(std::move(shape));
  const std::span<Number> to(array.mutable_data(), static_cast<std::size_t>(array.size()));
  in_turn(object, [&](T& t) { write(t, to); });
  return array;
}

template <typename T>
py::array_t<std::uint8_t> planes(Guarded<T>& object, py::handle turns) {
  const int newest = to_turns(turns);
  return filled(object, {newest * kPlanesPerTurn, 8, 8}, [&](T& t, auto to) { t.write_planes(to, newest); });
}

constexpr std::int64_t kMaxTokens = 100'000;
constexpr int kUsualTokens = 512;  // of the newest 36 turns or more
int to_length(const Argument& argument) { return static_cast<int>(to_int(argument, 1, kMaxTokens)); }

template <typename T>
py::array_t<Token> tokens(Guarded<T>& object, py::handle length) {
  return filled<Token>(object, {to_length({"length", length})}, [](T& t, auto to) { t.write_tokens(to); });
}

template <typename T>
py::array_t<std::uint8_t> mask(Guarded<T>& object) {
  return filled(object, {kActionCodes}, [](T& t, auto to) { t.write_mask(to); });
}

// ---- Codes ----

int encode_move(py::handle move, py::handle color) {
  const Move wanted = to_move({"move", move});
  const auto code = code_of_request(wanted, to_color({"color", color}));
  if (!code) {
    raise_value_error({"move", move}, format_move(wanted) + " is no piece's way to move");
  }
  return *code;
}

py::object decode_move(py::handle code, py::handle color, py::handle position) {
  const auto action = static_cast<ActionCode>(to_int({"code", code}, 0, kPassCode));
  const Color side = to_color({"color", color});
  const Bitboard pawns = position.is_none() ? 0 : to_board({"position", position}).pieces(side, kPawn);
  const std::optional<Move> move = move_of_code(action, side, pawns);
  if (!move) {
    raise_value_error({"code", code}, fmt::format("action {} leaves the board", action));
  }
  return from_move(*move);
}

int encode_sense(py::handle square, py::handle color) {
  const Square center = to_square({"square", square});
  if (center == kNoSquare) {
    raise_value_error({"square", square}, "there is no action for not sensing");
  }
  return sense_code(center, to_color({"color", color}));
}

py::object decode_sense(py::handle code, py::handle color) {
  const auto action = static_cast<ActionCode>(to_int({"code", code}, kFirstSenseCode, kActionCodes - 1));
  return from_square(sense_of_code(action, to_color({"color", color})));
}

void bind_codes(py::module_& module) {
  module.attr("ACTIONS") = static_cast<int>(kActionCodes);
  module.attr("PASS") = static_cast<int>(kPassCode);
  module.attr("FIRST_SENSE") = static_cast<int>(kFirstSenseCode);
  module.attr("PLANES_PER_TURN") = kPlanesPerTurn;
  module.attr("TOKENS") = static_cast<int>(kTokens);
  module.def("encode_move", &encode_move, py::arg("move"), py::arg("color"),
             R"(The action code of a request of `color`; None is the pass.

64 * plane + square of origin, in AlphaZero's 73 planes: 0-55 direction
(N NE E SE S SW W NW) * 7 + distance - 1; 56-63 knight jumps clockwise from
NNE; 64-72 promotion to knight, bishop, rook, three each (towards the a-file,
straight, towards the h-file). Ranks are mirrored for Black.

>>> encode_move("e2e4", True), encode_move("e7e5", False), encode_move(None, True)
(76, 76, 4672)
)");
  module.def("decode_move", &decode_move, py::arg("code"), py::arg("color"), py::arg("position") = py::none(),
             R"(The request that a code of `color` stands for, as text; None is the pass.

A pawn that reaches the last rank becomes a queen unless the code says another
piece. `position` (a FEN or a chess.Board; the own pieces are enough) tells which
moves are a pawn's; without it "q" is left out. ValueError for codes that leave
the board.

>>> decode_move(76, True), decode_move(76, False), decode_move(PASS, True)
('e2e4', 'e7e5', None)
>>> decode_move(encode_move("a7a8q", True), True, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
'a7a8q'
)");
  module.def("encode_sense", &encode_sense, py::arg("square"), py::arg("color"),
             R"(The action code of a sense: 4673 + square, with ranks mirrored for Black.

>>> encode_sense("e7", True), encode_sense("e2", False)
(4725, 4725)
)");
  module.def("decode_sense", &decode_sense, py::arg("code"), py::arg("color"),
             R"(The square that a sense's code of `color` stands for.

>>> decode_sense(4725, True), decode_sense(4725, False)
(52, 12)
)");
  module.def("move_code", &encode_move, py::arg("move"), py::arg("color"), "The older name of encode_move().");
  module.def("sense_code", &encode_sense, py::arg("square"), py::arg("color"), "The older name of encode_sense().");
}

// ---- Observer ----

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

// ---- CodedGame ----

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
  const std::string white_name = to_text({"white", white});
  const std::string black_name = to_text({"black", black});
  return in_turn(game, [&](CodedGame& g) {
    g.over();
    return format_game_record(g.referee().record({white_name, black_name}));
  });
}

std::unique_ptr<SharedGame> copy(SharedGame& game) {
  return shared(in_turn(game, [](const CodedGame& g) { return std::make_unique<CodedGame>(g); }));
}

// The same actions lead to the same game, so a pickle is the rules and the actions.
py::tuple game_state(const GameRules& rules, const py::object& actions) {
  return py::make_tuple(format_fen(rules.start), rules.move_limit, rules.turn_limit, actions);
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

void bind_game_of_codes(py::module_& module) {
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

// ---- VectorEnvironment ----

// What the views of a VectorEnvironment look at. Each view holds it, so it outlives the environment where need be; and
// numpy resizes no array whose memory is another's.
struct BatchMemory {
  std::vector<std::uint8_t> planes, masks, players, senses, dones;
  std::vector<Token> tokens;
  std::vector<float> rewards;

  // `length`: of the tokens that are observed; or one of these.
  static constexpr int kPlanes = 0, kNothing = -1;

  BatchMemory(std::size_t games, int turns, int length = kPlanes)
      : planes(length == kPlanes ? games * static_cast<std::size_t>(turns * kPlanesPerTurn) * 64 : 0),
        masks(length == kNothing ? 0 : games * kActionCodes),
        players(games),
        senses(games),
        dones(games),
        tokens(games * static_cast<std::size_t>(std::max(length, 0))),
        rewards(2 * games) {}

  GameBatch::Arrays spans() { return {planes, tokens, masks, players, senses, rewards, dones}; }
};

class VectorEnvironment {
 public:
  // Without opponents the caller acts for both sides.
  struct Rivals {
    std::unique_ptr<Opponents> opponents;
    std::function<Color(std::size_t)> learner;
  };

  // `length`: as BatchMemory has it.
  VectorEnvironment(std::size_t games, int turns, int length, int threads, const GameRules& rules, Rivals rivals = {})
      : memory_(std::make_shared<BatchMemory>(games, turns, length)),
        keeper_(new std::shared_ptr<BatchMemory>(memory_),
                [](void* held) { delete static_cast<std::shared_ptr<BatchMemory>*>(held); }),
        size_(games),
        turns_(turns),
        length_(length),
        can_be_copied_(rivals.opponents == nullptr),
        batch_(std::make_unique<GameBatch>(games, turns, rules, threads, std::move(rivals.opponents),
                                           std::move(rivals.learner)),
               threads > 1 || !can_be_copied_ ? Home::kMakersProcess : Home::kAnyProcess) {
    reset();
  }

  void reset() {
    in_turn(batch_, [&](GameBatch& b) { b.reset(memory_->spans()); });
  }

  void step(py::handle actions) {
    const std::vector<std::int64_t> codes = to_codes(actions);
    if (const Status done = in_turn(batch_, [&](GameBatch& b) { return b.step(codes, memory_->spans()); }); !done) {
      raise_action_error("actions: " + done.error());
    }
  }

  py::array_t<std::int64_t> random_actions(py::handle rng_seed) {
    const std::uint64_t seed = to_seed({"rng_seed", rng_seed});
    py::array_t<std::int64_t> actions(static_cast<py::ssize_t>(size_));
    const std::span<std::int64_t> to(actions.mutable_data(), size_);
    in_turn(batch_, [&](GameBatch& b) { b.random_actions(seed, to); });
    return actions;
  }

  std::size_t size() const { return size_; }

  template <typename T>
  py::array_t<T> view(std::vector<T> BatchMemory::*array, const std::vector<py::ssize_t>& row) {
    std::vector<py::ssize_t> shape = {static_cast<py::ssize_t>(size_)};
    shape.insert(shape.end(), row.begin(), row.end());
    return py::array_t<T>(std::move(shape), (memory_.get()->*array).data(), keeper_);
  }
  py::array_t<std::uint8_t> planes() {
    if (length_ != BatchMemory::kPlanes) {
      raise_value_error("planes: of these games something else is observed");
    }
    return view(&BatchMemory::planes, {turns_ * kPlanesPerTurn, 8, 8});
  }
  py::array_t<std::uint8_t> masks() {
    if (length_ == BatchMemory::kNothing) {
      raise_value_error("masks: of these games nothing is observed");
    }
    return view(&BatchMemory::masks, {kActionCodes});
  }
  py::array_t<Token> tokens() {
    if (length_ <= 0) {
      raise_value_error("tokens: of these games something else is observed");
    }
    return view(&BatchMemory::tokens, {length_});
  }

  std::unique_ptr<VectorEnvironment> copy() {
    const Saved saved = save();
    return restored(saved);
  }
  py::tuple state() {
    const Saved saved = save();
    return py::make_tuple(size_, turns_, length_, saved.threads, game_state(saved.rules, py::cast(saved.actions)),
                          py::cast(saved.memory.rewards), py::cast(saved.memory.dones));
  }
  static std::unique_ptr<VectorEnvironment> from_state(const py::tuple& state) {
    if (state.size() != 7) {
      raise_value_error("not the pickle of a VectorEnvironment of this version");
    }
    const auto game = state[4].cast<py::tuple>();
    const auto size = state[0].cast<std::size_t>();
    const int turns = to_turns(state[1]);
    Saved saved{.turns = turns,
                .length = state[2].cast<int>(),
                .threads = state[3].cast<int>(),
                .rules = to_rules(game[0], game[1], game[2]),
                .actions = game[3].cast<std::vector<std::vector<ActionCode>>>(),
                .memory = BatchMemory(0, 1)};
    saved.memory.rewards = state[5].cast<std::vector<float>>();
    saved.memory.dones = state[6].cast<std::vector<std::uint8_t>>();
    if (saved.actions.size() != size || saved.memory.rewards.size() != 2 * size || saved.memory.dones.size() != size) {
      raise_value_error("not the pickle of a VectorEnvironment of this version");
    }
    return restored(saved);
  }

 private:
  struct Saved {
    int turns, length, threads;
    GameRules rules;
    std::vector<std::vector<ActionCode>> actions;
    BatchMemory memory;  // rewards and dones alone are of use: the rest follows from the actions
  };

  Saved save() {
    if (!can_be_copied_) {
      raise_type_error("games with opponents cannot be copied: the opponents' thoughts cannot; make them anew");
    }
    return in_turn(batch_,
                   [&](GameBatch& b) { return Saved{turns_, length_, b.threads(), b.rules(), b.actions(), *memory_}; });
  }

  static std::unique_ptr<VectorEnvironment> restored(const Saved& saved) {
    auto other = std::make_unique<VectorEnvironment>(saved.actions.size(), saved.turns, saved.length, saved.threads,
                                                     saved.rules);
    const Status done =
        in_turn(other->batch_, [&](GameBatch& b) { return b.replay(saved.actions, other->memory_->spans()); });
    if (!done) {
      raise_action_error(done.error());
    }
    other->memory_->rewards = saved.memory.rewards;
    other->memory_->dones = saved.memory.dones;
    return other;
  }

  // A copy: the caller's array may change while the games go on.
  std::vector<std::int64_t> to_codes(py::handle actions) const {
    const Argument argument{"actions", actions};
    const auto array = py::array::ensure(actions);
    if (!array || (array.dtype().kind() != 'i' && array.dtype().kind() != 'u')) {
      PyErr_Clear();
      raise_type_error(argument, "an array of whole numbers");
    }
    if (array.ndim() != 1 || static_cast<std::size_t>(array.size()) != size_) {
      raise_value_error(argument, fmt::format("one action for each of the {} games is needed", size_));
    }
    const py::array_t<std::int64_t, py::array::c_style | py::array::forcecast> codes(array);
    return {codes.data(), codes.data() + size_};
  }

  std::shared_ptr<BatchMemory> memory_;
  py::capsule keeper_;
  std::size_t size_;
  int turns_;
  int length_;
  bool can_be_copied_;
  Guarded<GameBatch> batch_;
};

template <typename T>
auto array_of(std::vector<T> BatchMemory::*array, std::vector<py::ssize_t> row = {}) {
  return [array, row](VectorEnvironment& e) { return e.view(array, row); };
}

constexpr const char* kVectorText = R"(Many games side by side, one action each a step; a game that ends begins anew.

games    their number
turns    how many of the newest turns an observation has, 1 to 20
threads  threads that step the games
observation  what is observed: "planes", "tokens", `length` of them a game, or
         "nothing", masks neither: for random play

The arrays are written anew by each step() and stay where they are: copy what
is to be kept. They cannot be resized, and live as long as somebody holds them.
Row i is about game i. Of several threads' calls to one object each waits its
turn; who reads the arrays sees to it that nobody steps meanwhile.

planes   uint8 [games, 90 * turns, 8, 8], see Environment
tokens   int16 [games, length] instead of these, the newest last
masks    uint8 [games, 4737], 1 for each action that may be chosen
players  uint8 [games], who is to act: 1 White, 0 Black
senses   uint8 [games], 1: the next action is a sense, 0: a request
rewards  float32 [games, 2], of White and of Black for the step just made
dones    uint8 [games], 1: that step ended a game; the rest of the row is of
         the next game

With `opponent`, a strategy's name such as "random", "attacker" or "trout", the
caller acts for one side alone, and the opponent's turns pass within step():

color             the learner's: "white", "black", or "both" by turns of the
                  row, White in the first
opponent_options  options by name; without "EngineCommand" the opponent plays
                  with the built-in evaluator, and with the same "Seed" and
                  actions the games are the same
opponent_nodes    positions that the opponent scores in a decision

>>> games = VectorEnvironment(2, turns=1, opponent="attacker", color="both")
>>> for i in range(60):
...     games.step(games.random_actions(i))
>>> games.players.tolist()
[1, 0]

>>> games = VectorEnvironment(3, turns=1)
>>> games.planes.shape, int(games.masks[0].sum())
((3, 90, 8, 8), 64)
>>> games.step([encode_sense("e7", True)] * 3)  # or games.random_actions(seed)
>>> int(games.masks[0].sum())
35
)";

VectorEnvironment::Rivals to_rivals(py::handle opponent, py::handle color, py::handle options, py::handle nodes,
                                    std::size_t games) {
  const std::string side = to_text({"color", color});
  if (side != "white" && side != "black" && side != "both") {
    raise_value_error({"color", color}, "'white', 'black' or 'both'");
  }
  const std::int64_t scored = to_int({"opponent_nodes", nodes}, 1, std::int64_t{1} << 60);
  auto given = options.is_none() ? Opponents::Options{} : to_options({"opponent_options", options});
  if (opponent.is_none()) {
    return {};
  }
  Opponents::Options all = {
      {"Strategy", to_line({"opponent", opponent})}, {"EngineCommand", "none"}, {"Threads", "1"}, {"Seed", "1"}};
  all.insert(all.end(), given.begin(), given.end());
  auto made = [&] {
    const py::gil_scoped_release release;
    return Opponents::make(all, games, scored);
  }();
  if (!made) {
    const bool name = made.error().starts_with("Strategy ");
    raise_value_error(name ? Argument{"opponent", opponent} : Argument{"opponent_options", options}, made.error());
  }
  return {std::move(made).value(), [side](std::size_t i) {
            return side == "both" ? (i % 2 == 0 ? kWhite : kBlack) : side == "white" ? kWhite : kBlack;
          }};
}

void bind_vector_environment(py::module_& module) {
  constexpr int kMaxGames = 1'000'000;
  py::class_<VectorEnvironment>(module, "VectorEnvironment", kVectorText)
      .def(py::init([](py::handle games, py::handle turns, py::handle threads, py::handle start, py::handle move_limit,
                       py::handle turn_limit, py::handle opponent, py::handle color, py::handle opponent_options,
                       py::handle opponent_nodes, py::handle observation, py::handle length) {
             const auto number = static_cast<std::size_t>(to_int({"games", games}, 1, kMaxGames));
             const int workers = static_cast<int>(to_int({"threads", threads}, 1, 1024));
             const GameRules rules = to_rules(start, move_limit, turn_limit);
             const int newest = to_turns(turns);
             const int room = to_length({"length", length});
             const std::string kind = to_text({"observation", observation});
             if (kind != "planes" && kind != "tokens" && kind != "nothing") {
               raise_value_error({"observation", observation}, "'planes', 'tokens' or 'nothing'");
             }
             return std::make_unique<VectorEnvironment>(
                 number, newest,
                 kind == "tokens"   ? room
                 : kind == "planes" ? BatchMemory::kPlanes
                                    : BatchMemory::kNothing,
                 workers, rules, to_rivals(opponent, color, opponent_options, opponent_nodes, number));
           }),
           py::arg("games"), py::arg("turns") = kHistoryTurns, py::arg("threads") = 1, py::arg("start") = py::none(),
           py::arg("move_limit") = 100, py::arg("turn_limit") = 0, py::arg("opponent") = py::none(),
           py::arg("color") = "both", py::arg("opponent_options") = py::none(), py::arg("opponent_nodes") = 100,
           py::arg("observation") = "planes", py::arg("length") = kUsualTokens)
      .def("__len__", &VectorEnvironment::size)
      .def("reset", &VectorEnvironment::reset, "Begins all games anew.")
      .def(
          "step", &VectorEnvironment::step, py::arg("actions"),
          "Takes one action in each game: int64 [games]. ActionError, and nothing changed, when any may not be chosen.")
      .def(
          "random_actions", &VectorEnvironment::random_actions, py::arg("rng_seed"),
          "An allowed action for each game, all with the same probability: int64 [games]. The same seed and games give "
          "the same actions.")
      .def_property_readonly("planes", &VectorEnvironment::planes, "The observation of the player to act.")
      .def_property_readonly("tokens", &VectorEnvironment::tokens, "The same where it is made of tokens.")
      .def_property_readonly("masks", &VectorEnvironment::masks, "The actions that may be chosen.")
      .def_property_readonly("players", array_of(&BatchMemory::players), "Who is to act: 1 White, 0 Black.")
      .def_property_readonly("senses", array_of(&BatchMemory::senses), "Whether the next action is a sense.")
      .def_property_readonly("rewards", array_of(&BatchMemory::rewards, {2}),
                             "Of White and of Black, for the step just made.")
      .def_property_readonly("dones", array_of(&BatchMemory::dones), "Whether the step just made ended a game.")
      .def("copy", &VectorEnvironment::copy, "Games that go on from here by themselves.")
      .def("__copy__", &VectorEnvironment::copy)
      .def(
          "__deepcopy__", [](VectorEnvironment& e, const py::dict& /*memo*/) { return e.copy(); }, py::arg("memo"))
      .def(py::pickle([](VectorEnvironment& e) { return e.state(); }, &VectorEnvironment::from_state));
}

}  // namespace

void bind_environment(py::module_& module) {
  bind_codes(module);
  bind_observer(module);
  bind_game_of_codes(module);
  bind_vector_environment(module);
}

}  // namespace lanternfish::python
