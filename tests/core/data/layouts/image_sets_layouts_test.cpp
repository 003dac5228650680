// Sets of pictures whose labels, splits or boxes lie in lists of their own form: each comes in right without an option.
#include "layout_support.h"

namespace fovea::test {
namespace {

std::string listOf(int count, const std::function<std::string(int)>& line) {
  std::string text;
  for (int i = 0; i < count; ++i) text += line(i) + "\n";
  return text;
}

std::string splitOfItem(const ImportSource& source, const std::string& ending) {
  const std::int64_t i = indexOf(source, ending);
  if (i < 0) return "(not there)";
  const auto split = source.item(i).split;
  return split ? std::string(splitName(*split)) : "(none)";
}

// Wah et al. 2011: pictures by numbers, of which a further list says whether they train.
TEST(ImageSets, BirdsOfCub200TakeTheirSplits) {
  const TemporaryFolder folder;
  const Strings names = {"001.Black_footed_Albatross", "002.Laysan_Albatross"};
  const auto nameOf = [&](int i) {
    return fmt::format("{0}/{0}_{1:04}.png", names[static_cast<std::size_t>(i % 2)], i);
  };
  const fs::path root = folder / "CUB_200_2011";
  for (int i = 0; i < 8; ++i) writePictures(root / "images", {nameOf(i)});
  writeBytes(root / "images.txt", listOf(8, [&](int i) { return fmt::format("{} {}", i + 1, nameOf(i)); }));
  writeBytes(root / "train_test_split.txt", listOf(8, [](int i) { return fmt::format("{} {}", i + 1, i / 2 % 2); }));
  writeBytes(root / "image_class_labels.txt", listOf(8, [](int i) { return fmt::format("{} {}", i + 1, i % 2 + 1); }));
  writeBytes(root / "bounding_boxes.txt", listOf(8, [](int i) { return fmt::format("{} 0.0 0.0 2.0 2.0", i + 1); }));
  writeBytes(root / "classes.txt", "1 001.Black_footed_Albatross\n2 002.Laysan_Albatross\n");
  writeBytes(root / "parts/part_locs.txt", listOf(8, [](int i) { return fmt::format("{} 1 2.0 2.0 1", i + 1); }));
  for (const fs::path& source : {root, fs::path(folder / ".")}) {
    const Taken taken = take(source);
    ASSERT_EQ(taken.kind, "folder: classification") << taken.words;
    EXPECT_FALSE(taken.asks) << taken.words;
    EXPECT_EQ(taken.classes, names);
    EXPECT_EQ(taken.splits, "train 4, test 4");
    EXPECT_EQ(splitOfItem(*taken.source, "Albatross_0002.png"), "train");
    EXPECT_EQ(splitOfItem(*taken.source, "Albatross_0000.png"), "test");
    EXPECT_TRUE(contains(taken.words, "boxes")) << taken.words;
  }
  EXPECT_EQ(take(root, {{"splits", "none"}}, "folder").splits, "open 8");
}

class CelebA : public ::testing::Test {
 protected:
  // Liu et al. 2015: attributes below a count and a line of names.
  void write(const std::string& attributes, const std::string& partition, const std::string& pictures) {
    for (int i = 1; i <= 8; ++i) writePictures(root / pictures, {fmt::format("{:06}.png", i)});
    writeBytes(root / attributes, "8\nBald Smiling Young\n" + listOf(8, [](int i) {
                                    return fmt::format("{:06}.png  {} -1  {}", i + 1, i % 2 ? 1 : -1, i < 4 ? 1 : -1);
                                  }));
    writeBytes(root / partition, listOf(8, [](int i) {
                 return fmt::format("{:06}.png {}", i + 1, i < 5 ? 0 : i < 6 ? 1 : 2);
               }));
    writeBytes(root / "identity_CelebA.txt",
               listOf(8, [](int i) { return fmt::format("{:06}.png {}", i + 1, 100 + i / 2); }));
  }
  const TemporaryFolder folder;
  const fs::path root = folder / "celeba";
};

TEST_F(CelebA, HasSeveralAttributesAnImage) {
  write("list_attr_celeba.txt", "list_eval_partition.txt", "img_align_celeba");
  writeBytes(root / "list_bbox_celeba.txt", "8\nimage_id x_1 y_1 width height\n" + listOf(8, [](int i) {
                                              return fmt::format("{:06}.png 1 1 2 2", i + 1);
                                            }));
  const Taken taken = take(root);
  ASSERT_EQ(taken.kind, "list: multi_label") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"Bald", "Smiling", "Young"}));
  EXPECT_EQ(taken.splits, "train 5, validation 1, test 2");
  EXPECT_EQ(loaded(*taken.source, indexOf(*taken.source, "000002.png")).labels, (std::vector<std::int32_t>{0, 2}));
  EXPECT_EQ(loaded(*taken.source, indexOf(*taken.source, "000007.png")).labels, (std::vector<std::int32_t>{}));
  const Taken persons = take(root, {{"labels", "identity"}}, "list");
  EXPECT_EQ(persons.kind, "list: classification");
  EXPECT_EQ(persons.classes, (Strings{"100", "101", "102", "103"}));
  EXPECT_EQ(classOf(*persons.source, "000004.png"), "101");
}

// As its authors give it out, with the pictures in the wild beside those that were cut.
TEST_F(CelebA, MayLieInFoldersOfItsOwn) {
  write("Anno/list_attr_celeba.txt", "Eval/list_eval_partition.txt", "Img/img_align_celeba");
  for (int i = 1; i <= 8; ++i) writePictures(root / "Img/img_celeba", {fmt::format("{:06}.png", i)}, 9, 9);
  const Taken taken = take(root);
  ASSERT_EQ(taken.kind, "list: multi_label") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.splits, "train 5, validation 1, test 2");
  EXPECT_EQ(taken.source->size(), 8);
  EXPECT_TRUE(contains(taken.words, "img_align_celeba")) << taken.words;
}

TEST_F(CelebA, AsKaggleHasIt) {
  for (int i = 1; i <= 8; ++i) writePictures(root / "img_align_celeba/img_align_celeba", {fmt::format("{:06}.jpg", i)});
  writeBytes(root / "list_attr_celeba.csv", "image_id,5_o_Clock_Shadow,Bald\n" + listOf(8, [](int i) {
                                              return fmt::format("{:06}.jpg,{},-1", i + 1, i % 2 ? 1 : -1);
                                            }));
  writeBytes(root / "list_eval_partition.csv", "image_id,partition\n" + listOf(8, [](int i) {
                                                 return fmt::format("{:06}.jpg,{}", i + 1, i < 6 ? 0 : 2);
                                               }));
  const Taken taken = take(root);
  ASSERT_EQ(taken.kind, "list: multi_label") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"5_o_Clock_Shadow", "Bald"}));
  EXPECT_EQ(taken.splits, "train 6, test 2");
}

TEST_F(CelebA, NamesWhatIsWrong) {
  write("list_attr_celeba.txt", "list_eval_partition.txt", "img_align_celeba");
  writeBytes(root / "list_attr_celeba.txt",
             "5\nBald Smiling\n000001.png 1 -1\n000002.png 1\n000003.png 5 1\n999999.png 1 1\n../000004.png 1 1\n");
  const Taken taken = take(root);
  ASSERT_NE(taken.source, nullptr) << taken.words;
  EXPECT_EQ(taken.source->size(), 1);
  EXPECT_EQ(taken.source->problems().size(), 4u) << taken.words;
  for (const char* word : {"line 4", "neither 1, 0 nor -1", "999999.png", "line 7"})
    EXPECT_TRUE(contains(taken.words, word)) << word << "\n" << taken.words;
  fs::remove_all(root / "img_align_celeba");
  EXPECT_TRUE(contains(take(root, {}, "list").words, "img_align_celeba"));
}

// Maji et al. 2013: names of pictures without their ending, a list for each split and depth of classes.
TEST(ImageSets, AircraftOfFgvcTakeTheirVariants) {
  const TemporaryFolder folder;
  const fs::path root = folder / "fgvc-aircraft-2013b";
  for (int i = 0; i < 9; ++i) writePictures(root / "data/images", {fmt::format("10{:05}.png", i)});
  const char* const splits[] = {"train", "val", "test"};
  for (const auto& [kind, names] : {std::pair("variant", Strings{"707-320", "Boeing 717", "F/A-18"}),
                                    std::pair("family", Strings{"Boeing 707", "Boeing 717", "F/A-18"}),
                                    std::pair("manufacturer", Strings{"Boeing", "Boeing", "McDonnell Douglas"})})
    for (int split = 0; split < 3; ++split)
      writeBytes(root / fmt::format("data/images_{}_{}.txt", kind, splits[split]),
                 listOf(3, [split, &variants = names](int i) {
                   return fmt::format("10{:05} {}", 3 * split + i, variants[static_cast<std::size_t>(i)]);
                 }));
  writeBytes(root / "data/images_variant_trainval.txt", listOf(6, [](int i) { return fmt::format("10{:05} x", i); }));
  writeBytes(root / "data/images_box.txt", listOf(9, [](int i) { return fmt::format("10{:05} 1 1 3 2", i); }));
  writeBytes(root / "data/variants.txt", "707-320\nBoeing 717\nF/A-18\n");
  for (const fs::path& source : {root, root / "data"}) {
    const Taken taken = take(source);
    ASSERT_EQ(taken.kind, "folder: classification") << taken.words;
    EXPECT_FALSE(taken.asks) << taken.words;
    EXPECT_EQ(taken.classes, (Strings{"707-320", "Boeing 717", "F/A-18"}));
    EXPECT_EQ(taken.splits, "train 3, validation 3, test 3");
    EXPECT_EQ(classOf(*taken.source, "1000005.png"), "F/A-18");
    EXPECT_EQ(splitOfItem(*taken.source, "1000005.png"), "validation");
    EXPECT_TRUE(contains(taken.words, "class_depth=manufacturer")) << taken.words;
  }
  EXPECT_EQ(take(root, {{"class_depth", "manufacturer"}}, "folder").classes, (Strings{"Boeing", "McDonnell Douglas"}));
  EXPECT_TRUE(take(root, {{"class_depth", "colour"}}, "folder").asks);
}

// Cimpoi et al. 2014: ten ways to divide the pictures.
TEST(ImageSets, TexturesOfDtdTakeTheirFirstSplit) {
  const TemporaryFolder folder;
  const auto nameOf = [](int i) { return fmt::format("{0}/{0}_{1:04}.png", i % 2 ? "banded" : "dotted", i); };
  for (int i = 0; i < 12; ++i) writePictures(folder / "dtd/images", {nameOf(i)});
  for (int way = 1; way <= 10; ++way)
    for (int split = 0; split < 3; ++split)
      writeBytes(folder / fmt::format("dtd/labels/{}{}.txt", std::array{"train", "val", "test"}[split], way),
                 listOf(4, [&](int i) { return nameOf((4 * split + i + way - 1) % 12); }));
  writeBytes(folder / "dtd/labels/labels_joint_anno.txt", listOf(12, [&](int i) { return nameOf(i) + " banded"; }));
  const Taken taken = take(folder / "dtd");
  ASSERT_EQ(taken.kind, "folder: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"banded", "dotted"}));
  EXPECT_EQ(taken.splits, "train 4, validation 4, test 4");
  EXPECT_EQ(splitOfItem(*taken.source, "dotted_0004.png"), "validation");
}

// Yang et al. 2016: boxes below the name of each picture, pictures in folders of events.
class WiderFace : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* split : {"train", "val", "test"})
      for (const char* event : {"0--Parade", "1--Handshaking"})
        for (int i = 0; i < 3; ++i)
          writePictures(root / fmt::format("WIDER_{}/images/{}", split, event), {fmt::format("{}_{}.png", event, i)},
                        20, 10);
  }
  static std::string boxesOf(const std::string& event) {
    return fmt::format(
        "{0}/{0}_0.png\n2\n1 2 3 4 0 0 0 0 0 0 \n5 2 4 4 0 0 0 1 0 0 \n"
        "{0}/{0}_1.png\n0\n0 0 0 0 0 0 0 0 0 0 \n{0}/{0}_2.png\n1\n2 3 5 6 2 0 0 0 2 0 \n",
        event);
  }
  const TemporaryFolder folder;
  const fs::path root = folder / "wider";
};

TEST_F(WiderFace, TakesTheBoxesOfItsLists) {
  for (const char* split : {"train", "val"})
    writeBytes(root / fmt::format("wider_face_split/wider_face_{}_bbx_gt.txt", split),
               boxesOf("0--Parade") + boxesOf("1--Handshaking"));
  writeBytes(root / "wider_face_split/wider_face_test_filelist.txt", "0--Parade/0--Parade_0.png\n");
  const Taken taken = take(root);
  ASSERT_EQ(taken.kind, "wider: detection") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"face"}));
  EXPECT_EQ(taken.splits, "train 6, validation 6");
  EXPECT_EQ(taken.source->problems().size(), 0u) << taken.words;
  const auto first = loaded(*taken.source, indexOf(*taken.source, "WIDER_train/images/0--Parade/0--Parade_0.png"));
  ASSERT_EQ(first.boxes.size(), 1u) << "the other one is marked as invalid";
  EXPECT_EQ(first.boxes[0], (Box{1, 2, 4, 6, 0}));
  EXPECT_EQ(loaded(*taken.source, indexOf(*taken.source, "WIDER_val/images/0--Parade/0--Parade_1.png")).boxes.size(),
            0u);
  EXPECT_TRUE(contains(taken.words, "WIDER_test")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "invalid=true")) << taken.words;
  const Taken all = take(root, {{"invalid", true}}, "wider");
  EXPECT_EQ(loaded(*all.source, 0).boxes.size(), 2u);
}

TEST_F(WiderFace, NamesWhatIsWrong) {
  writeBytes(root / "wider_face_split/wider_face_train_bbx_gt.txt",
             "0--Parade/0--Parade_0.png\n3\n1 2 3 4 0 0 0 0 0 0\n0--Parade/none.png\n1\n1 1 2 2 0 0 0 0 0 0\n"
             "../../0--Parade_1.png\n1\n1 1 2 2 0 0 0 0 0 0\n0--Parade/0--Parade_2.png\n2\n1 one 2 2\n3 3 2 2\n");
  const Taken taken = take(root);
  ASSERT_NE(taken.source, nullptr) << taken.words;
  EXPECT_EQ(taken.source->size(), 2);
  for (const char* word : {"3 faces were announced", "none.png", "leaves its folder", "width and height"})
    EXPECT_TRUE(contains(taken.words, word)) << word << "\n" << taken.words;
}

// Stallkamp et al. 2011: folders of numbers train; the test is one folder with a table that has semicolons.
TEST(ImageSets, SignsOfGtsrbTakeTheTableOfTheirTest) {
  const TemporaryFolder folder;
  const fs::path root = folder / "GTSRB";
  const std::string head = "Filename;Width;Height;Roi.X1;Roi.Y1;Roi.X2;Roi.Y2;ClassId\n";
  for (int c = 0; c < 3; ++c) {
    const fs::path place = root / fmt::format("Final_Training/Images/{:05}", c);
    for (int i = 0; i < 4; ++i) writePictures(place, {fmt::format("00000_{:05}.png", i)});
    writeBytes(place / fmt::format("GT-{:05}.csv", c),
               head + listOf(4, [&](int i) { return fmt::format("00000_{:05}.png;4;3;1;1;3;2;{}", i, c); }));
  }
  for (int i = 0; i < 6; ++i) writePictures(root / "Final_Test/Images", {fmt::format("{:05}.png", i)});
  const fs::path table = root / "Final_Test/Images/GT-final_test.csv";
  writeBytes(table, head + listOf(6, [](int i) { return fmt::format("{:05}.png;4;3;1;1;3;2;{}", i, (i + 1) % 3); }));
  const Taken taken = take(root);
  ASSERT_EQ(taken.kind, "folder: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"00000", "00001", "00002"}));
  EXPECT_EQ(taken.splits, "train 12, test 6") << taken.words;
  EXPECT_EQ(classOf(*taken.source, "Final_Test/Images/00001.png"), "00002");
  EXPECT_EQ(classOf(*taken.source, "00001/00000_00001.png"), "00001");
  fs::remove(table);
  EXPECT_TRUE(contains(take(root).words, "nothing says the classes")) << "the test without its table is left out";
}

// As Kaggle has it: tables name the pictures and their "ClassId".
TEST(ImageSets, SignsAsKaggleHasThem) {
  const TemporaryFolder folder;
  for (const char* split : {"Train", "Test"}) {
    const auto nameOf = [&](int i) {
      return split[1] == 'r' ? fmt::format("Train/{}/{:05}.png", i % 3, i) : fmt::format("Test/{:05}.png", i);
    };
    for (int i = 0; i < 12; ++i) writePictures(folder / "signs", {nameOf(i)});
    writeBytes(folder / fmt::format("signs/{}.csv", split),
               "Width,Height,Roi.X1,Roi.Y1,Roi.X2,Roi.Y2,ClassId,Path\n" +
                   listOf(12, [&](int i) { return fmt::format("4,3,1,1,3,2,{},{}", i % 3, nameOf(i)); }));
  }
  writeBytes(folder / "signs/Meta.csv", "Path,ClassId,ShapeId\nMeta/0.png,0,1\nMeta/1.png,1,1\n");
  const Taken taken = take(folder / "signs");
  ASSERT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(classOf(*taken.source, "Test/00004.png"), "1");
}

// Kaggle's names begin with the class, followed by the number of the sign: "00001_00003_00017.png". The images of one
// sign are nearly equal, so they stay in one split, whichever way the set is opened.
TEST(ImageSets, SignsAsKaggleHasThemStayTogether) {
  const TemporaryFolder folder;
  const fs::path root = folder / "signs";
  const std::string head = "Width,Height,Roi.X1,Roi.Y1,Roi.X2,Roi.Y2,ClassId,Path\n";
  const auto trainName = [](int i) {
    return fmt::format("Train/{0}/{0:05}_{1:05}_{2:05}.png", i / 12, i / 3 % 4, i % 3);
  };
  for (int i = 0; i < 24; ++i) writePictures(root, {trainName(i)});
  for (int i = 0; i < 6; ++i) writePictures(root, {fmt::format("Test/{:05}.png", i)});
  for (int i = 0; i < 2; ++i) writePictures(root, {fmt::format("Meta/{}.png", i)});
  writeBytes(root / "Train.csv",
             head + listOf(24, [&](int i) { return fmt::format("4,3,1,1,3,2,{},{}", i / 12, trainName(i)); }));
  writeBytes(root / "Test.csv",
             head + listOf(6, [](int i) { return fmt::format("4,3,1,1,3,2,{},Test/{:05}.png", i % 2, i); }));
  writeBytes(root / "Meta.csv", "Path,ClassId,ShapeId\nMeta/0.png,0,1\nMeta/1.png,1,1\n");
  const Taken taken = take(root);
  ASSERT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.splits, "train 24, test 6");
  EXPECT_EQ(indexOf(*taken.source, "Meta/0.png"), -1);
  EXPECT_TRUE(contains(taken.words, "the table Meta.csv: left out")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "the images of one sign: stay in one split")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "kind=list_boxes")) << taken.words;
  std::map<std::string, int> signs;
  for (std::int64_t i = 0; i < taken.source->size(); ++i) ++signs[taken.source->item(i).group];
  EXPECT_EQ(signs.size(), 9u) << "eight signs, and the test, which names none";
  EXPECT_EQ(signs["Train/1/00001_00003"], 3);
  EXPECT_EQ(signs[""], 6);
  const Taken alone = take(root / "Train");
  ASSERT_EQ(alone.kind, "folder: classification") << alone.words;
  EXPECT_EQ(alone.source->item(indexOf(*alone.source, "1/00001_00003_00002.png")).group, "1/00001_00003");
  const Taken boxes = take(root, {}, "list_boxes");
  EXPECT_EQ(boxes.source->item(indexOf(*boxes.source, "1/00001_00003_00002.png")).group, "Train/1/00001_00003");
}

// Van Horn et al. 2018: annotations in the form of COCO that have no boxes.
TEST(ImageSets, INaturalistSaysTheClassOfAnImage) {
  const TemporaryFolder folder;
  const auto nameOf = [](int i) { return fmt::format("train_val2018/Aves/{}/{:08}.png", 100 + i % 2, i); };
  for (int i = 0; i < 8; ++i) writePictures(folder / "inat", {nameOf(i)});
  const auto json = [&](int from, int to) {
    std::string images, annotations;
    for (int i = from; i < to; ++i) {
      images +=
          fmt::format(R"({}{{"id":{},"width":4,"height":3,"file_name":"{}"}})", i > from ? "," : "", i, nameOf(i));
      annotations +=
          fmt::format(R"({}{{"id":{},"image_id":{},"category_id":{}}})", i > from ? "," : "", i, i, 100 + i % 2);
    }
    return fmt::format(R"({{"images":[{}],"annotations":[{}],"categories":[)"
                       R"({{"id":100,"name":"Turdus merula"}},{{"id":101,"name":"Parus major"}}]}})",
                       images, annotations);
  };
  writeBytes(folder / "inat/train2018.json", json(0, 6));
  writeBytes(folder / "inat/val2018.json", json(6, 8));
  const Taken taken = take(folder / "inat");
  ASSERT_EQ(taken.kind, "coco: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.splits, "train 6, validation 2");
  EXPECT_TRUE(taken.source->problems().empty()) << taken.words;
  EXPECT_EQ(classOf(*taken.source, "00000003.png"), "Parus major");
  EXPECT_TRUE(loaded(*taken.source, 0).boxes.empty());
}

// Helber et al. 2019 as Kaggle has it: tables with a first column that has no name.
TEST(ImageSets, EuroSatWithTablesOfItsSplits) {
  const TemporaryFolder folder;
  const Strings names = {"AnnualCrop", "Forest", "SeaLake"};
  const auto nameOf = [&](int i) { return fmt::format("{0}/{0}_{1}.png", names[static_cast<std::size_t>(i % 3)], i); };
  for (int i = 0; i < 60; ++i) writePictures(folder / "EuroSAT", {nameOf(i)});
  const auto table = [&](int from, int count) {
    return ",Filename,Label,ClassName\n" + listOf(count, [&](int i) {
             return fmt::format("{},{},{},{}", i, nameOf(from + i), (from + i) % 3,
                                names[static_cast<std::size_t>((from + i) % 3)]);
           });
  };
  writeBytes(folder / "EuroSAT/train.csv", table(0, 36));
  writeBytes(folder / "EuroSAT/validation.csv", table(36, 12));
  writeBytes(folder / "EuroSAT/test.csv", table(48, 12));
  writeBytes(folder / "EuroSAT/label_map.json", R"({"AnnualCrop": 0, "Forest": 1, "SeaLake": 2})");
  const Taken taken = take(folder / "EuroSAT");
  ASSERT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.splits, "train 36, validation 12, test 12") << taken.words;
  EXPECT_EQ(classOf(*taken.source, "Forest/Forest_4.png"), "1");
}

}  // namespace
}  // namespace fovea::test
