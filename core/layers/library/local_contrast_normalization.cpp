// Why: removes brightness and contrast from an image and keeps its edges.
#include <fmt/format.h>

#include <cmath>

#include "core/layers/layer_checks.h"
#include "core/ops/pointwise_builder.h"

namespace fovea::local_contrast_normalization_layer {
namespace {

using List = std::vector<std::int64_t>;

struct LocalContrastParameters {
  std::int64_t size = 9;
  double deviation = 1.6;
  double epsilon = 1e-4;
};

const TypedSchema<LocalContrastParameters>& schema() {
  using P = LocalContrastParameters;
  static const auto typed =
      TypedSchema<P>()
          .field(&P::size, plainField("size", "Size", "Rows and columns of the neighbourhood; an odd number.", 3, 255))
          .field(&P::deviation, plainField("deviation", "Deviation",
                                           "How fast the weight of a neighbour falls with its distance.", 0.1, 100))
          .field(&P::epsilon, plainField("epsilon", "Epsilon",
                                         "Added to the variance, so that nothing is divided by zero.", 1e-12, 1));
  return typed;
}

// A Gaussian over `size` positions, normalised to sum 1.
std::vector<double> bell(const LocalContrastParameters& p) {
  std::vector<double> weights;
  double sum = 0;
  for (std::int64_t i = 0; i < p.size; ++i) {
    const double distance = static_cast<double>(i - p.size / 2) / p.deviation;
    weights.push_back(std::exp(-0.5 * distance * distance));
    sum += weights.back();
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

Tensor filterOf(const std::vector<double>& weights, std::int64_t channels) {
  const auto size = static_cast<std::int64_t>(weights.size());
  Tensor filter = Tensor::zeros({DataType::Float32, Shape{1, channels, size, size}});
  for (std::int64_t i = 0; i < filter.elementCount(); ++i)
    filter.data<float>()[i] =
        static_cast<float>(weights[static_cast<std::size_t>(i / size % size)] *
                           weights[static_cast<std::size_t>(i % size)] / static_cast<double>(channels));
  return filter;
}

// For each position: 1 / the sum of the weights that lie inside an axis of that extent.
std::vector<double> corrections(const std::vector<double>& weights, std::int64_t extent) {
  const auto size = static_cast<std::int64_t>(weights.size());
  std::vector<double> factors;
  for (std::int64_t at = 0; at < extent; ++at) {
    double inside = 0;
    for (std::int64_t i = 0; i < size; ++i)
      if (const std::int64_t place = at + i - size / 2; place >= 0 && place < extent)
        inside += weights[static_cast<std::size_t>(i)];
    factors.push_back(1 / inside);
  }
  return factors;
}

Tensor correctionOf(const std::vector<double>& weights, const Shape& image) {
  const std::vector<double> rows = corrections(weights, image[2]), columns = corrections(weights, image[3]);
  Tensor factors = Tensor::zeros({DataType::Float32, Shape{1, 1, image[2], image[3]}});
  for (std::int64_t i = 0; i < factors.elementCount(); ++i)
    factors.data<float>()[i] = static_cast<float>(rows[static_cast<std::size_t>(i / image[3])] *
                                                  columns[static_cast<std::size_t>(i % image[3])]);
  return factors;
}

template <class Formula>
ValueId pointwise(LayerBuilder& builder, std::initializer_list<ValueId> inputs, Formula&& formula) {
  PointwiseBuilder program(static_cast<int>(inputs.size()));
  const PointwiseTerm result = formula(program);
  return builder.graph().emitOne("fused_pointwise", {{"program", toText(program.finish({result}))}}, inputs);
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const LocalContrastParameters p = schema().read(values);
  const Shape input = builder.shapeOf(inputs[0]);
  FOVEA_CHECK(needImage("Local contrast norm", input));
  if (p.size % 2 == 0)
    return fail(ErrorCode::InvalidArgument, fmt::format("A neighbourhood of {} has no middle.", p.size),
                "Choose an odd size, such as 9.");
  GraphBuilder& graph = builder.graph();
  const std::vector<double> weights = bell(p);
  const ValueId filter = graph.constant(filterOf(weights, input[1]));
  const ValueId correction = graph.constant(correctionOf(weights, input));
  const FieldValues around{{"padding", List(4, p.size / 2)}};
  const auto sums = [&](ValueId value) { return graph.emitOne("conv2d", around, {value, filter}); };

  const ValueId centred = pointwise(builder, {inputs[0], sums(inputs[0]), correction},
                                    [](PointwiseBuilder& b) { return b.input(0) - b.input(1) * b.input(2); });
  const ValueId squares = pointwise(builder, {centred}, [](PointwiseBuilder& b) { return square(b.input(0)); });
  const ValueId deviation = pointwise(builder, {sums(squares), correction}, [&](PointwiseBuilder& b) {
    return squareRoot(b.input(0) * b.input(1) + p.epsilon);
  });
  const ValueId mean = graph.emitOne("adaptive_average_pool", {{"size", List{1, 1}}}, {deviation});
  return std::vector<ValueId>{pointwise(builder, {centred, deviation, mean}, [](PointwiseBuilder& b) {
    return b.input(0) / maximum(b.input(1), b.input(2));
  })};
}

}  // namespace

LayerType localContrastNormalizationLayer() {
  LayerType layer;
  layer.name = "local_contrast_normalization";
  layer.title = "Local contrast norm";
  layer.help =
      "Subtracts from each number the mean of its neighbourhood, over all channels, and divides by the neighbourhood's "
      "deviation: light and contrast go, edges stay.\n"
      "Formula: v = x − Σ w·x; σ = √(Σ w·v² + epsilon); y = v / max(σ, mean of σ over the image). The weights w fall "
      "off like a bell curve and add up to 1 over size × size places and all channels; at the edge they are those "
      "inside "
      "the image.\n"
      "Input [N, C, H, W]; output: the same shape.\n"
      "Defaults: size 9, deviation 1.6, epsilon 0.0001. Source: Jarrett et al. 2009.";
  layer.family = LayerFamily::Normalization;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = [](const FieldValues& values) { return fmt::format("{}", schema().read(values).size); };
  return layer;
}

}  // namespace fovea::local_contrast_normalization_layer
