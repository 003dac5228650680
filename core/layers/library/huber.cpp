// Why: the loss for predicting numbers that forgives outliers.
#include "core/layers/activation_layer.h"
#include "core/layers/loss_terms.h"

namespace fovea {
namespace {

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  GraphBuilder& graph = builder.graph();
  builder.setPredictions(inputs[0]);
  if (builder.mode() == NetworkMode::Inference) return std::vector<ValueId>{inputs[0]};
  const ValueId target = realTarget(builder, inputs[0]);
  const double delta = values.real("delta");
  builder.setLoss(meanOf(graph, formula(graph, {inputs[0], target}, [=](PointwiseBuilder& b) {
                           const PointwiseTerm difference = b.input(0) - b.input(1);
                           const PointwiseTerm size = absolute(difference);
                           return select(lessEqual(size, delta), square(difference) * 0.5,
                                         (size - 0.5 * delta) * delta);
                         })));
  addErrorMetrics(builder, inputs[0], target, values.real("range"));
  return std::vector<ValueId>{inputs[0]};
}

}  // namespace

LayerType huberLayer() {
  LayerType layer;
  layer.name = "huber";
  layer.title = "Huber";
  layer.help =
      "A loss for predicting numbers: squares for small errors, absolute differences for large ones.\n"
      "Formula: d = x − target; loss = mean of d²/2 where |d| ≤ delta, else delta · (|d| − delta/2). Default: delta "
      "1.\n"
      "Input: any shape; the target of the data set must have the same shape. Output: the input. Metrics: mean "
      "absolute and "
      "root mean squared error; for images [N, C, H, W] also PSNR and SSIM, for numbers that span the range. Source: "
      "Huber 1964.";
  layer.family = LayerFamily::Loss;
  layer.parameters =
      Schema({numberField("delta", "Delta", "Where squares change to absolute differences.", 1, 1e-6, 1e6),
              numberField("range", "Range",
                          "The difference between the largest and the smallest possible number; for PSNR and SSIM.", 1,
                          1e-6, 1e6)});
  layer.outputs = {{"predictions"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea
