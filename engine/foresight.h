#pragma once

// What a player that decides by what it can know would have done in the opponent's place: an imagined opponent that
// knew the board before our last move, is told of that move what the opponent was told, and senses and requests by the
// rules of our own player.

#include <map>
#include <span>
#include <vector>

#include "belief/opponent/move_judgements.h"
#include "engine/move_choice.h"
#include "engine/strategy_player.h"

namespace lanternfish {

class Foresight {
 public:
  // `mine` is the last own move; `before` and `after` are our side before and after it. Ends with the deadline, and
  // with `nodes` positions scored. What is borrowed must outlive it.
  Foresight(Situation& situation, const OwnSide& before, const Moved& mine, const OwnSide& after, Deadline deadline,
            std::uint64_t nodes);

  // Gives the moves of `judgements`, which are about the board `after` our move, the probabilities with which the
  // imagined opponent makes them. It thinks of our move and of the likeliest others that it has not been told of, until
  // they have `coverage` of the probability; 1: of all. False, and no change, where time or nodes do not suffice.
  bool foresee(const Hypothesis& after, double coverage, MoveJudgements& judgements);

  std::uint64_t nodes() const { return nodes_; }  // used so far

 private:
  // What our own move may have been in its eyes, and how likely: the boards after it, with the opponent to move.
  struct Boards {
    std::vector<Board> boards;
    std::vector<double> weights;
  };
  using BoardNumbers = std::vector<std::size_t>;  // places in Boards
  Boards possible(const Board& before, double coverage);
  std::optional<ScoreTable> score(const Boards& possible, std::span<const std::size_t> which, int depth);
  std::map<BoardNumbers, double> after_sense(const ScoreTable& table, const Board& truth);

  Situation& s_;
  const OwnSide& before_;
  const OwnSide& after_;
  const Moved& mine_;
  const Deadline deadline_;
  const std::uint64_t limit_;
  std::uint64_t nodes_ = 0;
  const RbcTerms terms_;
  const OutcomeWeights weights_;
};

// The board before `mine`, from one `after` it. `own` is our side before it. What was captured is not known any more: a
// pawn stands for it, or a knight where no pawn can be.
Board board_before(const Hypothesis& after, const OwnSide& own, const Moved& mine);

}  // namespace lanternfish
