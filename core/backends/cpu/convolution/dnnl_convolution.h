// Why: shared by the oneDNN convolution kernels: the geometry in oneDNN's terms, and the layouts and algorithms to try
// in order. The choice depends only on the geometry, so that a layer's passes agree and results are reproducible. Pure;
// thread-safe.
#pragma once
#include "core/backends/cpu/runtime/dnnl_primitive.h"
#include "core/ops/convolution_geometry.h"

namespace fovea::cpu {

struct DnnlConvolution {
  DnnlConvolution(const ConvolutionGeometry& geometry, bool exact);

  // Whether oneDNN's Winograd kernels support the geometry and may be used.
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

// An algorithm with the layouts of input and output.
struct ConvolutionChoice {
  dnnl::algorithm algorithm;
  dnnl::memory::desc x, y;
  dnnl::prop_kind kind = dnnl::prop_kind::forward_training;
};

// In order of preference: Winograd's F(4x4, 3x3) if it is faster and exactness is not requested; then blocks of 16
// channels if nothing is padded. Images with few channels are read in their own layout.
std::vector<ConvolutionChoice> convolutionChoices(const DnnlConvolution& p);

// Constraints on the weight's layout in a forward or backward pass.
struct WeightState {
  std::optional<Layout> fixed;  // its layout, if another kernel has already chosen it
  bool constant = false;        // constant across runs: the cost of any reorder is paid once

  static WeightState of(const KernelRequest& request, std::size_t input);
};
// The weight layouts to try: the current one if oneDNN chose it, then oneDNN's choice, since converting a dense filter
// costs less than using it.
std::vector<dnnl::memory::desc> weightChoices(const DnnlConvolution& p, const WeightState& weight);

// The first implementation for the choices, with `attributes` (post-ops).
std::optional<dnnl::convolution_forward::primitive_desc> forwardPrimitive(const DnnlConvolution& p,
                                                                          const WeightState& weight, bool hasBias,
                                                                          const dnnl::primitive_attr& attributes);

// Whether an implementation uses Winograd's algorithm.
bool isWinograd(const char* implementation);

// Returns a forward kernel with its plan; inputs x, weight and optionally bias. Unsupported if oneDNN has no fast one.
Result<KernelPlan> forwardPlan(const DnnlConvolution& p, const WeightState& weight, bool hasBias,
                               const dnnl::primitive_attr& attributes);

}  // namespace fovea::cpu
