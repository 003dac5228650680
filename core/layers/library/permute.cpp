// Why: the layer that puts the axes into another order.
#include <fmt/format.h>

#include <algorithm>

#include "core/layers/layer_checks.h"

namespace fovea::permute_layer {
namespace {

using List = std::vector<std::int64_t>;

struct PermuteParameters {
  std::vector<std::int64_t> order{2, 1};
};

const TypedSchema<PermuteParameters>& schema() {
  static const auto typed = [] {
    Field order = plainField("order", "Order",
                             "The axis of the input for each axis of the output; 1 is the first after the batch.", 1,
                             Shape::kMaximumRank - 1);
    order.minimumLength = 1;
    order.maximumLength = Shape::kMaximumRank - 1;
    return TypedSchema<PermuteParameters>().field(&PermuteParameters::order, order);
  }();
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  List order = schema().read(values).order;
  const Shape input = builder.shapeOf(inputs[0]);
  List sorted = order;
  std::sort(sorted.begin(), sorted.end());
  bool valid = static_cast<int>(order.size()) == input.rank() - 1;
  for (std::size_t i = 0; i < sorted.size(); ++i) valid = valid && sorted[i] == static_cast<std::int64_t>(i + 1);
  if (!valid)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The order {} does not name each of the {} axes of {} once.", fmt::join(order, ", "),
                            input.rank() - 1, inputWords(input)),
                "Axes are counted from 1, the first after the batch.");
  order.insert(order.begin(), 0);
  return builder.graph().emit("permute", {{"order", order}}, {inputs[0]});
}

}  // namespace

LayerType permuteLayer() {
  LayerType layer;
  layer.name = "permute";
  layer.title = "Permute";
  layer.help =
      "Puts the axes of each sample into another order: steps before features, channels after positions. The batch "
      "stays "
      "first.\n"
      "Formula: axis i of the output is axis order[i] of the input.\n"
      "Input [N, ...]; output: the same extents in the new order. Default: 2, 1, which turns [N, T, K] into [N, K, T].";
  layer.family = LayerFamily::Shape;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = [](const FieldValues& values) {
    return fmt::format("{}", fmt::join(schema().read(values).order, ", "));
  };
  return layer;
}

}  // namespace fovea::permute_layer
