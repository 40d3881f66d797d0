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

TorchNet::TorchNet(const Weights& weights, torch::Device device) : shape_(weights.shape) {
  const std::vector<TensorSpec> specs = tensor_specs(shape_);
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::vector<std::int64_t> dims(specs[i].dims.begin(), specs[i].dims.end());
    torch::Tensor tensor = torch::tensor(weights.tensors.at(i)).reshape(dims).to(device);
    tensors_.push_back(tensor.set_requires_grad(!is_statistic(specs[i].name)));
  }
}

TorchNet::Output TorchNet::forward(const torch::Tensor& planes, bool training) {
  ForwardPass pass(tensors_, training);
  torch::Tensor x = torch::relu(pass.norm(pass.convolve(planes)));
  for (int i = 0; i < shape_.blocks; ++i) {
    x = pass.block(x);
  }
  const torch::Tensor tower = x;
  for (int i = 0; i < shape_.policy_blocks; ++i) {
    x = pass.block(x);
  }
  const std::int64_t positions = planes.size(0);
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
