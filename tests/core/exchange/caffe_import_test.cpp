// Caffe's networks are converted to Fovea's: old and new syntax, phases, and layers that are merged, dropped or kept as
// placeholders.
#include "core/exchange/caffe/caffe_import.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/exchange/network_weights.h"
#include "core/network/losses.h"
#include "core/network/network_analysis.h"
#include "core/network/network_editor.h"

namespace fovea {
namespace {

constexpr const char* kInput =
    "layer { name: \"data\" type: \"Input\" top: \"data\" input_param { shape { dim: 1 dim: 3 dim: 16 dim: 16 } } }\n";

CaffeImported imported(const std::string& text, ExchangeReport& report, CaffeImportOptions options = {}) {
  auto read = importCaffeNet(text, options, report);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().text());
  return read.ok() ? std::move(*read) : CaffeImported();
}
CaffeImported imported(const std::string& text) {
  ExchangeReport report;
  return imported(text, report);
}

std::vector<std::string> typesOf(const Network& network) {
  std::vector<std::string> types;
  for (const Layer& layer : network.layers()) types.push_back(layer.type);
  return types;
}
using Types = std::vector<std::string>;

Shape shapeOf(const Network& network, const std::string& layer) {
  const NetworkReport report = analyzeNetwork(network);
  const auto& outputs = report.layers.at(network.findByName(layer)->id).outputs;
  return outputs.empty() ? Shape() : outputs[0];
}

// Caffe's example of a Siamese network: blobs of the same name are shared weights.
TEST(CaffeImport, BlobsOfTheSameNameAreShared) {
  const auto branch = [](const std::string& end) {
    return "layer { name: \"data" + end + "\" type: \"Input\" top: \"data" + end +
           "\" input_param { shape { dim: 1 dim: 1 dim: 12 dim: 12 } } }\n"
           "layer { name: \"conv" +
           end + "\" type: \"Convolution\" bottom: \"data" + end + "\" top: \"conv" + end +
           "\" param { name: \"conv_w\" lr_mult: 1 } param { name: \"conv_b\" lr_mult: 2 }\n"
           "  convolution_param { num_output: 4 kernel_size: 3 } }\n";
  };
  const CaffeImported read = imported(branch("") + branch("_p") +
                                      "layer { name: \"both\" type: \"Concat\" bottom: \"conv\" bottom: \"conv_p\" "
                                      "top: \"both\" }\n");
  EXPECT_EQ(sharesWeightsWith(read.network.findByName("conv")->parameters), "");
  EXPECT_EQ(sharesWeightsWith(read.network.findByName("conv_p")->parameters), "conv");
  ASSERT_TRUE(read.network.findByName("data_p"));
  EXPECT_EQ(read.network.findByName("data_p")->type, "input") << "a second input, not labels";
  EXPECT_EQ(analyzeNetwork(read.network).parameters, 4 * 9 + 4);
}

// Layers share all their blobs or none; the report names those that share only in Caffe.
TEST(CaffeImport, OnlyBlobsThatAreNotSharedAreReported) {
  const auto twins = [](const std::string& first, const std::string& second) {
    const auto layer = [](const std::string& name, const std::string& param) {
      return "layer { name: \"" + name + "\" type: \"InnerProduct\" bottom: \"data\" top: \"" + name + "\" " + param +
             " inner_product_param { num_output: 3 } }\n";
    };
    return kInput + layer("a", first) + layer("b", second);
  };
  const auto check = [&](const std::string& text, bool shared, bool said) {
    ExchangeReport report;
    const CaffeImported read = imported(text, report);
    EXPECT_EQ(sharesWeightsWith(read.network.findByName("b")->parameters), shared ? "a" : "") << text;
    const auto own = [](const std::string& line) { return line.find("are its own") != std::string::npos; };
    EXPECT_EQ(std::count_if(report.approximated.begin(), report.approximated.end(), own), said ? 2 : 0) << text;
  };
  const std::string both = "param { name: \"w\" } param { name: \"v\" }", weight = "param { name: \"w\" }";
  check(twins(both, both), true, false);
  check(twins(weight, weight), false, true);
  check(twins(both, "param { name: \"w\" } param { name: \"u\" }"), false, true);
  check(twins(weight, "param { name: \"u\" }"), false, false);
  std::string old = twins("param: \"w\" param: \"v\"", "param: \"w\" param: \"v\"");
  for (std::size_t at = 0; (at = old.find("layer {", at)) != std::string::npos; ++at) old.replace(at, 7, "layers {");
  for (std::size_t at = 0; (at = old.find("\"InnerProduct\"", at)) != std::string::npos;)
    old.replace(at, 14, "INNER_PRODUCT");
  check(old, true, false);
}

TEST(CaffeImport, AConvolutionOfSeveralInputsIsOneForEachWithTheSameWeights) {
  const CaffeImported read = imported(
      std::string(kInput) +
      "layer { name: \"other\" type: \"Input\" top: \"other\" input_param { shape { dim: 1 dim: 3 dim: 9 dim: 9 } } }\n"
      "layer { name: \"conv\" type: \"Convolution\" bottom: \"data\" bottom: \"other\" top: \"a\" top: \"b\"\n"
      "  convolution_param { num_output: 2 kernel_size: 3 } }\n");
  EXPECT_EQ(shapeOf(read.network, "conv"), (Shape{2, 14, 14}));
  EXPECT_EQ(shapeOf(read.network, "conv_2"), (Shape{2, 7, 7}));
  EXPECT_EQ(sharesWeightsWith(read.network.findByName("conv_2")->parameters), "conv");
  EXPECT_EQ(analyzeNetwork(read.network).parameters, 2 * 3 * 9 + 2);
}

TEST(CaffeImport, ReadsANetworkForTraining) {
  const std::string text =
      "name: \"small\"\n"
      "layer { name: \"mnist\" type: \"Data\" top: \"data\" top: \"label\" include { phase: TRAIN }\n"
      "  transform_param { scale: 0.00390625 crop_size: 28 mirror: true mean_value: 127 } data_param { batch_size: 64 "
      "} }\n"
      "layer { name: \"mnist\" type: \"Data\" top: \"data\" top: \"label\" include { phase: TEST } }\n"
      "layer { name: \"conv1\" type: \"Convolution\" bottom: \"data\" top: \"conv1\"\n"
      "  param { lr_mult: 1 } param { lr_mult: 2 decay_mult: 0 }\n"
      "  convolution_param { num_output: 20 kernel_size: 5 stride: 2 pad: 1 weight_filler { type: \"xavier\" } } }\n"
      "layer { name: \"relu1\" type: \"ReLU\" bottom: \"conv1\" top: \"conv1\" }\n"
      "layer { name: \"fixed\" type: \"InnerProduct\" bottom: \"conv1\" top: \"fixed\" param { lr_mult: 0 } param { "
      "lr_mult: 0 }\n"
      "  inner_product_param { num_output: 10 weight_filler { type: \"gaussian\" std: 0.02 } } }\n"
      "layer { name: \"accuracy\" type: \"Accuracy\" bottom: \"fixed\" bottom: \"label\" top: \"accuracy\" }\n"
      "layer { name: \"loss\" type: \"SoftmaxWithLoss\" bottom: \"fixed\" bottom: \"label\" top: \"loss\" }\n";
  ExchangeReport report;
  const CaffeImported read = imported(text, report);
  EXPECT_EQ(read.network.name(), "small");
  EXPECT_EQ(typesOf(read.network), (Types{"input", "convolution", "relu", "linear", "cross_entropy"}));
  EXPECT_TRUE(analyzeNetwork(read.network).ok());
  const FieldValues& conv = read.network.findByName("conv1")->parameters;
  EXPECT_EQ(conv.text("initializer"), "lecun_uniform");
  EXPECT_EQ(conv.real("rate_multiplier"), 1);
  EXPECT_EQ(conv.list("stride"), (std::vector<std::int64_t>{2, 2}));
  const FieldValues& linear = read.network.findByName("fixed")->parameters;
  EXPECT_TRUE(linear.boolean("frozen"));
  EXPECT_EQ(linear.text("initializer"), "normal");
  EXPECT_DOUBLE_EQ(linear.real("initializer_size"), 0.02);
  EXPECT_EQ(read.network.findByName("data")->parameters.list("shape"), (std::vector<std::int64_t>{1, 28, 28}));
  EXPECT_NE(read.network.findByName("data")->parameters.text("transforms").find("random_flip"), std::string::npos);
  ASSERT_EQ(read.transforms.size(), 1u);
  const Normalise& normalise = std::get<Normalise>(read.transforms[0]);
  EXPECT_NEAR(normalise.mean[0], 127.0 / 255, 1e-9);
  EXPECT_NEAR(normalise.deviation[0], 1 / (255 * 0.00390625), 1e-9);
  EXPECT_EQ(report.dropped.size(), 1u);  // accuracy
}

TEST(CaffeImport, AsksForAShapeThatIsNotThere) {
  const std::string text = "layer { name: \"mnist\" type: \"Data\" top: \"data\" top: \"label\" }";
  ExchangeReport report;
  const auto read = importCaffeNet(text, {}, report);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().message, "Line 1, column 1: The text does not say how large the samples of “mnist” are.");
  CaffeImportOptions options;
  options.shape = {1, 28, 28};
  EXPECT_TRUE(importCaffeNet(text, options, report).ok());
}

TEST(CaffeImport, ReadsAllGenerations) {
  const char* today =
      "input: \"data\" input_shape { dim: 1 dim: 3 dim: 16 dim: 16 }\n"
      "layer { name: \"c\" type: \"Convolution\" bottom: \"data\" top: \"c\" convolution_param { num_output: 4 "
      "kernel_size: 3 "
      "group: 1 } }\n"
      "layer { name: \"p\" type: \"Pooling\" bottom: \"c\" top: \"p\" pooling_param { pool: AVE kernel_size: 2 stride: "
      "2 } }\n"
      "layer { name: \"d\" type: \"Dropout\" bottom: \"p\" top: \"p\" dropout_param { dropout_ratio: 0.3 } }\n"
      "layer { name: \"s\" type: \"Softmax\" bottom: \"p\" top: \"s\" }\n";
  const char* second =
      "input: \"data\" input_dim: 1 input_dim: 3 input_dim: 16 input_dim: 16\n"
      "layers { name: \"c\" type: CONVOLUTION bottom: \"data\" top: \"c\" blobs_lr: 1 blobs_lr: 1 convolution_param { "
      "num_output: 4 kernel_size: 3 } }\n"
      "layers { name: \"p\" type: POOLING bottom: \"c\" top: \"p\" pooling_param { pool: AVE kernel_size: 2 stride: 2 "
      "} }\n"
      "layers { name: \"d\" type: DROPOUT bottom: \"p\" top: \"p\" dropout_param { dropout_ratio: 0.3 } }\n"
      "layers { name: \"s\" type: SOFTMAX bottom: \"p\" top: \"s\" }\n";
  const char* first =
      "input: \"data\" input_dim: 1 input_dim: 3 input_dim: 16 input_dim: 16\n"
      "layers { layer { name: \"c\" type: \"conv\" num_output: 4 kernelsize: 3 blobs_lr: 1. blobs_lr: 1. } bottom: "
      "\"data\" top: "
      "\"c\" }\n"
      "layers { layer { name: \"p\" type: \"pool\" pool: AVE kernelsize: 2 stride: 2 } bottom: \"c\" top: \"p\" }\n"
      "layers { layer { name: \"d\" type: \"dropout\" dropout_ratio: 0.3 } bottom: \"p\" top: \"p\" }\n"
      "layers { layer { name: \"s\" type: \"softmax\" } bottom: \"p\" top: \"s\" }\n";
  const Network wanted = imported(today).network;
  EXPECT_EQ(typesOf(wanted), (Types{"input", "convolution", "average_pooling", "dropout", "softmax"}));
  EXPECT_EQ(imported(second).network, wanted);
  EXPECT_EQ(imported(first).network, wanted);
}

TEST(CaffeImport, ChoosesTheLayersOfAPhase) {
  const std::string text =
      std::string(kInput) +
      "layer { name: \"a\" type: \"ReLU\" bottom: \"data\" top: \"a\" include { phase: TRAIN } }\n"
      "layer { name: \"b\" type: \"TanH\" bottom: \"data\" top: \"b\" include { stage: \"deploy\" } }\n"
      "layer { name: \"c\" type: \"ELU\" bottom: \"data\" top: \"c\" exclude { stage: \"deploy\" } }\n"
      "layer { name: \"d\" type: \"Sigmoid\" bottom: \"data\" top: \"d\" include { phase: TEST not_stage: "
      "\"val\" } }\n";
  const auto layersIn = [&](CaffePhase phase) {
    ExchangeReport report;
    CaffeImportOptions options;
    options.phase = phase;
    return typesOf(imported(text, report, options).network);
  };
  EXPECT_EQ(layersIn(CaffePhase::Training), (Types{"input", "relu", "elu"}));
  EXPECT_EQ(layersIn(CaffePhase::Automatic), (Types{"input", "relu", "elu"}));
  EXPECT_EQ(layersIn(CaffePhase::Deploy), (Types{"input", "tanh", "sigmoid"}));
  EXPECT_EQ(layersIn(CaffePhase::Test), (Types{"input", "elu"}));
}

// Caffe rounds up, but no window begins in the padding at the end.
TEST(CaffeImport, PoolsAsCaffeDoes) {
  for (const auto& [kernel, stride, pad, wanted] :
       {std::tuple{3, 2, 0, 8}, {3, 2, 1, 9}, {2, 2, 0, 8}, {2, 2, 1, 9}, {5, 3, 2, 6}}) {
    const std::string text =
        std::string(kInput) +
        fmt::format(
            "layer {{ name: \"p\" type: \"Pooling\" bottom: \"data\" top: \"p\" pooling_param {{ pool: MAX "
            "kernel_size: {} stride: {} pad: {} }} }}",
            kernel, stride, pad);
    EXPECT_EQ(shapeOf(imported(text).network, "p")[1], wanted) << kernel << " " << stride << " " << pad;
  }
}

TEST(CaffeImport, BatchNormAndScaleBecomeOne) {
  const std::string text =
      std::string(kInput) +
      "layer { name: \"bn\" type: \"BatchNorm\" bottom: \"data\" top: \"bn\" }\n"
      "layer { name: \"sc\" type: \"Scale\" bottom: \"bn\" top: \"bn\" scale_param { bias_term: true } }\n"
      "layer { name: \"r\" type: \"ReLU\" bottom: \"bn\" top: \"bn\" }\n";
  CaffeWeights weights;
  weights.layers = {{"bn",
                     {Tensor::of<float>(Shape{3}, {2, 4, 6}), Tensor::of<float>(Shape{3}, {8, 10, 12}),
                      Tensor::of<float>(Shape{1}, {2})}},
                    {"sc", {Tensor::of<float>(Shape{3}, {1, 2, 3}), Tensor::of<float>(Shape{3}, {4, 5, 6})}}};
  CaffeImportOptions options;
  options.weights = &weights;
  ExchangeReport report;
  const CaffeImported read = imported(text, report, options);
  EXPECT_EQ(typesOf(read.network), (Types{"input", "batch_normalization", "relu"}));
  std::map<std::string, std::vector<float>> tensors;
  for (const auto& [name, value] : read.tensors)
    tensors[name].assign(value.values<float>().begin(), value.values<float>().end());
  EXPECT_EQ(tensors["bn.running_mean"], (std::vector<float>{1, 2, 3}));  // sums over two steps
  EXPECT_EQ(tensors["bn.running_variance"], (std::vector<float>{4, 5, 6}));
  EXPECT_EQ(tensors["bn.scale"], (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(tensors["bn.bias"], (std::vector<float>{4, 5, 6}));
}

TEST(CaffeImport, JoinsCutsAndScales) {
  const std::string text =
      std::string(kInput) +
      "layer { name: \"s\" type: \"Slice\" bottom: \"data\" top: \"x\" top: \"y\" slice_param { axis: 1 slice_point: 1 "
      "} }\n"
      "layer { name: \"x2\" type: \"Concat\" bottom: \"x\" bottom: \"x\" top: \"x2\" }\n"
      "layer { name: \"sum\" type: \"Eltwise\" bottom: \"x2\" bottom: \"y\" top: \"sum\" eltwise_param { coeff: 1 "
      "coeff: -1 } }\n"
      "layer { name: \"half\" type: \"Eltwise\" bottom: \"sum\" bottom: \"y\" top: \"half\" eltwise_param { operation: "
      "SUM coeff: "
      "0.5 coeff: 1 } }\n"
      "layer { name: \"pw\" type: \"Power\" bottom: \"half\" top: \"pw\" power_param { scale: 2 shift: -1 } }\n"
      "layer { name: \"up\" type: \"Deconvolution\" bottom: \"pw\" top: \"up\" convolution_param { num_output: 2 "
      "bias_term: false "
      "kernel_size: 4 stride: 2 group: 2 weight_filler { type: \"bilinear\" } } }\n"
      "layer { name: \"cut\" type: \"Crop\" bottom: \"up\" bottom: \"data\" top: \"cut\" crop_param { axis: 2 offset: "
      "5 } }\n"
      "layer { name: \"flat\" type: \"Reshape\" bottom: \"cut\" top: \"flat\" reshape_param { shape { dim: 0 dim: -1 "
      "dim: 4 } } }\n";
  const Network network = imported(text).network;
  EXPECT_EQ(typesOf(network), (Types{"input", "split", "concatenate", "subtract", "scale_bias", "add", "scale_bias",
                                     "transposed_convolution", "crop", "reshape"}));
  EXPECT_EQ(shapeOf(network, "up"), (Shape{2, 34, 34}));
  EXPECT_EQ(shapeOf(network, "cut"), (Shape{2, 16, 16}));
  EXPECT_EQ(shapeOf(network, "flat"), (Shape{128, 4}));
  EXPECT_EQ(network.findByName("cut")->parameters.list("before"), (std::vector<std::int64_t>{5, 5}));
}

TEST(CaffeImport, WhatFoveaLacksBecomesAPlaceholder) {
  const std::string own =
      "layer {\n  type: 'Python'\n  name: 'cluster'  # words\n  bottom: 'data'\n  top: 'a'\n  top: 'b'\n"
      "  python_param { module: 'x' }\n}";
  const std::string text =
      std::string(kInput) + own +
      "\nlayer { name: \"r\" type: \"ReLU\" bottom: \"b\" top: \"r\" }\n"
      "layer { name: \"st\" type: \"Pooling\" bottom: \"data\" top: \"st\" pooling_param { pool: STOCHASTIC "
      "kernel_size: 2 } }\n";
  ExchangeReport report;
  const CaffeImported read = imported(text, report);
  EXPECT_EQ(read.placeholders, 2u);
  const Layer& cluster = *read.network.findByName("cluster");
  EXPECT_EQ(cluster.type, "placeholder");
  EXPECT_EQ(cluster.parameters.text("kind"), "Python");
  EXPECT_EQ(cluster.parameters.text("text"), own);
  EXPECT_EQ(cluster.parameters.integer("outputs"), 2);
  EXPECT_EQ(read.network.edgesInto(read.network.findByName("r")->id)[0].output, 1);
  const NetworkReport analysis = analyzeNetwork(read.network);
  const NetworkProblem* problem = analysis.problemOf(cluster.id);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->message, "Fovea has no layer of the kind “Python”.");
  EXPECT_FALSE(problem->advice.empty());
  const auto stored = networkFromJson(networkToJson(read.network));
  ASSERT_TRUE(stored.ok());
  EXPECT_EQ(*stored, read.network);
}

// Labels that are processed before the comparison come from a placeholder of their own.
TEST(CaffeImport, LabelsThatAreComputedStayVisible) {
  const std::string text =
      std::string(kInput) +
      "layer { name: \"labels\" type: \"Data\" top: \"label\" }\n"
      "layer { name: \"turn\" type: \"Python\" bottom: \"label\" top: \"turned\" }\n"
      "layer { name: \"loss\" type: \"EuclideanLoss\" bottom: \"data\" bottom: \"turned\" top: \"loss\" }\n";
  const CaffeImported read = imported(text);
  EXPECT_EQ(typesOf(read.network), (Types{"input", "placeholder", "placeholder", "placeholder"}));
  EXPECT_EQ(read.network.findByName("labels")->parameters.integer("inputs"), 0);
}

TEST(CaffeImport, SeveralLossesKeepTheirWeights) {
  const std::string text =
      "layer { name: \"d\" type: \"DummyData\" top: \"data\" top: \"label\" dummy_data_param { shape { dim: 1 dim: 8 } "
      "} }\n"
      "layer { name: \"a\" type: \"InnerProduct\" bottom: \"data\" top: \"a\" inner_product_param { num_output: 3 } }\n"
      "layer { name: \"l1\" type: \"SoftmaxWithLoss\" bottom: \"a\" bottom: \"label\" top: \"l1\" loss_weight: 0.3 }\n"
      "layer { name: \"b\" type: \"InnerProduct\" bottom: \"data\" top: \"b\" inner_product_param { num_output: 3 } }\n"
      "layer { name: \"l2\" type: \"SoftmaxWithLoss\" bottom: \"b\" bottom: \"label\" top: \"l2\" loss_weight: 1 }\n";
  ExchangeReport report;
  const CaffeImported read = imported(text, report);
  EXPECT_EQ(typesOf(read.network), (Types{"input", "linear", "cross_entropy", "linear", "cross_entropy"}));
  EXPECT_EQ(read.network.findByName("l1")->parameters.real("loss_weight"), 0.3);
  EXPECT_EQ(judgingLoss(read.network)->name, "l2");
  EXPECT_TRUE(report.dropped.empty());
  EXPECT_TRUE(analyzeNetwork(read.network).ok());
}

TEST(CaffeImport, BiasesLearnAndBeginAsTheTextSays) {
  const std::string text = std::string(kInput) +
                           "layer { name: \"c\" type: \"Convolution\" bottom: \"data\" top: \"c\"\n"
                           "  param { lr_mult: 10 decay_mult: 1 } param { lr_mult: 20 decay_mult: 0 }\n"
                           "  convolution_param { num_output: 4 kernel_size: 3 weight_filler { type: \"xavier\" }\n"
                           "    bias_filler { type: \"constant\" value: 0.2 } } }\n";
  ExchangeReport report;
  const CaffeImported read = imported(text, report);
  const FieldValues& conv = read.network.findByName("c")->parameters;
  EXPECT_EQ(conv.real("rate_multiplier"), 10);
  EXPECT_EQ(conv.real("bias_rate_multiplier"), 2);
  EXPECT_EQ(conv.real("bias_value"), 0.2);
  EXPECT_TRUE(report.approximated.empty());
  for (const auto& [name, tensor] : firstWeights(read.network, 0).value()) {
    if (name == "c.bias") {
      EXPECT_EQ(tensor.values<float>()[0], 0.2f);
    }
  }
}

TEST(CaffeImport, LongNamesStayWithinBounds) {
  // A name at the length limit with a character of three bytes, so that a suffix and a number do not fit.
  const std::string name = std::string(96, 'n') + "€";
  std::string text = kInput;
  for (int i = 0; i < 2; ++i)
    text += "layer { name: \"" + name + "\" type: \"Eltwise\" bottom: \"data\" bottom: \"data\" top: \"e" +
            std::to_string(i) + "\" eltwise_param { coeff: 1 coeff: -2 } }\n";
  const Network network = imported(text).network;
  EXPECT_TRUE(network.findByName(name));
  std::set<std::string> names;
  for (const Layer& layer : network.layers()) {
    EXPECT_TRUE(NetworkEditor::checkName(layer.name).ok()) << layer.name;
    EXPECT_TRUE(names.insert(layer.name).second) << layer.name;
  }
}

TEST(CaffeImport, WeightsOfAnotherNetworkAreRefused) {
  CaffeWeights weights;
  weights.layers = {
      {"fc", {Tensor::zeros({DataType::Float32, Shape{2, 5}}), Tensor::zeros({DataType::Float32, Shape{2}})}}};
  CaffeImportOptions options;
  options.weights = &weights;
  ExchangeReport report;
  const auto read = importCaffeNet(
      "input: \"data\" input_shape { dim: 1 dim: 4 } layer { name: \"fc\" type: \"InnerProduct\" bottom: \"data\" top: "
      "\"fc\" "
      "inner_product_param { num_output: 2 } }",
      options, report);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().message, "The weight of “fc” should be [2, 4], but the caffemodel has [2, 5].");
}

// Found by mutation: each would have been an edge to a missing port.
TEST(CaffeImport, PortsThatALayerLacksAreRefusedWithTheirLine) {
  const char* layers[] = {
      "layer { name: \"p\" type: \"Pooling\" top: \"p\" pooling_param { kernel_size: 2 } }",
      "layer { name: \"r\" type: \"TanH\" bottom: \"data\" top: \"r\" top: \"s\" }",
      "layer { name: \"m\" type: \"Fovea.subtract\" bottom: \"data\" top: \"m\" }",
      "layer { name: \"l\" type: \"Flatten\" bottom: \"data\" top: \"m\" top: \"n\" }",
      "layer { name: \"b\" type: \"Fovea.block\" bottom: \"data\" top: \"b\" }",
      "layer { name: \"n\" type: \"Dropout\" bottom: \"data\" top: \"n\" dropout_param { dropout_ratio: nan } }"};
  for (const char* layer : layers) {
    ExchangeReport report;
    const auto read = importCaffeNet(std::string(kInput) + layer, {}, report);
    // A layer whose outputs none of Fovea's layers can produce becomes a placeholder.
    if (read.ok())
      EXPECT_EQ(read->placeholders, 1u) << layer;
    else
      EXPECT_EQ(read.error().message.rfind("Line 2, column 1: ", 0), 0u) << read.error().message;
  }
}

// A text as long as the largest networks is read quickly.
TEST(CaffeImport, ReadsAThousandLayers) {
  std::string text = kInput;
  std::string from = "data";
  for (int i = 0; i < 1000; ++i) {
    const std::string name = fmt::format("conv{}", i);
    text += fmt::format(
        "layer {{ name: \"{0}\" type: \"Convolution\" bottom: \"{1}\" top: \"{0}\" convolution_param {{ num_output: 8 "
        "kernel_size: 3 pad: 1 }} }}\nlayer {{ name: \"relu{2}\" type: \"ReLU\" bottom: \"{0}\" top: \"{0}\" }}\n",
        name, from, i);
    from = name;
  }
  const Network network = imported(text).network;
  EXPECT_EQ(network.layers().size(), 2001u);
  EXPECT_EQ(analyzeNetwork(network).parameters, 8 * 27 + 8 + 999 * (8 * 72 + 8));
}

}  // namespace
}  // namespace fovea
