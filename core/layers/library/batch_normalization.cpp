// Why: keeps each channel at a constant scale while earlier layers change during training.
#include <algorithm>

#include "core/layers/layer_checks.h"

namespace fovea::batch_normalization_layer {
namespace {

struct BatchNormalizationParameters {
  double momentum = 0.1;
  double epsilon = 1e-5;
  bool affine = true;
};

const TypedSchema<BatchNormalizationParameters>& schema() {
  using P = BatchNormalizationParameters;
  static const auto typed =
      TypedSchema<P>()
          .field(&P::momentum,
                 plainField("momentum", "Momentum", "The share of each batch in the running mean and variance.", 0, 1))
          .field(&P::epsilon, plainField("epsilon", "Epsilon",
                                         "Added to the variance, so that nothing is divided by zero.", 1e-12, 1))
          .field(&P::affine, plainField("affine", "Scale and shift", "Learns a factor and a shift for each channel."));
  return typed;
}

ValueId constantOf(LayerBuilder& builder, const Shape& shape, float value) {
  Tensor tensor = Tensor::zeros({DataType::Float32, shape});
  for (float& number : tensor.values<float>()) number = value;
  return builder.graph().constant(tensor);
}

// The mean of x [N, C, …] over all axes but C and over the samples of all ranks: [C].
ValueId meanOverRanks(LayerBuilder& builder, ValueId x) {
  std::vector<std::int64_t> axes{0};
  for (std::int64_t axis = 2; axis < builder.shapeOf(x).rank(); ++axis) axes.push_back(axis);
  const ValueId own = builder.graph().emitOne("reduce_mean", {{"axes", axes}}, {x});
  return builder.graph().emitOne("all_reduce", {{"factor", builder.facts().weight}, {"dense", true}}, {own});
}

// The share of a batch in the running moments. A single number for each channel, as in the last batch of an epoch that
// holds one sample, has no variance, so the running moments stay as they are. `count`: numbers for each channel.
double shareOf(const BatchNormalizationParameters& p, std::int64_t count) {
  return count > 1 ? p.momentum : 0;
}

// running' = (1 - momentum) * running + momentum * factor * moment
void follow(GraphBuilder& graph, ValueId running, ValueId moment, double factor, double momentum) {
  const ValueId change =
      graph.emitOne("subtract", {}, {graph.emitOne("scale", {{"factor", factor}}, {moment}), running});
  graph.emitOne("accumulate", {{"factor", momentum}}, {running, change});
}

// Batch normalisation with the moments of the batch of all ranks; the gradient flows through the sums over the ranks.
// Computes mean and variance in two passes, like the op of one rank. `operands` as in build().
std::vector<ValueId> normalisedOverRanks(LayerBuilder& builder, const BatchNormalizationParameters& p,
                                         const std::vector<ValueId>& operands) {
  GraphBuilder& graph = builder.graph();
  const ValueId x = operands[0];
  const Shape shape = builder.shapeOf(x);
  std::vector<std::int64_t> extents(static_cast<std::size_t>(shape.rank()), 1);
  extents[1] = shape[1];
  const ValueId mean = meanOverRanks(builder, x);
  const ValueId centred = graph.emitOne("subtract", {}, {x, graph.emitOne("reshape", {{"shape", extents}}, {mean})});
  const ValueId variance = meanOverRanks(builder, graph.emitOne("square", {}, {centred}));
  const std::int64_t count = builder.facts().whole * (shape.elementCount() / (shape[0] * shape[1]));
  follow(graph, operands[3], mean, 1, shareOf(p, count));
  follow(graph, operands[4], variance,
         static_cast<double>(count) / static_cast<double>(std::max<std::int64_t>(1, count - 1)), shareOf(p, count));
  return graph.emit("batch_norm_inference", {{"epsilon", p.epsilon}}, {x, operands[1], operands[2], mean, variance});
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const BatchNormalizationParameters p = schema().read(values);
  const Shape input = builder.shapeOf(inputs[0]), channels{input[1]};
  const auto scaling = [&](const char* name, InitializerKind first) {
    return p.affine ? builder.parameter(name, channels, {.kind = first}, false)
                    : constantOf(builder, channels, first == InitializerKind::Ones ? 1 : 0);
  };
  const std::vector<ValueId> operands{inputs[0], scaling("scale", InitializerKind::Ones),
                                      scaling("bias", InitializerKind::Zeros),
                                      builder.state("running_mean", channels, InitializerKind::Zeros),
                                      builder.state("running_variance", channels, InitializerKind::Ones)};
  if (!builder.training()) return builder.graph().emit("batch_norm_inference", {{"epsilon", p.epsilon}}, operands);
  if (builder.facts().whole > 0) return normalisedOverRanks(builder, p, operands);
  const double share = builder.facts().followed ? shareOf(p, input[0] * input.elementsFrom(2)) : 0;
  const FieldValues attributes{{"epsilon", p.epsilon}, {"momentum", share}};
  const std::vector<ValueId> outputs = builder.graph().emit("batch_norm", attributes, operands);
  return std::vector<ValueId>{outputs.empty() ? ValueId{} : outputs[0]};
}

}  // namespace

LayerType batchNormalizationLayer() {
  LayerType layer;
  layer.name = "batch_normalization";
  layer.title = "Batch norm";
  layer.help =
      "Brings each channel to mean 0 and deviation 1 over the batch, then scales and shifts it by learned numbers. "
      "Training "
      "becomes faster and less sensitive to the learning rate.\n"
      "Formula: y = scale · (x − mean) / √(variance + epsilon) + bias, per channel. In training mean and variance are "
      "the "
      "batch's; otherwise the running ones: running = (1 − momentum) · running + momentum · batch.\n"
      "Input [N, C, H, W], [N, C], [N, C, L] or [N, C, D, H, W]; output: the same shape.\n"
      "Parameters: scale [C] and bias [C]. Defaults: momentum 0.1, epsilon 1e-5. Source: Ioffe and Szegedy 2015.";
  layer.family = LayerFamily::Normalization;
  layer.learns = true;
  layer.parameters = schema().schema();
  layer.build = build;
  return layer;
}

}  // namespace fovea::batch_normalization_layer
