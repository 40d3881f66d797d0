#pragma once

// The network of nets/net_shape.h as Torch computes it, with gradients. Sees nets/ and Torch only.

#include <span>
#include <vector>

#include <torch/torch.h>

#include "nets/planes.h"
#include "nets/weights.h"

namespace lanternfish {

// The planes of a batch as the stem reads them: on each square a sum of weight columns, one for each set square that
// the kernel reaches. Most planes are empty, so this is a small part of the work of a dense convolution.
struct StemInput {
  std::int64_t positions = 0;
  torch::Tensor columns;  // [entry]: (plane * stem + row of the kernel) * stem + column of the kernel
  torch::Tensor begins;   // [position * 64 + square]: where the square's entries begin
  torch::Tensor values;   // [entry]; undefined where all are 1

  StemInput to(torch::Device device) const;
};
StemInput stem_input(std::span<const PlaneList> inputs, int stem);

class TorchNet {
 public:
  // Copies of the weights' tensors on `device`; means and variances need no gradient.
  TorchNet(const Weights& weights, torch::Device device);

  struct Output {
    torch::Tensor logits;  // [position, action code]; absent outputs are 0
    torch::Tensor value;   // [position], -1 to 1
  };
  // With the first headset. In training the batch norms use the batch's own mean and variance and move their running
  // ones.
  Output forward(const StemInput& input, bool training);

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
