#pragma once

// A network at play, on the threads it is given.

#include <memory>

#include "nets/net_evaluator.h"
#include "nets/tower.h"
#include "nets/weights.h"
#include "support/thread_pool.h"

namespace lanternfish {

class Network : public NetEvaluator {
 public:
  struct Options {
    int threads = 1;
    // Positions that one thread works on together. The speed hardly depends on it (lanternfish-bench nets,
    // docs/research/network_speed.md); a small number spreads few questions over the threads.
    int batch = 8;
    TowerKind kind = best_tower_kind();
  };

  Network(const Weights& weights, const Options& options);
  ~Network() override;

  const NetShape& shape() const override { return net_.shape; }

  // The answer for a question does not depend on the number of threads. With the plain loop it does not depend on the
  // other questions either; with oneDNN, which has other kernels for other batches, it may in the last bits.
  std::vector<NetAnswer> evaluate(std::span<const NetQuestion> questions, HeadChoice heads) override;
  using NetEvaluator::evaluate;

 private:
  class Worker;

  FoldedNet net_;
  int batch_;
  ThreadPool pool_;
  std::vector<std::unique_ptr<Worker>> workers_;  // one a thread
};

}  // namespace lanternfish
