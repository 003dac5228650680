// Converts layers that Caffe wrote before 2014 (`layers { type: CONVOLUTION }`) and before 2013 (`layers { layer {
// type: "conv" } }`) to the current syntax.
#include <fmt/format.h>

#include <map>

#include "core/exchange/caffe/caffe_net.h"

namespace fovea {
namespace {

const std::map<std::string, std::string>& secondNames() {
  static const std::map<std::string, std::string> names{{"ABSVAL", "AbsVal"},
                                                        {"ACCURACY", "Accuracy"},
                                                        {"ARGMAX", "ArgMax"},
                                                        {"BNLL", "BNLL"},
                                                        {"CONCAT", "Concat"},
                                                        {"CONTRASTIVE_LOSS", "ContrastiveLoss"},
                                                        {"CONVOLUTION", "Convolution"},
                                                        {"DATA", "Data"},
                                                        {"DECONVOLUTION", "Deconvolution"},
                                                        {"DROPOUT", "Dropout"},
                                                        {"DUMMY_DATA", "DummyData"},
                                                        {"EUCLIDEAN_LOSS", "EuclideanLoss"},
                                                        {"ELTWISE", "Eltwise"},
                                                        {"EXP", "Exp"},
                                                        {"FLATTEN", "Flatten"},
                                                        {"HDF5_DATA", "HDF5Data"},
                                                        {"HDF5_OUTPUT", "HDF5Output"},
                                                        {"HINGE_LOSS", "HingeLoss"},
                                                        {"IM2COL", "Im2col"},
                                                        {"IMAGE_DATA", "ImageData"},
                                                        {"INFOGAIN_LOSS", "InfogainLoss"},
                                                        {"INNER_PRODUCT", "InnerProduct"},
                                                        {"LRN", "LRN"},
                                                        {"MEMORY_DATA", "MemoryData"},
                                                        {"MULTINOMIAL_LOGISTIC_LOSS", "MultinomialLogisticLoss"},
                                                        {"MVN", "MVN"},
                                                        {"POOLING", "Pooling"},
                                                        {"POWER", "Power"},
                                                        {"RELU", "ReLU"},
                                                        {"SIGMOID", "Sigmoid"},
                                                        {"SIGMOID_CROSS_ENTROPY_LOSS", "SigmoidCrossEntropyLoss"},
                                                        {"SILENCE", "Silence"},
                                                        {"SOFTMAX", "Softmax"},
                                                        {"SOFTMAX_LOSS", "SoftmaxWithLoss"},
                                                        {"SPLIT", "Split"},
                                                        {"SLICE", "Slice"},
                                                        {"TANH", "TanH"},
                                                        {"THRESHOLD", "Threshold"},
                                                        {"WINDOW_DATA", "WindowData"}};
  return names;
}

// A layer type of 2013, and the current message that contains its fields.
struct FirstName {
  const char* type;
  const char* group;
};
const std::map<std::string, FirstName>& firstNames() {
  static const std::map<std::string, FirstName> names{{"conv", {"Convolution", "convolution_param"}},
                                                      {"pool", {"Pooling", "pooling_param"}},
                                                      {"innerproduct", {"InnerProduct", "inner_product_param"}},
                                                      {"lrn", {"LRN", "lrn_param"}},
                                                      {"dropout", {"Dropout", "dropout_param"}},
                                                      {"concat", {"Concat", "concat_param"}},
                                                      {"data", {"Data", "transform_param"}},
                                                      {"images", {"ImageData", "transform_param"}},
                                                      {"hdf5_data", {"HDF5Data", "hdf5_data_param"}},
                                                      {"relu", {"ReLU", "relu_param"}},
                                                      {"sigmoid", {"Sigmoid", "sigmoid_param"}},
                                                      {"tanh", {"TanH", "tanh_param"}},
                                                      {"bnll", {"BNLL", "bnll_param"}},
                                                      {"flatten", {"Flatten", "flatten_param"}},
                                                      {"split", {"Split", "split_param"}},
                                                      {"softmax", {"Softmax", "softmax_param"}},
                                                      {"softmax_loss", {"SoftmaxWithLoss", "loss_param"}},
                                                      {"euclidean_loss", {"EuclideanLoss", "loss_param"}},
                                                      {"accuracy", {"Accuracy", "accuracy_param"}},
                                                      {"padding", {"Padding", "padding_param"}}};
  return names;
}

const std::map<std::string, std::string>& renamedFields() {
  static const std::map<std::string, std::string> names{
      {"biasterm", "bias_term"}, {"kernelsize", "kernel_size"}, {"meanfile", "mean_file"}, {"cropsize", "crop_size"}};
  return names;
}

Status upgradeFirst(const TextField& field, CaffeLayer& layer) {
  const TextMessage& inner = field.message->sub("layer");
  FieldReader reader(inner);
  layer.name = reader.text("name");
  const std::string type = reader.text("type");
  layer.rates = reader.reals("blobs_lr");
  layer.decays = reader.reals("weight_decay");
  FOVEA_CHECK(reader.status());
  const auto found = firstNames().find(type);
  layer.type = found == firstNames().end() ? type : found->second.type;
  auto group = std::make_shared<TextMessage>();
  for (const TextField& own : inner.fields) {
    if (own.name == "name" || own.name == "type") continue;
    TextField copy = own;
    const auto renamed = renamedFields().find(own.name);
    if (renamed != renamedFields().end()) copy.name = renamed->second;
    group->fields.push_back(std::move(copy));
  }
  TextField parameters{.name = found == firstNames().end() ? "param_v0" : found->second.group,
                       .value = {},
                       .message = group,
                       .place = field.place};
  parameters.kind = TextField::Kind::Message;
  layer.message.fields.push_back(std::move(parameters));
  return {};
}

}  // namespace

Status upgradeLayer(const TextField& field, CaffeLayer& layer) {
  FieldReader reader(*field.message);
  layer.bottoms = reader.texts("bottom");
  layer.tops = reader.texts("top");
  FOVEA_CHECK(reader.status());
  if (field.message->find("layer")) return upgradeFirst(field, layer);
  layer.message = *field.message;
  layer.name = reader.text("name");
  layer.rates = reader.reals("blobs_lr");
  layer.decays = reader.reals("weight_decay");
  for (const TextField* name : field.message->all("param"))
    if (!name->message) layer.blobNames.push_back(name->value);
  const std::string type = reader.text("type");
  const auto found = secondNames().find(type);
  layer.type = found == secondNames().end() ? type : found->second;
  return reader.status();
}

}  // namespace fovea
