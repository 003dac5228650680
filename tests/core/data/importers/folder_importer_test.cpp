// A folder per class: what the folders mean, and every hazard that a real disk has.
#include "importer_support.h"

namespace fovea::test {
namespace {

using Strings = std::vector<std::string>;

TEST(FolderImporter, MakesEachFolderAClass) {
  const TemporaryFolder folder;
  for (const char* name : {"2", "10", "1"})
    for (int i = 0; i < 3; ++i)
      writeBytes(folder / ("set/" + std::string(name) + "/" + std::to_string(i) + ".png"), greyPng(6, 4, i));
  const Recognition found = recognised(folder / "set");
  EXPECT_EQ(found.importer, "folder");
  EXPECT_EQ(found.name, "set");
  EXPECT_EQ(found.summary, "9 images, 6×4 grey, 3 classes");
  EXPECT_EQ(found.task, Task::Classification);
  EXPECT_EQ(found.classes, (Strings{"1", "2", "10"}));
  EXPECT_EQ(found.perClass, (std::vector<std::int64_t>{3, 3, 3}));
  EXPECT_EQ(found.previews.size(), 9u);
  EXPECT_TRUE(found.warnings.empty());
  const auto source = openSource("folder", folder / "set");
  const std::int64_t i = indexOf(*source, "/10/2.png");
  EXPECT_EQ(source->item(i).label, 2);
  EXPECT_FALSE(source->item(i).split);
  const LoadedItem item = loaded(*source, i);
  EXPECT_FALSE(item.file.empty());  // a PNG of 8 bits stays as it is
  EXPECT_EQ(pixelsOf(item).data<std::uint8_t>()[0], 2);
}

TEST(FolderImporter, UnderstandsSplitsOutsideAndInside) {
  const TemporaryFolder folder;
  for (const char* split : {"Train", "val", "test"})
    for (const char* name : {"cat", "dog"}) {
      writeBytes(folder / (std::string("outside/") + split + "/" + name + "/images/a.png"), greyPng(2, 2, 1));
      writeBytes(folder / (std::string("inside/pictures/") + name + "/" + split + "/a.png"), greyPng(2, 2, 1));
    }
  for (const char* which : {"outside", "inside"}) {
    const auto source = openSource("folder", folder / which);
    EXPECT_EQ(source->classes(), (Strings{"cat", "dog"})) << which;
    std::map<Split, int> splits;
    for (std::int64_t i = 0; i < source->size(); ++i) ++splits[source->item(i).split.value()];
    EXPECT_EQ(splits, (std::map<Split, int>{{Split::Train, 2}, {Split::Validation, 2}, {Split::Test, 2}})) << which;
  }
}

TEST(FolderImporter, AClassMayBeCalledTest) {
  const TemporaryFolder folder;
  for (const char* name : {"train", "car", "bus"})
    writeBytes(folder / ("set/" + std::string(name) + "/a.png"), greyPng(2, 2, 1));
  const auto source = openSource("folder", folder / "set");
  EXPECT_EQ(source->classes(), (Strings{"bus", "car", "train"}));
  EXPECT_FALSE(source->item(0).split);
}

TEST(FolderImporter, NamesNestedClassesByTheirPathOrTheOutermost) {
  const TemporaryFolder folder;
  for (const char* name : {"animals/cat", "animals/dog", "plants/oak"})
    writeBytes(folder / ("set/" + std::string(name) + "/a.png"), greyPng(2, 2, 1));
  EXPECT_EQ(openSource("folder", folder / "set")->classes(), (Strings{"animals/cat", "animals/dog", "plants/oak"}));
  const auto first = openSource("folder", folder / "set", {{"class_from", std::string("first")}});
  EXPECT_EQ(first->classes(), (Strings{"animals", "plants"}));
  EXPECT_EQ(first->item(1).label, 0);
}

TEST(FolderImporter, TakesPicturesWithoutClasses) {
  const TemporaryFolder folder;
  for (int i = 0; i < 3; ++i) writeBytes(folder / ("set/" + std::to_string(i) + ".png"), greyPng(2, 2, i));
  const Recognition found = recognised(folder / "set");
  EXPECT_EQ(found.importer, "folder");
  EXPECT_EQ(found.task, Task::Unlabelled);
  EXPECT_EQ(found.summary, "3 images, 2×2 grey");
  EXPECT_TRUE(found.classes.empty());
}

TEST(FolderImporter, SurvivesLoopsAndStrangeNames) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/cat/a.png", greyPng(2, 2, 1));
  writeBytes(folder / "set/caf\xe9/a.png", greyPng(2, 2, 2));
  writeBytes(folder / "set/caf\xe8/a.png", greyPng(2, 2, 3));
  writeBytes(folder / "set/cat/.hidden.png", greyPng(2, 2, 4));
  writeBytes(folder / "set/.git/a.png", greyPng(2, 2, 4));
  writeBytes(folder / "set/cat/Thumbs.db", "x");
  fs::create_directory(folder / "set/empty");
  fs::create_directory_symlink("..", folder / "set/cat/again");
  fs::create_symlink("nowhere", folder / "set/cat/broken.png");
  fs::create_symlink("self.png", folder / "set/cat/self.png");
  const auto source = openSource("folder", folder / "set");
  EXPECT_EQ(source->classes(), (Strings{"caf\\xE8", "caf\\xE9", "cat"}));
  EXPECT_EQ(source->size(), 5);
  ASSERT_EQ(source->problems().size(), 1u);
  EXPECT_TRUE(contains(source->problems()[0].reason, "contains it"));
  EXPECT_EQ(pixelsOf(loaded(*source, indexOf(*source, "caf\xe9/a.png"))).data<std::uint8_t>()[0], 2);
  EXPECT_EQ(source->load(indexOf(*source, "broken.png")).error().code, ErrorCode::NotFound);
  EXPECT_FALSE(source->load(indexOf(*source, "self.png")).ok());
  const Recognition found = recognised(folder / "set");
  std::string warnings;
  for (const std::string& warning : found.warnings) warnings += warning + "\n";
  EXPECT_TRUE(contains(warnings, "1 folder holds no image, for instance \"empty\"."));
  EXPECT_TRUE(contains(warnings, "The names of 2 folders are not UTF-8"));
  EXPECT_TRUE(contains(warnings, "2 of 5 that were looked at cannot be read"));
}

TEST(FolderImporter, ListsPicturesThatItCannotTake) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/cat/a.png", greyPng(2, 2, 1));
  writeBytes(folder / "set/cat/b.psd", "8BPS");
  writeBytes(folder / "set/cat/c.png", "not a picture");
  writeBytes(folder / "set/d.png", greyPng(2, 2, 1));
  const auto source = openSource("folder", folder / "set");
  EXPECT_EQ(source->size(), 2);
  std::string reasons;
  for (const auto& problem : source->problems()) reasons += problem.source + ": " + problem.reason + "\n";
  EXPECT_TRUE(contains(reasons, "d.png: it lies in no folder of a class"));
  EXPECT_TRUE(contains(reasons, "b.psd: Fovea does not read images of this format"));
  EXPECT_EQ(source->load(indexOf(*source, "c.png")).error().code, ErrorCode::Unsupported);
}

TEST(FolderImporter, LeavesAloneWhatIsNotItsOwn) {
  const TemporaryFolder folder;
  writeBytes(folder / "none/readme.pdf", "x");
  EXPECT_EQ(recogniseAny(folder / "none").error().code, ErrorCode::Unsupported);
  EXPECT_EQ(tryOpen("folder", folder / "none").error().code, ErrorCode::Unsupported);
}

TEST(FolderImporter, ReadsPhotographs) {
  if (!fs::exists(kPhotographs)) GTEST_SKIP() << "opencv-doc is not installed";
  if (!canDecodeImages()) GTEST_SKIP() << "this build does not decode all of them";
  const auto source = openSource("folder", kPhotographs);
  ASSERT_GT(source->size(), 80);
  std::int64_t bad = 0;
  for (std::int64_t i = 0; i < source->size(); ++i) {
    const auto item = source->load(i);
    bad += !item.ok();
    if (!item.ok()) continue;
    EXPECT_EQ(pixelsOf(*item).shape().rank(), 3);
  }
  EXPECT_EQ(bad, 0);
}

}  // namespace
}  // namespace fovea::test
