#include "core/backends/cpu/spatial/spatial_kernels.h"

namespace fovea::cpu {

void addSpatialKernels(KernelRegistry& registry) {
  addLocalResponseKernels(registry);
  addGroupNormKernels(registry);
  addWindowPoolingKernels(registry);
  addUnpoolingKernels(registry);
  addPaddingKernels(registry);
  addResizeKernels(registry);
  addVolumeConvolutionKernels(registry);
  addPermuteKernels(registry);
}

}  // namespace fovea::cpu
