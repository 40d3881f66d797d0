#pragma once

// A search: a tree that grows from root states and the strategies that are solved on it meanwhile.
//
// The method is that of Zhang and Sandholm, "General search techniques without common knowledge for
// imperfect-information games, and application to superhuman Fog of War chess" (2025); docs/design/solver.md says what
// is where, and what was measured.

#include <span>
#include <vector>

#include "solver/cfr.h"
#include "solver/growth.h"

namespace lanternfish::solver {

// Where a search starts: chance deals the root states by their weights.
struct RootState {
  StateId state = 0;
  double weight = 1;  // positive, in any scale
};

// The whole game from one state.
inline std::vector<RootState> whole_game(StateId start) { return {{.state = start, .weight = 1}}; }

struct Settings {
  std::size_t max_nodes = 1'000'000;  // growth ends before the tree has more. Memory: see Tree::max_bytes()
  std::uint64_t seed = 1;
  bool keep_average = true;        // false saves some time where only last strategies are wanted
  double expansion_work = 100;     // growth and solving get equal work, when one expansion counts as this many nodes
                                   // visited by the solver: the ratio of their times, measured for each game
  std::uint32_t whole_layers = 1;  // of the tree, that get their children before anything else; the first are the roots
};

// Why run() ended.
enum class Ending { kIterations, kSettled, kDeadline };  // kDeadline: or the stop token

struct Report {
  Ending ending = Ending::kSettled;
  std::uint64_t iterations = 0;  // all figures since the solver was made
  std::uint64_t expansions = 0;
  std::uint64_t visited = 0;   // nodes visited by iterations
  std::size_t nodes = 0;       // in the tree
  std::size_t open_nodes = 0;  // of them: leaves that could grow
  std::size_t infosets = 0;
  std::size_t bytes = 0;  // in use, without the game's own
};

// One thread at a time. With the same game, roots, settings and limits without deadlines every result is the same.
class Solver {
 public:
  // Expands nothing yet. `game` is used until the solver is gone. At least one root; they need room in max_nodes.
  Solver(Game& game, const std::vector<RootState>& roots, const Settings& settings);
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  // Grows and solves until a limit is reached: first all states of the whole layers get their children, then iterations
  // and expansions go on in turn. May be called again to go on. Returns within a millisecond of the deadline or stop,
  // plus what one call of the game takes, plus one iteration over the root states if there was none yet: where time was
  // too short for anything else the likeliest action is the best on average over the states that got children.
  Report run(const Limits& limits, std::stop_token stop = {});

  // Expands the whole tree; false when it has no room in max_nodes. For games that are small enough.
  bool grow_whole();

  const Tree& tree() const { return tree_; }

  // The strategy at an information set; empty when the tree has none of this key.
  std::span<const float> last_strategy(Player player, InfoKey key) const;
  std::vector<float> average_strategy(Player player, InfoKey key) const;

  // What play is worth to the first player by the last strategies.
  double value() const { return cfr_.value(); }

 private:
  bool can_grow() const;
  // One step of growth. kWaits: solving has not done as much work yet. kNothing: growth is over, or found no leaf.
  enum class Grown { kSome, kWaits, kNothing };
  Grown grow(const StopSign& stop);
  Report report(Ending ending) const;

  Settings settings_;
  Tree tree_;
  Cfr cfr_;
  Growth growth_;
  double work_ = 0;  // visited nodes that growth has not yet matched
};

// The weights of an information set's average strategy, normalised; the last strategy where no average was kept.
std::vector<float> average_of(const Tree& tree, const InfoSet& infoset);

}  // namespace lanternfish::solver
