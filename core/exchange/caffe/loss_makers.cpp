// Converts losses, and layers that only measure.
#include <fmt/format.h>

#include "core/exchange/caffe/layer_reader.h"

namespace fovea {
namespace {

// Finds the input with the predictions; the other one must be the labels.
Result<CaffeSource> predictionsOf(CaffeLayerReader& import, const CaffeLayer& layer) {
  if (layer.bottoms.size() != 2) return notSaid("it has inputs besides predictions and labels");
  FOVEA_TRY(const CaffeSource first, import.source(layer, 0));
  FOVEA_TRY(const CaffeSource second, import.source(layer, 1));
  if (second.labels && !first.labels) return first;
  if (first.labels && !second.labels) return second;
  return notSaid("its target is computed instead of being the labels of the data set");
}

Status setWeight(const CaffeLayer& layer, FieldValues& parameters) {
  FieldReader reader(layer.message);
  const std::vector<double> weights = reader.reals("loss_weight");
  FOVEA_CHECK(reader.status());
  if (weights.empty()) return {};
  if (!(weights[0] >= 0)) return notSaid(fmt::format("its weight is {}", weights[0]));
  parameters.set("loss_weight", weights[0]);
  return {};
}

Status loss(CaffeLayerReader& import, const CaffeLayer& layer, const char* type, FieldValues parameters) {
  FOVEA_TRY(const CaffeSource predictions, predictionsOf(import, layer));
  FOVEA_CHECK(setWeight(layer, parameters));
  FOVEA_TRY(const LayerId id, import.add(layer, type, std::move(parameters), {predictions}));
  if (layer.tops.size() > 1) import.give(layer.tops[1], import.outputOf(id));
  return {};
}

Status softmaxLoss(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("loss_param")), softmax(layer.message.sub("softmax_param"));
  const std::int64_t ignored = reader.integer("ignore_label", -1), axis = softmax.integer("axis", 1);
  const std::string norm = reader.text("normalization", reader.boolean("normalize", true) ? "VALID" : "BATCH_SIZE");
  FOVEA_CHECK(reader.status());
  FOVEA_CHECK(softmax.status());
  if (axis != 1) return notSaid(fmt::format("its classes are along axis {}", axis));
  FOVEA_TRY(const CaffeSource predictions, predictionsOf(import, layer));
  FieldValues parameters{{"ignore_index", ignored}};
  // A row of scores may also be an image of one pixel.
  const bool image = predictions.rank() == 4 && predictions.type->shape.elementsFrom(2) > 1;
  if (image || predictions.rank() == 3) {
    parameters.set("labels", std::string("position"));
    if (norm != "VALID" && norm != "1")
      import.approximate(
          fmt::format("{}: the loss is the mean over the positions that count, not over samples.", layer.name));
  }
  if (predictions.rank() == 4 && !image) {
    FOVEA_CHECK(setWeight(layer, parameters));
    FOVEA_TRY(const LayerId row, import.add(layer, "flatten", {}, {predictions}, "_row"));
    FOVEA_TRY([[maybe_unused]] const LayerId id,
              import.add(layer, "cross_entropy", parameters, {import.outputOf(row)}));
    return {};
  }
  return loss(import, layer, "cross_entropy", std::move(parameters));
}

Status euclideanLoss(CaffeLayerReader& import, const CaffeLayer& layer) {
  const Status made = loss(import, layer, "mean_squared_error", {});
  if (made.ok())
    import.approximate(
        fmt::format("{}: the mean of all squares, where Caffe has half their sum for each sample.", layer.name));
  return made;
}

Status sigmoidLoss(CaffeLayerReader& import, const CaffeLayer& layer) {
  const Status made = loss(import, layer, "binary_cross_entropy", {});
  if (made.ok())
    import.approximate(
        fmt::format("{}: the mean over all answers, where Caffe has their sum for each sample.", layer.name));
  return made;
}

Status absoluteLoss(CaffeLayerReader& import, const CaffeLayer& layer) {
  const Status made = loss(import, layer, "mean_absolute_error", {});
  if (made.ok()) import.approximate(fmt::format("{}: the mean of all differences, not their sum.", layer.name));
  return made;
}

Status hingeLoss(CaffeLayerReader& import, const CaffeLayer& layer) {
  const Status made = loss(import, layer, "hinge", {});
  if (made.ok())
    import.approximate(
        fmt::format("{}: each class is held against the right one, where Caffe asks each for its sign.", layer.name));
  return made;
}

Status measure(CaffeLayerReader& import, const CaffeLayer& layer) {
  import.drop(layer, "Fovea measures how good a network is by itself.");
  return {};
}

Status silence(CaffeLayerReader& import, const CaffeLayer& layer) {
  import.drop(layer, "outputs need no reader.");
  return {};
}

Status argMax(CaffeLayerReader& import, const CaffeLayer& layer) {
  if (!import.readersOf(layer).empty()) return notSaid("Fovea has no such layer, and others read it");
  import.drop(layer, "Fovea says which class is the likeliest by itself.");
  return {};
}

}  // namespace

std::vector<CaffeMakers> caffeLossMakers() {
  return {{"SoftmaxWithLoss", softmaxLoss},
          {"EuclideanLoss", euclideanLoss},
          {"SigmoidCrossEntropyLoss", sigmoidLoss},
          {"HingeLoss", hingeLoss},
          {"L1Loss", absoluteLoss},
          {"Accuracy", measure},
          {"Silence", silence},
          {"ArgMax", argMax}};
}

}  // namespace fovea
