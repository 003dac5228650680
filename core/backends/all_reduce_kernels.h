// Why: all devices that compute in host memory sum over ranks in the same way: in place, through the device's
// communicator.
#pragma once
#include "core/backends/kernel.h"

namespace fovea {

// The kernels of all_reduce, all_reduce_begin and all_reduce_end, for f32 and f64. On a device without a communicator
// they compute what a single rank computes.
void addHostAllReduceKernels(KernelRegistry& registry);
// Sets the plan's layouts so that memory is summed as it is, where the layout allows it and all ranks have the same
// (see reduceDenseField()), and each output may overwrite its input. Returns the bytes of each input. `detail` names
// the layouts, by which the ranks compare them.
std::vector<std::size_t> sumInGivenLayouts(const KernelRequest& request, KernelPlan& plan);

}  // namespace fovea
