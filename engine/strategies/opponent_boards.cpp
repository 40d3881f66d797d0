#include "engine/strategies/opponent_boards.h"

#include <algorithm>
#include <unordered_set>

#include "engine/board_scoring.h"

namespace lanternfish {

void OpponentBoards::remember(const Belief& belief, Random& random) {
  boards_.clear();
  for (const Hypothesis& h : sample_equally(belief.boards(), limit_, random)) {
    const Board board = unpack(h, belief.own());
    if (board.king(~belief.own().me()) != kNoSquare) {
      boards_.push_back(board);
    }
  }
}

BoardSet OpponentBoards::likely_children(Situation& s, std::size_t moves, double time_share,
                                         std::uint64_t& nodes) const {
  const auto answers = score_for_opponent(s, boards_, time_share);
  std::unordered_set<Key> seen;
  BoardSet likely;
  for (std::size_t i = 0; i < boards_.size(); ++i) {
    nodes += answers[i].moves.size();
    for (std::size_t k = 0; k < std::min(moves, answers[i].moves.size()); ++k) {
      Board child = boards_[i];
      apply(child, answers[i].moves[k].taken);
      const bool over = child.king(s.me()) == kNoSquare;
      if (over || !seen.insert(child.key()).second) {
        continue;
      }
      const Hypothesis* held = s.belief.boards().find(pack(child, s.me()));
      if (held != nullptr) {
        likely.shards()[0].push_back(*held);
      }
    }
  }
  return likely;
}

}  // namespace lanternfish
