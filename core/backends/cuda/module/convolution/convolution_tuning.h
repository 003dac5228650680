// Why: cuDNN's own guess of its fastest plan is often not the fastest one; trying some of them once settles it.
#pragma once
#include "core/backends/cuda/module/convolution/convolution_graph.h"
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {

// A graph with a selected plan. An exact problem uses the first plan in cuDNN's order that can be built and run, so
// that the same numbers result on every machine of a kind. Any other uses the plan in the device's cache; if there is
// none, the fastest of the first few that run, found by a trial on memory of its own and then stored in the cache.
// Without memory for a trial, or while the stream is being recorded, the first plan that can be built. Unsupported with
// cuDNN's reason if there is none; Internal only if the device is lost.
Result<std::shared_ptr<ConvolutionGraph>> chooseConvolution(const ContextPointer& context,
                                                            const ConvolutionProblem& problem);

}  // namespace fovea::cuda
