#include "core/layers/normalization_layers.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

Tensor filled(std::int64_t count, float value) {
  Tensor tensor = Tensor::zeros({DataType::Float32, Shape{count}});
  for (float& number : tensor.values<float>()) number = value;
  return tensor;
}

ValueId emitNorm(LayerBuilder& builder, ValueId value, std::int64_t groups, const SampleNormalizationParameters& p,
                 const std::string& prefix) {
  if (!value.valid()) return value;
  GraphBuilder& graph = builder.graph();
  const std::int64_t channels = builder.shapeOf(value)[1];
  const ValueId scale =
      p.affine ? builder.parameter(prefix + "scale", Shape{channels}, {.kind = InitializerKind::Ones}, false)
               : graph.constant(filled(channels, 1));
  const ValueId bias =
      p.affine ? builder.parameter(prefix + "bias", Shape{channels}, {.kind = InitializerKind::Zeros}, false)
               : graph.constant(filled(channels, 0));
  return graph.emitOne("group_norm", {{"groups", groups}, {"epsilon", p.epsilon}}, {value, scale, bias});
}

}  // namespace

Field normalizationEpsilonField() {
  return plainField("epsilon", "Epsilon", "Added to the variance, so that nothing is divided by zero.", 1e-12, 1);
}

Field affineField() {
  return plainField("affine", "Scale and shift", "Learns a factor and a shift for each channel.");
}

ValueId emitGroupNorm(LayerBuilder& builder, ValueId value, std::int64_t groups,
                      const SampleNormalizationParameters& parameters) {
  return emitNorm(builder, value, groups, parameters, "");
}

ValueId emitLayerNorm(LayerBuilder& builder, ValueId value, const SampleNormalizationParameters& parameters,
                      const std::string& prefix) {
  if (!value.valid()) return value;
  const Shape shape = builder.shapeOf(value);
  if (shape.rank() == 2) return emitNorm(builder, value, 1, parameters, prefix);
  const ValueId rows = builder.graph().emitOne("reshape", {{"shape", List{-1, shape[shape.rank() - 1]}}}, {value});
  const ValueId normal = emitNorm(builder, rows, 1, parameters, prefix);
  return builder.graph().emitOne("reshape", {{"shape", List{shape.begin(), shape.end()}}}, {normal});
}

}  // namespace fovea
