// Images with masks, and pairs of images: what belongs together, and what the values of masks mean.
#include "core/data/importers/mask_file.h"
#include "importer_support.h"

namespace fovea::test {
namespace {

using Strings = std::vector<std::string>;

// A PNG of 1, 2 or 4 bits a pixel, one row of eight pixels.
std::string narrowPng(int depth, int colourType, const std::string& row, const std::string& palette = {}) {
  const std::string header =
      big32(8) + big32(1) + std::string({static_cast<char>(depth), static_cast<char>(colourType), 0, 0, 0});
  return "\x89PNG\r\n\x1a\n" + pngChunk("IHDR", header) + (palette.empty() ? "" : pngChunk("PLTE", palette)) +
         (palette.empty() ? "" : pngChunk("tRNS", std::string("\x00\xff", 2))) +
         pngChunk("IDAT", deflated('\0' + row)) + pngChunk("IEND", "");
}

TEST(MaskFile, ReadsIndicesOfEveryKind) {
  const TemporaryFolder folder;
  const std::string palette("\x00\x00\x00\x80\x00\x00\x80\x00\x00\x10\x20\x30", 12);
  writeBytes(folder / "p.png", png(4, 1, std::string("\x00\x01\x02\x03", 4), 3, palette));
  EXPECT_EQ(valuesOf(*readMaskFile(folder / "p.png")), (std::vector<int>{0, 1, 2, 3}));
  writeBytes(folder / "g.png", png(4, 1, std::string("\x00\x07\xff\x15", 4)));
  EXPECT_EQ(valuesOf(*readMaskFile(folder / "g.png")), (std::vector<int>{0, 7, 255, 21}));
  if (!canDecodeImages()) GTEST_SKIP() << "this build reads no PNG of fewer bits";
  writeBytes(folder / "2.png", narrowPng(2, 3, "\x1b\xe4", palette));
  EXPECT_EQ(valuesOf(*readMaskFile(folder / "2.png")), (std::vector<int>{0, 1, 2, 3, 3, 2, 1, 0}));
  writeBytes(folder / "1.png", narrowPng(1, 0, "\xa5"));
  EXPECT_EQ(valuesOf(*readMaskFile(folder / "1.png")), (std::vector<int>{1, 0, 1, 0, 0, 1, 0, 1}));
  writeBytes(folder / "4.png", narrowPng(4, 3, "\x01\x23\x32\x10", palette));
  EXPECT_EQ(valuesOf(*readMaskFile(folder / "4.png")), (std::vector<int>{0, 1, 2, 3, 3, 2, 1, 0}));
  writeBytes(folder / "16.png", narrowPng(16, 0, std::string(16, '\1')));
  EXPECT_TRUE(contains(readMaskFile(folder / "16.png").error().message, "16 bits a pixel"));
}

TEST(MaskImporter, PairsImagesWithMasks) {
  const TemporaryFolder folder;
  for (const char* name : {"train/images/a", "train/images/b", "val/images/c", "val/images/lost"})
    writeBytes(folder / ("set/" + std::string(name) + ".png"), png(2, 1, std::string(6, '\5'), 2));
  writeBytes(folder / "set/train/masks/a_mask.png", png(2, 1, std::string("\0\2", 2)));
  writeBytes(folder / "set/train/masks/b_mask.png", png(2, 1, std::string("\1\xff", 2)));
  writeBytes(folder / "set/val/masks/c_mask.png", png(3, 1, std::string(3, '\1')));
  writeBytes(folder / "set/classes.txt", "sky\nroad\ncar\n");
  const Recognition found = recognised(folder / "set");
  EXPECT_EQ(found.importer, "masks");
  EXPECT_EQ(found.task, Task::Segmentation);
  const auto source = openSource("masks", folder / "set");
  ASSERT_EQ(source->size(), 3);
  EXPECT_EQ(source->classes(), (Strings{"sky", "road", "car"}));
  EXPECT_EQ(valuesOf(loaded(*source, 1).target), (std::vector<int>{1, 255}));
  EXPECT_EQ(source->item(2).split, Split::Validation);
  EXPECT_TRUE(contains(source->load(2).error().message, "the image is 2×1, and its mask 3×1"));
  ASSERT_EQ(source->problems().size(), 1u);
  EXPECT_TRUE(source->problems()[0].source.ends_with("lost.png"));
}

TEST(MaskImporter, UnderstandsBlackAndWhiteAndColours) {
  const TemporaryFolder folder;
  for (const char* set : {"bw", "rgb", "list"})
    writeBytes(folder / (std::string(set) + "/images/a.png"), greyPng(2, 1, 5));
  writeBytes(folder / "bw/masks/a.png", png(2, 1, std::string("\0\xff", 2)));
  const auto halves = openSource("masks", folder / "bw");
  EXPECT_EQ(halves->classes(), (Strings{"background", "foreground"}));
  EXPECT_EQ(valuesOf(loaded(*halves, 0).target), (std::vector<int>{0, 1}));
  const std::string coloured = png(2, 1, std::string("\xff\0\0\0\0\x80", 6), 2);
  writeBytes(folder / "rgb/masks/a.png", coloured);
  const auto free = openSource("masks", folder / "rgb");
  EXPECT_EQ(free->classes(), (Strings{"#000080", "#ff0000"}));
  EXPECT_EQ(valuesOf(loaded(*free, 0).target), (std::vector<int>{1, 0}));
  writeBytes(folder / "list/masks/a.png", coloured);
  writeBytes(folder / "list/class_dict.csv", "name,r,g,b\nroad side,255,0,0\nwater,0,0,128\nnone,0,0,0\n");
  const auto listed = openSource("masks", folder / "list");
  EXPECT_EQ(listed->classes(), (Strings{"road side", "water", "none"}));
  EXPECT_EQ(valuesOf(loaded(*listed, 0).target), (std::vector<int>{0, 1}));
  writeBytes(folder / "list/class_dict.csv", "name,r,g,b\nroad,255,0,0\n");
  EXPECT_TRUE(contains(openSource("masks", folder / "list")->load(0).error().message, "#000080, which no class has"));
}

TEST(MaskImporter, KnowsPascalVocAndCityscapes) {
  const TemporaryFolder folder;
  const std::string palette("\x00\x00\x00\x80\x00\x00", 6);
  writeBytes(folder / "voc/JPEGImages/a.png", greyPng(2, 1, 5));
  writeBytes(folder / "voc/JPEGImages/b.png", greyPng(2, 1, 5));
  writeBytes(folder / "voc/SegmentationClass/a.png", png(2, 1, std::string("\0\1", 2), 3, palette));
  const auto voc = openSource("masks", folder / "voc");
  ASSERT_EQ(voc->size(), 1);
  EXPECT_EQ(voc->classes()[1], "aeroplane");
  writeBytes(folder / "city/leftImg8bit/val/x/x_0_leftImg8bit.png", greyPng(2, 1, 5));
  writeBytes(folder / "city/gtFine/val/x/x_0_gtFine_labelIds.png", png(2, 1, std::string("\7\1", 2)));
  writeBytes(folder / "city/gtFine/val/x/x_0_gtFine_color.png", png(2, 1, std::string(6, '\3'), 2));
  const auto city = openSource("masks", folder / "city");
  ASSERT_EQ(city->size(), 1);
  EXPECT_EQ(valuesOf(loaded(*city, 0).target), (std::vector<int>{7, 1}));
  EXPECT_EQ(city->item(0).split, Split::Validation);
}

TEST(MaskImporter, SurvivesMutations) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/images/a.png", greyPng(8, 8, 5));
  const std::string palette("\x00\x00\x00\x80\x00\x00", 6);
  surviveMutations("masks", folder / "set", folder / "set/masks/a.png", png(8, 8, std::string(64, '\1'), 3, palette));
}

TEST(PairImporter, PairsInputsWithTargets) {
  const TemporaryFolder folder;
  for (int i = 0; i < 3; ++i) {
    writeBytes(folder / ("set/LR/00" + std::to_string(i) + "x2.png"), greyPng(3, 2, i));
    writeBytes(folder / ("set/HR/00" + std::to_string(i) + ".png"), greyPng(6, 4, 10 + i));
  }
  const Recognition found = recognised(folder / "set");
  EXPECT_EQ(found.importer, "pairs");
  EXPECT_EQ(found.summary, "3 pairs, 3×2 grey");
  const auto source = openSource("pairs", folder / "set");
  ASSERT_EQ(source->size(), 3);
  EXPECT_EQ(source->task(), Task::ImageToImage);
  EXPECT_EQ(loaded(*source, 2).target.shape(), (Shape{1, 4, 6}));
  EXPECT_EQ(valuesOf(loaded(*source, 2).target)[0], 12);
  writeBytes(folder / "own/dirty/1.png", greyPng(3, 2, 1));
  writeBytes(folder / "own/washed/1.png", greyPng(3, 2, 2));
  EXPECT_EQ(recognised(folder / "own").importer, "folder");
  EXPECT_EQ(openSource("pairs", folder / "own",
                       {{"input_folder", std::string("dirty")}, {"target_folder", std::string("washed")}})
                ->size(),
            1);
}

TEST(SuperResolutionImporter, MakesItsOwnPairs) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/a.png", greyPng(7, 5, 9));
  writeBytes(folder / "set/b.png", greyPng(1, 9, 9));
  EXPECT_EQ(recognised(folder / "set").importer, "folder");
  const auto source = openSource("super_resolution", folder / "set", {{"factor", std::int64_t{2}}});
  ASSERT_EQ(source->size(), 2);
  const LoadedItem item = loaded(*source, 0);
  EXPECT_EQ(item.input.shape(), (Shape{1, 2, 3}));
  EXPECT_EQ(item.target.shape(), (Shape{1, 4, 6}));
  EXPECT_EQ(valuesOf(item.input)[0], 9);
  EXPECT_TRUE(contains(source->load(1).error().message, "too small for a factor of 2"));
}

}  // namespace
}  // namespace fovea::test
