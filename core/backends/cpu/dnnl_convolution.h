// Why: what the oneDNN convolution kernels share: the geometry in oneDNN's words, and the layouts and algorithms to try
// in order. Chosen by the geometry alone, so that the passes of a layer agree and a network gets the same numbers
// again. Pure; thread-safe.
#pragma once
#include "core/backends/cpu/dnnl_primitive.h"
#include "core/ops/convolution_geometry.h"

namespace fovea::cpu {

struct DnnlConvolution {
  DnnlConvolution(const ConvolutionGeometry& geometry, bool exact);

  // Whether oneDNN's Winograd kernels take the geometry and may be used.
  bool allowsWinograd() const;
  // Measured on two AVX-512 cores: 1.7 to 2.4 times as fast as the direct algorithm where this holds; relative L2 error
  // about 1e-6 (Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", 2016).
  bool prefersWinograd(bool backwardWeights = false) const;
  dnnl::memory::desc anyWeight() const;
  dnnl::memory::desc weightDesc(const Layout& layout) const;
  dnnl::memory::desc biasDesc() const;
  dnnl::memory::dims strides() const { return {g.height.stride, g.width.stride}; }
  dnnl::memory::dims dilations() const { return {g.height.dilation - 1, g.width.dilation - 1}; }
  dnnl::memory::dims before() const { return {g.height.before, g.width.before}; }
  dnnl::memory::dims after() const { return {g.height.after, g.width.after}; }

  ConvolutionGeometry g;
  bool exact;
  TensorType x, weight, y;
  dnnl::memory::dims xDims, yDims, weightDims;
};

// An algorithm with the layouts of both images.
struct ConvolutionChoice {
  dnnl::algorithm algorithm;
  dnnl::memory::desc x, y;
  dnnl::prop_kind kind = dnnl::prop_kind::forward_training;
};

// In order of preference: Winograd's F(4x4, 3x3) where it is faster, unless exact; then blocks of 16 channels where
// nothing is padded. Images of few channels are read as they come.
std::vector<ConvolutionChoice> convolutionChoices(const DnnlConvolution& p);

// How the weight of a forward or backward pass lies.
struct WeightState {
  std::optional<Layout> fixed;  // where somebody has chosen already
  bool steady = false;          // the same in every run: any layout is paid for once

  static WeightState of(const KernelRequest& request, std::size_t input);
};
// The layout a weight has if oneDNN once chose it, then oneDNN's choice: converting a dense filter costs less than
// using it.
std::vector<dnnl::memory::desc> weightChoices(const DnnlConvolution& p, const WeightState& weight);

// The first implementation for the choices, with `attributes` (post-ops).
std::optional<dnnl::convolution_forward::primitive_desc> forwardPrimitive(const DnnlConvolution& p,
                                                                          const WeightState& weight, bool hasBias,
                                                                          const dnnl::primitive_attr& attributes);

// Whether an implementation is one of Winograd's.
bool isWinograd(const char* implementation);

// A forward kernel with its plan; inputs x, weight, bias if any. Unsupported where oneDNN has nothing fast.
Result<KernelPlan> forwardPlan(const DnnlConvolution& p, const WeightState& weight, bool hasBias,
                               const dnnl::primitive_attr& attributes);

}  // namespace fovea::cpu
