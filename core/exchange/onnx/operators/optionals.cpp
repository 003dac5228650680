// ONNX operators on optional values. Inside a graph it is known which are missing; inputs and outputs of a model with
// such types are refused. Source: ONNX operator specification, opsets 15, 18 and 28.
#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

Status hasElement(OnnxNodeContext& c) {
  c.give(0, number(c.emitter(), DataType::Float32, c.has(0) ? 1 : 0), OnnxElement::Bool);
  return {};
}

Status getElement(OnnxNodeContext& c) {
  if (!c.has(0)) return unsupported("there is no element");
  c.give(c.in(0));
  return {};
}

}  // namespace

OnnxOperators optionalsOperators() {
  return {{"OptionalHasElement", hasElement, {28}}, {"OptionalGetElement", getElement, {28}}};
}

}  // namespace fovea
