#include <fmt/format.h>

#include <algorithm>

#include "core/inspect/copied_number.h"
#include "core/inspect/layer_geometry.h"
#include "core/inspect/recurrent_work.h"

namespace fovea {
namespace {

// Collects the terms of the chain rule from one number of a layer's output, by the layers that read it.
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
  // Adds the path through an output whose gradient is in the trace.
  void through(int reader, std::int64_t output, double derivative) {
    add(reader, output, static_cast<double>(at(reader).gradient.data<float>()[output]), derivative);
  }
};

void throughConvolution(ChainWork& work, int reader, const WindowGeometry& g) {
  const auto [c, at] = g.inputPlace(work.element);
  const std::int64_t channels = g.inputChannels / g.groups, filters = g.outputChannels / g.groups;
  const std::int64_t first = c / channels * filters, size = g.windowSize();
  const float* const weights = work.at(reader).weight("weight")->data<float>();
  for (std::int64_t m = first; m < first + filters; ++m) {
    const float* const own = weights + (m * channels + c % channels) * size;
    forWindowsOver(g, at, [&](const VolumePlace& out, const VolumePlace& window) {
      const std::int64_t place = (window[0] * g.axes[1].size + window[1]) * g.axes[2].size + window[2];
      work.through(reader, g.outputElement(m, out), static_cast<double>(own[place]));
    });
  }
}

// Adds a path for each filter weight that maps the number to an output.
void throughTransposed(ChainWork& work, int reader, const WindowGeometry& g) {
  const auto [c, out] = g.outputPlace(work.element);
  const std::int64_t channels = g.outputChannels / g.groups, filters = g.inputChannels / g.groups;
  const float* weight = work.at(reader).weight("weight")->data<float>() + c * filters * g.windowSize();
  for (std::int64_t m = c / channels * filters; m < (c / channels + 1) * filters; ++m)
    forWindowPlaces(g, out, [&, place = out](const VolumePlace& window) {
      const double w = static_cast<double>(*weight++);
      if (const std::int64_t at = g.read(m, place, window); at >= 0) work.through(reader, at, w);
    });
}

void throughPooling(ChainWork& work, int reader, const WindowGeometry& g, bool mean) {
  const auto [c, at] = g.inputPlace(work.element);
  forWindowsOver(g, at, [&, channel = c](const VolumePlace& out, const VolumePlace&) {
    const std::int64_t output = g.outputElement(channel, out);
    const bool largest = !mean && largestOfWindow(g, work.own().values<float>(), output) == work.element;
    work.through(reader, output, mean ? 1 / g.divisor(out) : largest ? 1 : 0);
  });
}

// Adds the paths to all numbers of a group, which depend on each number through the mean and variance.
void throughSampleNorm(ChainWork& work, int reader) {
  const TracedLayer& layer = work.at(reader);
  const NormGroup group = sampleNorm(layer, work.element).group;
  const auto count = static_cast<double>(group.count());
  const auto normal = [&](std::int64_t element, const NormNumbers& n) {
    return (static_cast<double>(work.own().data<float>()[element]) - n.mean) / n.deviation();
  };
  NormNumbers n = normNumbers(layer, sampleNorm(layer, work.element), work.own());
  const Tensor* const scale = layer.weight("scale");
  const double own = normal(work.element, n);
  for (std::int64_t i = 0; i < group.count(); ++i) {
    const std::int64_t element = group.element(i);
    if (scale) n.scale = static_cast<double>(scale->data<float>()[sampleNorm(layer, element).feature]);
    const double rise = (element == work.element ? 1 : 0) - (1 + own * normal(element, n)) / count;
    work.through(reader, element, n.scale / n.deviation() * rise);
  }
}

// Adds the paths through the query, key and value of the number's step, with gradients from the trace.
bool throughAttention(ChainWork& work, int reader) {
  const TracedLayer& layer = work.at(reader);
  const std::int64_t width = layer.output.shape()[1], first = work.element / width * width, own = work.element % width;
  static constexpr const char* kMaps[] = {"query", "key", "value"};
  for (std::size_t map = 0; map < std::size(kMaps); ++map) {
    const Tensor *const slopes = layer.stepGradient("linear", map), *const weights = layer.weight(kMaps[map]);
    if (!slopes || !weights) return false;
    for (std::int64_t unit = 0; unit < width; ++unit)
      work.add(reader, first + unit, static_cast<double>(slopes->data<float>()[first + unit]),
               static_cast<double>(weights->data<float>()[unit * width + own]));
  }
  return true;
}

// Adds the paths through the first sum and the first norm of a transformer block.
bool throughBlock(ChainWork& work, int reader) {
  const TracedLayer& layer = work.at(reader);
  const Tensor *const sum = layer.stepGradient("add"), *const norm = layer.stepGradient("group_norm"),
                      *const scale = layer.weight("norm1_scale");
  if (!sum || !norm || !scale) return false;
  work.add(reader, work.element, static_cast<double>(sum->data<float>()[work.element]), 1);
  const std::int64_t width = layer.output.shape()[1], first = work.element / width * width;
  const auto count = static_cast<double>(width);
  const float* const x = work.own().data<float>();
  double mean = 0, variance = kBlockNormEpsilon;
  for (std::int64_t k = first; k < first + width; ++k) mean += static_cast<double>(x[k]) / count;
  for (std::int64_t k = first; k < first + width; ++k)
    variance += std::pow(static_cast<double>(x[k]) - mean, 2) / count;
  const double deviation = std::sqrt(variance), own = (static_cast<double>(x[work.element]) - mean) / deviation;
  for (std::int64_t k = first; k < first + width; ++k) {
    const double normal = (static_cast<double>(x[k]) - mean) / deviation;
    const double rise = (k == work.element ? 1 : 0) - (1 + own * normal) / count;
    work.add(reader, k, static_cast<double>(norm->data<float>()[k]),
             static_cast<double>(scale->data<float>()[k - first]) / deviation * rise);
  }
  return true;
}

// Adds the paths through the gates of the number's step, whose gradients come from backpropagation through time.
bool throughRecurrent(ChainWork& work, int reader) {
  const TracedLayer& layer = work.at(reader);
  const std::optional<RecurrentStack> stack = recurrentStack(work.trace, layer);
  if (!stack) return false;
  for (std::size_t way = 0; way < stack->directions; ++way) {
    const Recurrence& r = *stack->layers.front()[way];
    const std::optional<GateSlopes> slopes = gateSlopes(layer, *stack, r);
    if (!slopes) return false;
    const std::int64_t time = work.element / r.inputs, own = work.element % r.inputs;
    for (std::int64_t row = 0; row < r.rows(); ++row)
      work.add(reader, outputOfUnit(layer, *stack, r, time, row % r.units),
               slopes->input[static_cast<std::size_t>(time * r.rows() + row)],
               static_cast<double>(r.weightInput[row * r.inputs + own]));
  }
  return true;
}

// Adds a term for each step at which a gate uses a weight; returns false if the trace lacks their gradients.
bool sumOverSteps(ChainWork& work, const std::string& name, const std::vector<std::int64_t>& at) {
  const TracedLayer& layer = work.at(work.layer);
  const std::optional<RecurrentStack> stack = recurrentStack(work.trace, layer);
  if (!stack) return false;
  for (const auto& pair : stack->layers)
    for (std::size_t way = 0; way < stack->directions; ++way) {
      const Recurrence& r = *pair[way];
      const std::string suffix = fmt::format("_{}{}", r.number, r.reverse ? "_reverse" : "");
      const bool ofState = name == "weight_hidden" + suffix || name == "bias_hidden" + suffix;
      if (!ofState && name != "weight_input" + suffix && name != "bias_input" + suffix) continue;
      const std::optional<GateSlopes> slopes = gateSlopes(layer, *stack, r);
      if (!slopes) return false;
      const std::vector<double>& own = ofState ? slopes->state : slopes->input;
      for (std::int64_t time = 0; time < r.steps; ++time) {
        const double x = at.size() < 2 ? 1
                         : ofState     ? r.stateAt(r.before(time), at[1])
                                       : static_cast<double>(r.x[time * r.inputs + at[1]]);
        work.add(work.layer, outputOfUnit(layer, *stack, r, time, at[0] % r.units),
                 own[static_cast<std::size_t>(time * r.rows() + at[0])], x);
      }
      return true;
    }
  return false;
}

// Adds the paths to the outputs that are copies of this number.
void throughCopies(ChainWork& work, int reader) {
  const TracedLayer& layer = work.at(reader);
  for (std::size_t source = 0; source < layer.sources.size(); ++source) {
    if (layer.sources[source] != work.layer) continue;
    for (const std::int64_t output : copiesOfNumber(work.trace, layer, source, work.element))
      work.through(reader, output, 1);
  }
}

// Adds the path through a sum, product, difference or maximum; returns false if an input is broadcast.
bool throughPointwise(ChainWork& work, int reader, ArithmeticKind kind) {
  const TracedLayer& layer = work.at(reader);
  double derivative = 0;
  const auto x = [&](int source) { return static_cast<double>(work.at(source).output.data<float>()[work.element]); };
  std::size_t largest = 0;
  for (std::size_t i = 0; i < layer.sources.size(); ++i) {
    if (work.at(layer.sources[i]).output.elementCount() != layer.output.elementCount()) return false;
    if (x(layer.sources[i]) > x(layer.sources[largest])) largest = i;
  }
  for (std::size_t i = 0; i < layer.sources.size(); ++i) {
    if (layer.sources[i] != work.layer) continue;
    double others = 1;
    for (std::size_t other = 0; other < layer.sources.size(); ++other)
      if (other != i) others *= x(layer.sources[other]);
    derivative += kind == ArithmeticKind::Multiply   ? others
                  : kind == ArithmeticKind::Subtract ? (i == 0 ? 1 : -1)
                  : kind == ArithmeticKind::Maximum  ? (i == largest ? 1 : 0)
                                                     : 1;
  }
  work.through(reader, work.element, derivative);
  return true;
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

// Uses d loss / d score = weight · (probability − 1 at the label), divided by the number of labels if by position.
bool throughLoss(ChainWork& work, int reader) {
  const TracedLayer& layer = work.at(reader);
  const FieldValue* const smoothing = layer.parameters.find("label_smoothing");
  const FieldValue* const weights = layer.parameters.find(findLayer(layer.type)->loss.classWeights);
  const bool plain =
      (!smoothing || std::get<double>(*smoothing) == 0) && (!weights || std::get<std::string>(*weights).empty());
  if (!plain) return false;
  const auto probability = static_cast<double>(layer.output.data<float>()[work.element]);
  const ClassAxis axis = classAxis(layer);
  const std::int64_t label = labelAt(work.trace, layer, work.element);
  double share = label < 0 ? 0 : 1;
  if (work.trace.labels.defined()) {
    const auto ignored = layerField<std::int64_t>(layer, "ignore_index", -1);
    const auto counts = [&](std::int32_t of) { return of >= 0 && of != ignored; };
    const auto number = std::ranges::count_if(work.trace.labels.values<std::int32_t>(), counts);
    share /= static_cast<double>(std::max<std::ptrdiff_t>(1, number));
  } else if (label < 0 || layer.output.shape().rank() != 1) {
    return false;
  }
  work.add(reader, work.element, lossWeightOf(layer.parameters) * share,
           probability - (axis.classOf(work.element) == label ? 1 : 0));
  return true;
}

// Adds the paths through one layer that reads the number; returns false if that layer cannot be explained.
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
    case ArithmeticKind::TransposedConvolution:
      if (!geometry || !layer.weight("weight")) return false;
      throughTransposed(work, reader, *geometry);
      return true;
    case ArithmeticKind::Activation: {
      double y = 0, slope = 0;
      const std::int64_t channel = work.element / std::max<std::int64_t>(1, layer.output.shape().elementsFrom(1));
      activationAt(layer, static_cast<double>(work.own().data<float>()[work.element]), y, slope, channel);
      work.through(reader, work.element, slope);
      return true;
    }
    case ArithmeticKind::Normalization: {
      const NormNumbers n = normNumbers(layer, work.element);
      work.through(reader, work.element, n.scale / n.deviation());
      return true;
    }
    case ArithmeticKind::SampleNormalization:
      throughSampleNorm(work, reader);
      return true;
    case ArithmeticKind::Add:
    case ArithmeticKind::Multiply:
    case ArithmeticKind::Subtract:
    case ArithmeticKind::Maximum:
      return throughPointwise(work, reader, kind);
    case ArithmeticKind::Attention:
      return throughAttention(work, reader);
    case ArithmeticKind::TransformerBlock:
      return throughBlock(work, reader);
    case ArithmeticKind::Recurrent:
      return throughRecurrent(work, reader);
    case ArithmeticKind::Position:
      work.through(reader, work.element, 1);
      return true;
    case ArithmeticKind::Same:
      throughCopies(work, reader);
      return true;
    case ArithmeticKind::Softmax:
      throughSoftmax(work, reader);
      return true;
    default:
      return false;
  }
}

// Adds a term for each output that uses a weight of a convolution; `at` is [m] for a bias, [m, c, …] for a weight.
void sumOverWindows(ChainWork& work, const WindowGeometry& g, const std::vector<std::int64_t>& at) {
  const TracedLayer& traced = work.at(work.layer);
  const auto input = work.at(traced.sources.front()).output.values<float>();
  const bool bias = at.size() == 1, transposed = traced.type == "transposed_convolution";
  const std::int64_t channels = g.inputChannels / g.groups, filters = g.outputChannels / g.groups;
  VolumePlace window{};
  if (!bias) std::copy_backward(at.begin() + 2, at.end(), window.end());
  const auto forPlaces = [](const std::array<std::int64_t, 3>& extents, const auto& visit) {
    for (std::int64_t z = 0; z < extents[0]; ++z)
      for (std::int64_t y = 0; y < extents[1]; ++y)
        for (std::int64_t x = 0; x < extents[2]; ++x) visit(VolumePlace{z, y, x});
  };
  const auto& axes = g.axes;
  if (transposed && bias) {
    const std::int64_t plane = axes[0].input * axes[1].input * axes[2].input;
    for (std::int64_t place = 0; place < plane; ++place) work.through(work.layer, at[0] * plane + place, 1);
    return;
  }
  forPlaces({axes[0].output, axes[1].output, axes[2].output}, [&](const VolumePlace& out) {
    if (transposed) {
      const std::int64_t m = at[0] / filters * channels + at[1], to = g.read(m, out, window);
      const auto from = static_cast<std::size_t>(g.outputElement(at[0], out));
      if (to >= 0) work.through(work.layer, to, static_cast<double>(input[from]));
      return;
    }
    const std::int64_t from = bias ? -1 : g.read(at[0] / filters * channels + at[1], out, window);
    const double x = bias ? 1 : from < 0 ? 0 : static_cast<double>(input[static_cast<std::size_t>(from)]);
    work.through(work.layer, g.outputElement(at[0], out), x);
  });
}

// Adds a term for each number that a norm's scale or shift applies to.
void sumOverNormal(ChainWork& work, bool shift, std::int64_t feature) {
  const TracedLayer& traced = work.at(work.layer);
  const Tensor& input = work.at(traced.sources.front()).output;
  const bool sample = arithmeticKind(traced) == ArithmeticKind::SampleNormalization;
  const std::int64_t places = std::max<std::int64_t>(1, traced.output.shape().elementsFrom(1));
  NormNumbers n;
  std::int64_t known = -1;  // first element of the group that `n` describes
  for (std::int64_t k = 0; k < traced.output.elementCount(); ++k) {
    const SampleNorm norm = sample ? sampleNorm(traced, k) : SampleNorm{{k / places, 1, 1, 1}, k / places};
    if (norm.feature != feature) continue;
    if (norm.group.first != known) n = sample ? normNumbers(traced, norm, input) : normNumbers(traced, k);
    known = norm.group.first;
    const double x = static_cast<double>(input.data<float>()[k]);
    work.through(work.layer, k, shift ? 1 : (x - n.mean) / n.deviation());
  }
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
  if (readers.empty()) work.result.complete = false;  // only the loss reads the layer
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
  const bool convolves = kind == ArithmeticKind::Convolution || kind == ArithmeticKind::TransposedConvolution;
  if (convolves && geometry) {
    // Signals and images have fewer axes than a volume; the bias has one.
    sumOverWindows(work, *geometry, at);
  } else if (kind == ArithmeticKind::Linear) {
    const std::int64_t units = traced.weight("weight")->shape()[0], inputs = traced.weight("weight")->shape()[1];
    for (std::int64_t row = 0; row < traced.output.elementCount() / units; ++row)
      work.through(layer, row * units + at[0], of.name == "bias" ? 1 : inputAt(row * inputs + at[1]));
  } else if (kind == ArithmeticKind::Embedding) {
    const Tensor& symbols = work.at(traced.sources.front()).output;
    const std::int64_t size = of.value.shape()[1];
    for (std::int64_t step = 0; step < symbols.elementCount(); ++step)
      if (symbols.data<std::int32_t>()[step] == at[0]) work.through(layer, step * size + at[1], 1);
  } else if (kind == ArithmeticKind::Position) {
    work.through(layer, element, 1);
  } else if (traced.type == "prelu") {
    for (std::int64_t k = 0; k < traced.output.elementCount(); ++k)
      if (of.value.elementCount() == 1 || k / traced.output.shape().elementsFrom(1) == at[0])
        work.through(layer, k, std::min(0.0, inputAt(k)));
  } else if (kind == ArithmeticKind::Normalization || kind == ArithmeticKind::SampleNormalization) {
    sumOverNormal(work, of.name == "bias", at[0]);
  } else if (kind == ArithmeticKind::Recurrent) {
    work.result.complete = sumOverSteps(work, of.name, at);
  } else {
    return result;
  }
  return std::move(work.result);
}

}  // namespace fovea
