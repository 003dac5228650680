// Why: the reference kernel of each op, as an entry that any backend with host memory can put last in its list.
#pragma once
#include "core/backends/kernel.h"

namespace fovea {

// Named "reference.<op>". Takes f32 and f64, f16 and bf16 by way of f32; dense layouts only (asks for reorders
// otherwise).
KernelEntry referenceKernel(const OpType& op);

}  // namespace fovea
