// Why: cuDNN's own guess of its fastest plan is often not the fastest one; trying some of them once settles it.
#pragma once
#include "core/backends/cuda/module/convolution_graph.h"
#include "core/backends/cuda/module/support.h"

namespace fovea::cuda {

// A graph with a selected plan. An exact problem takes the first plan that cuDNN names, can build and can run, so that
// the same numbers come out on every machine of a kind. Any other takes the plan that the device's cache names; if it
// names none, the fastest of the first few that run, in a trial on memory of its own, which the cache then learns.
// Where there is no memory for a trial, or the stream is being recorded, the first that can be built. Unsupported with
// cuDNN's reason where none does; Internal only where the device is lost.
Result<std::shared_ptr<ConvolutionGraph>> chooseConvolution(const ContextPointer& context,
                                                            const ConvolutionProblem& problem);

}  // namespace fovea::cuda
