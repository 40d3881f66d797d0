// `penumbra`: the player of Clark's Deep Synoptic Monte Carlo Planning (2021). A network of synopses, one sense or
// request at a time: playouts between samples of what both sides hold possible.

#include <algorithm>
#include <utility>

#include "engine/sampling.h"
#include "engine/strategies/learned/opponent_particles.h"
#include "engine/strategies/learned/playouts.h"
#include "engine/strategy_player.h"
#include "engine/strategy_traits.h"

namespace lanternfish {

namespace {

constexpr int kStepsBeforeSense = 6;  // Clark 2021
constexpr int kStepsBeforeMove = 12;
// Where there are not nodes for so many playouts of the paper's depth, many short ones are better than few long ones:
// with 200 nodes, 4 actions won 11 of 12 games against 6 and 12; with 400, 2 and 3 won 14 of 40 against 4.
constexpr std::uint64_t kPlayoutsOfPaper = 256;
constexpr int kFewSteps = 4;
// Clark has 256 synopses at the root and 4,096 particles; ours fit a core and some seconds a turn.
constexpr std::uint64_t kRootDraws = 64;
constexpr std::uint64_t kParticles = 128;
constexpr std::uint64_t kMinParticles = 16;
constexpr double kMsPerParticle = 2;  // twice what the drawing of one takes: it leaves half of the time
constexpr std::size_t kBoardsDrawnFrom = 1'024;
constexpr std::size_t kTablePlaces = 1 << 14;  // some 20 MB

BanditSettings bandit_of(const Config& config) {
  BanditSettings settings;
  settings.paranoia = config.penumbra_paranoia / 100.0;
  switch (config.penumbra_search) {
    case PenumbraSearch::kMixture:
    case PenumbraSearch::kNetwork: break;
    case PenumbraSearch::kCache: settings.mixing = 0; break;
    case PenumbraSearch::kTree: settings.mixing = std::numeric_limits<double>::infinity(); break;
  }
  return settings;
}

// About how many nodes a phase has: the numbers of draws and particles and the depth go by it.
std::uint64_t nodes_of(const Situation& s) {
  constexpr double kNodesPerMs = 8;  // of the program's own network on a core of 2.6 GHz
  return s.budget.timed()
             ? std::min(s.budget.nodes, static_cast<std::uint64_t>(std::max(s.budget.ms_left(), 0.0) * kNodesPerMs) + 1)
             : s.budget.nodes;
}

class PenumbraPlayer : public StrategyPlayer {
 public:
  explicit PenumbraPlayer(const NewGame& game)
      : net_(game.net), particles_(game.board, game.me), table_(game.net ? kTablePlaces : 1) {}

  void observe(const Observation& event, const OwnSide& /*before*/, const OwnSide& /*after*/) override {
    if (const auto* notice = std::get_if<OpponentMoved>(&event)) {
      last_.opponent_capture = notice->captured;
    } else if (const auto* moved = std::get_if<Moved>(&event)) {
      last_ = {.taken = moved->taken, .own_capture = moved->captured};
      before_ = std::exchange(at_request_, std::nullopt);
      particles_.observe(*moved);
    }
  }

  Square choose_sense(Situation& s, std::span<const Square> allowed) override {
    std::vector<Action> senses;
    for (const Square square : allowed) {
      if (square != kNoSquare) {
        senses.push_back({.sense = square, .request = {}});
      }
    }
    if (!net_ || senses.empty() || s.belief.boards().empty()) {
      return any_sense(allowed, s.belief.own(), s.random);
    }
    PlayoutRoot root = root_of(s, Stage::kSense);
    SampledBelief all = draw_belief(root, nullptr, s.random);
    all.boards = root.boards;
    std::vector<Action> useful = actions_of(all, Stage::kSense, take_synopsis(all, Stage::kSense));
    std::erase_if(useful, [&](const Action& action) {
      return std::find(allowed.begin(), allowed.end(), action.sense) == allowed.end();
    });
    root.node.actions = useful.empty() ? senses : useful;
    return decide(s, root).sense;
  }

  Move choose_move(Situation& s, std::span<const Move> allowed) override {
    if (!net_ || s.belief.boards().empty()) {
      return allowed[s.random.below(allowed.size())];
    }
    PlayoutRoot root = root_of(s, Stage::kMove);
    SampledBelief drawn = draw_belief(root, nullptr, s.random);
    at_request_ = take_synopsis(drawn, Stage::kMove);
    drawn.boards = root.boards;
    const auto wins = certain_king_capture(drawn);
    if (wins && std::find(allowed.begin(), allowed.end(), *wins) != allowed.end()) {
      return *wins;
    }
    for (const Move request : allowed) {
      root.node.actions.push_back({.sense = kNoSquare, .request = request});
    }
    return decide(s, root).request;
  }

 private:
  PlayoutRoot root_of(Situation& s, Stage stage) const {
    PlayoutRoot root;
    root.me = s.me();
    root.stage = stage;
    for (const Hypothesis& h : sample_equally(s.belief.boards(), kBoardsDrawnFrom, s.random)) {
      root.boards.push_back(unpack(h, s.belief.own()));
    }
    root.last = last_;
    root.before = before_;
    return root;
  }

  Action decide(Situation& s, PlayoutRoot& root) {
    const std::uint64_t nodes = nodes_of(s);
    const bool searches =
        s.config.penumbra_search != PenumbraSearch::kNetwork && !s.budget.at_once && root.node.actions.size() > 1;
    const auto stop = [&] { return s.budget.spent(); };
    const bool one_draw_is_all = root.boards.size() <= SampledBelief::kMaxBoards || s.budget.at_once;
    const std::uint64_t draws = one_draw_is_all ? 1 : std::clamp<std::uint64_t>(nodes / 8, 1, kRootDraws);
    std::uint64_t used = set_mean_policy(root, draws, *net_, stop, s.random);
    if (searches) {
      particles_.update(s.belief, particles_for(s, nodes), *net_, stop, s.random);
      root.opponents = particles_.particles();
      const PlayoutSettings settings{.bandit = bandit_of(s.config), .steps = steps(s.config, root.stage, nodes)};
      used +=
          run_playouts(root, settings, *net_, table_, s.budget.nodes - std::min(s.budget.nodes, used), stop, s.random);
    }
    const std::size_t best = best_action(root.node);
    CandidateReport report = report_of(root.node, best);
    report.samples = root.boards.size();
    report.nodes = used;
    s.report(std::move(report));
    return root.node.actions[best];
  }

  static int steps(const Config& config, Stage stage, std::uint64_t nodes) {
    if (config.penumbra_depth > 0) {
      return config.penumbra_depth;
    }
    const int paper = stage == Stage::kSense ? kStepsBeforeSense : kStepsBeforeMove;
    return nodes / static_cast<std::uint64_t>(paper) < kPlayoutsOfPaper ? kFewSteps : paper;
  }

  static std::size_t particles_for(const Situation& s, std::uint64_t nodes) {
    std::uint64_t count = std::clamp<std::uint64_t>(nodes / 4, kMinParticles, kParticles);
    if (s.budget.timed()) {
      count = std::min(count, static_cast<std::uint64_t>(std::max(s.budget.ms_left() / kMsPerParticle, 1.0)));
    }
    return count;
  }

  std::shared_ptr<NetEvaluator> net_;
  OpponentParticles particles_;
  PolicyTable table_;
  LastEvents last_;
  // Of my requests: of the turn before, and of this one once it is asked for. A game that was taken in from its history
  // has none for its first request.
  std::optional<Synopsis> before_;
  std::optional<Synopsis> at_request_;
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_penumbra_player(const NewGame& game) {
  return std::make_unique<PenumbraPlayer>(game);
}

}  // namespace lanternfish
