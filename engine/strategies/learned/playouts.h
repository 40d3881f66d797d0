#pragma once

// Penumbra's search: playouts of both sides' samples of boards, a network's policy and value at each step (Clark 2021,
// section 4). Each side acts on its own boards only, so that a side never acts on what it cannot know.

#include <functional>

#include "engine/strategies/learned/belief_policy.h"

namespace lanternfish {

struct PlayoutSettings {
  BanditSettings bandit;
  int steps = 12;            // actions of both sides, a sense and a request being one each
  std::size_t at_once = 16;  // playouts that go in step, so that their questions share batches; ours
};

// The decision that playouts are about.
struct PlayoutRoot {
  Color me = kWhite;
  Stage stage = Stage::kSense;
  std::vector<Board> boards;  // of mine, each as likely as any other; at least one
  LastEvents last;
  std::optional<Synopsis> before;
  // What the opponent may hold; the first board of each is one that I hold possible. At least one.
  std::span<const SampledBelief> opponents;
  PolicyNode node;  // the actions that are compared, their policy and statistics; the key is not used
};

// At most kMaxBoards of the root's boards, drawn at random: `first`, if any, and others.
SampledBelief draw_belief(const PlayoutRoot& root, const Board* first, Random& random);

// Sets the root's policy to the mean over `draws` samples of its boards, or over fewer when `stop` says so, which is
// asked every 16. Returns how many they were.
std::uint64_t set_mean_policy(PlayoutRoot& root, std::uint64_t draws, NetEvaluator& net,
                              const std::function<bool()>& stop, Random& random);

// Plays until about `nodes` states were looked at or `stop` says so, which is asked at each step. Adds to the
// statistics of the root. Returns how many states were looked at.
std::uint64_t run_playouts(PlayoutRoot& root, const PlayoutSettings& settings, NetEvaluator& net, PolicyTable& table,
                           std::uint64_t nodes, const std::function<bool()>& stop, Random& random);

// The place of the action with the best mean among those visited at least as often as the square root of all visits
// (ours: the mean of an action that was tried once says little); the likeliest by the policy where none was visited.
std::size_t best_action(const PolicyNode& node);

}  // namespace lanternfish
