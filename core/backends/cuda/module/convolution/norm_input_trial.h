// Why: a normalised value need not be stored only if every convolution that reads it, forward and for its weight
// gradient, applies the normalisation itself; so one trial covers all of them.
#pragma once
#include "core/backends/cuda/module/runtime/support.h"
#include "core/ops/convolution_geometry.h"

namespace fovea::cuda {

// Success if, in f16, a convolution with statistics and its weight gradient are faster when they apply the batch
// normalisation and the ReLU before them than with a separate pass that writes the result, and agree with it. Decided
// by a trial whose result is cached. Otherwise Unsupported, with the reason.
Status gainsByNormInput(const ContextPointer& context, const ConvolutionGeometry& geometry, bool exact);

}  // namespace fovea::cuda
