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
  EXPECT_EQ(taken.classes, (Strings{"A", "B", "C"}));
  EXPECT_EQ(taken.splits, "train 12, test 6") << taken.words;
  const Tensor picture = loaded(*taken.source, 3).input;
  ASSERT_EQ(picture.shape(), (Shape{1, 28, 28}));
  EXPECT_EQ(picture.data<std::uint8_t>()[28 * 5 + 2], 3 + (28 * 2 + 5) % 100) << "rows and columns are swapped";
  EXPECT_TRUE(contains(taken.words, "orientation=as_stored")) << taken.words;
  const Tensor stored =
      loaded(*take(folder / "emnist-letters.mat", {{"orientation", std::string("as_stored")}}).source, 3).input;
  EXPECT_EQ(stored.data<std::uint8_t>()[28 * 2 + 5], 3 + (28 * 2 + 5) % 100);
  const Tensor numbers =
      loaded(*take(folder / "emnist-letters.mat", {{"feature_shape", std::vector<std::int64_t>{784}}}).source, 3).input;
  EXPECT_EQ(numbers.shape(), (Shape{784}));
  // The numbers of its classes have another meaning in another of its sets.
  writeBytes(folder / "several/emnist-letters.mat", matFile({dataset}));
  writeBytes(folder / "several/emnist-digits.mat", matFile({dataset}));
  EXPECT_TRUE(contains(take(folder / "several").words, "several sets")) << take(folder / "several").words;
}

// Other MATLAB files do not tell whether pictures are stored by rows or by columns.
TEST(MatlabLayouts, RowsOfBytesAreAskedAbout) {
  const TemporaryFolder folder;
  std::string pixels, labels;
  for (int pixel = 0; pixel < 256; ++pixel)
    for (int i = 0; i < 8; ++i) pixels += static_cast<char>(i + pixel % 90);
  for (int i = 0; i < 8; ++i) labels += static_cast<char>(i % 2);
  writeBytes(folder / "usps.mat", matFile({{"data", {8, 256}, pixels}, {"labels", {8, 1}, labels}}));
  const Taken taken = take(folder / "usps.mat");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "grey pictures of 16×16 pixels")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "orientation=swapped")) << taken.words;
  const Taken told = take(folder / "usps.mat", {{"orientation", std::string("swapped")}});
  EXPECT_FALSE(told.asks) << told.words;
  EXPECT_EQ(loaded(*told.source, 1).input.data<std::uint8_t>()[3], 1 + (3 * 16) % 90);
}

MatVariable carList(const std::string& image, int count, bool labels, int firstTest = -1) {
  MatVariable list{"annotations", {1, count}, "", 2, 2, true};
  for (int i = 0; i < count; ++i) {
    list.fields.push_back(matText(image, fmt::format("{}{:05}.png", image == "fname" ? "" : "car_ims/", i + 1)));
    for (const auto& [name, value] : {std::pair("bbox_x1", 2), {"bbox_y1", 1}, {"bbox_x2", 4}, {"bbox_y2", 3}})
      list.fields.push_back(matScalar(name, value));
    if (labels) list.fields.push_back(matScalar("class", i % 2 + 1));
    if (firstTest >= 0) list.fields.push_back(matScalar("test", i >= firstTest));
  }
  return list;
}

const Strings kCarNames = {"AM General Hummer SUV 2000", "Acura RL Sedan 2012"};

// Krause et al. 2013: an array of structures for each split, and the names of the classes in cells.
TEST(MatlabLayouts, StanfordCars) {
  const TemporaryFolder folder;
  const fs::path root = folder / "cars";
  for (int i = 1; i <= 6; ++i) writePictures(root / "cars_train", {fmt::format("{:05}.png", i)});
  for (int i = 1; i <= 4; ++i) writePictures(root / "cars_test", {fmt::format("{:05}.png", i)});
  writeBytes(root / "devkit/cars_train_annos.mat", matFile({carList("fname", 6, true)}));
  writeBytes(root / "devkit/cars_test_annos.mat", matFile({carList("fname", 4, false)}));
  writeBytes(root / "devkit/cars_meta.mat", matFile({matCells("class_names", kCarNames, true)}));
  const Taken open = take(root);
  ASSERT_EQ(open.kind, "folder: classification") << open.words;
  EXPECT_FALSE(open.asks) << open.words;
  EXPECT_EQ(open.classes, kCarNames);
  EXPECT_EQ(open.splits, "train 6") << "nothing says the classes of the test";
  EXPECT_TRUE(contains(open.words, "the folder \"cars_test\": left out, with 4 images")) << open.words;
  writeBytes(root / "cars_test_annos_withlabels.mat", matFile({carList("fname", 4, true)}));
  const Taken taken = take(root);
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.splits, "train 6, test 4") << taken.words;
  EXPECT_EQ(classOf(*taken.source, "cars_test/00002.png"), kCarNames[1]);
  const Taken boxes = take(root, {}, "list_boxes");
  ASSERT_EQ(boxes.kind, "list_boxes: detection") << boxes.words;
  EXPECT_EQ(boxes.splits, "train 6, test 4");
  const LoadedItem first = loaded(*boxes.source, indexOf(*boxes.source, "cars_train/00002.png"));
  ASSERT_EQ(first.boxes.size(), 1u);
  EXPECT_EQ(first.boxes[0].left, 1) << "MATLAB counts pixels from 1";
  EXPECT_EQ(first.boxes[0].right, 4);
  EXPECT_EQ(first.boxes[0].bottom, 3);
  EXPECT_EQ(boxes.classes[static_cast<std::size_t>(first.boxes[0].label)], kCarNames[1]);
}

// The same set in one folder, with one list that says which images test.
TEST(MatlabLayouts, StanfordCarsInOneFolder) {
  const TemporaryFolder folder;
  const fs::path root = folder / "cars";
  for (int i = 1; i <= 8; ++i) writePictures(root / "car_ims", {fmt::format("{:05}.png", i)});
  writeBytes(root / "cars_annos.mat",
             matFile({carList("relative_im_path", 8, true, 6), matCells("class_names", kCarNames, true)}));
  const Taken taken = take(root);
  ASSERT_EQ(taken.kind, "folder: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, kCarNames) << "the folder of the images is no class";
  EXPECT_EQ(taken.splits, "train 6, test 2");
  EXPECT_EQ(classOf(*taken.source, "00003.png"), kCarNames[0]);
  EXPECT_EQ(take(root, {}, "list_boxes").splits, "train 6, test 2");
  // Images that the list does not name are left out and reported.
  writePictures(root / "car_ims", {"00009.png"});
  EXPECT_TRUE(contains(take(root).words, "00009.png")) << take(root).words;
}

// Khosla et al. 2011: folders of breeds, and lists of the images of each split in cells.
TEST(MatlabLayouts, StanfordDogs) {
  const TemporaryFolder folder;
  const fs::path root = folder / "dogs";
  std::map<std::string, Strings> lists;
  for (const char* name : {"n02085620-Chihuahua", "n02085782-Japanese_spaniel"})
    for (int i = 0; i < 4; ++i) {
      const std::string file = fmt::format("{}/{:.9}_{}.png", name, name, i);
      writePictures(root / "Images", {file});
      lists[i < 3 ? "train_list.mat" : "test_list.mat"].push_back(file);
    }
  for (const auto& [name, files] : lists)
    writeBytes(root / name, matFile({matCells("file_list", files, true), {"labels", {1, 1}, "\1"}}));
  const Taken taken = take(root);
  ASSERT_EQ(taken.kind, "folder: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.splits, "train 6, test 2");
  EXPECT_EQ(taken.classes.size(), 2u);
  EXPECT_EQ(take(root, {{"splits", std::string("none")}}).splits, "open 8");
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
