#pragma once

// The one place where oneDNN's versions 2 and 3 differ for us: how a convolution with its post-ops is described.

#include <oneapi/dnnl/dnnl.hpp>

#include "nets/tower.h"

namespace lanternfish {

// A 3x3 convolution of `batch` boards from `channels` to as many, with bias, then plus what the output held before
// (`add_output`), then ReLU. Activations are [batch, rank, file, channel]; the weights are as the library likes them
// best. Scratch memory is the caller's.
inline dnnl::convolution_forward::primitive_desc describe_convolution(const dnnl::engine& engine, int batch,
                                                                      int channels, bool add_output) {
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

}  // namespace lanternfish
