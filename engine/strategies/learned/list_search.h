#pragma once

// AlphaZero's search with lists of likely boards in the place of boards (Savelyev 2020, algorithm 1 and section 4).
//
// A state is the list of the side to act. A request is made on every board of the list, and the pass where the rules do
// not let it be made; then the other side acts on the same list. The network gives the policy over all requests that
// may be made on some board, and the value. What the thesis leaves open, or its program does otherwise:
// - A request that takes the king on some boards is won there, and the search goes on with the others: the mean counts.
// - The value of a state is that of the side to act, so that it changes sign from side to side. The program's does not.

#include <deque>
#include <functional>
#include <vector>

#include "engine/strategies/learned/belief_policy.h"
#include "nets/board_stack.h"

namespace lanternfish {

class ListSearch {
 public:
  // `boards`: of the side to act, at least one, as stack_step() takes them. `before`: its step of one own turn ago.
  // `requests`: those to be compared, at least one. `net` reads the planes of nets/board_stack.h and must live as long.
  ListSearch(std::vector<LikelyBoard> boards, PlaneList before, const std::vector<Move>& requests, NetEvaluator& net);

  // Makes visits from the root, each of which adds a state and asks the network once at most; ends after `visits` or
  // when `stop` says so, which is asked before each.
  void run(std::uint64_t visits, const std::function<bool()>& stop);

  // The requests with the policy, and what the visits found them worth.
  const PolicyNode& root() const { return states_.front().node; }

 private:
  struct State {
    std::vector<LikelyBoard> boards;  // with both kings; none where the game is over
    std::size_t parent = 0;           // of the root itself
    PlaneList before;                 // of the side to act, one own turn ago
    PlaneList step;                   // of the side to act, now
    double king_taken = 0;            // the share of the boards on which the request that led here took the king
    PolicyNode node;                  // the key is not used
    std::vector<std::size_t> next;    // by action: the state that it leads to; 0: not yet looked at
  };

  // Visits the state, which is not over; what it is worth to its side to act.
  double visit(std::size_t place);
  // The state after a request, evaluated; its place.
  std::size_t add_state(std::size_t parent, Move request);
  void evaluate(State& state) const;

  NetEvaluator& net_;
  std::deque<State> states_;  // the root first
};

}  // namespace lanternfish
