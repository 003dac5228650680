#include "core/layers/attention_layer.h"

#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea {

Field headsField() {
  return plainField("heads", "Heads", "How many attentions look at once, each with its share of the numbers.", 1, 4096);
}

std::string attentionCaption(const AttentionParameters& p) {
  return fmt::format("{} head{}{}", p.heads, p.heads == 1 ? "" : "s", p.causal ? " · causal" : "");
}

Field causalField() {
  return plainField(
      "causal", "Causal",
      "Each step sees itself and the steps before it only, as a model that foretells the next step must.");
}

Status checkAttention(const std::string& subject, const Shape& shape, std::int64_t heads) {
  FOVEA_CHECK(needSequence(subject, shape));
  if (shape[2] % heads == 0) return {};
  return fail(ErrorCode::InvalidArgument, fmt::format("{} numbers cannot be split into {} heads.", shape[2], heads),
              "Choose as many heads as divide the numbers of a step.");
}

ValueId emitStepLinear(LayerBuilder& builder, const std::string& weight, ValueId x, std::int64_t units) {
  using List = std::vector<std::int64_t>;
  GraphBuilder& graph = builder.graph();
  const Shape shape = builder.shapeOf(x);
  const ValueId rows = graph.emitOne("reshape", {{"shape", List{-1, shape[2]}}}, {x});
  const ValueId matrix = builder.parameter(weight, Shape{units, shape[2]}, {.kind = InitializerKind::XavierUniform});
  const ValueId bias = builder.parameter(weight + "_bias", Shape{units}, {.kind = InitializerKind::Zeros}, false);
  const ValueId y = graph.emitOne("linear", {}, {rows, matrix, bias});
  return graph.emitOne("reshape", {{"shape", List{shape[0], shape[1], units}}}, {y});
}

ValueId emitAttention(LayerBuilder& builder, const AttentionParameters& parameters, ValueId x) {
  const std::int64_t width = builder.shapeOf(x)[2];
  const ValueId query = emitStepLinear(builder, "query", x, width), key = emitStepLinear(builder, "key", x, width);
  const ValueId value = emitStepLinear(builder, "value", x, width);
  const FieldValues attributes{{"heads", parameters.heads}, {"causal", parameters.causal}};
  const ValueId mixed = builder.graph().emit("attention", attributes, {query, key, value})[0];
  return emitStepLinear(builder, "output", mixed, width);
}

ValueId emitDropout(LayerBuilder& builder, ValueId x, double probability, std::int64_t number) {
  if (!builder.training() || probability == 0) return x;
  return builder.dropout(x, probability, builder.layerSeed() + number);
}

}  // namespace fovea
