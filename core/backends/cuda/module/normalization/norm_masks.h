// Why: shared by the kernels of batch normalisation, alone or after a convolution: the activation at their end, and the
// layout of the bit mask that shows where it passes a gradient.
#pragma once
#include "core/backends/cuda/module/runtime/launchers.h"
#include "core/backends/kernel.h"

namespace fovea::cuda {

// None for ops without such an attribute.
NormActivation normActivationOf(const KernelRequest& request);
// Bits in the memory order of the activation, with channels last or dense: only batch_norm_fused_backward can read
// them.
Layout normMaskLayout(std::size_t bytes, bool last);

}  // namespace fovea::cuda
