// Two devices compared layer by layer: they agree on healthy networks, and an artificial error is found at its layer.
#include "core/inspect/device_comparison.h"

#include <cmath>
#include <limits>

#include "core/network/lowering.h"
#include "core/network/standard_networks.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

Checkpoint networkWithWeights(const char* name) {
  Checkpoint checkpoint;
  checkpoint.network = *standardNetwork(name);
  for (const VariableInfo& variable : valueOf(lowerNetwork(checkpoint.network, {NetworkMode::Inference, 1, 0})).variables)
    checkpoint.tensors.emplace_back(variable.name, initialValue(variable, 9));
  return checkpoint;
}

Sample noiseSample(const Shape& shape) {
  Sample sample;
  sample.input = Tensor::make({DataType::Float32, shape});
  Random random(4);
  for (float& value : sample.input.values<float>()) value = static_cast<float>(random.normal());
  return sample;
}

TEST(DeviceComparison, TheProcessorAgreesWithTheReference) {
  for (const char* name : {"lenet", "resnet-mini"}) {
    const Checkpoint checkpoint = networkWithWeights(name);
    const Shape shape = valueOf(ModelInspector::create(checkpoint, openDevice("cpu")))->sampleShape();
    const DeviceComparison comparison =
        valueOf(compareDevices(checkpoint, openDevice("cpu"), openDevice("reference"), noiseSample(shape)));
    EXPECT_EQ(comparison.first, "cpu");
    EXPECT_EQ(comparison.second, "reference");
    EXPECT_EQ(comparison.culprit(), nullptr) << name << ": " << comparisonWords(comparison);
    EXPECT_NE(comparisonWords(comparison).find("agree"), std::string::npos);
    for (std::size_t i = 1; i < comparison.layers.size(); ++i)
      EXPECT_GE(comparison.layers[i - 1].relative, comparison.layers[i].relative) << "the largest comes first";
    EXPECT_LT(comparison.layers.front().relative, 1e-4);
  }
}

std::vector<LayerActivation> readingsOf(const Checkpoint& checkpoint, const Sample& sample) {
  return valueOf(valueOf(ModelInspector::create(checkpoint, openDevice("cpu")))->inspect(sample)).activations;
}

// A wrong kernel in one layer is simulated by one changed weight.
TEST(DeviceComparison, APlantedFaultIsFoundAtItsLayer) {
  const Checkpoint healthy = networkWithWeights("lenet");
  const Sample sample = noiseSample({1, 28, 28});
  Checkpoint wrong = healthy;
  for (auto& [name, value] : wrong.tensors) {
    if (name != "conv2.weight") continue;
    value = value.clone();
    value.data<float>()[7] *= 1.01f;
  }
  Checkpoint noisy = healthy;
  for (auto& [name, value] : noisy.tensors) {
    value = value.clone();
    bool up = false;
    for (float& number : value.values<float>())
      number = std::nextafter(number, std::exchange(up, !up) ? 10.0f : -10.0f);
  }
  const DeviceComparison comparison = valueOf(
      compareReadings(readingsOf(healthy, sample), readingsOf(wrong, sample), {readingsOf(noisy, sample)}));
  ASSERT_NE(comparison.culprit(), nullptr);
  EXPECT_EQ(comparison.culprit()->name, "conv2");
  EXPECT_NE(comparisonWords(comparison).find("\"conv2\" is the first layer"), std::string::npos);
  EXPECT_NE(comparison.layers.front().relative, 0);
}

TEST(DeviceComparison, NumbersThatOnlyOneDeviceHasAreFound) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
  const auto reading = [](std::initializer_list<float> values) {
    Tensor tensor = Tensor::of<float>(Shape{4}, values);
    return std::vector<LayerActivation>{{LayerId{}, "fc", "Linear", tensor}};
  };
  const auto compared = [&](std::initializer_list<float> a, std::initializer_list<float> b) {
    return valueOf(compareReadings(reading(a), reading(b), {}));
  };
  EXPECT_EQ(compared({1, nan, infinite, 2}, {1, nan, infinite, 2}).culprit(), nullptr) << "both have no number there";
  const DeviceComparison one = compared({1, nan, infinite, 2}, {1, 2, -infinite, 2});
  ASSERT_NE(one.culprit(), nullptr);
  EXPECT_EQ(one.culprit()->unlike, 2);
  const DeviceComparison apart = compared({1, 2, 3, 4}, {1, 2, 3.5f, 4});
  EXPECT_EQ(apart.layers[0].at, 2);
  EXPECT_DOUBLE_EQ(apart.layers[0].largest, 0.5);
  EXPECT_NEAR(apart.layers[0].relative, 0.5 / std::sqrt(1 + 4 + 12.25 + 16), 1e-12);
  auto other = reading({1, 2, 3, 4});
  other[0].name = "else";
  expectError(compareReadings(reading({1, 2, 3, 4}), other, {}), ErrorCode::InvalidArgument, "different layers");
}

}  // namespace
}  // namespace fovea::test
