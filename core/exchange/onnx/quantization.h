// Why: several ONNX operators round real numbers to small whole ones in the same way.
#pragma once
#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {

// round(x) + zero, kept within the range of the type; x and zero broadcast to each other. `zero` may be invalid: 0.
// The result is f64, as whole numbers are computed with.
ValueId quantized(Emitter& e, ValueId x, ValueId zero, OnnxElement element);
// A list of M numbers so that it goes along the first axis of a weight [M, ...] of that rank; others as they are.
ValueId perOutput(Emitter& e, ValueId x, int rank);

}  // namespace fovea
