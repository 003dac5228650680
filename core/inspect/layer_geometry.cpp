#include "core/inspect/layer_geometry.h"

#include <algorithm>
#include <limits>

namespace fovea {
namespace {

// A list field for one axis: lists of one number hold for all axes. Signals have only the last axis.
std::int64_t ofAxis(const FieldValues& values, const char* name, bool signal, bool vertical, std::int64_t otherwise) {
  const FieldValue* const value = values.find(name);
  const auto* const list = value ? std::get_if<std::vector<std::int64_t>>(value) : nullptr;
  if (!list || list->empty() || (signal && vertical)) return otherwise;
  return list->size() == 1 || vertical || signal ? list->front() : (*list)[1];
}

template <class T>
T fieldOf(const FieldValues& values, const char* name, T otherwise) {
  const FieldValue* const value = values.find(name);
  const T* const typed = value ? std::get_if<T>(value) : nullptr;
  return typed ? *typed : otherwise;
}

double numberAt(const Tensor* tensor, std::int64_t at, double otherwise) {
  return tensor && at < tensor->elementCount() ? static_cast<double>(tensor->data<float>()[at]) : otherwise;
}

}  // namespace

PlaneExtents planeExtents(const Shape& shape) {
  switch (shape.rank()) {
    case 1:
      return {shape[0], 1, 1};
    case 2:
      return {shape[0], 1, shape[1]};
    case 3:
      return {shape[0], shape[1], shape[2]};
    default:
      return {0, 0, 0};
  }
}

double WindowGeometry::divisor(std::int64_t i, std::int64_t j) const {
  const std::int64_t top = i * strideY - paddingY, left = j * strideX - paddingX;
  const std::int64_t border = countPadding ? 1 : 0;
  const std::int64_t lowY = border ? top : std::max<std::int64_t>(top, 0);
  const std::int64_t lowX = border ? left : std::max<std::int64_t>(left, 0);
  const std::int64_t highY = std::min(top + height, this->input.height + border * paddingY);
  const std::int64_t highX = std::min(left + width, this->input.width + border * paddingX);
  return static_cast<double>((highY - lowY) * (highX - lowX));
}

std::optional<WindowGeometry> windowGeometry(const NetworkTrace& trace, const TracedLayer& layer) {
  if (layer.sources.empty()) return {};
  const Shape& from = trace.layers[static_cast<std::size_t>(layer.sources.front())].output.shape();
  WindowGeometry geometry;
  geometry.input = planeExtents(from);
  geometry.output = planeExtents(layer.output.shape());
  if (geometry.input.channels == 0 || geometry.output.channels == 0 || from.rank() < 2) return {};
  if (layer.type == "global_pooling") {
    geometry.height = geometry.input.height;
    geometry.width = geometry.input.width;
    return geometry;
  }
  const bool signal = from.rank() == 2;
  const FieldValues& values = layer.parameters;
  geometry.height = ofAxis(values, "kernel", signal, true, 1);
  geometry.width = ofAxis(values, "kernel", signal, false, 1);
  geometry.strideY = ofAxis(values, "stride", signal, true, 1);
  geometry.strideX = ofAxis(values, "stride", signal, false, 1);
  geometry.paddingY = ofAxis(values, "padding", signal, true, 0);
  geometry.paddingX = ofAxis(values, "padding", signal, false, 0);
  geometry.dilationY = ofAxis(values, "dilation", signal, true, 1);
  geometry.dilationX = ofAxis(values, "dilation", signal, false, 1);
  geometry.groups = std::max<std::int64_t>(1, fieldOf<std::int64_t>(values, "groups", 1));
  geometry.countPadding = fieldOf<bool>(values, "count_padding", false);
  return geometry;
}

std::int64_t largestOfWindow(const WindowGeometry& g, std::span<const float> input, std::int64_t output) {
  const std::int64_t j = output % g.output.width, i = output / g.output.width % g.output.height;
  const std::int64_t c = output / (g.output.width * g.output.height);
  std::int64_t best = -1;
  for (std::int64_t u = 0; u < g.height; ++u)
    for (std::int64_t v = 0; v < g.width; ++v) {
      const std::int64_t y = g.row(i, u), x = g.column(j, v);
      if (!g.inside(y, x)) continue;
      const std::int64_t at = g.element(c, y, x);
      if (best < 0 || input[static_cast<std::size_t>(at)] > input[static_cast<std::size_t>(best)]) best = at;
    }
  return best;
}

bool activationAt(const TracedLayer& layer, double x, double& y, double& slope) {
  const std::string& type = layer.type;
  if (type == "relu") {
    y = std::max(x, 0.0);
    slope = x > 0 ? 1 : 0;
  } else if (type == "relu6") {
    y = std::clamp(x, 0.0, 6.0);
    slope = x > 0 && x < 6 ? 1 : 0;
  } else if (type == "leaky_relu") {
    const double below = fieldOf<double>(layer.parameters, "slope", 0.01);
    y = x > 0 ? x : below * x;
    slope = x > 0 ? 1 : below;
  } else if (type == "sigmoid") {
    y = 1 / (1 + std::exp(-x));
    slope = y * (1 - y);
  } else if (type == "tanh") {
    y = std::tanh(x);
    slope = 1 - y * y;
  } else if (type == "silu") {
    const double gate = 1 / (1 + std::exp(-x));
    y = x * gate;
    slope = gate * (1 + x * (1 - gate));
  } else {
    return false;
  }
  return true;
}

ClassAxis classAxis(const TracedLayer& layer) {
  const Shape& shape = layer.output.shape();
  ClassAxis axis;
  const std::int64_t asked = layer.type == "softmax" ? fieldOf<std::int64_t>(layer.parameters, "axis", 1) : 1;
  const int place = static_cast<int>(asked < 0 ? shape.rank() + asked : asked - 1);  // without the batch
  if (place < 0 || place >= shape.rank()) return axis;
  axis.classes = shape[place];
  axis.inner = shape.elementsFrom(place + 1);
  return axis;
}

NormNumbers normNumbers(const TracedLayer& layer, std::int64_t element) {
  const Shape& shape = layer.output.shape();
  const std::int64_t channel = element / std::max<std::int64_t>(1, shape.elementsFrom(1));
  return {numberAt(layer.weight("running_mean"), channel, 0), numberAt(layer.weight("running_variance"), channel, 1),
          fieldOf<double>(layer.parameters, "epsilon", 1e-5), numberAt(layer.weight("scale"), channel, 1),
          numberAt(layer.weight("bias"), channel, 0)};
}

}  // namespace fovea
