// The tables of docs/research/solver.md. solver-report [convergence] [growth] [safety] [speed]; without arguments all
// of them.

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/solver/best_response.h"
#include "tests/solver/games/dark_hex.h"
#include "tests/solver/games/kuhn.h"
#include "tests/solver/games/leduc.h"
#include "tests/solver/games/random_game.h"
#include "tests/solver/leduc_subgames.h"

namespace lanternfish::solver::testing {
namespace {

// Of processor time: other programs do not count.
double seconds_since(std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }

constexpr std::size_t kMaxNodes = 400'000;

struct RuleName {
  Rule rule;
  const char* name;
};
constexpr RuleName kRules[] = {{Rule::kCfr, "CFR"}, {Rule::kCfrPlus, "CFR+"}, {Rule::kPcfrPlus, "PCFR+"}};

// Whole trees: exploitability of the average and of the last strategy.
template <typename SomeGame>
void convergence(const char* name, const SomeGame& fresh, double stake) {
  constexpr std::uint64_t kCheckpoints[] = {10, 30, 100, 300, 1000, 3000};
  bool first = true;
  for (const RuleName& rule : kRules) {
    SomeGame game = fresh;
    Solver solver(game, whole_game(0), {.max_nodes = kMaxNodes, .rule = rule.rule});
    solver.grow_whole();
    if (first) {
      fmt::print("\n{}: {} nodes, {} information sets\n\n| rule | strategy |", name, solver.tree().nodes().size(),
                 solver.tree().infoset_count());
      for (const std::uint64_t count : kCheckpoints) fmt::print(" {} |", count);
      fmt::print("\n|---|---|--:|--:|--:|--:|--:|--:|\n");
      first = false;
    }
    std::string average = fmt::format("| {} | average |", rule.name);
    std::string last = fmt::format("| {} | last |", rule.name);
    std::uint64_t done = 0;
    for (const std::uint64_t count : kCheckpoints) {
      solver.run({.iterations = count - done});
      done = count;
      const auto of = [&](Iterate iterate) {
        return std::max(0.0, stake * exploitability(solver.tree(), profile_of(solver, iterate)));
      };
      average += fmt::format(" {:.6f} |", of(Iterate::kAverage));
      last += fmt::format(" {:.6f} |", of(Iterate::kLast));
    }
    fmt::print("{}\n{}\n", average, last);
  }
}

// Growing trees: what their strategies lose in the whole game, in which unknown information sets are played uniformly.
template <typename SomeGame>
void growth(const char* name, const SomeGame& fresh, double stake) {
  SomeGame whole_copy = fresh;
  Solver whole(whole_copy, whole_game(0), {.max_nodes = kMaxNodes});
  whole.grow_whole();
  fmt::print("\n{}, {} nodes in all\n\n| iterations | nodes grown | value | average | last |\n|--:|--:|--:|--:|--:|\n",
             name, whole.tree().nodes().size());
  SomeGame game = fresh;
  Solver solver(game, whole_game(0), {.max_nodes = kMaxNodes});
  std::uint64_t done = 0;
  for (const std::uint64_t count : {30, 100, 300, 1000, 3000}) {
    const Report report = solver.run({.iterations = count - done, .settle_iterations = kNoLimit});
    done = count;
    const auto of = [&](Iterate iterate) {
      return std::max(0.0, stake * exploitability(whole.tree(), profile_of(solver, iterate)));
    };
    fmt::print("| {} | {} | {:.5f} | {:.6f} | {:.6f} |\n", count, report.nodes, stake * solver.value(),
               of(Iterate::kAverage), of(Iterate::kLast));
  }
}

// What one player's strategy loses to the best response, before and after its second rounds were solved again.
void safety() {
  fmt::print(
      "\n| strategy before | player | before | unsafe | resolve | maxmargin | blend |\n"
      "|---|---|--:|--:|--:|--:|--:|\n");
  for (const std::uint64_t iterations : {20, 100, 1000}) {
    Leduc game;
    Solver whole(game, whole_game(0), {.max_nodes = 10'000});
    whole.grow_whole();
    whole.run({.iterations = iterations});
    const Profile before = profile_of(whole, Iterate::kAverage);
    for (const Player player : {Player::kFirst, Player::kSecond}) {
      const auto lost = [&](const Profile& profile) {
        return Leduc::kStake * BestResponse(whole.tree(), profile, other(player)).value();
      };
      fmt::print("| {} iterations | {} | {:.4f} |", iterations, player == Player::kFirst ? "first" : "second",
                 lost(before));
      for (const RootKind kind : {RootKind::kPlain, RootKind::kResolve, RootKind::kMaxmargin, RootKind::kBlend}) {
        fmt::print(" {:.4f} |",
                   lost(resolve_second_rounds(game, whole.tree(), before, player, kind, 2000, Iterate::kAverage)));
      }
      fmt::print("\n");
    }
  }
}

// A search of the size of a turn: 256 root states, 64 sets of the opponent, 40 requests, 8 windows.
void speed() {
  fmt::print(
      "\n| nodes | processor s | game s | growth and solving s | iterations | visited | million visited/s | nodes/s | "
      "bytes a node | million bytes |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  for (const std::size_t nodes : {30'000, 100'000, 300'000, 1'000'000}) {
    class Timed : public RandomGame {
     public:
      using RandomGame::RandomGame;
      void expand_batch(std::span<const StateId> states, std::span<Expansion> out) override {
        const auto start = std::clock();
        RandomGame::expand_batch(states, out);
        seconds += seconds_since(start);
      }
      double seconds = 0;
    };
    Timed game(RandomGame::Shape{});
    Solver solver(game, game.subgame(256, RootKind::kBlend), {.max_nodes = nodes, .keep_average = false, .batch = 8});
    const auto start = std::clock();
    const Report report = solver.run({.settle_iterations = 20});
    const double seconds = seconds_since(start);
    const double own = seconds - game.seconds;
    fmt::print("| {} | {:.2f} | {:.2f} | {:.2f} | {} | {} | {:.0f} | {:.0f} | {:.1f} | {:.1f} |\n", report.nodes,
               seconds, game.seconds, own, report.iterations, report.visited,
               static_cast<double>(report.visited) / own / 1e6, static_cast<double>(report.nodes) / seconds,
               static_cast<double>(report.bytes) / static_cast<double>(report.nodes),
               static_cast<double>(report.bytes) / 1e6);
  }
}

void print(const std::string& part) {
  if (part == "convergence") {
    convergence("Kuhn poker, in chips", Kuhn(), Kuhn::kStake);
    convergence("Leduc poker, in chips", Leduc(), Leduc::kStake);
    convergence("Abrupt dark hex 3x2", DarkHex(3, 2, true), 1);
  } else if (part == "growth") {
    growth("Leduc poker", Leduc(), Leduc::kStake);
    growth("Abrupt dark hex 3x2", DarkHex(3, 2, true), 1);
  } else if (part == "safety") {
    safety();
  } else if (part == "speed") {
    speed();
  } else {
    fmt::print("solver-report: no part '{}'; there are convergence, growth, safety, speed\n", part);
  }
}

}  // namespace
}  // namespace lanternfish::solver::testing

int main(int argc, char** argv) {
  std::vector<std::string> parts(argv + 1, argv + argc);
  if (parts.empty()) parts = {"convergence", "growth", "safety", "speed"};
  for (const std::string& part : parts) lanternfish::solver::testing::print(part);
}
