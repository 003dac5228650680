// Layers are drawn according to their shape: sequences over time, volumes by slices, attention as weights, channels in
// any order.
#include "core/inspect/layer_picture.h"

#include "core/inspect/attention_maps.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

std::vector<float> valuesOf(const Tensor& tensor) {
  return {tensor.values<float>().begin(), tensor.values<float>().end()};
}

TEST(LayerPicture, StepsLieSideBySideAndSlicesFollowTheDepth) {
  const Tensor rows = Tensor::of<float>(Shape{2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(layerPicture(rows, false).shape(), (Shape{2, 1, 3}));
  const Tensor overTime = layerPicture(rows, true);
  EXPECT_EQ(overTime.shape(), (Shape{1, 3, 2}));
  EXPECT_EQ(valuesOf(overTime), (std::vector<float>{1, 4, 2, 5, 3, 6}));
  const Tensor volume = Tensor::of<float>(Shape{2, 3, 1, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  EXPECT_EQ(sliceCount(volume.shape()), 3);
  EXPECT_EQ(middleSlice(volume.shape()), 1);
  const Tensor slice = layerPicture(volume, false, 2);
  EXPECT_EQ(slice.shape(), (Shape{2, 1, 2}));
  EXPECT_EQ(valuesOf(slice), (std::vector<float>{4, 5, 10, 11}));
  EXPECT_EQ(sliceCount(Shape{4}), 1);
  EXPECT_EQ(layerPicture(Tensor::of<float>(Shape{2}, {1, 2}), false).shape(), (Shape{2, 1, 1}));
}

TEST(LayerPicture, ChannelsAreOrderedByTheirFigures) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto channels = channelStatistics(Tensor::of<float>(Shape{4, 1, 2}, {1, 1, nan, nan, 0, 5, -4, -4}));
  EXPECT_EQ(channelOrder(channels, ChannelSort::Index), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(channelOrder(channels, ChannelSort::Mean), (std::vector<int>{2, 0, 3, 1}));
  EXPECT_EQ(channelOrder(channels, ChannelSort::Deviation), (std::vector<int>{2, 0, 3, 1}));
  EXPECT_EQ(channelOrder(channels, ChannelSort::Zeros), (std::vector<int>{2, 0, 3, 1}));
  EXPECT_EQ(channelOrder(channels, ChannelSort::Largest), (std::vector<int>{2, 0, 3, 1}));
  EXPECT_EQ(channelOrder(channels, ChannelSort::Norm), (std::vector<int>{3, 2, 0, 1}));
  EXPECT_EQ(valueOf(channelSortFromName("norm")), ChannelSort::Norm);
  expectError(channelSortFromName("size"), ErrorCode::InvalidArgument, "zeros, largest or norm");
}

TEST(AttentionMaps, AreTheWeightsThatTheLayerMixesItsValuesWith) {
  // One head of two numbers, three steps, causal: computed by hand.
  const AttentionGeometry geometry{1, 3, 3, 2, 1, true};
  const Tensor query = Tensor::of<float>(Shape{1, 3, 2}, {1, 0, 0, 2, 1, 1});
  const Tensor key = Tensor::of<float>(Shape{1, 3, 2}, {1, 0, 0, 1, 2, 2});
  const Tensor weights = valueOf(attentionWeights({geometry, query, key}));
  ASSERT_EQ(weights.shape(), (Shape{1, 3, 3}));
  const float two = std::exp(2 / std::sqrt(2.f)), one = std::exp(1 / std::sqrt(2.f)),
              four = std::exp(4 / std::sqrt(2.f));
  const float sum = one + one + four;
  expectNear(weights, {1, 0, 0, 1 / (1 + two), two / (1 + two), 0, one / sum, one / sum, four / sum}, 1e-6f);
}

// The layer's output, recomputed from its input, weights and the attention map.
TEST(AttentionMaps, OfALayerExplainItsOutput) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{5, 4}}})
      .add("look", "multi_head_attention", {{"heads", std::int64_t{2}}}, {"data"});
  const Checkpoint checkpoint = drawnWeights(drawing.network);
  for (const char* device : {"reference", "cpu"}) {
    const auto inspector = valueOf(ModelInspector::create(checkpoint, openDevice(device)));
    const Tensor input = noiseOf(Shape{5, 4});
    const auto layers = valueOf(inspector->activations(input));
    ASSERT_EQ(layers.size(), 2u);
    EXPECT_FALSE(layers[0].attention);
    EXPECT_TRUE(layers[1].steps);
    ASSERT_TRUE(layers[1].attention);
    const Tensor map = valueOf(attentionWeights(*layers[1].attention));
    ASSERT_EQ(map.shape(), (Shape{2, 5, 5}));
    const auto linear = [&](const std::string& name, const std::vector<double>& x) {
      const Tensor *w = checkpoint.findWeight("look." + name), *b = checkpoint.findWeight("look." + name + "_bias");
      std::vector<double> y(20);
      for (std::size_t t = 0; t < 5; ++t)
        for (std::size_t o = 0; o < 4; ++o) {
          y[t * 4 + o] = static_cast<double>(b->data<float>()[o]);
          for (std::size_t k = 0; k < 4; ++k)
            y[t * 4 + o] += static_cast<double>(w->data<float>()[o * 4 + k]) * x[t * 4 + k];
        }
      return y;
    };
    const std::vector<double> value = linear("value", {input.values<float>().begin(), input.values<float>().end()});
    std::vector<double> mixed(20);
    for (std::size_t t = 0; t < 5; ++t)
      for (std::size_t d = 0; d < 4; ++d)
        for (std::size_t s = 0; s < 5; ++s)
          mixed[t * 4 + d] += static_cast<double>(map.data<float>()[((d / 2) * 5 + t) * 5 + s]) * value[s * 4 + d];
    const std::vector<double> output = linear("output", mixed);
    for (std::size_t i = 0; i < 20; ++i)
      EXPECT_NEAR(static_cast<double>(layers[1].values.data<float>()[i]), output[i], 1e-5);
  }
}

TEST(AttentionMaps, LieOverPatchesAndSymbols) {
  const Tensor weights = Tensor::of<float>(Shape{2, 1, 5}, {.2f, .1f, .3f, .4f, 0, 0, .5f, .1f, .2f, .2f});
  // A class token before 2×2 patches.
  const Tensor patches = valueOf(attentionOverInput(weights, 0, 0, Shape{3, 8, 8}));
  EXPECT_EQ(patches.shape(), (Shape{2, 2}));
  expectNear(patches, {.1f, .3f, .4f, 0});
  expectNear(valueOf(attentionOverInput(weights, -1, -1, Shape{5})), {.1f, .3f, .2f, .3f, .1f});
  const Tensor wide = Tensor::of<float>(Shape{1, 1, 8}, {1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(valueOf(attentionOverInput(wide, 0, 0, Shape{1, 16, 32})).shape(), (Shape{2, 4}));
  expectError(attentionOverInput(weights, 2, 0, Shape{5}), ErrorCode::InvalidArgument, "no head 2");
  expectError(attentionOverInput(weights, 0, 1, Shape{5}), ErrorCode::InvalidArgument, "no step 1");
  expectError(attentionOverInput(weights, 0, 0, Shape{7}), ErrorCode::InvalidArgument, "cannot be laid over");
}

}  // namespace
}  // namespace fovea::test
