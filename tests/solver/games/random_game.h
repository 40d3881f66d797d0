#pragma once

// A game of the size and shape of a turn of reconnaissance chess, with values out of a hash: the searcher's request,
// the opponent's sense and request, the searcher's sense and request. What a player learns of a request is one of three
// notices, of its own sense one of four results. For tests of limits; it has no known solution.

#include <algorithm>
#include <cmath>

#include "solver/solver.h"
#include "tests/solver/games/stored_game.h"

namespace lanternfish::solver::testing {

struct RandomState {
  std::uint64_t truth = 0;   // a hash of everything that happened
  InfoKey seen[2] = {0, 0};  // a hash of what each player has seen and done
  float value = 0;           // to the first player; drifts with each action
  int depth = 0;
};

class RandomGame : public StoredGame<RandomState> {
 public:
  static constexpr InfoKey kRootKey = 1;

  struct Shape {
    std::uint32_t root_sets = 64;  // information sets of the opponent
    std::uint32_t actions = 40;    // requests
    std::uint32_t windows = 8;     // senses
  };

  explicit RandomGame(Shape shape) : shape_(shape) {}

  // `count` root states, dealt to the opponent's sets in turn. At most one call for each game.
  std::vector<RootState> roots(std::uint32_t count) {
    std::vector<RootState> made;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t set = i % shape_.root_sets;
      RandomState state;
      state.truth = mix(i + 1);
      state.seen[0] = kRootKey;
      state.seen[1] = mix(set + 1'000'003);
      state.value = 0.2F * noise(state.truth);
      made.push_back({.state = store(state)});
    }
    return made;
  }

  void expand(StateId id, Expansion& out) override {
    const RandomState from = state(id);
    const int phase =
        from.depth % 4;  // the searcher's request, the opponent's sense, its request, the searcher's sense
    const bool second = phase == 1 || phase == 2;
    const bool senses = phase == 1 || phase == 3;
    const std::size_t actor = second ? 1 : 0;
    out.player = second ? Player::kSecond : Player::kFirst;
    out.key = from.seen[actor];
    const std::uint32_t count = senses ? shape_.windows : shape_.actions;
    for (std::uint32_t a = 0; a < count; ++a) {
      RandomState to = from;
      ++to.depth;
      if (senses) {
        to.seen[actor] = mix(from.seen[actor] ^ mix(4 * a + mix(from.truth + a) % 4 + 17));
      } else {
        to.truth = mix(from.truth + 31 * a + 1);
        to.seen[actor] = mix(from.seen[actor] ^ mix(a + 91));
        to.seen[1 - actor] = mix(from.seen[1 - actor] ^ mix(mix(to.truth) % 3 + 291));
        to.value = std::clamp(0.9F * from.value + 0.4F * noise(to.truth), -1.0F, 1.0F);
        if (mix(to.truth + 5) % 50 == 0) {
          out.children.push_back(ending(to.seen[0] % 2 == 0 ? 1 : -1));
          continue;
        }
      }
      out.children.push_back(going_on(store(to), 1, to.value));
    }
  }

 private:
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9 + 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  // In [-1, 1].
  static float noise(std::uint64_t truth) {
    return static_cast<float>(static_cast<double>(mix(truth) >> 11) * 0x1p-52 - 1);
  }

  Shape shape_;
};

}  // namespace lanternfish::solver::testing
