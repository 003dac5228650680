// An opened standard network is adapted to the present data, or its layers show why that is impossible.
#include "core/train/network_sizing.h"

#include <gtest/gtest.h>

#include "core/network/network_analysis.h"
#include "core/network/standard_networks.h"
#include "core/train/input_transforms.h"
#include "tests/core/network/drawing.h"

namespace fovea::test {
namespace {

DatasetInfo images(const Shape& shape, std::size_t classes, bool uniform = true) {
  DatasetInfo data;
  data.sampleShape = shape;
  data.classes.resize(classes, "a");
  data.uniform = uniform;
  return data;
}

const FieldValue& parameterOf(const Network& network, const std::string& type, const char* parameter) {
  const auto& layers = network.layers();
  const auto at = std::find_if(layers.rbegin(), layers.rend(), [&](const Layer& layer) { return layer.type == type; });
  return *at->parameters.find(parameter);
}

TEST(NetworkSizing, TakesSamplesAsTheyAreWhereAllLayersCan) {
  const Network lenet = sizedFor(*standardNetwork("lenet"), images({3, 32, 32}, 7));
  EXPECT_TRUE(analyzeNetwork(lenet).ok());
  EXPECT_EQ(parameterOf(lenet, "input", "shape"), FieldValue(List{3, 32, 32}));
  EXPECT_EQ(parameterOf(lenet, "input", "transforms"), FieldValue(std::string()));
  EXPECT_EQ(parameterOf(lenet, "linear", "units"), FieldValue(std::int64_t{7}));
  EXPECT_EQ(sizedFor(*standardNetwork("lenet"), images({1, 28, 28}, 10)), *standardNetwork("lenet"));
}

TEST(NetworkSizing, ResizesWhatIsTooSmallOrOfManySizes) {
  const Network alexnet = sizedFor(*standardNetwork("alexnet"), images({3, 32, 32}, 5));
  EXPECT_TRUE(analyzeNetwork(alexnet).ok());
  EXPECT_EQ(parameterOf(alexnet, "input", "shape"), FieldValue(List{3, 227, 227}));
  const TransformList list = inputTransforms(alexnet).value();
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(std::get<TransformStep>(list[0]).type, "resize");
  const Network resnet = sizedFor(*standardNetwork("resnet18"), images({3, 480, 640}, 2, false));
  EXPECT_EQ(parameterOf(resnet, "input", "shape"), FieldValue(List{3, 224, 224}));
  EXPECT_EQ(inputTransforms(resnet)->size(), 1u);
}

TEST(NetworkSizing, FitsMasksTextsAndNumbers) {
  DatasetInfo masks = images({1, 128, 128}, 4);
  masks.task = Task::Segmentation;
  const Network unet = sizedFor(*standardNetwork("unet"), masks);
  EXPECT_TRUE(analyzeNetwork(unet).ok());
  EXPECT_EQ(parameterOf(unet, "convolution", "filters"), FieldValue(std::int64_t{4}));

  DatasetInfo text = images({51}, 96);
  text.task = Task::NextSymbol;
  text.inputType = DataType::Int32;
  const Network writer = sizedFor(*standardNetwork("char-lstm"), text);
  EXPECT_TRUE(analyzeNetwork(writer).ok());
  EXPECT_EQ(parameterOf(writer, "input", "shape"), FieldValue(List{50}));
  EXPECT_EQ(parameterOf(writer, "embedding", "symbols"), FieldValue(std::int64_t{96}));
  EXPECT_EQ(parameterOf(writer, "linear", "units"), FieldValue(std::int64_t{96}));

  DatasetInfo table = images({13}, 3);
  table.inputType = DataType::Float32;
  const Network mlp = sizedFor(*standardNetwork("mlp"), table);
  EXPECT_TRUE(analyzeNetwork(mlp).ok());
  EXPECT_EQ(parameterOf(mlp, "input", "shape"), FieldValue(List{13}));
}

TEST(NetworkSizing, EveryHeadGetsAnAnswerForEachClass) {
  Drawing drawing = smallDrawing();
  drawing.add("side_fc", "linear", {{"units", std::int64_t{10}}}, {"relu1"})
      .add("side", "cross_entropy", {{"loss_weight", 0.3}}, {"side_fc"});
  const Network sized = sizedFor(drawing.network, images({1, 28, 28}, 7));
  for (const char* name : {"fc1", "side_fc"}) EXPECT_EQ(sized.findByName(name)->parameters.integer("units"), 7) << name;
}

TEST(NetworkSizing, LeavesANetworkForAnotherKindOfValuesAsItIs) {
  EXPECT_EQ(sizedFor(*standardNetwork("char-lstm"), images({1, 28, 28}, 10)), *standardNetwork("char-lstm"));
  EXPECT_EQ(sizedFor(Network(), images({1, 28, 28}, 10)), Network());
}

}  // namespace
}  // namespace fovea::test
