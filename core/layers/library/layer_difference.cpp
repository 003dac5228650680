// Why: the loss that makes one layer equal another: the content of an image, the features of a teacher.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"
#include "core/layers/loss_terms.h"

namespace fovea::layer_difference_layer {
namespace {

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues&, std::span<const ValueId> inputs) {
  const Shape shape = builder.shapeOf(inputs[0]), reference = builder.shapeOf(inputs[1]);
  if (shape != reference)
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format("It compares layers of one shape, but got {} and {}.", inputWords(shape), inputWords(reference)),
        "Take both from layers with the same output.");
  builder.setPredictions(inputs[0]);
  if (builder.mode() == NetworkMode::Inference) return std::vector<ValueId>{inputs[0]};
  GraphBuilder& graph = builder.graph();
  const ValueId squares =
      formula(graph, {inputs[0], inputs[1]}, [](PointwiseBuilder& b) { return square(b.input(0) - b.input(1)); });
  builder.setLoss(meanOf(graph, squares));
  return std::vector<ValueId>{inputs[0]};
}

}  // namespace

LayerType layerDifferenceLayer() {
  LayerType layer;
  layer.name = "layer_difference";
  layer.title = "Layer difference";
  layer.help =
      "The loss that makes one layer equal another: features of a learned input and of an image (inversion, content), "
      "or of "
      "a small network and of a large one (distillation).\n"
      "Formula: loss = mean of (x − reference)². The gradient goes to both; freeze the layers before the reference "
      "where "
      "it should stay.\n"
      "Inputs: two of one shape. Output: the first. It needs no target of the data set. Source: Mahendran and Vedaldi "
      "2015.";
  layer.family = LayerFamily::Loss;
  layer.inputs = {{"input"}, {"reference"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::layer_difference_layer
