// Why: a factor and a bias for each channel, learned or fixed (to rescale data).
#include "core/layers/activation_layer.h"
#include "core/ops/pointwise_rules.h"
#include "core/ops/reduction.h"

namespace fovea::scale_bias_layer {
namespace {

PointwiseProgram fixedProgram(double scale, double bias) {
  return pointwiseOfOne([=](PointwiseTerm x) { return x * scale + bias; });
}

// Reshapes [C] to [C, 1, 1] for an image.
ValueId byChannel(LayerBuilder& builder, ValueId parameter, const Shape& input) {
  std::vector<std::int64_t> extents(static_cast<std::size_t>(input.rank() - 1), 1);
  extents[0] = input[1];
  return reshapedTo(builder.graph(), parameter, Shape(std::span<const std::int64_t>(extents)));
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const double scale = values.real("scale"), bias = values.real("bias");
  GraphBuilder& graph = builder.graph();
  if (!values.boolean("learned"))
    return std::vector<ValueId>{emitPointwise(graph, fixedProgram(scale, bias), {inputs[0]})};
  const Shape shape = builder.shapeOf(inputs[0]);
  if (shape.rank() < 2) return fail(ErrorCode::InvalidArgument, "A scale for each channel needs [N, C, ...].");
  const auto parameter = [&](const char* name, double first) {
    const Initializer initializer{.kind = InitializerKind::Constant, .deviation = first};
    return byChannel(builder, builder.parameter(name, Shape{shape[1]}, initializer, false), shape);
  };
  const ValueId factor = parameter("scale", scale), summand = parameter("bias", bias);
  PointwiseBuilder program(3);
  const auto formula = program.finish({program.input(0) * program.input(1) + program.input(2)});
  return std::vector<ValueId>{emitPointwise(graph, formula, {inputs[0], factor, summand})};
}

}  // namespace

LayerType scaleBiasLayer() {
  LayerType layer;
  layer.name = "scale_bias";
  layer.title = "Scale and bias";
  layer.help =
      "Multiplies by a factor and adds a number: fixed, to bring data to another scale, or learned for each channel.\n"
      "Formula: y = scale · x + bias.\n"
      "Input [N, C, H, W], [N, C, L] or [N, K] (fixed: any shape); output: the same shape.\n"
      "Parameters when learned: scale [C] and bias [C], which begin with the numbers given. Defaults: learned, from "
      "scale 1 and bias 0 on.";
  layer.family = LayerFamily::Normalization;
  Field learned;
  learned.name = "learned";
  learned.title = "Learned";
  learned.help = "Learns a scale and a bias for each channel.";
  learned.kind = FieldKind::Boolean;
  learned.defaultValue = true;
  layer.parameters = Schema({numberField("scale", "Scale", "The factor.", 1, -1e6, 1e6),
                             numberField("bias", "Bias", "What is added.", 0, -1e6, 1e6), learned});
  layer.learns = true;
  layer.build = build;
  return layer;
}

}  // namespace fovea::scale_bias_layer
