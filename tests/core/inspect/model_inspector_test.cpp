// Why: the inspector's numbers must be those that the network computes.
#include "core/inspect/model_inspector.h"

#include <cmath>

#include "core/network/lowering.h"
#include "core/network/standard_networks.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

Tensor handMadeImage() {
  return Tensor::of<float>(Shape{1, 2, 3}, {1, 2, 3, -1, 0, 1});
}

class ModelInspectorTest : public ::testing::TestWithParam<const char*> {
 protected:
  std::unique_ptr<ModelInspector> create(const Checkpoint& checkpoint) {
    return valueOf(ModelInspector::create(checkpoint, openDevice(GetParam())));
  }
};
INSTANTIATE_TEST_SUITE_P(Devices, ModelInspectorTest, ::testing::Values("reference", "cpu"));

TEST_P(ModelInspectorTest, ActivationsAreThoseWorkedOutByHandInTheOrderOfTheNetwork) {
  const auto inspector = create(handMadeCheckpoint());
  const auto layers = valueOf(inspector->activations(handMadeImage()));
  ASSERT_EQ(layers.size(), 6u);
  std::map<std::string, Tensor> values;
  for (const LayerActivation& layer : layers) values[layer.name] = layer.values;
  EXPECT_EQ(layers[0].name, "data");
  EXPECT_EQ(layers[1].name, "conv");
  EXPECT_EQ(layers[1].title, "Convolution");
  EXPECT_EQ(values["data"].shape(), (Shape{1, 2, 3}));
  expectNear(values["data"], {1, 2, 3, -1, 0, 1});
  // Filter 1 adds neighbours, filter 2 subtracts them and has a bias of 0.5.
  EXPECT_EQ(values["conv"].shape(), (Shape{2, 2, 2}));
  expectNear(values["conv"], {3, 5, -1, 1, -0.5f, -0.5f, -0.5f, -0.5f});
  expectNear(values["relu"], {3, 5, 0, 1, 0, 0, 0, 0});
  EXPECT_EQ(values["fc"].shape(), Shape{3});
  expectNear(values["fc"], {3, 6, 2});
  expectNear(values["aside"],
             {std::tanh(3.f), std::tanh(5.f), std::tanh(-1.f), std::tanh(1.f), std::tanh(-.5f), std::tanh(-.5f),
              std::tanh(-.5f), std::tanh(-.5f)},
             1e-5f);
  const float sum = std::exp(3.f) + std::exp(6.f) + std::exp(2.f);
  expectNear(values["loss"], {std::exp(3.f) / sum, std::exp(6.f) / sum, std::exp(2.f) / sum}, 1e-5f);
}

// sum = a + b, and separately the double of a: two inputs, two outputs.
TEST_P(ModelInspectorTest, ANetworkOfSeveralInputsIsGivenEachByName) {
  Drawing drawing;
  drawing.add("a", "input", {{"shape", std::vector<std::int64_t>{2}}})
      .add("b", "input", {{"shape", std::vector<std::int64_t>{2}}})
      .add("double", "scale_bias", {{"learned", false}, {"scale", 2.0}}, {"a"})
      .add("sum", "add", {}, {"a", "b"});
  Checkpoint checkpoint;
  checkpoint.network = drawing.network;
  const auto inspector = create(checkpoint);
  ASSERT_EQ(inspector->inputs().size(), 2u);
  const Tensor a = Tensor::of<float>(Shape{2}, {1, 2}), b = Tensor::of<float>(Shape{2}, {10, 20});
  const auto answers = valueOf(inspector->answerAll({{"b", b}, {"a", a}}));
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[0].first, "sum");
  expectNear(answers[0].second, {11, 22});
  EXPECT_EQ(answers[1].first, "double");
  expectNear(answers[1].second, {2, 4});
  expectError(inspector->answerAll({{"a", a}}), ErrorCode::InvalidArgument, "The input \"b\" is missing.");
  expectError(inspector->answerAll({{"a", a}, {"b", b}, {"c", b}}), ErrorCode::InvalidArgument, "no input \"c\"");
  expectError(inspector->answerAll({{"a", a}, {"b", Tensor::of<float>(Shape{1}, {1})}}), ErrorCode::InvalidArgument,
              "The input \"b\" expects");
  expectError(inspector->predict(a), ErrorCode::InvalidArgument, "The network has 2 inputs");
}

TEST_P(ModelInspectorTest, ClassesAreSortedByProbability) {
  const auto inspector = create(handMadeCheckpoint());
  const Prediction prediction = valueOf(inspector->classify(handMadeImage()));
  ASSERT_EQ(prediction.classes.size(), 3u);
  EXPECT_EQ(prediction.best().name, "green");
  EXPECT_EQ(prediction.best().index, 1);
  EXPECT_EQ(prediction.classes[1].name, "red");
  EXPECT_EQ(prediction.classes[2].name, "blue");
  EXPECT_NEAR(prediction.best().probability, std::exp(6) / (std::exp(3) + std::exp(6) + std::exp(2)), 1e-6);
  EXPECT_NEAR(prediction.classes[0].probability + prediction.classes[1].probability + prediction.classes[2].probability,
              1, 1e-6);
}

TEST_P(ModelInspectorTest, AnImageOfBytesIsTransformedAsInTraining) {
  Checkpoint checkpoint = handMadeCheckpoint();
  checkpoint.transforms = {TransformStep{"random_flip", {{"probability", 1.0}}}, Normalise{{0.5}, {0.25}}};
  const auto inspector = create(checkpoint);
  const Tensor image = Tensor::of<std::uint8_t>(Shape{1, 2, 3}, {0, 51, 255, 102, 153, 204});
  const auto layers = valueOf(inspector->activations(image));
  expectNear(layers[0].values, {-2, -1.2f, 2, -0.4f, 0.4f, 1.2f});
}

// An array of the network's input is not transformed a second time.
TEST_P(ModelInspectorTest, NumbersAreTheInputItselfWhereSamplesAreBytes) {
  Checkpoint checkpoint = handMadeCheckpoint();
  checkpoint.samples = {DataType::UInt8, Shape{1, 2, 3}};
  checkpoint.transforms = {Normalise{{0.5}, {0.25}}};
  const auto inspector = create(checkpoint);
  expectNear(valueOf(inspector->networkInput(handMadeImage())), {1, 2, 3, -1, 0, 1});
  checkpoint.transforms.insert(checkpoint.transforms.begin(),
                               TransformStep{"resize", {{"height", std::int64_t{2}}, {"width", std::int64_t{3}}}});
  checkpoint.samples.shape = {1, 8, 9};
  expectNear(valueOf(create(checkpoint)->networkInput(handMadeImage())), {1, 2, 3, -1, 0, 1});
  checkpoint.samples = {DataType::Float32, Shape{1, 2, 3}};
  checkpoint.transforms = {Normalise{{0.5}, {0.25}}};
  expectNear(valueOf(create(checkpoint)->networkInput(handMadeImage())), {2, 6, 10, -6, -2, 2});
}

TEST_P(ModelInspectorTest, FiltersAreTheWeightsOfTheCheckpoint) {
  const auto filters = valueOf(create(handMadeCheckpoint())->filters());
  ASSERT_EQ(filters.size(), 1u);
  EXPECT_EQ(filters[0].name, "conv");
  EXPECT_EQ(filters[0].weights.shape(), (Shape{2, 1, 1, 2}));
  expectNear(filters[0].weights, {1, 1, 1, -1});
}

TEST_P(ModelInspectorTest, LookingAgainGivesTheSameNumbers) {
  const auto inspector = create(handMadeCheckpoint());
  const Inspection first = valueOf(inspector->inspect(handMadeImage()));
  valueOf(inspector->classify(Tensor::zeros({DataType::Float32, Shape{1, 2, 3}})));
  const Inspection second = valueOf(inspector->inspect(handMadeImage()));
  for (std::size_t i = 0; i < first.activations.size(); ++i)
    EXPECT_TRUE(
        std::ranges::equal(first.activations[i].values.values<float>(), second.activations[i].values.values<float>()));
  EXPECT_EQ(first.prediction.best().probability, second.prediction.best().probability);
}

TEST_P(ModelInspectorTest, WrongImagesAreRefusedWithBothShapes) {
  const auto inspector = create(handMadeCheckpoint());
  expectError(inspector->classify(Tensor::zeros({DataType::UInt8, Shape{3, 2, 3}})), ErrorCode::InvalidArgument,
              "[3, 2, 3]");
  expectError(inspector->classify(Tensor::zeros({DataType::UInt8, Shape{2, 3}})), ErrorCode::InvalidArgument,
              "[1, 2, 3]");
  expectError(inspector->activations(Tensor::zeros({DataType::Int32, Shape{1, 2, 3}})), ErrorCode::InvalidArgument,
              "i32");
  expectError(inspector->inspect(Tensor()), ErrorCode::InvalidArgument, "none");
}

TEST_P(ModelInspectorTest, ADamagedCheckpointNamesTheWeights) {
  Checkpoint missing = handMadeCheckpoint();
  missing.tensors.erase(missing.tensors.begin() + 2);
  expectError(ModelInspector::create(missing, openDevice(GetParam())), ErrorCode::Corrupt, "fc.weight");
  Checkpoint other = handMadeCheckpoint();
  other.tensors[0].second = Tensor::zeros({DataType::Float32, Shape{2, 1, 1, 3}});
  expectError(ModelInspector::create(other, openDevice(GetParam())), ErrorCode::Corrupt, "conv.weight");
}

TEST_P(ModelInspectorTest, ANetworkWithoutProbabilitiesShowsItsActivationsOnly) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 2, 2}}}).add("relu", "relu", {}, {"data"});
  Checkpoint checkpoint;
  checkpoint.network = drawing.network;
  const auto inspector = create(checkpoint);
  const Tensor image = Tensor::of<float>(Shape{1, 2, 2}, {1, -2, 3, -4});
  expectError(inspector->classify(image), ErrorCode::InvalidArgument, "probabilities");
  const Inspection inspection = valueOf(inspector->inspect(image));
  EXPECT_TRUE(inspection.prediction.classes.empty());
  expectNear(inspection.activations[1].values, {1, 0, 3, 0});
}

TEST_P(ModelInspectorTest, ADivergedNetworkIsSaidToBe) {
  Checkpoint checkpoint = handMadeCheckpoint();
  checkpoint.tensors[3].second.data<float>()[0] = std::nanf("");
  expectError(create(checkpoint)->classify(handMadeImage()), ErrorCode::InvalidArgument, "diverged");
}

// Compares the CPU with the reference for every layer of the small standard networks (large ones would take minutes on
// the reference kernels).
TEST(ModelInspectorDevicesTest, EveryDeviceShowsTheSameActivations) {
  for (const char* name : {"mlp", "lenet", "resnet-mini"}) {
    Checkpoint checkpoint;
    checkpoint.network = valueOf(standardNetwork(name));
    const auto lowered = valueOf(lowerNetwork(checkpoint.network, {NetworkMode::Inference, 1, 0}));
    for (const VariableInfo& variable : lowered.variables)
      checkpoint.tensors.emplace_back(variable.name, initialValue(variable, 3));
    Tensor image = Tensor::make({DataType::UInt8, lowered.sampleShape()});
    for (std::int64_t i = 0; i < image.elementCount(); ++i)
      image.data<std::uint8_t>()[i] = static_cast<std::uint8_t>(i * 7);
    const auto reference =
        valueOf(valueOf(ModelInspector::create(checkpoint, openDevice("reference")))->activations(image));
    const auto cpu = valueOf(valueOf(ModelInspector::create(checkpoint, openDevice("cpu")))->activations(image));
    ASSERT_EQ(reference.size(), cpu.size());
    ASSERT_EQ(reference.size(), checkpoint.network.layers().size());
    for (std::size_t layer = 0; layer < cpu.size(); ++layer) {
      const auto expected = reference[layer].values.values<float>();
      const auto actual = cpu[layer].values.values<float>();
      ASSERT_EQ(cpu[layer].values.shape(), reference[layer].values.shape());
      for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_NEAR(actual[i], expected[i], 1e-4f) << name << " " << cpu[layer].name << " element " << i;
    }
  }
}

}  // namespace
}  // namespace fovea::test
