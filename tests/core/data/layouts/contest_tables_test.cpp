// Tables of contests and of hospitals: several labels in one cell, boxes as lists, tests without labels, numbers whose
// names lie beside them.
#include "layout_support.h"

namespace fovea::test {
namespace {

class ContestTables : public ::testing::Test {
 protected:
  void table(const std::string& name, const std::string& content) { writeBytes(folder / "set" / name, content); }
  void pictures(const std::string& form, int count) {
    for (int i = 0; i < count; ++i) writePictures(folder / "set", {fmt::format(fmt::runtime(form), i)}, 64, 48);
  }
  Taken taken(const FieldValues& options = {}, const std::string& importer = {}) const {
    return take(folder / "set", options, importer);
  }
  // The labels of an item, by their names.
  static Strings labelsAt(const ImportSource& source, std::int64_t index) {
    Strings names;
    for (const std::int32_t label : loaded(source, index).labels)
      names.push_back(source.classes()[static_cast<std::size_t>(label)]);
    return names;
  }
  const TemporaryFolder folder;
};

constexpr const char* kFindings[] = {"Cardiomegaly", "Edema|Effusion", "No Finding",
                                     "Effusion",     "Edema",          "Cardiomegaly|Edema"};

// Wang et al. 2017 (ChestX-ray14): findings between bars, splits in lists, boxes in a table of a few rows.
TEST_F(ContestTables, FindingsOfChestsAreSeveralLabels) {
  pictures("images_001/images/{:08}_000.png", 12);
  table("Data_Entry_2017.csv", "Image Index,Finding Labels,Follow-up #,Patient Age\n" + lines(12, [](int i) {
                                 return fmt::format("{:08}_000.png,{},0,{}", i, kFindings[i % 6], 50 + i);
                               }));
  table("train_val_list.txt", lines(9, [](int i) { return fmt::format("{:08}_000.png", i); }));
  table("test_list.txt", lines(3, [](int i) { return fmt::format("{:08}_000.png", i + 9); }));
  const Taken open = taken();
  EXPECT_TRUE(open.asks) << "the lists alone have no labels" << open.words;
  EXPECT_TRUE(contains(open.words, "named in Data_Entry_2017.csv")) << open.words;
  EXPECT_TRUE(contains(open.words, "kind=csv")) << open.words;
  const Taken lists = taken({{"ignore_annotations", true}}, "list");
  EXPECT_FALSE(lists.asks) << lists.words;
  EXPECT_EQ(lists.splits, "train 9, test 3");
  const Taken found = taken({}, "csv");
  ASSERT_EQ(found.kind, "csv: multi_label") << found.words;
  EXPECT_FALSE(found.asks) << found.words;
  EXPECT_EQ(found.classes, (Strings{"Cardiomegaly", "Edema", "Effusion", "No Finding"}));
  EXPECT_EQ(labelsAt(*found.source, 1), (Strings{"Edema", "Effusion"}));
  EXPECT_EQ(labelsAt(*found.source, 2), (Strings{"No Finding"}));
}

// Labels between blanks, such as those of Plant Pathology 2021, may be one name of two words: that is asked.
TEST_F(ContestTables, LabelsBetweenBlanksAreAskedAbout) {
  pictures("train_images/{}a.png", 12);
  const Strings labels{"scab", "healthy", "scab rust", "rust", "complex", "rust complex"};
  table("train.csv", "image,labels\n" + lines(12, [&](int i) {
                       return fmt::format("{}a.png,{}", i, labels[static_cast<std::size_t>(i) % 6]);
                     }));
  const Taken open = taken();
  EXPECT_TRUE(open.asks) << open.words;
  EXPECT_TRUE(contains(open.words, "label_separator=blank; task=classification")) << open.words;
  const Taken several = taken({{"label_separator", std::string("blank")}}, "csv");
  EXPECT_FALSE(several.asks) << several.words;
  EXPECT_EQ(several.classes, (Strings{"complex", "healthy", "rust", "scab"}));
  EXPECT_EQ(labelsAt(*several.source, 2), (Strings{"rust", "scab"}));
  EXPECT_EQ(taken({{"task", std::string("classification")}}, "csv").classes.size(), 6u);
}

TEST_F(ContestTables, NamesOfSeveralWordsAreOneLabel) {
  pictures("{}a.png", 12);
  const Strings labels{"golden retriever", "labrador retriever", "black bear", "polar bear"};
  table("train.csv", "image,label\n" + lines(12, [&](int i) {
                       return fmt::format("{}a.png,{}", i, labels[static_cast<std::size_t>(i) % 4]);
                     }));
  EXPECT_FALSE(taken().asks) << taken().words;
  EXPECT_EQ(taken().classes.size(), 4u);
}

// Plant Pathology 2020 and Jigsaw's comments: a test has no column of the labels, or only those.
TEST_F(ContestTables, TestsWithoutLabelsAreLeftOut) {
  pictures("images/Train_{}.png", 12);
  table("train.csv", "image_id,healthy,rust,scab\n" + lines(12, [](int i) {
                       return fmt::format("Train_{},{:d},{:d},{:d}", i, i % 3 == 0, i % 3 == 1, i % 3 == 2);
                     }));
  table("test.csv", "image_id\nTest_0\nTest_1\n");
  const Taken plants = taken();
  ASSERT_EQ(plants.kind, "csv: classification") << plants.words;
  EXPECT_FALSE(plants.asks) << plants.words;
  EXPECT_EQ(plants.classes, (Strings{"healthy", "rust", "scab"}));
  EXPECT_TRUE(contains(plants.words, "the table test.csv: left out, because it has no columns \"healthy\""))
      << plants.words;
  fs::remove_all(folder / "set");
  table("train.csv", "id,comment_text,toxic,obscene,insult\n" + lines(20, [](int i) {
                       return fmt::format("{:016x},\"Explanation {} of why the edits were reverted\",{:d},{:d},{:d}", i,
                                          i, i % 2 == 0, i % 3 == 0, i % 5 == 0);
                     }));
  table("test.csv", "id,comment_text\na,what a pity\nb,how nice of you\n");
  table("test_labels.csv", "id,toxic,obscene,insult\na,-1,-1,-1\nb,0,0,1\n");
  const Taken comments = taken();
  ASSERT_EQ(comments.kind, "csv: multi_label") << comments.words;
  EXPECT_EQ(comments.classes, (Strings{"toxic", "obscene", "insult"}));
  EXPECT_TRUE(contains(comments.words, "labels without their texts")) << comments.words;
}

// Halabi et al. 2019 (bone ages): the only column that repeats is an attribute, and the target hardly repeats.
TEST_F(ContestTables, AnAttributeBesideAMeasureIsAskedAbout) {
  pictures("boneage-training-dataset/{}.png", 12);
  table("boneage-training-dataset.csv", "id,boneage,male\n" + lines(12, [](int i) {
                                          return fmt::format("{},{},{}", i, 60 + 7 * i, i % 2 ? "True" : "False");
                                        }));
  const Taken open = taken();
  EXPECT_TRUE(open.asks) << open.words;
  EXPECT_TRUE(contains(open.words, "target_columns=boneage")) << open.words;
  const Taken ages = taken({{"target_columns", std::string("boneage")}}, "csv");
  EXPECT_FALSE(ages.asks) << ages.words;
  EXPECT_EQ(ages.kind, "csv: regression");
}

// Goldman et al. 2019 (SKU-110K): tables in a folder beside that of the images, without a header, with the images'
// sizes.
TEST_F(ContestTables, BoxesOfShelves) {
  for (const char* split : {"train", "val", "test"}) {
    pictures(fmt::format("SKU110K_fixed/images/{}_{{}}.png", split), 3);
    table(fmt::format("SKU110K_fixed/annotations/annotations_{}.csv", split), lines(6, [&](int i) {
            return fmt::format("{}_{}.png,{},4,{},20,object,64,48", split, i / 2, 2 + 9 * (i % 2), 9 + 9 * (i % 2));
          }));
  }
  const Taken found = taken();
  ASSERT_EQ(found.kind, "box_table: detection") << found.words;
  EXPECT_FALSE(found.asks) << found.words;
  EXPECT_EQ(found.splits, "train 3, validation 3, test 3");
  EXPECT_EQ(found.classes, (Strings{"object"}));
  const LoadedItem item = loaded(*found.source, indexOf(*found.source, "train_1.png"));
  ASSERT_EQ(item.boxes.size(), 2u);
  EXPECT_EQ(item.boxes[1], (Box{11, 4, 18, 20, 0}));
}

// David et al. 2020 (Global Wheat): a box is a list, which ends with its size.
TEST_F(ContestTables, BoxesAsLists) {
  pictures("train/{}abc.png", 4);
  const auto write = [&](int right, int bottom) {
    table("train.csv", "image_id,width,height,bbox,source\n" + lines(8, [&](int i) {
                         return fmt::format("{}abc,64,48,\"[{}.0, 22.0, {}.0, {}.0]\",usask_1", i / 2, 10 + i, right,
                                            bottom);
                       }));
  };
  write(6, 8);
  const Taken wheat = taken();
  ASSERT_EQ(wheat.kind, "box_table: detection") << wheat.words;
  EXPECT_FALSE(wheat.asks) << wheat.words;
  EXPECT_EQ(wheat.classes, (Strings{"object"}));
  EXPECT_EQ(loaded(*wheat.source, 0).boxes[1], (Box{11, 22, 17, 30, 0}));
  // Boxes of these numbers would leave their images if the last two were sizes.
  write(60, 40);
  const Taken corners = taken();
  EXPECT_FALSE(corners.asks) << corners.words;
  EXPECT_EQ(loaded(*corners.source, 0).boxes[1], (Box{11, 22, 60, 40, 0}));
  // These may be both.
  write(30, 25);
  EXPECT_TRUE(taken().asks) << taken().words;
  EXPECT_EQ(loaded(*taken({{"box_form", std::string("sizes")}}, "box_table").source, 0).boxes[0],
            (Box{10, 22, 40, 47, 0}));
  EXPECT_EQ(loaded(*taken({{"box_form", std::string("corners")}}, "box_table").source, 0).boxes[0],
            (Box{10, 22, 30, 25, 0}));
  // A cell that is no list of four numbers is named.
  table("train.csv", "image_id,width,height,bbox,source\n0abc,64,48,\"[1, 2, 3]\",a\n1abc,64,48,\"[9, 9, 3, 4]\",a\n");
  EXPECT_TRUE(contains(taken().words, "\"[1, 2, 3]\" is no list of four numbers")) << taken().words;
}

// Severstal steel, clouds of Understanding Clouds: masks of several classes as runs down the columns.
TEST_F(ContestTables, RunsAreMasks) {
  for (int i = 0; i < 5; ++i) writePictures(folder / "set", {fmt::format("train_images/{}a.png", i)}, 4, 3);
  writePictures(folder / "set", {"test_images/9z.png"}, 4, 3);
  table("train.csv",
        "ImageId,ClassId,EncodedPixels\n0a.png,1,1 2 7 1\n0a.png,3,12 1\n1a.png,3,4 3\n2a.png,1,\n3a.png,1,9 9\n"
        "4a.png,1,5 2 3 1\n");
  table("sample_submission.csv", "ImageId,EncodedPixels\n9z.png,1 1\n");
  const Taken found = taken();
  ASSERT_EQ(found.kind, "run_lengths: segmentation") << found.words;
  EXPECT_FALSE(found.asks) << found.words;
  EXPECT_EQ(found.classes, (Strings{"background", "1", "3"}));
  EXPECT_TRUE(contains(found.words, "down the columns")) << found.words;
  EXPECT_TRUE(contains(found.words, "sample_submission.csv")) << found.words;
  EXPECT_TRUE(contains(found.words, "line 7: it holds no pairs of rising starts")) << found.words;
  EXPECT_TRUE(contains(found.words, "the table does not name: left out, 1")) << found.words;
  ASSERT_EQ(found.source->size(), 5);
  EXPECT_EQ(valuesOf(loaded(*found.source, 0).target), (std::vector<int>{1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 2}));
  EXPECT_EQ(valuesOf(loaded(*found.source, 2).target), std::vector<int>(12, 0)) << "a row without runs is background";
  const auto beyond = found.source->load(3);
  ASSERT_FALSE(beyond.ok());
  EXPECT_EQ(beyond.error().message, "a run ends at pixel 17, and the image has 12");
  const Taken rows = taken({{"order", std::string("rows")}}, "run_lengths");
  EXPECT_EQ(valuesOf(loaded(*rows.source, 0).target), (std::vector<int>{1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2}));
  surviveMutations("run_lengths", folder / "set", folder / "set/train.csv",
                   "ImageId,ClassId,EncodedPixels\n0a.png,1,1 2 7 1\n0a.png,3,12 1\n1a.png,3,4 3\n2a.png,1,\n");
}

TEST_F(ContestTables, RunsOfClassesInTheNamesOfImages) {
  for (int i = 0; i < 3; ++i) writePictures(folder / "set", {fmt::format("train_images/00{}a.png", i)}, 4, 3);
  table("train.csv",
        "Image_Label,EncodedPixels\n000a.png_Fish,1 2\n000a.png_Flower,\n001a.png_Fish,4 1\n002a.png_Sugar,8 2\n");
  const Taken found = taken();
  ASSERT_EQ(found.kind, "run_lengths: segmentation") << found.words;
  EXPECT_EQ(found.classes, (Strings{"background", "Fish", "Sugar"}));
  EXPECT_EQ(found.source->size(), 3);
}

// Sartorius' cells: the name of the column does not say which way the runs go.
TEST_F(ContestTables, TheWayOfRunsIsAskedAbout) {
  for (int i = 0; i < 3; ++i) writePictures(folder / "set", {fmt::format("train/00{}a.png", i)}, 4, 3);
  table("train.csv",
        "id,annotation,width,height,cell_type\n000a,1 2 7 1,4,3,astro\n000a,9 1,4,3,astro\n001a,4 3,4,3,cort\n"
        "002a,2 2,4,3,cort\n");
  const Taken open = taken();
  EXPECT_TRUE(open.asks) << open.words;
  EXPECT_TRUE(contains(open.words, "order=columns; order=rows")) << open.words;
  const Taken rows = taken({{"order", std::string("rows")}}, "run_lengths");
  EXPECT_FALSE(rows.asks) << rows.words;
  EXPECT_EQ(rows.classes, (Strings{"background", "astro", "cort"}));
}

// Zhang et al. 2015 (AG News), Mwebaze et al. 2019 (cassava): numbers of classes whose names lie beside.
TEST_F(ContestTables, NumbersOfClassesTakeTheirNames) {
  for (const char* name : {"train.csv", "test.csv"})
    table(name, lines(40, [&](int i) {
            return fmt::format("\"{}\",\"Title {}\",\"A report of {} on what happened there, from {}\"", 1 + i % 4, i,
                               i, name);
          }));
  table("classes.txt", "World\nSports\nBusiness\nSci/Tech\n");
  const Taken news = taken();
  ASSERT_EQ(news.kind, "csv: classification") << news.words;
  EXPECT_EQ(news.classes, (Strings{"World", "Sports", "Business", "Sci/Tech"}));
  EXPECT_TRUE(contains(news.words, "the names of the classes: those of classes.txt")) << news.words;
  // Too few names are none.
  table("classes.txt", "World\nSports\nBusiness\n");
  EXPECT_EQ(taken().classes, (Strings{"1", "2", "3", "4"}));
  fs::remove_all(folder / "set");
  pictures("train_images/{}a.png", 12);
  table("train.csv", "image_id,label\n" + lines(12, [](int i) { return fmt::format("{}a.png,{}", i, i % 3); }));
  table("label_num_to_disease_map.json", R"({"0": "blight", "1": "mosaic", "2": "healthy"})");
  EXPECT_EQ(taken().classes, (Strings{"blight", "mosaic", "healthy"})) << taken().words;
}

// Zhou et al. 2018 (Places365): numbers in the lists, and names with a number and the first letter before them.
TEST_F(ContestTables, NumbersInListsTakeTheirNames) {
  pictures("val_256/Places365_val_{:08}.png", 8);
  table("places365_val.txt", lines(8, [](int i) { return fmt::format("Places365_val_{:08}.png {}", i, i % 2); }));
  table("categories_places365.txt", "/a/airfield 0\n/b/bow_window/indoor 1\n");
  EXPECT_EQ(taken().classes, (Strings{"airfield", "bow_window/indoor"})) << taken().words;
}

// Planet's Amazon: nearly no tag stands alone, but rows have very different numbers of them.
TEST_F(ContestTables, TagsOfVeryDifferentNumbersAreSeveralLabels) {
  pictures("train-jpg/train_{}.png", 20);
  const Strings tags{"clear primary",
                     "haze primary agriculture",
                     "clear primary road",
                     "partly_cloudy primary water",
                     "clear agriculture road primary",
                     "cloudy",
                     "haze primary water",
                     "clear habitation primary road",
                     "clear water primary",
                     "partly_cloudy agriculture primary road",
                     "haze primary road",
                     "clear agriculture primary",
                     "haze water primary road",
                     "haze agriculture road primary",
                     "partly_cloudy primary road",
                     "clear agriculture water primary",
                     "haze primary",
                     "partly_cloudy primary",
                     "partly_cloudy water road primary",
                     "partly_cloudy agriculture primary"};
  table("train_v2.csv", "image_name,tags\n" + lines(20, [&](int i) {
                          return fmt::format("train_{},{}", i, tags[static_cast<std::size_t>(i)]);
                        }));
  EXPECT_TRUE(taken().asks) << taken().words;
  EXPECT_TRUE(contains(taken().words, "label_separator=blank")) << taken().words;
  const Taken told = taken({{"label_separator", std::string("blank")}}, "csv");
  EXPECT_EQ(told.kind, "csv: multi_label") << told.words;
  EXPECT_EQ(told.classes.size(), 9u);
}

}  // namespace
}  // namespace fovea::test
