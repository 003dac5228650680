// Lists of pictures that an editor saved as UTF-16 say the same as in UTF-8.
#include "layout_support.h"

namespace fovea::test {
namespace {

std::string wide(const std::string& text, bool big) {
  std::string bytes = big ? "\xfe\xff" : "\xff\xfe";
  for (const char c : text) {
    if (big) bytes += '\0';
    bytes += c;
    if (!big) bytes += '\0';
  }
  return bytes;
}

class WideLists : public ::testing::TestWithParam<bool> {
 protected:
  void write(const std::string& name, const std::string& text) { writeBytes(folder_ / name, wide(text, GetParam())); }
  const TemporaryFolder folder_;
};

TEST_P(WideLists, OfPicturesWithClasses) {
  writePictures(folder_ / "list", {"0.png", "1.png", "2.png", "3.png"});
  write("list/all.txt", "0.png cat\n1.png dog\n2.png cat\n3.png dog\n");
  const auto source = openSource("list", folder_ / "list/all.txt");
  ASSERT_NE(source, nullptr);
  EXPECT_EQ(source->classes(), (Strings{"cat", "dog"}));
  EXPECT_EQ(classOf(*source, "1.png"), "dog");
}

TEST_P(WideLists, OfTinyImageNet) {
  writePictures(folder_ / "tiny/train/n01443537/images", {"a.png", "b.png"});
  writePictures(folder_ / "tiny/train/n01629819/images", {"c.png", "d.png"});
  writePictures(folder_ / "tiny/val/images", {"val_0.png", "val_1.png"});
  write("tiny/val/val_annotations.txt", "val_0.png\tn01629819\t0\t0\t9\t9\r\nval_1.png\tn01443537\t0\t0\t9\t9\r\n");
  write("tiny/words.txt", "n01443537\tgoldfish, Carassius auratus\nn01629819\tfire salamander\n");
  const Taken taken = take(folder_ / "tiny");
  ASSERT_NE(taken.source, nullptr) << taken.words;
  EXPECT_EQ(taken.splits, "train 4, validation 2") << taken.words;
  EXPECT_EQ(classOf(*taken.source, "val_0.png"), "n01629819 fire salamander") << taken.words;
}

TEST_P(WideLists, OfBoxesAndTheirNames) {
  writePictures(folder_ / "yolo/images", {"a.png"}, 20, 10);
  write("yolo/labels/a.txt", "1 0.5 0.5 0.2 0.4\n");
  write("yolo/data.yaml", "names: [cat, dog]\n");
  const Taken taken = take(folder_ / "yolo");
  EXPECT_EQ(taken.kind, "yolo: detection") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"cat", "dog"})) << taken.words;
  ASSERT_NE(taken.source, nullptr);
  ASSERT_EQ(loaded(*taken.source, 0).boxes.size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(BothOrders, WideLists, ::testing::Bool());

}  // namespace
}  // namespace fovea::test
