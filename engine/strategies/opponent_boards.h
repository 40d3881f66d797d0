#pragma once

// The boards the opponent may have had before it, for players that guess its move.

#include "engine/strategy_player.h"

namespace lanternfish {

class OpponentBoards {
 public:
  // At most so many boards are remembered, each as likely as any other.
  explicit OpponentBoards(std::size_t limit) : limit_(limit) {}

  void remember(const Belief& belief, Random& random);

  const std::vector<Board>& boards() const { return boards_; }

  // What became of them by one of the best `moves` moves on each, as a chess engine sees it, and is still possible:
  // boards of `held` that fit the notice. Uses a part of the phase's time. Nodes are added to `nodes`.
  BoardSet likely_children(Situation& situation, std::size_t moves, double time_share, std::uint64_t& nodes) const;

 private:
  std::size_t limit_;
  std::vector<Board> boards_;
};

}  // namespace lanternfish
