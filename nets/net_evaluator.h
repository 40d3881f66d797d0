#pragma once

// Networks behind one batch interface: planes in, logits and a value out. The cache is another evaluator round one.

#include <span>
#include <vector>

#include "nets/move_code.h"
#include "nets/net_shape.h"
#include "nets/planes.h"

namespace lanternfish {

// What is asked about one position.
struct NetQuestion {
  PlaneList planes;
  std::vector<ActionCode> actions;  // whose logits are wanted; usually the requests or senses at hand
};

struct NetAnswer {
  std::vector<float> logits;  // of the question's actions, in their order; softmax is the caller's
  float value = 0;            // -1 a sure loss to 1 a sure win of the planes' own side; 0 without this output
};

// Headsets by their place in NetShape::heads.
struct HeadChoice {
  int policy = 0;
  int value = 0;
};

class NetEvaluator {
 public:
  virtual ~NetEvaluator() = default;

  virtual const NetShape& shape() const = 0;
  // One answer for each question. Blocks. One object belongs to one thread at a time.
  virtual std::vector<NetAnswer> evaluate(std::span<const NetQuestion> questions, HeadChoice heads) = 0;
  std::vector<NetAnswer> evaluate(std::span<const NetQuestion> questions) { return evaluate(questions, {}); }
};

}  // namespace lanternfish
