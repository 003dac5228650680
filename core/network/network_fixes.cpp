#include "core/network/network_fixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/layers/spatial_layers.h"
#include "core/network/edit_list.h"
#include "core/network/frozen_layers.h"
#include "core/network/network_editor.h"

namespace fovea {
namespace {

NetworkFix fix(std::string title, std::vector<NetworkEdit> parts) {
  NetworkEdit edit{CompoundEdit{std::move(parts)}, title};
  return {std::move(title), std::move(edit)};
}

// A factor of 0 on the learning rate holds weights as freezing them does.
std::vector<NetworkEdit> learningEdits(const std::vector<const Layer*>& layers) {
  constexpr const char* kRateFactor = "rate_multiplier";
  std::vector<NetworkEdit> edits = freezingEdits(layers, false);
  for (const Layer* layer : layers)
    if (const FieldValue* factor = layer->parameters.find(kRateFactor); factor && *factor == FieldValue(0.0))
      edits.push_back({SetParameter{layer->id, kRateFactor, 1.0}, {}});
  return edits;
}

// Inserts `layer` between the ends of `edge`, on a row of its own; moves the layers below down if there is no room.
NetworkFix insertOnEdge(const Network& network, const Edge& edge, std::string title, Layer layer) {
  const Position from = network.find(edge.source)->position;
  const Position to = network.find(edge.target)->position;
  std::vector<NetworkEdit> parts;
  layer.id = network.nextId();
  layer.block = network.find(edge.target)->block;
  layer.position = {(from.x + to.x) / 2, (from.y + to.y) / 2};
  if (from.x == to.x && to.y > from.y && to.y - from.y < 2 * kLayerPitch) {
    layer.position = to;
    MoveLayers room;
    for (const Layer& other : network.layers())
      if (other.block == layer.block && other.position.y >= to.y)
        room.positions.emplace_back(other.id, Position{other.position.x, other.position.y + kLayerPitch});
    parts.push_back({std::move(room), {}});
  }
  const LayerId id = layer.id;
  parts.push_back({AddLayer{std::move(layer)}, {}});
  parts.push_back({RemoveEdge{edge}, {}});
  parts.push_back({AddEdge{{edge.source, edge.output, id, 0}}, {}});
  parts.push_back({AddEdge{{id, 0, edge.target, edge.input}}, {}});
  return fix(std::move(title), std::move(parts));
}

Layer layerOf(const char* type, const char* name, FieldValues parameters = {}) {
  Layer layer;
  layer.type = type;
  layer.name = name;
  layer.parameters = std::move(parameters);
  return layer;
}

// Returns the stride at which a 1×1 convolution turns an extent of `from` into `to`; 0 if there is none.
std::int64_t strideBetween(std::int64_t from, std::int64_t to) {
  for (std::int64_t stride = 1; stride <= from; ++stride)
    if ((from - 1) / stride + 1 == to) return stride;
  return 0;
}

// A projection that gives `from` the shape of `to`, as shortcuts of residual networks have (He et al. 2015).
std::optional<NetworkFix> match(const Network& network, const ArrivingShape& from, const Shape& to) {
  if (from.shape.rank() == 2 && to.rank() == 2)
    return insertOnEdge(network, from.edge, "Match with linear layer", layerOf("linear", "match", {{"units", to[1]}}));
  if (from.shape.rank() != 4 || to.rank() != 4) return {};
  const std::vector<std::int64_t> stride{strideBetween(from.shape[2], to[2]), strideBetween(from.shape[3], to[3])};
  if (stride[0] == 0 || stride[1] == 0) return {};
  const FieldValues parameters{{"filters", to[1]}, {"kernel", std::vector<std::int64_t>{1, 1}}, {"stride", stride}};
  return insertOnEdge(network, from.edge, "Match with 1×1 convolution", layerOf("convolution", "match", parameters));
}

std::vector<NetworkFix> fixesForAdd(const Network& network, const std::vector<ArrivingShape>& arriving) {
  // Of two branches the larger image is projected; of equal ones the later, which usually is the shortcut.
  for (std::size_t i = 1; i < arriving.size(); ++i) {
    const ArrivingShape& first = arriving[0];
    const ArrivingShape& other = arriving[i];
    if (first.shape == other.shape) continue;
    const bool firstLarger = first.shape.elementsFrom(2) > other.shape.elementsFrom(2);
    const auto fitted = firstLarger ? match(network, first, other.shape) : match(network, other, first.shape);
    if (fitted) return {*fitted};
    return {};
  }
  return {};
}

std::vector<NetworkFix> flattenImages(const Network& network, const std::vector<ArrivingShape>& arriving) {
  for (const ArrivingShape& arrival : arriving)
    if (arrival.shape.rank() >= 4)
      return {insertOnEdge(network, arrival.edge, "Insert Flatten", layerOf("flatten", "flatten"))};
  return {};
}

// Sets one number for all axes in each parameter whose list does not match the number of axes.
std::vector<NetworkFix> fixesForAxes(const Layer& layer, std::size_t axes) {
  std::vector<NetworkEdit> parts;
  for (const Field& field : findLayer(layer.type)->parameters.fields()) {
    if (field.kind != FieldKind::IntegerList || field.minimumLength != 1 || field.maximumLength != 3) continue;
    const auto& list = layer.parameters.list(field.name);
    if (!forAxes("", list, axes).ok())
      parts.push_back({SetParameter{layer.id, field.name, std::vector<std::int64_t>{list[0]}}, {}});
  }
  if (parts.empty()) return {};
  return {fix("Use one number for all axes", std::move(parts))};
}

std::vector<NetworkFix> fixesForWindow(const Layer& layer, const Shape& image) {
  const FieldValues& parameters = layer.parameters;
  const std::size_t axes = placeAxes(image);
  const auto listOf = [&](const char* name) { return forAxes(name, parameters.list(name), axes).value(); };
  Window window{listOf("kernel"), listOf("padding")};
  if (parameters.contains("dilation")) window.dilation = listOf("dilation");
  bool fits = true, dilated = false;
  std::vector<std::int64_t> padding, kernel;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    const std::int64_t missing = window.missing(image, axis);
    fits = fits && missing == 0;
    dilated = dilated || window.reach(axis) != window.kernel[axis];
    padding.push_back(window.padding[axis] + missing);
    kernel.push_back(std::min(window.kernel[axis], image[static_cast<int>(axis + 2)] + 2 * window.padding[axis]));
  }
  if (fits) return {};
  const std::string words = allEqual(padding) ? std::to_string(padding[0]) : timesWords(padding);
  std::vector<NetworkFix> fixes{fix("Pad by " + words, {{SetParameter{layer.id, "padding", padding}, {}}})};
  if (!dilated)
    fixes.push_back(fix("Use kernel " + timesWords(kernel), {{SetParameter{layer.id, "kernel", kernel}, {}}}));
  return fixes;
}

// The greatest common divisor.
std::int64_t commonDivisor(std::int64_t a, std::int64_t b) {
  return b == 0 ? a : commonDivisor(b, a % b);
}

std::vector<NetworkFix> fixesForGroups(const Layer& layer, const Shape& image) {
  const std::int64_t groups = layer.parameters.integer("groups");
  const std::int64_t filters = layer.parameters.contains("filters") ? layer.parameters.integer("filters") : image[1];
  if (image[1] % groups == 0 && filters % groups == 0) return {};
  const std::int64_t best = commonDivisor(commonDivisor(image[1], filters), groups);
  const std::string title = best == 1 ? "Use one group" : fmt::format("Use {} groups", best);
  return {fix(title, {{SetParameter{layer.id, "groups", best}, {}}})};
}

// Reshapes a row of numbers to a square image, grey or in colour, for a layer that needs an image.
std::vector<NetworkFix> fixesForRow(const Network& network, const ArrivingShape& row) {
  for (const std::int64_t channels : {1, 3}) {
    const std::int64_t pixels = row.shape[1] / channels;
    const auto side = static_cast<std::int64_t>(std::lround(std::sqrt(static_cast<double>(pixels))));
    if (side < 2 || channels * side * side != row.shape[1]) continue;
    const std::vector<std::int64_t> image{channels, side, side};
    return {insertOnEdge(network, row.edge, "Insert Reshape to " + timesWords(image),
                         layerOf("reshape", "reshape", {{"shape", image}}))};
  }
  return {};
}

// True if the layer slides a window over its input, which must be at least as large as the window.
bool isWindow(const Layer& layer) {
  return layer.type == "convolution" || layer.type == "max_pooling" || layer.type == "average_pooling";
}

// True if `to` can be reached from `from`: then an edge from `to` to `from` would close a cycle.
bool reaches(const Network& network, LayerId from, LayerId to) {
  std::vector<LayerId> open{from};
  std::vector<LayerId> seen;
  while (!open.empty()) {
    const LayerId at = open.back();
    open.pop_back();
    if (at == to) return true;
    if (std::find(seen.begin(), seen.end(), at) != seen.end()) continue;
    seen.push_back(at);
    for (const Edge& edge : network.edges())
      if (edge.source == at) open.push_back(edge.target);
  }
  return false;
}

}  // namespace

std::vector<NetworkFix> fixesForShapes(const Network& network, const Layer& layer,
                                       const std::vector<ArrivingShape>& arriving) {
  if (arriving.empty()) return {};
  if (layer.type == "add") {
    auto fixes = fixesForAdd(network, arriving);
    if (fixes.empty() && arriving.size() > 1 && arriving[0].shape.rank() != arriving[1].shape.rank() &&
        arriving[0].shape.elementsFrom(1) == arriving[1].shape.elementsFrom(1))
      fixes = flattenImages(network, arriving);
    return fixes;
  }
  const auto isRow = [](const ArrivingShape& arrival) { return arrival.shape.rank() == 2; };
  if (layer.type == "concatenate")
    return std::any_of(arriving.begin(), arriving.end(), isRow) ? flattenImages(network, arriving)
                                                                : std::vector<NetworkFix>{};
  if (findLayer(layer.type)->family == LayerFamily::Loss) return flattenImages(network, arriving);
  if (!needPlaces("", arriving[0].shape).ok())
    return isRow(arriving[0]) && isWindow(layer) ? fixesForRow(network, arriving[0]) : std::vector<NetworkFix>{};
  std::vector<NetworkFix> fixes;
  if (layer.parameters.contains("groups")) fixes = fixesForGroups(layer, arriving[0].shape);
  if (fixes.empty()) fixes = fixesForAxes(layer, placeAxes(arriving[0].shape));
  if (fixes.empty() && isWindow(layer)) fixes = fixesForWindow(layer, arriving[0].shape);
  return fixes;
}

std::vector<NetworkFix> fixesForMissingEdge(const Network& network, const Layer& layer, int input) {
  // Finds the nearest layer above whose output is not used.
  const Layer* nearest = nullptr;
  for (const Layer& other : network.layers()) {
    const LayerType* type = findLayer(other.type);
    if (other.id == layer.id || other.block != layer.block || portsOf(network, other).outputs.empty() ||
        type->family == LayerFamily::Loss)
      continue;
    if (other.position.y >= layer.position.y || (nearest && other.position.y <= nearest->position.y)) continue;
    const auto uses = [&](const Edge& edge) { return edge.source == other.id; };
    if (std::any_of(network.edges().begin(), network.edges().end(), uses)) continue;
    if (reaches(network, layer.id, other.id)) continue;
    nearest = &other;
  }
  if (!nearest) return {};
  return {fix("Connect to " + inQuotes(nearest->name), {{AddEdge{{nearest->id, 0, layer.id, input}}, {}}})};
}

std::vector<NetworkFix> fixesForMissingInput(const Network& network) {
  Layer input = layerOf("input", "data");
  input.id = network.nextId();
  const Layer* first = nullptr;
  for (const Layer& layer : network.layers()) {
    if (layer.block.valid() || !network.edgesInto(layer.id).empty() || (first && first->position.y <= layer.position.y))
      continue;
    if (!portsOf(network, layer).inputs.empty()) first = &layer;
  }
  if (first) input.position = {first->position.x, first->position.y - kLayerPitch};
  std::vector<NetworkEdit> parts{{AddLayer{input}, {}}};
  if (first) parts.push_back({AddEdge{{input.id, 0, first->id, 0}}, {}});
  return {fix("Add Input", std::move(parts))};
}

std::vector<NetworkFix> fixesForMissingLoss(const Network& network, const Layer* end) {
  Layer loss = layerOf("cross_entropy", "loss");
  loss.id = network.nextId();
  if (!end) return {};
  const std::vector<Edge> arriving = network.edgesInto(end->id);
  // Cross-entropy expects logits, so it replaces a softmax at the end.
  if (end->type == "softmax" && arriving.size() == 1) {
    loss.position = end->position;
    return {
        fix("Replace Softmax by Cross-entropy", {{RemoveLayer{end->id}, {}},
                                                 {AddLayer{loss}, {}},
                                                 {AddEdge{{arriving[0].source, arriving[0].output, loss.id, 0}}, {}}})};
  }
  loss.position = {end->position.x, end->position.y + kLayerPitch};
  return {fix("Add Cross-entropy", {{AddLayer{loss}, {}}, {AddEdge{{end->id, 0, loss.id, 0}}, {}}})};
}

// The last layer comes first: fine-tuning mostly lets that one learn.
std::vector<NetworkFix> fixesForFrozenWeights(const std::vector<const Layer*>& layers) {
  std::vector<NetworkFix> fixes{fix("Let " + inQuotes(layers.back()->name) + " learn", learningEdits({layers.back()}))};
  if (layers.size() > 1) fixes.push_back(fix("Let all weights learn", learningEdits(layers)));
  return fixes;
}

NetworkFix fixByRemoving(const Layer& layer) {
  return fix("Remove " + inQuotes(layer.name), {{RemoveLayer{layer.id}, {}}});
}

}  // namespace fovea
