#pragma once

// Games for the tests: a state is a small value, kept for ever under its number.

#include <vector>

#include "solver/game.h"

namespace lanternfish::solver::testing {

template <typename State>
class StoredGame : public Game {
 public:
  StateId store(const State& state) {
    states_.push_back(state);
    return static_cast<StateId>(states_.size() - 1);
  }
  // By value: store() moves the states.
  State state(StateId id) const { return states_[id]; }
  static constexpr StateId kStart = 0;

 private:
  std::vector<State> states_;
};

inline Child ending(double value) {
  return {.state = 0, .value = static_cast<float>(value), .probability = 1, .terminal = true};
}
inline Child going_on(StateId state, double probability = 1, double value = 0) {
  return {.state = state,
          .value = static_cast<float>(value),
          .probability = static_cast<float>(probability),
          .terminal = false};
}

}  // namespace lanternfish::solver::testing
