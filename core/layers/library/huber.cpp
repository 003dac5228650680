// Why: a regression loss that is robust to outliers.
#include "core/layers/activation_layer.h"
#include "core/layers/loss_terms.h"

namespace fovea::huber_layer {
namespace {

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const double delta = values.real("delta");
  return buildDifferenceLoss(builder, values, inputs[0], [delta](PointwiseTerm difference) {
    const PointwiseTerm size = absolute(difference);
    return select(lessEqual(size, delta), square(difference) * 0.5, (size - 0.5 * delta) * delta);
  });
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
  layer.loss.targets = {{TargetKind::Numbers}, {TargetKind::Image}};
  layer.parameters =
      Schema({numberField("delta", "Delta", "Where squares change to absolute differences.", 1, 1e-6, 1e6),
              numberField("range", "Range",
                          "The difference between the largest and the smallest possible number; for PSNR and SSIM.", 1,
                          1e-6, 1e6)});
  layer.outputs = {{"predictions"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::huber_layer
