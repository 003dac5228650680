// Weights from PyTorch are matched with layers by name, or by order and shape; uncertain ones are reported and left
// out.
#include "core/exchange/pytorch/pytorch_weights.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/network/standard_networks.h"

namespace fovea {
namespace {

Checkpoint fresh(const char* name, std::uint64_t seed) {
  Checkpoint checkpoint;
  checkpoint.network = standardNetwork(name).value();
  checkpoint.tensors = firstWeights(checkpoint.network, seed).value();
  return checkpoint;
}

SafetensorsFile fileOf(const Checkpoint& checkpoint) {
  SafetensorsFile file;
  file.tensors = pyTorchWeights(checkpoint).value();
  return file;
}

bool sameWeights(const Checkpoint& a, const Checkpoint& b) {
  return std::all_of(a.tensors.begin(), a.tensors.end(), [&](const auto& entry) {
    const Tensor* other = b.findWeight(entry.first);
    return other && other->type() == entry.second.type() &&
           std::memcmp(other->raw(), entry.second.raw(), other->bytes()) == 0;
  });
}

TEST(PyTorchWeights, ComeBackByName) {
  for (const char* network : {"resnet18-cifar", "char-lstm", "char-transformer", "mobilenet-v2"}) {
    const Checkpoint trained = fresh(network, 1);
    Checkpoint other = fresh(network, 2);
    ExchangeReport report;
    const Status status = fitPyTorchWeights(other, fileOf(trained), report);
    ASSERT_TRUE(status.ok()) << network << ": " << status.error().text();
    EXPECT_TRUE(sameWeights(trained, other)) << network;
    EXPECT_TRUE(report.dropped.empty());
    EXPECT_TRUE(report.approximated.empty());
  }
}

// torchvision's naming: every module is named by its position among its siblings.
SafetensorsFile renamedByPlace(const Checkpoint& checkpoint) {
  SafetensorsFile file = fileOf(checkpoint);
  std::string before;
  int place = 8;
  for (auto& [name, tensor] : file.tensors) {
    const std::string owner = name.substr(0, name.rfind('.'));
    place += owner != before ? 1 : 0;
    before = owner;
    name = "features." + std::to_string(place) + name.substr(name.rfind('.'));
  }
  std::reverse(file.tensors.begin(), file.tensors.end());  // a file may have any order
  file.tensors.emplace_back("features.9.num_batches_tracked", Tensor::of<std::int64_t>(Shape{1}, {3}));
  return file;
}

TEST(PyTorchWeights, AreFittedByOrderAndShape) {
  const Checkpoint trained = fresh("resnet18", 1);
  Checkpoint other = fresh("resnet18", 2);
  ExchangeReport report;
  const Status status = fitPyTorchWeights(other, renamedByPlace(trained), report);
  ASSERT_TRUE(status.ok()) << status.error().text();
  EXPECT_TRUE(sameWeights(trained, other));
  ASSERT_FALSE(report.notes.empty());
  EXPECT_EQ(
      report.notes.back(),
      "41 of 41 layers with weights took those of the file, by the order of the modules' names and their shapes.");
}

// "transition1" comes after "denseblock2" in the order of names, and before it in the order of layers.
TEST(PyTorchWeights, TheOrderOfNamesThatDifferIsFound) {
  const Checkpoint trained = fresh("densenet121", 1);
  SafetensorsFile file = fileOf(trained);
  for (auto& [name, tensor] : file.tensors) {
    if (name.starts_with("transition")) name = "features." + name;
    if (name.starts_with("dense")) name = "features.denseblock" + name.substr(5);
    std::replace(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(name.rfind('.')), '_', '.');
  }
  Checkpoint other = fresh("densenet121", 2);
  ExchangeReport report;
  const Status status = fitPyTorchWeights(other, file, report);
  ASSERT_TRUE(status.ok()) << status.error().text();
  EXPECT_TRUE(sameWeights(trained, other));
}

TEST(PyTorchWeights, AnotherHeadIsSaid) {
  Checkpoint trained = fresh("lenet", 1);
  SafetensorsFile file = fileOf(trained);
  for (auto& [name, tensor] : file.tensors)
    if (name.starts_with("fc2.")) tensor = Tensor::zeros({DataType::Float32, Shape{7}});
  Checkpoint other = fresh("lenet", 2);
  ExchangeReport report;
  ASSERT_TRUE(fitPyTorchWeights(other, file, report).ok());
  EXPECT_EQ(report.dropped.size(), 2u);
  EXPECT_EQ(report.approximated.size(), 2u);
  EXPECT_EQ(report.mapped.size(), 3u);
}

// All convolutions first, then all normalisations: not the order of the layers.
TEST(PyTorchWeights, AnotherOrderIsRefused) {
  SafetensorsFile file = renamedByPlace(fresh("resnet18", 1));
  for (auto& [name, tensor] : file.tensors)
    if (tensor.shape().rank() == 1) name.replace(0, std::string("features.").size(), "features.9");
  Checkpoint other = fresh("resnet18", 2);
  const Checkpoint before = other;
  ExchangeReport report;
  const Status status = fitPyTorchWeights(other, file, report);
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().message.find("do not come in the order of the layers"), std::string::npos);
  EXPECT_TRUE(sameWeights(before, other));
}

// A checkpoint is used with its averages, which would hide the weights of the file.
TEST(PyTorchWeights, TakeThePlaceOfTheAveragesOfARun) {
  const Checkpoint trained = fresh("lenet", 1), averages = fresh("lenet", 4);
  Checkpoint other = fresh("lenet", 2);
  other.settings.averaging = "exponential";
  other.position.averages = 3;
  for (const auto& [name, value] : averages.tensors) other.tensors.emplace_back("average." + name, value);
  ASSERT_TRUE(sameWeights(averages, other));
  ExchangeReport report;
  const Status status = fitPyTorchWeights(other, fileOf(trained), report);
  ASSERT_TRUE(status.ok()) << status.error().text();
  EXPECT_TRUE(sameWeights(trained, other));
}

TEST(PyTorchWeights, AreRefusedWhereNothingFits) {
  Checkpoint other = fresh("lenet", 2);
  ExchangeReport report;
  const Status status = fitPyTorchWeights(other, fileOf(fresh("mlp", 1)), report);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::InvalidArgument);
}

}  // namespace
}  // namespace fovea
