// Public sets of pictures and sounds whose folders, lists or annotations are easily misread, rebuilt small from their
// published descriptions: each comes in right, or it is asked about.
#include "../importers/sound_support.h"
#include "layout_support.h"

namespace fovea::test {
namespace {

// Writes `count` frames of a film and their masks as DAVIS has them.
void writeFilm(const fs::path& root, const std::string& film, int count) {
  for (int i = 0; i < count; ++i) {
    writePictures(root / "JPEGImages/480p" / film, {fmt::format("{:05}.png", i)}, 4, 1);
    writeBytes(root / "Annotations/480p" / film / fmt::format("{:05}.png", i), png(4, 1, std::string("\0\1\1\0", 4)));
  }
}

// Perazzi et al. 2016; Pont-Tuset et al. 2017: lists of films, whose frames are folders.
TEST(StrangeFolders, ListsOfDavisNameFoldersOfFrames) {
  const TemporaryFolder folder;
  for (const char* film : {"bear", "bike-packing", "camel", "dog"}) writeFilm(folder / "DAVIS", film, 5);
  writeBytes(folder / "DAVIS/ImageSets/2016/train.txt", "bear\n");
  writeBytes(folder / "DAVIS/ImageSets/2016/val.txt", "camel\n");
  writeBytes(folder / "DAVIS/ImageSets/2017/train.txt", "bear\nbike-packing\n");
  writeBytes(folder / "DAVIS/ImageSets/2017/val.txt", "camel\n");
  const Taken taken = take(folder / "DAVIS");
  ASSERT_EQ(taken.kind, "masks: segmentation") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.splits, "train 10, validation 5") << taken.words;
  EXPECT_EQ(taken.source->item(indexOf(*taken.source, "camel/00002.png")).split, Split::Validation);
  EXPECT_TRUE(contains(taken.words, "train.txt, val.txt in ImageSets/2017")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "dog/00001.png: no list of a split names it")) << taken.words;
  const Taken older = take(folder / "DAVIS", {{"split_lists", std::string("ImageSets/2016")}}, "masks");
  EXPECT_EQ(older.splits, "train 5, validation 5") << older.words;
}

TEST(StrangeFolders, FramesOfOneFolderStayTogether) {
  const TemporaryFolder folder;
  for (int i = 0; i < 12; ++i) writeFilm(folder / "films", fmt::format("film{}", i), 4);
  const Taken taken = take(folder / "films");
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "frame_folders=apart")) << taken.words;
  EXPECT_EQ(taken.source->item(0).group, taken.source->item(3).group);
  EXPECT_NE(taken.source->item(0).group, taken.source->item(4).group);
  const Taken apart = take(folder / "films", {{"frame_folders", std::string("apart")}}, "masks");
  EXPECT_EQ(apart.source->item(0).group, "");
  for (int i = 0; i < 2; ++i) writeFilm(folder / "few", fmt::format("film{}", i), 4);
  EXPECT_TRUE(take(folder / "few").asks) << "two films cannot be divided well";
  EXPECT_FALSE(take(folder / "few", {{"frame_folders", std::string("together")}}).asks);
}

// The lists of PASCAL VOC for segmentation name images, which the masks follow.
TEST(StrangeFolders, ListsOfImagesAreReadForMasks) {
  const TemporaryFolder folder;
  for (const char* name : {"2007_000032", "2007_000039", "2007_000063"}) {
    writePictures(folder / "VOC/JPEGImages", {std::string(name) + ".png"}, 4, 1);
    writeBytes(folder / "VOC/SegmentationClass" / (std::string(name) + ".png"), png(4, 1, std::string("\0\1\1\0", 4)));
  }
  writeBytes(folder / "VOC/ImageSets/Segmentation/train.txt", "2007_000032\n2007_000063\n");
  writeBytes(folder / "VOC/ImageSets/Segmentation/val.txt", "2007_000039\n");
  const Taken taken = take(folder / "VOC");
  ASSERT_EQ(taken.kind, "masks: segmentation") << taken.words;
  EXPECT_EQ(taken.splits, "train 2, validation 1") << taken.words;
}

}  // namespace
}  // namespace fovea::test
