#include "nets/net_shape.h"

#include <algorithm>
#include <cctype>
#include <numeric>

#include <fmt/format.h>

#include "nets/move_code.h"

namespace lanternfish {

namespace {

constexpr int kMaxPlanes = 1 << 14;
constexpr int kMaxChannels = 512;
constexpr int kMaxBlocks = 40;
constexpr int kMaxPolicyBlocks = 4;
constexpr int kMaxHidden = 1024;
constexpr std::size_t kMaxHeads = 64;
constexpr std::size_t kMaxHeadName = 40;

Status check_range(std::string_view name, int value, int min, int max) {
  return value >= min && value <= max ? success()
                                      : Status(Error{fmt::format("{} {} is not from {} to {}", name, value, min, max)});
}

bool is_head_name(std::string_view name) {
  return !name.empty() && name.size() <= kMaxHeadName && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return (c < 128 && std::isalnum(c) != 0) || c == '-' || c == '_';
  });
}

class SpecList {
 public:
  void add(std::string name, std::vector<int> dims) { specs_.push_back({std::move(name), std::move(dims)}); }
  void add_norm(const std::string& name, int channels) {
    for (const char* part : {"gamma", "beta", "mean", "variance"}) {
      add(fmt::format("{}.{}", name, part), {channels});
    }
  }
  void add_block(const std::string& name, int channels) {
    for (const int i : {1, 2}) {
      add(fmt::format("{}.conv{}", name, i), {channels, channels, 3, 3});
      add_norm(fmt::format("{}.norm{}", name, i), channels);
    }
  }
  std::vector<TensorSpec> specs() && { return std::move(specs_); }

 private:
  std::vector<TensorSpec> specs_;
};

}  // namespace

Status check_shape(const NetShape& shape) {
  for (const Status& status :
       {check_range("planes", shape.planes, 1, kMaxPlanes), check_range("channels", shape.channels, 1, kMaxChannels),
        check_range("blocks", shape.blocks, 0, kMaxBlocks),
        check_range("policy-blocks", shape.policy_blocks, 0, kMaxPolicyBlocks),
        check_range("value-hidden", shape.value_hidden, 1, kMaxHidden)}) {
    if (!status) {
      return status;
    }
  }
  if (shape.channels % kChannelStep != 0) {
    return Error{fmt::format("channels {} is not a multiple of {}", shape.channels, kChannelStep)};
  }
  if (shape.stem != 1 && shape.stem != 3) {
    return Error{fmt::format("stem {} is neither 1 nor 3", shape.stem)};
  }
  if (shape.heads.empty() || shape.heads.size() > kMaxHeads) {
    return Error{fmt::format("{} heads are not from 1 to {}", shape.heads.size(), kMaxHeads)};
  }
  for (auto head = shape.heads.begin(); head != shape.heads.end(); ++head) {
    if (!is_head_name(*head)) {
      return Error{fmt::format("a head's name is 1 to {} letters, digits, - and _", kMaxHeadName)};
    }
    if (std::find(shape.heads.begin(), head, *head) != head) {
      return Error{fmt::format("two heads are called {}", *head)};
    }
  }
  return success();
}

std::size_t TensorSpec::size() const {
  return std::accumulate(dims.begin(), dims.end(), std::size_t{1}, [](std::size_t n, int d) { return n * d; });
}

std::vector<TensorSpec> tensor_specs(const NetShape& shape) {
  const int channels = shape.channels;
  SpecList list;
  list.add("stem.conv", {channels, shape.planes, shape.stem, shape.stem});
  list.add_norm("stem.norm", channels);
  for (int i = 0; i < shape.blocks; ++i) {
    list.add_block(fmt::format("blocks.{}", i), channels);
  }
  for (const std::string& head : shape.heads) {
    const std::string name = "heads." + head;
    for (int i = 0; i < shape.policy_blocks; ++i) {
      list.add_block(fmt::format("{}.blocks.{}", name, i), channels);
    }
    if (shape.sense) {
      list.add(name + ".sense.weight", {1, channels});
      list.add(name + ".sense.bias", {1});
    }
    if (shape.move) {
      list.add(name + ".move.weight", {kMovePlanes, channels});
      list.add(name + ".move.bias", {kMovePlanes});
      list.add(name + ".pass.weight", {1, channels});
      list.add(name + ".pass.bias", {1});
    }
    if (shape.value) {
      list.add(name + ".value.conv", {1, channels});
      list.add_norm(name + ".value.norm", 1);
      list.add(name + ".value.dense1.weight", {shape.value_hidden, 64});
      list.add(name + ".value.dense1.bias", {shape.value_hidden});
      list.add(name + ".value.dense2.weight", {1, shape.value_hidden});
      list.add(name + ".value.dense2.bias", {1});
    }
  }
  return std::move(list).specs();
}

std::size_t parameters(const NetShape& shape) {
  std::size_t sum = 0;
  for (const TensorSpec& spec : tensor_specs(shape)) {
    sum += spec.size();
  }
  return sum;
}

}  // namespace lanternfish
