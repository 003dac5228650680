// Why: shared by the kernels of batch normalisation, alone or after a convolution: the activation that ends them, and
// the layout of the bits that tell where it passes a gradient.
#pragma once
#include "core/backends/cuda/module/runtime/launchers.h"
#include "core/backends/kernel.h"

namespace fovea::cuda {

// None for the ops that have no such attribute.
NormActivation normActivationOf(const KernelRequest& request);
// Bits in the order of the memory that they were made from, with channels last or dense: only batch_norm_fused_backward
// can read them.
Layout normMaskLayout(std::size_t bytes, bool last);

}  // namespace fovea::cuda
