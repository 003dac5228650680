// ONNX operators that slice or pad a value. Source: ONNX operator specification, opsets 1 to 28.
#include <numeric>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

struct SliceLists {
  Extents64 starts, ends, axes, steps;
};

Result<SliceLists> readSlices(OnnxNodeContext& c) {
  SliceLists s;
  FOVEA_TRY(const auto starts, c.listOf("starts", 1));
  FOVEA_TRY(const auto ends, c.listOf("ends", 2));
  FOVEA_TRY(const auto axes, c.listOf("axes", 3));
  FOVEA_TRY(const auto steps, c.listOf("steps", 4));
  if (!starts || !ends || starts->size() != ends->size()) return unsupported("starts and ends do not fit");
  s.starts = *starts;
  s.ends = *ends;
  s.axes.resize(s.starts.size());
  std::iota(s.axes.begin(), s.axes.end(), 0);
  if (axes) s.axes = *axes;
  s.steps = steps.value_or(Extents64(s.starts.size(), 1));
  if (s.axes.size() != s.starts.size() || s.steps.size() != s.starts.size()) return unsupported("its lists do not fit");
  return s;
}

// The positions from start to end by step, both clamped to the axis.
Result<Extents64> visited(std::int64_t start, std::int64_t end, std::int64_t step, std::int64_t extent) {
  if (step == 0) return unsupported("a step of 0");
  const auto within = [&](std::int64_t at, std::int64_t least, std::int64_t most) {
    return std::clamp(at < 0 ? at + extent : at, least, most);
  };
  const bool forward = step > 0;
  start = forward ? within(start, 0, extent) : within(start, -1, extent - 1);
  end = forward ? within(end, 0, extent) : within(end, -1, extent - 1);
  step = std::clamp<std::int64_t>(step, -extent - 1, extent + 1);
  Extents64 index;
  for (std::int64_t at = start; forward ? at < end : at > end; at += step) index.push_back(at);
  return index;
}

Status slice(OnnxNodeContext& c) {
  FOVEA_TRY(const SliceLists s, readSlices(c));
  Emitter& e = c.emitter();
  ValueId y = c.in(0);
  for (std::size_t i = 0; i < s.starts.size(); ++i) {
    const Shape shape = e.typeOf(y).shape;
    FOVEA_TRY(const int axis, axisOf(s.axes[i], shape.rank()));
    FOVEA_TRY(const Extents64 index, visited(s.starts[i], s.ends[i], s.steps[i], shape[axis]));
    y = index.empty() ? sliced(e, y, axis, 0, 0) : picked(e, y, axis, index);
  }
  c.give(y);
  return {};
}

struct Padding {
  Extents64 before, after;
  std::string mode;
  ValueId value;
};

Result<Padding> readPadding(OnnxNodeContext& c) {
  const int rank = c.shape().rank();
  FOVEA_TRY(const auto pads, c.listOf(c.opset() < 2 ? "paddings" : "pads", 1));
  Padding p;
  p.mode = c.text("mode", "constant");
  Extents64 axes(static_cast<std::size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  if (c.has(3)) {
    FOVEA_TRY(const auto given, c.wholeNumbers(3));
    axes = given;
  }
  if (!pads || pads->size() != 2 * axes.size()) return unsupported("it does not have two numbers for each axis");
  p.before = p.after = Extents64(static_cast<std::size_t>(rank), 0);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    FOVEA_TRY(const int axis, axisOf(axes[i], rank));
    p.before[static_cast<std::size_t>(axis)] = (*pads)[i];
    p.after[static_cast<std::size_t>(axis)] = (*pads)[i + axes.size()];
  }
  p.value = c.has(2) ? c.in(2) : number(c.emitter(), c.type().dtype, c.real("value", 0));
  return p;
}

// The source position of each position of the padded axis.
Result<Extents64> sourcesOf(const std::string& mode, std::int64_t before, std::int64_t after, std::int64_t extent) {
  if (extent == 0 || before > (1 << 24) || after > (1 << 24)) return unsupported("so much padding");
  Extents64 index;
  for (std::int64_t at = -before; at < extent + after; ++at) {
    std::int64_t from = std::clamp<std::int64_t>(at, 0, extent - 1);
    if (mode == "reflect" && extent > 1) {
      const std::int64_t period = 2 * (extent - 1), folded = ((at % period) + period) % period;
      from = folded < extent ? folded : period - folded;
    }
    if (mode == "wrap") from = ((at % extent) + extent) % extent;
    index.push_back(from);
  }
  return index;
}

Status pad(OnnxNodeContext& c) {
  FOVEA_TRY(const Padding p, readPadding(c));
  if (p.mode != "constant" && p.mode != "reflect" && p.mode != "edge" && p.mode != "wrap")
    return unsupported("the mode " + p.mode);
  Emitter& e = c.emitter();
  ValueId y = c.in(0);
  for (int axis = 0; axis < c.shape().rank(); ++axis) {
    std::int64_t before = p.before[static_cast<std::size_t>(axis)], after = p.after[static_cast<std::size_t>(axis)];
    const std::int64_t extent = c.shape()[axis];
    if (before < -extent || after < -extent || before > (1 << 24) || after > (1 << 24))
      return unsupported("so much padding");
    if (before < 0 || after < 0) {
      const std::int64_t cut = std::max<std::int64_t>(-before, 0),
                         length = extent - cut - std::max<std::int64_t>(-after, 0);
      if (length < 0) return unsupported("nothing is left");
      y = sliced(e, y, axis, cut, length);
      before = std::max<std::int64_t>(before, 0);
      after = std::max<std::int64_t>(after, 0);
    }
    if (before == 0 && after == 0) continue;
    if (p.mode != "constant") {
      FOVEA_TRY(const Extents64 index, sourcesOf(p.mode, before, after, e.typeOf(y).shape[axis]));
      y = picked(e, y, axis, index);
      continue;
    }
    std::vector<ValueId> parts;
    Shape edge = e.typeOf(y).shape;
    const auto fill = [&](std::int64_t count) {
      edge[axis] = count;
      if (count > 0) parts.push_back(broadcastTo(e, reshaped(e, p.value, Shape{}), edge));
    };
    fill(before);
    parts.push_back(y);
    fill(after);
    y = joined(e, parts, axis);
  }
  c.give(y);
  return {};
}

// Inference mode: nothing is dropped.
Status dropout(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  if (c.opset() < 7 && c.opset() >= 1 && c.hasAttribute("is_test") && c.integer("is_test", 0) == 0)
    return unsupported("training, which is random");
  if (c.has(2)) {
    FOVEA_TRY(const auto training, c.wholeNumbers(2));
    double ratio = 0.5;
    if (c.has(1)) {
      FOVEA_TRY(const Tensor given, c.known(1));
      if (given.elementCount() == 1) ratio = numberAt(given, 0);
    }
    if (training.size() == 1 && training[0] != 0 && ratio != 0) return unsupported("training, which is random");
  }
  c.give(c.in(0));
  const auto ones = broadcastTo(e, number(e, DataType::Float32, 1), c.shape());
  c.give(1, ones, c.opset() < 10 ? c.element() : OnnxElement::Bool);
  return {};
}

}  // namespace

OnnxOperators slicingOperators() {
  return {{"Slice", slice, {13, {attributeUntil(9, "axes"), attributeUntil(9, "ends"), attributeUntil(9, "starts")}}},
          {"Pad",
           pad,
           {25, {"mode", attributeUntil(1, "paddings"), attributeUntil(10, "pads"), attributeUntil(10, "value")}}},
          {"Dropout", dropout, {22, {attributeUntil(6, "is_test"), attributeUntil(11, "ratio"), "seed"}}}};
}

}  // namespace fovea
