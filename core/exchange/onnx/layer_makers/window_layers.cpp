// ONNX convolutions and poolings as layers.
#include <fmt/format.h>

#include <cmath>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/layer_import.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

struct Windows {
  List kernel, strides, dilations, before, after;
  bool even() const { return before == after; }
};

Result<Windows> windowsOf(LayerImport& import, const OnnxNode& node, List kernel) {
  const Shape x = import.fact(node.inputs[0]).shape;
  const auto axes = static_cast<std::size_t>(std::max(0, x.rank() - 2));
  Windows w;
  w.kernel = kernel.empty() ? attributeOf(node, "kernel_shape", List(axes, 1)) : std::move(kernel);
  w.strides = attributeOf(node, "strides", List(axes, 1));
  w.dilations = attributeOf(node, "dilations", List(axes, 1));
  const List pads = attributeOf(node, "pads", List(2 * axes, 0));
  if (axes < 1 || axes > 3 || w.kernel.size() != axes || w.strides.size() != axes || w.dilations.size() != axes ||
      pads.size() != 2 * axes)
    return unsupported("its lists do not fit its input");
  w.before.assign(pads.begin(), pads.begin() + static_cast<std::ptrdiff_t>(axes));
  w.after.assign(pads.begin() + static_cast<std::ptrdiff_t>(axes), pads.end());
  const std::string automatic = attributeOf(node, "auto_pad", "NOTSET");
  if (automatic == "VALID") w.before = w.after = List(axes, 0);
  if (automatic != "SAME_UPPER" && automatic != "SAME_LOWER") return w;
  for (std::size_t i = 0; i < axes; ++i) {
    const std::int64_t input = x[static_cast<int>(i) + 2], output = (input + w.strides[i] - 1) / w.strides[i];
    const std::int64_t total =
        std::max<std::int64_t>(0, (output - 1) * w.strides[i] + (w.kernel[i] - 1) * w.dilations[i] + 1 - input);
    w.before[i] = automatic == "SAME_UPPER" ? total / 2 : total - total / 2;
    w.after[i] = total - w.before[i];
  }
  return w;
}

// Asymmetric padding becomes a layer of its own.
Result<LayerSource> bordered(LayerImport& import, const OnnxNode& node, Windows& w, double value) {
  FOVEA_TRY(const LayerSource input, import.source(node.inputs[0]));
  if (w.even()) return input;
  OnnxNode border = node;
  border.name = node.name.empty() ? "" : node.name + "_border";
  FOVEA_TRY(const LayerId id,
            import.add(border, "padding", {{"before", w.before}, {"after", w.after}, {"value", value}}, {input}));
  w.before = w.after = List(w.before.size(), 0);
  return LayerSource{id, 0};
}

// The filters [F, C, ...] in the shape that layers store: those of signals have one row.
Shape storedFilters(const Shape& weight) {
  List extents(weight.begin(), weight.end());
  if (weight.rank() == 3) extents.insert(extents.begin() + 2, 1);
  return Shape(extents);
}

Result<std::vector<std::pair<std::string, Tensor>>> weightsOf(LayerImport& import, const OnnxNode& node) {
  if (!import.isKnown(node.inputs[1])) return unsupported("weights that are computed");
  const Tensor& weight = import.fact(node.inputs[1]).known;
  if (weight.shape().rank() < 3) return unsupported("a weight without a window");
  std::vector<std::pair<std::string, Tensor>> weights{{"weight", plainWeights(weight, storedFilters(weight.shape()))}};
  if (node.inputs.size() < 3 || node.inputs[2].empty()) return weights;
  if (!import.isKnown(node.inputs[2])) return unsupported("a bias that is computed");
  const Tensor& bias = import.fact(node.inputs[2]).known;
  weights.emplace_back("bias", plainWeights(bias, bias.shape()));
  return weights;
}

Status convolution(LayerImport& import, const OnnxNode& node) {
  FOVEA_TRY(const auto weights, weightsOf(import, node));
  const Shape weight = import.fact(node.inputs[1]).shape;
  FOVEA_TRY(Windows w, windowsOf(import, node, List(weight.begin() + 2, weight.end())));
  FOVEA_TRY(const LayerSource input, bordered(import, node, w, 0));
  const FieldValues parameters{{"filters", weight[0]},      {"kernel", w.kernel},
                               {"stride", w.strides},       {"padding", w.before},
                               {"dilation", w.dilations},   {"groups", attributeOf(node, "group", std::int64_t{1})},
                               {"bias", weights.size() > 1}};
  FOVEA_TRY(const LayerId id, import.add(node, "convolution", parameters, {input}, weights));
  import.give(node.outputs[0], {id, 0});
  return {};
}

// The border that a transposed convolution cuts off its result; where the node gives the size of the output instead, it
// is what the result has beyond that size. Source: ONNX operator specification, ConvTranspose.
Result<Windows> transposedWindows(LayerImport& import, const OnnxNode& node, const Shape& weight) {
  FOVEA_TRY(Windows w, windowsOf(import, node, List(weight.begin() + 2, weight.end())));
  const std::string automatic = attributeOf(node, "auto_pad", "NOTSET");
  const bool upper = automatic == "SAME_UPPER";
  if (!upper && automatic != "SAME_LOWER" && !node.find("output_shape")) return w;
  const Shape x = import.fact(node.inputs[0]).shape, y = import.fact(node.outputs[0]).shape;
  const List added = attributeOf(node, "output_padding", List(w.kernel.size(), 0));
  if (added.size() != w.kernel.size()) return unsupported("its lists do not fit its input");
  for (std::size_t i = 0; i < w.kernel.size(); ++i) {
    const int axis = static_cast<int>(i) + 2;
    const std::int64_t whole = (x[axis] - 1) * w.strides[i] + (w.kernel[i] - 1) * w.dilations[i] + 1 + added[i];
    const std::int64_t total = std::max<std::int64_t>(0, whole - y[axis]);
    w.before[i] = upper ? total / 2 : total - total / 2;
  }
  return w;
}

// The layer cuts off as much at both ends: what remains too much at the end is cropped, what lacks there is added.
Status transposedConvolution(LayerImport& import, const OnnxNode& node) {
  FOVEA_TRY(const auto weights, weightsOf(import, node));
  const Shape weight = import.fact(node.inputs[1]).shape, y = import.fact(node.outputs[0]).shape;
  if (y.rank() != weight.rank()) return unsupported("a weight without a window");
  FOVEA_TRY(const Windows w, transposedWindows(import, node, weight));
  const Shape x = import.fact(node.inputs[0]).shape;
  List lacking, beyond;
  for (std::size_t i = 0; i < w.kernel.size(); ++i) {
    const int axis = static_cast<int>(i) + 2;
    const std::int64_t plain = (x[axis] - 1) * w.strides[i] + (w.kernel[i] - 1) * w.dilations[i] + 1 - 2 * w.before[i];
    lacking.push_back(std::max<std::int64_t>(0, y[axis] - plain));
    beyond.push_back(std::max<std::int64_t>(0, plain - y[axis]));
  }
  const std::int64_t groups = attributeOf(node, "group", std::int64_t{1});
  FOVEA_TRY(const LayerSource input, import.source(node.inputs[0]));
  const FieldValues parameters{
      {"filters", weight[1] * groups}, {"kernel", w.kernel},      {"stride", w.strides}, {"padding", w.before},
      {"output_padding", lacking},     {"dilation", w.dilations}, {"groups", groups},    {"bias", weights.size() > 1}};
  FOVEA_TRY(LayerId id, import.add(node, "transposed_convolution", parameters, {input}, weights));
  if (std::any_of(beyond.begin(), beyond.end(), [](std::int64_t places) { return places > 0; })) {
    OnnxNode end = node;
    end.name = node.name.empty() ? "" : node.name + "_end";
    const FieldValues cut{{"before", List(beyond.size(), 0)}, {"after", beyond}};
    FOVEA_TRY(id, import.add(end, "crop", cut, {{id, 0}}));
  }
  import.give(node.outputs[0], {id, 0});
  return {};
}

// Rounds down instead of up, by a border that ends with the last window: a window that begins behind the value does not
// count, which a border of its own would hide. Returns false if windows reach beyond the border, whose means have fewer
// members there.
bool endWithLastWindow(LayerImport& import, const OnnxNode& node, Windows& w, bool maximum) {
  const Shape x = import.fact(node.inputs[0]).shape, y = import.fact(node.outputs[0]).shape;
  List after;
  for (std::size_t i = 0; i < w.kernel.size(); ++i) {
    const int axis = static_cast<int>(i) + 2;
    const std::int64_t end = (y[axis] - 1) * w.strides[i] + w.kernel[i] - w.before[i] - x[axis];
    if (!maximum && end > w.after[i]) return false;
    after.push_back(std::max<std::int64_t>(end, 0));
  }
  w.after = after;
  return true;
}

Status pooling(LayerImport& import, const OnnxNode& node) {
  const bool maximum = node.op == "MaxPool";
  if (node.outputs.size() > 1 && !node.outputs[1].empty()) return unsupported("the positions of the largest");
  FOVEA_TRY(Windows w, windowsOf(import, node, {}));
  for (const std::int64_t dilation : w.dilations)
    if (dilation != 1) return unsupported("windows with gaps");
  const bool counts = attributeOf(node, "count_include_pad", std::int64_t{0}) != 0;
  if (!maximum && !w.even() && !counts) return unsupported("a mean over windows with a border on one side");
  bool roundsUp = attributeOf(node, "ceil_mode", std::int64_t{0}) != 0;
  if (roundsUp && !w.even()) {
    if (!endWithLastWindow(import, node, w, maximum))
      return unsupported("a mean over windows that reach beyond a border on one side");
    roundsUp = false;
  }
  FOVEA_TRY(const LayerSource input, bordered(import, node, w, maximum ? -1e30 : 0));
  FieldValues parameters{{"kernel", w.kernel}, {"stride", w.strides}, {"padding", w.before}, {"ceil_mode", roundsUp}};
  if (!maximum) parameters.set("count_padding", counts);
  FOVEA_TRY(const LayerId id, import.add(node, maximum ? "max_pooling" : "average_pooling", parameters, {input}));
  import.give(node.outputs[0], {id, 0});
  return {};
}

LayerMaker overAll(const char* op, const char* mode) {
  return {op,
          [mode](LayerImport& import, const OnnxNode& node) {
            return import.become(node, "global_pooling", {{"mode", std::string(mode)}, {"flatten", false}});
          },
          {}};
}

// A mean over all positions is a global pooling.
Status mean(LayerImport& import, const OnnxNode& node) {
  const Shape x = import.fact(node.inputs[0]).shape;
  List given = attributeOf(node, "axes", List());
  if (node.inputs.size() > 1 && import.isKnown(node.inputs[1]))  // since opset 18
    for (const double axis : numbersOf(import.fact(node.inputs[1]).known))
      given.push_back(static_cast<std::int64_t>(axis));
  FOVEA_TRY(const auto axes, axesOf(given, x.rank()));
  List places;
  for (int axis = 2; axis < x.rank(); ++axis) places.push_back(axis);
  if (axes != places || places.empty()) return unsupported("a mean that is not over all positions");
  const bool keep = attributeOf(node, "keepdims", std::int64_t{1}) != 0;
  return import.become(node, "global_pooling", {{"mode", std::string("average")}, {"flatten", !keep}});
}

// True if each requested extent results from the given scale exactly: the layer computes its scale from the extents.
bool scalesAreSizes(LayerImport& import, const OnnxNode& node) {
  const Shape x = import.fact(node.inputs[0]).shape, y = import.fact(node.outputs[0]).shape;
  std::vector<double> scales;
  if (const OnnxAttribute* given = node.find("scales"))
    if (const auto* list = std::get_if<std::vector<double>>(&given->value)) scales = *list;
  const std::size_t at = node.op == "Upsample" || import.opset(node) < 11 ? 1 : 2;
  if (at < node.inputs.size() && !node.inputs[at].empty()) scales = numbersOf(import.fact(node.inputs[at]).known);
  List axes = attributeOf(node, "axes", List());
  for (int axis = 0; axis < x.rank() && !node.find("axes"); ++axis) axes.push_back(axis);
  for (std::size_t i = 0; i < scales.size() && i < axes.size(); ++i) {
    const auto axis = static_cast<int>(axes[i] < 0 ? axes[i] + x.rank() : axes[i]);
    if (std::abs(static_cast<double>(x[axis]) * scales[i] - static_cast<double>(y[axis])) > 1e-4) return false;
  }
  return true;
}

// True if the layer's rule, which rounds ties up, selects the same nearest positions: `rule` is ONNX's for ties.
bool sameNearest(const std::string& places, const std::string& rule, const Shape& x, const Shape& y) {
  if (places == "asymmetric") return rule == "floor";
  if (rule == "round_prefer_ceil") return true;
  if (rule != "round_prefer_floor") return false;
  for (int axis = 2; axis < x.rank(); ++axis)
    for (std::int64_t at = 0; at < y[axis]; ++at) {
      // Twice the position, as a fraction: it is a tie if that is an odd integer.
      const bool corners = places == "align_corners";
      if (corners && y[axis] < 2) continue;
      const std::int64_t below = corners ? y[axis] - 1 : y[axis];
      const std::int64_t above = corners ? 2 * at * (x[axis] - 1) : (2 * at + 1) * x[axis] - y[axis];
      if (above % below == 0 && above / below % 2 != 0) return false;
    }
  return true;
}

Status resize(LayerImport& import, const OnnxNode& node) {
  const Shape x = import.fact(node.inputs[0]).shape, y = import.fact(node.outputs[0]).shape;
  if (x.rank() < 3 || x[0] != y[0] || x[1] != y[1]) return unsupported("another number of channels");
  if (!scalesAreSizes(import, node)) return unsupported("a scale that leaves a rest");
  const bool old = node.op == "Upsample" || import.opset(node) < 11;
  std::string mode = attributeOf(node, "mode", "nearest");
  if (mode == "bilinear") mode = "linear";
  const std::string places = attributeOf(node, "coordinate_transformation_mode", old ? "asymmetric" : "half_pixel");
  const std::string nearest = attributeOf(node, "nearest_mode", old ? "floor" : "round_prefer_floor");
  if (mode != "nearest" && mode != "linear") return unsupported("the mode " + mode);
  if (places != "half_pixel" && places != "pytorch_half_pixel" && places != "asymmetric" && places != "align_corners")
    return unsupported("the places " + places);
  if (mode == "nearest" && !sameNearest(places == "pytorch_half_pixel" ? "half_pixel" : places, nearest, x, y))
    return unsupported("the nearest mode " + nearest);
  for (int axis = 2; axis < x.rank(); ++axis)  // a single output is at the first input
    if (places == "pytorch_half_pixel" && y[axis] == 1 && x[axis] > 1) return unsupported("the places " + places);
  const std::string alignment = places == "pytorch_half_pixel" ? "half_pixel" : places;
  return import.become(node, "resize",
                       {{"size", List(y.begin() + 2, y.end())}, {"mode", mode}, {"alignment", alignment}});
}

}  // namespace

LayerMakers windowLayersMakers() {
  const OnnxKnownAttributes windows{"auto_pad", "dilations", "group", "kernel_shape", "pads", "strides"};
  const OnnxKnownAttributes pools{"auto_pad",     "ceil_mode", "count_include_pad", "dilations",
                                  "kernel_shape", "pads",      "storage_order",     "strides"};
  OnnxKnownAttributes transposed = windows;
  transposed.insert(transposed.end(), {"output_padding", "output_shape"});
  return {{"Conv", convolution, windows},
          {"ConvTranspose", transposedConvolution, transposed},
          {"MaxPool", pooling, pools},
          {"AveragePool", pooling, pools},
          overAll("GlobalAveragePool", "average"),
          overAll("GlobalMaxPool", "maximum"),
          {"ReduceMean", mean, {"axes", "keepdims", "noop_with_empty_axes"}},
          {"Resize",
           resize,
           {attributeOnlyAs(std::int64_t{0}, "antialias"), "axes", "coordinate_transformation_mode", "cubic_coeff_a",
            attributeOnlyAs(std::int64_t{0}, "exclude_outside"), "extrapolation_value",
            attributeOnlyAs(std::string("stretch"), "keep_aspect_ratio_policy"), "mode", "nearest_mode"}},
          {"Upsample", resize, {"mode", "scales"}}};
}

}  // namespace fovea
