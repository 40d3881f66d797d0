#include "engine/strategies/learned/playouts.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

namespace lanternfish {

namespace {

constexpr std::uint64_t kRootKey = 0;

// An action taken on the way.
struct Visit {
  std::uint64_t key;  // of the state; kRootKey: the root
  std::size_t action;
  Color side;
};

struct Playout {
  std::array<SampledBelief, 2> held;  // by Color
  Color to_act = kWhite;
  Stage stage = Stage::kSense;
  std::vector<Visit> visits;
  double value = 0;  // of the side that acts now
  bool over = false;

  // Of the state to act in.
  Synopsis synopsis{};
  std::uint64_t key = 0;

  SampledBelief& actor() { return held[to_act]; }
};

class PlayoutBatch {
 public:
  PlayoutBatch(PlayoutRoot& root, const PlayoutSettings& settings, NetEvaluator& net, PolicyTable& table,
               Random& random)
      : root_(root), settings_(settings), net_(net), table_(table), random_(random) {}

  // Returns how many states were looked at.
  std::uint64_t run(std::size_t playouts, const std::function<bool()>& stop) {
    for (std::size_t i = 0; i < playouts; ++i) {
      begin(playouts_.emplace_back());
    }
    std::uint64_t nodes = 0;
    for (int step = 1; std::any_of(playouts_.begin(), playouts_.end(), [](const Playout& p) { return !p.over; });
         ++step) {
      nodes += look();
      const bool last = step >= settings_.steps || stop();
      for (Playout& playout : playouts_) {
        if (!playout.over) {
          act(playout, last);
        }
      }
    }
    for (const Playout& playout : playouts_) {
      back_up(playout);
    }
    return nodes;
  }

 private:
  void begin(Playout& playout) {
    const SampledBelief& opponent = root_.opponents[random_.below(root_.opponents.size())];
    playout.held[~root_.me] = opponent;
    playout.held[root_.me] = draw_belief(root_, &opponent.boards[0], random_);
    playout.to_act = root_.me;
    playout.stage = root_.stage;
    if (root_.stage == Stage::kMove) {
      take_synopsis(playout.actor(), Stage::kMove);  // the next turn's synopsis shows it
    }
    choose(playout, root_.node, kRootKey);
  }

  // Finds out what is known of each state to act in: certain wins, policy and value.
  std::uint64_t look() {
    std::uint64_t looked = 0;
    std::vector<PolicyNode> missing;
    std::vector<NetQuestion> questions;
    for (Playout& playout : playouts_) {
      if (playout.over) {
        continue;
      }
      ++looked;
      if (certain_king_capture(playout.actor())) {
        playout.over = true;
        playout.value = 1;
        continue;
      }
      playout.synopsis = take_synopsis(playout.actor(), playout.stage);
      playout.key = PolicyTable::key_of(playout.synopsis, playout.to_act);
      const bool asked =
          std::any_of(missing.begin(), missing.end(), [&](const PolicyNode& node) { return node.key == playout.key; });
      if (asked || table_.find(playout.key) != nullptr) {
        continue;
      }
      missing.push_back(unanswered(playout));
      questions.push_back(question_of(playout.synopsis, playout.stage, missing.back().actions, playout.to_act));
    }
    answer(std::move(missing), questions);
    return looked;
  }

  static PolicyNode unanswered(Playout& playout) {
    PolicyNode node;
    node.key = playout.key;
    node.actions = actions_of(playout.actor(), playout.stage, playout.synopsis);
    node.statistics.resize(node.actions.size());
    return node;
  }

  void answer(std::vector<PolicyNode> nodes, const std::vector<NetQuestion>& questions) {
    const std::vector<NetAnswer> answers = net_.evaluate(questions);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      nodes[i].policy = softmax(answers[i].logits);
      nodes[i].value = answers[i].value;
      table_.put(std::move(nodes[i]));
    }
  }

  void act(Playout& playout, bool last) {
    PolicyNode* node = table_.find(playout.key);
    if (node == nullptr) {  // another state of this batch has taken its place
      std::vector<PolicyNode> again(1, unanswered(playout));
      const NetQuestion question = question_of(playout.synopsis, playout.stage, again[0].actions, playout.to_act);
      answer(std::move(again), {question});
      node = table_.find(playout.key);
    }
    playout.value = node->value;
    if (last) {
      playout.over = true;
      return;
    }
    choose(playout, *node, playout.key);
  }

  void choose(Playout& playout, PolicyNode& node, std::uint64_t key) {
    const std::size_t action = bandit(node.statistics, node.policy, settings_.bandit, random_);
    node.statistics[action].begin();
    playout.visits.push_back({key, action, playout.to_act});
    take(playout, node.actions[action]);
  }

  void take(Playout& playout, const Action& action) {
    if (playout.stage == Stage::kSense) {
      take_sense(playout.actor(), action.sense);
      playout.stage = Stage::kMove;
      return;
    }
    const Outcome outcome = take_own_move(playout.actor(), action.request);
    if (playout.actor().boards[0].king(~playout.to_act) == kNoSquare) {
      playout.over = true;
      playout.value = 1;
      return;
    }
    playout.to_act = ~playout.to_act;
    playout.stage = Stage::kSense;
    take_opponent_move(playout.actor(), outcome, random_);
  }

  void back_up(const Playout& playout) {
    for (const Visit& visit : playout.visits) {
      PolicyNode* node = visit.key == kRootKey ? &root_.node : table_.find(visit.key);
      // A state that lost its place in the table and came back has forgotten that this playout began.
      if (node != nullptr && node->statistics[visit.action].visits > 0) {
        node->statistics[visit.action].end(visit.side == playout.to_act ? playout.value : -playout.value);
      }
    }
  }

  PlayoutRoot& root_;
  const PlayoutSettings& settings_;
  NetEvaluator& net_;
  PolicyTable& table_;
  Random& random_;
  std::vector<Playout> playouts_;
};

}  // namespace

SampledBelief draw_belief(const PlayoutRoot& root, const Board* first, Random& random) {
  SampledBelief belief;
  belief.side = root.me;
  belief.last = root.last;
  belief.before = root.before;
  if (first != nullptr) {
    belief.boards.push_back(*first);
  }
  std::vector<std::uint32_t> order(root.boards.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    order[i] = i;
  }
  for (std::size_t i = 0; i < order.size() && belief.boards.size() < SampledBelief::kMaxBoards; ++i) {
    std::swap(order[i], order[i + random.below(order.size() - i)]);
    const Board& board = root.boards[order[i]];
    if (first == nullptr || !board.same_board(*first)) {
      belief.boards.push_back(board);
    }
  }
  return belief;
}

std::uint64_t set_mean_policy(PlayoutRoot& root, std::uint64_t draws, NetEvaluator& net,
                              const std::function<bool()>& stop, Random& random) {
  constexpr std::uint64_t kAtOnce = 16;
  PolicyNode& node = root.node;
  node.policy.assign(node.actions.size(), 0);
  node.statistics.assign(node.actions.size(), {});
  node.value = 0;
  std::uint64_t drawn = 0;
  while (drawn < draws && (drawn == 0 || !stop())) {
    std::vector<NetQuestion> questions;
    for (; drawn < draws && questions.size() < kAtOnce; ++drawn) {
      SampledBelief belief = draw_belief(root, nullptr, random);
      questions.push_back(question_of(take_synopsis(belief, root.stage), root.stage, node.actions, root.me));
    }
    for (const NetAnswer& answer : net.evaluate(questions)) {
      const std::vector<float> policy = softmax(answer.logits);
      std::transform(policy.begin(), policy.end(), node.policy.begin(), node.policy.begin(), std::plus<>());
      node.value += answer.value;
    }
  }
  for (float& share : node.policy) {
    share /= static_cast<float>(drawn);
  }
  node.value /= static_cast<float>(drawn);
  return drawn;
}

std::uint64_t run_playouts(PlayoutRoot& root, const PlayoutSettings& settings, NetEvaluator& net, PolicyTable& table,
                           std::uint64_t nodes, const std::function<bool()>& stop, Random& random) {
  const auto steps = static_cast<std::uint64_t>(settings.steps);
  std::uint64_t looked = 0;
  while (looked < nodes && !stop()) {
    const std::uint64_t left = std::max<std::uint64_t>((nodes - looked) / steps, 1);
    const std::size_t playouts = std::min<std::uint64_t>(settings.at_once, left);
    // A state that is won for certain takes no further nodes, but each playout counts as one at least.
    looked += std::max<std::uint64_t>(PlayoutBatch(root, settings, net, table, random).run(playouts, stop), playouts);
  }
  return looked;
}

std::size_t best_action(const PolicyNode& node) {
  int visits = 0;
  for (const ActionStatistics& action : node.statistics) {
    visits += action.visits;
  }
  const double enough = std::sqrt(visits);
  const auto rank = [&](std::size_t i) {
    const ActionStatistics& action = node.statistics[i];
    const bool counts = action.visits > 0 && action.visits >= enough;
    return std::tuple(counts, counts ? action.mean() : 0.0, node.policy[i]);
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < node.actions.size(); ++i) {
    best = rank(i) > rank(best) ? i : best;
  }
  return best;
}

}  // namespace lanternfish
