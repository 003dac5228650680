// ONNX gated activations: x * sigmoid(alpha * x), alone or times another value. Source: ONNX operator specification,
// Swish of opset 24, SwiGLU of opset 28.
#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;

ValueId swished(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const double alpha = c.real("alpha", 1);
  const ValueId share = map(e, c.in(0), [&](Term x) { return sigmoid(alpha * x); });
  return product(e, c.in(0), rounded(e, share, c.element()));
}

Status swish(OnnxNodeContext& c) {
  c.give(swished(c));
  return {};
}

Status swiGlu(OnnxNodeContext& c) {
  if (c.shape() != c.shape(1) || c.element() != c.element(1)) return unsupported("inputs of two shapes or types");
  c.give(product(c.emitter(), rounded(c.emitter(), swished(c), c.element()), c.in(1)));
  return {};
}

}  // namespace

OnnxOperators gatingOperators() {
  return {{"Swish", swish, {24, {"alpha"}}}, {"SwiGLU", swiGlu, {28, {"alpha"}}}};
}

}  // namespace fovea
