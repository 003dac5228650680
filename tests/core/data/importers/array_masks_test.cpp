// Masks and pictures in arrays with an axis of channels, in the orders of axes that Keras and PyTorch write.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/data/importers/npy_file.h"
#include "importer_support.h"

namespace fovea::test {
namespace {

// Writes the values, and then the same again until the array is full.
template <class T, class Value>
void writeArray(const std::filesystem::path& path, const Shape& shape, const std::vector<Value>& values) {
  Tensor tensor = Tensor::make({dataTypeOf<T>(), shape});
  const auto numbers = tensor.values<T>();
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<T>(values[i % values.size()]);
  writeBytes(path, encodeNpy(tensor).value());
}

std::vector<int> rising(int count) {
  std::vector<int> values;
  for (int i = 0; i < count; ++i) values.push_back(i % 251);
  return values;
}

const std::vector<int> kTwoMasks = {0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1};  // two masks of 2×3

TEST(ArrayMasks, AnAxisOfOneChannelMakesNoDifference) {
  const TemporaryFolder folder;
  struct Case {
    Shape inputs, targets, input;
  };
  const std::vector<Case> cases = {
      {Shape{2, 2, 3, 3}, Shape{2, 2, 3, 1}, Shape{3, 2, 3}},   {Shape{2, 2, 3, 1}, Shape{2, 2, 3, 1}, Shape{1, 2, 3}},
      {Shape{2, 3, 2, 3}, Shape{2, 1, 2, 3}, Shape{3, 2, 3}},   {Shape{2, 1, 2, 3}, Shape{2, 1, 2, 3}, Shape{1, 2, 3}},
      {Shape{2, 13, 2, 3}, Shape{2, 1, 2, 3}, Shape{13, 2, 3}}, {Shape{2, 2, 3, 13}, Shape{2, 2, 3}, Shape{13, 2, 3}},
      {Shape{2, 2, 3}, Shape{2, 2, 3, 1}, Shape{1, 2, 3}}};
  for (const Case& each : cases) {
    SCOPED_TRACE(each.inputs.toString() + " with " + each.targets.toString());
    writeArray<std::uint8_t>(folder / "set/x.npy", each.inputs, rising(1000));
    for (const bool fractions : {false, true}) {
      if (fractions)
        writeArray<float>(folder / "set/y.npy", each.targets, kTwoMasks);
      else
        writeArray<std::uint8_t>(folder / "set/y.npy", each.targets, kTwoMasks);
      const auto source = openSource("arrays", folder / "set");
      EXPECT_TRUE(checkDecided(source->decisions()).ok()) << wordsOf(*source);
      ASSERT_EQ(source->task(), Task::Segmentation) << wordsOf(*source);
      EXPECT_EQ(source->classes(), (std::vector<std::string>{"background", "class 1"}));
      EXPECT_EQ(loaded(*source, 1).input.shape(), each.input);
      EXPECT_EQ(loaded(*source, 1).target.shape(), (Shape{1, 2, 3}));
      EXPECT_EQ(valuesOf(loaded(*source, 1).target), (std::vector<int>{1, 0, 0, 0, 0, 1}));
    }
  }
}

TEST(ArrayMasks, AChannelForEachClassBecomesLabels) {
  const TemporaryFolder folder;
  // Pixels of the classes 0, 1 and 3 of four.
  const std::vector<int> labels = {0, 1, 3, 1, 0, 0, 3, 3, 1, 0, 1, 0};
  std::vector<int> last, first;
  for (int sample = 0; sample < 2; ++sample) {
    const auto label = [&](int pixel) { return labels[static_cast<std::size_t>(sample * 6 + pixel)]; };
    for (int pixel = 0; pixel < 6; ++pixel)
      for (int k = 0; k < 4; ++k) last.push_back(label(pixel) == k);
    for (int k = 0; k < 4; ++k)
      for (int pixel = 0; pixel < 6; ++pixel) first.push_back(label(pixel) == k);
  }
  const auto labelsOfSecond = [&] {
    const auto source = openSource("arrays", folder / "set");
    EXPECT_TRUE(checkDecided(source->decisions()).ok()) << wordsOf(*source);
    EXPECT_EQ(source->classes(), (std::vector<std::string>{"background", "class 1", "class 2", "class 3"}));
    return valuesOf(loaded(*source, 1).target);
  };
  const std::vector<int> second(labels.begin() + 6, labels.end());
  writeArray<float>(folder / "set/x.npy", Shape{2, 2, 3, 3}, rising(36));
  writeArray<float>(folder / "set/y.npy", Shape{2, 2, 3, 4}, last);
  EXPECT_EQ(labelsOfSecond(), second);
  writeArray<std::uint8_t>(folder / "set/x.npy", Shape{2, 3, 2, 3}, rising(36));
  writeArray<std::uint8_t>(folder / "set/y.npy", Shape{2, 4, 2, 3}, first);
  EXPECT_EQ(labelsOfSecond(), second);
  // Channels that overlap are no classes of which a pixel has one.
  first[0] = first[6] = 1;
  writeArray<std::uint8_t>(folder / "set/y.npy", Shape{2, 4, 2, 3}, first);
  const auto overlapping = openSource("arrays", folder / "set");
  EXPECT_FALSE(checkDecided(overlapping->decisions()).ok()) << wordsOf(*overlapping);
  // Series with a class for each step are no pictures.
  writeArray<float>(folder / "set/x.npy", Shape{2, 6, 5}, rising(60));
  writeArray<float>(folder / "set/y.npy", Shape{2, 6, 4}, last);
  EXPECT_EQ(openSource("arrays", folder / "set")->task(), Task::Regression);
}

TEST(ArrayMasks, PixelsOfPicturesAreAskedAbout) {
  const TemporaryFolder folder;
  const FieldValues images{{"target", std::string("images")}};
  const auto ask = [&](const Shape& inputs, const Shape& targets, const std::vector<float>& values) {
    SCOPED_TRACE(inputs.toString() + " with " + targets.toString());
    writeArray<float>(folder / "set/x.npy", inputs, rising(100));
    writeArray<float>(folder / "set/y.npy", targets, values);
    const auto source = openSource("arrays", folder / "set");
    EXPECT_FALSE(checkDecided(source->decisions()).ok()) << wordsOf(*source);
    const auto pairs = openSource("arrays", folder / "set", images);
    EXPECT_EQ(pairs->task(), Task::ImageToImage);
    EXPECT_TRUE(checkDecided(pairs->decisions()).ok()) << wordsOf(*pairs);
  };
  ask(Shape{2, 4, 5, 3}, Shape{2, 4, 5, 1}, {0.5f, 1});
  ask(Shape{2, 4, 5, 3}, Shape{2, 4, 5, 3}, {0.5f, 1});
  ask(Shape{2, 4, 5, 3}, Shape{2, 8, 10, 3}, {0.5f, 1});
  ask(Shape{2, 4, 5}, Shape{2, 4, 5}, {0.5f, 1});
  // Pictures of few colours are no masks of a volume.
  ask(Shape{2, 4, 5, 3}, Shape{2, 4, 5, 3}, {1, 1});
}

TEST(ArrayMasks, ChannelsAreFoundByTheOtherAxes) {
  const TemporaryFolder folder;
  const auto shapeOf = [&](const Shape& inputs, const std::string& axes = "automatic") {
    writeArray<float>(folder / "x.npy", inputs, rising(1000));
    const auto source = openSource("arrays", folder / "x.npy", {{"axes", axes}, {"samples", std::string("first")}});
    std::string words = checkDecided(source->decisions()).ok() ? "" : "asks: ";
    const Shape shape = loaded(*source, 1).input.shape();
    return words + shape.toString();
  };
  const auto says = [](const Shape& shape) { return shape.toString(); };
  EXPECT_EQ(shapeOf(Shape{2, 8, 8, 13}), says(Shape{13, 8, 8}));
  EXPECT_EQ(shapeOf(Shape{2, 13, 8, 8}), says(Shape{13, 8, 8}));
  EXPECT_EQ(shapeOf(Shape{2, 9, 7, 5}), "asks: " + says(Shape{5, 9, 7}));
  EXPECT_EQ(shapeOf(Shape{2, 9, 7, 5}, "channels_first"), says(Shape{9, 7, 5}));
  EXPECT_EQ(shapeOf(Shape{2, 9, 7, 5}, "none"), says(Shape{1, 9, 7, 5}));
  EXPECT_EQ(shapeOf(Shape{2, 8, 8, 8}), says(Shape{1, 8, 8, 8}));
  EXPECT_EQ(shapeOf(Shape{2, 6, 8, 7, 3}), says(Shape{3, 6, 8, 7}));
  EXPECT_EQ(shapeOf(Shape{2, 1, 6, 8, 7}), says(Shape{1, 6, 8, 7}));
  EXPECT_EQ(shapeOf(Shape{2, 8, 9, 10, 2}), says(Shape{2, 8, 9, 10}));
}

}  // namespace
}  // namespace fovea::test
