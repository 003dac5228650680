// Why: oneDNN divides even the smallest work among all threads. To begin and to end such a loop then takes longer than
// the work, and far longer where other programs use the processor, since each loop waits until every thread had a turn.
#pragma once
#include "core/backends/kernel.h"

namespace fovea::cpu {

// The same entry, whose kernels are created and run with one thread where the request is little work: the result may
// differ from that of several threads by rounding. For kernels that use OpenMP's present number of threads, in creation
// and in run(), and that are never joined.
KernelEntry withOneThreadForLittleWork(KernelEntry entry);

}  // namespace fovea::cpu
