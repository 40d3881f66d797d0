#include "solver/growth.h"

#include <algorithm>
#include <cmath>

namespace lanternfish::solver {

namespace {

constexpr double kExploration = 1;           // C of PUCT, Obscuro's
constexpr std::size_t kMaxMisses = 32;       // plays in a row that end where nothing can grow, before grow() gives up
constexpr std::size_t kMissesToWander = 16;  // of them, before the explorer plays any action

// What an expanded node is worth to the first player: by its best child for the player to act.
float value_of(const Expansion& expansion) {
  if (expansion.chance) {
    float value = 0;
    for (const Child& child : expansion.children) value += child.probability * child.value;
    return value;
  }
  const float sign = sign_of(expansion.player);
  float best = -1;
  for (const Child& child : expansion.children) best = std::max(best, sign * child.value);
  return sign * best;
}

}  // namespace

std::uint32_t puct(std::span<const float> values, std::span<const std::uint32_t> visits, std::span<const float> sums,
                   std::span<const float> square_sums) {
  double all = 0;
  for (const std::uint32_t count : visits) all += count;
  const double root = std::sqrt(all);
  std::uint32_t best = 0;
  double best_score = -1e30;
  for (std::uint32_t a = 0; a < values.size(); ++a) {
    const double samples = visits[a] + 2.0;  // with the priors +1 and -1, whose sum is 0 and whose squares sum to 2
    const double mean = sums[a] / samples;
    const double variance = std::max(0.0, (square_sums[a] + 2) / samples - mean * mean);
    const double score = values[a] + kExploration * std::sqrt(variance) * root / (1.0 + visits[a]);
    if (score > best_score) best = a, best_score = score;
  }
  return best;
}

Growth::Growth(Game& game, Tree& tree, const RootGadget& gadget, const Roots& roots, std::uint64_t seed,
               std::size_t batch)
    : game_(game),
      tree_(tree),
      gadget_(gadget),
      roots_(roots),
      random_(seed),
      paths_(batch),
      states_(batch),
      expanded_(batch) {
  assert(batch > 0);
  root_statistics_.visits.resize(roots.sets());
  root_statistics_.sum.resize(roots.sets());
  root_statistics_.square_sum.resize(roots.sets());
}

std::size_t Growth::grow(std::size_t leaves, std::uint32_t iteration, const StopSign& stop) {
  std::size_t grown = 0;
  std::size_t misses = 0;
  while (grown < leaves && !full_ && misses < kMaxMisses && tree_.open_nodes() > 0 && !stop.due()) {
    std::size_t chosen = 0;
    const std::size_t wanted = std::min(paths_.size(), leaves - grown);
    while (chosen < wanted && misses < kMaxMisses) {
      Path& path = paths_[chosen];
      path.explorer = next_explorer_;
      wanders_ = misses >= kMissesToWander;
      next_explorer_ = other(next_explorer_);
      play(path);
      const Node& end = tree_.node(path.end);
      const auto same_end = [&](const Path& earlier) { return earlier.end == path.end; };
      if (end.kind == NodeKind::kTerminal) {
        back_up(path, end.value);
        ++misses;
      } else if (std::any_of(paths_.begin(), paths_.begin() + static_cast<std::ptrdiff_t>(chosen), same_end)) {
        ++misses;
      } else {
        ++chosen;
        misses = 0;
      }
    }
    grown += expand_chosen(chosen, iteration);
  }
  return grown;
}

bool Growth::expand_open(std::uint32_t iteration, const StopSign& stop) {
  const std::size_t count = tree_.nodes().size();
  std::size_t chosen = 0;
  for (NodeIndex i = 0; i < count; ++i) {
    if (tree_.node(i).kind == NodeKind::kOpen) {
      paths_[chosen].end = i;
      paths_[chosen].steps.clear();
      ++chosen;
    }
    if (chosen == paths_.size() || i + 1 == count) {
      if (stop.due()) return false;
      expand_chosen(chosen, iteration);
      if (full_) return false;
      chosen = 0;
    }
  }
  return true;
}

void Growth::play(Path& path) {
  path.steps.clear();
  NodeIndex index = choose_root(path);
  ActionTable& table = tree_.table();
  while (!tree_.node(index).leaf()) {
    const Node& node = tree_.node(index);
    std::uint32_t action = 0;
    if (node.kind == NodeKind::kChance) {
      double left = random_.unit();
      while (action + 1 < node.children && (left -= tree_.node(node.first_child + action).probability) >= 0) ++action;
    } else {
      const InfoSet& infoset = tree_.infoset(node.link);
      const std::span<const float> strategy = tree_.actions(infoset, table.strategy);
      if (infoset.player == path.explorer) {
        action = explore(strategy, tree_.actions(infoset, table.value), tree_.actions(infoset, table.visits),
                         tree_.actions(infoset, table.sum), tree_.actions(infoset, table.square_sum));
        path.steps.push_back({node.link, action});
      } else {
        action = sample(strategy);
      }
    }
    index = node.first_child + action;
  }
  path.end = index;
}

NodeIndex Growth::choose_root(Path& path) {
  std::uint32_t set = 0;
  if (roots_.kind != RootKind::kPlain) {
    const std::span<const float> reach = gadget_.reach();
    if (path.explorer == roots_.searcher) {
      set = sample(reach);
    } else {
      set =
          explore(reach, gadget_.margins(), root_statistics_.visits, root_statistics_.sum, root_statistics_.square_sum);
      path.steps.push_back({kNone, set});
    }
  }
  double left = random_.unit();
  NodeIndex root = roots_.begin[set];
  while (root + 1 < roots_.begin[set + 1] && (left -= tree_.node(root).probability) >= 0) ++root;
  return root;
}

std::uint32_t Growth::explore(std::span<const float> weights, std::span<const float> values,
                              std::span<const std::uint32_t> visits, std::span<const float> sums,
                              std::span<const float> square_sums) {
  if (wanders_) return random_.below(static_cast<std::uint32_t>(weights.size()));
  if (random_.unit() < 0.5) return puct(values, visits, sums, square_sums);
  const auto positive = static_cast<std::uint32_t>(
      std::count_if(weights.begin(), weights.end(), [](float weight) { return weight > 0; }));
  if (positive == 0) return random_.below(static_cast<std::uint32_t>(weights.size()));
  std::uint32_t left = random_.below(positive);
  for (std::uint32_t a = 0;; ++a) {
    if (weights[a] > 0 && left-- == 0) return a;
  }
}

// By weight; all weights 0: uniform.
std::uint32_t Growth::sample(std::span<const float> weights) {
  double total = 0;
  for (const float weight : weights) total += weight;
  if (total == 0) return random_.below(static_cast<std::uint32_t>(weights.size()));
  double left = random_.unit() * total;
  std::uint32_t last = 0;
  for (std::uint32_t a = 0; a < weights.size(); ++a) {
    if (weights[a] == 0) continue;
    last = a;
    if ((left -= weights[a]) < 0) break;
  }
  return last;
}

std::size_t Growth::expand_chosen(std::size_t count, std::uint32_t iteration) {
  for (std::size_t i = 0; i < count; ++i) {
    states_[i] = tree_.node(paths_[i].end).link;
    expanded_[i].clear();
  }
  game_.expand_batch(std::span(states_).first(count), std::span(expanded_).first(count));
  for (std::size_t i = 0; i < count; ++i) {
    if (!tree_.expand(paths_[i].end, expanded_[i], iteration)) {
      full_ = true;
      return i;
    }
    ++expansions_;
    back_up(paths_[i], value_of(expanded_[i]));
  }
  return count;
}

void Growth::back_up(const Path& path, float value_to_first) {
  const float value = sign_of(path.explorer) * value_to_first;
  ActionTable& table = tree_.table();
  for (const Step& step : path.steps) {
    if (step.infoset == kNone) {
      ++root_statistics_.visits[step.action];
      root_statistics_.sum[step.action] += value;
      root_statistics_.square_sum[step.action] += value * value;
      continue;
    }
    const std::size_t entry = tree_.infoset(step.infoset).first_action + step.action;
    ++table.visits[entry];
    table.sum[entry] += value;
    table.square_sum[entry] += value * value;
  }
}

std::size_t Growth::bytes() const {
  std::size_t bytes = root_statistics_.visits.size() * 12 + paths_.size() * (sizeof(Path) + sizeof(Expansion));
  for (const Path& path : paths_) bytes += path.steps.capacity() * sizeof(Step);
  for (const Expansion& expansion : expanded_) bytes += expansion.children.capacity() * sizeof(Child);
  return bytes;
}

}  // namespace lanternfish::solver
