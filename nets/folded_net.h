#pragma once

// Weights as inference wants them: every batch norm folded into the convolution before it, the stem by input plane.

#include <array>
#include <vector>

#include "nets/weights.h"

namespace lanternfish {

// A 3x3 convolution from `channels` to as many, with its batch norm.
struct FoldedConv {
  std::vector<float> weights;  // [out, in, 3, 3]
  std::vector<float> bias;     // [out]
};

struct FoldedBlock {
  FoldedConv first;
  FoldedConv second;
};

// The stem is a sum of weight columns, one for each set square and neighbour of it.
struct FoldedStem {
  int reach = 1;               // 1 for a 3x3 kernel, 0 for 1x1
  std::vector<float> columns;  // [plane, tap, out]; tap: the target square relative to the set one, ranks ascending,
                               // files within them
  std::vector<float> bias;     // [out]
};

struct FoldedPolicy {
  std::vector<FoldedBlock> blocks;
  std::vector<float> weights;  // [action plane, channel]: the 73 of moves, then the pass, then the sense
  std::vector<float> bias;     // [action plane]; absent outputs are 0
};

struct FoldedValue {
  std::vector<float> plane;  // [channel]
  float plane_bias = 0;
  std::vector<float> dense1;  // [hidden, square]
  std::vector<float> bias1;   // [hidden]
  std::vector<float> dense2;  // [hidden]
  float bias2 = 0;
};

struct FoldedNet {
  NetShape shape;
  FoldedStem stem;
  std::vector<FoldedBlock> blocks;
  std::vector<FoldedPolicy> policies;  // by head
  std::vector<FoldedValue> values;     // by head; empty without this output
};

FoldedNet fold(const Weights& weights);

}  // namespace lanternfish
