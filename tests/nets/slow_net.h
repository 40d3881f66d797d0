#pragma once

// A network computed as its definition says: dense planes, convolutions and batch norms one after the other, in double
// precision, nothing folded. The reference for every way of running one.

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "nets/move_code.h"
#include "nets/planes.h"
#include "nets/weights.h"
#include "tests/nets/dense_planes.h"

namespace lanternfish::testing {

class SlowNet {
 public:
  // All logits by action code, absent outputs 0, and the value.
  struct Output {
    std::vector<double> logits = std::vector<double>(kActionCodes);
    double value = 0;
  };

  explicit SlowNet(const Weights& weights) : weights_(weights), specs_(tensor_specs(weights.shape)) {}

  Output run(const PlaneList& planes, std::size_t policy_head, std::size_t value_head) const {
    const NetShape& shape = weights_.shape;
    const std::vector<float> dense = dense_planes(planes, shape.planes);
    Maps x = relu(norm("stem.norm", convolve("stem.conv", Maps(dense.begin(), dense.end()), shape.stem)));
    for (int i = 0; i < shape.blocks; ++i) {
      x = block("blocks." + std::to_string(i), x);
    }
    Output output;
    if (shape.value) {
      output.value = value("heads." + shape.heads[value_head] + ".value", x);
    }
    const std::string policy = "heads." + shape.heads[policy_head];
    for (int i = 0; i < shape.policy_blocks; ++i) {
      x = block(policy + ".blocks." + std::to_string(i), x);
    }
    if (shape.sense) {
      const Maps sense = linear_map(policy + ".sense", x);
      std::copy(sense.begin(), sense.end(), output.logits.begin() + kFirstSenseCode);
    }
    if (shape.move) {
      const Maps move = linear_map(policy + ".move", x);
      std::copy(move.begin(), move.end(), output.logits.begin());
      // Linear on the mean over the squares: the mean of what is linear on each of them.
      for (const double on_square : linear_map(policy + ".pass", x)) {
        output.logits[kPassCode] += on_square / 64;
      }
    }
    return output;
  }

 private:
  using Maps = std::vector<double>;  // [channel, square]

  const std::vector<float>& tensor(const std::string& name) const {
    for (std::size_t i = 0; i < specs_.size(); ++i) {
      if (specs_[i].name == name) {
        return weights_.tensors[i];
      }
    }
    throw std::logic_error("no tensor " + name);
  }

  Maps convolve(const std::string& name, const Maps& in, int kernel) const {
    const std::vector<float>& w = tensor(name);
    const std::size_t in_channels = in.size() / 64;
    const std::size_t taps = static_cast<std::size_t>(kernel * kernel);
    const std::size_t out_channels = w.size() / in_channels / taps;
    Maps out(out_channels * 64);
    for (std::size_t o = 0; o < out_channels; ++o) {
      for (int s = 0; s < 64; ++s) {
        for (std::size_t i = 0; i < in_channels; ++i) {
          for (int tap = 0; tap < kernel * kernel; ++tap) {
            const int rank = s / 8 + tap / kernel - kernel / 2;
            const int file = s % 8 + tap % kernel - kernel / 2;
            if (rank >= 0 && rank < 8 && file >= 0 && file < 8) {
              out[o * 64 + static_cast<std::size_t>(s)] +=
                  static_cast<double>(w[(o * in_channels + i) * taps + static_cast<std::size_t>(tap)]) *
                  in[i * 64 + static_cast<std::size_t>(8 * rank + file)];
            }
          }
        }
      }
    }
    return out;
  }

  Maps norm(const std::string& name, Maps maps) const {
    for (std::size_t i = 0; i < maps.size(); ++i) {
      const std::size_t c = i / 64;
      maps[i] = (maps[i] - tensor(name + ".mean")[c]) / std::sqrt(tensor(name + ".variance")[c] + 1e-5) *
                    tensor(name + ".gamma")[c] +
                tensor(name + ".beta")[c];
    }
    return maps;
  }

  static Maps relu(Maps maps) {
    for (double& x : maps) {
      x = std::max(x, 0.0);
    }
    return maps;
  }

  Maps block(const std::string& name, const Maps& in) const {
    const Maps middle = relu(norm(name + ".norm1", convolve(name + ".conv1", in, 3)));
    Maps out = norm(name + ".norm2", convolve(name + ".conv2", middle, 3));
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] += in[i];
    }
    return relu(out);
  }

  Maps linear_map(const std::string& name, const Maps& in) const {
    Maps out = convolve(name + ".weight", in, 1);
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] += tensor(name + ".bias")[i / 64];
    }
    return out;
  }

  Maps dense(const std::string& name, const Maps& in) const {
    const std::vector<float>& bias = tensor(name + ".bias");
    const std::vector<float>& w = tensor(name + ".weight");
    Maps out(bias.begin(), bias.end());
    for (std::size_t o = 0; o < out.size(); ++o) {
      for (std::size_t i = 0; i < in.size(); ++i) {
        out[o] += static_cast<double>(w[o * in.size() + i]) * in[i];
      }
    }
    return out;
  }

  double value(const std::string& name, const Maps& in) const {
    const Maps plane = relu(norm(name + ".norm", convolve(name + ".conv", in, 1)));
    return std::tanh(dense(name + ".dense2", relu(dense(name + ".dense1", plane)))[0]);
  }

  const Weights& weights_;
  std::vector<TensorSpec> specs_;
};

}  // namespace lanternfish::testing
