// Residual blocks by oneDNN, which has kernels for AVX2, AVX-512 and AMX and picks them by itself.

#include <omp.h>

#include <algorithm>
#include <map>

#include <oneapi/dnnl/dnnl.hpp>

#include "nets/tower.h"

namespace lanternfish {

namespace {

// The one place where oneDNN's versions 2 and 3 differ for us: how a convolution with its post-ops is described.
// A 3x3 convolution of `batch` boards from `channels` to as many, with bias, then plus what the output held before
// (`add_output`), then ReLU. Activations are [batch, rank, file, channel]; the weights are as the library likes them
// best. Scratch memory is the caller's.
dnnl::convolution_forward::primitive_desc describe_convolution(const dnnl::engine& engine, int batch, int channels,
                                                               bool add_output) {
  using dnnl::memory;
  constexpr auto kF32 = memory::data_type::f32;
  const memory::desc activations({batch, channels, 8, 8}, kF32, memory::format_tag::nhwc);
  const memory::desc weights({channels, channels, 3, 3}, kF32, memory::format_tag::any);
  const memory::desc bias({channels}, kF32, memory::format_tag::x);
  const memory::dims ones = {1, 1};
  dnnl::post_ops ops;
  if (add_output) {
    ops.append_sum(1);
  }
#if DNNL_VERSION_MAJOR >= 3
  ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0, 0);
#else
  ops.append_eltwise(1, dnnl::algorithm::eltwise_relu, 0, 0);
#endif
  dnnl::primitive_attr attributes;
  attributes.set_post_ops(ops);
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
#if DNNL_VERSION_MAJOR >= 3
  return {engine,
          dnnl::prop_kind::forward_inference,
          dnnl::algorithm::convolution_direct,
          activations,
          weights,
          bias,
          activations,
          ones,
          ones,
          ones,
          attributes};
#else
  const dnnl::convolution_forward::desc description(dnnl::prop_kind::forward_inference,
                                                    dnnl::algorithm::convolution_direct, activations, weights, bias,
                                                    activations, ones, ones, ones);
  return {description, attributes, engine};
#endif
}

using dnnl::memory;

// The convolutions of one batch size; weights may lie differently for each.
class BatchConvolutions {
 public:
  BatchConvolutions(std::span<const FoldedBlock> blocks, int batch, int channels, const dnnl::engine& engine,
                    dnnl::stream& stream)
      : first_(describe_convolution(engine, batch, channels, false)),
        second_(describe_convolution(engine, batch, channels, true)),
        run_first_(first_),
        run_second_(second_),
        outside_(first_.src_desc(), engine, nullptr),
        middle_(first_.dst_desc(), engine),
        scratch_(std::max(first_.scratchpad_desc(), second_.scratchpad_desc(),
                          [](const auto& a, const auto& b) { return a.get_size() < b.get_size(); }),
                 engine) {
    for (const FoldedBlock& block : blocks) {
      convs_.push_back(load(block.first, first_, channels, engine, stream));
      convs_.push_back(load(block.second, second_, channels, engine, stream));
    }
  }

  void run(float* activations, dnnl::stream& stream) {
    outside_.set_data_handle(activations);
    for (std::size_t i = 0; i < convs_.size(); i += 2) {
      execute(run_first_, convs_[i], outside_, middle_, stream);
      execute(run_second_, convs_[i + 1], middle_, outside_, stream);
    }
    stream.wait();
  }

 private:
  struct Conv {
    memory weights;
    memory bias;
  };

  static Conv load(const FoldedConv& conv, const dnnl::convolution_forward::primitive_desc& wanted, int channels,
                   const dnnl::engine& engine, dnnl::stream& stream) {
    std::vector<float> weights = conv.weights;  // the library asks for memory that may be written
    memory ours({{channels, channels, 3, 3}, memory::data_type::f32, memory::format_tag::oihw}, engine, weights.data());
    Conv loaded{memory(wanted.weights_desc(), engine), memory(wanted.bias_desc(), engine)};
    dnnl::reorder(ours, loaded.weights).execute(stream, ours, loaded.weights);
    stream.wait();
    std::copy(conv.bias.begin(), conv.bias.end(), static_cast<float*>(loaded.bias.get_data_handle()));
    return loaded;
  }

  void execute(const dnnl::convolution_forward& run, const Conv& conv, const memory& input, const memory& output,
               dnnl::stream& stream) {
    run.execute(stream, {{DNNL_ARG_SRC, input},
                         {DNNL_ARG_WEIGHTS, conv.weights},
                         {DNNL_ARG_BIAS, conv.bias},
                         {DNNL_ARG_DST, output},
                         {DNNL_ARG_SCRATCHPAD, scratch_}});
  }

  dnnl::convolution_forward::primitive_desc first_;
  dnnl::convolution_forward::primitive_desc second_;
  dnnl::convolution_forward run_first_;
  dnnl::convolution_forward run_second_;
  memory outside_;  // the caller's activations
  memory middle_;   // between the two convolutions of a block
  memory scratch_;
  std::vector<Conv> convs_;  // two a block
};

class DnnlTower : public Tower {
 public:
  DnnlTower(std::span<const FoldedBlock> blocks, int channels)
      : blocks_(blocks.begin(), blocks.end()),
        channels_(channels),
        engine_(dnnl::engine::kind::cpu, 0),
        stream_(engine_) {}

  void run(float* activations, int positions) override {
    // For this thread only: whoever has several towers has several threads already.
    omp_set_num_threads(1);
    while (positions > 0) {
      const int batch = std::min(kMaxBatch, largest_power_of_two(positions));
      convolutions(batch).run(activations, stream_);
      activations += static_cast<std::ptrdiff_t>(batch) * 64 * channels_;
      positions -= batch;
    }
  }

 private:
  // Kernels are made for one batch size; powers of two make any number with few of them.
  static constexpr int kMaxBatch = 64;
  static int largest_power_of_two(int n) {
    int power = 1;
    while (2 * power <= n) {
      power *= 2;
    }
    return power;
  }

  BatchConvolutions& convolutions(int batch) {
    const auto found = by_batch_.find(batch);
    return found != by_batch_.end()
               ? found->second
               : by_batch_.try_emplace(batch, blocks_, batch, channels_, engine_, stream_).first->second;
  }

  std::vector<FoldedBlock> blocks_;
  int channels_;
  dnnl::engine engine_;
  dnnl::stream stream_;
  std::map<int, BatchConvolutions> by_batch_;
};

}  // namespace

std::unique_ptr<Tower> make_dnnl_tower(std::span<const FoldedBlock> blocks, int channels) {
  return std::make_unique<DnnlTower>(blocks, channels);
}

}  // namespace lanternfish
