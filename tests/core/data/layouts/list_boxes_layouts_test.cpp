// Sets for classification that also have boxes, in lists of their own form: the boxes come in when they are asked for.
#include "layout_support.h"

namespace fovea::test {
namespace {

Box boxOf(const Taken& taken, const std::string& ending) {
  const std::int64_t i = indexOf(*taken.source, ending);
  if (i < 0) return {};
  const auto boxes = loaded(*taken.source, i).boxes;
  return boxes.size() == 1 ? boxes[0] : Box{};
}

// Wah et al. 2011: left, top, width and height by the number of an image.
TEST(ListBoxes, OfCub200) {
  const TemporaryFolder folder;
  const fs::path root = folder / "CUB_200_2011";
  writePictures(root / "images", {"001.Albatross/a_1.png", "002.Auklet/b_2.png", "001.Albatross/a_3.png"}, 20, 10);
  writeBytes(root / "images.txt", "1 001.Albatross/a_1.png\n2 002.Auklet/b_2.png\n3 001.Albatross/a_3.png\n");
  writeBytes(root / "train_test_split.txt", "1 1\n2 0\n3 1\n");
  writeBytes(root / "bounding_boxes.txt",
             "1 6.0 2.0 5.0 7.0\n2 0.0 1.0 20.0 9.0\n3 1.5 2.0 3.0 4.0\n4 1 1 2 2\n2 one 2 3 4\n");
  EXPECT_TRUE(contains(take(root).words, "kind=list_boxes")) << "named where the classes are taken";
  for (const fs::path& source : {root, fs::path(folder / ".")}) {
    const Taken taken = take(source, {}, "list_boxes");
    ASSERT_EQ(taken.kind, "list_boxes: detection") << taken.words;
    EXPECT_FALSE(taken.asks) << taken.words;
    EXPECT_EQ(taken.classes, (Strings{"001.Albatross", "002.Auklet"}));
    EXPECT_EQ(taken.splits, "train 2, test 1");
    EXPECT_EQ(boxOf(taken, "a_1.png"), (Box{6, 2, 11, 9, 0}));
    EXPECT_EQ(boxOf(taken, "b_2.png"), (Box{0, 1, 20, 10, 1}));
    for (const char* word : {"line 4", "no image of that number", "line 5", "four numbers of a box"})
      EXPECT_TRUE(contains(taken.words, word)) << word << "\n" << taken.words;
  }
}

// Liu et al. 2015: the boxes are those of the images before they were aligned.
TEST(ListBoxes, OfCelebA) {
  const TemporaryFolder folder;
  const fs::path root = folder / "celeba";
  writePictures(root / "Img/img_align_celeba", {"000001.png", "000002.png"}, 4, 4);
  writeBytes(root / "Anno/list_attr_celeba.txt", "2\nBald Young\n000001.png 1 -1\n000002.png -1 1\n");
  writeBytes(root / "Anno/list_bbox_celeba.txt",
             "2\nimage_id x_1 y_1 width height\n000001.png    5   1  10   8\n000002.png 0 0 6 5\n");
  writeBytes(root / "Eval/list_eval_partition.txt", "000001.png 0\n000002.png 2\n");
  EXPECT_TRUE(contains(take(root).words, "kind=list_boxes"));
  EXPECT_TRUE(contains(take(root, {}, "list_boxes").words, "img_celeba")) << "only the aligned ones are there";
  writePictures(root / "Img/img_celeba", {"000001.png", "000002.png"}, 20, 10);
  const Taken taken = take(root, {}, "list_boxes");
  ASSERT_EQ(taken.kind, "list_boxes: detection") << taken.words;
  EXPECT_EQ(taken.classes, Strings{"face"});
  EXPECT_EQ(taken.splits, "train 1, test 1");
  EXPECT_EQ(boxOf(taken, "img_celeba/000001.png"), (Box{5, 1, 15, 9, 0}));
  EXPECT_TRUE(taken.source->problems().empty()) << taken.words;
}

// Maji et al. 2013: corners that count from 1, the last pixel within.
TEST(ListBoxes, OfFgvcAircraft) {
  const TemporaryFolder folder;
  const fs::path data = folder / "aircraft/data";
  writePictures(data / "images", {"0034309.png", "0034958.png"}, 20, 10);
  writeBytes(data / "images_variant_train.txt", "0034309 707-320\n");
  writeBytes(data / "images_variant_test.txt", "0034958 Boeing 717\n");
  writeBytes(data / "images_family_train.txt", "0034309 Boeing 707\n");
  writeBytes(data / "images_family_test.txt", "0034958 Boeing 717\n");
  writeBytes(data / "images_box.txt", "0034309 1 1 20 10\n0034958 3 2 8 9\n0099999 1 1 2 2\n");
  const Taken taken = take(folder / "aircraft", {}, "list_boxes");
  ASSERT_EQ(taken.kind, "list_boxes: detection") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"707-320", "Boeing 717"}));
  EXPECT_EQ(taken.splits, "train 1, test 1");
  EXPECT_EQ(boxOf(taken, "0034309.png"), (Box{0, 0, 20, 10, 0}));
  EXPECT_EQ(boxOf(taken, "0034958.png"), (Box{2, 1, 8, 9, 1}));
  EXPECT_TRUE(contains(taken.words, "line 3: no list says the class")) << taken.words;
  const Taken families = take(folder / "aircraft", {{"class_depth", std::string("family")}}, "list_boxes");
  EXPECT_EQ(families.classes, (Strings{"Boeing 707", "Boeing 717"}));
}

// Stallkamp et al. 2011: a table for each folder, with semicolons; Kaggle has one for each split, with commas.
class SignBoxes : public ::testing::Test {
 protected:
  void SetUp() override {
    for (int c = 0; c < 2; ++c) {
      const fs::path place = root / fmt::format("Final_Training/Images/{:05}", c);
      std::string lines = head;
      for (int track = 0; track < 10; ++track)
        for (int i = 0; i < 2; ++i) {
          const std::string name = fmt::format("{:05}_{:05}.png", track, i);
          writePictures(place, {name}, 20, 10);
          lines += fmt::format("{};20;10;5;1;15;{};{}\n", name, 8 + i, c);
        }
      writeBytes(place / fmt::format("GT-{:05}.csv", c), lines);
    }
    writePictures(root / "Final_Test/Images", {"00000.png", "00001.png"}, 20, 10);
    writeBytes(root / "Final_Test/Images/GT-final_test.csv",
               std::string(head) + "00000.png;20;10;5;1;15;9;1\n00001.png;20;10;2;1;4;6;0\n");
  }
  static constexpr const char* head = "Filename;Width;Height;Roi.X1;Roi.Y1;Roi.X2;Roi.Y2;ClassId\r\n";
  const TemporaryFolder folder;
  const fs::path root = folder / "GTSRB";
};

TEST_F(SignBoxes, OfGtsrb) {
  EXPECT_TRUE(contains(take(root).words, "kind=list_boxes"));
  const Taken taken = take(root, {}, "list_boxes");
  ASSERT_EQ(taken.kind, "list_boxes: detection") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"00000", "00001"}));
  EXPECT_EQ(taken.splits, "train 40, test 2");
  EXPECT_EQ(boxOf(taken, "00001/00003_00001.png"), (Box{5, 1, 15, 9, 1}));
  EXPECT_EQ(boxOf(taken, "Final_Test/Images/00001.png"), (Box{2, 1, 4, 6, 0}));
  EXPECT_TRUE(taken.source->problems().empty()) << taken.words;
  // As Kaggle has it.
  writePictures(folder / "kaggle", {"Train/0/a.png", "Test/b.png"}, 20, 10);
  const std::string columns = "Width,Height,Roi.X1,Roi.Y1,Roi.X2,Roi.Y2,ClassId,Path\n";
  writeBytes(folder / "kaggle/Train.csv", columns + "20,10,1,2,3,4,0,Train/0/a.png\n");
  writeBytes(folder / "kaggle/Test.csv",
             columns + "20,10,2,2,9,4,7,Test/b.png\n20,10,2,2,9,4,7,../GTSRB/Final_Test/Images/00000.png\n");
  writeBytes(folder / "kaggle/Meta.csv", "Path,ClassId\nMeta/0.png,0\n");
  const Taken kaggle = take(folder / "kaggle", {}, "list_boxes");
  ASSERT_EQ(kaggle.splits, "train 1, test 1") << kaggle.words;
  EXPECT_EQ(boxOf(kaggle, "b.png"), (Box{2, 2, 9, 4, 1}));
  EXPECT_TRUE(contains(kaggle.words, "leaves its folder")) << kaggle.words;
}

// The images of one sign are nearly equal: split at random, the validation would see what it was trained with.
TEST_F(SignBoxes, ImagesOfOneSignStayTogether) {
  const Taken taken = take(root);
  ASSERT_EQ(taken.kind, "folder: classification") << taken.words;
  EXPECT_TRUE(contains(taken.words, "stay in one split")) << taken.words;
  const auto groupOf = [&](const std::string& ending) {
    return taken.source->item(indexOf(*taken.source, ending)).group;
  };
  EXPECT_EQ(groupOf("00001/00003_00000.png"), groupOf("00001/00003_00001.png"));
  EXPECT_NE(groupOf("00001/00003_00000.png"), groupOf("00001/00004_00000.png"));
  EXPECT_NE(groupOf("00001/00003_00000.png"), groupOf("00000/00003_00000.png"));
  EXPECT_EQ(groupOf("Final_Test/Images/00000.png"), "");
}

TEST(ListBoxes, AreNotThereInOtherFolders) {
  const TemporaryFolder folder;
  writePictures(folder / "a", {"cat/1.png", "dog/2.png"});
  writeBytes(folder / "a/notes.csv", "name,Roi.X1\n1,2\n");
  EXPECT_TRUE(contains(take(folder / "a", {}, "list_boxes").words, "list of boxes"));
}

}  // namespace
}  // namespace fovea::test
