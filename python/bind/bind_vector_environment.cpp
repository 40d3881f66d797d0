#include <fmt/format.h>

#include "python/bind/bind.h"
#include "python/bind/coded.h"
#include "python/game_batch.h"

namespace lanternfish::python {

namespace {

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
    if (side != "both" || !given.empty()) {
      raise_value_error(side != "both" ? Argument{"color", color} : Argument{"opponent_options", options},
                        "without an opponent, both sides are yours");
    }
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

}  // namespace

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

}  // namespace lanternfish::python
