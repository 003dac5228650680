#include "core/inspect/layer_arithmetic.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/inspect/arithmetic_work.h"
#include "core/inspect/copied_number.h"
#include "core/inspect/layer_geometry.h"

namespace fovea {
namespace {

std::int64_t channelOf(const TracedLayer& layer, std::int64_t element) {
  return element / std::max<std::int64_t>(1, layer.output.shape().elementsFrom(1));
}

VolumePlace windowSizes(const WindowGeometry& g) {
  return {g.axes[0].size, g.axes[1].size, g.axes[2].size};
}

// Returns [C, KH, KW], or [C, KD, KH, KW] for volumes.
std::vector<std::int64_t> formOf(std::int64_t channels, const WindowGeometry& g, const VolumePlace& sizes) {
  if (g.rank < 3) return {channels, sizes[1], sizes[2]};
  return {channels, sizes[0], sizes[1], sizes[2]};
}

InputWindow boxOf(const WindowGeometry& g, const VolumePlace& out, const VolumePlace& sizes, std::int64_t firstChannel,
                  std::int64_t channels) {
  VolumePlace first{}, extent{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    first[axis] = g.axes[axis].place(out[axis], 0);
    extent[axis] = (sizes[axis] - 1) * g.axes[axis].dilation + 1;
  }
  return {first[0], extent[0], first[1], first[2], extent[1], extent[2], firstChannel, channels};
}

void explainConvolution(OutputWork& work, const WindowGeometry& g) {
  const WindowGeometry::Place place = g.outputPlace(work.element);
  const std::int64_t m = place.channel;
  const VolumePlace& out = place.at;
  const std::int64_t channels = g.inputChannels / g.groups, filters = g.outputChannels / g.groups;
  const std::int64_t first = m / filters * channels;
  const float* weight = work.layer.weight("weight")->data<float>() + m * channels * g.windowSize();
  for (std::int64_t c = 0; c < channels; ++c)
    forWindowPlaces(g, out, [&](const VolumePlace& window) {
      work.add(g.read(first + c, out, window), static_cast<double>(*weight++));
    });
  work.setBias(work.layer.weight("bias"), m);
  LayerExplanation& result = work.result;
  result.form = formOf(channels, g, windowSizes(g));
  result.window = boxOf(g, out, windowSizes(g), first, channels);
  result.result = result.sum + result.bias.value_or(0);
}

// Adds a term for each filter weight, with the input number that it multiplies onto this output.
void explainTransposed(OutputWork& work, const WindowGeometry& g) {
  const auto [m, at] = g.inputPlace(work.element);
  const std::int64_t channels = g.outputChannels / g.groups, filters = g.inputChannels / g.groups;
  const std::int64_t first = m / filters * channels, size = g.windowSize();
  const float* const weights = work.layer.weight("weight")->data<float>();
  std::vector<std::int64_t> from(static_cast<std::size_t>(size), -1);  // input positions by filter position
  VolumePlace low{}, high{};
  bool any = false;
  forWindowsOver(g, at, [&](const VolumePlace& out, const VolumePlace& window) {
    const std::int64_t place = (window[0] * g.axes[1].size + window[1]) * g.axes[2].size + window[2];
    from[static_cast<std::size_t>(place)] = g.outputElement(0, out);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      low[axis] = any ? std::min(low[axis], out[axis]) : out[axis];
      high[axis] = any ? std::max(high[axis], out[axis]) : out[axis];
    }
    any = true;
  });
  const std::int64_t plane = g.axes[0].output * g.axes[1].output * g.axes[2].output;
  for (std::int64_t c = first; c < first + channels; ++c)
    for (std::int64_t place = 0; place < size; ++place) {
      const std::int64_t element = from[static_cast<std::size_t>(place)];
      work.add(element < 0 ? -1 : c * plane + element,
               static_cast<double>(weights[(c * filters + m % filters) * size + place]));
    }
  work.setBias(work.layer.weight("bias"), m);
  LayerExplanation& result = work.result;
  result.form = formOf(channels, g, windowSizes(g));
  if (any)
    result.window = InputWindow{
        low[0], high[0] - low[0] + 1, low[1], low[2], high[1] - low[1] + 1, high[2] - low[2] + 1, first, channels};
  result.result = result.sum + result.bias.value_or(0);
}

void explainPooling(OutputWork& work, const WindowGeometry& g) {
  LayerExplanation& result = work.result;
  const auto [c, out] = g.outputPlace(work.element);
  const bool mean = result.kind == ArithmeticKind::AveragePooling;
  const std::int64_t largest = mean ? -1 : largestOfWindow(g, work.input().values<float>(), work.element);
  const double factor = mean ? 1 / g.divisor(out) : 1;
  forWindowPlaces(g, out, [&, channel = c, place = out](const VolumePlace& window) {
    const std::int64_t at = g.read(channel, place, window);
    if (at >= 0 && at == largest) result.chosen = std::ssize(result.terms);
    work.add(at, at < 0 ? 0 : factor);
  });
  const VolumePlace sizes{g.axes[0].count(out[0]), g.axes[1].count(out[1]), g.axes[2].count(out[2])};
  result.form = formOf(1, g, sizes);
  result.window = boxOf(g, out, sizes, c, 1);
  if (mean) result.numbers = {{"count", g.divisor(out)}};
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

void addNormNumbers(OutputWork& work, const NormNumbers& n) {
  const double factor = n.scale / n.deviation();
  work.result.numbers = {
      {"mean", n.mean}, {"variance", n.variance}, {"epsilon", n.epsilon}, {"scale", n.scale}, {"shift", n.shift}};
  work.result.magnitude += std::abs(factor * n.mean) + std::abs(n.shift);
  work.result.result = factor * (work.inputAt(work.element) - n.mean) + n.shift;
}

void explainNorm(OutputWork& work) {
  const NormNumbers n = normNumbers(work.layer, work.element);
  work.add(work.element, n.scale / n.deviation());
  addNormNumbers(work, n);
}

// The terms are the numbers of the group, weighted so that their sum is its mean.
void explainSampleNorm(OutputWork& work) {
  const SampleNorm norm = sampleNorm(work.layer, work.element);
  const NormNumbers n = normNumbers(work.layer, norm, work.input());
  const double share = 1 / static_cast<double>(norm.group.count());
  for (std::int64_t i = 0; i < norm.group.count(); ++i) {
    const std::int64_t at = norm.group.element(i);
    if (at == work.element) work.result.chosen = i;
    work.add(at, share);
  }
  work.result.magnitude *= std::abs(n.scale) / n.deviation();
  work.result.magnitude += std::abs(work.inputAt(work.element) * n.scale / n.deviation());
  addNormNumbers(work, n);
}

// The terms are the table row that the symbol selects.
void explainEmbedding(OutputWork& work) {
  const Tensor& table = *work.layer.weight("weight");
  const std::int64_t size = table.shape()[1], place = work.element / size;
  const std::int64_t symbol = work.input().data<std::int32_t>()[place];
  work.result.chosen = symbol;
  work.result.numbers = {{"symbol", static_cast<double>(symbol)}};
  for (std::int64_t k = 0; k < size; ++k) {
    const double number = symbol < 0 ? 0 : static_cast<double>(table.data<float>()[symbol * size + k]);
    work.result.terms.push_back({0, place, 1, number, number});
  }
  const auto own = static_cast<std::size_t>(work.element % size);
  work.result.result = work.result.sum = work.result.terms[own].product;
}

// Adds a sine or cosine, or a learned number, to x: see the layer positional_encoding.
void explainPosition(OutputWork& work) {
  const std::int64_t size = work.layer.output.shape()[work.layer.output.shape().rank() - 1];
  const std::int64_t step = work.element / size, k = work.element % size;
  work.add(work.element, 1);
  double number = 0;
  if (const Tensor* const learned = work.layer.weight("weight")) {
    number = static_cast<double>(learned->data<float>()[work.element]);
  } else {
    const double rate = std::pow(10000.0, -static_cast<double>(k - k % 2) / static_cast<double>(size));
    const double angle = static_cast<double>(step) * rate;
    number = k % 2 == 0 ? std::sin(angle) : std::cos(angle);
    work.result.numbers = {{"angle", angle}};
  }
  work.result.bias = number;
  work.result.magnitude += std::abs(number);
  work.result.result = work.result.sum + number;
}

// Combines the inputs elementwise; inputs with one number per channel are broadcast.
void explainPointwise(OutputWork& work) {
  LayerExplanation& result = work.result;
  const std::int64_t places = work.layer.output.shape().elementsFrom(1);
  double value = 0;
  for (int source = 0; source < static_cast<int>(work.layer.sources.size()); ++source) {
    const bool whole = work.input(source).elementCount() == work.layer.output.elementCount();
    const bool negative = result.kind == ArithmeticKind::Subtract && source > 0;
    work.add(whole ? work.element : work.element / std::max<std::int64_t>(places, 1), negative ? -1 : 1, source);
    const double x = result.terms.back().x;
    if (result.kind == ArithmeticKind::Multiply) value = source == 0 ? x : value * x;
    if (result.kind == ArithmeticKind::Maximum && (source == 0 || x > value)) value = x, result.chosen = source;
  }
  const bool sum = result.kind == ArithmeticKind::Add || result.kind == ArithmeticKind::Subtract;
  if (!sum) result.magnitude = std::abs(value);
  result.result = sum ? result.sum : value;
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
  if (result.kind == ArithmeticKind::LogSoftmax) {
    result.result = work.inputAt(work.element) - largest - std::log(result.sum);
    result.magnitude = 1 + std::abs(largest) + std::abs(result.result);
    return;
  }
  const std::int64_t label = labelAt(work.trace, work.layer, work.element);
  if (result.kind != ArithmeticKind::CrossEntropy || label < 0) return;
  const double right = result.terms[static_cast<std::size_t>(label)].product / result.sum;
  result.numbers.push_back({"label", static_cast<double>(label)});
  result.numbers.push_back({"probability of the label", right});
  // A smoothed loss depends on all probabilities.
  if (layerField(work.layer, "label_smoothing", 0.0) == 0) result.numbers.push_back({"loss", -std::log(right)});
}

bool sameShapeAsInput(const NetworkTrace& trace, const TracedLayer& layer) {
  return !layer.sources.empty() && layer.output.dtype() == DataType::Float32 &&
         trace.layers[static_cast<std::size_t>(layer.sources.front())].output.elementCount() ==
             layer.output.elementCount();
}

// Returns false if the trace lacks values that the explanation needs.
Result<bool> explainOne(OutputWork& work) {
  LayerExplanation& result = work.result;
  const TracedLayer& layer = work.layer;
  const auto geometry = windowGeometry(work.trace, layer);
  const bool weighted = layer.weight("weight") != nullptr;
  switch (result.kind) {
    case ArithmeticKind::Convolution:
      if (!geometry || !weighted) return false;
      explainConvolution(work, *geometry);
      return true;
    case ArithmeticKind::TransposedConvolution:
      if (!geometry || !weighted) return false;
      explainTransposed(work, *geometry);
      return true;
    case ArithmeticKind::MaxPooling:
    case ArithmeticKind::AveragePooling:
      if (!geometry) return false;
      explainPooling(work, *geometry);
      return true;
    case ArithmeticKind::Linear:
      if (!weighted) return false;
      explainLinear(work);
      return true;
    case ArithmeticKind::Normalization:
      if (!sameShapeAsInput(work.trace, layer)) return false;
      explainNorm(work);
      return true;
    case ArithmeticKind::SampleNormalization:
      if (!sameShapeAsInput(work.trace, layer)) return false;
      explainSampleNorm(work);
      return true;
    case ArithmeticKind::Softmax:
    case ArithmeticKind::LogSoftmax:
    case ArithmeticKind::CrossEntropy:
      if (!sameShapeAsInput(work.trace, layer)) return false;
      explainSoftmax(work);
      return true;
    case ArithmeticKind::Activation: {
      double slope = 0;
      work.add(work.element, 1);
      activationAt(layer, work.inputAt(work.element), result.result, slope, channelOf(layer, work.element));
      result.numbers = {{"slope", slope}};
      return true;
    }
    case ArithmeticKind::Embedding:
      if (!weighted) return false;
      explainEmbedding(work);
      return true;
    case ArithmeticKind::Position:
      explainPosition(work);
      return true;
    case ArithmeticKind::Add:
    case ArithmeticKind::Multiply:
    case ArithmeticKind::Subtract:
    case ArithmeticKind::Maximum:
      explainPointwise(work);
      return true;
    case ArithmeticKind::Same: {
      const auto from = copiedNumber(work.trace, layer, work.element);
      if (!from) return false;
      work.add(from->element, 1, from->source);
      result.result = from->element < 0 ? from->constant : result.sum;
      return true;
    }
    case ArithmeticKind::Recurrent:
      return explainRecurrent(work);
    case ArithmeticKind::Attention:
    case ArithmeticKind::TransformerBlock:
      return explainAttention(work);
    case ArithmeticKind::Input:
      result.result = result.value;
      return true;
    case ArithmeticKind::Unknown:
      break;
  }
  return false;
}

// Copies the last stage to the explanation, since it computes the number itself.
void takeLastStage(LayerExplanation& result) {
  if (result.stages.empty()) return;
  const ArithmeticStage& last = result.stages.back();
  for (const TermGroup& group : last.groups)
    result.terms.insert(result.terms.end(), group.terms.begin(), group.terms.end());
  if (last.groups.size() == 1) result.bias = last.groups.front().bias;
  result.sum = last.sum - (result.bias ? *result.bias : 0);
  result.result = last.result;
}

}  // namespace

const char* arithmeticKindName(ArithmeticKind kind) {
  static constexpr const char* kNames[] = {"input",
                                           "convolution",
                                           "linear",
                                           "max_pooling",
                                           "average_pooling",
                                           "activation",
                                           "normalization",
                                           "add",
                                           "same",
                                           "softmax",
                                           "cross_entropy",
                                           "transposed_convolution",
                                           "sample_normalization",
                                           "embedding",
                                           "position",
                                           "multiply",
                                           "subtract",
                                           "maximum",
                                           "log_softmax",
                                           "recurrent",
                                           "attention",
                                           "transformer_block",
                                           "unknown"};
  return kNames[static_cast<std::size_t>(kind)];
}

ArithmeticKind arithmeticKind(const TracedLayer& layer) {
  const std::string& type = layer.type;
  if (type == "input") return ArithmeticKind::Input;
  if (layer.sources.empty() || layer.output.dtype() != DataType::Float32) return ArithmeticKind::Unknown;
  static const std::map<std::string, ArithmeticKind> kKinds{
      {"convolution", ArithmeticKind::Convolution},
      {"transposed_convolution", ArithmeticKind::TransposedConvolution},
      {"linear", ArithmeticKind::Linear},
      {"max_pooling", ArithmeticKind::MaxPooling},
      {"average_pooling", ArithmeticKind::AveragePooling},
      {"batch_normalization", ArithmeticKind::Normalization},
      {"layer_normalization", ArithmeticKind::SampleNormalization},
      {"group_normalization", ArithmeticKind::SampleNormalization},
      {"instance_normalization", ArithmeticKind::SampleNormalization},
      {"embedding", ArithmeticKind::Embedding},
      {"positional_encoding", ArithmeticKind::Position},
      {"add", ArithmeticKind::Add},
      {"multiply", ArithmeticKind::Multiply},
      {"subtract", ArithmeticKind::Subtract},
      {"maximum", ArithmeticKind::Maximum},
      {"softmax", ArithmeticKind::Softmax},
      {"log_softmax", ArithmeticKind::LogSoftmax},
      {"cross_entropy", ArithmeticKind::CrossEntropy},
      {"lstm", ArithmeticKind::Recurrent},
      {"gru", ArithmeticKind::Recurrent},
      {"rnn", ArithmeticKind::Recurrent},
      {"multi_head_attention", ArithmeticKind::Attention},
      {"transformer_block", ArithmeticKind::TransformerBlock},
  };
  if (const auto found = kKinds.find(type); found != kKinds.end()) return found->second;
  if (type == "global_pooling" || type == "adaptive_pooling") {
    const FieldValue* const mode = layer.parameters.find("mode");
    const auto* const text = mode ? std::get_if<std::string>(mode) : nullptr;
    return text && *text == "maximum" ? ArithmeticKind::MaxPooling : ArithmeticKind::AveragePooling;
  }
  if (arrangesNumbers(type)) return ArithmeticKind::Same;
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

Result<LayerExplanation> explainOutput(const NetworkTrace& trace, int layer, const std::vector<std::int64_t>& at,
                                       const std::vector<std::int64_t>& parts) {
  const TracedLayer& traced = trace.layers[static_cast<std::size_t>(layer)];
  const std::int64_t element = elementAt(traced.output.shape(), at);
  if (element < 0)
    return fail(ErrorCode::InvalidArgument, fmt::format("The position is not within {}, the output of \"{}\".",
                                                        traced.output.shape().toString(), traced.name));
  OutputWork work{trace, traced, element, parts};
  LayerExplanation& result = work.result;
  result.kind = arithmeticKind(traced);
  result.at = at;
  result.value = traced.output.dtype() == DataType::Float32
                     ? static_cast<double>(traced.output.data<float>()[element])
                     : static_cast<double>(traced.output.data<std::int32_t>()[element]);
  FOVEA_TRY(const bool known, explainOne(work));
  if (!known) {
    result.kind = ArithmeticKind::Unknown;
    result.result = result.value;
  }
  if (std::ssize(parts) > std::ssize(result.choices))
    return fail(ErrorCode::InvalidArgument, fmt::format("\"{}\" offers {} parts to choose, but {} were given.",
                                                        traced.name, result.choices.size(), parts.size()));
  takeLastStage(result);
  if (result.form.empty()) result.form = {std::ssize(result.terms)};
  return std::move(work.result);
}

}  // namespace fovea
