#include "engine/strategies/learned/belief_policy.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "nets/move_code.h"
#include "rules/movegen.h"
#include "support/softmax.h"

namespace lanternfish {

double policy_share(const BanditSettings& settings, int visits) {
  if (std::isinf(settings.mixing)) {
    return 0;
  }
  return 1 / (1 + settings.mixing * visits);
}

double bandit_value(const ActionStatistics& action, double policy, int visits, const BanditSettings& settings) {
  const double worst = action.visits > 0 ? action.worst : 0;
  const double bound = std::sqrt(std::log(std::max(visits, 1)) / std::max(action.visits, 1));
  return (1 - settings.paranoia) * action.mean() + settings.paranoia * worst + settings.exploration * policy * bound;
}

std::size_t draw(std::span<const float> policy, Random& random) {
  double left = random.unit();
  for (std::size_t i = 0; i + 1 < policy.size(); ++i) {
    left -= policy[i];
    if (left < 0) {
      return i;
    }
  }
  return policy.size() - 1;
}

std::size_t bandit(std::span<const ActionStatistics> actions, std::span<const float> policy,
                   const BanditSettings& settings, Random& random) {
  int visits = 0;
  for (const ActionStatistics& action : actions) {
    visits += action.visits;
  }
  if (random.unit() < policy_share(settings, visits)) {
    return draw(policy, random);
  }
  std::size_t best = 0;
  double best_value = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const double value = bandit_value(actions[i], policy[i], visits, settings);
    if (value > best_value || (value == best_value && policy[i] > policy[best])) {
      best = i;
      best_value = value;
    }
  }
  return best;
}

namespace {

// The score that stands for a value, as move_rules.h has it the other way round: ten to one are 400 centipawns.
int centipawns(double value) {
  constexpr double kMost = 3'000;
  const double share = std::clamp((1 + value) / 2, 1e-9, 1 - 1e-9);
  return static_cast<int>(std::lround(std::clamp(400 * std::log10(share / (1 - share)), -kMost, kMost)));
}

std::vector<Action> useful_senses(Bitboard known) {
  std::vector<Action> senses;
  std::vector<Bitboard> shown;  // by sense: the squares that it would tell something of
  for (Bitboard centers = kInnerSquares; centers != 0;) {
    const Square center = pop_lowest(centers);
    const Bitboard squares = window_bb(center) & ~known;
    if (squares == 0 || std::any_of(shown.begin(), shown.end(), [&](Bitboard b) { return (squares & ~b) == 0; })) {
      continue;
    }
    for (std::size_t i = shown.size(); i-- > 0;) {
      if ((shown[i] & ~squares) == 0) {
        shown.erase(shown.begin() + static_cast<std::ptrdiff_t>(i));
        senses.erase(senses.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    shown.push_back(squares);
    senses.push_back({.sense = center, .request = {}});
  }
  if (senses.empty()) {
    senses.push_back({.sense = lowest(kInnerSquares), .request = {}});
  }
  return senses;
}

}  // namespace

std::vector<Action> actions_of(const SampledBelief& belief, Stage stage, const Synopsis& synopsis) {
  if (stage == Stage::kSense) {
    return useful_senses(oriented(synopsis[synopsis::kKnownSquares] | synopsis[synopsis::kAllOwn], belief.side));
  }
  std::vector<Action> actions;
  for (const Move request : requests(belief.boards[0], belief.side)) {
    actions.push_back({.sense = kNoSquare, .request = request});
  }
  return actions;
}

NetQuestion question_of(const Synopsis& synopsis, Stage stage, std::span<const Action> actions, Color side) {
  NetQuestion question{.planes = plane_list(synopsis), .actions = {}};
  for (const Action& action : actions) {
    question.actions.push_back(stage == Stage::kSense ? sense_code(action.sense, side)
                                                      : move_code(action.request, side));
  }
  return question;
}

std::vector<float> softmax(std::span<const float> logits) {
  std::vector<float> shares(logits.begin(), logits.end());
  to_probabilities(shares);
  return shares;
}

CandidateReport report_of(const PolicyNode& node, std::size_t best) {
  std::vector<std::size_t> order(node.actions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return node.statistics[a].visits > node.statistics[b].visits; });
  const auto first = std::find(order.begin(), order.end(), best);
  std::rotate(order.begin(), first, first + 1);
  CandidateReport report;
  for (const std::size_t i : order) {
    const ActionStatistics& statistics = node.statistics[i];
    const double value = statistics.visits > 0 ? statistics.mean() : static_cast<double>(node.value);
    report.candidates.push_back(
        {.sense = node.actions[i].sense, .move = node.actions[i].request, .cp = centipawns(value)});
  }
  return report;
}

std::uint64_t PolicyTable::key_of(const Synopsis& synopsis, Color side) {
  std::uint64_t key = hash_planes(plane_list(synopsis)) + static_cast<std::uint64_t>(side) * 0x9e3779b97f4a7c15;
  return key == 0 ? 1 : key;
}

PolicyNode* PolicyTable::find(std::uint64_t key) {
  PolicyNode& node = nodes_[key % nodes_.size()];
  return node.key == key ? &node : nullptr;
}

PolicyNode& PolicyTable::put(PolicyNode node) {
  PolicyNode& place = nodes_[node.key % nodes_.size()];
  place = std::move(node);
  return place;
}

}  // namespace lanternfish
