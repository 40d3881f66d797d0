#include "nets/folded_net.h"

#include <cassert>
#include <cmath>

#include "nets/move_code.h"

namespace lanternfish {

namespace {

// Reads the tensors in the order of tensor_specs().
class TensorQueue {
 public:
  explicit TensorQueue(const Weights& weights) : tensors_(weights.tensors) {}
  const std::vector<float>& next() {
    assert(next_ < tensors_.size());
    return tensors_[next_++];
  }
  bool empty() const { return next_ == tensors_.size(); }

 private:
  const std::vector<std::vector<float>>& tensors_;
  std::size_t next_ = 0;
};

// Applies the batch norm that comes next to the convolution of the same output channels.
FoldedConv fold_norm(std::vector<float> weights, TensorQueue& queue) {
  const std::vector<float>& gamma = queue.next();
  const std::vector<float>& beta = queue.next();
  const std::vector<float>& mean = queue.next();
  const std::vector<float>& variance = queue.next();
  const std::size_t row = weights.size() / gamma.size();
  FoldedConv conv{.weights = std::move(weights), .bias = std::vector<float>(gamma.size())};
  for (std::size_t out = 0; out < gamma.size(); ++out) {
    const float scale = gamma[out] / std::sqrt(variance[out] + kNormEpsilon);
    for (std::size_t i = 0; i < row; ++i) {
      conv.weights[out * row + i] *= scale;
    }
    conv.bias[out] = beta[out] - mean[out] * scale;
  }
  return conv;
}

FoldedConv fold_conv(TensorQueue& queue) {
  std::vector<float> weights = queue.next();
  return fold_norm(std::move(weights), queue);
}

std::vector<FoldedBlock> fold_blocks(int count, TensorQueue& queue) {
  std::vector<FoldedBlock> blocks;
  for (int i = 0; i < count; ++i) {
    FoldedConv first = fold_conv(queue);
    FoldedConv second = fold_conv(queue);
    blocks.push_back({std::move(first), std::move(second)});
  }
  return blocks;
}

FoldedStem fold_stem(const NetShape& shape, TensorQueue& queue) {
  const FoldedConv conv = fold_conv(queue);
  const auto channels = static_cast<std::size_t>(shape.channels);
  const auto planes = static_cast<std::size_t>(shape.planes);
  const std::size_t taps = static_cast<std::size_t>(shape.stem) * static_cast<std::size_t>(shape.stem);
  FoldedStem stem{.reach = shape.stem / 2, .columns = std::vector<float>(conv.weights.size()), .bias = conv.bias};
  for (std::size_t out = 0; out < channels; ++out) {
    for (std::size_t plane = 0; plane < planes; ++plane) {
      for (std::size_t tap = 0; tap < taps; ++tap) {
        // A convolution's tap says where the input lies as seen from the output; a column's says the contrary.
        stem.columns[(plane * taps + tap) * channels + out] =
            conv.weights[(out * planes + plane) * taps + taps - 1 - tap];
      }
    }
  }
  return stem;
}

FoldedPolicy fold_policy(const NetShape& shape, TensorQueue& queue) {
  const auto channels = static_cast<std::size_t>(shape.channels);
  FoldedPolicy policy{.blocks = fold_blocks(shape.policy_blocks, queue),
                      .weights = std::vector<float>((kMovePlanes + 2) * channels),
                      .bias = std::vector<float>(kMovePlanes + 2)};
  const auto copy_planes = [&](int first) {
    const std::vector<float>& weights = queue.next();
    const std::vector<float>& bias = queue.next();
    std::copy(weights.begin(), weights.end(), policy.weights.begin() + first * shape.channels);
    std::copy(bias.begin(), bias.end(), policy.bias.begin() + first);
  };
  if (shape.sense) {
    copy_planes(kMovePlanes + 1);
  }
  if (shape.move) {
    copy_planes(0);
    copy_planes(kMovePlanes);
  }
  return policy;
}

FoldedValue fold_value(TensorQueue& queue) {
  const FoldedConv plane = fold_conv(queue);
  FoldedValue value;
  value.plane = plane.weights;
  value.plane_bias = plane.bias[0];
  value.dense1 = queue.next();
  value.bias1 = queue.next();
  value.dense2 = queue.next();
  value.bias2 = queue.next()[0];
  return value;
}

}  // namespace

FoldedNet fold(const Weights& weights) {
  TensorQueue queue(weights);
  FoldedNet net{.shape = weights.shape, .stem = {}, .blocks = {}, .policies = {}, .values = {}};
  net.stem = fold_stem(net.shape, queue);
  net.blocks = fold_blocks(net.shape.blocks, queue);
  for (std::size_t i = 0; i < net.shape.heads.size(); ++i) {
    net.policies.push_back(fold_policy(net.shape, queue));
    if (net.shape.value) {
      net.values.push_back(fold_value(queue));
    }
  }
  assert(queue.empty());
  return net;
}

}  // namespace lanternfish
