// Data sets as annotation services export them: folders train, valid and test, each with its pictures and one file of
// annotations or one beside each picture. The same boxes are written in every form, and all of them are compared.
#include <fstream>
#include <nlohmann/json.hpp>

#include "layout_support.h"

namespace fovea::test {
namespace {

struct Marked {
  std::string folder, file;
  std::vector<Box> boxes;
};

const Strings kFruit{"apple", "pear tree", "plum"};

// Pictures of 64×48, some of them without boxes. Corners are multiples of 1/4, so that all forms hold them exactly.
std::vector<Marked> markedPictures(const Strings& folders = {"train", "valid", "test"}) {
  std::mt19937 random(11);
  const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
  std::vector<Marked> all;
  for (const std::string& folder : folders)
    for (int i = 0; i < 5; ++i) {
      Marked one{folder, fmt::format("{}{}_png.rf.{:08x}.png", folder, i, random()), {}};
      for (int k = i == 3 ? 0 : 1 + below(3); k > 0; --k) {
        const auto left = static_cast<float>(below(120)) / 4, top = static_cast<float>(below(100)) / 4;
        one.boxes.push_back({left, top, left + static_cast<float>(4 + below(80)) / 4,
                             top + static_cast<float>(4 + below(60)) / 4, below(3)});
      }
      // The first picture of each folder has all classes, in an order that is not that of their names.
      if (i == 0) one.boxes = {{1, 2, 9, 8, 2}, {10, 12, 20, 30, 0}, {0, 0, 64, 48, 1}};
      all.push_back(std::move(one));
    }
  return all;
}

void writeMarked(const fs::path& root, const std::vector<Marked>& all, const std::string& inside = {}) {
  for (const Marked& one : all) writePictures(root / one.folder / inside, {one.file}, 64, 48);
  writeBytes(root / "README.dataset.txt", "# fruit > 2023\nLicense: CC BY 4.0\n");
  writeBytes(root / "README.roboflow.txt", "fruit - v1\nThe dataset includes 15 images.\n");
}

std::string className(const Box& box) {
  return kFruit[static_cast<std::size_t>(box.label)];
}

// Writes one file a folder: `begin`, the text of each picture with `between` them, and `end`.
void writeLists(const fs::path& root, const std::vector<Marked>& all, const std::string& name,
                const std::function<std::string(const Marked&)>& textOf, const std::string& begin = {},
                const std::string& between = {}, const std::string& end = {}) {
  std::map<std::string, std::string> texts;
  for (const Marked& one : all) {
    std::string& text = texts[one.folder];
    text += (text.empty() ? begin : between) + textOf(one);
  }
  for (const auto& [folder, text] : texts) writeBytes(root / folder / name, text + end);
}

std::string createMl(const Marked& one, const char* image = "image", const char* annotations = "annotations") {
  std::string boxes;
  for (const Box& box : one.boxes)
    boxes += fmt::format(R"({}{{"label":"{}","coordinates":{{"x":{},"y":{},"width":{},"height":{}}}}})",
                         boxes.empty() ? "" : ",", className(box), (box.left + box.right) / 2,
                         (box.top + box.bottom) / 2, box.right - box.left, box.bottom - box.top);
  return fmt::format(R"({{"{}":"{}","{}":[{}]}})", image, one.file, annotations, boxes);
}

std::string kerasLine(const Marked& one) {
  std::string line = one.file;
  for (const Box& box : one.boxes)
    line += fmt::format(" {},{},{},{},{}", box.left, box.top, box.right, box.bottom, box.label);
  return line + "\n";
}

std::string yoloLines(const Marked& one) {
  std::string text;
  for (const Box& box : one.boxes)
    text += fmt::format("{} {} {} {} {}\n", box.label, (box.left + box.right) / 128, (box.top + box.bottom) / 96,
                        (box.right - box.left) / 64, (box.bottom - box.top) / 48);
  return text;
}

// Four corners, clockwise from the upper left; `scale` divides x by 64 and y by 48.
std::string cornersText(const Box& box, bool scale = false) {
  const float w = scale ? 64 : 1, h = scale ? 48 : 1;
  const float l = box.left / w, r = box.right / w, t = box.top / h, b = box.bottom / h;
  return fmt::format("{} {} {} {} {} {} {} {}", l, t, r, t, r, b, l, b);
}

// Compares every picture of a source with what was written.
void expectMarked(const Taken& taken, const std::vector<Marked>& all, const Strings& names = kFruit) {
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.source->task(), Task::Detection);
  EXPECT_EQ(taken.classes, names);
  ASSERT_EQ(taken.source->size(), std::ssize(all)) << taken.words;
  EXPECT_TRUE(taken.source->problems().empty()) << taken.words;
  for (const Marked& one : all) {
    const std::int64_t i = indexOf(*taken.source, one.folder + "/" + one.file) >= 0
                               ? indexOf(*taken.source, one.folder + "/" + one.file)
                               : indexOf(*taken.source, "/" + one.file);
    ASSERT_GE(i, 0) << one.file;
    EXPECT_EQ(taken.source->item(i).split, splitOfName(one.folder)) << one.file;
    const auto boxes = loaded(*taken.source, i).boxes;
    ASSERT_EQ(boxes.size(), one.boxes.size()) << one.file;
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      EXPECT_NEAR(boxes[k].left, std::max(0.0f, one.boxes[k].left), 1e-4) << one.file;
      EXPECT_NEAR(boxes[k].top, std::max(0.0f, one.boxes[k].top), 1e-4) << one.file;
      EXPECT_NEAR(boxes[k].right, std::min(64.0f, one.boxes[k].right), 1e-4) << one.file;
      EXPECT_NEAR(boxes[k].bottom, std::min(48.0f, one.boxes[k].bottom), 1e-4) << one.file;
      EXPECT_EQ(taken.classes[static_cast<std::size_t>(boxes[k].label)],
                names[static_cast<std::size_t>(one.boxes[k].label)])
          << one.file;
    }
  }
}

void expectWords(const Taken& taken, const Strings& words) {
  for (const std::string& word : words) EXPECT_TRUE(contains(taken.words, word)) << word << "\n" << taken.words;
}

class ExportedBoxes : public ::testing::Test {
 protected:
  const TemporaryFolder folder;
  const fs::path root = folder / "fruit";
  const std::vector<Marked> all = markedPictures();

  void writeCreateMl(const fs::path& to) const {
    writeMarked(to, all);
    writeLists(
        to, all, "_annotations.createml.json", [](const Marked& one) { return createMl(one); }, "[", ",", "]");
  }
  void writeKeras(const fs::path& to) const {
    writeMarked(to, all);
    writeLists(to, all, "_annotations.txt", kerasLine);
    for (const char* split : {"train", "valid", "test"})
      writeBytes(to / split / "_classes.txt", "apple\npear tree\nplum\n");
  }
};

TEST_F(ExportedBoxes, OfCreateMl) {
  writeCreateMl(root);
  const Taken taken = take(root);
  EXPECT_EQ(taken.kind, "createml: detection");
  EXPECT_EQ(taken.splits, "train 5, validation 5, test 5");
  expectMarked(taken, all);
  // One file by itself brings its own pictures.
  const Taken one = take(root / "valid/_annotations.createml.json");
  EXPECT_EQ(one.kind, "createml: detection") << one.words;
  EXPECT_EQ(one.source ? one.source->size() : 0, 5);
}

TEST_F(ExportedBoxes, ASplitAloneAndAWrappedFolder) {
  writeCreateMl(folder / "outer/fruit.v1/");
  expectMarked(take(folder / "outer"), all);
  fs::remove_all(folder / "outer/fruit.v1/valid");
  fs::remove_all(folder / "outer/fruit.v1/test");
  for (const char* file : {"README.dataset.txt", "README.roboflow.txt"}) fs::remove(folder / "outer/fruit.v1" / file);
  expectMarked(take(folder / "outer"), {all.begin(), all.begin() + 5});
}

// A split may hold only pictures without boxes; other lists of images are none of boxes.
TEST_F(ExportedBoxes, OfSplitsWithoutAnyBox) {
  std::vector<Marked> some = all;
  for (Marked& one : some)
    if (one.folder == "test") one.boxes.clear();
  writeMarked(root, some);
  writeLists(
      root, some, "_annotations.createml.json", [](const Marked& one) { return createMl(one); }, "[", ",", "]");
  const Taken taken = take(root);
  EXPECT_EQ(taken.kind, "createml: detection");
  expectMarked(taken, some);
  for (const char* split : {"train", "valid", "test"}) fs::remove(root / split / "_annotations.createml.json");
  writeLists(root, some, "_annotations.txt", kerasLine);
  writeBytes(root / "train/_classes.txt", "apple\npear tree\nplum\n");
  const Taken keras = take(root);
  EXPECT_EQ(keras.kind, "keras_boxes: detection");
  expectMarked(keras, some);
  for (const char* split : {"train", "valid", "test"}) fs::remove(root / split / "_annotations.txt");
  for (const char* annotations : {"[]", "\"apple\"", "[\"apple\", \"plum\"]"}) {
    std::string json;
    for (const Marked& one : all)
      json += fmt::format(R"({}{{"image":"{}/{}","annotations":{}}})", json.empty() ? "[" : ",", one.folder, one.file,
                          annotations);
    writeBytes(root / "annotations.json", json + "]");
    const Taken other = take(root);
    EXPECT_TRUE(other.asks) << other.words;
    EXPECT_FALSE(contains(other.kind, "createml")) << other.kind;
  }
}

// Apple's own file lies beside the pictures and has other names for the same.
TEST_F(ExportedBoxes, OfCreateMlWithOneFileBesideThePictures) {
  for (const auto& [image, annotations] :
       {std::pair("image", "annotations"), {"imagefilename", "annotation"}, {"imagefilename", "annotations"}}) {
    fs::remove_all(root);
    std::vector<Marked> flat = markedPictures({"."});
    for (Marked& one : flat) one.folder = "";
    writeMarked(root, flat);
    std::string json;
    for (const Marked& one : flat) json += (json.empty() ? "[\n " : ",\n ") + createMl(one, image, annotations);
    writeBytes(root / "annotations.json", json + "\n]\n");
    expectMarked(take(root), flat);
    fs::remove_all(root);
    writeMarked(root, all);
    json.clear();
    for (Marked one : all) {
      one.file = one.folder + "/" + one.file;
      json += (json.empty() ? "[\n " : ",\n ") + createMl(one, image, annotations);
    }
    writeBytes(root / "annotations.json", json + "\n]\n");
    expectMarked(take(root), all);
  }
}

TEST_F(ExportedBoxes, OfCreateMlCountsWhatIsWrong) {
  writePictures(root / "train", {"a.png", "b.png", "c.png", "d.png"}, 64, 48);
  const auto box = [](const char* label, const char* place) {
    return fmt::format(R"({{"label":{},"coordinates":{{{}}}}})", label, place);
  };
  const std::string good = box("\"cat\"", R"("x":10,"y":10,"width":4,"height":4)");
  const auto entry = [](const char* image, const std::string& boxes) {
    return fmt::format(R"({{"image":"{}","annotations":{}}})", image, boxes);
  };
  writeBytes(root / "train/_annotations.createml.json",
             "[" + entry("a.png", "[" + good + "]") + "," + entry("gone.png", "[" + good + "]") + "," +
                 entry("a.png", "[" + good + "]") + "," + entry("../../x.png", "[]") + "," + entry("b.png", "\"cat\"") +
                 "," +
                 entry("c.png", "[" + box("3", R"("x":1,"y":1,"width":1,"height":1)") + "," +
                                    box("\"cat\"", R"("x":"1","y":1,"width":1,"height":1)") + "," +
                                    box("\"cat\"", R"("x":1e30,"y":1,"width":1,"height":1)") + "," +
                                    box("\"cat\"", R"("x":90,"y":1,"width":1,"height":1)") + "," +
                                    box("\"dog\"", R"("x":62,"y":24,"width":8,"height":60)") + "]") +
                 ",7]");
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"cat", "dog"}));
  ASSERT_EQ(taken.source->size(), 3);
  expectWords(
      taken, {"there is no image gone.png", "train/a.png is named a second time", "there is no image ../../x.png",
              "what belongs to b.png is no list of boxes", "box 1 of c.png has no label", "box 2 of c.png",
              "box 3 of c.png", "entry 7 names no image", "the images that no file of boxes names: left out, 1 image"});
  const auto boxes = loaded(*taken.source, indexOf(*taken.source, "c.png")).boxes;
  ASSERT_EQ(boxes.size(), 1u) << "the others have no label, no numbers, or lie beyond the picture";
  EXPECT_EQ(boxes[0], (Box{58, 0, 64, 48, 1})) << "cut at the border";
}

TEST_F(ExportedBoxes, DamagedAndDeepCreateMlIsNamed) {
  writeCreateMl(root);
  const fs::path file = root / "valid/_annotations.createml.json";
  std::ifstream stream(file);
  const std::string whole((std::istreambuf_iterator<char>(stream)), {});
  writeBytes(file, whole.substr(0, whole.size() / 2));
  const Taken cut = take(root);
  EXPECT_TRUE(cut.asks);
  expectWords(cut, {"valid/_annotations.createml.json", "damaged"});
  const std::string start = R"([{"image":"a.png","annotations":[{"label":"a","coordinates":)";
  writeBytes(file, start + std::string(50'000'000, '['));
  const Taken deep = take(root);
  EXPECT_TRUE(deep.asks);
  expectWords(deep, {"valid/_annotations.createml.json", "nested"});
  writeBytes(file, R"([{"image":"a.png","annotations":[{"class":"a","coords":[1,2]}]}])");
  const Taken other = take(root);
  EXPECT_FALSE(other.asks) << other.words;
  expectWords(other, {"the file valid/_annotations.createml.json: left out", "lists no boxes as Create ML does"});
  for (const char* split : {"train", "test"}) fs::remove(root / split / "_annotations.createml.json");
  EXPECT_FALSE(contains(take(root).kind, "createml")) << "no file has boxes as Create ML does";
  writeBytes(file, whole);
  for (const Marked& one : all) fs::remove(root / one.folder / one.file);
  writePictures(root, {"other.png"}, 4, 4);
  expectWords(take(root), {"None of the images", "valid/_annotations.createml.json"});
}

TEST_F(ExportedBoxes, OfKeras) {
  writeKeras(root);
  const Taken taken = take(root);
  EXPECT_EQ(taken.kind, "keras_boxes: detection") << taken.words;
  EXPECT_EQ(taken.splits, "train 5, validation 5, test 5");
  expectMarked(taken, all);
  for (const char* split : {"train", "valid", "test"}) fs::remove(root / split / "_classes.txt");
  const Taken numbers = take(root);
  expectMarked(numbers, all, {"0", "1", "2"});
  expectWords(numbers, {"numbers stand for the classes"});
}

// One list for each split above the pictures, with paths of another machine and names with blanks.
TEST_F(ExportedBoxes, OfKerasWithListsAboveThePictures) {
  writePictures(root, {"images/a 1.png", "images/b.png", "images/c.png"}, 64, 48);
  writeBytes(root / "train.txt", "/data/fruit/images/a 1.png 1,2,9,8,1 3.5,4,20,70,0\n\nimages/b.png\n");
  writeBytes(root / "val.txt", "C:\\fruit\\images\\c.png 0,0,64,48,1\n");
  writeBytes(root / "classes.txt", "apple\npear\n");
  const Taken taken = take(root);
  EXPECT_EQ(taken.kind, "keras_boxes: detection") << taken.words;
  EXPECT_EQ(taken.splits, "train 2, validation 1");
  EXPECT_EQ(taken.classes, (Strings{"apple", "pear"}));
  ASSERT_GE(indexOf(*taken.source, "images/a 1.png"), 0);
  EXPECT_EQ(loaded(*taken.source, indexOf(*taken.source, "images/a 1.png")).boxes,
            (std::vector<Box>{{1, 2, 9, 8, 1}, {3.5f, 4, 20, 48, 0}}));
  EXPECT_TRUE(taken.source->problems().empty()) << taken.words;
}

TEST_F(ExportedBoxes, OfKerasCountsWhatIsWrong) {
  writePictures(root / "train", {"a.png", "b.png"}, 64, 48);
  writeBytes(root / "train/_annotations.txt",
             "a.png 1,2,9,8,0 1,2,9,8 1,2,9,8,7 90,2,99,8,0 9,2,9,8,0\nb.png 1,2,3,4,1\ngone.png 1,2,3,4,0\n# end\n");
  writeBytes(root / "train/_classes.txt", "apple\npear\n");
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source) << taken.words;
  ASSERT_EQ(taken.source->size(), 2) << taken.words;
  EXPECT_EQ(loaded(*taken.source, 0).boxes, (std::vector<Box>{{1, 2, 9, 8, 0}}));
  expectWords(taken, {"line 1: \"1,2,9,8\" is no box", "line 1: the label 7 is not one of the 2 classes",
                      "line 1: this box has no area", "line 1: this box lies outside of its image",
                      "line 3: there is no image gone.png", "line 4: this line names no image"});
}

TEST_F(ExportedBoxes, NamesOfClassesMustAgree) {
  writeKeras(root);
  writeBytes(root / "valid/_classes.txt", "apple\nplum\npear tree\n");
  expectWords(take(root), {"valid/_classes.txt", "name different classes", "class 1 is", "same order"});
  fs::remove_all(root);
  writeMarked(root, all);
  for (const Marked& one : all)
    writeBytes(root / one.folder / (one.file.substr(0, one.file.size() - 4) + ".txt"), yoloLines(one));
  for (const char* split : {"train", "valid", "test"})
    writeBytes(root / split / "_darknet.labels", "apple\npear tree\nplum\n");
  const Taken taken = take(root);
  EXPECT_EQ(taken.kind, "yolo: detection") << taken.words;
  EXPECT_EQ(taken.splits, "train 5, validation 5, test 5");
  expectMarked(taken, all);
  fs::remove(root / "valid/_darknet.labels");
  expectMarked(take(root), all);
  writeBytes(root / "test/_darknet.labels", "apple\npear tree\n");
  const Taken shorter = take(root);
  EXPECT_TRUE(shorter.asks);
  expectWords(shorter, {"test/_darknet.labels", "train/_darknet.labels", "2 in the one and 3 in the other"});
  // The folder of a split alone has its list beside the pictures.
  writePictures(folder / "alone", {"a.png", "b.png"}, 64, 48);
  writeBytes(folder / "alone/a.txt", "1 0.5 0.5 0.5 0.5\n");
  writeBytes(folder / "alone/b.txt", "2 0.5 0.5 0.5 0.5\n");
  writeBytes(folder / "alone/_darknet.labels", "apple\npear tree\n");
  const Taken alone = take(folder / "alone");
  EXPECT_EQ(alone.classes, (Strings{"apple", "pear tree"}));
  expectWords(alone, {"the label 2 is not one of the 2 classes"});
}

TEST_F(ExportedBoxes, RotatedOfDota) {
  writeMarked(root, all, "images");
  for (const Marked& one : all) {
    std::string text;
    for (const Box& box : one.boxes) text += cornersText(box) + " " + className(box) + " 0\n";
    writeBytes(root / one.folder / "labelTxt" / (one.file.substr(0, one.file.size() - 4) + ".txt"), text);
  }
  const Taken taken = take(root);
  EXPECT_EQ(taken.kind, "dota: detection") << taken.words;
  EXPECT_EQ(taken.splits, "train 5, validation 5, test 5");
  expectMarked(taken, all);
  expectWords(taken, {"the rotated boxes: upright boxes around them", "0 of "});
}

// Xia et al. 2018: the first lines name the origin and the ground sample distance.
TEST_F(ExportedBoxes, RotatedOfDotaAsItsAuthorsHaveIt) {
  writePictures(root / "train/images", {"P0000.png", "P0001.png", "P0002.png"}, 64, 48);
  writePictures(root / "test/images", {"P0006.png"}, 64, 48);
  const std::string head = "imagesource:GoogleEarth\ngsd:0.146343590398\n";
  writeBytes(root / "train/labelTxt/P0000.txt", head + "20.0 10.0 30.0 20.0 20.0 30.0 10.0 20.0 small-vehicle 0\n");
  writeBytes(root / "train/labelTxt/P0001.txt", head +
                                                    "-5 40 10 40 10 60 -5 60 large-vehicle 1\n1 2 3 4 5 6 7 ship 0\n1 "
                                                    "2 3 2 3 x 1 4 ship 0\n70 2 80 2 80 9 70 9 ship 0\n");
  writeBytes(root / "train/labelTxt/P0002.txt", head);
  const Taken taken = take(root);
  EXPECT_EQ(taken.kind, "dota: detection") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"large-vehicle", "ship", "small-vehicle"}));
  ASSERT_EQ(taken.source->size(), 3) << taken.words;
  EXPECT_EQ(loaded(*taken.source, 0).boxes, (std::vector<Box>{{10, 10, 30, 30, 2}}));
  EXPECT_EQ(loaded(*taken.source, 1).boxes, (std::vector<Box>{{0, 40, 10, 48, 0}}));
  EXPECT_TRUE(loaded(*taken.source, 2).boxes.empty());
  expectWords(taken, {"1 of 3 are turned", "the folder \"test/images\": left out, with 1 image",
                      "line 4: eight numbers of four corners", "line 5: eight numbers of four corners",
                      "line 6: this box lies outside of its image"});
  const Taken easy = take(root, {{"difficult", false}}, "dota");
  EXPECT_EQ(easy.classes, (Strings{"ship", "small-vehicle"}));
}

TEST_F(ExportedBoxes, RotatedOfYolo) {
  writeMarked(root, all, "images");
  const auto write = [&](const std::string& more) {
    for (const Marked& one : all) {
      std::string text;
      for (const Box& box : one.boxes) text += fmt::format("{} {}\n", box.label, cornersText(box, true));
      writeBytes(root / one.folder / "labels" / (one.file.substr(0, one.file.size() - 4) + ".txt"), text + more);
    }
  };
  writeBytes(root / "classes.txt", "apple\npear tree\nplum\n");
  write("");
  const Taken taken = take(root);
  EXPECT_EQ(taken.kind, "yolo: detection") << taken.words;
  expectMarked(taken, all);
  expectWords(taken, {"the rotated boxes: upright boxes around them", "0 of "});
  write("0 0.5 0.1 0.9 0.5 0.5 0.9 0.1 0.5\n");
  expectWords(take(root), {"15 of "});
  write("0 0.5 0.1 0.9 0.5 0.5 0.9\n");
  EXPECT_FALSE(contains(take(root).words, "rotated")) << "outlines, some of which have four points";
}

TEST_F(ExportedBoxes, TextsForLanguageModelsAreAskedAbout) {
  writeMarked(root, all);
  const auto ask = [&](const std::string& name, const std::function<std::string(const Marked&)>& textOf) {
    writeLists(root, all, name, textOf);
    Taken taken = take(root);
    EXPECT_TRUE(taken.asks) << taken.words;
    for (const char* split : {"train", "valid", "test"}) fs::remove(root / split / name);
    return taken;
  };
  expectWords(ask("_annotations.jsonl",
                  [](const Marked& one) {
                    return R"({"image":")" + one.file +
                           R"(","prefix":"detect apple","suffix":"<loc0064><loc0128><loc0256><loc0300> apple"})" + "\n";
                  }),
              {"<loc0064>", "language model", "COCO or YOLO", "ignore_annotations=true", "3 files are not read"});
  expectWords(ask("_annotations.jsonl",
                  [](const Marked& one) {
                    return R"({"image":")" + one.file +
                           R"(","prefix":"<OD>","suffix":"apple<loc_64><loc_128><loc_256><loc_300>"})" + "\n";
                  }),
              {"<loc_64>", "COCO or YOLO", "ignore_annotations=true"});
  expectWords(
      ask("_annotations.openai.jsonl",
          [](const Marked&) {
            return std::string(R"({"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":)") +
                   R"("data:image/jpeg;base64,AAAA"}}]},{"role":"assistant","content":"an apple"}]})" + "\n";
          }),
      {"language model", "COCO or YOLO", "ignore_annotations=true"});
}

// Labels in an unknown form beside each picture are not passed over.
TEST_F(ExportedBoxes, TextsOfUnknownFormBesidePicturesAreAskedAbout) {
  writeMarked(root, all, "images");
  for (const Marked& one : all)
    writeBytes(root / one.folder / "annos" / (one.file.substr(0, one.file.size() - 4) + ".txt"),
               "box: 3 of 4 | apple\n");
  const Taken taken = take(root);
  EXPECT_TRUE(taken.asks) << taken.words;
  expectWords(taken, {"files with their names: 15 texts, such as test/annos/", "ignore_annotations=true"});
  EXPECT_FALSE(take(root, {{"ignore_annotations", true}}, "folder").asks);
}

class ExportedCoco : public ExportedBoxes {
 protected:
  void write(const std::string& first, bool used = false) const {
    fs::remove_all(root);
    writeMarked(root, all);
    for (const char* split : {"train", "valid", "test"}) {
      Json json{{"info", Json::object()}, {"licenses", Json::array()}, {"images", Json::array()}};
      json["categories"] = Json::array({{{"id", 0}, {"name", first}, {"supercategory", "none"}}});
      for (int i = 0; i < 3; ++i)
        json["categories"].push_back(
            {{"id", i + 1}, {"name", kFruit[static_cast<std::size_t>(i)]}, {"supercategory", "fruit"}});
      json["annotations"] = Json::array();
      for (const Marked& one : all) {
        if (one.folder != split) continue;
        const auto id = std::ssize(json["images"]);
        json["images"].push_back({{"id", id}, {"file_name", one.file}, {"height", 48}, {"width", 64}});
        for (const Box& box : one.boxes)
          json["annotations"].push_back({{"image_id", id},
                                         {"category_id", box.label + 1},
                                         {"bbox", {box.left, box.top, box.right - box.left, box.bottom - box.top}},
                                         {"iscrowd", 0}});
      }
      if (used && split == std::string("test"))
        json["annotations"].push_back({{"image_id", 0}, {"category_id", 0}, {"bbox", {1, 1, 2, 2}}});
      writeBytes(root / split / "_annotations.coco.json", json.dump());
    }
  }
};

TEST_F(ExportedCoco, LeavesOutTheCategoryAboveAll) {
  write("fruit");
  const Taken taken = take(root);
  EXPECT_EQ(taken.kind, "coco: detection");
  expectMarked(taken, all);
  expectWords(taken, {"the categories that only stand above others: left out, 1: fruit", "supercategories=keep"});
  const Taken kept = take(root, {{"supercategories", std::string("keep")}}, "coco");
  EXPECT_EQ(kept.classes, (Strings{"fruit", "apple", "pear tree", "plum"}));
  const Taken labels = take(root, {{"use", std::string("labels")}}, "coco");
  EXPECT_EQ(labels.classes, kFruit);
}

TEST_F(ExportedCoco, KeepsCategoriesThatAreUsedOrAboveNone) {
  write("fruit", true);
  EXPECT_EQ(take(root).classes, (Strings{"fruit", "apple", "pear tree", "plum"})) << "one split uses it";
  write("melon");
  const Taken taken = take(root);
  EXPECT_EQ(taken.classes, (Strings{"melon", "apple", "pear tree", "plum"})) << "no class names it as its own";
  EXPECT_FALSE(contains(taken.words, "stand above"));
}

class ExportedMasks : public ExportedBoxes {
 protected:
  void SetUp() override {
    writeMarked(root, all);
    for (const Marked& one : all) {
      std::string pixels(64 * 48, '\0');
      for (const Box& box : one.boxes)
        pixels[static_cast<std::size_t>(box.top) * 64] = static_cast<char>(box.label + 1);
      writeBytes(root / one.folder / (one.file.substr(0, one.file.size() - 4) + "_mask.png"), png(64, 48, pixels));
    }
    for (const char* split : {"train", "valid", "test"})
      write(split, "0, background\n1, apple\n2, pear tree\n3, plum\n");
  }
  void write(const std::string& split, const std::string& lines) const {
    writeBytes(root / split / "_classes.csv", "Pixel Value, Class\n" + lines);
  }
};

TEST_F(ExportedMasks, TakeTheNamesOfTheirTable) {
  const Taken taken = take(root);
  EXPECT_EQ(taken.kind, "masks: segmentation") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"background", "apple", "pear tree", "plum"}));
  EXPECT_EQ(taken.splits, "train 5, validation 5, test 5");
  for (const Marked& one : all) {
    std::set<int> expected{0};
    std::map<int, int> rows;
    for (const Box& box : one.boxes) rows[static_cast<int>(box.top)] = box.label + 1;
    for (const auto& [row, label] : rows) expected.insert(label);
    const std::int64_t i = indexOf(*taken.source, one.file);
    ASSERT_GE(i, 0);
    EXPECT_EQ(labelsOf(*taken.source, i), expected) << one.file;
  }
  const Taken numbers = take(root, {{"class_names", std::string("numbers")}}, "masks");
  EXPECT_EQ(numbers.classes, (Strings{"0", "1", "2", "3"}));
  for (const char* split : {"train", "valid", "test"}) write(split, "0, background\n3, \"plum, ripe\"\n");
  EXPECT_EQ(take(root).classes, (Strings{"background", "1", "2", "plum, ripe"}));
}

TEST_F(ExportedMasks, TablesMustAgreeAndBeWhole) {
  write("valid", "0, background\n1, pear tree\n2, apple\n3, plum\n");
  expectWords(take(root), {"valid/_classes.csv", "name different classes", "class 1 is"});
  for (const char* lines : {"x, apple\n", "0, a\n0, b\n", "256, a\n", "-1, a\n", "1,\n", "1\n"}) {
    write("test", lines);
    expectWords(take(root), {"test/_classes.csv", "the name of its class were expected"});
  }
}

// Ultralytics: outlines become masks if they are asked for; a box among them is a rectangle.
TEST_F(ExportedBoxes, OutlinesOfYoloBecomeMasks) {
  for (const char* split : {"train", "val"})
    for (int i = 0; i < 3; ++i) {
      writePictures(root, {fmt::format("images/{}/{}.png", split, i)}, 10, 10);
      writeBytes(root / fmt::format("labels/{}/{}.txt", split, i),
                 "0 0.1 0.1 0.6 0.1 0.6 0.6 0.1 0.6 0.1 0.2\n1 0.5 0.9 0.4 0.2\n");
    }
  writeBytes(root / "data.yaml",
             "path: ../fruit\ntrain: images/train\nval: images/val\nnames:\n  0: person\n  1: dog\n");
  const Taken boxes = take(root);
  EXPECT_EQ(boxes.kind, "yolo: detection") << boxes.words;
  EXPECT_TRUE(contains(boxes.words, "the outlines: boxes around them, because 6 objects have one (use=masks)"))
      << boxes.words;
  const Taken masks = take(root, {{"use", std::string("masks")}}, "yolo");
  ASSERT_EQ(masks.kind, "yolo: segmentation") << masks.words;
  EXPECT_FALSE(masks.asks) << masks.words;
  EXPECT_EQ(masks.classes, (Strings{"background", "dog", "person"}));
  EXPECT_EQ(masks.splits, "train 3, validation 3");
  const LoadedItem item = loaded(*masks.source, 0);
  ASSERT_EQ(item.target.shape(), (Shape{1, 10, 10}));
  const auto at = [&](int x, int y) { return int{item.target.data<std::uint8_t>()[10 * y + x]}; };
  EXPECT_EQ(at(2, 2), 2) << "inside the outline of the person";
  EXPECT_EQ(at(5, 5), 2);
  EXPECT_EQ(at(7, 2), 0);
  EXPECT_EQ(at(4, 9), 1) << "inside the box of the dog";
  EXPECT_EQ(at(4, 7), 0);
  EXPECT_EQ(at(9, 9), 0);
  // A class without a name is a problem of its line.
  writeBytes(root / "labels/train/0.txt", "7 0.1 0.1 0.6 0.1 0.6 0.6\n");
  EXPECT_TRUE(contains(take(root, {{"use", std::string("masks")}}, "yolo").words, "there is no class 7"));
}

// Ultralytics: objects with key points, and outlines.
TEST_F(ExportedBoxes, KeyPointsAreLeftOutAndOutlinesBecomeBoxes) {
  const std::pair<const char*, std::string> forms[] = {{"seen", "0 0.5 0.5 0.4 0.2 0.4 0.45 2 0.6 0.5 1 0.5 0.55 0\n"},
                                                       {"bare", "0 0.5 0.5 0.4 0.2 0.4 0.45 0.6 0.5 0.5 0.55\n"},
                                                       {"outline", "0 0.3 0.4 0.7 0.4 0.7 0.6 0.5 0.6 0.3 0.5\n"}};
  for (const auto& [form, line] : forms) {
    for (const char* split : {"train", "val"})
      for (const char* name : {"a", "b"}) {
        writePictures(folder / form / "images" / split, {name + std::string(".png")}, 100, 50);
        writeBytes(folder / form / "labels" / split / (name + std::string(".txt")), line);
      }
    const bool bare = form == std::string("bare");
    const bool points = form != std::string("outline");
    writeBytes(folder / form / "data.yaml", "train: images/train\nval: images/val\nnames:\n  0: person\n" +
                                                std::string(bare     ? "kpt_shape: [3, 2]\n"
                                                            : points ? "kpt_shape: [3, 3]\n"
                                                                     : ""));
    const Taken taken = take(folder / form);
    ASSERT_EQ(taken.kind, "yolo: detection") << form << taken.words;
    EXPECT_EQ(taken.splits, "train 2, validation 2") << form;
    const auto boxes = loaded(*taken.source, 0).boxes;
    ASSERT_EQ(boxes.size(), 1u) << form;
    EXPECT_NEAR(boxes[0].left, 30, 1e-3);
    EXPECT_NEAR(boxes[0].top, 20, 1e-3);
    EXPECT_NEAR(boxes[0].right, 70, 1e-3);
    EXPECT_NEAR(boxes[0].bottom, 30, 1e-3);
    EXPECT_TRUE(contains(taken.words, points ? "the key points: left out" : "the outlines: boxes around them"))
        << taken.words;
    EXPECT_FALSE(contains(taken.words, points ? "the outlines" : "the key points")) << taken.words;
    // Without the list, threes with a visibility show what they are.
    fs::remove(folder / form / "data.yaml");
    if (form == std::string("seen")) {
      EXPECT_TRUE(contains(take(folder / form).words, "the key points: left out"));
    }
  }
}

}  // namespace
}  // namespace fovea::test
