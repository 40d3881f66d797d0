// Trees that grow while they are solved, and what ends a search.

#include <thread>

#include <doctest/doctest.h>

#include "tests/solver/best_response.h"
#include "tests/solver/games/dark_hex.h"
#include "tests/solver/games/kuhn.h"
#include "tests/solver/games/leduc.h"
#include "tests/solver/games/random_game.h"

namespace lanternfish::solver::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

TEST_CASE("PUCT: value and spread by hand") {
  // Unvisited: the spread is that of +1 and -1 alone, but no visit yet means no bonus; the value decides.
  CHECK(puct(std::array{0.1F, 0.2F}, std::array{0U, 0U}, std::array{0.0F, 0.0F}, std::array{0.0F, 0.0F}) == 1);
  // After 8 visits of action 1, all with value 0: its spread is sqrt(2 / 10), its bonus 0.447 sqrt(8) / 9 = 0.14. The
  // unvisited one has spread 1, bonus sqrt(8) = 2.83.
  CHECK(puct(std::array{-1.0F, 0.9F}, std::array{0U, 8U}, std::array{0.0F, 0.0F}, std::array{0.0F, 0.0F}) == 0);
  // Same values, same visits: the wider spread is looked at. Values of 8 visits: four +1 and four -1 against eight 0.
  CHECK(puct(std::array{0.0F, 0.0F}, std::array{8U, 8U}, std::array{0.0F, 0.0F}, std::array{0.0F, 8.0F}) == 1);
}

template <typename SomeGame>
void check_growth(SomeGame grown, SomeGame whole, double stake, double value, double error) {
  Solver full(whole, whole_game(0), {.max_nodes = 300'000});
  REQUIRE(full.grow_whole());
  Solver solver(grown, whole_game(0), {.max_nodes = 100'000, .expansion_work = 10});
  const Report report = solver.run({.settle_iterations = 2000});
  CHECK(report.ending == Ending::kSettled);
  CHECK(report.nodes <= full.tree().nodes().size());
  CHECK(stake * solver.value() == doctest::Approx(value).epsilon(error));
  // In the whole game: information sets that never came into the tree are played uniformly.
  CHECK(stake * exploitability(full.tree(), profile_of(solver, Iterate::kAverage)) < 2 * error);
}

TEST_CASE("a growing tree reaches the value of the whole game") {
  check_growth(Kuhn(), Kuhn(), Kuhn::kStake, -1.0 / 18, 0.001);
  check_growth(Leduc(), Leduc(), Leduc::kStake, -0.0856, 0.005);
  check_growth(DarkHex(2, 2, true), DarkHex(2, 2, true), 1, 0.5, 0.001);
}

TEST_CASE("a growing tree solves abrupt dark hex 3x2 with a tenth of its nodes") {
  DarkHex game(3, 2, true);
  Solver full(game, whole_game(0), {.max_nodes = 300'000});
  REQUIRE(full.grow_whole());
  DarkHex again(3, 2, true);
  Solver solver(again, whole_game(0), {.max_nodes = full.tree().nodes().size() / 10});
  solver.run({.iterations = 1500});
  CHECK(solver.value() == doctest::Approx(-0.125).epsilon(0.005));
  CHECK(exploitability(full.tree(), profile_of(solver, Iterate::kAverage)) < 0.02);
}

TEST_CASE("a search stops growing at its number of nodes and settles") {
  RandomGame game({.root_sets = 4, .actions = 8});
  Solver solver(game, game.roots(16), {.max_nodes = 5000});
  const Report report = solver.run({.settle_iterations = 20});
  CHECK(report.ending == Ending::kSettled);
  CHECK(report.nodes <= 5000);
  CHECK(report.nodes > 4900);
  CHECK(report.bytes < Tree::max_bytes(5000) + 100'000);
  // Going on with the full tree: only iterations.
  const Report more = solver.run({.iterations = 10});
  CHECK(more.ending == Ending::kIterations);
  CHECK(more.iterations == report.iterations + 10);
  CHECK(more.nodes == report.nodes);
}

TEST_CASE("a search ends at its deadline, and at once when stopped") {
  RandomGame game({.root_sets = 64, .actions = 30});
  Solver solver(game, game.roots(256), {.max_nodes = 2'000'000});
  const auto start = steady_clock::now();
  // Not settled before, however quick the machine is.
  const Report report = solver.run({.settle_iterations = kNoLimit,
                                    .growth_deadline = start + milliseconds(100),
                                    .deadline = start + milliseconds(150)});
  CHECK(report.ending == Ending::kDeadline);
  CHECK(steady_clock::now() - start >= milliseconds(150));
  CHECK(steady_clock::now() - start < milliseconds(400));  // of slack: the machine may be busy
  CHECK(report.iterations > 0);

  std::stop_source source;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(milliseconds(50));
    source.request_stop();
  });
  const auto again = steady_clock::now();
  CHECK(solver.run({.settle_iterations = kNoLimit}, source.get_token()).ending == Ending::kDeadline);
  CHECK(steady_clock::now() - again < milliseconds(400));
  // What was interrupted is still a distribution.
  const Tree& tree = solver.tree();
  for (InfoIndex i = 0; i < tree.infoset_count(); ++i) {
    double sum = 0;
    for (const float probability : tree.actions(tree.infoset(i), tree.table().strategy)) sum += probability;
    REQUIRE(sum == doctest::Approx(1).epsilon(1e-4));
  }
}

TEST_CASE("an interrupted iteration leaves strategies as they were") {
  RandomGame game({.root_sets = 4, .actions = 20});
  Tree tree(50'000);
  for (const RootState& root : game.roots(16)) tree.add_root(root.state, 1.0F / 16);
  Growth growth(game, tree, 1);
  for (int round = 0; round < 3; ++round) growth.expand_open(StopSign());
  REQUIRE(growth.full());
  Cfr cfr(tree, true);
  for (int i = 0; i < 3; ++i) REQUIRE(cfr.iterate(StopSign()));
  const std::vector<float> strategies = tree.table().strategy;
  CHECK_FALSE(cfr.iterate(StopSign({}, steady_clock::now())));
  CHECK(tree.table().strategy == strategies);
  CHECK(cfr.iterate(StopSign()));
  CHECK(tree.table().strategy != strategies);
}

TEST_CASE("a search with a deadline in the past gives each root state nothing but its node") {
  RandomGame game({.root_sets = 4, .actions = 8});
  Solver solver(game, game.roots(16), {.max_nodes = 5000});
  const Report report = solver.run({.deadline = steady_clock::now()});
  CHECK(report.ending == Ending::kDeadline);
  CHECK(report.nodes == 16);
  CHECK(solver.last_strategy(Player::kFirst, RandomGame::kRootKey).empty());
}

TEST_CASE("a search with time for the root states alone prefers the action that is best on average") {
  // The first state likes action 0 a little, the two others action 1 a lot; the search is stopped after them.
  class Stopped : public Game {
   public:
    void expand(StateId state, Expansion& out) override {
      out.key = 1;
      out.children = {going_on(state, 1, state == 0 ? 0.1 : -0.5), going_on(state, 1, 0)};
      if (state == 2) source.request_stop();
    }
    std::stop_source source;
  } game;
  Solver solver(game, {{.state = 0}, {.state = 1}, {.state = 2}}, {.max_nodes = 100});
  CHECK(solver.run({}, game.source.get_token()).ending == Ending::kDeadline);
  const auto strategy = solver.last_strategy(Player::kFirst, 1);
  REQUIRE(strategy.size() == 2);
  CHECK(strategy[1] == 1);
}

TEST_CASE("a search begins at its root states, as often as their weights say") {
  // The only action is worth 1 in the first state, which is three times as likely, and -1 in the other.
  class TwoStates : public Game {
   public:
    void expand(StateId state, Expansion& out) override { out.children = {ending(state == 0 ? 1 : -1)}; }
  } game;
  Solver solver(game, {{.state = 0, .weight = 6}, {.state = 1, .weight = 2}}, {.max_nodes = 10});
  REQUIRE(solver.grow_whole());
  solver.run({.iterations = 1});
  CHECK(solver.value() == doctest::Approx(0.5));
}

TEST_CASE("the same seed and nodes give the same search, another seed another one") {
  const auto search = [](std::uint64_t seed) {
    RandomGame game({.root_sets = 8, .actions = 12});
    Solver solver(game, game.roots(32), {.max_nodes = 20'000, .seed = seed});
    const Report report = solver.run({});
    const auto strategy = solver.last_strategy(Player::kFirst, RandomGame::kRootKey);
    return std::tuple(report.iterations, report.visited, report.infosets,
                      std::vector<float>(strategy.begin(), strategy.end()));
  };
  const auto first = search(1);
  CHECK(first == search(1));
  CHECK(first != search(2));
}

}  // namespace
}  // namespace lanternfish::solver::testing
