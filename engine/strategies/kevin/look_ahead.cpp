#include "engine/strategies/kevin/look_ahead.h"

#include <algorithm>
#include <cassert>

#include "engine/strategies/kevin/round_game.h"
#include "engine/strategies/kevin/values.h"
#include "solver/solver.h"

namespace lanternfish::lookahead {

namespace {

// An expansion in nodes visited by the solver, by time: most of it is the built-in evaluator.
constexpr double kExpansionWork = 300;
constexpr double kGrowthShare = 0.75;            // of the time; then the strategies settle, and are averaged
constexpr std::uint64_t kSettleIterations = 24;  // without a deadline
constexpr std::uint64_t kMaxSettle = 400;
constexpr std::uint64_t kMinSettle = 2;          // with one
constexpr std::uint64_t kStaleIterations = 400;  // without a new node: the tree is as good as grown, and solved
constexpr std::uint64_t kIterationsAtOnce = 4;   // between two looks at the positions

// Chance chooses the board, by the weights.
std::vector<solver::RootState> roots_of(const Question& question, RoundGame& game) {
  std::vector<solver::RootState> roots;
  for (std::size_t b = 0; b < question.boards.size(); ++b) {
    roots.push_back({.state = game.root(b), .weight = question.boards[b].weight});
  }
  return roots;
}

class Search {
 public:
  Search(const Question& question, const Settings& settings, std::stop_token stop)
      : question_(question),
        settings_(settings),
        stop_(std::move(stop)),
        game_(question),
        solver_(game_, roots_of(question, game_),
                {.max_nodes = settings.max_nodes,
                 .seed = settings.seed,
                 .keep_average = false,
                 .expansion_work = kExpansionWork,
                 .whole_layers = 2}) {}

  Outlook run() {
    const Deadline begin = SteadyClock::now();
    grow(begin);
    settle();
    Outlook outlook;
    if (settled_ > 0) fill(outlook);
    outlook.nodes = report_.nodes;
    outlook.infosets = report_.infosets;
    outlook.iterations = report_.iterations;
    outlook.bytes = report_.bytes;
    outlook.positions = game_.positions();
    outlook.seconds = std::chrono::duration<double>(SteadyClock::now() - begin).count();
    return outlook;
  }

 private:
  void grow(Deadline begin) {
    Deadline until = settings_.deadline;
    if (until != Deadline::max()) {
      until = begin + std::chrono::duration_cast<SteadyClock::duration>(kGrowthShare * (until - begin));
    }
    std::uint64_t grown_at = 0;  // iteration
    std::size_t nodes = 0;
    do {
      report_ = solver_.run({.iterations = kIterationsAtOnce, .growth_deadline = until, .deadline = until}, stop_);
      if (report_.nodes > nodes) {
        nodes = report_.nodes;
        grown_at = report_.iterations;
      }
    } while (report_.ending == solver::Ending::kIterations && report_.open_nodes > 0 &&
             report_.iterations < grown_at + kStaleIterations && game_.positions() < settings_.max_positions);
  }

  // Goes on solving the tree as it is. The values of one iteration hold against one strategy of the opponent; their
  // mean over many is steadier.
  void settle() {
    const bool timed = settings_.deadline != Deadline::max();
    values_.assign(question_.requests.size(), 0);
    mix_.assign(question_.requests.size(), 0);
    const auto goes_on = [&] {
      if (stop_.stop_requested()) return settled_ == 0;
      return settled_ < kMinSettle || (timed ? SteadyClock::now() < settings_.deadline : settled_ < kSettleIterations);
    };
    while (goes_on() && settled_ < kMaxSettle) {
      report_ = solver_.run({.iterations = 1, .growth_deadline = Deadline::min()});
      const solver::InfoIndex here = solver_.tree().find(solver::Player::kFirst, kMyDecision);
      if (here == solver::kNone) return;
      const solver::InfoSet& infoset = solver_.tree().infoset(here);
      const auto values = solver_.tree().actions(infoset, solver_.tree().table().value);
      const auto strategy = solver_.tree().actions(infoset, solver_.tree().table().strategy);
      for (std::size_t r = 0; r < values_.size(); ++r) {
        values_[r] += static_cast<double>(values[r]);
        mix_[r] += static_cast<double>(strategy[r]);
      }
      ++settled_;
    }
  }

  void fill(Outlook& outlook) const {
    double total = 0;
    for (const SampledBoard& board : question_.boards) total += board.weight;
    for (std::size_t r = 0; r < question_.requests.size(); ++r) {
      double average = 0;
      for (const SampledBoard& board : question_.boards) {
        average += board.weight / total * static_cast<double>(value_of(board.scores[r]));
      }
      const auto count = static_cast<double>(settled_);
      outlook.requests.push_back({.request = question_.requests[r],
                                  .value = kCentipawns * values_[r] / count,
                                  .average = kCentipawns * average,
                                  .probability = mix_[r] / count});
    }
  }

  const Question& question_;
  const Settings& settings_;
  const std::stop_token stop_;
  RoundGame game_;
  solver::Solver solver_;
  solver::Report report_;
  std::vector<double> values_, mix_;  // sums over the iterations of settle()
  std::uint64_t settled_ = 0;
};

}  // namespace

Outlook look_ahead(const Question& question, const Settings& settings, std::stop_token stop) {
  assert(!question.requests.empty() && question.requests.size() <= Question::kMaxRequests);
  assert(!question.boards.empty() && question.boards.size() <= Question::kMaxBoards);
  return Search(question, settings, std::move(stop)).run();
}

}  // namespace lanternfish::lookahead
