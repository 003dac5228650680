// Why: what the kernels of batch normalisation share, alone or behind a convolution: the activation that ends them, and
// how the bits lie that say where a gradient passes it.
#pragma once
#include "core/backends/cuda/module/launchers.h"
#include "core/backends/kernel.h"

namespace fovea::cuda {

// None for the ops that have no such attribute.
NormActivation normActivationOf(const KernelRequest& request);
// Bits in the order of the memory that they were made from, with channels last or dense: only batch_norm_fused_backward
// can read them.
Layout normMaskLayout(std::size_t bytes, bool last);

}  // namespace fovea::cuda
