// ONNX CumProd: the product of each number with all before it.
// Source: ONNX operator specification, opset 26.
#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/running_total.h"

namespace fovea {
namespace {

Status runningProduct(OnnxNodeContext& c) {
  return giveRunningTotal(c, 1, [&](ValueId a, ValueId b) { return product(c.emitter(), a, b); });
}

}  // namespace

OnnxOperators runningProductOperators() {
  return {{"CumProd", runningProduct, {26, {"exclusive", "reverse"}}}};
}

}  // namespace fovea
