// Why: represents values that are independent of the input, such as an addend or a factor of a model, on the canvas.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"
#include "core/ops/op_rules.h"

namespace fovea::constant_layer {
namespace {

using List = std::vector<std::int64_t>;

// Maximum count of numbers in the network file: longer lists belong to its weights.
constexpr int kMostListed = 1 << 16;

struct ConstantParameters {
  std::string kind = "value";
  List shape{1};
  double value = 0;
  List numbers{0};
  bool forEachSample = false;
  bool learned = false;
};

const TypedSchema<ConstantParameters>& schema() {
  using P = ConstantParameters;
  static const auto typed = [] {
    Field kind =
        plainField("kind", "Kind", "One number everywhere, numbers stored as weights, or a list of positions.");
    kind.choices = {{"value", "One number"}, {"stored", "Stored"}, {"positions", "Positions"}};
    Field shape = plainField("shape", "Shape", "Its extents, all of them: there is no batch unless asked for below.", 0,
                             static_cast<double>(Shape::kMaximumElements));
    shape.minimumLength = 1;
    shape.maximumLength = Shape::kMaximumRank;
    Field value = plainField("value", "Value", "The number.");
    value.relevantWhen = {{"kind", {"value"}}};
    Field numbers = plainField("numbers", "Numbers", "As many as the shape has; the last axis runs fastest.",
                               -2147483648.0, 2147483647.0);
    numbers.minimumLength = 0;
    numbers.maximumLength = kMostListed;
    numbers.relevantWhen = {{"kind", {"positions"}}};
    Field learned = plainField("learned", "Learned", "Training changes the numbers, which begin at zero.");
    learned.relevantWhen = {{"kind", {"stored"}}};
    return TypedSchema<P>()
        .field(&P::kind, kind)
        .field(&P::shape, shape)
        .field(&P::value, value)
        .field(&P::numbers, numbers)
        .field(&P::forEachSample, plainField("for_each_sample", "For each sample",
                                             "Puts the batch before the shape and repeats the numbers."))
        .field(&P::learned, learned);
  }();
  return typed;
}

Result<ValueId> positions(LayerBuilder& builder, const ConstantParameters& p, const Shape& shape) {
  if (static_cast<std::int64_t>(p.numbers.size()) != shape.elementCount())
    return fail(ErrorCode::InvalidArgument, fmt::format("The shape {} has {} positions, but {} are listed.",
                                                        shape.toString(), shape.elementCount(), p.numbers.size()));
  const std::int64_t times = p.forEachSample ? builder.batch() : 1;
  List extents = extentsOf(shape);
  if (p.forEachSample) extents.insert(extents.begin(), times);
  FOVEA_TRY(const Shape whole, Shape::make(extents));
  Tensor tensor = Tensor::make({DataType::Int32, whole});
  for (std::int64_t i = 0; i < tensor.elementCount(); ++i)
    tensor.data<std::int32_t>()[i] =
        static_cast<std::int32_t>(p.numbers[static_cast<std::size_t>(i % shape.elementCount())]);
  return builder.graph().constant(tensor);
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId>) {
  const ConstantParameters p = schema().read(values);
  FOVEA_TRY(const Shape shape, Shape::make(p.shape));
  if (p.kind == "positions") {
    FOVEA_TRY(const ValueId listed, positions(builder, p, shape));
    return std::vector<ValueId>{listed};
  }
  List extents = p.shape;
  if (p.forEachSample) extents.insert(extents.begin(), builder.batch());
  ValueId result;
  if (p.kind == "value") {
    result = builder.graph().constant(filledTensor({DataType::Float32, Shape{}}, p.value));
  } else {
    result = p.learned ? builder.parameter("value", shape, {.kind = InitializerKind::Zeros}, false)
                       : builder.state("value", shape, InitializerKind::Zeros);
    if (!p.forEachSample) return std::vector<ValueId>{result};
  }
  return builder.graph().emit("broadcast_to", {{"shape", extents}}, {result});
}

}  // namespace

LayerType constantLayer() {
  LayerType layer;
  layer.name = "constant";
  layer.title = "Constant";
  layer.help =
      "Numbers that do not depend on the input: what a model adds, multiplies by or joins, such as the first token of "
      "a "
      "vision transformer.\n"
      "Formula: y = the numbers. No input; output: the shape as it is, or [N, shape] where it is for each sample.\n"
      "Parameters: “value”, of the shape, where the numbers are stored; it keeps what was read unless it is learned. "
      "Positions are whole numbers, for ops that look rows up.\n"
      "Defaults: one number 0, shape 1.";
  layer.family = LayerFamily::Shape;
  layer.inputs.clear();
  layer.parameters = schema().schema();
  layer.learns = true;
  layer.learnsWhen = {{"kind", {"stored"}}, {"learned", {"true"}}};
  layer.build = build;
  layer.caption = [](const FieldValues& values) {
    const ConstantParameters p = schema().read(values);
    return p.kind == "value" ? fmt::format("{}", p.value) : timesWords(p.shape);
  };
  return layer;
}

}  // namespace fovea::constant_layer
