#include "core/exchange/onnx/batch_fitting.h"

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

// The axis along which a value has grown with the number of samples, and how many times; -1: none or several.
struct Growth {
  int axis = -1;
  std::int64_t now = 1, then = 1;
};

Growth growthOf(const BatchFitting& f, const std::string& name, const OnnxValue& value) {
  Growth growth;
  const auto found = f.made.values.find(name);
  if (found == f.made.values.end() || !value.id.valid()) return growth;
  const Shape then = found->second.shape, now = f.emitter.typeOf(value.id).shape;
  if (then.rank() != now.rank()) return growth;
  for (int axis = 0; axis < now.rank(); ++axis) {
    if (now[axis] == then[axis]) continue;
    if (growth.axis >= 0) return {};
    growth = {axis, now[axis], then[axis]};
  }
  return growth;
}

// Which axis of `to` holds the samples of `from`, of which axis `axis` holds `samples` times others: numbers keep their
// order, so as many of them stand before. Where an axis goes, it goes into the one before it; else the first that can
// be.
int axisAfterReshape(const Shape& from, int axis, std::int64_t samples, const Shape& to) {
  std::int64_t before = 1;
  for (int i = 0; i < axis; ++i) before *= from[i];
  std::int64_t passed = 1;
  int first = -1, left = -1;
  for (int i = 0; i < to.rank(); passed *= to[i++]) {
    if (passed == before && i == axis && to[i] == from[axis]) return i;
    if (passed == before && first < 0) first = i;
    if (to.elementsFrom(i + 1) * samples * before == from.elementCount() && left < 0) left = i;
  }
  return to.rank() < from.rank() && left >= 0 && axis > 0 ? left : first;
}

void fitReshape(const BatchFitting& f, std::vector<OnnxValue>& inputs) {
  const Growth growth = growthOf(f, f.node.inputs[0], inputs[0]);
  const auto made = f.made.values.find(f.node.outputs[0]);
  if (growth.axis < 0 || made == f.made.values.end() || f.made.inputs.empty()) return;
  const std::int64_t samples = f.made.values.at(f.made.inputs[0].name).shape[0];
  const Shape from = f.made.values.at(f.node.inputs[0]).shape, to = made->second.shape;
  const int axis = axisAfterReshape(from, growth.axis, samples, to);
  if (axis < 0 || to[axis] * growth.now % growth.then != 0) return;
  std::vector<double> extents(to.begin(), to.end());
  extents[static_cast<std::size_t>(axis)] = static_cast<double>(to[axis] * growth.now / growth.then);
  inputs[1] = {f.emitter.constant(tensorOf(DataType::Float64, Shape{to.rank()}, extents)), OnnxElement::Int64};
}

// A known value, repeated along an axis that must have grown as well.
void repeat(const BatchFitting& f, OnnxValue& value, const Growth& growth, int axis) {
  const Tensor* known = value.id.valid() ? f.emitter.known(value.id) : nullptr;
  if (!known || axis >= known->shape().rank() || known->shape()[axis] != growth.then || growth.now % growth.then != 0)
    return;
  const std::vector<ValueId> parts(static_cast<std::size_t>(growth.now / growth.then), value.id);
  value.id = joined(f.emitter, parts, axis);
}

}  // namespace

void fitBatch(const BatchFitting& f, std::vector<OnnxValue>& inputs) {
  const std::string& op = f.node.op;
  if (!f.node.domain.empty() || f.node.outputs.empty()) return;
  if (op == "Reshape" && inputs.size() > 1) {
    fitReshape(f, inputs);
  } else if (op == "Concat") {
    Growth growth;
    for (std::size_t i = 0; i < inputs.size() && growth.axis < 0; ++i)
      growth = growthOf(f, f.node.inputs[i], inputs[i]);
    for (OnnxValue& input : inputs)
      if (growth.axis >= 0) repeat(f, input, growth, growth.axis);
  } else if (op == "LSTM" || op == "GRU" || op == "RNN") {
    const Growth growth = growthOf(f, f.node.inputs[0], inputs[0]);
    for (std::size_t i = 5; growth.axis == 1 && i < std::min<std::size_t>(inputs.size(), 7); ++i)
      repeat(f, inputs[i], growth, 1);
  }
}

}  // namespace fovea
