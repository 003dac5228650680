#include <fmt/format.h>

#include <algorithm>

#include "core/inspect/layer_geometry.h"

namespace fovea {
namespace {

// The paths from one number of a layer's output to the loss, by the layers that read it.
struct ChainWork {
  const NetworkTrace& trace;
  int layer;
  std::int64_t element;
  GradientExplanation result{};

  const TracedLayer& at(int index) const { return trace.layers[static_cast<std::size_t>(index)]; }
  const Tensor& own() const { return at(layer).output; }
  void add(int reader, std::int64_t output, double slope, double derivative) {
    result.terms.push_back({reader, output, slope, derivative, slope * derivative});
    result.sum += slope * derivative;
    result.magnitude += std::abs(slope * derivative);
  }
  // Through an output whose slope the trace knows.
  void through(int reader, std::int64_t output, double derivative) {
    add(reader, output, static_cast<double>(at(reader).gradient.data<float>()[output]), derivative);
  }
};

// Calls `visit(i, u)` for each output row `i` whose window has the input's row `y` at its row `u`.
template <class Visit>
void windowsOver(std::int64_t y, std::int64_t size, std::int64_t stride, std::int64_t padding, std::int64_t dilation,
                 std::int64_t outputs, const Visit& visit) {
  for (std::int64_t u = 0; u < size; ++u) {
    const std::int64_t start = y + padding - u * dilation;
    if (start >= 0 && start % stride == 0 && start / stride < outputs) visit(start / stride, u);
  }
}

template <class Visit>
void windowsOver(const WindowGeometry& g, std::int64_t y, std::int64_t x, const Visit& visit) {
  windowsOver(y, g.height, g.strideY, g.paddingY, g.dilationY, g.output.height, [&](std::int64_t i, std::int64_t u) {
    windowsOver(x, g.width, g.strideX, g.paddingX, g.dilationX, g.output.width,
                [&](std::int64_t j, std::int64_t v) { visit(i, j, u, v); });
  });
}

void throughConvolution(ChainWork& work, int reader, const WindowGeometry& g) {
  const std::int64_t x = work.element % g.input.width, y = work.element / g.input.width % g.input.height;
  const std::int64_t c = work.element / (g.input.width * g.input.height);
  const std::int64_t channels = g.input.channels / g.groups, filters = g.output.channels / g.groups;
  const std::int64_t first = c / channels * filters;
  const float* const weights = work.at(reader).weight("weight")->data<float>();
  for (std::int64_t m = first; m < first + filters; ++m)
    windowsOver(g, y, x, [&](std::int64_t i, std::int64_t j, std::int64_t u, std::int64_t v) {
      const std::int64_t at = ((m * channels + c % channels) * g.height + u) * g.width + v;
      work.through(reader, (m * g.output.height + i) * g.output.width + j, static_cast<double>(weights[at]));
    });
}

void throughPooling(ChainWork& work, int reader, const WindowGeometry& g, bool mean) {
  const std::int64_t x = work.element % g.input.width, y = work.element / g.input.width % g.input.height;
  const std::int64_t c = work.element / (g.input.width * g.input.height);
  windowsOver(g, y, x, [&](std::int64_t i, std::int64_t j, std::int64_t, std::int64_t) {
    const std::int64_t output = (c * g.output.height + i) * g.output.width + j;
    const bool largest = !mean && largestOfWindow(g, work.own().values<float>(), output) == work.element;
    work.through(reader, output, mean ? 1 / g.divisor(i, j) : largest ? 1 : 0);
  });
}

void throughLinear(ChainWork& work, int reader) {
  const Tensor& weights = *work.at(reader).weight("weight");
  const std::int64_t units = weights.shape()[0], inputs = weights.shape()[1];
  const std::int64_t row = work.element / inputs, k = work.element % inputs;
  for (std::int64_t unit = 0; unit < units; ++unit)
    work.through(reader, row * units + unit, static_cast<double>(weights.data<float>()[unit * inputs + k]));
}

void throughSoftmax(ChainWork& work, int reader) {
  const TracedLayer& layer = work.at(reader);
  const ClassAxis axis = classAxis(layer);
  const std::int64_t first = axis.first(work.element);
  const auto y = [&](std::int64_t at) { return static_cast<double>(layer.output.data<float>()[at]); };
  for (std::int64_t k = 0; k < axis.classes; ++k) {
    const std::int64_t at = first + k * axis.inner;
    work.through(reader, at, y(at) * ((at == work.element ? 1 : 0) - y(work.element)));
  }
}

// d loss / d score = weight · (probability − 1 at the label).
bool throughLoss(ChainWork& work, int reader) {
  const TracedLayer& layer = work.at(reader);
  const FieldValue* const smoothing = layer.parameters.find("label_smoothing");
  const FieldValue* const weights = layer.parameters.find(findLayer(layer.type)->loss.classWeights);
  const bool plain = (!smoothing || std::get<double>(*smoothing) == 0) &&
                     (!weights || std::get<std::string>(*weights).empty()) && layer.output.shape().rank() == 1;
  if (!plain || work.trace.label < 0) return false;
  const auto probability = static_cast<double>(layer.output.data<float>()[work.element]);
  work.add(reader, work.element, lossWeightOf(layer.parameters),
           probability - (work.element == work.trace.label ? 1 : 0));
  return true;
}

// Adds the paths through one reader that has the layer as its input `source`; false if it cannot be explained.
bool throughReader(ChainWork& work, int reader) {
  const TracedLayer& layer = work.at(reader);
  const ArithmeticKind kind = arithmeticKind(layer);
  if (kind == ArithmeticKind::CrossEntropy) return throughLoss(work, reader);
  if (findLayer(layer.type)->family == LayerFamily::Loss) return false;
  if (!layer.gradient.defined()) return true;  // the loss does not depend on it
  const auto geometry = windowGeometry(work.trace, layer);
  switch (kind) {
    case ArithmeticKind::Convolution:
      if (!geometry || !layer.weight("weight")) return false;
      throughConvolution(work, reader, *geometry);
      return true;
    case ArithmeticKind::MaxPooling:
    case ArithmeticKind::AveragePooling:
      if (!geometry) return false;
      throughPooling(work, reader, *geometry, kind == ArithmeticKind::AveragePooling);
      return true;
    case ArithmeticKind::Linear:
      if (!layer.weight("weight")) return false;
      throughLinear(work, reader);
      return true;
    case ArithmeticKind::Activation: {
      double y = 0, slope = 0;
      activationAt(layer, static_cast<double>(work.own().data<float>()[work.element]), y, slope);
      work.through(reader, work.element, slope);
      return true;
    }
    case ArithmeticKind::Normalization: {
      const NormNumbers n = normNumbers(layer, work.element);
      work.through(reader, work.element, n.scale / n.deviation());
      return true;
    }
    case ArithmeticKind::Add:
      work.through(reader, work.element, static_cast<double>(std::ranges::count(layer.sources, work.layer)));
      return true;
    case ArithmeticKind::Same:
      work.through(reader, work.element, 1);
      return true;
    case ArithmeticKind::Softmax:
      throughSoftmax(work, reader);
      return true;
    default:
      return false;
  }
}

// The sums over all outputs of a convolution that use a weight.
void sumOverWindows(const NetworkTrace& trace, int layer, const WindowGeometry& g, const std::vector<std::int64_t>& at,
                    GradientExplanation& result) {
  ChainWork work{trace, layer, 0, std::move(result)};
  const TracedLayer& traced = work.at(layer);
  const auto input = work.at(traced.sources.front()).output.values<float>();
  const std::int64_t m = at[0];
  const bool bias = at.size() == 1;
  const std::int64_t channels = g.input.channels / g.groups, filters = g.output.channels / g.groups;
  for (std::int64_t i = 0; i < g.output.height; ++i)
    for (std::int64_t j = 0; j < g.output.width; ++j) {
      double x = 1;
      if (!bias) {
        const std::int64_t row = g.row(i, at.size() == 4 ? at[2] : 0), column = g.column(j, at.back());
        x = g.inside(row, column)
                ? static_cast<double>(
                      input[static_cast<std::size_t>(g.element(m / filters * channels + at[1], row, column))])
                : 0;
      }
      work.through(layer, (m * g.output.height + i) * g.output.width + j, x);
    }
  result = std::move(work.result);
}

}  // namespace

Result<GradientExplanation> explainGradient(const NetworkTrace& trace, int layer, const std::vector<std::int64_t>& at) {
  const TracedLayer& traced = trace.layers[static_cast<std::size_t>(layer)];
  const std::int64_t element = elementAt(traced.output.shape(), at);
  if (element < 0)
    return fail(ErrorCode::InvalidArgument, fmt::format("The position is not within {}, the output of \"{}\".",
                                                        traced.output.shape().toString(), traced.name));
  ChainWork work{trace, layer, element};
  work.result.at = at;
  if (!traced.gradient.defined()) return std::move(work.result);
  work.result.known = true;
  work.result.value = static_cast<double>(traced.gradient.data<float>()[element]);
  std::vector<int> readers = traced.readers;
  std::ranges::sort(readers);
  readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
  if (readers.empty()) work.result.complete = false;  // only the loss reads it
  for (const int reader : readers) work.result.complete = throughReader(work, reader) && work.result.complete;
  return std::move(work.result);
}

Result<GradientExplanation> explainWeight(const NetworkTrace& trace, int layer, std::size_t weight,
                                          const std::vector<std::int64_t>& at) {
  const TracedLayer& traced = trace.layers[static_cast<std::size_t>(layer)];
  if (weight >= traced.weights.size())
    return fail(ErrorCode::InvalidArgument, fmt::format("\"{}\" has no such weight.", traced.name));
  const TracedWeight& of = traced.weights[weight];
  const std::int64_t element = elementAt(of.value.shape(), at);
  if (element < 0)
    return fail(ErrorCode::InvalidArgument, fmt::format("The position is not within {}, the weights of \"{}\".",
                                                        of.value.shape().toString(), traced.name));
  GradientExplanation result;
  result.at = at;
  result.complete = false;
  if (!traced.gradient.defined()) return result;
  result.known = of.gradient.defined();
  if (result.known) result.value = static_cast<double>(of.gradient.data<float>()[element]);
  const auto geometry = windowGeometry(trace, traced);
  const ArithmeticKind kind = arithmeticKind(traced);
  ChainWork work{trace, layer, element, result};
  work.result.complete = true;
  const auto inputAt = [&](std::int64_t place) {
    return static_cast<double>(work.at(traced.sources.front()).output.data<float>()[place]);
  };
  if (kind == ArithmeticKind::Convolution && geometry) {
    sumOverWindows(trace, layer, *geometry, at, work.result);
  } else if (kind == ArithmeticKind::Linear) {
    const std::int64_t units = traced.weight("weight")->shape()[0], inputs = traced.weight("weight")->shape()[1];
    for (std::int64_t row = 0; row < traced.output.elementCount() / units; ++row)
      work.through(layer, row * units + at[0], of.name == "bias" ? 1 : inputAt(row * inputs + at[1]));
  } else if (kind == ArithmeticKind::Normalization) {
    const std::int64_t plane = traced.output.shape().elementsFrom(1);
    for (std::int64_t k = at[0] * plane; k < (at[0] + 1) * plane; ++k) {
      const NormNumbers n = normNumbers(traced, k);
      work.through(layer, k, of.name == "bias" ? 1 : (inputAt(k) - n.mean) / n.deviation());
    }
  } else {
    return result;
  }
  return std::move(work.result);
}

}  // namespace fovea
