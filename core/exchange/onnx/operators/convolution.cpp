// ONNX convolutions: Conv, ConvTranspose, and the quantised ones. Source: ONNX operator specification, opsets 1 to 28.
#include "core/exchange/onnx/quantization.h"
#include "core/exchange/onnx/spatial_windows.h"

namespace fovea {
namespace {

FieldValues attributesOf(const SpatialWindows& w, std::int64_t groups) {
  return {{"stride", w.strides}, {"padding", w.padding()}, {"dilation", w.dilations}, {"groups", groups}};
}

Extents64 kernelOf(const Shape& weight) {
  return weight.rank() > 2 ? Extents64(weight.begin() + 2, weight.end()) : Extents64();
}

Result<ValueId> convolved(OnnxNodeContext& c, ValueId x, ValueId weight, ValueId bias) {
  Emitter& e = c.emitter();
  const Shape input = e.typeOf(x).shape, kernel = e.typeOf(weight).shape;
  if (kernel.rank() != input.rank()) return unsupported("weight and input have different numbers of axes");
  FOVEA_TRY(const SpatialWindows given, readWindows(c, input, kernelOf(kernel)));
  const SpatialWindows w = asImage(given);
  std::vector<ValueId> inputs{reshaped(e, x, asImage(input)), reshaped(e, weight, asImage(kernel))};
  if (bias.valid()) inputs.push_back(bias);
  const char* op = w.axes() == 3 ? "conv3d" : "conv2d";
  const auto y = e.emit(op, attributesOf(w, c.integer("group", 1)), std::span<const ValueId>(inputs));
  return underRank(e, y[0], input.rank());
}

Status convolution(OnnxNodeContext& c) {
  FOVEA_TRY(const ValueId y, convolved(c, c.in(0), c.in(1), c.in(2)));
  c.give(y);
  return {};
}

// [C] so that it goes along axis 1 of a value of that rank.
// Padding and output size of a transposed convolution follow from each other.
Result<Extents64> transposedSize(OnnxNodeContext& c, const Shape& x, SpatialWindows& w) {
  const Extents64 added = c.integers("output_padding").value_or(Extents64(w.axes(), 0));
  auto wanted = c.integers("output_shape");
  const std::string automatic = c.text("auto_pad", "NOTSET");
  const bool same = automatic == "SAME_UPPER" || automatic == "SAME_LOWER";
  if (added.size() != w.axes() || (wanted && wanted->size() < w.axes())) return unsupported("its lists are too short");
  if (wanted) wanted->erase(wanted->begin(), wanted->end() - static_cast<std::ptrdiff_t>(w.axes()));
  Extents64 size;
  for (std::size_t i = 0; i < w.axes(); ++i) {
    const std::int64_t input = x[static_cast<int>(i) + 2];
    const std::int64_t full = (input - 1) * w.strides[i] + added[i] + w.extent(i);
    if (!wanted && !same) {
      size.push_back(full - w.before[i] - w.after[i]);
      continue;
    }
    size.push_back(wanted ? (*wanted)[i] : input * w.strides[i]);
    const std::int64_t total = std::max<std::int64_t>(0, full - size.back());
    w.before[i] = automatic == "SAME_UPPER" ? total / 2 : total - total / 2;
    w.after[i] = total - w.before[i];
    if (full < size.back() && full - added[i] + w.strides[i] <= size.back())
      return unsupported("the output is too large");
  }
  return size;
}

Status transposedConvolution(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const Shape x = c.shape(), kernel = c.shape(1);
  if (kernel.rank() != x.rank()) return unsupported("weight and input have different numbers of axes");
  FOVEA_TRY(SpatialWindows given, readWindows(c, x, kernelOf(kernel)));
  FOVEA_TRY(const Extents64 size, transposedSize(c, x, given));
  const SpatialWindows w = asImage(given);
  FieldValues attributes = attributesOf(w, c.integer("group", 1));
  attributes.set("input_size", asImage(size, 1));
  const char* op = w.axes() == 3 ? "conv3d_backward_data" : "conv2d_backward_data";
  const ValueId y =
      e.emitOne(op, attributes, {reshaped(e, c.in(0), asImage(x)), reshaped(e, c.in(1), asImage(kernel))});
  ValueId result = underRank(e, y, x.rank());
  if (c.has(2)) result = sum(e, result, alongChannels(e, c.in(2), x.rank()));
  c.give(result);
  return {};
}

Status wholeConvolution(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const ValueId x = c.has(2) ? difference(e, c.in(0), c.in(2)) : c.in(0);
  ValueId weight = c.in(1);
  if (c.has(3)) weight = difference(e, weight, perOutput(e, c.in(3), c.shape(1).rank()));
  FOVEA_TRY(const ValueId y, convolved(c, x, weight, {}));
  c.give(0, y, OnnxElement::Int32);
  return {};
}

Status quantizedConvolution(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const int rank = c.shape().rank();
  const auto wide = [&](std::size_t i) { return castTo(e, c.in(i), DataType::Float64); };
  const ValueId x = difference(e, c.in(0), c.in(2));
  const ValueId weight = difference(e, c.in(3), perOutput(e, c.in(5), c.shape(3).rank()));
  FOVEA_TRY(const ValueId sums, convolved(c, x, weight, c.in(8)));
  ValueId scale = quotient(e, product(e, wide(1), wide(4)), wide(6));
  if (e.typeOf(scale).shape.elementCount() > 1) scale = alongChannels(e, scale, rank);
  c.give(0, quantized(e, product(e, sums, scale), c.in(7), c.element(7)), c.element(7));
  return {};
}

const OnnxKnownAttributes& windowAttributes() {
  static const OnnxKnownAttributes all = {"auto_pad", "dilations", "group", "kernel_shape", "pads", "strides"};
  return all;
}

}  // namespace

OnnxOperators convolutionOperators() {
  return {
      {"Conv", convolution, {22, windowAttributes()}},
      {"ConvTranspose",
       transposedConvolution,
       {22, {"auto_pad", "dilations", "group", "kernel_shape", "output_padding", "output_shape", "pads", "strides"}}},
      {"ConvInteger", wholeConvolution, {10, windowAttributes()}},
      {"QLinearConv", quantizedConvolution, {10, windowAttributes()}},
  };
}

}  // namespace fovea
