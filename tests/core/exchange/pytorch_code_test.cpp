// The generated PyTorch code: one line a layer, weights under PyTorch's names. That it runs is tested outside, by
// tests/exchange/compare_pytorch_code.py.
#include "core/exchange/pytorch/pytorch_code.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/exchange/pytorch/pytorch_layers.h"
#include "core/network/standard_networks.h"

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

std::string expressionOf(const char* type, const FieldValues& parameters, const std::vector<Shape>& shapes) {
  const Layer layer = layerOf(type, parameters);
  const std::string name = "y";
  const std::vector<std::string> inputs{"a", "b"};
  const std::vector<Shape> outputs{Shape{2, 1}};
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

TEST(PyTorchCode, NamesTheLayerItCannotWrite) {
  const auto code = codeOf("char-transformer");
  ASSERT_FALSE(code.ok());
  EXPECT_NE(code.error().message.find("positional_encoding"), std::string::npos) << code.error().message;
}

}  // namespace
}  // namespace fovea
