// Why: reference kernels know f32 and f64; what they give for 16 bits is defined through them.
#pragma once
#include "core/ops/op_type.h"

namespace fovea {

// op.reference where f16 and bf16 values are read as f32 and results rounded to them at the end. Thread-safe.
void runReference(const OpType& op, const ReferenceRequest& request);

}  // namespace fovea
