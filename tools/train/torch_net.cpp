#include "tools/train/torch_net.h"

#include "nets/move_code.h"

namespace lanternfish {

namespace {

constexpr double kNormMomentum = 0.1;  // PyTorch's default

// One pass through the network: takes the tensors in the order of tensor_specs().
class ForwardPass {
 public:
  ForwardPass(std::vector<torch::Tensor>& tensors, bool training) : tensors_(tensors), training_(training) {}

  torch::Tensor convolve(const torch::Tensor& x) {
    const torch::Tensor& kernel = next();
    return torch::conv2d(x, kernel, {}, 1, kernel.size(2) / 2);
  }

  torch::Tensor stem(const StemInput& input) {
    const torch::Tensor& kernel = next();
    const std::int64_t channels = kernel.size(0);
    const torch::Tensor columns = kernel.permute({1, 2, 3, 0}).reshape({-1, channels});
    constexpr std::int64_t kSum = 0;
    const torch::Tensor sums = std::get<0>(
        torch::embedding_bag(columns, input.columns, input.begins, false, kSum, false,
                             input.values.defined() ? c10::optional<torch::Tensor>(input.values) : c10::nullopt));
    return sums.reshape({input.positions, 8, 8, channels}).permute({0, 3, 1, 2}).contiguous();
  }

  torch::Tensor norm(const torch::Tensor& x) {
    torch::Tensor& gamma = next();
    torch::Tensor& beta = next();
    torch::Tensor& mean = next();
    torch::Tensor& variance = next();
    return torch::batch_norm(x, gamma, beta, mean, variance, training_, kNormMomentum, kNormEpsilon, false);
  }

  torch::Tensor block(const torch::Tensor& x) {
    const torch::Tensor middle = torch::relu(norm(convolve(x)));
    return torch::relu(norm(convolve(middle)) + x);
  }

  // A linear map on each square: [position, output, square].
  torch::Tensor on_squares(const torch::Tensor& x) {
    const torch::Tensor& weights = next();
    const torch::Tensor& bias = next();
    return torch::conv2d(x, weights.unsqueeze(2).unsqueeze(3), bias).flatten(2);
  }

  torch::Tensor value(const torch::Tensor& x) {
    const torch::Tensor& weights = next();
    const torch::Tensor plane = torch::relu(norm(torch::conv2d(x, weights.unsqueeze(2).unsqueeze(3)))).flatten(1);
    return torch::tanh(linear(torch::relu(linear(plane)))).squeeze(1);
  }

  torch::Tensor linear(const torch::Tensor& x) {
    const torch::Tensor& weights = next();
    const torch::Tensor& bias = next();
    return torch::linear(x, weights, bias);
  }

 private:
  torch::Tensor& next() { return tensors_.at(next_++); }

  std::vector<torch::Tensor>& tensors_;
  std::size_t next_ = 0;
  bool training_;
};

bool is_statistic(const std::string& name) { return name.ends_with(".mean") || name.ends_with(".variance"); }

}  // namespace

StemInput StemInput::to(torch::Device device) const {
  return {positions, columns.to(device), begins.to(device), values.defined() ? values.to(device) : values};
}

StemInput stem_input(std::span<const PlaneList> inputs, int stem) {
  std::vector<std::int64_t> columns;
  std::vector<std::int64_t> begins;
  std::vector<float> values;
  bool all_one = true;
  for (const PlaneList& input : inputs) {
    for (int square = 0; square < 64; ++square) {
      begins.push_back(static_cast<std::int64_t>(columns.size()));
      for (int k = 0; k < stem * stem; ++k) {
        const int file = square % 8 + k % stem - stem / 2;
        const int rank = square / 8 + k / stem - stem / 2;
        if (file < 0 || file > 7 || rank < 0 || rank > 7) {
          continue;
        }
        const Bitboard reached = bit(make_square(file, rank));
        for (const Plane& plane : input) {
          if ((plane.squares & reached) != 0) {
            columns.push_back(plane.index * stem * stem + k);
            values.push_back(plane.value);
            all_one = all_one && plane.value == 1;
          }
        }
      }
    }
  }
  return {static_cast<std::int64_t>(inputs.size()), torch::tensor(columns), torch::tensor(begins),
          all_one ? torch::Tensor() : torch::tensor(values)};
}

TorchNet::TorchNet(const Weights& weights, torch::Device device) : shape_(weights.shape) {
  const std::vector<TensorSpec> specs = tensor_specs(shape_);
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::vector<std::int64_t> dims(specs[i].dims.begin(), specs[i].dims.end());
    torch::Tensor tensor = torch::tensor(weights.tensors.at(i)).reshape(dims).to(device);
    tensors_.push_back(tensor.set_requires_grad(!is_statistic(specs[i].name)));
  }
}

TorchNet::Output TorchNet::forward(const StemInput& input, bool training) {
  ForwardPass pass(tensors_, training);
  torch::Tensor x = torch::relu(pass.norm(pass.stem(input)));
  for (int i = 0; i < shape_.blocks; ++i) {
    x = pass.block(x);
  }
  const torch::Tensor tower = x;
  for (int i = 0; i < shape_.policy_blocks; ++i) {
    x = pass.block(x);
  }
  const std::int64_t positions = input.positions;
  torch::Tensor sense = torch::zeros({positions, 64}, x.options());
  torch::Tensor moves = torch::zeros({positions, kPassCode}, x.options());
  torch::Tensor pass_logit = torch::zeros({positions, 1}, x.options());
  if (shape_.sense) {
    sense = pass.on_squares(x).flatten(1);
  }
  if (shape_.move) {
    moves = pass.on_squares(x).flatten(1);
    pass_logit = pass.linear(x.mean({2, 3}));
  }
  const torch::Tensor value = shape_.value ? pass.value(tower) : torch::zeros({positions}, x.options());
  return {torch::cat({moves, pass_logit, sense}, 1), value};
}

std::vector<torch::Tensor> TorchNet::matrices() const {
  std::vector<torch::Tensor> list;
  for (const torch::Tensor& tensor : tensors_) {
    if (tensor.requires_grad() && tensor.dim() > 1) {
      list.push_back(tensor);
    }
  }
  return list;
}

std::vector<torch::Tensor> TorchNet::vectors() const {
  std::vector<torch::Tensor> list;
  for (const torch::Tensor& tensor : tensors_) {
    if (tensor.requires_grad() && tensor.dim() == 1) {
      list.push_back(tensor);
    }
  }
  return list;
}

std::vector<std::vector<float>> TorchNet::values() const {
  std::vector<std::vector<float>> values;
  for (const torch::Tensor& tensor : tensors_) {
    const torch::Tensor copy = tensor.detach().to(torch::kCPU, torch::kFloat).contiguous();
    const auto* begin = copy.data_ptr<float>();
    values.emplace_back(begin, begin + copy.numel());
  }
  return values;
}

}  // namespace lanternfish
