// Why: wraps each op's reference kernel as an entry that any host-memory backend can put last in its list.
#pragma once
#include "core/backends/kernel.h"

namespace fovea {

// Named "reference.<op>". Supports f32 and f64, and f16 and bf16 through f32. Dense layouts only (requests reorders
// otherwise).
KernelEntry referenceKernel(const OpType& op);

}  // namespace fovea
