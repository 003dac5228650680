// Public data sets that come as files of MATLAB.
#include <bit>

#include "../mat_support.h"
#include "layout_support.h"

namespace fovea::test {
namespace {

// Netzer et al. 2011: pictures along the last axis, 10 for the digit 0.
MatVariable houseNumbers(int count) {
  std::string pixels;
  for (int n = 0; n < count; ++n)
    for (int channel = 0; channel < 3; ++channel)
      for (int column = 0; column < 32; ++column)
        for (int row = 0; row < 32; ++row) pixels += static_cast<char>(row + 32 * (channel + n % 5));
  return {"X", {32, 32, 3, count}, pixels, 2, 9, true};
}

TEST(MatlabLayouts, StreetViewHouseNumbers) {
  const TemporaryFolder folder;
  for (const auto& [name, count] : {std::pair("train", 20), std::pair("test", 10), std::pair("extra", 12)}) {
    std::string labels;
    for (int i = 0; i < count; ++i) labels += static_cast<char>(i % 10 + 1);
    writeBytes(folder / "svhn" / (std::string(name) + "_32x32.mat"),
               matFile({houseNumbers(count), {"y", {count, 1}, labels, 2, 9, true}}));
  }
  const Taken taken = take(folder / "svhn");
  EXPECT_EQ(taken.kind, "arrays: classification");
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}));
  EXPECT_EQ(taken.splits, "train 20, test 10, open 12");
  EXPECT_TRUE(contains(taken.words, "label 10 is the digit 0")) << taken.words;
  const std::int64_t first = indexOf(*taken.source, "test_32x32.mat");
  const Tensor picture = loaded(*taken.source, first + 3).input;
  ASSERT_EQ(picture.shape(), (Shape{3, 32, 32}));
  EXPECT_EQ(picture.data<std::uint8_t>()[32 * 5 + 9], 5 + 32 * 3) << "row 5, column 9, red";
  EXPECT_EQ(picture.data<std::uint8_t>()[2 * 32 * 32 + 32 * 7], 7 + 32 * (2 + 3));
  EXPECT_EQ(taken.classes[static_cast<std::size_t>(taken.source->item(first + 9).label)], "10");
}

// Cohen et al. 2017: one structure with those of the splits in it, and what stands for the numbers of the classes.
TEST(MatlabLayouts, Emnist) {
  const TemporaryFolder folder;
  const auto split = [](const std::string& name, int count) {
    std::string pixels, labels;
    for (int pixel = 0; pixel < 784; ++pixel)
      for (int i = 0; i < count; ++i) pixels += static_cast<char>(i + pixel % 100);
    for (int i = 0; i < count; ++i) labels += static_cast<char>(i % 3 + 1);
    return MatVariable{name,
                       {1, 1},
                       "",
                       2,
                       2,
                       false,
                       {{"images", {count, 784}, pixels},
                        {"labels", {count, 1}, labels},
                        {"writers", {count, 1}, std::string(static_cast<std::size_t>(count), '\5')}}};
  };
  MatVariable dataset{"dataset", {1, 1}, "", 2, 2, true, {split("train", 12), split("test", 6)}};
  dataset.fields.push_back({"mapping", {3, 2}, "\1\2\3ABC"});
  writeBytes(folder / "emnist-letters.mat", matFile({dataset}));
  const Taken taken = take(folder / "emnist-letters.mat");
  EXPECT_EQ(taken.kind, "arrays: classification");
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"1", "2", "3"}));
  EXPECT_EQ(taken.splits, "train 12, test 6") << taken.words;
  EXPECT_EQ(loaded(*taken.source, 3).input.data<float>()[5], 3 + 5);
}

// Nilsback and Zisserman 2008: a class for each picture, and the numbers of the pictures of each split.
TEST(MatlabLayouts, OxfordFlowers) {
  const TemporaryFolder folder;
  const fs::path root = folder / "flowers";
  const auto doubles = [](const std::vector<double>& values) {
    std::string bytes;
    for (const double value : values) {
      const auto raw = std::bit_cast<std::array<char, 8>>(value);
      bytes.append(raw.begin(), raw.end());
    }
    return bytes;
  };
  for (int i = 1; i <= 6; ++i) writeBytes(root / fmt::format("jpg/image_{:05}.jpg", i), greyPng(4, 4, i));
  writeBytes(root / "imagelabels.mat", matFile({{"labels", {1, 6}, doubles({77, 77, 2, 10, 2, 10}), 9, 6, true}}));
  writeBytes(root / "setid.mat", matFile({{"trnid", {1, 2}, doubles({3, 1}), 9, 6, true},
                                          {"valid", {1, 1}, doubles({2}), 9, 6, true},
                                          {"tstid", {1, 3}, doubles({4, 5, 6}), 9, 6, true}}));
  const Taken taken = take(root);
  EXPECT_EQ(taken.kind, "folder: classification");
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"2", "10", "77"}));
  EXPECT_EQ(taken.splits, "train 2, validation 1, test 3");
  EXPECT_TRUE(contains(taken.words, "setid.mat")) << taken.words;
  const ImportItem third = taken.source->item(indexOf(*taken.source, "image_00003.jpg"));
  EXPECT_EQ(third.label, 0);
  EXPECT_EQ(third.split, Split::Train);
  EXPECT_EQ(take(root, {{"splits", std::string("none")}}).splits, "open 6");
}

}  // namespace
}  // namespace fovea::test
