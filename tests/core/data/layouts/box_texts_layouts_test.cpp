// Boxes in a text beside each image or in a list for each film, in the orders of data sets and tools that have no
// importer of their own. Boxes of one set are written in every order, and all of them are compared.
#include "core/data/importers/box_columns.h"
#include "layout_support.h"

namespace fovea::test {
namespace {

struct Object {
  std::string name;
  Box box;  // its label is not used
};

// Objects of `images` images of 320×240, three in each, all over the image.
std::vector<std::vector<Object>> objectsOf(int images) {
  std::mt19937 random(5);
  const auto below = [&](int n) { return static_cast<float>(std::uniform_int_distribution<int>(0, n - 1)(random)); };
  std::vector<std::vector<Object>> all(static_cast<std::size_t>(images));
  for (auto& objects : all)
    for (int k = 0; k < 3; ++k) {
      const float left = below(200), top = below(150);
      const char* name = k == 0 ? "car" : k == 1 ? "bus" : "traffic light";
      objects.push_back({name, {left, top, left + 60 + below(60), top + 50 + below(40), 0}});
    }
  return all;
}

using LineOf = std::function<std::string(const Object&)>;

std::string fileOf(std::size_t index, const std::string& ending) {
  return fmt::format("{:06}{}", index * 37 + 1, ending);
}

// Writes images and texts to two folders of `root`.
void writeObjects(const fs::path& root, const std::vector<std::vector<Object>>& all, const LineOf& lineOf,
                  const std::string& images = "images", const std::string& texts = "labels",
                  const std::string& prefix = {}) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    writePictures(root / images, {fileOf(i, ".png")}, 320, 240);
    std::string text;
    for (const Object& each : all[i]) text += lineOf(each) + "\n";
    writeBytes(root / texts / (prefix + fileOf(i, ".txt")), text);
  }
}

// Compares all boxes of a source. `single`: the name of the one class, if the texts have none.
void expectObjects(const Taken& taken, const std::vector<std::vector<Object>>& all, const std::string& single = {}) {
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.source->task(), Task::Detection);
  EXPECT_TRUE(taken.source->problems().empty()) << taken.words;
  ASSERT_EQ(taken.source->size(), std::ssize(all)) << taken.words;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::int64_t index = indexOf(*taken.source, "/" + fileOf(i, ".png"));
    ASSERT_GE(index, 0);
    const auto boxes = loaded(*taken.source, index).boxes;
    ASSERT_EQ(boxes.size(), all[i].size()) << taken.words;
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      EXPECT_NEAR(boxes[k].left, all[i][k].box.left, 1e-3);
      EXPECT_NEAR(boxes[k].top, all[i][k].box.top, 1e-3);
      EXPECT_NEAR(boxes[k].right, all[i][k].box.right, 1e-3);
      EXPECT_NEAR(boxes[k].bottom, all[i][k].box.bottom, 1e-3);
      EXPECT_EQ(taken.classes[static_cast<std::size_t>(boxes[k].label)], single.empty() ? all[i][k].name : single);
    }
  }
}

int numberOf(const std::string& name) {
  return name == "car" ? 1 : name == "bus" ? 2 : 3;
}

class BoxTexts : public ::testing::Test {
 protected:
  const TemporaryFolder folder;
  const fs::path root = folder / "set";
  const std::vector<std::vector<Object>> all = objectsOf(20);
};

TEST_F(BoxTexts, InEveryOrderThatIsTheOnlyOne) {
  const std::vector<std::pair<const char*, LineOf>> orders = {
      {"class left top right bottom",  // OIDv4 ToolKit
       [](const Object& each) {
         return fmt::format("{} {:.2f} {:.2f} {:.2f} {:.2f}", each.name, each.box.left, each.box.top, each.box.right,
                            each.box.bottom);
       }},
      {"left top width height class",
       [](const Object& each) {
         return fmt::format("{},{},{},{},{}", each.box.left, each.box.top, each.box.right - each.box.left,
                            each.box.bottom - each.box.top, each.name);
       }},
      {"left top right bottom class",  // NWPU VHR-10
       [](const Object& each) {
         return fmt::format("({},{}),({},{}),{}", each.box.left, each.box.top, each.box.right, each.box.bottom,
                            each.name);
       }},
      {"class centre_x centre_y width height",
       [](const Object& each) {
         return fmt::format("{}; {}; {}; {}; {}", each.name, (each.box.left + each.box.right) / 2,
                            (each.box.top + each.box.bottom) / 2, each.box.right - each.box.left,
                            each.box.bottom - each.box.top);
       }},
      {"x y x y x y x y class", [](const Object& each) {
         const Box& box = each.box;
         return fmt::format("{},{},{},{},{},{},{},{},{}", box.left, box.top, box.right, box.top, box.right, box.bottom,
                            box.left, box.bottom, each.name);
       }}};
  for (const auto& [words, lineOf] : orders) {
    fs::remove_all(root);
    writeObjects(root, all, lineOf);
    const Taken taken = take(root);
    EXPECT_EQ(taken.kind, "box_texts: detection") << words << taken.words;
    EXPECT_FALSE(taken.asks) << words << taken.words;
    EXPECT_TRUE(contains(taken.words, fmt::format("the order of the numbers in a line: {}, because in this order 60 of "
                                                  "60 lines are boxes inside of their images",
                                                  words)))
        << taken.words;
    EXPECT_EQ(taken.classes, (Strings{"bus", "car", "traffic light"})) << words;
    expectObjects(taken, all);
    expectObjects(take(root, {{"columns", words}}, "box_texts"), all);
  }
}

// CARPK and others number their classes; the names lie beside them, or the numbers stand for them.
TEST_F(BoxTexts, NumbersOfClassesAreNamed) {
  writeObjects(root, all, [](const Object& each) {
    return fmt::format("{} {} {} {} {}", each.box.left, each.box.top, each.box.right, each.box.bottom,
                       numberOf(each.name));
  });
  const Taken numbers = take(root);
  EXPECT_EQ(numbers.kind, "box_texts: detection") << numbers.words;
  EXPECT_FALSE(numbers.asks) << numbers.words;
  EXPECT_EQ(numbers.classes, (Strings{"1", "2", "3"}));
  EXPECT_TRUE(contains(numbers.words, "numbers stand for the classes")) << numbers.words;
  writeBytes(root / "classes.txt", "car\nbus\ntraffic light\n");
  const Taken named = take(root);
  EXPECT_EQ(named.classes, (Strings{"car", "bus", "traffic light"})) << named.words;
  expectObjects(named, all);
}

TEST_F(BoxTexts, ListsOfNamesAreSplits) {
  writeObjects(root, all, [](const Object& each) {
    return fmt::format("{} {} {} {} {}", each.box.left, each.box.top, each.box.right, each.box.bottom, each.name);
  });
  const auto names = [](std::size_t first, std::size_t last, const std::string& ending) {
    std::string text;
    for (std::size_t i = first; i < last; ++i) text += fileOf(i, ending) + "\n";
    return text;
  };
  writeBytes(root / "ImageSets/train.txt", names(0, 14, ""));
  writeBytes(root / "ImageSets/test.txt", names(14, 20, ""));
  const Taken taken = take(root);
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.splits, "train 14, test 6");
  EXPECT_TRUE(contains(taken.words,
                       "the splits: as the lists ImageSets/test.txt, ImageSets/train.txt say, because their lines "
                       "name 20 images"))
      << taken.words;
  // With paths, as darknet has them; a list of something else is none.
  writeBytes(root / "ImageSets/train.txt", "data/images/" + fileOf(2, ".png") + "\n");
  writeBytes(root / "ImageSets/test.txt", "aeroplane\nbicycle\n");
  EXPECT_EQ(take(root).splits, "train 1, open 19");
}

TEST_F(BoxTexts, ListsOfPathsTellEqualNamesApart) {
  const LineOf lineOf = [](const Object& each) {
    return fmt::format("{} {} {} {} {}", each.box.left, each.box.top, each.box.right, each.box.bottom, each.name);
  };
  std::string first, second, names;
  for (std::size_t i = 0; i < all.size(); ++i) {
    first += "/content/data/a/images/" + fileOf(i, ".png") + "\n";
    second += "b\\images\\" + fileOf(i, ".png") + "\r\n";
    names += fileOf(i, "") + "\n";
  }
  for (const char* part : {"a", "b"}) writeObjects(root / part, all, lineOf);
  writeBytes(root / "train.txt", first);
  writeBytes(root / "test.txt", second);
  EXPECT_EQ(take(root).splits, "train 20, test 20");
  // Names without folders that are in both lists tell nothing.
  writeBytes(root / "train.txt", names);
  writeBytes(root / "test.txt", names);
  EXPECT_EQ(take(root).splits, "open 40");
  writeBytes(root / "test.txt", "");
  EXPECT_EQ(take(root).splits, "train 40");
}

// Where two orders make boxes of all lines, or there are few lines, a person has to say which.
TEST_F(BoxTexts, WhatMayBeTwoOrdersIsAsked) {
  const LineOf small = [](const Object& each) {
    return fmt::format("{} 3 4 {} {}", each.name, 30 + each.box.left / 8, 40 + each.box.top / 8);
  };
  writeObjects(root, all, small);
  const Taken taken = take(root);
  EXPECT_TRUE(taken.asks) << taken.words;
  for (const char* words : {"class left top right bottom", "class left top width height"})
    EXPECT_TRUE(contains(taken.words, fmt::format("columns={}", words))) << taken.words;
  EXPECT_FALSE(take(root, {{"columns", "class left top width height"}}, "box_texts").asks);
  fs::remove_all(root);
  writeObjects(root, objectsOf(2), [](const Object& each) {
    return fmt::format("{} {} {} {} {}", each.name, each.box.left, each.box.top, each.box.right, each.box.bottom);
  });
  EXPECT_TRUE(take(root).asks);
}

// BBox-Label-Tool writes how many boxes follow.
TEST_F(BoxTexts, TheNumberOfBoxesBeforeThem) {
  writeObjects(root, all, [&](const Object& each) {
    const bool first = each.name == "car";
    return fmt::format("{}{} {} {} {} {}", first ? "3\n" : "", each.box.left, each.box.top, each.box.right,
                       each.box.bottom, numberOf(each.name));
  });
  writeBytes(root / "classes.txt", "car\nbus\ntraffic light\n");
  const Taken taken = take(root);
  EXPECT_FALSE(taken.asks) << taken.words;
  expectObjects(taken, all);
}

TEST_F(BoxTexts, OfVisDrone) {
  for (const char* part : {"VisDrone2019-DET-train", "VisDrone2019-DET-val"})
    writeObjects(
        root / part, all,
        [](const Object& each) {
          // A region that is ignored lies beside each car, and each line ends in a comma as in some of the texts.
          return fmt::format("{}{},{},{},{},1,{},0,1,", each.name == "car" ? "1,2,30,40,0,0,0,0\n" : "", each.box.left,
                             each.box.top, each.box.right - each.box.left, each.box.bottom - each.box.top,
                             each.name == "car"   ? 4
                             : each.name == "bus" ? 9
                                                  : 11);
        },
        "images", "annotations");
  const Taken taken = take(root);
  EXPECT_EQ(taken.kind, "box_texts: detection") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"bus", "car", "others"}));
  EXPECT_EQ(taken.splits, "train 20, validation 20");
  EXPECT_TRUE(contains(taken.words, "what is marked not to count: left out, 40 boxes, because its score is 0"))
      << taken.words;
  ASSERT_TRUE(taken.source);
  EXPECT_TRUE(taken.source->problems().empty()) << taken.words;
  const auto boxes = loaded(*taken.source, indexOf(*taken.source, "train/images/" + fileOf(3, ".png"))).boxes;
  ASSERT_EQ(boxes.size(), 3u);
  EXPECT_EQ(boxes[1].right, all[3][1].box.right);
  EXPECT_EQ(taken.classes[static_cast<std::size_t>(boxes[1].label)], "bus");
}

// ICDAR 2015: four corners and what is written there; "###" cannot be read.
TEST_F(BoxTexts, WhatIsWrittenIsNoClass) {
  int word = 0;
  writeObjects(
      root, all,
      [&](const Object& each) {
        const Box& box = each.box;
        return fmt::format("{}{},{},{},{},{},{},{},{},{}", each.name == "bus" ? "5,5,9,5,9,9,5,9,###\n" : "", box.left,
                           box.top, box.right, box.top, box.right, box.bottom, box.left, box.bottom,
                           ++word % 5 == 0 ? fmt::format("${},{}00", word, word) : fmt::format("Genaxis {}", word));
      },
      "ch4_training_images", "ch4_training_localization_transcription_gt", "gt_");
  const Taken taken = take(root);
  EXPECT_EQ(taken.kind, "box_texts: detection") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, Strings{"text"});
  EXPECT_TRUE(contains(taken.words, "left out, 20 boxes, because its text is \"###\"")) << taken.words;
  expectObjects(taken, all, "text");
}

TEST_F(BoxTexts, NumbersThatAreNoBoxesAreNotTaken) {
  // Poses of a camera, key points, values, shares of the image, points.
  for (const auto& lineOf : std::vector<LineOf>{
           [](const Object& each) { return fmt::format("0.99 0.01 {} 0.3", each.box.left / 1000); },
           [](const Object& each) { return fmt::format("{} {}", each.box.left, each.box.top); },
           [](const Object& each) { return fmt::format("{} {} {} {} {}", each.box.left * 9, each.box.top, 3, 2, 1); },
           [](const Object& each) { return fmt::format("{} {} -4 -5 cat", each.box.left, each.box.top); },
           [](const Object& each) { return fmt::format("a {} is seen here", each.name); }}) {
    fs::remove_all(root);
    writeObjects(root, all, lineOf);
    const Taken taken = take(root);
    EXPECT_FALSE(contains(taken.kind, "box_texts")) << taken.words;
    EXPECT_FALSE(tryOpen("box_texts", root).ok());
  }
}

TEST_F(BoxTexts, BadOrdersAndBadLinesAreNamed) {
  writeObjects(root, all, [](const Object& each) {
    return fmt::format("{} {} {} {} {}", each.name, each.box.left, each.box.top, each.box.right, each.box.bottom);
  });
  for (const auto& [columns, message] : {std::pair("left top", "does not describe one box"),
                                         {"left top right width height", "does not describe one box"},
                                         {"x y", "does not describe one box"},
                                         {"left top right bottom class class", "names a column twice"},
                                         {"left oben right bottom", "\"oben\" is no column of a box"}}) {
    const auto opened = tryOpen("box_texts", root, {{"columns", columns}});
    ASSERT_FALSE(opened.ok()) << columns;
    EXPECT_TRUE(contains(opened.error().text(), message)) << opened.error().text();
  }
  writeBytes(root / "labels" / fileOf(0, ".txt"), "car 1 2 30 40\ncar 1 2 30\ncar 1 2 3x 4\ncar 400 300 410 310\n");
  const Taken taken = take(root);
  ASSERT_TRUE(taken.source);
  EXPECT_EQ(taken.source->problems().size(), 3u) << taken.words;
  for (const char* words :
       {"line 2: 5 cells were expected and 4 found", "line 3: a number was expected and \"3x\" found",
        "line 4: this box lies outside of its image"})
    EXPECT_TRUE(contains(taken.words, words)) << taken.words;
}

TEST(BoxColumns, CellsOfLines) {
  using Cells = std::vector<std::string_view>;
  EXPECT_EQ(cellsOfBoxLine("(563,478),( 630, 573),1 "), (Cells{"563", "478", "630", "573", "1"}));
  EXPECT_EQ(cellsOfBoxLine("158 128 411 181 \"Footpath\""), (Cells{"158", "128", "411", "181", "Footpath"}));
  EXPECT_EQ(cellsOfBoxLine("a;1,5;2"), (Cells{"a", "1,5", "2"}));
  EXPECT_EQ(cellsOfBoxLine("1,2,"), (Cells{"1", "2"}));
  EXPECT_EQ(cellsOfBoxLine(","), Cells{""});
  EXPECT_TRUE(cellsOfBoxLine("").empty());
}

TEST(BoxColumns, ClassesOfSeveralWords) {
  const auto nameIn = [](const char* columns, std::string_view line) {
    const auto parsed = BoxColumns::parse(columns);
    EXPECT_TRUE(parsed.ok());
    const auto read = parsed->read(cellsOfBoxLine(line));
    return read.ok() ? read->name : "(" + read.error().message + ")";
  };
  EXPECT_EQ(nameIn("class left top right bottom", "traffic light 1 2 3 4"), "traffic light");
  EXPECT_EQ(nameIn("left top right bottom class", "1 2 3 4 traffic light"), "traffic light");
  EXPECT_EQ(nameIn("left top right bottom class score", "1 2 3 4 traffic light 1"), "traffic light");
  // Cells may be empty, and need not lie in one text.
  EXPECT_EQ(nameIn("left top right bottom class", "1,2,3,4,traffic,(),light"), "traffic light");
  EXPECT_EQ(nameIn("left top right bottom class", "1,2,3,4,a,()"), "a");
  EXPECT_EQ(nameIn("left top right bottom class", "1,2,3,4,(),"), "(the class is missing)");
  const std::vector<std::string> apart{"1", "2", "3", std::string(100, '4').substr(99), "traffic", "light"};
  const auto read =
      BoxColumns::parse("left top right bottom class")->read(std::vector<std::string_view>(apart.begin(), apart.end()));
  EXPECT_EQ(read.ok() ? read->name : read.error().message, "traffic light");
  // Longer lines of numbers have another order.
  EXPECT_EQ(nameIn("left top right bottom class", "1 2 3 4 5 6"), "(5 cells were expected and 6 found)");
  EXPECT_EQ(nameIn("class left top right bottom", "cat 0.9 1 2 3 4"), "(5 cells were expected and 6 found)");
}

// A film of MOT Challenge: frames from 1 on, corners counted from 1.
void writeFilm(const fs::path& film, int frames, const std::function<std::string(int)>& linesOf) {
  std::string list;
  for (int i = 1; i <= frames; ++i) {
    writePictures(film / "img1", {fmt::format("{:06}.png", i)}, 320, 240);
    list += linesOf(i);
  }
  writeBytes(film / "gt/gt.txt", list);
  writeBytes(film / "det/det.txt", "1,-1,5,5,20,20,0.5,-1,-1,-1\n");
  writeBytes(film / "seqinfo.ini", "[Sequence]\nname=x\nimDir=img1\n");
}

TEST(TrackBoxes, OfMotChallenge) {
  const TemporaryFolder folder;
  const auto linesOf = [](int i) {
    return fmt::format("{},1,{},21,40,50,1,1,0.8\n{},2,61,41,30,20,{},{},1\n", i, 10 + i, i, i == 2 ? 0 : 1,
                       i == 2 ? 12 : 3);
  };
  for (const char* film : {"train/MOT17-02-DPM", "train/MOT17-02-FRCNN", "train/MOT17-04-DPM"})
    writeFilm(folder / "MOT17" / film, 4, linesOf);
  writePictures(folder / "MOT17/test/MOT17-01-DPM/img1", {"000001.png", "000002.png"}, 320, 240);
  const Taken taken = take(folder / "MOT17");
  EXPECT_EQ(taken.kind, "track_boxes: detection") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"car", "pedestrian"}));
  EXPECT_EQ(taken.splits, "train 8");
  for (const char* words :
       {"those of 2 lists, because train/MOT17-02-DPM/gt/gt.txt has boxes by the number of a frame",
        "what is marked not to count: left out, 2 boxes", "the films that are there again: left out, 1 folder",
        "the images that no list describes: left out, 1 folder, because no list of boxes belongs to "
        "test/MOT17-01-DPM/img1"})
    EXPECT_TRUE(contains(taken.words, words)) << taken.words;
  ASSERT_TRUE(taken.source);
  EXPECT_TRUE(taken.source->problems().empty()) << taken.words;
  const std::int64_t second = indexOf(*taken.source, "MOT17-02-DPM/img1/000002.png");
  const auto boxes = loaded(*taken.source, second).boxes;
  ASSERT_EQ(boxes.size(), 1u);
  EXPECT_EQ(boxes[0].left, 11);
  EXPECT_EQ(boxes[0].top, 20);
  EXPECT_EQ(boxes[0].right, 51);
  EXPECT_EQ(boxes[0].bottom, 70);
  EXPECT_EQ(taken.source->item(second).group, "MOT17-02");
}

// DanceTrack and others have the form of MOT, and classes of their own; a frame is missing.
TEST(TrackBoxes, OfOtherSetsInItsForm) {
  const TemporaryFolder folder;
  const auto linesOf = [](int i) { return fmt::format("{},1,10,20,40,50,1,1,1\n", i); };
  writeFilm(folder / "val/dancetrack0004", 3, linesOf);
  writeFilm(folder / "train/dancetrack0001", 3, linesOf);
  fs::remove(folder / "train/dancetrack0001/img1/000002.png");
  const Taken taken = take(folder.path());
  EXPECT_EQ(taken.kind, "track_boxes: detection") << taken.words;
  EXPECT_EQ(taken.classes, Strings{"1"});
  EXPECT_EQ(taken.splits, "train 2, validation 3");
  EXPECT_TRUE(contains(taken.words, "line 2: there is no image of frame 2")) << taken.words;
  // MOT 2D 2015 has no classes.
  writeFilm(folder / "venice/Venice-2", 3, [](int i) { return fmt::format("{},1,10,20,40,50,1,-1,-1,-1\n", i); });
  EXPECT_EQ(take(folder / "venice").classes, Strings{"object"});
}

TEST(TrackBoxes, OfFilmsOfVisDroneAndUavdt) {
  const TemporaryFolder folder;
  const fs::path drone = folder / "VisDrone2019-VID-train";
  for (const char* film : {"uav0000013_00000_v", "uav0000013_01073_v"}) {
    for (int i = 1; i <= 3; ++i) writePictures(drone / "sequences" / film, {fmt::format("{:07}.png", i)}, 320, 240);
    writeBytes(drone / "annotations" / (std::string(film) + ".txt"),
               "1,0,10,20,40,50,1,4,0,1\n2,0,11,20,40,50,1,4,0,1\n2,1,60,20,40,50,0,0,0,0\n3,2,5,6,7,8,1,1,0,0\n");
  }
  const Taken taken = take(drone);
  EXPECT_EQ(taken.kind, "track_boxes: detection") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"car", "pedestrian"}));
  ASSERT_TRUE(taken.source);
  EXPECT_EQ(taken.source->size(), 6);
  EXPECT_TRUE(taken.source->problems().empty()) << taken.words;
  const auto boxes = loaded(*taken.source, indexOf(*taken.source, "uav0000013_01073_v/0000002.png")).boxes;
  ASSERT_EQ(boxes.size(), 1u);
  EXPECT_EQ(boxes[0].left, 11);

  for (int i = 1; i <= 2; ++i)
    writePictures(folder / "uavdt/UAV-benchmark-M/M0101", {fmt::format("img{:06}.png", i)}, 320, 240);
  writeBytes(folder / "uavdt/GT/M0101_gt_whole.txt", "1,1,10,20,40,50,1,1,1\n2,1,12,20,40,50,1,1,3\n");
  writeBytes(folder / "uavdt/GT/M0101_gt.txt", "1,1,10,20,40,50,1,-1,-1\n");
  writeBytes(folder / "uavdt/GT/M0101_gt_ignore.txt", "1,1,100,200,40,50,1,-1,-1\n");
  const Taken whole = take(folder / "uavdt");
  EXPECT_EQ(whole.kind, "track_boxes: detection") << whole.words;
  EXPECT_EQ(whole.classes, (Strings{"bus", "car"}));
  EXPECT_EQ(whole.source ? whole.source->size() : 0, 2);
}

// A folder of the film's name that holds no image itself is not that of the frames.
TEST(TrackBoxes, FoldersWithoutImagesAreNoFilms) {
  const TemporaryFolder folder;
  writePictures(folder / "sequences/uav1_v/night", {"0000001.png"}, 320, 240);
  writeBytes(folder / "annotations/uav1_v.txt", "1,0,10,20,40,50,1,4,0,1\n");
  EXPECT_FALSE(tryOpen("track_boxes", folder.path()).ok());
  writePictures(folder / "sequences/uav1_v", {"0000001.png"}, 320, 240);
  EXPECT_EQ(take(folder.path()).kind, "track_boxes: detection");
}

TEST(TrackBoxes, SurvivesAnything) {
  const TemporaryFolder folder;
  writeFilm(folder / "MOT17-02-DPM", 3, [](int i) { return fmt::format("{},1,10,20,40,50,1,1,0.8\n", i); });
  const std::string list = "1,1,10,20,40,50,1,1,0.8\n2,1,10,20,40,50,1,1,0.8\n3,1,10,20,40,50,0,1,0.8\n";
  EXPECT_GT(surviveMutations("track_boxes", folder.path(), folder / "MOT17-02-DPM/gt/gt.txt", list, {}, 300), 100);
}

TEST_F(BoxTexts, SurvivesAnything) {
  writeObjects(root, objectsOf(2), [](const Object& each) {
    return fmt::format("{} {} {} {} {}", each.name, each.box.left, each.box.top, each.box.right, each.box.bottom);
  });
  const std::string text = "car 1 2 30 40\ntraffic light 10 20 30 40\nbus 100 100 130 140\n";
  EXPECT_GT(surviveMutations("box_texts", root, root / "labels" / fileOf(0, ".txt"), text,
                             {{"columns", "class left top right bottom"}}, 300),
            100);
}

}  // namespace
}  // namespace fovea::test
