// Public data sets of masks, boxes, pairs and volumes, rebuilt small from their published descriptions: what comes in
// without an option is right, or it is asked about.
#include "core/data/importers/yolo_yaml.h"
#include "layout_support.h"

namespace fovea::test {
namespace {

std::set<int> labelsOf(const ImportSource& source, std::int64_t index) {
  const LoadedItem item = loaded(source, index);
  const auto values = item.target.values<std::uint8_t>();
  return {values.begin(), values.end()};
}

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

std::string petXml(const std::string& file, const std::string& name) {
  return "<annotation><folder>OXIIIT</folder><filename>" + file +
         "</filename><size><width>40</width><height>30</height><depth>3</depth></size><object><name>" + name +
         "</name><bndbox><xmin>3</xmin><ymin>2</ymin><xmax>20</xmax><ymax>15</ymax></bndbox></object></annotation>";
}

TEST(BoxLayouts, OxfordPetsTakesThePicturesAndNotTheTrimaps) {
  const TemporaryFolder folder;
  const fs::path root = folder / "pets";
  for (const char* name : {"Abyssinian_1", "Abyssinian_2", "beagle_1"}) {
    writePictures(root, {"images/" + std::string(name) + ".jpg"}, 40, 30);
    std::string trimap(40 * 30, '\2');
    trimap[0] = '\1';
    trimap[1] = '\3';
    writeBytes(root / "annotations/trimaps" / (std::string(name) + ".png"), png(40, 30, trimap));
  }
  for (const char* stated : {"Abyssinian_1.jpg", "Abyssinian_1"}) {  // also without its ending
    writeBytes(root / "annotations/xmls/Abyssinian_1.xml", petXml(stated, "cat"));
    writeBytes(root / "annotations/xmls/beagle_1.xml", petXml("beagle_1.jpg", "dog"));
    const Taken taken = take(root);
    ASSERT_TRUE(taken.source) << taken.words;
    EXPECT_EQ(taken.kind, "voc: detection") << taken.words;
    ASSERT_EQ(taken.source->size(), 2);
    EXPECT_TRUE(taken.source->item(0).source.ends_with("images/Abyssinian_1.jpg")) << taken.source->item(0).source;
    EXPECT_EQ(taken.classes, (Strings{"cat", "dog"}));
    EXPECT_TRUE(contains(taken.words, "kind=masks")) << taken.words;
  }
  const Taken masks = take(root, {}, "masks");
  EXPECT_EQ(masks.classes, (Strings{"1", "2", "3"})) << masks.words;
  EXPECT_EQ(masks.source->size(), 3);
  EXPECT_TRUE(contains(masks.words, "3 classes, from 1 on")) << masks.words;
}

TEST(BoxLayouts, PascalVoc) {
  const TemporaryFolder folder;
  const fs::path root = folder / "VOCdevkit/VOC2012";
  for (const char* name : {"2007_000027", "2007_000032", "2007_000033"})
    writePictures(root, {"JPEGImages/" + std::string(name) + ".jpg"}, 40, 30);
  for (const char* name : {"2007_000027", "2007_000032"})
    writeBytes(root / "Annotations" / (std::string(name) + ".xml"), petXml(std::string(name) + ".jpg", "person"));
  for (const char* place : {"SegmentationClass", "SegmentationObject"})
    writeBytes(root / place / "2007_000032.png", png(40, 30, std::string(1200, '\1')));
  writeBytes(root / "ImageSets/Main/train.txt", "2007_000027\n");
  writeBytes(root / "ImageSets/Main/val.txt", "2007_000032\n");
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "voc: detection");
  EXPECT_EQ(taken.splits, "train 1, validation 1");
  for (std::int64_t i = 0; i < taken.source->size(); ++i)
    EXPECT_TRUE(contains(taken.source->item(i).source, "JPEGImages")) << taken.source->item(i).source;
  const Taken masks = take(root, {}, "masks");
  ASSERT_TRUE(masks.source) << masks.words;
  EXPECT_EQ(masks.source->size(), 1);
  EXPECT_EQ(masks.classes.size(), 21u);
}

TEST(BoxLayouts, Kitti) {
  const TemporaryFolder folder;
  const fs::path root = folder / "kitti";
  writePictures(root,
                {"training/image_2/000000.png", "training/image_2/000001.png", "training/image_3/000000.png",
                 "testing/image_2/000000.png", "testing/image_2/000001.png"},
                40, 30);
  writeBytes(root / "training/label_2/000000.txt",
             "Car 0.00 0 -1.58 5 6 20 18 1.65 1.67 3.64 -0.65 1.71 46.70 -1.59\n");
  writeBytes(root / "training/label_2/000001.txt", "Cyclist 0 0 0 1 2 9 9 1.65 1.67 3.64 -0.65 1.71 46.70 -1.59\n");
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "kitti: detection");
  EXPECT_EQ(taken.classes, (Strings{"Car", "Cyclist"}));
  EXPECT_EQ(taken.splits, "train 2");
  EXPECT_TRUE(contains(taken.words, "the folder \"testing/image_2\": left out, with 2 images")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "the folder \"training/image_3\": left out, with 1 image")) << taken.words;
}

TEST(BoxLayouts, Coco) {
  const TemporaryFolder folder;
  const fs::path root = folder / "coco";
  writePictures(root, {"train2017/000000000009.jpg", "val2017/000000000139.jpg", "test2017/000000000001.jpg"}, 40, 30);
  const auto json = [](const char* file) {
    return fmt::format(
        R"({{"info": {{}}, "licenses": [], "images": [{{"id": 9, "file_name": "{}", "width": 40, "height": 30}}],
"annotations": [{{"id": 1, "image_id": 9, "category_id": 18, "bbox": [1, 2, 3, 4], "iscrowd": 0}}],
"categories": [{{"id": 18, "name": "dog", "supercategory": "animal"}}, {{"id": 1, "name": "person"}}]}})",
        file);
  };
  writeBytes(root / "annotations/instances_train2017.json", json("000000000009.jpg"));
  writeBytes(root / "annotations/instances_val2017.json", json("000000000139.jpg"));
  writeBytes(root / "annotations/captions_train2017.json", R"({"images": [], "annotations": [{"caption": "x"}]})");
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "coco: detection") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"person", "dog"}));
  EXPECT_EQ(taken.splits, "train 1, validation 1");
  EXPECT_FALSE(taken.asks);
}

TEST(BoxLayouts, YoloNamesInEveryFormOfYaml) {
  if (readYoloYaml("names: [a]").ok() == false) GTEST_SKIP() << "this build reads no YAML";
  const TemporaryFolder folder;
  writePictures(folder / "y", {"images/a.png"}, 40, 20);
  writeBytes(folder / "y/labels/a.txt", "1 0.5 0.5 0.5 0.5\n");
  const Strings expected{"traffic light, red", "it's # not a comment", "car"};
  for (const char* yaml :
       {"names: ['traffic light, red', \"it's # not a comment\", car]  # all of them\n",
        "names: [\n  'traffic light, red',   # first\n  \"it's # not a comment\",\n  car\n]\nnc: 3\n",
        "nc: 3\nnames:\n  - traffic light, red\n  - 'it''s # not a comment'\n  - car # the last\n",
        "names:\n- traffic light, red\n\n- \"it's # not a comment\"\n- car\ntrain: x\n",
        "names:\n  0: traffic light, red\n  # between\n  2: car\n  1: \"it's # not a comment\"\n",
        "names: {0: 'traffic light, red', 1: \"it's # not a comment\", 2: car}\n",
        "path: &here ../x\nnames: !!seq\n  [ 'traffic light, red',\n \"it's # not a comment\", car ]\n"}) {
    writeBytes(folder / "y/data.yaml", yaml);
    EXPECT_EQ(take(folder / "y").classes, expected) << yaml;
  }
  // Of whatever name the file is, as in the examples of YOLOv5.
  fs::rename(folder / "y/data.yaml", folder / "y/coco128.yaml");
  EXPECT_EQ(take(folder / "y").classes, expected);
}

TEST(BoxLayouts, YamlIsBounded) {
  if (readYoloYaml("names: [a]").ok() == false) GTEST_SKIP() << "this build reads no YAML";
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    bomb += fmt::format("a{}: &a{} [", i, i);
    for (int k = 0; k < 9; ++k) bomb += fmt::format("{}*a{}", k ? ", " : "", i - 1);
    bomb += "]\n";
  }
  const auto bombed = readYoloYaml(bomb + "names: *a9\n");
  ASSERT_FALSE(bombed.ok());
  EXPECT_TRUE(contains(bombed.error().message, "alias")) << bombed.error().message;
  EXPECT_FALSE(readYoloYaml("names: " + std::string(100'000, '[')).ok());
  EXPECT_FALSE(readYoloYaml(std::string(100'000, '{')).ok());
  EXPECT_FALSE(readYoloYaml("names:\n" + std::string("  a: b\n")).ok());
  EXPECT_FALSE(readYoloYaml("names:\n  99999999: b\n").ok());
  EXPECT_EQ(readYoloYaml("names: [a\n  b: [").error().code, ErrorCode::Corrupt);
  EXPECT_TRUE(readYoloYaml("").ok());
  // What is not about classes may be anything.
  const auto others =
      readYoloYaml("a: &a [x]\n? [complex, key]\n: *a\nb: {<<: *a, d: {e: f}, g: *a}\nnames:\n- |\n  g\n- h\n");
  ASSERT_TRUE(others.ok()) << others.error().message;
  EXPECT_EQ(others->names, (Strings{"g\n", "h"}));
  // What is wrong is said with its file.
  const TemporaryFolder folder;
  writePictures(folder / "y", {"images/a.png"}, 40, 20);
  writeBytes(folder / "y/labels/a.txt", "1 0.5 0.5 0.5 0.5\n");
  writeBytes(folder / "y/data.yaml", "names: [a, b\nx: y: z\n");
  const Taken taken = take(folder / "y");
  EXPECT_TRUE(taken.asks);
  EXPECT_TRUE(contains(taken.words, "data.yaml") && contains(taken.words, "line")) << taken.words;
}

TEST(BoxLayouts, Yolo5And8TakeSplitsFromTheirYaml) {
  if (readYoloYaml("names: [a]").ok() == false) GTEST_SKIP() << "this build reads no YAML";
  const TemporaryFolder folder;
  // Roboflow's export.
  writePictures(folder / "r", {"train/images/a.jpg", "valid/images/b.jpg", "test/images/c.jpg"}, 40, 20);
  for (const char* name : {"train/labels/a", "valid/labels/b", "test/labels/c"})
    writeBytes(folder / "r" / (std::string(name) + ".txt"), "0 0.5 0.5 0.5 0.5\n");
  writeBytes(folder / "r/data.yaml",
             "train: ../train/images\nval: ../valid/images\ntest: ../test/images\n\nnc: 1\nnames: ['x']\n");
  EXPECT_EQ(take(folder / "r").splits, "train 1, validation 1, test 1");
  // Folders with names of their own.
  writePictures(folder / "u", {"images/north/a.jpg", "images/south/b.jpg"}, 40, 20);
  for (const char* name : {"labels/north/a", "labels/south/b"})
    writeBytes(folder / "u" / (std::string(name) + ".txt"), "0 0.5 0.5 0.5 0.5\n");
  writeBytes(folder / "u/data.yaml", "path: /content/u\ntrain: images/north\nval: images/south\nnames:\n  0: x\n");
  EXPECT_EQ(take(folder / "u").splits, "train 1, validation 1");
  // Lists of files.
  writePictures(folder / "l", {"images/a.jpg", "images/b.jpg"}, 40, 20);
  for (const char* name : {"labels/a", "labels/b"})
    writeBytes(folder / "l" / (std::string(name) + ".txt"), "0 0.5 0.5 0.5 0.5\n");
  writeBytes(folder / "l/train.txt", "./images/a.jpg\n");
  writeBytes(folder / "l/val.txt", "./images/b.jpg\n");
  writeBytes(folder / "l/data.yaml", "train: train.txt\nval: val.txt\nnames:\n  0: x\n");
  const Taken lists = take(folder / "l");
  ASSERT_TRUE(lists.source) << lists.words;
  EXPECT_EQ(lists.kind, "yolo: detection") << lists.words;
  EXPECT_EQ(lists.splits, "train 1, validation 1");
}

TEST(BoxLayouts, LabelMe) {
  const TemporaryFolder folder;
  const fs::path root = folder / "labelme";
  writePictures(root, {"a.png", "b.png", "c.png"}, 40, 20);
  writeBytes(root / "a.json", R"({"version": "5.2.1", "flags": {}, "shapes": [
{"label": "dog", "points": [[10, 5], [30, 5], [30, 15]], "group_id": null, "shape_type": "polygon", "flags": {}},
{"label": "cat", "points": [[2, 3], [6, 9]], "shape_type": "rectangle"},
{"label": "eye", "points": [[2, 3]], "shape_type": "point"}],
"imagePath": "..\\photos\\a.png", "imageData": null, "imageHeight": 20, "imageWidth": 40})");
  writeBytes(root / "b.json", R"({"shapes": [], "imagePath": "b.png", "imageHeight": 20, "imageWidth": 40})");
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "labelme: detection") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"cat", "dog"}));
  EXPECT_EQ(taken.source->size(), 2);
  EXPECT_EQ(loaded(*taken.source, 0).boxes, (std::vector<Box>{{10, 5, 30, 15, 1}, {2, 3, 6, 9, 0}}));
  EXPECT_TRUE(contains(taken.words, "shape 3 (point) has no label, no points or no area")) << taken.words;
  const Taken masks = take(root, {{"use", std::string("masks")}});
  EXPECT_EQ(masks.classes, (Strings{"background", "cat", "dog"}));
  EXPECT_EQ(labelsOf(*masks.source, 0), (std::set<int>{0, 1, 2}));
  EXPECT_EQ(labelsOf(*masks.source, 1), (std::set<int>{0}));
  surviveMutations(
      "labelme", root, root / "b.json",
      R"({"shapes": [{"label": "x", "points": [[1, 2], [3, 4]], "shape_type": "circle"}], "imagePath": "b.png"})", {},
      300);
}

TEST(BoxLayouts, CvatForImages) {
  const TemporaryFolder folder;
  const fs::path root = folder / "cvat";
  writePictures(root, {"images/a.png", "images/more/b.png"}, 40, 20);
  const std::string xml = R"(<?xml version="1.0" encoding="utf-8"?>
<annotations><version>1.1</version><meta><task><name>x</name></task></meta>
<image id="0" name="a.png" subset="Train" width="40" height="20">
<box label="salt &amp; pepper" source="manual" occluded="0" xtl="1.5" ytl="2" xbr="10" ybr="11" z_order="0"/>
<polygon label="leaf" points="10.0,5.0;30.0,5.0;30.0,15.0"/><points label="eye" points="1,2"/>
</image>
<image id="1" name="more/b.png" subset="Validation" width="40" height="20"/>
<image id="2" name="lost.png" width="40" height="20"></image></annotations>)";
  writeBytes(root / "annotations.xml", xml);
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "cvat: detection") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"leaf", "salt & pepper"}));
  EXPECT_EQ(taken.splits, "train 1, validation 1");
  EXPECT_EQ(loaded(*taken.source, 0).boxes, (std::vector<Box>{{1.5f, 2, 10, 11, 1}, {10, 5, 30, 15, 0}}));
  EXPECT_TRUE(contains(taken.words, "there is no image lost.png")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "\"points\" has no area")) << taken.words;
  EXPECT_GT(surviveMutations("cvat", root, root / "annotations.xml", xml, {}, 300), 20);
}

TEST(PairLayouts, Div2KAsksForItsScale) {
  const TemporaryFolder folder;
  const fs::path root = folder / "DIV2K";
  for (const char* name : {"train_HR/0001", "train_HR/0002", "valid_HR/0801"})
    writePictures(root, {"DIV2K_" + std::string(name) + ".png"}, 12, 24);
  for (const char* name : {"train_LR_bicubic/X2/0001", "train_LR_bicubic/X2/0002", "valid_LR_bicubic/X2/0801"})
    writePictures(root, {"DIV2K_" + std::string(name) + "x2.png"}, 6, 12);
  const Taken two = take(root);
  ASSERT_TRUE(two.source) << two.words;
  EXPECT_EQ(two.kind, "pairs: image_to_image") << two.words;
  EXPECT_EQ(two.splits, "train 2, validation 1");
  EXPECT_FALSE(two.asks) << two.words;
  EXPECT_EQ(loaded(*two.source, 0).target.shape(), (Shape{1, 24, 12}));
  for (const char* name : {"train_LR_bicubic/X4/0001", "train_LR_bicubic/X4/0002", "valid_LR_bicubic/X4/0801"})
    writePictures(root, {"DIV2K_" + std::string(name) + "x4.png"}, 3, 6);
  const Taken both = take(root);
  EXPECT_TRUE(both.asks);
  EXPECT_TRUE(contains(both.words, "scale=2; scale=4")) << both.words;
  const Taken four = take(root, {{"scale", std::int64_t{4}}});
  EXPECT_FALSE(four.asks) << four.words;
  EXPECT_EQ(four.splits, "train 2, validation 1");
  EXPECT_EQ(pixelsOf(loaded(*four.source, 0)).shape(), (Shape{1, 6, 3}));
}

TEST(PairLayouts, Set5InItsForms) {
  const TemporaryFolder folder;
  for (const char* name : {"001", "002"}) {
    const std::string stem = "image_SRF_2/img_" + std::string(name) + "_SRF_2_";
    writePictures(folder / "srf", {stem + "HR.png"}, 12, 12);
    writePictures(folder / "srf", {stem + "LR.png"}, 6, 6);
    const std::string three = "image_SRF_3/img_" + std::string(name) + "_SRF_3_";
    writePictures(folder / "srf", {three + "HR.png"}, 12, 12);
    writePictures(folder / "srf", {three + "LR.png"}, 4, 4);
  }
  EXPECT_TRUE(take(folder / "srf").asks) << take(folder / "srf").words;
  const Taken three = take(folder / "srf", {{"scale", std::int64_t{3}}});
  EXPECT_EQ(three.source->size(), 2) << three.words;
  writePictures(folder / "mod/Set5", {"GTmod12/baby.png", "GTmod12/bird.png"}, 12, 12);
  writePictures(folder / "mod/Set5", {"LRbicx4/baby.png", "LRbicx4/bird.png"}, 3, 3);
  const Taken mod = take(folder / "mod/Set5");
  ASSERT_TRUE(mod.source) << mod.words;
  EXPECT_EQ(mod.kind, "pairs: image_to_image") << mod.words;
  EXPECT_EQ(mod.source->size(), 2);
  EXPECT_FALSE(mod.asks);
}

TEST(PairLayouts, PairsOfDifferentSizesAreRefusedByName) {
  const TemporaryFolder folder;
  writePictures(folder / "set", {"input/a.png", "input/b.png"}, 10, 10);
  writePictures(folder / "set", {"target/a.png"}, 10, 10);
  writePictures(folder / "set", {"target/b.png"}, 12, 9);
  const auto source = openSource("pairs", folder / "set");
  EXPECT_TRUE(source->load(0).ok());
  const auto bad = source->load(1);
  ASSERT_FALSE(bad.ok());
  EXPECT_TRUE(contains(bad.error().message, "the input is 10×10, and its target target/b.png is 12×9"))
      << bad.error().message;
}

template <class T>
std::string raw(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

// NIfTI-1 of 4×3×2 numbers, voxel i being i modulo `modulo`; its first voxel lies at `x` millimetres.
std::string nifti(int modulo, float x = 0, int width = 4) {
  std::string header(352, '\0');
  const auto put = [&](std::size_t at, const std::string& bytes) { header.replace(at, bytes.size(), bytes); };
  put(0, raw(std::int32_t{348}));
  const std::int16_t extents[] = {3, static_cast<std::int16_t>(width), 3, 2};
  for (std::size_t i = 0; i < 4; ++i) put(40 + 2 * i, raw(extents[i]));
  put(70, raw(std::int16_t{4}));
  put(72, raw(std::int16_t{16}));
  put(108, raw(352.0f));
  put(254, raw(std::int16_t{1}));
  const float rows[] = {1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0};
  for (std::size_t i = 0; i < 12; ++i) put(280 + 4 * i, raw(rows[i]));
  put(344, std::string("n+1\0", 4));
  for (int i = 0; i < width * 6; ++i) header += raw(static_cast<std::int16_t>(i % modulo));
  return header;
}

TEST(VolumeLayouts, BratsModalitiesAreChannels) {
  const TemporaryFolder folder;
  const fs::path root = folder / "MICCAI_BraTS2020_TrainingData";
  for (const char* patient : {"BraTS20_Training_001", "BraTS20_Training_002", "BraTS20_Training_003"}) {
    for (const char* kind : {"flair", "t1", "t1ce", "t2"})
      writeBytes(root / patient / fmt::format("{}_{}.nii.gz", patient, kind), gzip(nifti(20)));
    writeBytes(root / patient / fmt::format("{}_seg.nii.gz", patient), gzip(nifti(3)));
  }
  fs::remove(root / "BraTS20_Training_003/BraTS20_Training_003_t2.nii.gz");
  writeBytes(root / "name_mapping.csv", "Grade,BraTS_2020_subject_ID\nHGG,BraTS20_Training_001\n");
  const Taken taken = take(root, {}, "volumes");
  ASSERT_TRUE(taken.source) << taken.words;
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "volumes: segmentation");
  ASSERT_EQ(taken.source->size(), 2);
  EXPECT_EQ(loaded(*taken.source, 0).input.shape(), (Shape{4, 2, 3, 4}));
  EXPECT_EQ(loaded(*taken.source, 0).target.shape(), (Shape{1, 2, 3, 4}));
  EXPECT_TRUE(contains(taken.words, "the channels: _flair, _t1, _t1ce, _t2")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "there is no volume \"_t2\" beside it")) << taken.words;
  fs::remove(root / "name_mapping.csv");
  EXPECT_EQ(recognised(root).importer, "volumes");
}

TEST(VolumeLayouts, MedicalSegmentationDecathlon) {
  const TemporaryFolder folder;
  const fs::path root = folder / "Task09_Spleen";
  for (const char* name : {"spleen_2", "spleen_3"}) {
    writeBytes(root / "imagesTr" / fmt::format("{}.nii.gz", name), gzip(nifti(20)));
    writeBytes(root / "labelsTr" / fmt::format("{}.nii.gz", name), gzip(nifti(2)));
  }
  writeBytes(root / "imagesTs/spleen_1.nii.gz", gzip(nifti(20)));
  writeBytes(root / "dataset.json",
             R"({"name": "Spleen", "modality": {"0": "CT"}, "labels": {"0": "background", "1": "spleen"},
"numTraining": 2, "training": [{"image": "./imagesTr/spleen_2.nii.gz", "label": "./labelsTr/spleen_2.nii.gz"}],
"test": ["./imagesTs/spleen_1.nii.gz"]})");
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "volumes: segmentation") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"background", "spleen"}));
  EXPECT_EQ(taken.source->size(), 2);
  EXPECT_TRUE(contains(taken.words, "spleen_1.nii.gz")) << taken.words;
}

TEST(VolumeLayouts, MasksOfAnotherPlaceAreRefusedByName) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/images/a.nii", nifti(20));
  writeBytes(folder / "set/labels/a.nii", nifti(2));
  writeBytes(folder / "set/images/b.nii", nifti(20));
  writeBytes(folder / "set/labels/b.nii", nifti(2, 30));
  writeBytes(folder / "set/images/c.nii", nifti(20));
  writeBytes(folder / "set/labels/c.nii", nifti(2, 0, 5));
  const Taken taken = take(folder / "set");
  EXPECT_EQ(taken.source->size(), 1);
  EXPECT_TRUE(contains(taken.words, "b.nii lie 30.0 mm apart as their headers say (their affines differ)"))
      << taken.words;
  EXPECT_TRUE(contains(taken.words, "it is 4×3×2, and c.nii is 5×3×2")) << taken.words;
  EXPECT_EQ(take(folder / "set", {{"places", std::string("ignore")}}).source->size(), 2);
}

}  // namespace
}  // namespace fovea::test
