// Why: the loss that gives one layer the style of another: the correlations between channels, independent of position.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"
#include "core/layers/loss_terms.h"

namespace fovea::style_difference_layer {
namespace {

using List = std::vector<std::int64_t>;

Status needChannelMaps(const Shape& shape) {
  if (shape.rank() >= 3) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("A style needs channels with positions, [C, H, W] or [C, L], but got {}.", inputWords(shape)),
              "Take it from a layer before Flatten.");
}

// The Gram matrix f32 [N, C, C]: products of each two channels, averaged over positions.
ValueId gramOf(GraphBuilder& graph, ValueId maps) {
  const Shape shape = graph.typeOf(maps).shape;
  const std::int64_t places = shape.elementsFrom(2);
  const ValueId rows = graph.emitOne("reshape", {{"shape", List{shape[0], shape[1], places}}}, {maps});
  const ValueId products = graph.emitOne("matmul", {{"transpose_b", true}}, {rows, rows});
  return graph.emitOne("scale", {{"factor", 1.0 / static_cast<double>(std::max<std::int64_t>(places, 1))}}, {products});
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues&, std::span<const ValueId> inputs) {
  const Shape shape = builder.shapeOf(inputs[0]), reference = builder.shapeOf(inputs[1]);
  FOVEA_CHECK(needChannelMaps(shape));
  FOVEA_CHECK(needChannelMaps(reference));
  if (shape[1] != reference[1])
    return fail(ErrorCode::InvalidArgument,
                fmt::format("It compares as many channels with each other, but got {} and {}.", shape[1], reference[1]),
                "Take both from layers with as many channels; their sizes may differ.");
  builder.setPredictions(inputs[0]);
  if (builder.mode() == NetworkMode::Inference) return std::vector<ValueId>{inputs[0]};
  GraphBuilder& graph = builder.graph();
  const ValueId squares = formula(graph, {gramOf(graph, inputs[0]), gramOf(graph, inputs[1])},
                                  [](PointwiseBuilder& b) { return square(b.input(0) - b.input(1)); });
  builder.setLoss(meanOf(graph, squares));
  return std::vector<ValueId>{inputs[0]};
}

}  // namespace

LayerType styleDifferenceLayer() {
  LayerType layer;
  layer.name = "style_difference";
  layer.title = "Style difference";
  layer.help =
      "The loss that gives one layer the style of another: channels go together as they do there, whatever their "
      "places.\n"
      "Formula: G[i, j] = mean over positions of x[i] · x[j] (the Gram matrix); loss = mean of (G − G of the "
      "reference)². The gradient goes to both.\n"
      "Inputs: two with as many channels, [N, C, H, W] or [N, C, L]; their sizes may differ. Output: the first. It "
      "needs "
      "no target of the data set. Source: Gatys, Ecker and Bethge 2016.";
  layer.family = LayerFamily::Loss;
  layer.inputs = {{"input"}, {"reference"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::style_difference_layer
