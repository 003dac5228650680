#include "core/exchange/onnx/batch_fitting.h"

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

// The axis whose extent grows with the number of samples, and its extents; axis -1: none or several.
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

// Finds the axis of `to` that holds the samples. `before` is the product of the extents before the samples' axis; a
// reshape keeps the order. Prefers an axis of the samples' own, then an axis whose extent the model leaves open (-1:
// none); if the axis disappears, the samples merge into the previous axis; otherwise uses the first possible one.
int axisAfterReshape(std::int64_t before, std::int64_t samples, const Shape& to, bool axisGoes, int open = -1) {
  std::int64_t passed = 1;
  int first = -1, left = -1;
  bool openCan = false;
  for (int i = 0; i < to.rank(); passed *= to[i++]) {
    if (passed == 0 || passed > before || before % passed != 0 || to[i] % (before / passed) != 0) continue;
    if (passed == before && to[i] == samples) return i;
    if (passed == before && first < 0) first = i;
    if (left < 0) left = i;
    openCan = openCan || i == open;
  }
  if (openCan) return open;
  return axisGoes || first < 0 ? left : first;
}

void fitReshape(const BatchFitting& f, std::vector<OnnxValue>& inputs) {
  const Growth growth = growthOf(f, f.node.inputs[0], inputs[0]);
  const auto made = f.made.values.find(f.node.outputs[0]);
  if (growth.axis < 0 || made == f.made.values.end() || f.made.inputs.empty()) return;
  const Shape from = f.made.values.at(f.node.inputs[0]).shape, to = made->second.shape;
  const auto outer = f.outer.find(f.node.inputs[0]);
  std::int64_t before = outer == f.outer.end() ? 1 : outer->second;
  for (int axis = 0; axis < growth.axis; ++axis) before *= from[axis];
  const std::int64_t samples = f.made.values.at(f.made.inputs[0].name).shape[0];
  int open = -1;
  if (const Tensor* given = inputs[1].id.valid() ? f.emitter.known(inputs[1].id) : nullptr)
    for (std::int64_t i = 0; i < given->elementCount(); ++i)
      if (numberAt(*given, i) == -1) open = static_cast<int>(i);
  const int axis = axisAfterReshape(before, samples, to, to.rank() < from.rank(), open);
  if (axis < 0 || to[axis] * growth.now % growth.then != 0) return;
  for (int i = 0; i < axis; ++i) before /= to[i];
  if (before > 1) f.outer[f.node.outputs[0]] = before;
  std::vector<double> extents(to.begin(), to.end());
  extents[static_cast<std::size_t>(axis)] = static_cast<double>(to[axis] * growth.now / growth.then);
  inputs[1] = {f.emitter.constant(tensorOf(DataType::Float64, Shape{to.rank()}, extents)), OnnxElement::Int64};
}

// A sample axis that is merged with other positions stays merged if the axis remains.
void passOuter(const BatchFitting& f, const std::vector<OnnxValue>& inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto outer = f.outer.find(f.node.inputs[i]);
    if (outer == f.outer.end()) continue;
    const Growth growth = growthOf(f, f.node.inputs[i], inputs[i]);
    for (const std::string& output : f.node.outputs) {
      const auto made = f.made.values.find(output);
      if (growth.axis < 0 || made == f.made.values.end()) continue;
      const Shape& shape = made->second.shape;
      if (growth.axis < shape.rank() && shape[growth.axis] == growth.then) f.outer[output] = outer->second;
    }
  }
}

// If the indices are all positions of the axis in order, extends them to the present extent.
void fitGather(const BatchFitting& f, std::vector<OnnxValue>& inputs) {
  const Growth growth = growthOf(f, f.node.inputs[0], inputs[0]);
  const Tensor* index = inputs[1].id.valid() ? f.emitter.known(inputs[1].id) : nullptr;
  const OnnxAttribute* axis = f.node.find("axis");
  const auto* number = axis ? std::get_if<std::int64_t>(&axis->value) : nullptr;
  if (growth.axis != 0 || f.made.inputs.empty() || !index || index->elementCount() != growth.then ||
      (number ? *number : 0) != growth.axis)
    return;
  for (std::int64_t i = 0; i < growth.then; ++i)
    if (numberAt(*index, i) != static_cast<double>(i)) return;
  const std::int64_t samples = f.made.values.at(f.made.inputs[0].name).shape[0];
  const int grown = axisAfterReshape(1, samples, index->shape(), false);
  if (grown < 0) return;
  Extents64 extents(index->shape().begin(), index->shape().end());
  std::int64_t& extent = extents[static_cast<std::size_t>(grown)];
  if (extent * growth.now % growth.then != 0) return;
  extent = extent * growth.now / growth.then;
  inputs[1].id = reshaped(f.emitter, positions(f.emitter, DataType::Float64, 1, 0, growth.now), extents);
}

// Repeats a known value along an axis that must have grown as well.
void repeat(const BatchFitting& f, OnnxValue& value, const Growth& growth, int axis) {
  const Tensor* known = value.id.valid() ? f.emitter.known(value.id) : nullptr;
  if (!known || axis >= known->shape().rank() || known->shape()[axis] != growth.then || growth.now % growth.then != 0)
    return;
  const std::vector<ValueId> parts(static_cast<std::size_t>(growth.now / growth.then), value.id);
  value.id = joined(f.emitter, parts, axis);
}

// Sizes of all axes (the last ones of input 0) that keep the samples are adapted to the present number.
void fitSizes(const BatchFitting& f, std::vector<OnnxValue>& inputs, std::size_t at) {
  const Growth growth = growthOf(f, f.node.inputs[0], inputs[0]);
  const Tensor* sizes = inputs[at].id.valid() ? f.emitter.known(inputs[at].id) : nullptr;
  if (growth.axis < 0 || !sizes || f.node.find("axes")) return;
  std::vector<double> extents = numbersOf(*sizes);
  const std::int64_t place = sizes->elementCount() - f.emitter.typeOf(inputs[0].id).shape.rank() + growth.axis;
  if (place < 0 || place >= sizes->elementCount()) return;
  double& extent = extents[static_cast<std::size_t>(place)];
  if (extent != static_cast<double>(growth.then)) return;
  extent = static_cast<double>(growth.now);
  inputs[at].id = f.emitter.constant(tensorOf(DataType::Float64, sizes->shape(), extents));
}

// Repeats known numbers, given per sample, that are broadcast with a grown value; axes are counted from the end.
void fitBroadcast(const BatchFitting& f, std::vector<OnnxValue>& inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Growth growth = growthOf(f, f.node.inputs[i], inputs[i]);
    if (growth.axis < 0 || growth.then < 2) continue;
    const int fromEnd = f.emitter.typeOf(inputs[i].id).shape.rank() - growth.axis;
    if (f.node.op == "MatMul" && fromEnd <= 2) return;  // matrix rows and columns are not broadcast
    for (OnnxValue& other : inputs)
      if (const int rank = f.emitter.typeOf(other.id).shape.rank(); other.id.valid() && rank >= fromEnd)
        repeat(f, other, growth, rank - fromEnd);
    return;
  }
}

bool isBroadcast(const std::string& op) {
  for (const char* known : {"Add", "Sub", "Mul", "Div", "Max", "Min", "Sum", "Where", "And", "Or", "Equal", "Greater",
                            "GreaterOrEqual", "Less", "LessOrEqual", "Pow", "Mod", "MatMul"})
    if (op == known) return true;
  return false;
}

// Repeats known numbers, given per sample, that are expanded to a grown shape.
void fitExpanded(const BatchFitting& f, std::vector<OnnxValue>& inputs) {
  const auto made = f.made.values.find(f.node.outputs[0]);
  const Tensor* sizes = inputs[1].id.valid() ? f.emitter.known(inputs[1].id) : nullptr;
  if (made == f.made.values.end() || !sizes || !inputs[0].id.valid()) return;
  const Shape then = made->second.shape;
  const int before = then.rank() - f.emitter.typeOf(inputs[0].id).shape.rank();
  if (sizes->elementCount() != then.rank()) return;
  const std::vector<double> extents = numbersOf(*sizes);
  for (int axis = std::max(before, 0); axis < then.rank(); ++axis) {
    const auto now = static_cast<std::int64_t>(extents[static_cast<std::size_t>(axis)]);
    if (then[axis] > 1 && now > then[axis]) repeat(f, inputs[0], {axis, now, then[axis]}, axis - before);
  }
}

// The inputs with data for each sample of input 0, along the first axis of both.
std::vector<std::size_t> inputsBySample(const OnnxNode& node) {
  if (node.op == "GridSample") return {1};
  if (node.op == "DeformConv") return {2, 4};
  if (node.op != "GatherElements" && node.op != "ScatterElements") return {};
  const OnnxAttribute* axis = node.find("axis");
  const auto* number = axis ? std::get_if<std::int64_t>(&axis->value) : nullptr;
  return number && *number != 0 ? std::vector<std::size_t>{1, 2} : std::vector<std::size_t>{};
}

void fitBySample(const BatchFitting& f, std::vector<OnnxValue>& inputs) {
  for (const std::size_t i : inputsBySample(f.node))
    if (i < inputs.size())
      if (const Growth growth = growthOf(f, f.node.inputs[0], inputs[0]); growth.axis == 0)
        repeat(f, inputs[i], growth, 0);
}

}  // namespace

void fitBatch(const BatchFitting& f, std::vector<OnnxValue>& inputs) {
  const std::string& op = f.node.op;
  if (!f.node.domain.empty() || f.node.outputs.empty()) return;
  if (op == "Reshape" && inputs.size() > 1) return fitReshape(f, inputs);
  passOuter(f, inputs);
  if (op == "Gather" && inputs.size() > 1) {
    fitGather(f, inputs);
  } else if (op == "Concat") {
    Growth growth;
    for (std::size_t i = 0; i < inputs.size() && growth.axis < 0; ++i)
      growth = growthOf(f, f.node.inputs[i], inputs[i]);
    for (OnnxValue& input : inputs)
      if (growth.axis >= 0) repeat(f, input, growth, growth.axis);
  } else if (op == "Resize" && inputs.size() > 3) {
    fitSizes(f, inputs, 3);
  } else if (op == "Expand" && inputs.size() > 1) {
    fitSizes(f, inputs, 1);
    fitExpanded(f, inputs);
  } else if (isBroadcast(op)) {
    fitBroadcast(f, inputs);
  } else if (op == "LSTM" || op == "GRU" || op == "RNN") {
    const Growth growth = growthOf(f, f.node.inputs[0], inputs[0]);
    for (std::size_t i = 5; growth.axis == 1 && i < std::min<std::size_t>(inputs.size(), 7); ++i)
      repeat(f, inputs[i], growth, 1);
  } else {
    fitBySample(f, inputs);
  }
}

}  // namespace fovea
