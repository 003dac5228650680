// TIFF files of several pages and GIF files that move: nothing of them is dropped without a word.
#include "../import_support.h"
#include "../paged_support.h"
#include "core/data/files/animated_png.h"
#include "core/data/files/webp_image.h"
#include "layout_support.h"

namespace fovea::test {
namespace {

bool readsGif() {
  const auto image = decodeImage(gifFile(1, 1, "", {{0, 0, 1, 1, std::string(1, '\0')}}));
  return image.ok() || image.error().code != ErrorCode::Unsupported;
}

TEST(PagedImages, PagesOfATiffAreAskedAboutAndComeInAsTold) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build reads no TIFF";
  const TemporaryFolder folder;
  for (const bool big : {false, true}) {
    const fs::path root = folder / (big ? "big" : "little");
    writeBytes(root / "cat/a.tif", tiffFile({{2, 1, {1, 2}}, {2, 1, {3, 4}}, {2, 1, {5, 6}}}, big));
    writeBytes(root / "cat/b.TIFF", tiffFile({{2, 1, {7, 8}}}, big));
    writeBytes(root / "dog/c.tif", tiffFile({{2, 1, {9, 10}}, {2, 1, {11, 12}}}, big));
    const Taken asked = take(root);
    EXPECT_TRUE(asked.asks);
    EXPECT_TRUE(contains(asked.words, "a.tif holds 3 pages, and 1 of the others")) << asked.words;
    EXPECT_TRUE(contains(asked.words, "frames=first; frames=each; frames=volume")) << asked.words;
    EXPECT_FALSE(asked.source->load(0).ok());

    const Taken each = take(root, {{"frames", std::string("each")}});
    EXPECT_FALSE(each.asks) << each.words;
    EXPECT_EQ(each.kind, "folder: classification");
    ASSERT_EQ(each.source->size(), 6);
    std::vector<int> first;
    for (std::int64_t i = 0; i < 6; ++i) first.push_back(valuesOf(pixelsOf(loaded(*each.source, i)))[0]);
    EXPECT_EQ(first, (std::vector<int>{1, 3, 5, 7, 9, 11}));
    EXPECT_EQ(each.source->item(2).sourceIndex, 2U);
    EXPECT_EQ(each.source->item(2).label, each.source->item(3).label);
    EXPECT_EQ(each.source->item(1).group, each.source->item(0).source) << "pages of a file stay in one split";

    const Taken one = take(root, {{"frames", std::string("first")}});
    EXPECT_FALSE(one.asks);
    EXPECT_EQ(one.source->size(), 3);
    EXPECT_TRUE(contains(one.words, "3 others are left out")) << one.words;
    EXPECT_EQ(valuesOf(pixelsOf(loaded(*one.source, 2))), (std::vector<int>{9, 10}));

    const Taken volumes = take(root, {{"frames", std::string("volume")}});
    EXPECT_FALSE(volumes.asks);
    const Tensor volume = loaded(*volumes.source, 0).input;
    EXPECT_EQ(volume.shape(), (Shape{1, 3, 1, 2}));
    EXPECT_FLOAT_EQ(volume.data<float>()[4], 5.0f / 255);
    EXPECT_EQ(loaded(*volumes.source, 1).input.shape(), (Shape{1, 1, 1, 2}));
  }
}

TEST(PagedImages, WholeImportKeepsEveryPage) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build reads no TIFF";
  const TemporaryFolder folder;
  writeBytes(folder / "set/cat/a.tif", tiffFile({{2, 1, {1, 2}}, {2, 1, {3, 4}}}));
  writeBytes(folder / "set/dog/b.tif", tiffFile({{2, 1, {5, 6}}, {2, 1, {7, 8}}}));
  const auto importer = findImporter("folder");
  const auto summary = runImport(**importer, folder / "out", folder / "set", {{"frames", std::string("each")}}, {}, {});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->samples, 4);
  EXPECT_EQ(summary->skippedCount, 0);
  const auto refused = runImport(**importer, folder / "out2", folder / "set", {}, {}, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_TRUE(contains(refused.error().text(), "frames=each")) << refused.error().text();
}

TEST(PagedImages, PagesOfDifferentSizesAreNoVolume) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build reads no TIFF";
  const TemporaryFolder folder;
  writeBytes(folder / "set/cat/a.tif", tiffFile({{2, 1, {1, 2}}, {1, 2, {3, 4}}}));
  EXPECT_TRUE(contains(take(folder / "set").words, "images of one class"));
  const Taken taken = take(folder / "set", {{"frames", std::string("volume")}});
  const auto volume = taken.source->load(0);
  ASSERT_FALSE(volume.ok());
  EXPECT_TRUE(contains(volume.error().message, "page 2")) << volume.error().message;
}

TEST(PagedImages, SmallerCopiesAreNoPages) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build reads no TIFF";
  const TemporaryFolder folder;
  writeBytes(folder / "set/cat/a.tif", tiffFile({{2, 2, {1, 2, 3, 4}}, {1, 1, {2}, 8, 1, 1, true}}));
  const Taken taken = take(folder / "set");
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "smaller copies")) << taken.words;
  EXPECT_EQ(taken.source->size(), 1);
}

TEST(PagedImages, TiffIsReadAsItIsStored) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build reads no TIFF";
  const auto decoded = [](const TiffPicture& picture) {
    const auto image = decodeImage(tiffFile({picture}));
    EXPECT_TRUE(image.ok()) << image.error().text();
    return image.ok() ? *image : Tensor::make({DataType::UInt8, Shape{1, 1, 1}});
  };
  EXPECT_EQ(valuesOf(decoded({2, 1, {10, 20, 30, 40, 50, 60}, 8, 3})), (std::vector<int>{10, 40, 20, 50, 30, 60}));
  EXPECT_EQ(valuesOf(decoded({1, 1, {200, 100, 50, 128}, 8, 4})), (std::vector<int>{200, 100, 50}))
      << "alpha is dropped, and colours are not multiplied by it";
  const Tensor turned = decoded({3, 2, {1, 2, 3, 4, 5, 6}, 8, 1, 6});
  EXPECT_EQ(turned.shape(), (Shape{1, 3, 2}));
  EXPECT_EQ(valuesOf(turned), (std::vector<int>{4, 1, 5, 2, 6, 3}));
  EXPECT_EQ(valuesOf(decoded({2, 1, {0x1234, 0xff00}, 16})), (std::vector<int>{0x12, 0xff}));
  const auto deep = decodeDeepImage(tiffFile({{2, 1, {0x1234, 0xff00}, 16}}, true));
  ASSERT_TRUE(deep.ok());
  EXPECT_EQ(deep->data<float>()[0], 0x1234);
}

TEST(PagedImages, GifFramesAreShownAsAViewerShowsThem) {
  if (!readsGif()) GTEST_SKIP() << "this build reads no GIF";
  const TemporaryFolder folder;
  const std::string colours("\x0a\x0a\x0a\x14\x14\x14\x1e\x1e\x1e\x28\x28\x28", 12);  // 10, 20, 30, 40
  const std::string moving =
      gifFile(3, 1, colours,
              {{0, 0, 3, 1, std::string("\1\1\1", 3), 1},
               {1, 0, 2, 1, std::string("\2\3", 2), 3, 3},  // the right one is transparent; then as before
               {2, 0, 1, 1, std::string("\3", 1), 2},       // then the background
               {0, 0, 1, 1, std::string("\2", 1), 0}});
  writeBytes(folder / "set/cat/a.gif", moving);
  writeBytes(folder / "set/dog/b.gif",
             gifFile(2, 1, std::string("\1\2\3\4\5\6", 6), {{0, 0, 2, 1, std::string("\0\1", 2)}}));
  const Taken asked = take(folder / "set");
  EXPECT_TRUE(asked.asks);
  EXPECT_TRUE(contains(asked.words, "a.gif holds 4 frames")) << asked.words;
  const Taken each = take(folder / "set", {{"frames", std::string("each")}});
  ASSERT_EQ(each.source->size(), 5);
  const std::vector<std::vector<int>> shown = {{20, 20, 20}, {20, 30, 20}, {20, 20, 40}, {30, 20, 10}};
  for (std::int64_t i = 0; i < 4; ++i) {
    const Tensor frame = pixelsOf(loaded(*each.source, i));
    EXPECT_EQ(frame.shape(), (Shape{1, 1, 3}));
    EXPECT_EQ(valuesOf(frame), shown[static_cast<std::size_t>(i)]) << i;
  }
  EXPECT_EQ(valuesOf(pixelsOf(loaded(*each.source, 4))), (std::vector<int>{1, 4, 2, 5, 3, 6}));
}

TEST(PagedImages, WebpFramesAreShownAsAViewerShowsThem) {
  if (!decodeWebp(movingWebp(), 1).ok()) GTEST_SKIP() << "this build reads no frames of WebP";
  const TemporaryFolder folder;
  writeBytes(folder / "set/cat/a.webp", movingWebp());
  writeBytes(folder / "set/dog/b.png", greyPng(5, 4, 9));
  const Taken asked = take(folder / "set");
  EXPECT_TRUE(asked.asks);
  EXPECT_TRUE(contains(asked.words, "a.webp holds 3 frames")) << asked.words;
  const Taken each = take(folder / "set", {{"frames", std::string("each")}});
  ASSERT_EQ(each.source->size(), 4);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(each.source->item(i).group, each.source->item(0).group);
    const Tensor frame = pixelsOf(loaded(*each.source, i));
    ASSERT_EQ(frame.shape(), (Shape{3, 4, 5}));
    std::vector<int> shown;
    for (int c = 0; c < 3; ++c)
      for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 5; ++x) {
          const bool changed = (i == 1 && x > 2) || (i == 2 && y > 1);
          shown.push_back(changed ? (c == 0 ? 200 : c == 1 ? y : x) : c == 0 ? 10 * x : c == 1 ? 20 * y : 30);
        }
    EXPECT_EQ(valuesOf(frame), shown) << i;
  }
  const Taken first = take(folder / "set", {{"frames", std::string("first")}});
  ASSERT_EQ(first.source->size(), 2);
  EXPECT_TRUE(contains(first.words, "2 others are left out")) << first.words;
  const auto one = decodeImage(movingWebp());
  ASSERT_TRUE(one.ok()) << one.error().text();
  EXPECT_EQ(valuesOf(*one), valuesOf(pixelsOf(loaded(*first.source, indexOf(*first.source, "a.webp")))));
  const auto volume = openSource("folder", folder / "set", {{"frames", std::string("volume")}});
  EXPECT_EQ(loaded(*volume, indexOf(*volume, "a.webp")).input.shape(), (Shape{3, 3, 4, 5}));
  EXPECT_FALSE(decodeWebp(movingWebp().substr(0, 200), 3).ok());
}

TEST(PagedImages, FramesOfAnimatedPngAreAskedAbout) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build decodes no frames";
  const TemporaryFolder folder;
  writeBytes(folder / "set/cat/a.png", movingPng(0));
  writeBytes(folder / "set/dog/b.png", greyPng(4, 1, 7));
  const Taken taken = take(folder / "set");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "frames=each")) << taken.words;
  const Taken each = take(folder / "set", {{"frames", std::string("each")}}, "folder");
  ASSERT_EQ(each.source->size(), 4) << each.words;
  EXPECT_EQ(each.source->item(1).sourceIndex, 1u);
  EXPECT_EQ(each.source->item(1).group, each.source->item(0).group) << "frames of one file stay in one split";
  const std::map<int, std::vector<int>> third = {{0, {10, 7, 8, 9}}, {1, {10, 0, 0, 9}}, {2, {10, 20, 30, 9}}};
  for (const auto& [dispose, values] : third) {
    writeBytes(folder / "set/cat/a.png", movingPng(dispose));
    const auto source = openSource("folder", folder / "set", {{"frames", std::string("each")}});
    EXPECT_EQ(valuesOf(pixelsOf(loaded(*source, 0))), (std::vector<int>{10, 20, 30, 40}));
    EXPECT_EQ(valuesOf(pixelsOf(loaded(*source, 1))), (std::vector<int>{10, 7, 8, 40}));
    EXPECT_EQ(valuesOf(pixelsOf(loaded(*source, 2))), values) << dispose;
  }
  const Taken first = take(folder / "set", {{"frames", std::string("first")}}, "folder");
  ASSERT_EQ(first.source->size(), 2);
  EXPECT_TRUE(contains(first.words, "2 others are left out")) << first.words;
  EXPECT_EQ(valuesOf(pixelsOf(loaded(*first.source, 0))), (std::vector<int>{10, 20, 30, 40}));
  // Importers that need one picture do not take the first one of several without a word.
  writeBytes(folder / "y/images/a.png", movingPng(0));
  writeBytes(folder / "y/labels/a.txt", "0 0.5 0.5 1 1\n");
  const auto boxes = openSource("yolo", folder / "y")->load(0);
  ASSERT_FALSE(boxes.ok());
  EXPECT_TRUE(contains(boxes.error().message, "it holds 3 pictures")) << boxes.error().message;
}

// One that moves among hundreds that do not is found, wherever it stands.
TEST(PagedImages, EveryAnimatedPngIsFound) {
  const TemporaryFolder folder;
  for (int i = 0; i < 300; ++i)
    writeBytes(folder / fmt::format("set/cat/{:03}.png", i), i == 211 ? movingPng(0) : greyPng(2, 2, 7));
  const auto source = openSource("folder", folder / "set");
  std::string words;
  for (const ImportDecision& each : source->decisions()) words += each.because;
  EXPECT_TRUE(contains(words, "211.png holds 3 frames")) << words;
  EXPECT_FALSE(checkDecided(source->decisions()).ok());
}

TEST(PagedImages, DamagedAnimatedPngIsRefused) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build decodes no frames";
  const std::string whole = movingPng(0);
  EXPECT_TRUE(decodeApng(whole, 10).ok());
  EXPECT_EQ(decodeApng(whole, 2)->size(), 2u);
  EXPECT_FALSE(decodeApng(whole.substr(0, whole.size() - 20), 10).ok());
  std::string outside = whole;
  outside.replace(outside.find("fcTL", outside.find("fcTL") + 1) + 8, 4, big32(5));  // wider than the image
  EXPECT_FALSE(decodeApng(outside, 10).ok());
  EXPECT_FALSE(countApngFrames(whole.substr(0, 40)).ok());
}

TEST(PagedImages, OtherImportersTakeNoFileOfSeveralPictures) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build reads no TIFF";
  const TemporaryFolder folder;
  writeBytes(folder / "y/images/a.tif", tiffFile({{2, 1, {1, 2}}, {2, 1, {3, 4}}}));
  writeBytes(folder / "y/images/b.tif", tiffFile({{2, 1, {1, 2}}}));
  for (const char* name : {"a", "b"}) writeBytes(folder / "y/labels" / (std::string(name) + ".txt"), "0 0.5 0.5 1 1\n");
  const auto source = openSource("yolo", folder / "y");
  const auto several = source->load(indexOf(*source, "a.tif"));
  ASSERT_FALSE(several.ok());
  EXPECT_TRUE(contains(several.error().message, "it holds 2 pictures")) << several.error().message;
  EXPECT_EQ(valuesOf(pixelsOf(loaded(*source, indexOf(*source, "b.tif")))), (std::vector<int>{1, 2}));
}

TEST(PagedImages, DamageIsSaid) {
  const TemporaryFolder folder;
  std::string circle = tiffFile({{2, 1, {1, 2}}, {2, 1, {3, 4}}});
  circle.replace(circle.size() - 4, 4, circle.substr(4, 4));  // the last page names the first as the next one
  const auto error = decodeImage(circle);
  writeBytes(folder / "set/cat/a.tif", circle);
  const auto source = openSource("folder", folder / "set", {{"frames", std::string("each")}});
  const auto item = source->load(0);
  ASSERT_FALSE(item.ok());
  EXPECT_TRUE(contains(item.error().message, "circle")) << item.error().message;
  const std::string gif = gifFile(2, 1, "", {{0, 0, 2, 1, std::string("\1\1", 2)}});
  EXPECT_FALSE(decodeImage(gif.substr(0, gif.size() - 4)).ok());
}

TEST(PagedImages, SurvivesMutations) {
  const TemporaryFolder folder;
  const FieldValues each = {{"frames", std::string("each")}, {"deep", std::string("keep")}};
  surviveMutations("folder", folder / "t", folder / "t/a.tif",
                   tiffFile({{3, 2, {1, 2, 3, 4, 5, 6}}, {3, 2, {1, 2, 3, 4, 5, 6}, 16}}), each, 500);
  surviveMutations("folder", folder / "g", folder / "g/a.gif",
                   gifFile(4, 3, "abcdef", {{0, 0, 4, 3, std::string(12, '\1')}, {1, 1, 2, 2, std::string(4, '\2')}}),
                   each, 500);
}

}  // namespace
}  // namespace fovea::test
