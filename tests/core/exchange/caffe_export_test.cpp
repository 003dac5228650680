// Fovea's networks are converted to Caffe's and back with the same outputs; messages name what Caffe lacks.
#include "core/exchange/caffe/caffe_export.h"

#include "core/base/file.h"
#include "core/exchange/caffe/caffe_file.h"
#include "core/exchange/caffe/caffe_import.h"
#include "core/exchange/caffe/caffe_text.h"
#include "core/network/network_analysis.h"
#include "core/network/standard_networks.h"
#include "tests/core/exchange/onnx_support.h"

namespace fovea::testing_onnx {
namespace {

struct TemporaryPlace {
  std::filesystem::path folder;
  TemporaryPlace() {
    std::string name = (std::filesystem::temp_directory_path() / "fovea_caffe_XXXXXX").string();
    folder = ::mkdtemp(name.data());
  }
  ~TemporaryPlace() { std::filesystem::remove_all(folder); }
};

Checkpoint freshCheckpoint(const std::string& name) {
  Checkpoint checkpoint;
  checkpoint.network = standardNetwork(name).value();
  checkpoint.tensors = firstWeights(checkpoint.network, 3).value();
  return checkpoint;
}

class NetworkForCaffe : public testing::TestWithParam<std::string> {};

// Through files, with the weights.
TEST_P(NetworkForCaffe, ComesBackWithTheSameOutputs) {
  const TemporaryPlace place;
  const Checkpoint before = freshCheckpoint(GetParam());
  ExchangeReport report;
  const auto path = place.folder / "net.prototxt";
  const Status written = writeCaffeFiles(path, before, report);
  ASSERT_TRUE(written.ok()) << written.error().text();
  ExchangeReport read;
  const auto after = readCaffeFiles(path, {}, cpu(), read);
  ASSERT_TRUE(after.ok()) << after.error().text();
  EXPECT_FALSE(read.freshWeights);
  EXPECT_GE(read.difference, 0) << (read.notes.empty() ? "" : read.notes.back());
  EXPECT_LT(read.difference, 1e-5);
  const NetworkSample sample = tellingSample(before, 2, cpu()).value();
  const Tensor output = inferOutputs(*after, sample.inputs, cpu()).value()[0].second;
  ASSERT_EQ(output.elementCount(), sample.outputs[0].second.elementCount());
  EXPECT_LT(relativeDifference(output.reshaped(sample.outputs[0].second.shape()), sample.outputs[0].second), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Standard, NetworkForCaffe,
                         testing::Values("mlp", "lenet", "resnet-mini", "resnet18-cifar", "squeezenet-v1-1", "srcnn",
                                         "mobilenet-v2"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(CaffeExport, TheTextForTrainingReadsAsTheSameNetwork) {
  const TemporaryPlace place;
  const Checkpoint before = freshCheckpoint("lenet");
  ExchangeReport report;
  ASSERT_TRUE(writeCaffeFiles(place.folder / "lenet.prototxt", before, report).ok());
  ExchangeOptions options;
  options.inputs = {{.name = {}, .shape = {1, 28, 28}}};
  ExchangeReport read;
  // Through the solver, which names the network.
  const auto after = readCaffeFiles(place.folder / "lenet_solver.prototxt", options, cpu(), read);
  ASSERT_TRUE(after.ok()) << after.error().text();
  ASSERT_EQ(after->network.layers().size(), before.network.layers().size());
  for (const Layer& layer : before.network.layers()) {
    const Layer* same = after->network.findByName(layer.name);
    ASSERT_TRUE(same) << layer.name;
    EXPECT_EQ(same->type, layer.type);
  }
  EXPECT_TRUE(analyzeNetwork(after->network).ok());
  EXPECT_DOUBLE_EQ(after->settings.learningRate, before.settings.learningRate);
}

// Two inputs through the same weights, joined.
Checkpoint siamese() {
  Network network;
  const auto add = [&](const char* name, const char* type, FieldValues parameters,
                       const std::vector<const char*>& sources) {
    Layer layer;
    layer.type = type;
    layer.name = name;
    layer.parameters = std::move(parameters);
    EXPECT_TRUE(applyEdit(network, {AddLayer{layer}, ""}).ok());
    for (std::size_t i = 0; i < sources.size(); ++i)
      EXPECT_TRUE(
          applyEdit(
              network,
              {AddEdge{{network.findByName(sources[i])->id, 0, network.findByName(name)->id, static_cast<int>(i)}}, ""})
              .ok());
  };
  using List = std::vector<std::int64_t>;
  const FieldValues convolution{{"filters", std::int64_t{4}}, {"kernel", List{3, 3}}};
  FieldValues shared = convolution;
  shared.set(kSharedWeights, std::string("conv_a"));
  add("a", "input", {{"shape", List{1, 8, 8}}}, {});
  add("b", "input", {{"shape", List{1, 8, 8}}}, {});
  add("conv_a", "convolution", convolution, {"a"});
  add("conv_b", "convolution", shared, {"b"});
  add("joined", "concatenate", {}, {"conv_a", "conv_b"});
  add("fc", "linear", {{"units", std::int64_t{3}}}, {"joined"});
  add("loss", "cross_entropy", {}, {"fc"});
  Checkpoint checkpoint;
  checkpoint.network = std::move(network);
  checkpoint.tensors = firstWeights(checkpoint.network, 3).value();
  return checkpoint;
}

TEST(CaffeExport, SeveralInputsAndSharedWeightsComeBack) {
  const TemporaryPlace place;
  const Checkpoint before = siamese();
  EXPECT_EQ(before.tensors.size(), 4u) << "of two layers, since the third has those of another";
  ExchangeReport report, read;
  ASSERT_TRUE(writeCaffeFiles(place.folder / "net.prototxt", before, report).ok());
  const std::string text = readFile(place.folder / "net.prototxt", 1 << 20).value();
  EXPECT_NE(text.find("name: \"conv_a_0\""), std::string::npos) << text;
  const auto after = readCaffeFiles(place.folder / "net.prototxt", {}, cpu(), read);
  ASSERT_TRUE(after.ok()) << after.error().text();
  EXPECT_LT(read.difference, 1e-5);
  EXPECT_EQ(sharesWeightsWith(after->network.findByName("conv_b")->parameters), "conv_a");
  EXPECT_EQ(after->tensors.size(), 4u);
  const NetworkSample sample = tellingSample(before, 2, cpu()).value();
  ASSERT_EQ(sample.inputs.size(), 2u);
  const Tensor output = inferOutputs(*after, sample.inputs, cpu()).value()[0].second;
  EXPECT_LT(relativeDifference(output.reshaped(sample.outputs[0].second.shape()), sample.outputs[0].second), 1e-5);
  // The text for training: of the two inputs the first one brings the labels, in either phase.
  const std::string training = readFile(place.folder / "net_train_val.prototxt", 1 << 20).value();
  const auto count = [&](const std::string& words) {
    int found = 0;
    for (std::size_t at = training.find(words); at != std::string::npos; at = training.find(words, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("type: \"Data\""), 4) << training;
  EXPECT_EQ(count("top: \"label\""), 2) << training;
}

TEST(CaffeExport, NamesWhatCaffeLacks) {
  ExchangeReport report;
  const auto written =
      exportCaffeNet(standardNetwork("char-lstm").value(), {.form = CaffeForm::Deploy, .weights = {}}, report);
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().code, ErrorCode::Unsupported);
  EXPECT_NE(written.error().message.find("Caffe has no layer for"), std::string::npos) << written.error().message;
}

// The text of placeholders is exported unchanged, and the blobs around them keep the names that it uses.
TEST(CaffeExport, PlaceholdersKeepTheirText) {
  const std::string own =
      "layer {\n  type: 'Python'\n  name: 'cluster'  # words\n  bottom: 'coverage'\n  bottom: 'boxes'\n  top: 'a'\n"
      "  top: 'b'\n  python_param: { module: 'x' param_str : '1, 2' }\n}";
  const std::string text =
      "input: \"data\" input_shape { dim: 1 dim: 3 dim: 8 dim: 8 }\n"
      "layer { name: \"c1\" type: \"Convolution\" bottom: \"data\" top: \"coverage\" convolution_param { num_output: 1 "
      "kernel_size: 1 } }\n"
      "layer { name: \"c2\" type: \"Convolution\" bottom: \"data\" top: \"boxes\" convolution_param { num_output: 4 "
      "kernel_size: 1 } }\n" +
      own + "\nlayer { name: \"r\" type: \"ReLU\" bottom: \"b\" top: \"b\" }\n";
  ExchangeReport report;
  const auto read = importCaffeNet(text, {}, report);
  ASSERT_TRUE(read.ok()) << read.error().text();
  const auto written = exportCaffeNet(read->network, {.form = CaffeForm::Deploy, .weights = {}}, report);
  ASSERT_TRUE(written.ok()) << written.error().text();
  EXPECT_NE(written->prototxt.find(own), std::string::npos) << written->prototxt;
  EXPECT_NE(written->prototxt.find("top: \"coverage\""), std::string::npos);
  const auto again = importCaffeNet(written->prototxt, {}, report);
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_EQ(again->network.layers().size(), read->network.layers().size());
}

// Found by fuzzing: a layer without a name is named after its first blob, whose name may have to change.
TEST(CaffeExport, PlaceholdersWithoutANameKeepTheirs) {
  const std::string text =
      "input: \"data\" input_shape { dim: 1 dim: 3 dim: 8 dim: 8 }\n"
      "layer { type: \"Warp\" bottom: \"data\" top: \"c\" top: \"c\" }\n"
      "layer { type: \"Warp\" bottom: \"data\" top: \"c\" }\n";
  const auto read = networkFromPrototxt(text);
  ASSERT_TRUE(read.ok()) << read.error().text();
  const auto again = networkFromPrototxt(networkToPrototxt(*read));
  ASSERT_TRUE(again.ok()) << again.error().text();
  ASSERT_EQ(again->layers().size(), 3u);
  for (const Layer& layer : read->layers()) EXPECT_TRUE(again->findByName(layer.name)) << networkToPrototxt(*read);
}

TEST(CaffeExport, UnknownLayersKeepTheirBlobs) {
  const std::string text =
      "input: \"data\" input_shape { dim: 1 dim: 4 dim: 8 dim: 8 }\n"
      "layer { name: \"norm\" type: \"Normalize\" bottom: \"data\" top: \"norm\" }\n";
  CaffeWeights weights;
  weights.layers = {{"norm", {Tensor::of<float>(Shape{2}, {1, 2}), Tensor::of<float>(Shape{1, 1}, {3})}}};
  CaffeImportOptions options;
  options.weights = &weights;
  ExchangeReport report;
  const auto read = importCaffeNet(text, options, report);
  ASSERT_TRUE(read.ok()) << read.error().text();
  const CaffeWeightSource source = [&](const std::string& name) -> const Tensor* {
    for (const auto& [tensor, value] : read->tensors)
      if (tensor == name) return &value;
    return nullptr;
  };
  const auto written = exportCaffeNet(read->network, {.form = CaffeForm::Deploy, .weights = source}, report);
  ASSERT_TRUE(written.ok()) << written.error().text();
  ASSERT_EQ(written->weights.size(), 1u);
  EXPECT_EQ(written->weights[0].type, "Normalize");
  ASSERT_EQ(written->weights[0].blobs.size(), 2u);
  EXPECT_EQ(written->weights[0].blobs[1].shape(), (Shape{1, 1}));
}

TEST(CaffeExport, SideLossesAreForTrainingOnly) {
  const TemporaryPlace place;
  Checkpoint before;
  before.network = networkFromPrototxt(R"(
    layer { name: "data" type: "Input" top: "data" top: "label" input_param { shape { dim: 1 dim: 3 dim: 8 dim: 8 } } }
    layer { name: "c" type: "Convolution" bottom: "data" top: "c" param { lr_mult: 1 } param { lr_mult: 2 decay_mult: 0 }
      convolution_param { num_output: 4 kernel_size: 3 bias_filler { value: 0.2 } } }
    layer { name: "f1" type: "InnerProduct" bottom: "c" top: "f1" inner_product_param { num_output: 5 } }
    layer { name: "l1" type: "SoftmaxWithLoss" bottom: "f1" bottom: "label" top: "l1" loss_weight: 0.3 }
    layer { name: "f2" type: "InnerProduct" bottom: "c" top: "f2" inner_product_param { num_output: 5 } }
    layer { name: "l2" type: "SoftmaxWithLoss" bottom: "f2" bottom: "label" top: "l2" })")
                       .value();
  before.tensors = firstWeights(before.network, 3).value();
  ExchangeReport report;
  ASSERT_TRUE(writeCaffeFiles(place.folder / "net.prototxt", before, report).ok());
  const std::string deploy = readFile(place.folder / "net.prototxt", 1 << 20).value();
  const std::string training = readFile(place.folder / "net_train_val.prototxt", 1 << 20).value();
  EXPECT_EQ(deploy.find("f1"), std::string::npos);
  EXPECT_NE(deploy.find("Softmax"), std::string::npos);
  EXPECT_NE(training.find("loss_weight: 0.3"), std::string::npos);
  EXPECT_NE(training.find("lr_mult: 2"), std::string::npos);
  EXPECT_NE(training.find("bias_filler"), std::string::npos);
  ExchangeReport read;
  const auto again = readCaffeFiles(place.folder / "net.prototxt", {}, cpu(), read);
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_FALSE(read.freshWeights);
  const NetworkSample sample = tellingSample(before, 2, cpu()).value();
  EXPECT_LT(relativeDifference(inferOutputs(*again, sample.inputs, cpu()).value()[0].second, sample.outputs[0].second),
            1e-5);
}

// A model as exported by DIGITS: all files of the folder belong together.
TEST(CaffeFiles, WhatLiesBesideATextComesWithIt) {
  const TemporaryPlace place;
  const Checkpoint before = freshCheckpoint("lenet");
  ExchangeReport report;
  const auto deploy = place.folder / "deploy.prototxt", mean = place.folder / "mean.binaryproto";
  ASSERT_TRUE(writeCaffeFiles(deploy, before, report).ok());
  std::filesystem::rename(place.folder / "deploy.caffemodel", place.folder / "snapshot_iter_60.caffemodel");
  ASSERT_TRUE(writeCaffeMean(mean, Tensor::of<float>(Shape{1, 1, 2}, {51, 51})).ok());
  ASSERT_TRUE(writeFileAtomic(place.folder / "labels.txt", "zero\r\none\n2\n3\n4\n5\n6\n7\n8\nnine\n").ok());
  ExchangeReport read;
  const auto after = readCaffeFiles(deploy, {}, cpu(), read);
  ASSERT_TRUE(after.ok()) << after.error().text();
  EXPECT_FALSE(read.freshWeights);
  ASSERT_EQ(after->classes.size(), 10u);
  EXPECT_EQ(after->classes[0], "zero");
  ASSERT_EQ(after->transforms.size(), 1u);
  EXPECT_NEAR(std::get<Normalise>(after->transforms[0]).mean[0], 0.2, 1e-6);
}

TEST(CaffeFiles, WhatDoesNotBelongToATextIsLeft) {
  const TemporaryPlace place;
  const Checkpoint before = freshCheckpoint("lenet");
  ExchangeReport report;
  const auto deploy = place.folder / "deploy.prototxt";
  ASSERT_TRUE(writeCaffeFiles(deploy, before, report).ok());
  std::filesystem::rename(place.folder / "deploy.caffemodel", place.folder / "a.caffemodel");
  std::filesystem::copy_file(place.folder / "a.caffemodel", place.folder / "b.caffemodel");
  ExchangeReport two;
  EXPECT_TRUE(readCaffeFiles(deploy, {}, cpu(), two).ok());
  EXPECT_TRUE(two.freshWeights) << "nobody knows which of two is meant";

  std::filesystem::remove(place.folder / "a.caffemodel");
  ASSERT_TRUE(writeFileAtomic(place.folder / "b.caffemodel", "none").ok());
  ASSERT_TRUE(writeCaffeMean(place.folder / "mean.binaryproto", Tensor::of<float>(Shape{3, 1, 1}, {1, 2, 3})).ok());
  ASSERT_TRUE(writeFileAtomic(place.folder / "labels.txt", "one\ntwo\n").ok());
  ExchangeReport unfit;
  const auto alone = readCaffeFiles(deploy, {}, cpu(), unfit);
  ASSERT_TRUE(alone.ok()) << alone.error().text();
  EXPECT_TRUE(unfit.freshWeights);
  EXPECT_TRUE(alone->transforms.empty());
  EXPECT_TRUE(alone->classes.empty());
  EXPECT_GE(unfit.notes.size(), 2u);
}

}  // namespace
}  // namespace fovea::testing_onnx
