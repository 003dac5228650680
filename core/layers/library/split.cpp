// Why: splits a value into several branches.
#include <fmt/format.h>

#include <numeric>

#include "core/layers/layer_checks.h"

namespace fovea::split_layer {
namespace {

using List = std::vector<std::int64_t>;

constexpr int kMostParts = 64;

struct SplitParameters {
  std::int64_t parts = 2;
  std::int64_t axis = 1;
  std::vector<std::int64_t> sizes{};
};

const TypedSchema<SplitParameters>& schema() {
  using P = SplitParameters;
  static const auto typed = [] {
    Field sizes = plainField("sizes", "Sizes", "How many positions each part gets; empty: the same for all.", 1, 1e12);
    sizes.maximumLength = kMostParts;
    return TypedSchema<P>()
        .field(&P::parts, plainField("parts", "Parts", "Into how many parts; each is an output.", 1, kMostParts))
        .field(&P::axis, plainField("axis", "Axis", "The axis; 1 is the first after the batch: the channels.", 1,
                                    Shape::kMaximumRank - 1))
        .field(&P::sizes, sizes);
  }();
  return typed;
}

Result<List> sizesFor(const SplitParameters& p, const Shape& input) {
  const std::int64_t extent = input[static_cast<int>(p.axis)];
  if (p.sizes.empty()) {
    if (extent % p.parts == 0) return List(static_cast<std::size_t>(p.parts), extent / p.parts);
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} positions cannot be split into {} equal parts.", extent, p.parts),
                "Choose another number of parts, or say how many positions each part gets.");
  }
  if (static_cast<std::int64_t>(p.sizes.size()) != p.parts)
    return fail(ErrorCode::InvalidArgument, fmt::format("There are {} parts, but {} sizes.", p.parts, p.sizes.size()),
                "Give one size for each part, or none.");
  const std::int64_t total = std::accumulate(p.sizes.begin(), p.sizes.end(), std::int64_t{0});
  if (total == extent) return p.sizes;
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The sizes {} make {} positions, but axis {} of {} has {}.", fmt::join(p.sizes, " + "), total,
                          p.axis, inputWords(input), extent),
              "The sizes must add up to the whole axis.");
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const SplitParameters p = schema().read(values);
  const Shape input = builder.shapeOf(inputs[0]);
  FOVEA_CHECK(needAxis(input, p.axis));
  FOVEA_TRY(const List sizes, sizesFor(p, input));
  std::vector<ValueId> parts;
  std::int64_t start = 0;
  for (const std::int64_t size : sizes) {
    parts.push_back(
        builder.graph().emitOne("slice", {{"axis", p.axis}, {"start", start}, {"length", size}}, {inputs[0]}));
    start += size;
  }
  return parts;
}

std::vector<LayerPort> outputs(const FieldValues& values) {
  std::vector<LayerPort> ports;
  for (std::int64_t part = 1; part <= schema().read(values).parts; ++part)
    ports.push_back({fmt::format("part {}", part)});
  return ports;
}

}  // namespace

LayerType splitLayer() {
  LayerType layer;
  layer.name = "split";
  layer.title = "Split";
  layer.help =
      "Cuts a value into parts along one axis, each with an output of its own: the opposite of Concatenate.\n"
      "Formula: part k is x[…, start(k) … start(k) + size(k) − 1, …].\n"
      "Input: any shape; outputs: the same with fewer positions along the axis. Together they are the whole input.\n"
      "Defaults: 2 equal parts along axis 1 (the channels).";
  layer.family = LayerFamily::Shape;
  layer.parameters = schema().schema();
  layer.outputs = {{"part 1"}, {"part 2"}};
  layer.outputsOf = outputs;
  layer.build = build;
  layer.caption = [](const FieldValues& values) { return fmt::format("{}", schema().read(values).parts); };
  return layer;
}

}  // namespace fovea::split_layer
