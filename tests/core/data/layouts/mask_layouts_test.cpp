// Public data sets of masks, rebuilt small from their published descriptions: what comes in without an option is right,
// or it is asked about.
#include "layout_support.h"

namespace fovea::test {
namespace {

// A grey JPEG whose columns are blocks of these values.
std::string greyJpeg(const std::vector<int>& values, bool coloured = false) {
  const std::int64_t width = 16 * std::ssize(values);
  Tensor image = Tensor::make({DataType::UInt8, Shape{coloured ? 3 : 1, 32, width}});
  std::uint8_t* to = image.data<std::uint8_t>();
  for (std::int64_t i = 0; i < image.elementCount(); ++i)
    // An edge that lies across the blocks of the compression, as in real masks.
    *to++ = static_cast<std::uint8_t>(values[static_cast<std::size_t>(
        std::min<std::int64_t>(((i % width) + (i / width) % 32 % 7) / 16, std::ssize(values) - 1))]);
  const auto file = encodeImage(image, Encoding::Jpeg, 60);
  EXPECT_TRUE(file.ok());
  return file.ok() ? *file : "";
}

TEST(MaskLayouts, KvasirSegHasJpegMasks) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build writes no JPEG";
  const TemporaryFolder folder;
  for (const char* name : {"a", "b", "c"}) {
    writeBytes(folder / "Kvasir-SEG/images" / (std::string(name) + ".jpg"), greyJpeg({10, 200, 90, 30}, true));
    writeBytes(folder / "Kvasir-SEG/masks" / (std::string(name) + ".jpg"), greyJpeg({0, 255, 255, 0}, true));
  }
  writeBytes(folder / "Kvasir-SEG/kavsir_bboxes.json", "{\"a\": {\"height\": 32, \"width\": 64, \"bbox\": []}}");
  const Taken taken = take(folder / "Kvasir-SEG");
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "masks: segmentation") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"background", "foreground"}));
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "JPEG")) << taken.words;
  EXPECT_EQ(labelsOf(*taken.source, 1), (std::set<int>{0, 1}));
}

TEST(MaskLayouts, GreyValuesFarApartAreClasses) {
  const TemporaryFolder folder;
  writePictures(folder / "set", {"images/a.png"}, 4, 1);
  writeBytes(folder / "set/masks/a.png", png(4, 1, std::string("\0\x50\xa0\xf0", 4)));
  const Taken taken = take(folder / "set");
  EXPECT_EQ(taken.classes, (Strings{"0", "80", "160", "240"}));
  EXPECT_FALSE(taken.asks);
  EXPECT_TRUE(contains(taken.words, "4 classes at 0, 80, 160, 240")) << taken.words;
  EXPECT_EQ(labelsOf(*taken.source, 0), (std::set<int>{0, 1, 2, 3}));
  EXPECT_EQ(take(folder / "set", {{"labels", std::string("indices")}}).classes.size(), 241u);
  if (!canDecodeImages()) return;
  // The same after compression is asked about, and right when it is answered.
  writePictures(folder / "lossy", {"images/a.png"}, 64, 32);
  writeBytes(folder / "lossy/masks/a.jpg", greyJpeg({0, 80, 160, 240}));
  EXPECT_TRUE(take(folder / "lossy").asks);
  const Taken lossy = take(folder / "lossy", {{"labels", std::string("values")}});
  EXPECT_EQ(lossy.classes.size(), 4u);
  EXPECT_FALSE(lossy.asks);
  EXPECT_EQ(labelsOf(*lossy.source, 0), (std::set<int>{0, 1, 2, 3}));
}

TEST(MaskLayouts, IndicesThatSkipAreAskedAbout) {
  const TemporaryFolder folder;
  writePictures(folder / "set", {"images/a.png"}, 4, 1);
  writeBytes(folder / "set/masks/a.png", png(4, 1, std::string("\0\x03\x11\x13", 4)));
  const Taken taken = take(folder / "set");
  EXPECT_TRUE(taken.asks);
  EXPECT_TRUE(contains(taken.words, "labels=indices; labels=values")) << taken.words;
  EXPECT_EQ(take(folder / "set", {{"labels", std::string("indices")}}).classes.size(), 20u);
  EXPECT_EQ(take(folder / "set", {{"labels", std::string("values")}}).classes, (Strings{"0", "3", "17", "19"}));
  writeBytes(folder / "set/masks/a.png", png(4, 1, std::string("\0\x01\x03\xff", 4)));
  const Taken said = take(folder / "set");
  EXPECT_FALSE(said.asks);
  EXPECT_TRUE(contains(said.words, "1 of the values from 0 to 3 are in no mask")) << said.words;
  EXPECT_EQ(said.classes.size(), 4u);
}

TEST(MaskLayouts, CamVidInItsThreeForms) {
  const TemporaryFolder folder;
  const std::string mask = png(2, 1, std::string("\x40\x80\x40\x80\x80\x80", 6), 2);
  writePictures(folder / "kaggle", {"train/0001TP_006690.png", "val/0016E5_07959.png", "test/0001TP_008550.png"}, 2, 1);
  writeBytes(folder / "kaggle/train_labels/0001TP_006690_L.png", mask);
  writeBytes(folder / "kaggle/val_labels/0016E5_07959_L.png", mask);
  writeBytes(folder / "kaggle/test_labels/0001TP_008550_L.png", mask);
  writeBytes(folder / "kaggle/class_dict.csv", "name,r,g,b\nAnimal,64,128,64\nSky,128,128,128\nVoid,0,0,0\n");
  const Taken kaggle = take(folder / "kaggle");
  ASSERT_TRUE(kaggle.source) << kaggle.words;
  EXPECT_EQ(kaggle.kind, "masks: segmentation") << kaggle.words;
  EXPECT_EQ(kaggle.classes, (Strings{"Animal", "Sky", "Void"}));
  EXPECT_EQ(kaggle.splits, "train 1, validation 1, test 1");
  EXPECT_EQ(labelsOf(*kaggle.source, 0), (std::set<int>{0, 1}));
  // As Cambridge publishes it.
  writePictures(folder / "camvid", {"701_StillsRaw_full/0001TP_006690.png"}, 2, 1);
  writeBytes(folder / "camvid/LabeledApproved_full/0001TP_006690_L.png", mask);
  writeBytes(folder / "camvid/label_colors.txt", "64 128 64\tAnimal\n128 128 128\t\tSky\n");
  const Taken camvid = take(folder / "camvid");
  ASSERT_TRUE(camvid.source) << camvid.words;
  EXPECT_EQ(camvid.kind, "masks: segmentation") << camvid.words;
  EXPECT_EQ(camvid.classes, (Strings{"Animal", "Sky"}));
  // As SegNet's tutorial brings it: indices.
  writePictures(folder / "segnet", {"train/a.png", "val/b.png"}, 2, 1);
  writeBytes(folder / "segnet/trainannot/a.png", png(2, 1, std::string("\0\1", 2)));
  writeBytes(folder / "segnet/valannot/b.png", png(2, 1, std::string("\2\1", 2)));
  const Taken segnet = take(folder / "segnet");
  ASSERT_TRUE(segnet.source) << segnet.words;
  EXPECT_EQ(segnet.kind, "masks: segmentation") << segnet.words;
  EXPECT_EQ(segnet.classes, (Strings{"0", "1", "2"}));
  EXPECT_EQ(segnet.splits, "train 1, validation 1");
}

TEST(MaskLayouts, Cityscapes) {
  const TemporaryFolder folder;
  const fs::path root = folder / "cityscapes";
  for (const char* name : {"train/aachen/aachen_000000_000019", "val/frankfurt/frankfurt_000000_000294"}) {
    writePictures(root, {"leftImg8bit/" + std::string(name) + "_leftImg8bit.png"}, 2, 1);
    const std::string fine = (root / "gtFine" / name).string() + "_gtFine_";
    writeBytes(fine + "labelIds.png", png(2, 1, std::string("\7\x1a", 2)));
    writeBytes(fine + "color.png", png(2, 1, std::string(6, '\3'), 2));
    writeBytes(fine + "instanceIds.png", png(2, 1, std::string("\7\x1a", 2)));
    writeBytes(fine + "polygons.json", "{}");
  }
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "masks: segmentation") << taken.words;
  ASSERT_EQ(taken.classes.size(), 34u);
  EXPECT_EQ(taken.classes[7], "road");
  EXPECT_EQ(taken.classes[26], "car");
  EXPECT_EQ(taken.splits, "train 1, validation 1");
  EXPECT_EQ(labelsOf(*taken.source, 0), (std::set<int>{7, 26}));
  EXPECT_FALSE(taken.asks);
  EXPECT_TRUE(taken.source->problems().empty()) << taken.words;
}

TEST(MaskLayouts, Ade20K) {
  const TemporaryFolder folder;
  const fs::path root = folder / "ADEChallengeData2016";
  writePictures(root, {"images/training/ADE_train_00000001.jpg", "images/validation/ADE_val_00000001.jpg"}, 2, 1);
  writeBytes(root / "annotations/training/ADE_train_00000001.png", png(2, 1, std::string("\1\3", 2)));
  writeBytes(root / "annotations/validation/ADE_val_00000001.png", png(2, 1, std::string("\0\2", 2)));
  writeBytes(root / "objectInfo150.txt",
             "Idx\tRatio\tTrain\tVal\tName\n1\t0.1576\t11664\t1172\twall\n2\t0.1072\t6046\t612\tbuilding, edifice\n"
             "3\t0.0878\t8265\t796\tsky\n4\t0.06\t9336\t917\tfloor, flooring\n");
  writeBytes(root / "sceneCategories.txt", "ADE_train_00000001 airport_terminal\nADE_val_00000001 abbey\n");
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "masks: segmentation") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"other", "wall", "building", "sky", "floor"}));
  EXPECT_EQ(taken.splits, "train 1, validation 1");
  EXPECT_FALSE(taken.asks) << taken.words;
}

// Of each pixel the number of its class and of its instance, as the full set writes them.
std::string adePng(const std::vector<std::pair<int, int>>& pixels, std::uint32_t width) {
  std::string rows;
  for (const auto& [number, instance] : pixels) {
    rows += static_cast<char>(number / 256 * 10);
    rows += static_cast<char>(number % 256);
    rows += static_cast<char>(instance);
  }
  return png(width, static_cast<std::uint32_t>(pixels.size()) / width, rows, 2);
}

TEST(MaskLayouts, Ade20KInFull) {
  const TemporaryFolder folder;
  const fs::path root = folder / "ADE20K";
  const auto add = [&](const std::string& place, const std::string& name,
                       const std::vector<std::pair<int, int>>& pixels) {
    writePictures(root / place, {name + ".jpg", name + "_parts_1.png"}, 2, 2);
    writeBytes(root / place / (name + "_seg.png"), adePng(pixels, 2));
  };
  add("images/training/urban/street", "ADE_train_00000001", {{2978, 50}, {2978, 50}, {401, 120}, {0, 0}});
  writeBytes(root / "images/training/urban/street/ADE_train_00000001_atr.txt",
             "001 # 0 # 0 # wall # wall # \"\"\n002 # 0 # 0 # car, auto, automobile # car # \"red\"\n"
             "001 # 1 # 0 # wheel # wheel # \"\"\n");
  add("images/training/urban/street", "ADE_train_00000002", {{401, 255}, {401, 255}, {2420, 9}, {2420, 9}});
  writeBytes(root / "images/training/urban/street/ADE_train_00000002.json",
             "{\"annotation\": {\"object\": [{\"name\": \"sky\", \"name_ndx\": 2420}]}}");
  writePictures(root / "images/training/urban/street/ADE_train_00000002", {"instance_001_ADE_train_00000002.png"});
  add("images/validation/urban/street", "ADE_val_00000001", {{2978, 1}, {77, 2}, {401, 3}, {401, 3}});
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "masks: segmentation") << taken.words;
  EXPECT_EQ(taken.splits, "train 2, validation 1");
  EXPECT_EQ(taken.classes, (Strings{"other", "class 77", "car", "sky", "wall"}));
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "full ADE20K")) << taken.words;
  const Tensor mask = loaded(*taken.source, indexOf(*taken.source, "train_00000001.jpg")).target;
  const auto labels = mask.values<std::uint8_t>();
  EXPECT_EQ(std::vector<int>(labels.begin(), labels.end()), (std::vector<int>{4, 4, 2, 0}));
}

// A mask holds 254 classes; of more those with the most pixels stay.
TEST(MaskLayouts, Ade20KWithMoreClassesThanAMaskHolds) {
  const TemporaryFolder folder;
  const fs::path root = folder / "ADE20K/images/training/a";
  std::vector<std::pair<int, int>> pixels;
  for (int i = 0; i < 300; ++i) pixels.insert(pixels.end(), i < 200 ? 2 : 1, {1000 + i, 1});
  writePictures(root, {"ADE_train_00000001.jpg"}, 50, 10);
  writeBytes(root / "ADE_train_00000001_seg.png", adePng(pixels, 50));
  const Taken taken = take(folder / "ADE20K");
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.classes.size(), 254u);
  EXPECT_TRUE(contains(taken.words, "the 253 of 300 with the most pixels")) << taken.words;
  const Tensor mask = loaded(*taken.source, 0).target;
  const auto labels = mask.values<std::uint8_t>();
  EXPECT_EQ(std::count(labels.begin(), labels.end(), 0), 47);
}

}  // namespace
}  // namespace fovea::test
