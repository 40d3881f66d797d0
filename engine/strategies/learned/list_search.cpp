#include "engine/strategies/learned/list_search.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "rules/rbc.h"

namespace lanternfish {

namespace {

constexpr double kExploration = std::numbers::sqrt2;  // of the author's program

std::vector<Action> as_actions(const std::vector<Move>& requests) {
  std::vector<Action> actions;
  for (const Move request : requests) {
    actions.push_back({.sense = kNoSquare, .request = request});
  }
  return actions;
}

// All requests that the side to act may make on some board.
std::vector<Move> requests_on_some(const std::vector<LikelyBoard>& boards) {
  const Color side = boards[0].board.turn();
  std::vector<bool> listed(kActionCodes);
  std::vector<Move> all;
  for (const LikelyBoard& likely : boards) {
    for (const Move request : requests(likely.board, side)) {
      if (auto known = listed[move_code(request, side)]; !known) {
        known = true;
        all.push_back(request);
      }
    }
  }
  return all;
}

// The action with the greatest mean plus c p sqrt(N) / (1 + n); N counts the visits of the state, n of the action.
std::size_t best_bound(const PolicyNode& node) {
  int visits = 1;
  for (const ActionStatistics& action : node.statistics) {
    visits += action.visits;
  }
  const double root = std::sqrt(visits);
  std::size_t best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < node.actions.size(); ++i) {
    const ActionStatistics& action = node.statistics[i];
    const double bound = action.mean() + kExploration * node.policy[i] * root / (1 + action.visits);
    if (bound > most) {
      best = i;
      most = bound;
    }
  }
  return best;
}

}  // namespace

ListSearch::ListSearch(std::vector<LikelyBoard> boards, PlaneList before, const std::vector<Move>& requests,
                       NetEvaluator& net)
    : net_(net) {
  assert(!boards.empty() && !requests.empty());
  State& root = states_.emplace_back();
  root.boards = std::move(boards);
  root.before = std::move(before);
  root.node.actions = as_actions(requests);
  evaluate(root);
}

void ListSearch::run(std::uint64_t visits, const std::function<bool()>& stop) {
  for (std::uint64_t i = 0; i < visits && !stop(); ++i) {
    visit(0);
  }
}

double ListSearch::visit(std::size_t place) {
  State& state = states_[place];
  const std::size_t action = best_bound(state.node);
  state.node.statistics[action].begin();
  std::size_t& next = state.next[action];
  double for_other = 0;  // what the boards that go on are worth to the other side
  if (next == 0) {
    next = add_state(place, state.node.actions[action].request);
    for_other = states_[next].node.value;
  } else if (!states_[next].boards.empty()) {
    for_other = visit(next);
  }
  const double taken = states_[next].king_taken;
  const double worth = taken - (1 - taken) * for_other;
  state.node.statistics[action].end(worth);
  return worth;
}

std::size_t ListSearch::add_state(std::size_t parent, Move request) {
  const State& from = states_[parent];
  const Color side = from.boards[0].board.turn();
  State state;
  state.parent = parent;
  double all = 0;
  double kept = 0;
  for (LikelyBoard likely : from.boards) {
    apply(likely.board, may_request(likely.board, side, request) ? resolve(likely.board, request).taken : kNullMove);
    all += likely.probability;
    if (likely.board.king(~side) != kNoSquare) {
      kept += likely.probability;
      state.boards.push_back(likely);
    }
  }
  state.king_taken = 1 - kept / all;
  for (LikelyBoard& likely : state.boards) {
    likely.probability *= static_cast<float>(all / kept);
  }
  if (!state.boards.empty()) {
    if (parent != 0) {
      state.before = states_[from.parent].step;
    }
    state.node.actions = as_actions(requests_on_some(state.boards));
    evaluate(state);
  }
  states_.push_back(std::move(state));
  return states_.size() - 1;
}

void ListSearch::evaluate(State& state) const {
  state.step = stack_step(state.boards);
  const Color side = state.boards[0].board.turn();
  NetQuestion question{.planes = board_stack(state.before, state.step), .actions = {}};
  for (const Action& action : state.node.actions) {
    question.actions.push_back(move_code(action.request, side));
  }
  const NetAnswer answer = net_.evaluate(std::span(&question, 1)).at(0);
  state.node.policy = softmax(answer.logits);
  state.node.value = answer.value;
  state.node.statistics.resize(state.node.actions.size());
  state.next.resize(state.node.actions.size());
}

}  // namespace lanternfish
