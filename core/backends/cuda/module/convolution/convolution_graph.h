// Why: one convolution with its fused ops through cuDNN's graph API, planned once and enqueued many times; the only
// place that includes cudnn-frontend, which is slow to compile.
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/backends/cuda/module/runtime/launchers.h"
#include "core/backends/cuda/module/runtime/status.h"
#include "core/ops/convolution_geometry.h"

namespace fovea::cuda {

enum class ConvolutionPass { Forward, BackwardData, BackwardWeights };
// x [N,C,H,W], weight [M,C/groups,KH,KW], y and (forward) residual [N,M,OH,OW], bias [M], or the same for volumes, with
// depth before height; none of them empty; f32, f64, f16 or bf16. All images and the weight are dense, or all have
// channels last. Sums are in f32 (f64 for f64).
struct ConvolutionProblem {
  ConvolutionPass pass = ConvolutionPass::Forward;
  ConvolutionGeometry geometry;
  DataType type = DataType::Float32;
  bool channelsLast = false;
  // f32 is not rounded to TF32, which rules out tensor cores.
  bool exact = true;
  bool wide = false;  // forward only: y is f32 for every type
  // Forward: y = end(conv + bias + residual). Input gradient: x = gradient + residual, which has x's shape.
  bool bias = false, residual = false;
  ConvolutionEnd end = ConvolutionEnd::None;  // not HardSwish; NaN may become 0 in Relu and Relu6
  double slope = 0;                           // of LeakyRelu
  // Forward without any of the above: also computes the sums of y and of its squares by channel, f32 [M].
  bool statistics = false;
  // With `statistics`, or for the weight gradient: the convolution's input is relu(x * factor + shift), by channel;
  // factor and shift have x's type.
  bool normInput = false;
  // Input gradient without any of the above: x was relu((norm.x - mean) * inverseDeviation * scale + bias), so the
  // gradient is 0 where this is not positive; also computes the gradients of scale and bias.
  bool normGradient = false;

  // The type of the result.
  DataType resultType() const { return wide ? DataType::Float32 : type; }
  // A text that is equal exactly for equal problems.
  std::string key() const;
};

// For a batch normalisation before a convolution: x has the problem's type, all others are f32 by channel. cuDNN also
// writes three factors from which dx follows with the masked gradient and x.
struct NormGradientPointers {
  void *x = nullptr, *scale = nullptr, *bias = nullptr, *mean = nullptr, *inverseDeviation = nullptr;
  void *dscale = nullptr, *dbias = nullptr;
  std::array<void*, 3> factors{};
};
struct ConvolutionPointers {
  void *x = nullptr, *weight = nullptr, *y = nullptr, *bias = nullptr, *residual = nullptr;
  float *sums = nullptr, *squares = nullptr;
  void *factor = nullptr, *shift = nullptr;
  NormGradientPointers norm = {};
};

// Results are the same every time: excludes engines that are not deterministic, that sum in fewer bits, or that
// transform (FFT, Winograd: they round more than a plain sum, and spread a NaN over their whole tile). The gradient of
// the weights needs symmetric padding: cuDNN's result is wrong otherwise (9.14).
class ConvolutionGraph {
 public:
  // For the device of a handle. Unsupported with cuDNN's reason. select() must follow.
  static Result<std::shared_ptr<ConvolutionGraph>> create(cudnnHandle_t handle, const ConvolutionProblem& problem);
  // For a device that is not present: tells which plan would be chosen; cannot run. `description` is cuDNN's
  // description of the device (JSON); InvalidArgument if it cannot read it.
  static Result<std::shared_ptr<ConvolutionGraph>> createFor(const std::string& description, int computeCapability,
                                                             const ConvolutionProblem& problem);
  ~ConvolutionGraph();

  // cuDNN's names of the plans that may be tried, the one first that it thinks fastest: "eng28_k2=4_k3=0".
  const std::vector<std::string>& plans() const;
  // Builds the plan with that index, or the first that can be built. Unsupported states the reason.
  Status select(std::size_t plan);
  Status selectFirst();

  // For the selected plan. Bytes of `workspace`, aligned to 256.
  std::size_t workspaceBytes() const;
  const std::string& name() const;
  // Enqueues on the handle's stream: the pass writes y, x or weight and reads the others.
  Status run(cudnnHandle_t handle, const ConvolutionPointers& pointers, void* workspace);

 private:
  struct State;
  explicit ConvolutionGraph(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fovea::cuda
