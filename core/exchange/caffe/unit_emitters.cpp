// Writes Fovea's activations and normalisations for Caffe.
#include <fmt/format.h>

#include <algorithm>

#include "core/exchange/caffe/layer_writer.h"

namespace fovea {
namespace {

Status simply(CaffeLayerWriter& writer, const Layer& layer, const char* type, bool inPlace) {
  const auto inputs = writer.inputs(layer);
  writer.open(layer, layer.name, type, inputs, {writer.output(layer, 0, inPlace)});
  writer.close();
  return {};
}

// Writes one layer with one number as parameter.
Status withNumber(CaffeLayerWriter& writer, const Layer& layer, const char* type, const char* group, const char* name,
                  double value) {
  const auto inputs = writer.inputs(layer);
  TextWriter& text = writer.open(layer, layer.name, type, inputs, {writer.output(layer, 0, true)});
  text.open(group);
  text.real(name, value);
  text.close();
  writer.close();
  return {};
}

Status relu(CaffeLayerWriter& writer, const Layer& layer) {
  return simply(writer, layer, "ReLU", true);
}
Status leakyRelu(CaffeLayerWriter& writer, const Layer& layer) {
  return withNumber(writer, layer, "ReLU", "relu_param", "negative_slope", layer.parameters.real("slope"));
}
Status elu(CaffeLayerWriter& writer, const Layer& layer) {
  return withNumber(writer, layer, "ELU", "elu_param", "alpha", layer.parameters.real("alpha"));
}
Status dropout(CaffeLayerWriter& writer, const Layer& layer) {
  return withNumber(writer, layer, "Dropout", "dropout_param", "dropout_ratio", layer.parameters.real("probability"));
}
Status sigmoid(CaffeLayerWriter& writer, const Layer& layer) {
  return simply(writer, layer, "Sigmoid", false);
}
Status tanh(CaffeLayerWriter& writer, const Layer& layer) {
  return simply(writer, layer, "TanH", false);
}
Status softplus(CaffeLayerWriter& writer, const Layer& layer) {
  if (layer.parameters.real("beta") != 1) return notSaidInCaffe("Caffe's softplus (BNLL) has no beta.");
  return simply(writer, layer, "BNLL", false);
}
Status softmax(CaffeLayerWriter& writer, const Layer& layer) {
  const std::int64_t axis = layer.parameters.integer("axis");
  TextWriter& text = writer.open(layer, layer.name, "Softmax", writer.inputs(layer), {writer.output(layer)});
  if (axis != 1) {
    text.open("softmax_param");
    text.integer("axis", axis);
    text.close();
  }
  writer.close();
  return {};
}

Status absolute(CaffeLayerWriter& writer, const Layer& layer) {
  return simply(writer, layer, "AbsVal", false);
}
Status exponential(CaffeLayerWriter& writer, const Layer& layer) {
  return simply(writer, layer, "Exp", false);
}
Status logarithm(CaffeLayerWriter& writer, const Layer& layer) {
  return simply(writer, layer, "Log", false);
}
Status squareRoot(CaffeLayerWriter& writer, const Layer& layer) {
  return withNumber(writer, layer, "Power", "power_param", "power", 0.5);
}
Status square(CaffeLayerWriter& writer, const Layer& layer) {
  return withNumber(writer, layer, "Power", "power_param", "power", 2);
}

void power(CaffeLayerWriter& writer, const Layer& layer, const std::string& name, const std::string& from,
           const std::string& to, double scale, double shift) {
  TextWriter& text = writer.open(layer, name, "Power", {from}, {to});
  text.open("power_param");
  text.real("scale", scale);
  text.real("shift", shift);
  text.close();
  writer.close();
}

// min(max(x, 0), 6) = 6 - max(6 - max(x, 0), 0)
Status relu6(CaffeLayerWriter& writer, const Layer& layer) {
  if (writer.form() == CaffeForm::View) return notSaidInCaffe("Caffe has no ReLU6.");
  const std::string from = writer.inputs(layer).at(0), to = writer.output(layer);
  const std::string middle = writer.freshBlob(layer.name + "_middle");
  const auto rectify = [&](const std::string& name, const std::string& blob) {
    writer.open(layer, name, "ReLU", {blob}, {blob});
    writer.close();
  };
  writer.open(layer, layer.name, "ReLU", {from}, {middle});
  writer.close();
  const std::string turned = writer.freshBlob(layer.name + "_turned");
  power(writer, layer, writer.freshLayer(layer.name + "_turn"), middle, turned, -1, 6);
  rectify(writer.freshLayer(layer.name + "_cut"), turned);
  power(writer, layer, writer.freshLayer(layer.name + "_back"), turned, to, -1, 6);
  writer.approximate("ReLU6 is written as two ReLUs, with the same result to the last digit but one.");
  return {};
}

Status prelu(CaffeLayerWriter& writer, const Layer& layer) {
  const bool shared = !layer.parameters.boolean("per_channel");
  const auto inputs = writer.inputs(layer);
  TextWriter& text = writer.open(layer, layer.name, "PReLU", inputs, {writer.output(layer, 0, true)});
  writer.addLearning(layer, 1, 0);
  text.open("prelu_param");
  text.open("filler");
  text.text("type", "constant");
  text.real("value", layer.parameters.real("slope"));
  text.close();
  if (shared) text.boolean("channel_shared", true);
  text.close();
  writer.close();
  return writer.addWeights(layer, {"slope"});
}

Status lrn(CaffeLayerWriter& writer, const Layer& layer) {
  const FieldValues& p = layer.parameters;
  const bool within = p.text("region") == "within";
  if (within && p.real("offset") != 1)
    return notSaidInCaffe("Caffe's normalisation within channels has an offset of 1.");
  TextWriter& text = writer.open(layer, layer.name, "LRN", writer.inputs(layer), {writer.output(layer)});
  text.open("lrn_param");
  text.integer("local_size", p.integer("size"));
  text.real("alpha", p.real("alpha"));
  text.real("beta", p.real("beta"));
  if (p.real("offset") != 1) text.real("k", p.real("offset"));
  if (within) text.word("norm_region", "WITHIN_CHANNEL");
  text.close();
  writer.close();
  return {};
}

void emitScale(CaffeLayerWriter& writer, const Layer& layer, const std::string& name, const std::string& from,
               const std::string& to) {
  TextWriter& text = writer.open(layer, name, "Scale", {from}, {to});
  writer.addLearning(layer, 2, 0);
  text.open("scale_param");
  if (layer.type == "scale_bias" && layer.parameters.real("scale") != 1) {
    text.open("filler");
    text.real("value", layer.parameters.real("scale"));
    text.close();
  }
  text.boolean("bias_term", true);
  text.close();
  writer.close();
}

Status batchNorm(CaffeLayerWriter& writer, const Layer& layer) {
  const FieldValues& p = layer.parameters;
  const std::string from = writer.inputs(layer).at(0), to = writer.output(layer, 0, true);
  TextWriter& text = writer.open(layer, layer.name, "BatchNorm", {from}, {to});
  if (writer.form() == CaffeForm::Training)
    for (int blob = 0; blob < 3; ++blob) {  // keeps the solver from changing the moments
      text.open("param");
      text.real("lr_mult", 0);
      text.close();
    }
  text.open("batch_norm_param");
  if (writer.form() == CaffeForm::Deploy) text.boolean("use_global_stats", true);
  if (p.real("momentum") != 1 - 0.999) text.real("moving_average_fraction", 1 - p.real("momentum"));
  if (p.real("epsilon") != 1e-5) text.real("eps", p.real("epsilon"));
  text.close();
  writer.close();
  FOVEA_CHECK(writer.addWeights(layer, {"running_mean", "running_variance"}));
  if (writer.hasBlobs()) writer.addBlob(Tensor::of<float>(Shape{1}, {1}));
  if (!p.boolean("affine")) return {};
  emitScale(writer, layer, writer.freshLayer(layer.name + "_scale"), to, to);
  return writer.addWeights(layer, {"scale", "bias"});
}

Status scaleBias(CaffeLayerWriter& writer, const Layer& layer) {
  const FieldValues& p = layer.parameters;
  const std::string from = writer.inputs(layer).at(0);
  if (p.boolean("learned")) {
    emitScale(writer, layer, layer.name, from, writer.output(layer, 0, true));
    return writer.addWeights(layer, {"scale", "bias"});
  }
  power(writer, layer, layer.name, from, writer.output(layer), p.real("scale"), p.real("bias"));
  return {};
}

}  // namespace

std::vector<CaffeEmitters> caffeUnitEmitters() {
  return {{"relu", relu},
          {"leaky_relu", leakyRelu},
          {"elu", elu},
          {"dropout", dropout},
          {"sigmoid", sigmoid},
          {"tanh", tanh},
          {"softplus", softplus},
          {"softmax", softmax},
          {"relu6", relu6},
          {"prelu", prelu},
          {"local_response_normalization", lrn},
          {"batch_normalization", batchNorm},
          {"scale_bias", scaleBias},
          {"op_absolute", absolute},
          {"op_exponential", exponential},
          {"op_logarithm", logarithm},
          {"op_square_root", squareRoot},
          {"op_square", square}};
}

}  // namespace fovea
