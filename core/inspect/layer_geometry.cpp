#include "core/inspect/layer_geometry.h"

#include <algorithm>
#include <limits>
#include <numbers>

namespace fovea {
namespace {

// Returns a list field's entry for an input axis; a list of one number applies to all axes.
std::int64_t ofAxis(const FieldValues& values, const char* name, std::size_t axis, std::int64_t otherwise) {
  const FieldValue* const value = values.find(name);
  const auto* const list = value ? std::get_if<std::vector<std::int64_t>>(value) : nullptr;
  if (!list || list->empty()) return otherwise;
  return axis < list->size() ? (*list)[axis] : list->front();
}

double numberAt(const Tensor* tensor, std::int64_t at, double otherwise) {
  return tensor && at < tensor->elementCount() ? static_cast<double>(tensor->data<float>()[at]) : otherwise;
}

}  // namespace

std::int64_t SlidingAxis::divisor(std::int64_t i, bool countPadding) const {
  const std::int64_t begin = first(i), end = begin + count(i);
  return countPadding ? std::min(end, input + padding) - begin
                      : std::min(end, input) - std::max<std::int64_t>(begin, 0);
}

std::int64_t WindowGeometry::read(std::int64_t channel, const VolumePlace& out, const VolumePlace& window) const {
  std::int64_t element = channel;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    const std::int64_t place = axes[axis].place(out[axis], window[axis]);
    if (!axes[axis].inside(place)) return -1;
    element = element * axes[axis].input + place;
  }
  return element;
}

std::int64_t WindowGeometry::outputElement(std::int64_t channel, const VolumePlace& out) const {
  return ((channel * axes[0].output + out[0]) * axes[1].output + out[1]) * axes[2].output + out[2];
}

WindowGeometry::Place WindowGeometry::inputPlace(std::int64_t element) const {
  const std::int64_t row = element / axes[2].input, slice = row / axes[1].input;
  return {slice / axes[0].input, {slice % axes[0].input, row % axes[1].input, element % axes[2].input}};
}

WindowGeometry::Place WindowGeometry::outputPlace(std::int64_t element) const {
  const std::int64_t row = element / axes[2].output, slice = row / axes[1].output;
  return {slice / axes[0].output, {slice % axes[0].output, row % axes[1].output, element % axes[2].output}};
}

double WindowGeometry::divisor(const VolumePlace& out) const {
  double divisor = 1;
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    divisor *= static_cast<double>(axes[axis].divisor(out[axis], countPadding));
  return divisor;
}

std::optional<WindowGeometry> windowGeometry(const NetworkTrace& trace, const TracedLayer& layer) {
  if (layer.sources.empty()) return {};
  const Shape* from = &trace.layers[static_cast<std::size_t>(layer.sources.front())].output.shape();
  const Shape* to = &layer.output.shape();
  if (from->rank() < 2 || from->rank() > 4) return {};
  if (layer.type == "transposed_convolution") std::swap(from, to);
  WindowGeometry geometry;
  geometry.inputChannels = (*from)[0];
  geometry.outputChannels = (*to)[0];
  geometry.rank = from->rank() - 1;
  geometry.groups = std::max<std::int64_t>(1, layerField<std::int64_t>(layer, "groups", 1));
  geometry.countPadding = layerField<bool>(layer, "count_padding", false);
  const bool global = layer.type == "global_pooling", adaptive = layer.type == "adaptive_pooling";
  for (int i = 0; i < geometry.rank; ++i) {
    SlidingAxis& axis = geometry.axes[static_cast<std::size_t>(3 - geometry.rank + i)];
    const auto place = static_cast<std::size_t>(i);
    axis.input = (*from)[i + 1];
    axis.output = i + 1 < to->rank() ? (*to)[i + 1] : 1;
    axis.adaptive = adaptive;
    axis.size = global ? axis.input : ofAxis(layer.parameters, "kernel", place, 1);
    if (adaptive) axis.size = (axis.input + axis.output - 1) / axis.output + 1;  // upper bound
    if (global || adaptive) continue;
    axis.stride = ofAxis(layer.parameters, "stride", place, 1);
    axis.padding = ofAxis(layer.parameters, "padding", place, 0);
    axis.dilation = ofAxis(layer.parameters, "dilation", place, 1);
  }
  return geometry;
}

std::int64_t largestOfWindow(const WindowGeometry& g, std::span<const float> input, std::int64_t output) {
  const WindowGeometry::Place out = g.outputPlace(output);
  std::int64_t best = -1;
  forWindowPlaces(g, out.at, [&](const VolumePlace& window) {
    const std::int64_t at = g.read(out.channel, out.at, window);
    if (at >= 0 && (best < 0 || input[static_cast<std::size_t>(at)] > input[static_cast<std::size_t>(best)])) best = at;
  });
  return best;
}

bool activationAt(const TracedLayer& layer, double x, double& y, double& slope, std::int64_t channel) {
  const std::string& type = layer.type;
  const double gate = 1 / (1 + std::exp(-x));
  if (type == "relu") {
    y = std::max(x, 0.0);
    slope = x > 0 ? 1 : 0;
  } else if (type == "relu6") {
    y = std::clamp(x, 0.0, 6.0);
    slope = x > 0 && x < 6 ? 1 : 0;
  } else if (type == "leaky_relu" || type == "prelu") {
    const Tensor* const learned = layer.weight("slope");
    const double below = type == "leaky_relu"
                             ? layerField(layer, "slope", 0.01)
                             : numberAt(learned, learned && learned->elementCount() > 1 ? channel : 0, 0.25);
    y = x > 0 ? x : below * x;
    slope = x > 0 ? 1 : below;
  } else if (type == "sigmoid") {
    y = gate;
    slope = y * (1 - y);
  } else if (type == "tanh") {
    y = std::tanh(x);
    slope = 1 - y * y;
  } else if (type == "silu") {
    y = x * gate;
    slope = gate * (1 + x * (1 - gate));
  } else if (type == "gelu" && layerField(layer, "tanh", false)) {
    const double rate = std::sqrt(2 / std::numbers::pi), bent = std::tanh(rate * (x + 0.044715 * x * x * x));
    y = x / 2 * (1 + bent);
    slope = (1 + bent) / 2 + x / 2 * (1 - bent * bent) * rate * (1 + 3 * 0.044715 * x * x);
  } else if (type == "gelu") {
    const double share = std::erfc(-x / std::numbers::sqrt2) / 2;
    y = x * share;
    slope = share + x * std::exp(-x * x / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  } else if (type == "elu" || type == "selu") {
    const double scale = type == "selu" ? 1.0507009873554804934 : 1;
    const double alpha = type == "selu" ? 1.6732632423543772848 : layerField(layer, "alpha", 1.0);
    y = x > 0 ? scale * x : scale * alpha * std::expm1(x);
    slope = x > 0 ? scale : scale * alpha * std::exp(x);
  } else if (type == "softplus") {
    const double beta = layerField(layer, "beta", 1.0);
    y = (std::max(beta * x, 0.0) + std::log1p(std::exp(-std::abs(beta * x)))) / beta;
    slope = 1 / (1 + std::exp(-beta * x));
  } else if (type == "mish") {
    const double bent = std::tanh(std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))));
    y = x * bent;
    slope = bent + x * (1 - bent * bent) * gate;
  } else if (type == "softsign") {
    y = x / (1 + std::abs(x));
    slope = 1 / ((1 + std::abs(x)) * (1 + std::abs(x)));
  } else if (type == "hard_sigmoid" || type == "hard_swish") {
    const double share = std::clamp(x + 3, 0.0, 6.0) / 6, rise = x > -3 && x < 3 ? 1.0 / 6 : 0;
    y = type == "hard_sigmoid" ? share : x * share;
    slope = type == "hard_sigmoid" ? rise : share + x * rise;
  } else {
    return false;
  }
  return true;
}

ClassAxis classAxis(const TracedLayer& layer) {
  const Shape& shape = layer.output.shape();
  ClassAxis axis;
  // By default, the class axis of the loss is the last of sequences [T, K] and the first of images [K, H, W].
  const auto chosen = layerField<std::string>(layer, "class_axis", "automatic");
  const bool last = chosen == "last" || (chosen == "automatic" && shape.rank() == 2);
  const std::int64_t asked = layer.type != "cross_entropy" ? layerField<std::int64_t>(layer, "axis", 1) : last ? -1 : 1;
  const int place = static_cast<int>(asked < 0 ? shape.rank() + asked : asked - 1);  // without the batch axis
  if (place < 0 || place >= shape.rank()) return axis;
  axis.classes = shape[place];
  axis.inner = shape.elementsFrom(place + 1);
  return axis;
}

std::int64_t labelAt(const NetworkTrace& trace, const TracedLayer& loss, std::int64_t element) {
  const ClassAxis axis = classAxis(loss);
  if (!trace.labels.defined()) return trace.label < axis.classes ? trace.label : -1;
  const auto labels = trace.labels.values<std::int32_t>();
  const std::int64_t place = element / (axis.classes * axis.inner) * axis.inner + element % axis.inner;
  if (std::ssize(labels) * axis.classes != loss.output.elementCount()) return -1;
  const std::int64_t label = labels[static_cast<std::size_t>(place)];
  return label == layerField<std::int64_t>(loss, "ignore_index", -1) || label >= axis.classes ? -1 : label;
}

NormNumbers normNumbers(const TracedLayer& layer, std::int64_t element) {
  const Shape& shape = layer.output.shape();
  const std::int64_t channel = element / std::max<std::int64_t>(1, shape.elementsFrom(1));
  return {numberAt(layer.weight("running_mean"), channel, 0), numberAt(layer.weight("running_variance"), channel, 1),
          layerField(layer, "epsilon", 1e-5), numberAt(layer.weight("scale"), channel, 1),
          numberAt(layer.weight("bias"), channel, 0)};
}

SampleNorm sampleNorm(const TracedLayer& layer, std::int64_t element) {
  const Shape& shape = layer.output.shape();
  const std::int64_t all = shape.elementCount(), places = std::max<std::int64_t>(1, shape.elementsFrom(1));
  const std::int64_t channel = element / places;
  const bool features =
      layer.type == "layer_normalization" && layerField<std::string>(layer, "over", "features") == "features";
  if (features && shape.rank() <= 2) {
    const std::int64_t row = shape[shape.rank() - 1];
    return {{element / row * row, row, 1, row}, element % row};
  }
  if (features) return {{element % places, 1, shape[0], places}, channel};
  const std::int64_t groups = layer.type == "instance_normalization" ? shape[0]
                              : layer.type == "group_normalization"  ? layerField<std::int64_t>(layer, "groups", 8)
                                                                     : 1;
  const std::int64_t own = all / std::max<std::int64_t>(1, groups);
  return {{element / own * own, own, 1, own}, channel};
}

NormNumbers normNumbers(const TracedLayer& layer, const SampleNorm& norm, const Tensor& input) {
  const float* const x = input.data<float>();
  const auto count = static_cast<double>(norm.group.count());
  double mean = 0, variance = 0;
  for (std::int64_t i = 0; i < norm.group.count(); ++i) mean += static_cast<double>(x[norm.group.element(i)]) / count;
  for (std::int64_t i = 0; i < norm.group.count(); ++i) {
    const double from = static_cast<double>(x[norm.group.element(i)]) - mean;
    variance += from * from / count;
  }
  return {mean, variance, layerField(layer, "epsilon", 1e-5), numberAt(layer.weight("scale"), norm.feature, 1),
          numberAt(layer.weight("bias"), norm.feature, 0)};
}

}  // namespace fovea
