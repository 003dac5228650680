// Text lists in all the forms that people write.
#include "importer_support.h"

namespace fovea::test {
namespace {

using Strings = std::vector<std::string>;

void writeImages(const fs::path& folder, int count) {
  for (int i = 0; i < count; ++i) writeBytes(folder / (std::to_string(i) + ".png"), greyPng(3, 2, i));
}

TEST(TextListImporter, ReadsListsBesideEachOther) {
  const TemporaryFolder folder;
  writeImages(folder / "set/img", 6);
  writeBytes(folder / "set/train.txt", "\xef\xbb\xbfimg/0.png 0\r\nimg/1.png 1\r\n\r\nimg/2.png\t0\r\n");
  writeBytes(folder / "set/val.txt", "img/3.png 1\n");
  writeBytes(folder / "set/test_list.txt", "img/4.png 0\nimg/5.png 1");
  writeBytes(folder / "set/labels.txt", "tabby cat\npoodle\n");
  const Recognition found = recognised(folder / "set");
  EXPECT_EQ(found.importer, "list");
  EXPECT_EQ(found.summary, "6 images, 3×2 grey, 2 classes");
  EXPECT_EQ(found.classes, (Strings{"tabby cat", "poodle"}));
  const auto source = openSource("list", folder / "set");
  ASSERT_EQ(source->size(), 6);
  const auto item = source->item(indexOf(*source, "img/3.png"));
  EXPECT_EQ(item.label, 1);
  EXPECT_EQ(item.split, Split::Validation);
  EXPECT_EQ(source->item(indexOf(*source, "img/4.png")).split, Split::Test);
  EXPECT_EQ(pixelsOf(loaded(*source, indexOf(*source, "img/5.png"))).data<std::uint8_t>()[0], 5);
}

TEST(TextListImporter, TakesNamesAsLabelsAndPathsWithBlanks) {
  const TemporaryFolder folder;
  writeImages(folder / "set/my pictures", 3);
  writeBytes(folder / "set/all.txt",
             "my pictures/0.png zebra\n\"my pictures/1.png\" ant\n# remark\nmy pictures/2.png zebra\n");
  const auto source = openSource("list", folder / "set/all.txt");
  ASSERT_EQ(source->size(), 3);
  EXPECT_EQ(source->classes(), (Strings{"ant", "zebra"}));
  EXPECT_EQ(source->item(0).label, 1);
  EXPECT_EQ(source->item(1).label, 0);
  EXPECT_TRUE(source->load(1).ok());
  EXPECT_EQ(recognised(folder / "set/all.txt").importer, "list");
}

TEST(TextListImporter, TakesSeveralLabelsAndNone) {
  const TemporaryFolder folder;
  writeImages(folder / "set", 3);
  writeBytes(folder / "set/a.txt", "0.png 1\n1.png 2,0,2\n2.png 1\n");
  const auto several = openSource("list", folder / "set/a.txt");
  EXPECT_EQ(several->task(), Task::MultiLabel);
  EXPECT_EQ(loaded(*several, 0).labels, (std::vector<std::int32_t>{1}));
  EXPECT_EQ(loaded(*several, 1).labels, (std::vector<std::int32_t>{0, 2}));
  writeBytes(folder / "set/b.txt", "0.png\n1.png\n");
  const auto none = openSource("list", folder / "set/b.txt");
  EXPECT_EQ(none->task(), Task::Unlabelled);
  EXPECT_EQ(none->size(), 2);
}

TEST(TextListImporter, FindsTheBaseFolderOrTakesIt) {
  const TemporaryFolder folder;
  writeImages(folder / "set/images/x", 2);
  writeBytes(folder / "set/lists/train.txt", "x/0.png 0\nx/1.png 1\n");
  EXPECT_TRUE(openSource("list", folder / "set/lists")->load(1).ok());
  writeBytes(folder / "elsewhere/train.txt", "x/0.png 0\nx/1.png 1\n");
  const auto lost = tryOpen("list", folder / "elsewhere");
  EXPECT_EQ(lost.error().code, ErrorCode::NotFound);
  EXPECT_TRUE(contains(lost.error().text(), "Set the base folder"));
  const FieldValues base{{"base_folder", (folder / "set/images").string()}};
  EXPECT_TRUE(openSource("list", folder / "elsewhere", base)->load(0).ok());
}

TEST(TextListImporter, ListsLinesThatAreWrong) {
  const TemporaryFolder folder;
  writeImages(folder / "set", 4);
  writeBytes(folder / "set/classes.txt", "0 cat\n1 dog\n");
  writeBytes(folder / "set/train.txt", "0.png 0\n1.png 2\n2.png -1\n3.png bird\ngone.png 1\n3.png dog\n");
  const auto source = openSource("list", folder / "set");
  EXPECT_EQ(source->classes(), (Strings{"cat", "dog"}));
  ASSERT_EQ(source->problems().size(), 3u);
  EXPECT_EQ(source->problems()[0].reason, "line 2: the label 2 is beyond the 2 classes");
  EXPECT_EQ(source->problems()[2].reason, "line 4: there is no class named \"bird\"");
  ASSERT_EQ(source->size(), 3);
  EXPECT_EQ(source->load(1).error().code, ErrorCode::NotFound);
}

TEST(TextListImporter, ATextIsNoList) {
  const TemporaryFolder folder;
  writeBytes(folder / "story.txt", "Once upon a time there was a king.\n");
  EXPECT_EQ(tryOpen("list", folder / "story.txt").error().code, ErrorCode::Unsupported);
  writeBytes(folder / "empty.txt", "");
  EXPECT_EQ(tryOpen("list", folder / "empty.txt").error().code, ErrorCode::Unsupported);
}

TEST(TextListImporter, SurvivesMutations) {
  const TemporaryFolder folder;
  writeImages(folder / "set", 4);
  EXPECT_GT(
      surviveMutations("list", folder / "set", folder / "set/train.txt", "0.png 0\n1.png 1\n2.png 2,1\n3.png 0\n"),
      300);
}

}  // namespace
}  // namespace fovea::test
