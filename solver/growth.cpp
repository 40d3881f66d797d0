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

std::size_t Growth::grow(std::size_t leaves, const StopSign& stop) {
  std::size_t grown = 0;
  std::size_t misses = 0;
  while (grown < leaves && misses < kMaxMisses && tree_.open_nodes() > 0 && !stop.due()) {
    const Player explorer = next_explorer_;
    next_explorer_ = other(explorer);
    wanders_ = misses >= kMissesToWander;
    const NodeIndex end = play(explorer);
    if (tree_.node(end).kind == NodeKind::kTerminal) {
      back_up(sign_of(explorer) * tree_.node(end).value);
      ++misses;
      continue;
    }
    if (!expand(end)) break;
    back_up(sign_of(explorer) * value_of(expansion_));
    ++grown;
    misses = 0;
  }
  return grown;
}

bool Growth::expand_open(const StopSign& stop) {
  const std::size_t count = tree_.nodes().size();
  for (NodeIndex i = 0; i < count; ++i) {
    if (tree_.node(i).kind == NodeKind::kOpen && (stop.due() || !expand(i))) return false;
  }
  return true;
}

// Where play from the root ends.
NodeIndex Growth::play(Player explorer) {
  steps_.clear();
  NodeIndex index = choose_root();
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
      if (infoset.player == explorer) {
        action = explore(strategy, tree_.actions(infoset, table.value), tree_.actions(infoset, table.visits),
                         tree_.actions(infoset, table.sum), tree_.actions(infoset, table.square_sum));
        steps_.push_back({node.link, action});
      } else {
        action = sample(strategy);
      }
    }
    index = node.first_child + action;
  }
  return index;
}

NodeIndex Growth::choose_root() {
  double left = random_.unit();
  NodeIndex root = 0;
  while (root + 1 < tree_.root_count() && (left -= tree_.node(root).probability) >= 0) ++root;
  return root;
}

std::uint32_t Growth::explore(std::span<const float> weights, std::span<const float> values,
                              std::span<const std::uint32_t> visits, std::span<const float> sums,
                              std::span<const float> square_sums) {
  if (wanders_) return random_.below(static_cast<std::uint32_t>(weights.size()));
  if (random_.unit() < 0.5) return puct(values, visits, sums, square_sums);
  const auto positive = static_cast<std::uint32_t>(
      std::count_if(weights.begin(), weights.end(), [](float weight) { return weight > 0; }));
  std::uint32_t left = random_.below(positive);
  for (std::uint32_t a = 0;; ++a) {
    if (weights[a] > 0 && left-- == 0) return a;
  }
}

std::uint32_t Growth::sample(std::span<const float> weights) {
  double total = 0;
  for (const float weight : weights) total += weight;
  double left = random_.unit() * total;
  std::uint32_t last = 0;
  for (std::uint32_t a = 0; a < weights.size(); ++a) {
    if (weights[a] == 0) continue;
    last = a;
    if ((left -= weights[a]) < 0) break;
  }
  return last;
}

bool Growth::expand(NodeIndex leaf) {
  expansion_.clear();
  game_.expand(tree_.node(leaf).link, expansion_);
  if (!tree_.expand(leaf, expansion_)) {
    full_ = true;
    return false;
  }
  ++expansions_;
  return true;
}

// `value`: to the explorer.
void Growth::back_up(float value) {
  ActionTable& table = tree_.table();
  for (const Step& step : steps_) {
    const std::size_t entry = tree_.infoset(step.infoset).first_action + step.action;
    ++table.visits[entry];
    table.sum[entry] += value;
    table.square_sum[entry] += value * value;
  }
}

std::size_t Growth::bytes() const {
  return steps_.capacity() * sizeof(Step) + expansion_.children.capacity() * sizeof(Child);
}

}  // namespace lanternfish::solver
