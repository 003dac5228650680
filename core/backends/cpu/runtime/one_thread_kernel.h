// Why: oneDNN divides even the smallest work among all threads. Starting and ending such a parallel loop then takes
// longer than the work itself, and much longer on a busy processor, since each loop waits until every thread was
// scheduled.
#pragma once
#include "core/backends/kernel.h"

namespace fovea::cpu {

// Wraps an entry so that its kernels are created and run with one thread when the request is little work; the result
// may differ from that of several threads by rounding. For kernels that use OpenMP's current number of threads, in
// creation and in run(), and that are never joined.
KernelEntry withOneThreadForLittleWork(KernelEntry entry);

}  // namespace fovea::cpu
