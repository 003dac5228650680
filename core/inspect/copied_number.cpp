#include "core/inspect/copied_number.h"

#include <algorithm>
#include <set>

#include "core/inspect/layer_geometry.h"

namespace fovea {
namespace {

using AxisList = std::vector<std::int64_t>;

const Shape& shapeOfSource(const NetworkTrace& trace, const TracedLayer& layer, std::size_t source) {
  return trace.layers[static_cast<std::size_t>(layer.sources[source])].output.shape();
}

// Returns the entry of a list field for an axis; a list of one number applies to all axes.
std::int64_t entryOf(const TracedLayer& layer, const char* name, std::size_t axis) {
  const AxisList list = layerField<AxisList>(layer, name, {});
  return list.empty() ? 0 : axis < list.size() ? list[axis] : list.front();
}

std::optional<CopiedNumber> joinedNumber(const NetworkTrace& trace, const TracedLayer& layer, AxisList at) {
  const auto axis = static_cast<std::size_t>(layerField<std::int64_t>(layer, "axis", 1) - 1);
  if (axis >= at.size()) return {};
  for (std::size_t source = 0; source < layer.sources.size(); ++source) {
    const Shape& shape = shapeOfSource(trace, layer, source);
    if (at[axis] < shape[static_cast<int>(axis)]) return CopiedNumber{static_cast<int>(source), elementAt(shape, at)};
    at[axis] -= shape[static_cast<int>(axis)];
  }
  return {};
}

// Maps a position of a padded axis to the input; −1: the constant border.
std::int64_t unpadded(std::int64_t place, std::int64_t extent, const std::string& mode) {
  if (place >= 0 && place < extent) return place;
  if (mode == "replicate") return std::clamp<std::int64_t>(place, 0, extent - 1);
  if (mode == "reflect") return place < 0 ? -place : 2 * (extent - 1) - place;
  return -1;
}

std::optional<CopiedNumber> paddedNumber(const TracedLayer& layer, const Shape& input, AxisList at) {
  const std::string mode = layerField<std::string>(layer, "mode", "constant");
  for (std::size_t axis = 1; axis < at.size(); ++axis) {
    at[axis] = unpadded(at[axis] - entryOf(layer, "before", axis - 1), input[static_cast<int>(axis)], mode);
    if (at[axis] < 0) return CopiedNumber{0, -1, layerField(layer, "value", 0.0)};
  }
  return CopiedNumber{0, elementAt(input, at)};
}

// Returns all output elements that copy an input position; the border may repeat it.
std::vector<std::int64_t> paddedCopies(const TracedLayer& layer, const Shape& input, const AxisList& at) {
  const std::string mode = layerField<std::string>(layer, "mode", "constant");
  const Shape& output = layer.output.shape();
  std::vector<AxisList> places{{at.front()}};
  for (std::size_t axis = 1; axis < at.size(); ++axis) {
    const std::int64_t before = entryOf(layer, "before", axis - 1), extent = input[static_cast<int>(axis)];
    std::vector<AxisList> longer;
    for (std::int64_t place = 0; place < output[static_cast<int>(axis)]; ++place) {
      if (unpadded(place - before, extent, mode) != at[axis]) continue;
      for (AxisList list : places) {
        list.push_back(place);
        longer.push_back(std::move(list));
      }
    }
    places = std::move(longer);
  }
  std::vector<std::int64_t> elements;
  for (const AxisList& place : places) elements.push_back(elementAt(output, place));
  return elements;
}

}  // namespace

bool arrangesNumbers(const std::string& layerType) {
  static const std::set<std::string> kTypes{"flatten", "dropout",     "spatial_dropout", "reroute",
                                            "reshape", "concatenate", "slice",           "crop",
                                            "padding", "permute",     "pixel_shuffle",   "split"};
  return kTypes.contains(layerType);
}

std::optional<CopiedNumber> copiedNumber(const NetworkTrace& trace, const TracedLayer& layer, std::int64_t element) {
  if (layer.sources.empty() || !arrangesNumbers(layer.type)) return {};
  const Shape& input = shapeOfSource(trace, layer, 0);
  AxisList at = positionOf(layer.output.shape(), element);
  if (layer.type == "concatenate") return joinedNumber(trace, layer, at);
  if (layer.type == "padding") return paddedNumber(layer, input, at);
  if (layer.type == "slice" || layer.type == "split") {  // a trace holds the first output of a split
    const auto axis = static_cast<std::size_t>(layerField<std::int64_t>(layer, "axis", 1) - 1);
    if (axis < at.size() && layer.type == "slice") at[axis] += layerField<std::int64_t>(layer, "start", 0);
    return CopiedNumber{0, elementAt(input, at)};
  }
  if (layer.type == "crop") {
    for (std::size_t axis = 1; axis < at.size(); ++axis) at[axis] += entryOf(layer, "before", axis - 1);
    return CopiedNumber{0, elementAt(input, at)};
  }
  if (layer.type == "permute") {
    AxisList from(at.size());
    const AxisList order = layerField<AxisList>(layer, "order", {});
    if (order.size() != at.size()) return {};
    for (std::size_t axis = 0; axis < at.size(); ++axis) from[static_cast<std::size_t>(order[axis] - 1)] = at[axis];
    return CopiedNumber{0, elementAt(input, from)};
  }
  if (layer.type == "pixel_shuffle") {
    const std::int64_t r = layerField<std::int64_t>(layer, "factor", 2);
    if (at.size() != 3) return {};
    return CopiedNumber{0, elementAt(input, {(at[0] * r + at[1] % r) * r + at[2] % r, at[1] / r, at[2] / r})};
  }
  return CopiedNumber{0, element};
}

std::vector<std::int64_t> copiesOfNumber(const NetworkTrace& trace, const TracedLayer& layer, std::size_t source,
                                         std::int64_t element) {
  const Shape &input = shapeOfSource(trace, layer, source), &output = layer.output.shape();
  AxisList at = positionOf(input, element);
  const auto axis = static_cast<std::size_t>(layerField<std::int64_t>(layer, "axis", 1) - 1);
  if (layer.type == "padding") return paddedCopies(layer, input, at);
  if (layer.type == "concatenate") {
    for (std::size_t other = 0; other < source; ++other)
      at[axis] += shapeOfSource(trace, layer, other)[static_cast<int>(axis)];
  } else if (layer.type == "slice") {
    at[axis] -= layerField<std::int64_t>(layer, "start", 0);
  } else if (layer.type == "crop") {
    for (std::size_t i = 1; i < at.size(); ++i) at[i] -= entryOf(layer, "before", i - 1);
  } else if (layer.type == "permute") {
    const AxisList order = layerField<AxisList>(layer, "order", {}), from = at;
    for (std::size_t i = 0; i < order.size(); ++i) at[i] = from[static_cast<std::size_t>(order[i] - 1)];
  } else if (layer.type == "pixel_shuffle") {
    const std::int64_t r = layerField<std::int64_t>(layer, "factor", 2);
    at = {at[0] / (r * r), at[1] * r + at[0] / r % r, at[2] * r + at[0] % r};
  } else if (layer.type != "split") {
    return {element};
  }
  const std::int64_t place = elementAt(output, at);
  return place < 0 ? std::vector<std::int64_t>{} : std::vector<std::int64_t>{place};
}

}  // namespace fovea
