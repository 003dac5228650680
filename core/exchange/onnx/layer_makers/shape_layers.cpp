// Converts ONNX operators that move elements to layers. A layer does not move the batch axis.
#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/layer_import.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

Status pass(LayerImport& import, const OnnxNode& node) {
  return import.pass(node);
}

// Only for types of the same kind and precision; others are rounded, which needs ops.
Status cast(LayerImport& import, const OnnxNode& node) {
  const OnnxElement from = import.fact(node.inputs[0]).element, to = import.fact(node.outputs[0]).element;
  const bool same = from == to || (from == OnnxElement::Bool && to == OnnxElement::Float) ||
                    (from == OnnxElement::Float16 && to == OnnxElement::Float);
  return same ? import.pass(node) : Status(unsupported("rounding"));
}

// A transposed value can stay transposed if a reshape affects only axes in their original position, or removes one of
// extent 1.
bool reshapedBehindTurn(LayerImport& import, const OnnxNode& node, const List& x, const List& y) {
  const auto turned = import.turnedSource(node.inputs[0]);
  if (!turned.ok()) return false;
  const List& order = turned->order;
  List raw(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) raw[static_cast<std::size_t>(order[i])] = x[i];
  std::size_t moved = order.size();  // leading axes that are permuted among themselves
  while (moved > 0 && order[moved - 1] == static_cast<std::int64_t>(moved) - 1) --moved;
  if (moved == 0) return false;
  List to, newOrder;
  if (y.size() >= moved && moved < x.size() &&
      std::equal(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(moved), y.begin())) {
    const auto kept = static_cast<std::ptrdiff_t>(moved);
    to.assign(raw.begin(), raw.begin() + kept);
    to.insert(to.end(), y.begin() + kept, y.end());
    newOrder.assign(order.begin(), order.begin() + kept);
    for (std::size_t i = moved; i < y.size(); ++i) newOrder.push_back(static_cast<std::int64_t>(i));
  } else {
    std::size_t gone = 0;  // the removed axis of extent 1
    while (gone < y.size() && x[gone] == y[gone]) ++gone;
    if (x.size() != y.size() + 1 || x[gone] != 1 ||
        !std::equal(x.begin() + static_cast<std::ptrdiff_t>(gone) + 1, x.end(),
                    y.begin() + static_cast<std::ptrdiff_t>(gone)))
      return false;
    const std::int64_t axis = order[gone];
    to = raw;
    to.erase(to.begin() + static_cast<std::ptrdiff_t>(axis));
    for (std::size_t i = 0; i < order.size(); ++i)
      if (i != gone) newOrder.push_back(order[i] - (order[i] > axis ? 1 : 0));
  }
  const auto source = import.reshaped(node, turned->source, raw, to);
  if (!source.ok()) return false;
  import.giveTurned(node, node.outputs[0], {*source, newOrder});
  return true;
}

// Handles all such operators: only the shapes before and after matter.
Status reshape(LayerImport& import, const OnnxNode& node) {
  FOVEA_TRY(const List x, import.extentsOf(node.inputs[0]));
  FOVEA_TRY(const List y, import.extentsOf(node.outputs[0]));
  if (x == y) return import.pass(node);
  if (reshapedBehindTurn(import, node, x, y)) return {};
  FOVEA_TRY(const LayerSource source, import.source(node.inputs[0]));
  FOVEA_TRY(const LayerSource result, import.reshaped(node, source, x, y));
  import.give(node.outputs[0], result);
  return {};
}

Status transpose(LayerImport& import, const OnnxNode& node) {
  const int rank = import.fact(node.inputs[0]).shape.rank();
  List order;
  for (int axis = rank; axis-- > 0;) order.push_back(axis);
  order = attributeOf(node, "perm", order);
  FOVEA_TRY(LayerImport::Turned turned, import.turnedSource(node.inputs[0]));
  List both;
  for (const std::int64_t axis : order) {
    if (axis < 0 || axis >= rank) return unsupported("such an order");
    both.push_back(turned.order[static_cast<std::size_t>(axis)]);
  }
  import.giveTurned(node, node.outputs[0], {turned.source, both});
  return {};
}

Status concat(LayerImport& import, const OnnxNode& node) {
  FOVEA_TRY(const int axis,
            axisOf(attributeOf(node, "axis", std::int64_t{1}), import.fact(node.inputs[0]).shape.rank()));
  if (node.inputs.size() == 1) return import.pass(node);
  if (axis == 0) return unsupported("samples one after the other");
  for (const std::string& input : node.inputs)
    if (import.fact(input).shape[0] != import.fact(node.outputs[0]).shape[0]) return unsupported("such shapes");
  std::vector<LayerSource> sources;
  for (const std::string& input : node.inputs) {
    FOVEA_TRY(const LayerSource source, import.source(input));
    sources.push_back(source);
  }
  FOVEA_TRY(const LayerId id, import.add(node, "concatenate", {{"axis", std::int64_t{axis}}}, sources));
  import.give(node.outputs[0], {id, 0});
  return {};
}

Status split(LayerImport& import, const OnnxNode& node) {
  FOVEA_TRY(const int axis,
            axisOf(attributeOf(node, "axis", std::int64_t{0}), import.fact(node.inputs[0]).shape.rank()));
  if (axis == 0) return unsupported("samples apart");
  List sizes;
  for (const std::string& output : node.outputs) sizes.push_back(import.fact(output).shape[axis]);
  FOVEA_TRY(const LayerSource input, import.source(node.inputs[0]));
  FOVEA_TRY(
      const LayerId id,
      import.add(node, "split",
                 {{"axis", std::int64_t{axis}}, {"parts", static_cast<std::int64_t>(sizes.size())}, {"sizes", sizes}},
                 {input}));
  for (std::size_t i = 0; i < node.outputs.size(); ++i) import.give(node.outputs[i], {id, static_cast<int>(i)});
  return {};
}

// One Slice layer for each axis.
Status slice(LayerImport& import, const OnnxNode& node) {
  const Shape x = import.fact(node.inputs[0]).shape;
  const auto listOf = [&](const char* name, std::size_t i) {
    List list = attributeOf(node, name, List());
    if (i >= node.inputs.size() || !import.isKnown(node.inputs[i])) return list;
    for (const double number : numbersOf(import.fact(node.inputs[i]).known))
      list.push_back(static_cast<std::int64_t>(std::clamp(number, -1e15, 1e15)));
    return list;
  };
  const List starts = listOf("starts", 1), steps = listOf("steps", 4);
  List axes = listOf("axes", 3);
  if (axes.empty())
    for (std::size_t i = 0; i < starts.size(); ++i) axes.push_back(static_cast<std::int64_t>(i));
  if (starts.size() != axes.size()) return unsupported("its lists do not fit");
  FOVEA_TRY(LayerSource from, import.source(node.inputs[0]));
  const Shape y = import.fact(node.outputs[0]).shape;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    FOVEA_TRY(const int axis, axisOf(axes[i], x.rank()));
    if (i < steps.size() && steps[i] != 1) return unsupported("a step other than 1");
    if (y[axis] == x[axis]) continue;
    if (axis == 0) return unsupported("a part of the samples");
    const std::int64_t start = std::clamp<std::int64_t>(starts[i] < 0 ? starts[i] + x[axis] : starts[i], 0, x[axis]);
    FOVEA_TRY(const LayerId id,
              import.add(node, "slice", {{"axis", std::int64_t{axis}}, {"start", start}, {"length", y[axis]}}, {from}));
    from = {id, 0};
  }
  import.give(node.outputs[0], from);
  return {};
}

Status pad(LayerImport& import, const OnnxNode& node) {
  const Shape x = import.fact(node.inputs[0]).shape;
  List pads = attributeOf(node, "pads", List());
  double value = attributeOf(node, "value", 0.0);
  if (node.inputs.size() > 1 && import.isKnown(node.inputs[1])) {
    pads.clear();
    for (const double number : numbersOf(import.fact(node.inputs[1]).known))
      pads.push_back(static_cast<std::int64_t>(number));
  }
  if (node.inputs.size() > 3 && !node.inputs[3].empty()) return unsupported("a border around the axes that it names");
  if (node.inputs.size() > 2 && import.isKnown(node.inputs[2]) && import.fact(node.inputs[2]).known.elementCount() == 1)
    value = numberAt(import.fact(node.inputs[2]).known, 0);
  const auto rank = static_cast<std::size_t>(x.rank());
  if (rank < 3 || pads.size() != 2 * rank || pads[0] != 0 || pads[1] != 0 || pads[rank] != 0 || pads[rank + 1] != 0)
    return unsupported("a border around samples or channels");
  const std::string mode = attributeOf(node, "mode", "constant");
  const auto begin = pads.begin(), middle = pads.begin() + static_cast<std::ptrdiff_t>(rank);
  return import.become(node, "padding",
                       {{"before", List(begin + 2, middle)},
                        {"after", List(middle + 2, pads.end())},
                        {"mode", mode == "edge" ? std::string("replicate") : mode},
                        {"value", value}});
}

Status depthToSpace(LayerImport& import, const OnnxNode& node) {
  if (std::string(attributeOf(node, "mode", "DCR")) != "CRD") return unsupported("the order DCR");
  return import.become(node, "pixel_shuffle", {{"factor", attributeOf(node, "blocksize", std::int64_t{1})}});
}

Status dropout(LayerImport& import, const OnnxNode& node) {
  double probability = attributeOf(node, "ratio", 0.5);
  if (node.inputs.size() > 1 && !node.inputs[1].empty() && import.isKnown(node.inputs[1]) &&
      import.fact(node.inputs[1]).known.elementCount() == 1)
    probability = numberAt(import.fact(node.inputs[1]).known, 0);
  return import.become(node, "dropout", {{"probability", std::clamp(probability, 0.0, 0.99)}});
}

}  // namespace

LayerMakers shapeLayersMakers() {
  return {{"Identity", pass, {}},
          {"Cast", cast, {"round_mode", "saturate", "to"}},
          {"Reshape", reshape, {"allowzero", "shape"}},
          {"Flatten", reshape, {"axis"}},
          {"Squeeze", reshape, {"axes"}},
          {"Unsqueeze", reshape, {"axes"}},
          {"Transpose", transpose, {"perm"}},
          {"Concat", concat, {"axis"}},
          {"Split", split, {"axis", "num_outputs", "split"}},
          {"Slice", slice, {"axes", "ends", "starts"}},
          {"Pad", pad, {"mode", "pads", "value"}},
          {"DepthToSpace", depthToSpace, {"blocksize", "mode"}},
          {"Dropout", dropout, {"ratio", "seed"}}};
}

}  // namespace fovea
