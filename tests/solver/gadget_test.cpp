// The opponent's choice at the root, and the passage from resolve to maxmargin.

#include <array>

#include <doctest/doctest.h>

#include "tests/solver/decision.h"
#include "tests/solver/games/stored_game.h"

namespace lanternfish::solver::testing {
namespace {

// The searcher, as first player, picks an action without knowing which of the opponent's sets it is in; then the game
// ends. payoffs[set][action].
class GuessTheSet : public Game {
 public:
  static constexpr InfoKey kKey = 1;

  explicit GuessTheSet(std::vector<std::vector<double>> payoffs) : payoffs_(std::move(payoffs)) {}

  void expand(StateId state, Expansion& out) override {
    out.player = Player::kFirst;
    out.key = kKey;
    for (const double value : payoffs_[state]) out.children.push_back(ending(value));
  }

  Subgame subgame(RootKind kind, const std::vector<double>& alternates) const {
    Subgame subgame;
    subgame.kind = kind;
    for (std::uint32_t set = 0; set < payoffs_.size(); ++set) {
      subgame.states.push_back({.state = set, .weight = 1, .set = set});
      subgame.sets.push_back({.alternate = alternates[set], .prior = 1});
    }
    return subgame;
  }

 private:
  std::vector<std::vector<double>> payoffs_;
};

float first_action(const Solver& solver) { return solver.last_strategy(Player::kFirst, GuessTheSet::kKey)[0]; }

// Action 0 with probability p is worth p in set 0 and (1 - p) / 2 in set 1.
const std::vector<std::vector<double>> kPayoffs = {{1, 0}, {0, 0.5}};

TEST_CASE("passage: where the opponent declines everywhere only maxmargin still pulls") {
  // Declining gives the searcher -0.5 and -0.2: whatever it plays, the opponent declines. The margins are p + 0.5 and
  // (1 - p) / 2 + 0.2; the lesser is greatest at p = 2/15.
  GuessTheSet game(kPayoffs);
  const std::vector<double> alternates = {-0.5, -0.2};
  const auto solved = [&](RootKind kind) {
    auto solver = std::make_unique<Solver>(game, game.subgame(kind, alternates), Settings{.max_nodes = 10});
    REQUIRE(solver->grow_whole());
    solver->run({.iterations = 1000});
    return solver;
  };
  const auto resolve = solved(RootKind::kResolve);
  CHECK(first_action(*resolve) == 1);  // as it began: nothing pulls
  const auto maxmargin = solved(RootKind::kMaxmargin);
  CHECK(first_action(*maxmargin) == doctest::Approx(2.0 / 15).epsilon(0.01));
  const auto blend = solved(RootKind::kBlend);
  CHECK(first_action(*blend) == doctest::Approx(2.0 / 15).epsilon(0.01));
  CHECK(blend->gadget().entering() == 0);
  CHECK(blend->gadget().mean_entering() < 0.01);
  CHECK(-blend->gadget().margins()[0] == doctest::Approx(2.0 / 15 + 0.5).epsilon(0.01));
  CHECK(blend->value(1) == doctest::Approx(13.0 / 30).epsilon(0.01));

  const std::vector<Option> mixed = decide(*blend, blend->tree().infoset(0));
  REQUIRE(mixed.size() == 2);
  CHECK(mixed[0].action == 1);
  CHECK(mixed[0].probability == doctest::Approx(13.0 / 15).epsilon(0.01));
}

TEST_CASE("passage: where the opponent enters everywhere the blend is resolve") {
  // Declining would give the searcher more than any action can. Resolve weighs the sets alike, so action 0 is best: 1/2
  // against 1/4. Maxmargin would look at the worst set alone.
  GuessTheSet game(kPayoffs);
  Solver solver(game, game.subgame(RootKind::kBlend, {2, 2}), {.max_nodes = 10});
  REQUIRE(solver.grow_whole());
  solver.run({.iterations = 1000});
  CHECK(first_action(solver) == doctest::Approx(1).epsilon(1e-3));
  CHECK(solver.gadget().entering() == 1);
  const std::vector<Option> pure = decide(solver, solver.tree().infoset(0));
  REQUIRE(pure.size() == 1);
  CHECK(pure[0].action == 0);
  CHECK(pure[0].probability == 1);

  Solver worst(game, game.subgame(RootKind::kMaxmargin, {2, 2}), {.max_nodes = 10});
  REQUIRE(worst.grow_whole());
  worst.run({.iterations = 1000});
  CHECK(first_action(worst) == doctest::Approx(1.0 / 3).epsilon(0.01));
}

TEST_CASE("passage: priors weigh the sets in resolve") {
  GuessTheSet game(kPayoffs);
  Subgame subgame = game.subgame(RootKind::kBlend, {2, 2});
  set_priors(subgame, {1, 9});
  CHECK(subgame.sets[0].prior == doctest::Approx(0.3));
  CHECK(subgame.sets[1].prior == doctest::Approx(0.7));
  Solver solver(game, subgame, {.max_nodes = 10});
  REQUIRE(solver.grow_whole());
  solver.run({.iterations = 1000});
  CHECK(first_action(solver) == doctest::Approx(0).epsilon(1e-3));  // 0.3 against 0.35

  set_priors(subgame, {0, 0});
  CHECK(subgame.sets[0].prior == doctest::Approx(0.5));
}

TEST_CASE("decision: under maxmargin an action is mixed in once it has been played for half of the time") {
  GuessTheSet game(kPayoffs);
  Solver solver(game, game.subgame(RootKind::kMaxmargin, {-0.5, -0.2}), {.max_nodes = 10});
  REQUIRE(solver.grow_whole());
  solver.run({.iterations = 20});
  const auto since = solver.tree().actions(solver.tree().infoset(0), solver.tree().table().support_since);
  const std::uint32_t later = std::max(since[0], since[1]);
  REQUIRE(later > 0);  // an action that was not played at first, and without a break from then on
  REQUIRE(later != kNone);
  const auto options_after = [&](std::uint32_t iterations) {
    Solver again(game, game.subgame(RootKind::kMaxmargin, {-0.5, -0.2}), {.max_nodes = 10});
    REQUIRE(again.grow_whole());
    again.run({.iterations = iterations});
    return decide(again, again.tree().infoset(0)).size();
  };
  CHECK(options_after(2 * later - 1) == 1);
  CHECK(options_after(2 * later) == 2);
}

TEST_CASE("root gadget: two updates by hand") {
  GuessTheSet game({{0}, {0}});
  const Rule rule = Rule::kPcfrPlus;
  RootGadget gadget(game.subgame(RootKind::kBlend, {0, 0}));
  CHECK(gadget.reach()[0] == 0.5F);
  CHECK(gadget.reach()[1] == 0.5F);
  // The opponent gains 1 by entering at set 0 and loses 1 at set 1: it enters at 0 alone.
  gadget.update(std::array{1.0F, -1.0F}, rule);
  CHECK(gadget.entering() == 1);
  CHECK(gadget.reach()[0] == 0.5F);
  CHECK(gadget.reach()[1] == 0);
  // Now it loses everywhere: it declines, and maxmargin has learnt to pick set 0.
  gadget.update(std::array{-1.0F, -1.0F}, rule);
  CHECK(gadget.entering() == 0);
  CHECK(gadget.reach()[0] == 1);
  CHECK(gadget.reach()[1] == 0);
  CHECK(gadget.mean_entering() == doctest::Approx(1.0 / 3));  // updates count 1 and 2
}

}  // namespace
}  // namespace lanternfish::solver::testing
