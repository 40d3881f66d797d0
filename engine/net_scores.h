#pragma once

// A policy network in a chess engine's place: what a move is worth is its logit.

#include <memory>

#include "eval/evaluator.h"
#include "eval/rbc_score.h"
#include "nets/net_evaluator.h"

namespace lanternfish {

class NetScores : public Evaluator {
 public:
  // `net` reads the planes of nets/board_planes.h. The terms are added to scores in hundredths of a logit.
  NetScores(std::shared_ptr<NetEvaluator> net, const RbcTerms& terms) : net_(std::move(net)), terms_(terms) {}

  // Captures and losses of kings are what they are; the other moves, the pass among them, have 100 times their logits
  // as centipawns. One pass of the network a board: the effort is ignored.
  void score(const BoardList& list, const Effort& effort, Deadline deadline, std::stop_token stop,
             const Sink& sink) override;

 private:
  std::shared_ptr<NetEvaluator> net_;
  RbcTerms terms_;
};

}  // namespace lanternfish
