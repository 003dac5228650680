// The generated PyTorch code: one line per layer, and weights under PyTorch's names.
// tests/exchange/compare_pytorch_code.py tests that it runs.
#include "core/exchange/pytorch/pytorch_code.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "core/exchange/pytorch/pytorch_layers.h"
#include "core/exchange/pytorch/pytorch_weights.h"
#include "core/network/standard_networks.h"
#include "tests/core/network/drawing.h"

namespace fovea {
namespace {

Result<PyTorchCode> codeOf(const char* name) {
  Checkpoint checkpoint;
  checkpoint.network = standardNetwork(name).value();
  checkpoint.tensors = firstWeights(checkpoint.network, 0).value();
  return writePyTorchCode(checkpoint, "weights.safetensors");
}

TEST(PyTorchCode, IsALineForEachLayer) {
  const auto code = codeOf("lenet");
  ASSERT_TRUE(code.ok()) << code.error().text();
  for (const char* line : {"self.conv1 = nn.Conv2d(1, 20, (5, 5), stride=(1, 1), padding=(0, 0), dilation=(1, 1), "
                           "groups=1, bias=True)\n",
                           "conv1 = self.conv1(x)\n", "fc1 = self.fc1(torch.flatten(pool2, 1))\n",
                           "relu1 = self.relu1(fc1)\n", "return loss\n", "with_name(\"weights.safetensors\")"})
    EXPECT_NE(code->python.find(line), std::string::npos) << line << "is not in\n" << code->python;
}

TEST(PyTorchCode, TakesSeveralInputsAndGivesSeveralOutputs) {
  Checkpoint checkpoint;
  Drawing drawing;
  drawing.add("left", "input", {{"shape", std::vector<std::int64_t>{3}}})
      .add("right", "input", {{"shape", std::vector<std::int64_t>{3}}})
      .add("aside", "tanh", {}, {"left"})
      .add("sum", "add", {}, {"left", "right"});
  checkpoint.network = drawing.network;
  const auto code = writePyTorchCode(checkpoint, "weights.safetensors");
  ASSERT_TRUE(code.ok()) << code.error().text();
  for (const char* line : {"def forward(self, left, right):\n", "return sum, aside\n"})
    EXPECT_NE(code->python.find(line), std::string::npos) << line << "is not in\n" << code->python;
}

// Layers that share the weights of another one, which may come before or after them.
TEST(PyTorchCode, SharedWeightsAreTheSameParametersAndStoredOnce) {
  for (const auto& [owner, user] : {std::pair("first", "second"), std::pair("second", "first")}) {
    Drawing drawing;
    drawing.add("a", "input", {{"shape", std::vector<std::int64_t>{3}}});
    for (const char* name : {"first", "second"}) {
      FieldValues parameters{{"units", std::int64_t{3}}};
      if (name == std::string(user)) parameters.set(kSharedWeights, std::string(owner));
      drawing.add(name, "linear", parameters, {name == std::string("first") ? "a" : "first"});
    }
    Checkpoint checkpoint;
    checkpoint.network = drawing.network;
    checkpoint.tensors = firstWeights(checkpoint.network, 0).value();
    EXPECT_EQ(checkpoint.tensors.size(), 2u);
    const auto code = writePyTorchCode(checkpoint, "weights.safetensors");
    ASSERT_TRUE(code.ok()) << code.error().text();
    EXPECT_EQ(code->weights.size(), 2u);
    for (const char* parameter : {"weight", "bias"}) {
      const std::string line = std::string("self.") + user + "." + parameter + " = self." + owner + "." + parameter;
      EXPECT_NE(code->python.find(line + "\n"), std::string::npos) << line << "is not in\n" << code->python;
    }
  }
}

TEST(PyTorchCode, NamesWeightsAsPyTorch) {
  const auto names = [](const char* network) {
    std::set<std::string> result;
    for (const auto& [name, value] : codeOf(network).value().weights) result.insert(name);
    return result;
  };
  const auto residual = names("resnet-mini");
  EXPECT_TRUE(std::any_of(residual.begin(), residual.end(), [](const auto& n) { return n.ends_with(".running_var"); }));
  EXPECT_TRUE(std::none_of(residual.begin(), residual.end(), [](const auto& n) { return n.ends_with(".scale"); }));
  const auto recurrent = names("char-lstm");
  EXPECT_TRUE(
      std::any_of(recurrent.begin(), recurrent.end(), [](const auto& n) { return n.ends_with(".weight_ih_l0"); }));
}

Layer layerOf(const char* type, const FieldValues& parameters) {
  Layer layer;
  layer.type = layer.name = type;
  layer.parameters = *findLayer(type)->parameters.complete(parameters);
  return layer;
}

std::string expressionOf(const char* type, const FieldValues& parameters, const std::vector<Shape>& shapes,
                         const std::vector<Shape>& outputs = {Shape{2, 1}}) {
  const Layer layer = layerOf(type, parameters);
  const std::string name = "y";
  const std::vector<std::string> inputs{"a", "b"};
  const auto code = pyTorchLayer({layer, name, inputs, shapes, outputs});
  return code.ok() ? code->expression : code.error().message;
}

TEST(PyTorchCode, WritesOpsAndFormulas) {
  using L = std::vector<std::int64_t>;
  const std::vector<Shape> two{Shape{2, 3}, Shape{2, 3}};
  EXPECT_EQ(expressionOf("op_reshape", {{"shape", L{-4, 3}}}, two), "a.reshape((4 * x.shape[0], 3,))");
  EXPECT_EQ(expressionOf("op_reduce_mean", {{"axes", L{1}}, {"keep_dims", true}}, two),
            "torch.mean(a, dim=(1,), keepdim=True)");
  EXPECT_EQ(expressionOf("op_fused_pointwise", {{"program", std::string("2: add 0 1, mul 2 2 -> 3")}}, two),
            "((y_r2 := (a + b)) * y_r2)");
  EXPECT_EQ(expressionOf("constant", {{"value", 2.5}, {"shape", L{3}}, {"for_each_sample", true}}, {}),
            "torch.full((3,), 2.5, device=x.device).expand((1 * x.shape[0], 3,))");
}

TEST(PyTorchCode, WritesShapesAndLosses) {
  using L = std::vector<std::int64_t>;
  const std::vector<Shape> image{Shape{2, 4, 6, 6}};
  const auto resized = [&](const char* mode, const char* alignment) {
    return expressionOf("resize", {{"mode", std::string(mode)}, {"alignment", std::string(alignment)}}, image,
                        {Shape{2, 4, 12, 12}});
  };
  EXPECT_EQ(resized("nearest", "half_pixel"), "functional.interpolate(a, size=(12, 12), mode=\"nearest-exact\")");
  EXPECT_EQ(resized("nearest", "asymmetric"), "functional.interpolate(a, size=(12, 12), mode=\"nearest\")");
  EXPECT_EQ(resized("linear", "align_corners"),
            "functional.interpolate(a, size=(12, 12), mode=\"bilinear\", align_corners=True)");
  EXPECT_NE(resized("linear", "asymmetric").find("no PyTorch code"), std::string::npos);
  EXPECT_EQ(expressionOf("split", {{"parts", std::int64_t{2}}, {"sizes", L{1, 3}}}, image,
                         {Shape{2, 1, 6, 6}, Shape{2, 3, 6, 6}}),
            "torch.split(a, [1, 3], 1)");
  EXPECT_EQ(expressionOf("crop", {{"before", L{1, 0}}, {"after", L{2, 0}}}, image, {Shape{2, 4, 3, 6}}),
            "a.narrow(2, 1, 3)");
  EXPECT_EQ(expressionOf("cross_entropy", {{"class_axis", std::string("last")}}, image), "torch.softmax(a, -1)");
  EXPECT_EQ(expressionOf("focal", {}, image), "torch.softmax(a, 1)");
  EXPECT_EQ(expressionOf("dice", {}, image), "torch.softmax(a, 1)");
  EXPECT_EQ(expressionOf("detection", {}, {Shape{2, 6, 4, 4}}),
            "torch.cat([torch.sigmoid(a[:, :2] - 2.1972245773362196), a[:, 2:]], 1)");
  EXPECT_EQ(expressionOf("kl_divergence", {}, {Shape{2, 3}}), "torch.softmax(a, 1)");
  EXPECT_EQ(expressionOf("hinge", {}, {Shape{2, 3}}), "a");
  EXPECT_EQ(expressionOf("log_softmax", {{"axis", std::int64_t{-1}}}, image), "torch.log_softmax(a, -1)");
  EXPECT_EQ(expressionOf("op_slice",
                         {{"axis", std::int64_t{1}}, {"start", std::int64_t{2}}, {"length", std::int64_t{1}}}, image),
            "a.narrow(1, 2, 1)");
}

TEST(PyTorchCode, AttentionIsAClassWithModulesOfItsOwn) {
  const auto code = codeOf("char-transformer");
  ASSERT_TRUE(code.ok()) << code.error().text();
  const std::size_t attention = code->python.find("class Attention(nn.Module)");
  EXPECT_LT(attention, code->python.find("class TransformerBlock(Attention)"));
  EXPECT_EQ(code->python.find("class Attention", attention + 1), std::string::npos);
  EXPECT_EQ(code->python.find("\n\n\n\n"), std::string::npos) << "two empty lines between classes, not more";
  const auto has = [&](const std::string& end) {
    return std::any_of(code->weights.begin(), code->weights.end(),
                       [&](const auto& weight) { return weight.first.ends_with(end); });
  };
  for (const char* name : {".query.weight", ".output.bias", ".norm1.weight", ".norm2.bias", ".contract.weight"})
    EXPECT_TRUE(has(name)) << name;
}

// Layers may be called as Python's keywords or as functions of nn.Module, which the code must not hide.
TEST(PyTorchCode, NamesThatPythonOrPyTorchUsesAreChanged) {
  for (const std::string name : {"return", "global", "lambda", "forward", "modules", "training", "cpu", "_modules"}) {
    Drawing drawing;
    drawing.add("data", "input", {{"shape", std::vector<std::int64_t>{3}}})
        .add(name, "linear", {{"units", std::int64_t{3}}}, {"data"});
    Checkpoint checkpoint;
    checkpoint.network = drawing.network;
    checkpoint.tensors = firstWeights(checkpoint.network, 0).value();
    const auto code = writePyTorchCode(checkpoint, "weights.safetensors");
    ASSERT_TRUE(code.ok()) << code.error().text();
    EXPECT_EQ(code->python.find("self." + name + " ="), std::string::npos) << code->python;
    EXPECT_EQ(code->python.find("        " + name + " ="), std::string::npos) << code->python;
  }
}

TEST(PyTorchCode, ConstantsAreRealNumbersForEachOfSeveralInputs) {
  Checkpoint checkpoint;
  Drawing drawing;
  const std::vector<std::int64_t> shape{3};
  drawing.add("left", "input", {{"shape", shape}})
      .add("right", "input", {{"shape", shape}})
      .add("two", "constant", {{"value", 2.0}, {"shape", shape}, {"for_each_sample", true}})
      .add("sum", "add", {}, {"left", "right", "two"});
  checkpoint.network = drawing.network;
  const auto code = writePyTorchCode(checkpoint, "weights.safetensors");
  ASSERT_TRUE(code.ok()) << code.error().text();
  for (const char* line :
       {"def forward(self, left, right):\n        x = left\n", "torch.full((3,), 2.0, device=x.device)"})
    EXPECT_NE(code->python.find(line), std::string::npos) << line << "is not in\n" << code->python;
}

// Filters of signals have three axes in PyTorch, in the code's file as in a state_dict.
TEST(PyTorchCode, FiltersOfSignalsHaveNoAxisForRows) {
  Checkpoint checkpoint;
  Drawing drawing;
  drawing.add("data", "input", {{"shape", std::vector<std::int64_t>{4, 10}}})
      .add("conv", "convolution", {{"filters", std::int64_t{6}}, {"kernel", std::vector<std::int64_t>{3}}}, {"data"})
      .add("wider", "transposed_convolution", {{"filters", std::int64_t{5}}, {"kernel", std::vector<std::int64_t>{2}}},
           {"conv"});
  checkpoint.network = drawing.network;
  checkpoint.tensors = firstWeights(checkpoint.network, 1).value();
  const auto code = writePyTorchCode(checkpoint, "weights.safetensors");
  ASSERT_TRUE(code.ok()) << code.error().text();
  const auto named = pyTorchWeights(checkpoint);
  ASSERT_TRUE(named.ok()) << named.error().text();
  for (const auto* weights : {&code->weights, &*named})
    for (const auto& [name, value] : *weights) {
      if (name == "conv.weight") {
        EXPECT_EQ(value.shape(), (Shape{6, 4, 3}));
      } else if (name == "wider.weight") {
        EXPECT_EQ(value.shape(), (Shape{6, 5, 2}));
      }
    }
  Checkpoint other = checkpoint;
  other.tensors = firstWeights(other.network, 2).value();
  ExchangeReport report;
  const Status fitted = fitPyTorchWeights(other, {*named, {}}, report);
  ASSERT_TRUE(fitted.ok()) << fitted.error().text();
  const Tensor &before = *checkpoint.findWeight("conv.weight"), &after = *other.findWeight("conv.weight");
  ASSERT_EQ(before.type(), after.type());
  EXPECT_EQ(std::memcmp(before.raw(), after.raw(), before.bytes()), 0);
}

TEST(PyTorchCode, NamesTheLayerItCannotWrite) {
  const auto code = expressionOf("max_unpooling", {}, {Shape{2, 4, 6, 6}, Shape{2, 4, 6, 6}});
  EXPECT_NE(code.find("max_unpooling"), std::string::npos) << code;
}

}  // namespace
}  // namespace fovea
