// Why: measures the error of predicted numbers and images. Source of the structural similarity: Wang et al., "Image
// Quality Assessment: From Error Visibility to Structural Similarity", 2004, with its Gaussian window 11×11 of
// deviation 1.5, K1 0.01 and K2 0.03, each channel separately.
#include <cmath>
#include <numbers>

#include "core/layers/loss_terms.h"
#include "core/ops/reduction.h"

namespace fovea {
namespace {

constexpr int kWindow = 11;

// Gaussian windows [C, 1, 11, 11], each normalised to sum 1.
Tensor gaussianWindows(std::int64_t channels) {
  Tensor windows = Tensor::make({DataType::Float32, Shape{channels, 1, kWindow, kWindow}});
  double sum = 0;
  const auto weight = [](int y, int x) {
    const double dy = y - kWindow / 2, dx = x - kWindow / 2;
    return std::exp(-(dy * dy + dx * dx) / (2 * 1.5 * 1.5));
  };
  for (int i = 0; i < kWindow * kWindow; ++i) sum += weight(i / kWindow, i % kWindow);
  for (std::int64_t i = 0; i < windows.elementCount(); ++i) {
    const int at = static_cast<int>(i % (kWindow * kWindow));
    windows.data<float>()[i] = static_cast<float>(weight(at / kWindow, at % kWindow) / sum);
  }
  return windows;
}

// The mean structural similarity of each image, summed over the batch.
ValueId structuralSimilarity(LayerBuilder& builder, ValueId x, ValueId y, double range) {
  GraphBuilder& graph = builder.graph();
  const std::int64_t channels = builder.shapeOf(x)[1];
  const ValueId windows = graph.constant(gaussianWindows(channels));
  const auto blurred = [&](ValueId value) { return graph.emitOne("conv2d", {{"groups", channels}}, {value, windows}); };
  const auto product = [&](ValueId a, ValueId b) { return graph.emitOne("multiply", {}, {a, b}); };
  const double c1 = std::pow(0.01 * range, 2), c2 = std::pow(0.03 * range, 2);
  const ValueId similarity =
      formula(graph, {blurred(x), blurred(y), blurred(product(x, x)), blurred(product(y, y)), blurred(product(x, y))},
              [&](PointwiseBuilder& b) {
                const PointwiseTerm meanX = b.input(0), meanY = b.input(1);
                const PointwiseTerm varianceX = b.input(2) - square(meanX), varianceY = b.input(3) - square(meanY);
                const PointwiseTerm covariance = b.input(4) - meanX * meanY;
                return ((meanX * meanY * 2.0 + c1) * (covariance * 2.0 + c2)) /
                       ((square(meanX) + square(meanY) + c1) * (varianceX + varianceY + c2));
              });
  return graph.emitOne("scale", {{"factor", static_cast<double>(builder.batch())}}, {meanOf(graph, similarity)});
}

// 10 log10(range² / mean squared error) of each image, at most 100 dB, summed over the batch.
ValueId signalToNoise(GraphBuilder& graph, ValueId squares, double range) {
  const std::vector<std::int64_t> axes{1, 2, 3};
  const ValueId errors = graph.emitOne("reduce_mean", {{"axes", axes}}, {squares});
  return sumOf(graph, formula(graph, {errors}, [range](PointwiseBuilder& b) {
                 const PointwiseTerm share = b.input(0) * (1 / (range * range));
                 return logarithm(maximum(share, 1e-10)) * (-10 / std::numbers::ln10);
               }));
}

}  // namespace

void addErrorMetrics(LayerBuilder& builder, ValueId predictions, ValueId target, double range) {
  if (builder.mode() == NetworkMode::Training) return;
  GraphBuilder& graph = builder.graph();
  const Shape shape = builder.shapeOf(predictions);
  const ValueId difference = graph.emitOne("subtract", {}, {predictions, target});
  const ValueId squares = graph.emitOne("square", {}, {difference});
  const ValueId count = graph.constant(Tensor::of<float>({1}, {static_cast<float>(shape.elementCount())}));
  const auto ratio = [&](ValueId values) {
    const ValueId sum = reshapedTo(graph, sumOf(graph, values), Shape{1});
    return graph.emitOne("concatenate", {{"axis", std::int64_t{0}}}, {sum, count});
  };
  builder.addMetric({.name = "mean_absolute_error",
                     .title = "Mean absolute error",
                     .value = ratio(graph.emitOne("absolute", {}, {difference})),
                     .kind = MetricKind::Ratio,
                     .unit = {},
                     .lowerIsBetter = true});
  builder.addMetric({.name = "root_mean_squared_error",
                     .title = "Root mean squared error",
                     .value = ratio(squares),
                     .kind = MetricKind::RootOfRatio,
                     .unit = {},
                     .lowerIsBetter = true});
  if (shape.rank() != 4) return;
  builder.addMetric({.name = "psnr", .title = "PSNR", .value = signalToNoise(graph, squares, range), .unit = "dB"});
  if (shape[2] < kWindow || shape[3] < kWindow) return;
  builder.addMetric({.name = "ssim",
                     .title = "SSIM",
                     .value = structuralSimilarity(builder, predictions, target, range),
                     .unit = {}});
}

}  // namespace fovea
