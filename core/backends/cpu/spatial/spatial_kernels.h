// Why: declares the families of spatial kernels for the function that adds them.
#pragma once
#include "core/backends/cpu/runtime/cpu_kernels.h"

namespace fovea::cpu {

void addLocalResponseKernels(KernelRegistry& registry);
void addGroupNormKernels(KernelRegistry& registry);
void addWindowPoolingKernels(KernelRegistry& registry);
void addUnpoolingKernels(KernelRegistry& registry);
void addPaddingKernels(KernelRegistry& registry);
void addResizeKernels(KernelRegistry& registry);
void addVolumeConvolutionKernels(KernelRegistry& registry);
void addPermuteKernels(KernelRegistry& registry);

}  // namespace fovea::cpu
