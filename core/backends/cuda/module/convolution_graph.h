// Why: one convolution through cuDNN's graph API, planned once and enqueued many times; the only place that sees
// cudnn-frontend, which is slow to compile.
#pragma once
#include <memory>
#include <string>

#include "core/backends/cuda/module/status.h"
#include "core/ops/convolution_geometry.h"

namespace fovea::cuda {

enum class ConvolutionPass { Forward, BackwardData, BackwardWeights };

// x [N,C,H,W], weight [M,C/groups,KH,KW] and y [N,M,OH,OW], all dense and none of them empty, f32 or f64.
// Results are the same every time, and f32 is a plain sum in f32: engines that are not deterministic, that round to a
// shorter format on the way (TF32), or that transform (FFT, Winograd) are left out.
class ConvolutionGraph {
 public:
  // Searches for a device: that of a handle. Unsupported with cuDNN's reason.
  static Result<std::shared_ptr<ConvolutionGraph>> create(cudnnHandle_t handle, ConvolutionPass pass,
                                                          const ConvolutionGeometry& geometry, DataType type);
  // Searches for a device that is not there: tells what would be chosen; cannot run. `description` is the device as
  // cuDNN writes it out (JSON); InvalidArgument if it cannot read it.
  static Result<std::shared_ptr<ConvolutionGraph>> createFor(const std::string& description, int computeCapability,
                                                             ConvolutionPass pass, const ConvolutionGeometry& geometry,
                                                             DataType type);
  ~ConvolutionGraph();

  // Bytes of `workspace`, at a multiple of 256.
  std::size_t workspaceBytes() const;
  // cuDNN's name of the plan: "eng28_k2=4_k3=0".
  const std::string& name() const;
  // Enqueues on the handle's stream: the pass writes y, x or weight and reads the other two.
  Status run(cudnnHandle_t handle, void* x, void* weight, void* y, void* workspace);

 private:
  struct State;
  explicit ConvolutionGraph(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fovea::cuda
