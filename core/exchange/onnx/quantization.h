// Why: several ONNX operators quantise real numbers to small integers in the same way.
#pragma once
#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {

// round(x) + zero, clamped to the range of the type; x and zero broadcast. An invalid `zero` means 0. The result is
// f64, the type for computing with integers.
ValueId quantized(Emitter& e, ValueId x, ValueId zero, OnnxElement element);
// Reshapes a list of M numbers to broadcast along the first axis of a weight [M, ...] of that rank; others are
// unchanged.
ValueId perOutput(Emitter& e, ValueId x, int rank);

}  // namespace fovea
