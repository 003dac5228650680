#include "core/inspect/layer_arithmetic.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/inspect/layer_geometry.h"

namespace fovea {
namespace {

// What the explanation of one number needs.
struct OutputWork {
  const NetworkTrace& trace;
  const TracedLayer& layer;
  std::int64_t element;
  LayerExplanation result{};

  const Tensor& input(int source = 0) const {
    return trace.layers[static_cast<std::size_t>(layer.sources[static_cast<std::size_t>(source)])].output;
  }
  double inputAt(std::int64_t at, int source = 0) const { return static_cast<double>(input(source).data<float>()[at]); }
  void add(std::int64_t at, double factor, int source = 0) {
    const double x = at < 0 ? 0 : inputAt(at, source);
    result.terms.push_back({source, at, x, factor, factor * x});
    result.sum += factor * x;
    result.magnitude += std::abs(factor * x);
  }
  void setBias(const Tensor* bias, std::int64_t at) {
    if (!bias) return;
    result.bias = static_cast<double>(bias->data<float>()[at]);
    result.magnitude += std::abs(*result.bias);
  }
};

void explainConvolution(OutputWork& work, const WindowGeometry& g) {
  const auto& at = work.result.at;
  const std::int64_t m = at[0], i = at.size() > 2 ? at[1] : 0, j = at.back();
  const std::int64_t channels = g.input.channels / g.groups, filters = g.output.channels / g.groups;
  const std::int64_t first = m / filters * channels;
  const float* const weights = work.layer.weight("weight")->data<float>() + m * channels * g.height * g.width;
  for (std::int64_t c = 0; c < channels; ++c)
    for (std::int64_t u = 0; u < g.height; ++u)
      for (std::int64_t v = 0; v < g.width; ++v) {
        const std::int64_t y = g.row(i, u), x = g.column(j, v);
        work.add(g.inside(y, x) ? g.element(first + c, y, x) : -1,
                 static_cast<double>(weights[(c * g.height + u) * g.width + v]));
      }
  work.setBias(work.layer.weight("bias"), m);
  LayerExplanation& result = work.result;
  result.form = {channels, g.height, g.width};
  result.window = InputWindow{
      g.row(i, 0), g.column(j, 0), (g.height - 1) * g.dilationY + 1, (g.width - 1) * g.dilationX + 1, first, channels};
  result.result = result.sum + result.bias.value_or(0);
}

void explainPooling(OutputWork& work, const WindowGeometry& g) {
  LayerExplanation& result = work.result;
  const std::int64_t j = work.element % g.output.width, i = work.element / g.output.width % g.output.height;
  const std::int64_t c = work.element / (g.output.width * g.output.height);
  const bool mean = result.kind == ArithmeticKind::AveragePooling;
  const std::int64_t largest = mean ? -1 : largestOfWindow(g, work.input().values<float>(), work.element);
  const double factor = mean ? 1 / g.divisor(i, j) : 1;
  for (std::int64_t u = 0; u < g.height; ++u)
    for (std::int64_t v = 0; v < g.width; ++v) {
      const std::int64_t y = g.row(i, u), x = g.column(j, v);
      const std::int64_t at = g.inside(y, x) ? g.element(c, y, x) : -1;
      if (at >= 0 && at == largest) result.chosen = std::ssize(result.terms);
      work.add(at, at < 0 ? 0 : factor);
    }
  result.form = {1, g.height, g.width};
  result.window = InputWindow{g.row(i, 0), g.column(j, 0), g.height, g.width, c, 1};
  if (mean) result.numbers = {{"count", g.divisor(i, j)}};
  result.result = mean ? result.sum : result.chosen < 0 ? 0 : result.terms[static_cast<std::size_t>(result.chosen)].x;
}

void explainLinear(OutputWork& work) {
  const Tensor& weights = *work.layer.weight("weight");
  const std::int64_t units = weights.shape()[0], inputs = weights.shape()[1];
  const std::int64_t unit = work.element % units, row = work.element / units;
  const float* const own = weights.data<float>() + unit * inputs;
  for (std::int64_t k = 0; k < inputs; ++k) work.add(row * inputs + k, static_cast<double>(own[k]));
  work.setBias(work.layer.weight("bias"), unit);
  work.result.result = work.result.sum + work.result.bias.value_or(0);
}

void explainNorm(OutputWork& work) {
  const NormNumbers n = normNumbers(work.layer, work.element);
  const double factor = n.scale / n.deviation();
  work.add(work.element, factor);
  work.result.numbers = {
      {"mean", n.mean}, {"variance", n.variance}, {"epsilon", n.epsilon}, {"scale", n.scale}, {"shift", n.shift}};
  work.result.magnitude += std::abs(factor * n.mean) + std::abs(n.shift);
  work.result.result = factor * (work.inputAt(work.element) - n.mean) + n.shift;
}

void explainSoftmax(OutputWork& work) {
  LayerExplanation& result = work.result;
  const ClassAxis axis = classAxis(work.layer);
  const std::int64_t first = axis.first(work.element);
  double largest = -1e300;
  for (std::int64_t k = 0; k < axis.classes; ++k) largest = std::max(largest, work.inputAt(first + k * axis.inner));
  for (std::int64_t k = 0; k < axis.classes; ++k) {
    const std::int64_t at = first + k * axis.inner;
    const double x = work.inputAt(at), power = std::exp(x - largest);
    result.terms.push_back({0, at, x, 1, power});
    result.sum += power;
  }
  result.chosen = axis.classOf(work.element);
  result.magnitude = 1;
  const double power = result.terms[static_cast<std::size_t>(result.chosen)].product;
  result.result = power / result.sum;
  result.numbers = {{"largest", largest}, {"exp", power}};
  const auto label = work.trace.label;
  if (result.kind != ArithmeticKind::CrossEntropy || label < 0 || label >= axis.classes) return;
  const double right = result.terms[static_cast<std::size_t>(label)].product / result.sum;
  result.numbers.push_back({"label", static_cast<double>(label)});
  result.numbers.push_back({"probability of the label", right});
  result.numbers.push_back({"loss", -std::log(right)});
}

bool sameShapeAsInput(const NetworkTrace& trace, const TracedLayer& layer) {
  return !layer.sources.empty() && layer.output.dtype() == DataType::Float32 &&
         trace.layers[static_cast<std::size_t>(layer.sources.front())].output.elementCount() ==
             layer.output.elementCount();
}

void explainOne(OutputWork& work) {
  LayerExplanation& result = work.result;
  const auto geometry = windowGeometry(work.trace, work.layer);
  switch (result.kind) {
    case ArithmeticKind::Convolution:
      if (geometry && work.layer.weight("weight")) return explainConvolution(work, *geometry);
      break;
    case ArithmeticKind::MaxPooling:
    case ArithmeticKind::AveragePooling:
      if (geometry) return explainPooling(work, *geometry);
      break;
    case ArithmeticKind::Linear:
      if (work.layer.weight("weight")) return explainLinear(work);
      break;
    case ArithmeticKind::Normalization:
      if (sameShapeAsInput(work.trace, work.layer)) return explainNorm(work);
      break;
    case ArithmeticKind::Softmax:
    case ArithmeticKind::CrossEntropy:
      if (sameShapeAsInput(work.trace, work.layer)) return explainSoftmax(work);
      break;
    case ArithmeticKind::Activation: {
      double slope = 0;
      work.add(work.element, 1);
      activationAt(work.layer, work.inputAt(work.element), result.result, slope);
      result.numbers = {{"slope", slope}};
      return;
    }
    case ArithmeticKind::Add:
      for (int source = 0; source < static_cast<int>(work.layer.sources.size()); ++source)
        work.add(work.element, 1, source);
      result.result = result.sum;
      return;
    case ArithmeticKind::Same:
      work.add(work.element, 1);
      result.result = result.sum;
      return;
    case ArithmeticKind::Input:
      result.result = result.value;
      return;
    case ArithmeticKind::Unknown:
      break;
  }
  result.kind = ArithmeticKind::Unknown;
  result.result = result.value;
}

}  // namespace

const char* arithmeticKindName(ArithmeticKind kind) {
  static constexpr const char* kNames[] = {"input",         "convolution",   "linear", "max_pooling", "average_pooling",
                                           "activation",    "normalization", "add",    "same",        "softmax",
                                           "cross_entropy", "unknown"};
  return kNames[static_cast<std::size_t>(kind)];
}

ArithmeticKind arithmeticKind(const TracedLayer& layer) {
  const std::string& type = layer.type;
  if (type == "input") return ArithmeticKind::Input;
  if (layer.sources.empty() || layer.output.dtype() != DataType::Float32) return ArithmeticKind::Unknown;
  if (type == "convolution") return ArithmeticKind::Convolution;
  if (type == "linear") return ArithmeticKind::Linear;
  if (type == "max_pooling") return ArithmeticKind::MaxPooling;
  if (type == "average_pooling") return ArithmeticKind::AveragePooling;
  if (type == "global_pooling") {
    const FieldValue* const mode = layer.parameters.find("mode");
    const auto* const text = mode ? std::get_if<std::string>(mode) : nullptr;
    return text && *text == "maximum" ? ArithmeticKind::MaxPooling : ArithmeticKind::AveragePooling;
  }
  if (type == "batch_normalization") return ArithmeticKind::Normalization;
  if (type == "add") return ArithmeticKind::Add;
  if (type == "flatten" || type == "dropout" || type == "spatial_dropout" || type == "reroute" || type == "reshape")
    return ArithmeticKind::Same;
  if (type == "softmax") return ArithmeticKind::Softmax;
  if (type == "cross_entropy") return ArithmeticKind::CrossEntropy;
  double y = 0, slope = 0;
  return activationAt(layer, 0, y, slope) ? ArithmeticKind::Activation : ArithmeticKind::Unknown;
}

std::vector<std::int64_t> positionOf(const Shape& shape, std::int64_t element) {
  std::vector<std::int64_t> at(static_cast<std::size_t>(shape.rank()));
  for (int axis = shape.rank(); axis-- > 0;) {
    at[static_cast<std::size_t>(axis)] = element % shape[axis];
    element /= shape[axis];
  }
  return at;
}

std::int64_t elementAt(const Shape& shape, const std::vector<std::int64_t>& at) {
  if (std::ssize(at) != shape.rank()) return -1;
  std::int64_t element = 0;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const std::int64_t place = at[static_cast<std::size_t>(axis)];
    if (place < 0 || place >= shape[axis]) return -1;
    element = element * shape[axis] + place;
  }
  return element;
}

Result<LayerExplanation> explainOutput(const NetworkTrace& trace, int layer, const std::vector<std::int64_t>& at) {
  const TracedLayer& traced = trace.layers[static_cast<std::size_t>(layer)];
  const std::int64_t element = elementAt(traced.output.shape(), at);
  if (element < 0)
    return fail(ErrorCode::InvalidArgument, fmt::format("The position is not within {}, the output of \"{}\".",
                                                        traced.output.shape().toString(), traced.name));
  OutputWork work{trace, traced, element};
  LayerExplanation& result = work.result;
  result.kind = arithmeticKind(traced);
  result.at = at;
  result.value = traced.output.dtype() == DataType::Float32
                     ? static_cast<double>(traced.output.data<float>()[element])
                     : static_cast<double>(traced.output.data<std::int32_t>()[element]);
  explainOne(work);
  if (result.form.empty()) result.form = {std::ssize(result.terms)};
  return std::move(work.result);
}

}  // namespace fovea
