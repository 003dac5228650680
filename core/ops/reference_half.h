// Why: reference kernels compute only in f32 and f64; this defines the results for 16-bit types through them.
#pragma once
#include "core/ops/op_type.h"

namespace fovea {

// Runs op.reference with f16 and bf16 inputs widened to f32, and rounds the results at the end. Thread-safe.
void runReference(const OpType& op, const ReferenceRequest& request);

}  // namespace fovea
