// Why: a regression loss for targets with outliers.
#include "core/layers/activation_layer.h"
#include "core/layers/loss_terms.h"

namespace fovea::mean_absolute_error_layer {
namespace {

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  return buildDifferenceLoss(builder, values, inputs[0], [](PointwiseTerm difference) { return absolute(difference); });
}

}  // namespace

LayerType meanAbsoluteErrorLayer() {
  LayerType layer;
  layer.name = "mean_absolute_error";
  layer.title = "Mean absolute error";
  layer.help =
      "The loss for predicting numbers: the mean of the absolute differences (L1). Outliers count less than with "
      "squares, and "
      "images come out sharper.\n"
      "Formula: loss = mean of |x − target|.\n"
      "Input: any shape; the target of the data set must have the same shape. Output: the input. Metrics: mean "
      "absolute and "
      "root mean squared error; for images [N, C, H, W] also PSNR and SSIM, for numbers that span the range.";
  layer.family = LayerFamily::Loss;
  layer.loss.targets = {{TargetKind::Numbers}, {TargetKind::Image}};
  layer.parameters = Schema({numberField(
      "range", "Range", "The difference between the largest and the smallest possible number; for PSNR and SSIM.", 1,
      1e-6, 1e6)});
  layer.outputs = {{"predictions"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::mean_absolute_error_layer
