// Why: the standard regression loss.
#include "core/layers/activation_layer.h"
#include "core/layers/loss_terms.h"

namespace fovea::mean_squared_error_layer {
namespace {

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  return buildDifferenceLoss(builder, values, inputs[0], [](PointwiseTerm difference) { return square(difference); });
}

}  // namespace

LayerType meanSquaredErrorLayer() {
  LayerType layer;
  layer.name = "mean_squared_error";
  layer.title = "Mean squared error";
  layer.help =
      "The loss for predicting numbers: the mean of the squared differences. Large errors count most.\n"
      "Formula: loss = mean of (x − target)².\n"
      "Input: any shape; the target of the data set must have the same shape. Output: the input. Metrics: mean "
      "absolute and "
      "root mean squared error; for images [N, C, H, W] also PSNR and SSIM, for numbers that span the range.";
  layer.family = LayerFamily::Loss;
  layer.loss.targets = {{TargetKind::Numbers, {}, true}, {TargetKind::Image, {}, true}};
  layer.parameters = Schema({numberField(
      "range", "Range", "The difference between the largest and the smallest possible number; for PSNR and SSIM.", 1,
      1e-6, 1e6)});
  layer.outputs = {{"predictions"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::mean_squared_error_layer
