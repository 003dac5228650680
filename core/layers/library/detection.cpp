// Why: the loss that finds objects: their class, and the box around each of them.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"
#include "core/layers/loss_terms.h"
#include "core/tensor/box_grid.h"

namespace fovea::detection_layer {
namespace {

constexpr const char* kBoxWeight = "box_weight";
constexpr const char* kCentreScore = "centre_f1";

ValueId channels(GraphBuilder& graph, ValueId value, std::int64_t start, std::int64_t length) {
  return graph.emitOne("slice", {{"axis", std::int64_t{1}}, {"start", start}, {"length", length}}, {value});
}

ValueId joined(GraphBuilder& graph, std::initializer_list<ValueId> values, std::int64_t axis) {
  return graph.emitOne("concatenate", {{"axis", axis}}, values);
}

// Sums [N, C, H, W] to [N].
ValueId sumOfImage(GraphBuilder& graph, ValueId value) {
  return graph.emitOne("reduce_sum", {{"axes", std::vector<std::int64_t>{1, 2, 3}}}, {value});
}

// −log(sigmoid(x)), for any x.
PointwiseTerm surprise(PointwiseTerm x) {
  return logarithmOfOnePlus(exponential(-absolute(x))) + maximum(-x, 0.0);
}

// The focal loss of the centres; `truth` is 1 in a centre's cell and lower around it.
ValueId centreLoss(GraphBuilder& graph, ValueId scores, ValueId truth) {
  return formula(graph, {scores, truth}, [](PointwiseBuilder& b) {
    const PointwiseTerm x = b.input(0), t = b.input(1), p = sigmoid(x);
    return select(equal(t, 1.0), square(1.0 - p) * surprise(x), square(square(1.0 - t)) * square(p) * surprise(-x));
  });
}

// Adds the overlap (intersection over union) of predicted and true boxes at the centres, with its mean as a metric.
void addOverlap(LayerBuilder& builder, ValueId predicted, ValueId truth, ValueId centres) {
  if (builder.mode() == NetworkMode::Training) return;
  GraphBuilder& graph = builder.graph();
  std::vector<ValueId> numbers;
  for (const ValueId box : {predicted, truth})
    for (std::int64_t i = 0; i < kBoxNumbers; ++i) numbers.push_back(channels(graph, box, i, 1));
  const ValueId overlap = formula(
      graph, {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6], numbers[7], centres},
      [](PointwiseBuilder& b) {
        constexpr double kLargest = 20;  // keeps the exponential finite
        PointwiseTerm shared = b.constant(1), areas[2] = {b.constant(1), b.constant(1)};
        for (int axis = 0; axis < 2; ++axis) {
          PointwiseTerm low[2], high[2];
          for (int box = 0; box < 2; ++box) {
            const PointwiseTerm centre = b.input(4 * box + axis);
            const PointwiseTerm size = exponential(minimum(b.input(4 * box + 2 + axis), kLargest));
            low[box] = centre - size * 0.5;
            high[box] = centre + size * 0.5;
            areas[box] = areas[box] * size;
          }
          shared = shared * maximum(minimum(high[0], high[1]) - maximum(low[0], low[1]), 0.0);
        }
        return select(b.input(8), shared / (areas[0] + areas[1] - shared), 0.0);
      });
  const auto single = [&](ValueId value) { return reshapedTo(graph, sumOf(graph, value), Shape{1}); };
  builder.addMetric({.name = "box_overlap",
                     .title = "Overlap of boxes",
                     .value = joined(graph, {single(overlap), single(centres)}, 0),
                     .kind = MetricKind::Ratio,
                     .unit = "%"});
}

// The maximum of each cell and its eight neighbours.
ValueId highestAround(GraphBuilder& graph, ValueId cells) {
  using List = std::vector<std::int64_t>;
  return graph.emit("max_pool2d", {{"kernel", List{3, 3}}, {"stride", List{1, 1}}, {"padding", List{1, 1, 1, 1}}},
                    {cells})[0];
}

// Adds the F1 of the centres: 2 · found / (peaks + centres). A peak is a cell whose probability exceeds a threshold and
// is the highest among its neighbours; a centre is found if a peak of its class is in its cell or a neighbouring one.
void addCentreScore(LayerBuilder& builder, ValueId probabilities, ValueId truth) {
  if (builder.mode() == NetworkMode::Training) return;
  GraphBuilder& graph = builder.graph();
  const ValueId peaks = formula(graph, {probabilities, highestAround(graph, probabilities)}, [](PointwiseBuilder& b) {
    return lessEqual(static_cast<double>(kShownScore), b.input(0)) * equal(b.input(0), b.input(1));
  });
  const ValueId centres = formula(graph, truth, [](PointwiseTerm t) { return equal(t, 1.0); });
  const ValueId found = graph.emitOne("multiply", {}, {highestAround(graph, peaks), centres});
  const ValueId peakCount = sumOf(graph, peaks);
  // Two neighbouring centres may share one peak.
  const ValueId right = formula(graph, {sumOf(graph, found), peakCount},
                                [](PointwiseBuilder& b) { return minimum(b.input(0), b.input(1)) * 2.0; });
  const ValueId all = graph.emitOne("add", {}, {peakCount, sumOf(graph, centres)});
  builder.addMetric({.name = kCentreScore,
                     .title = "F1 of centres",
                     .value = joined(graph, {reshapedTo(graph, right, Shape{1}), reshapedTo(graph, all, Shape{1})}, 0),
                     .kind = MetricKind::Ratio,
                     .unit = "%"});
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const Shape shape = builder.shapeOf(inputs[0]);
  FOVEA_CHECK(needImage("Detection", shape));
  const std::int64_t classes = shape[1] - kBoxNumbers;
  if (classes < 1)
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format("Detection needs a channel for each class and {} for a box, but got {}.", kBoxNumbers, shape[1]),
        fmt::format("Give the last layer before it {} filters for one class.", kBoxNumbers + 1));
  GraphBuilder& graph = builder.graph();
  const ValueId scores =
      formula(graph, channels(graph, inputs[0], 0, classes), [](PointwiseTerm x) { return x + kCentreBias; });
  const ValueId boxes = channels(graph, inputs[0], classes, kBoxNumbers);
  const ValueId probabilities = graph.emitOne("sigmoid", {}, {scores});
  const ValueId predictions = joined(graph, {probabilities, boxes}, 1);
  builder.setPredictions(predictions);
  if (builder.mode() == NetworkMode::Inference) return std::vector<ValueId>{predictions};
  const ValueId target =
      builder.target({DataType::Float32, Shape{shape[0], classes + kBoxTargetChannels, shape[2], shape[3]}});
  const ValueId classTruth = channels(graph, target, 0, classes);
  const ValueId truth = channels(graph, target, classes, kBoxNumbers);
  const ValueId centres = channels(graph, target, classes + kBoxNumbers, 1);
  const ValueId distances =
      formula(graph, {boxes, truth}, [](PointwiseBuilder& b) { return absolute(b.input(0) - b.input(1)); });
  const ValueId wrongBoxes = sumOfImage(graph, graph.emitOne("multiply", {}, {distances, centres}));
  const ValueId wrongCentres = sumOfImage(graph, centreLoss(graph, scores, classTruth));
  const double weight = values.real(kBoxWeight);
  // Divides each image's loss by its own number of objects, so that it does not depend on the rest of the batch.
  builder.setLoss(meanOf(
      graph, formula(graph, {wrongCentres, wrongBoxes, sumOfImage(graph, centres)}, [weight](PointwiseBuilder& b) {
        return (b.input(0) + b.input(1) * weight) / maximum(b.input(2), 1.0);
      })));
  addCentreScore(builder, probabilities, classTruth);
  addOverlap(builder, boxes, truth, centres);
  return std::vector<ValueId>{predictions};
}

}  // namespace

LayerType detectionLayer() {
  LayerType layer;
  layer.name = "detection";
  layer.title = "Detection";
  layer.help =
      "The loss that finds objects in images. A grid lies over the image; for each cell the network says how probable "
      "the centre of an object of each class is, and what box it has.\n"
      "Formula: loss = mean over the images of (sum over classes and cells of c + weight · sum over the centres of "
      "|d|) / number of objects in the image, or 1. In the cell of a centre, c = −(1 − p)² · log p; elsewhere "
      "c = −(1 − t)⁴ · p² · log(1 − p). p is the probability sigmoid(score − 2.2), t is 1 in the cell of a centre and "
      "falls to 0 around it. d are the differences in the "
      "box's four numbers: the distances of its centre from the left and the upper edge of the cell, and the "
      "logarithms of its width and height, all in cells.\n"
      "Input: scores [N, K + 4, H, W] for K classes: give the layer before it 4 filters more than there are classes. A "
      "grid with a quarter of the image's height and width is usual; two objects of a class in one cell become one. "
      "Output: the probabilities and the boxes, in the same shape.\n"
      "Default: weight of boxes 1. Source: Zhou, Wang and Krähenbühl 2019; boxes by logarithms as in Redmon and "
      "Farhadi 2017.";
  layer.family = LayerFamily::Loss;
  layer.loss.targets = {{TargetKind::BoxGrid, {}, true}};
  layer.loss.decidingMetric = kCentreScore;
  layer.answers = AnswerMeaning::Boxes;
  layer.parameters = Schema({numberField(
      kBoxWeight, "Weight of boxes", "How much the place and the size of boxes count beside the centres.", 1, 0, 1e6)});
  layer.outputs = {{"boxes"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::detection_layer
