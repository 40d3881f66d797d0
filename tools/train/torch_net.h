#pragma once

// The network of nets/net_shape.h as Torch computes it, with gradients. Sees nets/ and Torch only.

#include <vector>

#include <torch/torch.h>

#include "nets/weights.h"

namespace lanternfish {

class TorchNet {
 public:
  // Copies of the weights' tensors on `device`; means and variances need no gradient.
  TorchNet(const Weights& weights, torch::Device device);

  struct Output {
    torch::Tensor logits;  // [position, action code]; absent outputs are 0
    torch::Tensor value;   // [position], -1 to 1
  };
  // `planes`: [position, plane, 8, 8], with the first headset. In training the batch norms use the batch's own mean and
  // variance and move their running ones.
  Output forward(const torch::Tensor& planes, bool training);

  const NetShape& shape() const { return shape_; }
  // By tensor_specs(shape()).
  std::vector<torch::Tensor>& tensors() { return tensors_; }
  // What an optimizer changes: tensors of two and more dimensions, and vectors.
  std::vector<torch::Tensor> matrices() const;
  std::vector<torch::Tensor> vectors() const;
  // The tensors as numbers, in the order of a weights file.
  std::vector<std::vector<float>> values() const;

 private:
  NetShape shape_;
  std::vector<torch::Tensor> tensors_;
};

}  // namespace lanternfish
