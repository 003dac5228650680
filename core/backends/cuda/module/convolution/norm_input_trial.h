// Why: a normalised value need not be written only if every convolution that reads it, forward and for its weight's
// gradient, applies the normalisation itself; so all of them are tried together.
#pragma once
#include "core/backends/cuda/module/runtime/support.h"
#include "core/ops/convolution_geometry.h"

namespace fovea::cuda {

// Success where, in f16, a convolution with statistics and the gradient of its weight are faster if they apply the
// batch normalisation and the ReLU in front of them than if one pass writes the result for both, and agree with it: by
// a trial, which the device's cache remembers. Unsupported, with the reason, where not.
Status gainsByNormInput(const ContextPointer& context, const ConvolutionGeometry& geometry, bool exact);

}  // namespace fovea::cuda
