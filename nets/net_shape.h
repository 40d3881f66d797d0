#pragma once

// What a network is made of: a stem that reads the planes, a tower of residual blocks, and headsets.
//
//   stem      convolution 1x1 or 3x3 from planes to channels, batch norm, ReLU
//   block     convolution 3x3, batch norm, ReLU, convolution 3x3, batch norm, plus the block's input, ReLU
//   headset   policy: residual blocks of its own (often none); sense: 1x1 to 1 plane; move: 1x1 to 73 planes, and a
//             linear map of the mean over the squares for the pass
//             value: 1x1 to 1 plane, batch norm, ReLU, dense 64 to `value_hidden`, ReLU, dense to 1, tanh
//
// A network has one headset, or one for each player or group of players it was trained on (Clark 2021, section 5.2).

#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace lanternfish {

struct NetShape {
  int planes = 0;
  int channels = 0;  // a multiple of kChannelStep
  int blocks = 0;
  int stem = 3;  // side of the stem's kernel
  int policy_blocks = 0;
  int value_hidden = 128;
  bool sense = true;  // whether the headsets have this output
  bool move = true;
  bool value = true;
  std::vector<std::string> heads = {"All"};  // names: letters, digits, - and _

  friend bool operator==(const NetShape&, const NetShape&) = default;
};

// The loops work on so many channels at once.
constexpr int kChannelStep = 16;
// The variance of a batch norm is taken as so much larger; PyTorch's default.
constexpr float kNormEpsilon = 1e-5F;

// Whether the numbers are within what this program runs, else what is wrong. Bounds every product of them below 2^31.
Status check_shape(const NetShape& shape);

struct TensorSpec {
  std::string name;
  std::vector<int> dims;  // the first is the output channel

  std::size_t size() const;
};

// The tensors of a network of a checked shape, in the order of a weights file. Convolutions have [out, in, rows,
// columns]; a batch norm has four tensors: gamma, beta, mean, variance.
std::vector<TensorSpec> tensor_specs(const NetShape& shape);

// Numbers in all tensors.
std::size_t parameters(const NetShape& shape);

}  // namespace lanternfish
