// Why: all devices that compute in host memory sum over ranks in the same way: in place, through the device's
// communicator.
#pragma once
#include "core/backends/kernel.h"

namespace fovea {

// The kernels of all_reduce, all_reduce_begin and all_reduce_end, for f32 and f64. On a device without a communicator
// they compute what a single rank computes.
void addHostAllReduceKernels(KernelRegistry& registry);

}  // namespace fovea
