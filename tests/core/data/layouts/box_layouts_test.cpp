// Public data sets of boxes, rebuilt small from their published descriptions: what comes in without an option is right,
// or it is asked about.
#include "core/data/importers/yolo_yaml.h"
#include "layout_support.h"

namespace fovea::test {
namespace {

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
  writeBytes(root / "annotations/captions_train2017.json",
             R"({"licenses": [], "images": [], "annotations": [{"caption": "x"}]})");
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.kind, "coco: detection") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"person", "dog"}));
  EXPECT_EQ(taken.splits, "train 1, validation 1");
  EXPECT_FALSE(taken.asks);
  EXPECT_TRUE(contains(taken.words, "the annotations that are read: 1 file left out: captions_train2017.json"))
      << taken.words;
}

// The real annotation has 448 MB, with the categories at its end.
TEST(BoxLayouts, ALargeCocoIsRecognisedWithTheNamesOfItsClasses) {
  const TemporaryFolder folder;
  writePictures(folder / "coco", {"train2017/a.jpg"}, 40, 30);
  std::string json = R"({"images": [{"id": 9, "file_name": "a.jpg", "width": 40, "height": 30}], "annotations": [)";
  for (int i = 0; json.size() < (std::size_t{17} << 20); ++i)
    json += fmt::format(R"({}{{"id": {}, "image_id": 9, "category_id": {}, "bbox": [1, 2, 3, 4], "caption": "{}"}})",
                        i == 0 ? "" : ", ", i, i % 2 == 0 ? 18 : 1, std::string(10'000, 'x'));
  json += R"(], "categories": [{"id": 18, "name": "dog"}, {"id": 1, "name": "person"}], "info": {"year": 2017}})";
  writeBytes(folder / "coco/annotations/instances_train2017.json", json);
  const Recognition found = recognised(folder / "coco");
  EXPECT_EQ(found.importer, "coco");
  EXPECT_TRUE(contains(found.summary, "2 classes")) << found.summary;
  EXPECT_EQ(take(folder / "coco").classes, (Strings{"person", "dog"}));
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

}  // namespace
}  // namespace fovea::test
