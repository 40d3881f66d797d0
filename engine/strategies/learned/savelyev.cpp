// `savelyev`: the modified agent of Savelyev's thesis (2020). One network reads the likeliest boards together; the
// sense is drawn from its policy, the request from the visits of a search over lists of boards.

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/exact_player.h"
#include "engine/likely_boards.h"
#include "engine/strategies/learned/list_search.h"
#include "engine/strategy_traits.h"

namespace lanternfish {

namespace {

constexpr std::uint64_t kVisits = 800;  // Savelyev 2020
constexpr double kTemperature = 0.5;    // of the author's program, for senses and requests

// A place drawn with probabilities in proportion to weight ^ (1 / temperature).
std::size_t draw_sharpened(std::vector<double> weights, Random& random) {
  const double most = *std::max_element(weights.begin(), weights.end());
  double sum = 0;
  for (double& weight : weights) {
    weight = std::pow(weight / most, 1 / kTemperature);
    sum += weight;
  }
  std::vector<float> shares;
  for (const double weight : weights) {
    shares.push_back(static_cast<float>(weight / sum));
  }
  return draw(shares, random);
}

class SavelyevPlayer : public StrategyPlayer {
 public:
  explicit SavelyevPlayer(const NewGame& game) : net_(game.net) {}

  TimeUse time_use() const override { return kTimeForMove; }

  void observe(const Observation& event, const OwnSide& /*before*/, const OwnSide& /*after*/) override {
    if (std::holds_alternative<Moved>(event)) {
      before_ = std::exchange(at_request_, {});
    }
  }

  Square choose_sense(Situation& s, std::span<const Square> allowed) override {
    PolicyNode node;
    for (const Square square : allowed) {
      if (square != kNoSquare && contains(kInnerSquares, square)) {
        node.actions.push_back({.sense = square, .request = {}});
      }
    }
    if (!net_ || node.actions.empty() || s.belief.boards().empty()) {
      return any_sense(allowed, s.belief.own(), s.random);
    }
    const std::vector<LikelyBoard> boards = likely_boards(s.belief, s.log.quiet_plies(), kStackBoards, s.random);
    NetQuestion question{.planes = board_stack(before_, stack_step(boards)), .actions = {}};
    for (const Action& action : node.actions) {
      question.actions.push_back(sense_code(action.sense, s.me()));
    }
    const NetAnswer answer = net_->evaluate(std::span(&question, 1)).at(0);
    node.policy = softmax(answer.logits);
    node.value = answer.value;
    node.statistics.resize(node.actions.size());
    const std::size_t drawn = draw_sharpened({node.policy.begin(), node.policy.end()}, s.random);
    report(s, node, drawn, boards.size());
    return node.actions[drawn].sense;
  }

  Move choose_move(Situation& s, std::span<const Move> allowed) override {
    if (!net_ || s.belief.boards().empty()) {
      return allowed[s.random.below(allowed.size())];
    }
    const std::vector<LikelyBoard> boards = likely_boards(s.belief, s.log.quiet_plies(), kStackBoards, s.random);
    at_request_ = stack_step(boards);
    ListSearch search(boards, before_, {allowed.begin(), allowed.end()}, *net_);
    if (!s.budget.at_once && allowed.size() > 1) {
      search.run(std::min(kVisits, s.budget.nodes), [&] { return s.budget.spent(); });
    }
    const PolicyNode& root = search.root();
    const std::size_t drawn = draw_sharpened(weights_of(root), s.random);
    report(s, root, drawn, boards.size());
    return root.actions[drawn].request;
  }

 private:
  // Visits, or the policy where nothing was visited.
  static std::vector<double> weights_of(const PolicyNode& node) {
    std::vector<double> weights;
    for (const ActionStatistics& action : node.statistics) {
      weights.push_back(action.visits);
    }
    const bool visited = std::any_of(weights.begin(), weights.end(), [](double visits) { return visits > 0; });
    return visited ? weights : std::vector<double>(node.policy.begin(), node.policy.end());
  }

  static void report(Situation& s, const PolicyNode& node, std::size_t drawn, std::size_t boards) {
    CandidateReport report = report_of(node, drawn);
    report.samples = boards;
    report.nodes = 1;  // the state itself
    for (const ActionStatistics& action : node.statistics) {
      report.nodes += static_cast<std::uint64_t>(action.visits);
    }
    s.report(std::move(report));
  }

  std::shared_ptr<NetEvaluator> net_;
  // Steps of my requests: of the turn before, and of this one once it is asked for. A game that was taken in from its
  // history has none for its first request.
  PlaneList before_;
  PlaneList at_request_;
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_savelyev_player(const NewGame& game) {
  return std::make_unique<SavelyevPlayer>(game);
}

}  // namespace lanternfish
