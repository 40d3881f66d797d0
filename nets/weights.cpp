#include "nets/weights.h"

#include <cmath>
#include <numbers>
#include <random>
#include <string_view>

namespace lanternfish {

namespace {

// std::normal_distribution differs between standard libraries; this is the method of Box and Muller.
class Normal {
 public:
  explicit Normal(std::uint64_t seed) : random_(seed) {}
  double operator()() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  double uniform() { return (static_cast<double>(random_() >> 11) + 0.5) / 9007199254740992.0; }  // 2^53
  std::mt19937_64 random_;
};

}  // namespace

Weights random_weights(const NetShape& shape, std::uint64_t seed) {
  assert(check_shape(shape));
  Weights weights{.kind = "random", .planes_version = "none", .shape = shape, .notes = {}, .tensors = {}};
  Normal normal(seed);
  for (const TensorSpec& spec : tensor_specs(shape)) {
    std::vector<float> tensor(spec.size());
    const std::string_view name = spec.name;
    if (spec.dims.size() > 1) {
      const double inputs = static_cast<double>(spec.size()) / spec.dims[0];
      for (float& w : tensor) {
        w = static_cast<float>(normal() * std::sqrt(2 / inputs));
      }
    } else if (name.ends_with(".gamma") || name.ends_with(".variance")) {
      tensor.assign(tensor.size(), 1);
    }
    weights.tensors.push_back(std::move(tensor));
  }
  return weights;
}

}  // namespace lanternfish
