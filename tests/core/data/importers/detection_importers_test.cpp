// Boxes in four formats: the same boxes come out, and what is wrong in a file is told with its place.
#include <sstream>

#include "core/data/importers/polygon_mask.h"
#include "core/data/importers/xml_tree.h"
#include "importer_support.h"

namespace fovea::test {
namespace {

using Strings = std::vector<std::string>;

std::string reasons(const ImportSource& source) {
  std::string text;
  for (const SkippedSample& problem : source.problems())
    text += fs::path(problem.source).filename().string() + ": " + problem.reason + "\n";
  return text;
}

TEST(XmlTree, ReadsWhatAnnotationsUse) {
  const auto root = parseXml(
      "\xef\xbb\xbf<?xml version=\"1.0\"?>\n<!-- x -->\n<a b=\"1\" c='>'>\n <n> x &amp; &#233;&#x41; </n><e/>"
      "<t><![CDATA[<raw>]]></t></a>\n");
  ASSERT_TRUE(root.ok()) << root.error().text();
  EXPECT_EQ(root->textOf("n"),
            "x & \xc3\xa9"
            "A");
  EXPECT_EQ(root->textOf("t"), "<raw>");
  EXPECT_EQ(root->child("n")->line, 4);
  EXPECT_EQ(root->child("none"), nullptr);
}

TEST(XmlTree, SaysWhereItIsWrong) {
  EXPECT_TRUE(contains(parseXml("<a>\n<b></c></a>").error().message, "line 2: \"b\" is closed as \"c\""));
  EXPECT_TRUE(contains(parseXml("<a>&unknown;</a>").error().message, "\"&unknown;\" is not known"));
  EXPECT_TRUE(contains(parseXml("<!DOCTYPE a [<!ENTITY x \"y\">]><a/>").error().message, "document type"));
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  EXPECT_TRUE(contains(parseXml(deep).error().message, "too deep"));
  for (const char* bad : {"", "text", "<a", "<a>", "<a></a><b/>", "<a b></a>", "<a b=\"1></a>", "<a>&#0;</a>", "<1>"})
    EXPECT_FALSE(parseXml(bad).ok()) << bad;
}

std::string vocXml(const std::string& objects, int width = 40, int height = 30) {
  return "<annotation><filename>a.png</filename><size><width>" + std::to_string(width) + "</width><height>" +
         std::to_string(height) + "</height><depth>3</depth></size>\n" + objects + "</annotation>";
}

std::string vocObject(const std::string& name, const std::string& corners, const std::string& more = {}) {
  std::istringstream parts(corners);
  std::string text = "<object><name>" + name + "</name>" + more + "<bndbox>";
  for (const char* corner : {"xmin", "ymin", "xmax", "ymax"}) {
    std::string word;
    parts >> word;
    text += std::string("<") + corner + ">" + word + "</" + corner + ">";
  }
  return text + "</bndbox></object>\n";
}

TEST(VocImporter, ReadsBoxesSplitsAndDifficultObjects) {
  const TemporaryFolder folder;
  for (const char* name : {"a", "b", "c"})
    writeBytes(folder / ("voc/JPEGImages/" + std::string(name) + ".png"), greyPng(40, 30, 5));
  writeBytes(folder / "voc/Annotations/a.xml",
             vocXml(vocObject("dog", "1 1 40 30") + vocObject("cat", "11 6 20 15.5")));
  writeBytes(folder / "voc/Annotations/b.xml",
             vocXml(vocObject("dog", "-5 2 300 20") + vocObject("dog", "50 50 60 60", "<difficult>1</difficult>")));
  writeBytes(folder / "voc/Annotations/c.xml", vocXml(""));
  writeBytes(folder / "voc/ImageSets/Main/train.txt", "a\n");
  writeBytes(folder / "voc/ImageSets/Main/val.txt", "b\n");
  writeBytes(folder / "voc/ImageSets/Main/dog_train.txt", "c 1\n");
  const Recognition found = recognised(folder / "voc");
  EXPECT_EQ(found.importer, "voc");
  EXPECT_EQ(found.task, Task::Detection);
  EXPECT_EQ(found.summary, "3 images, 40×30 grey, 2 classes");
  const auto source = openSource("voc", folder / "voc");
  ASSERT_EQ(source->size(), 3);
  EXPECT_EQ(source->classes(), (Strings{"cat", "dog"}));
  EXPECT_EQ(loaded(*source, 0).boxes, (std::vector<Box>{{0, 0, 40, 30, 1}, {10, 5, 20, 15.5f, 0}}));
  EXPECT_EQ(loaded(*source, 1).boxes, (std::vector<Box>{{0, 1, 40, 20, 1}}));
  EXPECT_EQ(source->item(0).split, Split::Train);
  EXPECT_EQ(source->item(1).split, Split::Validation);
  EXPECT_FALSE(source->item(2).split);
  EXPECT_EQ(reasons(*source), "b.xml: line 3: this box lies outside of its image\n");
  const auto easy =
      openSource("voc", folder / "voc", {{"difficult", false}, {"without_boxes", std::string("leave_out")}});
  EXPECT_TRUE(easy->problems().empty());
  EXPECT_EQ(easy->size(), 2);
  const auto strict = openSource("voc", folder / "voc", {{"outside", std::string("refuse")}});
  EXPECT_TRUE(contains(strict->load(1).error().message, "reaches over the border of 40×30"));
}

TEST(VocImporter, ListsWhatIsWrong) {
  const TemporaryFolder folder;
  for (const char* name : {"a", "b", "c"})
    writeBytes(folder / ("voc/" + std::string(name) + ".png"), greyPng(40, 30, 5));
  writeBytes(folder / "voc/a.xml",
             vocXml("<object><name>x</name></object>" + vocObject("x", "9 9 5 5") + vocObject("x", "1 a 5 5")));
  writeBytes(folder / "voc/b.xml", "<annotation><object>");
  writeBytes(folder / "voc/c.xml", vocXml(vocObject("x", "1 1 5 5"), 400, 300));
  writeBytes(folder / "voc/d.xml", vocXml(""));
  const auto source = openSource("voc", folder / "voc");
  EXPECT_EQ(source->size(), 2);
  EXPECT_TRUE(contains(reasons(*source), "d.xml: its image has another annotation"));  // it names a.png
  EXPECT_TRUE(contains(reasons(*source), "a.xml: line 2: this object has no bndbox"));
  EXPECT_TRUE(contains(reasons(*source), "a.xml: line 2: this box has no area"));
  EXPECT_TRUE(contains(reasons(*source), "its corners are no numbers"));
  EXPECT_TRUE(contains(reasons(*source), "b.xml: The XML text is damaged at line 1"));
  EXPECT_TRUE(
      contains(source->load(indexOf(*source, "c.png")).error().message, "is for 400×300, and the image is 40×30"));
}

TEST(VocImporter, SurvivesMutations) {
  const TemporaryFolder folder;
  writeBytes(folder / "voc/JPEGImages/a.png", greyPng(40, 30, 5));
  EXPECT_GT(surviveMutations("voc", folder / "voc", folder / "voc/Annotations/a.xml",
                             vocXml(vocObject("dog", "1 1 40 30") + vocObject("cat", "11 6 20 15"))),
            100);
}

TEST(YoloImporter, ReadsSharesAndOutlines) {
  const TemporaryFolder folder;
  for (const char* name : {"train/images/a", "train/images/b", "valid/images/c"})
    writeBytes(folder / ("yolo/" + std::string(name) + ".png"), greyPng(40, 20, 5));
  writeBytes(folder / "yolo/train/labels/a.txt", "1 0.5 0.5 1.0 1.0\n0 0.25 0.5 0.1 0.2 0.9\n");
  writeBytes(folder / "yolo/valid/labels/c.txt",
             "0 0.1 0.2 0.5 0.2 0.5 0.6\n2 0.5 0.5 0.1 0.1\n1 0.95 0.5 0.2 0.2\n1 1.5 0.5 0.2 0.2\nx 1 1 1 1\n1 1\n");
  writeBytes(folder / "yolo/data.yaml", "train: ../train/images\nnc: 2\nnames: ['red car', \"bike\"]\n");
  const Recognition found = recognised(folder / "yolo");
  EXPECT_EQ(found.importer, "yolo");
  const auto source = openSource("yolo", folder / "yolo");
  ASSERT_EQ(source->size(), 3);
  EXPECT_EQ(source->classes(), (Strings{"red car", "bike"}));
  const auto boxes = loaded(*source, 0).boxes;
  ASSERT_EQ(boxes.size(), 2u);
  EXPECT_EQ(boxes[0], (Box{0, 0, 40, 20, 1}));
  EXPECT_NEAR(boxes[1].left, 8, 1e-4);
  EXPECT_NEAR(boxes[1].bottom, 12, 1e-4);
  EXPECT_TRUE(loaded(*source, 1).boxes.empty());
  const auto outline = loaded(*source, 2).boxes;
  ASSERT_EQ(outline.size(), 2u);
  EXPECT_NEAR(outline[0].left, 4, 1e-4);
  EXPECT_NEAR(outline[0].bottom, 12, 1e-4);
  EXPECT_EQ(outline[1].right, 40);
  EXPECT_EQ(source->item(2).split, Split::Validation);
  EXPECT_EQ(
      reasons(*source),
      "c.txt: line 2: the label 2 is not one of the 2 classes\nc.txt: line 4: this box lies outside of its image\n"
      "c.txt: line 5: \"x\" is no class\nc.txt: line 6: 5 numbers were expected and 2 found\n");
}

TEST(YoloImporter, KnowsOtherFormsOfNames) {
  const TemporaryFolder folder;
  writeBytes(folder / "y/images/a.png", greyPng(40, 20, 5));
  writeBytes(folder / "y/labels/a.txt", "1 0.5 0.5 0.5 0.5\n");
  EXPECT_EQ(openSource("yolo", folder / "y")->classes(), (Strings{"0", "1"}));
  writeBytes(folder / "y/data.yaml", "names:\n  0: car\n  2: tree\npath: x\n");
  EXPECT_EQ(openSource("yolo", folder / "y")->classes(), (Strings{"car", "1", "tree"}));
  writeBytes(folder / "y/data.yaml", "names:\n- car\n- tree # big\nnc: 2\n");
  EXPECT_EQ(openSource("yolo", folder / "y")->classes().size(), 2u);
  fs::remove(folder / "y/data.yaml");
  writeBytes(folder / "y/classes.txt", "p\nq\n");
  EXPECT_EQ(openSource("yolo", folder / "y")->classes(), (Strings{"p", "q"}));
}

TEST(YoloImporter, SurvivesMutations) {
  const TemporaryFolder folder;
  writeBytes(folder / "y/images/a.png", greyPng(40, 20, 5));
  EXPECT_GT(surviveMutations("yolo", folder / "y", folder / "y/labels/a.txt",
                             "1 0.5 0.5 0.5 0.5\n0 0.1 0.1 0.05 0.05\n2 0.1 0.2 0.3 0.4 0.5 0.6\n"),
            300);
}

constexpr const char* kKittiCar =
    "Car 0.00 0 -1.58 587.01 173.33 614.12 200.12 1.65 1.67 3.64 -0.65 1.71 46.70 -1.59\n";

TEST(KittiImporter, ReadsItsOwnLayoutAndThatOfDigits) {
  const TemporaryFolder folder;
  for (const char* name : {"k/image_2/000001", "d/train/images/000001", "d/val/images/000002"})
    writeBytes(folder / (std::string(name) + ".png"), greyPng(1000, 370, 5));
  const std::string objects = std::string(kKittiCar) +
                              "DontCare -1 -1 -10 503.89 169.71 590.61 190.13 -1 -1 -1 -1000 -1000 -1000 -10\n" +
                              "Van 0 0 0 -20 -20 30 30 0 0 0 0 0 0 0\nCar 0 0\n";
  writeBytes(folder / "k/label_2/000001.txt", objects);
  writeBytes(folder / "d/train/labels/000001.txt", objects);
  writeBytes(folder / "d/val/labels/000002.txt", kKittiCar);
  const Recognition found = recognised(folder / "k");
  EXPECT_EQ(found.importer, "kitti");
  EXPECT_EQ(found.classes, (Strings{"Car", "Van"}));
  const auto source = openSource("kitti", folder / "k");
  const auto boxes = loaded(*source, 0).boxes;
  ASSERT_EQ(boxes.size(), 2u);
  EXPECT_EQ(boxes[0], (Box{587.01f, 173.33f, 614.12f, 200.12f, 0}));
  EXPECT_EQ(boxes[1], (Box{0, 0, 30, 30, 1}));
  EXPECT_EQ(reasons(*source), "000001.txt: line 4: 15 words were expected and 3 found\n");
  const auto digits = openSource("kitti", folder / "d", {{"dont_care", true}});
  EXPECT_EQ(digits->classes(), (Strings{"Car", "DontCare", "Van"}));
  EXPECT_EQ(digits->item(1).split, Split::Validation);
  EXPECT_EQ(recognised(folder / "d").importer, "kitti");
}

TEST(KittiImporter, SurvivesMutations) {
  const TemporaryFolder folder;
  writeBytes(folder / "k/image_2/a.png", greyPng(1000, 300, 5));
  EXPECT_GT(surviveMutations("kitti", folder / "k", folder / "k/label_2/a.txt",
                             std::string(kKittiCar) + kKittiCar + kKittiCar),
            200);
}

constexpr const char* kCoco = R"({"info": {"year": 2020, "deep": [[1, [2]]]},
 "images": [{"id": 7, "file_name": "a.png", "width": 20, "height": 10}, {"id": 9, "file_name": "b.png", "width": 20, "height": 10}],
 "annotations": [
  {"id": 1, "image_id": 7, "category_id": 3, "bbox": [2, 3, 4, 5], "area": 20, "iscrowd": 0, "segmentation": [[2, 3, 6, 3, 6, 8, 2, 8]]},
  {"id": 2, "image_id": 7, "category_id": 1, "bbox": [0, 0, 20, 10], "iscrowd": 0, "segmentation": [[0, 0, 20, 0, 20, 10, 0, 10]]},
  {"id": 3, "image_id": 9, "category_id": 3, "bbox": [0, 0, 2, 10], "iscrowd": 1, "segmentation": {"counts": [0, 20, 180], "size": [10, 20]}},
  {"id": 4, "image_id": 9, "category_id": 3, "bbox": [5, 5, 0, 3], "segmentation": []},
  {"id": 5, "image_id": 8, "category_id": 3, "bbox": [1, 1, 1, 1]},
  {"id": 6, "image_id": 9, "category_id": 55, "bbox": [1, 1, 1, 1]}],
 "categories": [{"id": 3, "name": "dog", "supercategory": "animal"}, {"id": 1, "name": "cat"}]})";

void writeCoco(const TemporaryFolder& folder) {
  for (const char* name : {"a", "b"})
    writeBytes(folder / ("coco/train2017/" + std::string(name) + ".png"), greyPng(20, 10, 5));
  writeBytes(folder / "coco/annotations/instances_train2017.json", kCoco);
  writeBytes(folder / "coco/annotations/captions_train2017.json", "{\"images\": [], \"licenses\": []}");
}

TEST(CocoImporter, ReadsBoxes) {
  const TemporaryFolder folder;
  writeCoco(folder);
  const Recognition found = recognised(folder / "coco");
  EXPECT_EQ(found.importer, "coco");
  EXPECT_EQ(found.summary, "2 images, 20×10 grey, 2 classes");
  const auto source = openSource("coco", folder / "coco");
  ASSERT_EQ(source->size(), 2);
  EXPECT_EQ(source->classes(), (Strings{"cat", "dog"}));
  EXPECT_EQ(source->item(0).split, Split::Train);
  EXPECT_EQ(loaded(*source, 0).boxes, (std::vector<Box>{{2, 3, 6, 8, 1}, {0, 0, 20, 10, 0}}));
  EXPECT_TRUE(loaded(*source, 1).boxes.empty());
  EXPECT_TRUE(contains(reasons(*source), "this box has no area"));
  EXPECT_TRUE(contains(reasons(*source), "an object belongs to the image 8, which is not listed"));
  EXPECT_TRUE(contains(reasons(*source), "an object in b.png is of the category 55, which is not named"));
  EXPECT_EQ(openSource("coco", folder / "coco/annotations/instances_train2017.json")->size(), 2);
}

TEST(CocoImporter, DrawsMasksAndCollectsLabels) {
  const TemporaryFolder folder;
  writeCoco(folder);
  const auto masks = openSource("coco", folder / "coco", {{"use", std::string("masks")}});
  EXPECT_EQ(masks->task(), Task::Segmentation);
  EXPECT_EQ(masks->classes(), (Strings{"background", "cat", "dog"}));
  const Tensor mask = loaded(*masks, 0).target;
  ASSERT_EQ(mask.shape(), (Shape{1, 10, 20}));
  const auto at = [](const Tensor& m, int x, int y) { return m.data<std::uint8_t>()[y * 20 + x]; };
  EXPECT_EQ(at(mask, 2, 3), 2);
  EXPECT_EQ(at(mask, 5, 7), 2);
  EXPECT_EQ(at(mask, 6, 3), 1);
  EXPECT_EQ(at(mask, 1, 3), 1);
  const Tensor crowd = loaded(*masks, 1).target;
  EXPECT_EQ(at(crowd, 1, 9), kIgnoredPixel);
  EXPECT_EQ(at(crowd, 2, 0), 0);
  const auto labels = openSource("coco", folder / "coco", {{"use", std::string("labels")}});
  EXPECT_EQ(labels->task(), Task::MultiLabel);
  EXPECT_EQ(loaded(*labels, 0).labels, (std::vector<std::int32_t>{0, 1}));
}

TEST(CocoImporter, BoxesWithoutAnOutlineAreIgnoredPixels) {
  const TemporaryFolder folder;
  writeBytes(folder / "c/a.png", greyPng(4, 3, 5));
  writeBytes(folder / "c/b.png", greyPng(4, 3, 5));
  const auto write = [&](const std::string& outline, const std::string& box) {
    writeBytes(folder / "c/x.json", R"({"images": [{"id": 1, "file_name": "a.png"}, {"id": 2, "file_name": "b.png"}],
      "annotations": [{"image_id": 1, "category_id": 1, "bbox": [0, 0, 1, 3], "segmentation": )" +
                                        outline + R"(}, {"image_id": 1, "category_id": 1, "bbox": )" + box +
                                        R"(, "segmentation": []}, {"image_id": 2, "category_id": 1,
      "bbox": [3, 0, 1, 1], "segmentation": [[]]}, {"image_id": 2, "category_id": 1, "bbox": [0, 2, 1, 1]}],
      "categories": [{"id": 1, "name": "x"}]})");
    return tryOpen("coco", folder / "c/x.json", {{"use", std::string("masks")}});
  };
  const std::string drawn = "[[0, 0, 1, 0, 1, 3, 0, 3]]";
  const auto source = valueOf(write(drawn, "[0, 1, 3, 1]"));
  EXPECT_EQ(valuesOf(loaded(*source, 0).target), (std::vector<int>{1, 0, 0, 0, 1, 255, 255, 0, 1, 0, 0, 0}));
  EXPECT_EQ(valuesOf(loaded(*source, 1).target), (std::vector<int>{0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0}));
  EXPECT_TRUE(contains(reasons(*source), "an object in a.png has no outline"));
  EXPECT_TRUE(contains(reasons(*source), "2 objects in b.png have no outline"));
  EXPECT_NE(valueOf(write(drawn, "[0, 1, 2, 1]"))->item(0).annotation, source->item(0).annotation);
  const auto boxes = write("[]", "[0, 1, 3, 1]");
  expectError(boxes, ErrorCode::InvalidArgument, "holds boxes only");
  EXPECT_TRUE(contains(boxes.error().text(), "use=boxes"));
}

TEST(CocoImporter, ReadsCompressedRuns) {
  const TemporaryFolder folder;
  writeBytes(folder / "c/a.png", greyPng(4, 3, 5));
  // Runs 3, 3, 6 down the columns: the second column is inside.
  writeBytes(folder / "c/x.json",
             R"({"images": [{"id": 1, "file_name": "a.png"}], "annotations": [{"image_id": 1, "category_id": 1,
    "bbox": [1, 0, 1, 3], "segmentation": {"counts": "336", "size": [3, 4]}}], "categories": [{"id": 1, "name": "x"}]})");
  const auto source = openSource("coco", folder / "c/x.json", {{"use", std::string("masks")}});
  const Tensor mask = loaded(*source, 0).target;
  EXPECT_EQ(std::vector<int>(mask.values<std::uint8_t>().begin(), mask.values<std::uint8_t>().end()),
            (std::vector<int>{0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}));
}

TEST(CocoImporter, SaysWhatIsWrong) {
  const TemporaryFolder folder;
  writeCoco(folder);
  writeBytes(folder / "coco/annotations/instances_train2017.json", std::string(kCoco).substr(0, 900));
  const auto cut = tryOpen("coco", folder / "coco");
  EXPECT_EQ(cut.error().code, ErrorCode::Corrupt);
  EXPECT_TRUE(contains(cut.error().message, "it is damaged at byte"));
  fs::remove_all(folder / "coco/train2017");
  writeBytes(folder / "coco/annotations/instances_train2017.json", kCoco);
  EXPECT_TRUE(contains(tryOpen("coco", folder / "coco").error().message, "are not found, for instance a.png"));
  writeBytes(folder / "other.json", "{\"a\": 1}");
  EXPECT_EQ(tryOpen("coco", folder / "other.json").error().code, ErrorCode::Unsupported);
  std::string deep = "{\"images\": [{\"file_name\": \"a.png\", \"x\": ";
  writeBytes(folder / "deep.json", deep + std::string(100'000, '['));
  EXPECT_FALSE(tryOpen("coco", folder / "deep.json").ok());
}

TEST(CocoImporter, SurvivesMutations) {
  const TemporaryFolder folder;
  writeCoco(folder);
  const fs::path json = folder / "coco/annotations/instances_train2017.json";
  surviveMutations("coco", folder / "coco", json, kCoco, {}, 500);
  surviveMutations("coco", folder / "coco", json, kCoco, {{"use", std::string("masks")}}, 500);
}

TEST(PolygonMask, FillsPixelsWhoseCentresLieInside) {
  Tensor mask = Tensor::zeros({DataType::UInt8, Shape{1, 4, 4}});
  const float triangle[] = {0, 0, 4, 0, 0, 4};
  fillPolygon(triangle, 1, mask);
  EXPECT_EQ(std::vector<int>(mask.values<std::uint8_t>().begin(), mask.values<std::uint8_t>().end()),
            (std::vector<int>{1, 1, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(polygonArea(triangle), 8);
  const float huge[] = {-1e30f, -1e30f, 1e30f, -1e30f, 1e30f, 1e30f, -1e30f, 1e30f};
  fillPolygon(huge, 2, mask);
  EXPECT_EQ(mask.data<std::uint8_t>()[5], 2);
}

TEST(Detection, AmbiguousFoldersGoToTheRightImporter) {
  const TemporaryFolder folder;
  writeBytes(folder / "a/images/1.png", greyPng(40, 20, 5));
  writeBytes(folder / "a/labels/1.txt", kKittiCar);
  EXPECT_EQ(recognised(folder / "a").importer, "kitti");
  writeBytes(folder / "b/images/1.png", greyPng(40, 20, 5));
  writeBytes(folder / "b/labels/1.txt", "0 0.5 0.5 0.1 0.1\n");
  EXPECT_EQ(recognised(folder / "b").importer, "yolo");
  writeBytes(folder / "c/cat/1.png", greyPng(40, 20, 5));
  writeBytes(folder / "c/cat/1.txt", "a photograph of a cat\n");
  EXPECT_EQ(recognised(folder / "c").importer, "folder");
}

}  // namespace
}  // namespace fovea::test
