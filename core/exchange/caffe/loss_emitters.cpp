// Writes the input and the losses for Caffe, which differ between the texts for training and for deployment.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/exchange/caffe/layer_writer.h"
#include "core/train/input_transforms.h"

namespace fovea {
namespace {

void addShape(TextWriter& text, const std::vector<std::int64_t>& sample) {
  text.open("shape");
  text.integer("dim", 1);
  for (const std::int64_t extent : sample) text.integer("dim", extent);
  text.close();
}

// Writes the crop size, mean and scale of images into the training text.
void addTransforms(CaffeLayerWriter& writer, const Layer& layer, bool training) {
  const auto list = inputTransformsFromText(layer.parameters.text("transforms"));
  const std::vector<std::int64_t>& sample = layer.parameters.list("shape");
  TextWriter& text = writer.text();
  text.open("transform_param");
  if (const Normalise* normalise = writer.normalise()) {
    text.real("scale", 1 / (255 * normalise->deviation.at(0)));
    for (const double mean : normalise->mean)
      if (normalise->mean != std::vector<double>(normalise->mean.size(), 0.0))
        text.real("mean_value", std::round(255e6 * mean) / 1e6);
    for (const double deviation : normalise->deviation)
      if (deviation != normalise->deviation[0])
        writer.approximate("Caffe scales all channels alike: by the deviation of the first one.");
  }
  if (sample.size() == 3 && sample[1] == sample[2]) text.integer("crop_size", sample[1]);
  if (sample.size() == 3 && sample[0] == 1) text.boolean("force_gray", true);
  for (const Transform& transform : list.ok() ? *list : TransformList()) {
    const auto* step = std::get_if<TransformStep>(&transform);
    if (!step || step->type == "random_crop" || step->type == "center_crop") continue;
    if (step->type == "random_flip" && training)
      text.boolean("mirror", true);
    else if (step->type != "random_flip")
      writer.approximate(fmt::format("What “{}” does to images ({}) is left out.", layer.name, step->type));
  }
  text.close();
}

Status input(CaffeLayerWriter& writer, const Layer& layer) {
  const std::vector<std::int64_t> sample = layer.parameters.list("shape");
  const auto& layers = writer.network().layers();
  const auto first = std::find_if(layers.begin(), layers.end(), [](const Layer& each) { return each.type == "input"; });
  const bool labels = writer.form() != CaffeForm::Deploy && writer.hasLoss() && first->id == layer.id;
  std::vector<std::string> tops{writer.output(layer)};
  if (labels) tops.push_back(writer.labels());
  if (writer.form() != CaffeForm::Training) {
    TextWriter& text = writer.open(layer, layer.name, "Input", {}, tops);
    text.open("input_param");
    addShape(text, sample);
    if (labels) addShape(text, {});
    text.close();
    writer.close();
    return {};
  }
  for (const bool training : {true, false}) {
    TextWriter& text = writer.open(layer, layer.name, "Data", {}, tops);
    text.open("include");
    text.word("phase", training ? "TRAIN" : "TEST");
    text.close();
    addTransforms(writer, layer, training);
    text.open("data_param");
    text.text("source", training ? "train_lmdb" : "val_lmdb");
    text.integer("batch_size", 64);
    text.word("backend", "LMDB");
    text.close();
    writer.close();
  }
  return {};
}

void addLabelled(CaffeLayerWriter& writer, const Layer& layer, const char* type) {
  writer.open(layer, layer.name, type, {writer.inputs(layer).at(0), writer.labels()}, {writer.output(layer)});
  if (const double weight = lossWeightOf(layer.parameters); weight != 1) writer.text().real("loss_weight", weight);
}

Status crossEntropy(CaffeLayerWriter& writer, const Layer& layer) {
  const FieldValues& p = layer.parameters;
  const bool last =
      p.text("class_axis") == "last" || (p.text("class_axis") == "automatic" && writer.inputShape(layer).rank() == 3);
  if (writer.form() == CaffeForm::View && last) return notSaidInCaffe("Its classes are along the last axis.");
  const auto addAxis = [&] {
    if (!last) return;
    writer.text().open("softmax_param");
    writer.text().integer("axis", -1);
    writer.text().close();
  };
  if (writer.form() == CaffeForm::Deploy) {
    writer.open(layer, layer.name, "Softmax", writer.inputs(layer), {writer.output(layer)});
    addAxis();
    writer.close();
    return {};
  }
  addLabelled(writer, layer, "SoftmaxWithLoss");
  addAxis();
  if (p.integer("ignore_index") >= 0) {
    writer.text().open("loss_param");
    writer.text().integer("ignore_label", p.integer("ignore_index"));
    writer.text().close();
  }
  writer.close();
  if (p.real("label_smoothing") != 0 || !p.text("class_weights").empty() || p.text("labels") == "shares")
    writer.approximate(fmt::format("{}: smoothing, class weights and shares of classes are left out.", layer.name));
  return {};
}

// A loss that at inference passes on its input, or converts it to probabilities.
Status otherLoss(CaffeLayerWriter& writer, const Layer& layer, const char* type, bool sigmoid, const char* difference) {
  if (writer.form() != CaffeForm::Deploy) {
    addLabelled(writer, layer, type);
    writer.close();
    writer.approximate(fmt::format("{}: {}", layer.name, difference));
    return {};
  }
  if (!sigmoid) {
    writer.alias(layer, writer.inputs(layer).at(0));
    return {};
  }
  writer.open(layer, layer.name, "Sigmoid", writer.inputs(layer), {writer.output(layer)});
  writer.close();
  return {};
}

Status squares(CaffeLayerWriter& writer, const Layer& layer) {
  return otherLoss(writer, layer, "EuclideanLoss", false, "Caffe has half the sum of squares for each sample.");
}
Status differences(CaffeLayerWriter& writer, const Layer& layer) {
  if (writer.form() == CaffeForm::Training) return notSaidInCaffe("Caffe has no loss of absolute differences.");
  return otherLoss(writer, layer, "L1Loss", false, "");
}
Status yesOrNo(CaffeLayerWriter& writer, const Layer& layer) {
  return otherLoss(writer, layer, "SigmoidCrossEntropyLoss", true, "Caffe has the sum over answers for each sample.");
}
Status hinge(CaffeLayerWriter& writer, const Layer& layer) {
  return otherLoss(writer, layer, "HingeLoss", false, "Caffe asks each class for its sign.");
}

// Writes nothing for a reroute point: its output is an alias of its input.
Status reroute(CaffeLayerWriter& writer, const Layer& layer) {
  if (writer.form() == CaffeForm::View) return notSaidInCaffe("Caffe has no bends.");
  writer.alias(layer, writer.inputs(layer).at(0));
  return {};
}

}  // namespace

std::vector<CaffeEmitters> caffeLossEmitters() {
  return {{"input", input},
          {"cross_entropy", crossEntropy},
          {"mean_squared_error", squares},
          {"mean_absolute_error", differences},
          {"binary_cross_entropy", yesOrNo},
          {"hinge", hinge},
          {"reroute", reroute}};
}

CaffeEmitter findCaffeEmitter(const std::string& type) {
  static const auto emitters = [] {
    std::map<std::string, CaffeEmitter> all;
    for (const auto& list : {caffeWindowEmitters(), caffeUnitEmitters(), caffeShapeEmitters(), caffeLossEmitters()})
      for (const CaffeEmitters& emitter : list) all[emitter.type] = emitter.emit;
    return all;
  }();
  const auto found = emitters.find(type);
  return found == emitters.end() ? nullptr : found->second;
}

}  // namespace fovea
