#pragma once

// The boards that the opponent may have had before its last move, for players that guess this move.

#include "engine/strategy_player.h"

namespace lanternfish {

class OpponentBoards {
 public:
  // Remembers at most `limit` boards, each as likely as any other.
  explicit OpponentBoards(std::size_t limit) : limit_(limit) {}

  void remember(const Belief& belief, Random& random);

  const std::vector<Board>& boards() const { return boards_; }

  // The boards of the present belief that come about by one of the best `moves` moves on a remembered board, as the
  // evaluator sees it. Uses at most `time_share` of the phase's time. Adds the positions scored to `nodes`.
  BoardSet likely_children(Situation& situation, std::size_t moves, double time_share, std::uint64_t& nodes) const;

 private:
  std::size_t limit_;
  std::vector<Board> boards_;
};

}  // namespace lanternfish
