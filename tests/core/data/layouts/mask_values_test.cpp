// The values of masks in files of several kinds: they become the right labels, or what they mean is asked.
#include "../paged_support.h"
#include "core/data/importers/mask_file.h"
#include "layout_support.h"

namespace fovea::test {
namespace {

class MaskValues : public LayoutTest {
 protected:
  // Writes an image and a mask of one row.
  void pair(const std::string& name, const std::string& mask, std::uint32_t width = 2,
            const std::string& ending = ".png") const {
    writePictures(root, {"images/" + name + ".png"}, width, 1);
    file("masks/" + name + ending, mask);
  }
  Taken answered(const char* labels) const { return taken({{"labels", std::string(labels)}}, "masks"); }
  static std::vector<int> maskOf(const Taken& taken, const std::string& name) {
    return valuesOf(loaded(*taken.source, indexOf(*taken.source, name + ".png")).target);
  }
  static std::string tiff(const std::vector<int>& values, int bits) {
    return tiffFile({{static_cast<std::uint32_t>(values.size()), 1, values, bits}});
  }
};

TEST_F(MaskValues, SixteenBitMasksKeepTheirNumbers) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build decodes no TIFF";
  pair("a", tiff({0, 1, 2}, 16), 3, ".tif");
  pair("b", tiff({2, 1, 0}, 16), 3, ".tif");
  const Taken indices = taken();
  ASSERT_EQ(indices.kind, "masks: segmentation") << indices.words;
  EXPECT_FALSE(indices.asks) << indices.words;
  EXPECT_EQ(indices.classes, (Strings{"0", "1", "2"}));
  EXPECT_EQ(maskOf(indices, "a"), (std::vector<int>{0, 1, 2}));
  // Black and white of 16 bits.
  file("masks/a.tif", tiff({0, 65535, 0}, 16));
  file("masks/b.tif", tiff({65535, 65535, 0}, 16));
  const Taken halves = taken();
  EXPECT_EQ(halves.classes, (Strings{"background", "foreground"})) << halves.words;
  EXPECT_EQ(maskOf(halves, "b"), (std::vector<int>{1, 1, 0}));
  // Larger numbers are no labels.
  file("masks/a.tif", tiff({0, 256, 65535}, 16));
  EXPECT_TRUE(contains(readMaskFile(root / "masks/a.tif").error().message, "16 bits a pixel; a mask has 8 at most"));
}

TEST_F(MaskValues, FurtherPagesOfMasksAndTargetsAreNotDropped) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build decodes no TIFF";
  const std::string pages = tiffFile({{2, 1, {0, 1}}, {2, 1, {1, 1}}, {2, 1, {0, 0}}});
  pair("a", png(2, 1, std::string("\0\1", 2)));
  pair("b", pages, 2, ".tif");
  const Taken masks = taken({}, "masks");
  ASSERT_TRUE(masks.source) << masks.words;
  EXPECT_TRUE(contains(masks.source->load(1).error().message, "it holds 3 pictures, and one is needed"));
  writePictures(folder / "pairs", {"input/a.png"}, 2, 1);
  writeBytes(folder / "pairs/target/a.tif", pages);
  const Taken pairs = take(folder / "pairs", {}, "pairs");
  ASSERT_TRUE(pairs.source) << pairs.words;
  EXPECT_TRUE(contains(pairs.source->load(0).error().message, "it holds 3 pictures, and one is needed"));
}

constexpr std::string_view kRedFirst("\xff\0\0\0\0\0\0\xff\0", 9), kBlackFirst("\0\0\0\xff\0\0\0\xff\0", 9);

TEST_F(MaskValues, PalettesThatDifferAreReadByColour) {
  pair("a", png(3, 1, std::string("\1\0\2", 3), 3, std::string(kRedFirst)), 3);
  pair("b", png(3, 1, std::string("\0\1\2", 3), 3, std::string(kBlackFirst)), 3);
  const Taken colours = taken();
  ASSERT_EQ(colours.kind, "masks: segmentation") << colours.words;
  EXPECT_EQ(colours.classes, (Strings{"#000000", "#00ff00", "#ff0000"}));
  EXPECT_EQ(maskOf(colours, "a"), (std::vector<int>{0, 2, 1}));
  EXPECT_EQ(maskOf(colours, "b"), (std::vector<int>{0, 2, 1}));
  EXPECT_TRUE(contains(colours.words, "the palettes of the masks give the same number different colours"))
      << colours.words;
  const Taken indices = answered("indices");
  EXPECT_EQ(maskOf(indices, "a"), (std::vector<int>{1, 0, 2}));
}

TEST_F(MaskValues, OnePaletteMeansItsIndices) {
  pair("a", png(3, 1, std::string("\1\0\2", 3), 3, std::string(kRedFirst)), 3);
  pair("b", png(3, 1, std::string("\0\1\2", 3), 3, std::string(kRedFirst)), 3);
  EXPECT_EQ(taken().classes, (Strings{"0", "1", "2"}));
  EXPECT_EQ(maskOf(taken(), "a"), (std::vector<int>{1, 0, 2}));
  // A list that lacks a colour of the palette names indices.
  file("class_dict.csv", "name,r,g,b\nbackground,0,0,0\nred,255,0,0\n");
  EXPECT_EQ(maskOf(taken(), "a"), (std::vector<int>{1, 0, 2}));
}

TEST_F(MaskValues, AListOfColoursNamesThoseOfPalettes) {
  pair("a", png(3, 1, std::string("\1\0\2", 3), 3, std::string(kRedFirst)), 3);
  file("class_dict.csv", "name,r,g,b\nground,0,0,0\nroof,255,0,0\ngrass,0,255,0\nunused,1,2,3\n");
  const Taken listed = taken();
  EXPECT_EQ(listed.classes, (Strings{"ground", "roof", "grass", "unused"})) << listed.words;
  EXPECT_EQ(maskOf(listed, "a"), (std::vector<int>{0, 1, 2}));
  EXPECT_TRUE(contains(listed.words, "the list names their colours")) << listed.words;
  // The names of PASCAL VOC, whose folder this is, do not take the place of those in the list.
  fs::create_directories(folder / "voc");
  fs::rename(root / "images", folder / "voc/JPEGImages");
  fs::rename(root / "masks", folder / "voc/SegmentationClass");
  fs::rename(root / "class_dict.csv", folder / "voc/labelmap.txt");
  const Taken voc = take(folder / "voc", {}, "masks");
  EXPECT_EQ(voc.classes, listed.classes) << voc.words;
}

TEST_F(MaskValues, OnesBesideWhiteAreAskedAbout) {
  for (const char* name : {"a", "b"}) pair(name, png(2, 1, std::string("\0\1", 2)));
  for (const char* name : {"c", "d"}) pair(name, png(2, 1, std::string("\0\xff", 2)));
  const Taken open = taken();
  EXPECT_TRUE(open.asks) << open.words;
  EXPECT_TRUE(contains(open.words, "some masks hold only 0 and 1, and others only 0 and 255")) << open.words;
  const Taken objects = answered("objects");
  EXPECT_FALSE(objects.asks) << objects.words;
  EXPECT_EQ(maskOf(objects, "a"), (std::vector<int>{0, 1}));
  EXPECT_EQ(maskOf(objects, "d"), (std::vector<int>{0, 1}));
  const Taken indices = answered("indices");
  EXPECT_FALSE(indices.asks) << indices.words;
  EXPECT_EQ(maskOf(indices, "d"), (std::vector<int>{0, 255}));
  // A mask that holds both values shows that 255 is ignored.
  for (const char* name : {"c", "d"}) pair(name, png(2, 1, std::string("\1\xff", 2)));
  EXPECT_FALSE(taken().asks) << taken().words;
}

TEST_F(MaskValues, WhiteIsNotIgnoredBecauseClassesAreNamed) {
  for (const char* name : {"a", "b"}) pair(name, png(2, 1, std::string("\0\xff", 2)));
  const FieldValues names{{"class_names", std::string("bg,road,car")}};
  const Taken open = taken(names, "masks");
  EXPECT_TRUE(open.asks) << open.words;
  EXPECT_TRUE(contains(open.words, "labels=black_white; labels=indices")) << open.words;
  EXPECT_EQ(open.classes, (Strings{"bg", "road", "car"}));
  EXPECT_EQ(maskOf(open, "a"), (std::vector<int>{0, 1}));
  FieldValues told = names;
  told.set("labels", std::string("indices"));
  EXPECT_EQ(maskOf(taken(told, "masks"), "a"), (std::vector<int>{0, 255}));
}

// A PNG of two pixels with alpha.
std::string alphaPng(std::string_view pixels) {
  return "\x89PNG\r\n\x1a\n" + pngChunk("IHDR", big32(2) + big32(1) + std::string({8, 6, 0, 0, 0})) +
         pngChunk("IDAT", deflated('\0' + std::string(pixels))) + pngChunk("IEND", "");
}

TEST_F(MaskValues, OneValueAllOverIsAskedAbout) {
  for (const char* name : {"a", "b"}) pair(name, alphaPng(std::string_view("\0\0\0\0\0\0\0\xff", 8)));
  const Taken alpha = taken();
  EXPECT_TRUE(alpha.asks) << alpha.words;
  EXPECT_TRUE(contains(alpha.words, "an alpha channel, which is not read and may hold the labels")) << alpha.words;
  for (const char* name : {"a", "b"}) pair(name, png(2, 1, std::string("\3\3", 2)));
  const Taken plain = taken();
  EXPECT_TRUE(plain.asks) << plain.words;
  EXPECT_TRUE(contains(plain.words, "all of those looked at hold one and the same value")) << plain.words;
  EXPECT_FALSE(contains(plain.words, "alpha")) << plain.words;
  EXPECT_FALSE(answered("indices").asks) << answered("indices").words;
  for (const char* name : {"a", "b"}) pair(name, png(2, 1, std::string("\1\2\3\1\2\3", 6), 2));
  EXPECT_TRUE(taken().asks) << taken().words;
  pair("b", png(2, 1, std::string("\1\2\3\4\5\6", 6), 2));
  EXPECT_FALSE(taken().asks) << taken().words;
}

}  // namespace
}  // namespace fovea::test
