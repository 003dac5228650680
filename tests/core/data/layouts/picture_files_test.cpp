// Pictures as cameras and scanners write them: turned, very large.
#include <zlib.h>

#include "../import_support.h"
#include "../paged_support.h"
#include "layout_support.h"

namespace fovea::test {
namespace {

// An Exif block that says how the camera was held, in either order of bytes.
std::string exif(int orientation, bool little) {
  const char value = static_cast<char>(orientation);
  return little ? std::string("II*\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0", 18) + value + std::string(7, '\0')
                : std::string("MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0", 19) + value + std::string(6, '\0');
}

// 3×2 with the values 1 2 3 / 4 5 6; the block before or after the pixels.
std::string turnedPng(int orientation, bool little, bool after) {
  const std::string plain = png(3, 2, std::string("\1\2\3\4\5\6", 6));
  const std::size_t at = after ? plain.size() - 12 : 33;
  return plain.substr(0, at) + pngChunk("eXIf", exif(orientation, little)) + plain.substr(at);
}

TEST(PictureFiles, PngIsTurnedAsItsCameraWasHeld) {
  const std::vector<std::vector<int>> upright = {{1, 2, 3, 4, 5, 6}, {3, 2, 1, 6, 5, 4}, {6, 5, 4, 3, 2, 1},
                                                 {4, 5, 6, 1, 2, 3}, {1, 4, 2, 5, 3, 6}, {4, 1, 5, 2, 6, 3},
                                                 {6, 3, 5, 2, 4, 1}, {3, 6, 2, 5, 1, 4}};
  for (int orientation = 1; orientation <= 8; ++orientation)
    for (const bool little : {false, true}) {
      const std::string file = turnedPng(orientation, little, little);
      const auto image = decodeImage(file);
      ASSERT_TRUE(image.ok()) << image.error().text();
      EXPECT_EQ(image->shape(), orientation >= 5 ? (Shape{1, 3, 2}) : (Shape{1, 2, 3})) << orientation;
      EXPECT_EQ(valuesOf(*image), upright[static_cast<std::size_t>(orientation - 1)]) << orientation;
      // The same into memory of a known size, as training reads it.
      std::vector<std::uint8_t> pixels(6);
      ASSERT_TRUE(decodeImage(file, image->shape(), pixels.data()).ok());
      EXPECT_EQ(std::vector<int>(pixels.begin(), pixels.end()), valuesOf(*image)) << orientation;
    }
  // A block that is cut off or says nonsense turns nothing.
  EXPECT_EQ(readImageHeader(turnedPng(9, false, false))->orientation, 1);
}

TEST(PictureFiles, WebPIsTurnedAsItsCameraWasHeld) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build reads no WebP";
  // 6×6 without loss, made into an extended file with a block of Exif.
  const std::string plain(
      "RIFF\x5a\0\0\0WEBPVP8L\x4d\0\0\0\x2f\x05\x40\x01\x00\xcd\x10\x48\xda\xe2\x6d\x7f\x44\xff\xe3\x9b\x88\xe8\x7f\x80"
      "\x55\x24\x49\xad\x6c\x34\xe9\x13\x7d\x59\x12\xbc\xe0\x98\x48\xdb\xa6\x64\x52\xee\x5f\xe0\x09\x91\xb6\x4d\xc9\xfc"
      "\x0b\xbc\x94\x93\x88\xba\x35\xb6\x37\xb5\xec\x3b\x00\x40\xf9\x7f\x04\x20\xfc\x0e\x40\x70\x44\x28\x3f\xf0\x23\x00"
      "\x01\x00",
      98);
  const auto little32 = [](std::size_t value) {
    std::string bytes;
    for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> (8 * i));
    return bytes;
  };
  for (const bool prefixed : {false, true}) {
    const std::string block = (prefixed ? std::string("Exif\0\0", 6) : "") + exif(6, true);
    const std::string body = "WEBPVP8X" + little32(10) + std::string("\x08\0\0\0\5\0\0\5\0\0", 10) + plain.substr(12) +
                             "EXIF" + little32(block.size()) + block;
    const std::string file = "RIFF" + little32(body.size()) + body;
    ASSERT_EQ(readImageHeader(file)->orientation, 6);
    const auto straight = decodeImage(plain);
    const auto turned = decodeImage(file);
    ASSERT_TRUE(straight.ok() && turned.ok());
    // Orientation 6: what was at the lower left is now at the upper left.
    for (std::int64_t y = 0; y < 6; ++y)
      for (std::int64_t x = 0; x < 6; ++x)
        EXPECT_EQ(turned->data<std::uint8_t>()[y * 6 + x], straight->data<std::uint8_t>()[(5 - x) * 6 + y]);
  }
}

TEST(PictureFiles, BoxesLieOnTheTurnedPicture) {
  const TemporaryFolder folder;
  writeBytes(folder / "y/images/a.png", turnedPng(6, false, false));
  writeBytes(folder / "y/labels/a.txt", "0 0.5 0.5 1 1\n");
  const auto source = openSource("yolo", folder / "y");
  EXPECT_EQ(loaded(*source, 0).boxes, (std::vector<Box>{{0, 0, 2, 3, 0}}));
}

// 16 bits a value, one row.
std::string deepPng(const std::vector<int>& values) {
  std::string row(1, '\0');
  for (const int value : values) (row += static_cast<char>(value >> 8)) += static_cast<char>(value);
  return "\x89PNG\r\n\x1a\n" +
         pngChunk("IHDR", big32(static_cast<std::uint32_t>(values.size())) + big32(1) + std::string({16, 0, 0, 0, 0})) +
         pngChunk("IDAT", deflated(row)) + pngChunk("IEND", "");
}

TEST(PictureFiles, SixteenBitsAreAskedAboutAndKept) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build decodes no PNG of 16 bits";
  const TemporaryFolder folder;
  // Of 12 bits, as many cameras and scanners have: the upper byte holds 16 of their 4096 steps.
  writeBytes(folder / "set/cat/a.png", deepPng({0, 17, 2048, 4095}));
  writeBytes(folder / "set/dog/b.png", deepPng({1000, 1001, 1002, 1005}));
  const Taken taken = take(folder / "set");
  EXPECT_TRUE(taken.asks);
  EXPECT_TRUE(contains(taken.words, "deep=keep; deep=range; deep=top")) << taken.words;
  EXPECT_TRUE(contains(taken.source->load(0).error().message, "16 bits a value"));
  const auto as = [&](const char* deep, std::int64_t index) {
    const Taken told = take(folder / "set", {{"deep", std::string(deep)}});
    EXPECT_FALSE(told.asks);
    return pixelsOf(loaded(*told.source, index));
  };
  const Tensor kept = as("keep", 0);
  ASSERT_EQ(kept.dtype(), DataType::Float32);
  EXPECT_FLOAT_EQ(kept.data<float>()[1], 17.0f / 65535);
  EXPECT_FLOAT_EQ(kept.data<float>()[3], 4095.0f / 65535);
  EXPECT_EQ(valuesOf(as("range", 0)), (std::vector<int>{0, 1, 128, 255}));
  EXPECT_EQ(valuesOf(as("range", 1)), (std::vector<int>{0, 51, 102, 255}));
  EXPECT_EQ(valuesOf(as("top", 0)), (std::vector<int>{0, 0, 8, 15}));
}

// The same question for masks, boxes, pairs, lists and tables.
TEST(PictureFiles, SixteenBitsAreAskedAboutByEveryImporterOfPictures) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build decodes no PNG of 16 bits";
  const TemporaryFolder folder;
  const std::string deep = deepPng({1000, 1001, 1002, 1005});
  const std::string mask = png(4, 1, std::string("\0\1\1\0", 4));
  writeBytes(folder / "masks/images/a.png", deep);
  writeBytes(folder / "masks/masks/a.png", mask);
  writeBytes(folder / "boxes/images/a.png", deep);
  writeBytes(folder / "boxes/labels/a.txt", "0 0.5 0.5 0.5 1\n");
  writeBytes(folder / "pairs/input/a.png", greyPng(4, 1, 9));
  writeBytes(folder / "pairs/target/a.png", deep);
  writeBytes(folder / "list/a.png", deep);
  writeBytes(folder / "list/b.png", deep);
  writeBytes(folder / "list/train.txt", "a.png 0\nb.png 1\n");
  writeBytes(folder / "table/a.png", deep);
  writeBytes(folder / "table/b.png", deep);
  writeBytes(folder / "table/set.csv", "file,label\na.png,cat\nb.png,dog\na.png,cat\n");
  for (const auto& [name, importer] :
       {std::pair("masks", "masks"), std::pair("boxes", "yolo"), std::pair("pairs", "pairs"), std::pair("list", "list"),
        std::pair("table", "csv")}) {
    const Taken open = take(folder / name, {}, importer);
    EXPECT_TRUE(open.asks) << name;
    EXPECT_TRUE(contains(open.words, "deep=keep; deep=range; deep=top")) << name << open.words;
    for (const char* how : {"keep", "range", "top"}) {
      const Taken told = take(folder / name, {{"deep", std::string(how)}}, importer);
      EXPECT_FALSE(told.asks) << name << told.words;
      ASSERT_TRUE(told.source) << told.words;
      const LoadedItem item = loaded(*told.source, 0);
      const Tensor picture = std::string(name) == "pairs" ? item.target : pixelsOf(item);
      EXPECT_EQ(picture.dtype(), std::string(how) == "keep" ? DataType::Float32 : DataType::UInt8) << name << how;
    }
  }
  const Taken kept = take(folder / "pairs", {{"deep", std::string("keep")}}, "pairs");
  const LoadedItem pair = loaded(*kept.source, 0);
  EXPECT_FLOAT_EQ(pair.input.data<float>()[0], 9.0f / 255);
  EXPECT_FLOAT_EQ(pair.target.data<float>()[1], 1001.0f / 65535);
  // Both of a pair by one range.
  const Taken ranged = take(folder / "pairs", {{"deep", std::string("range")}}, "pairs");
  const LoadedItem scaled = loaded(*ranged.source, 0);
  EXPECT_EQ(valuesOf(scaled.input), (std::vector<int>{255, 255, 255, 255}));
  EXPECT_EQ(valuesOf(scaled.target), (std::vector<int>{0, 0, 0, 1}));
}

TEST(PictureFiles, SixteenBitsOfStacksAndOfSuperResolutionAreAskedAbout) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build decodes no PNG of 16 bits";
  const TemporaryFolder folder;
  writeBytes(folder / "set/a/1.png", deepPng({1000, 1001, 1002, 1003}));
  writeBytes(folder / "set/a/2.png", deepPng({2000, 2001, 2002, 2020}));
  const auto as = [&](const char* kind, const char* deep) {
    const Taken told = take(folder / "set", {{"deep", std::string(deep)}}, kind);
    EXPECT_FALSE(told.asks) << told.words;
    return loaded(*told.source, 0);
  };
  for (const char* kind : {"stacks", "super_resolution"}) {
    const Taken open = take(folder / "set", {}, kind);
    EXPECT_TRUE(open.asks) << open.words;
    EXPECT_TRUE(contains(open.words, "deep=keep; deep=range; deep=top")) << open.words;
    EXPECT_TRUE(contains(open.source->load(0).error().message, "16 bits a value"));
  }
  const Tensor kept = as("stacks", "keep").input;
  ASSERT_EQ(kept.type(), (TensorType{DataType::Float32, Shape{1, 2, 1, 4}}));
  EXPECT_FLOAT_EQ(kept.data<float>()[1], 1001.0f / 65535);
  EXPECT_FLOAT_EQ(kept.data<float>()[7], 2020.0f / 65535);
  // All slices of a volume by one range.
  EXPECT_EQ(valuesOf(as("stacks", "range").input), (std::vector<int>{0, 0, 1, 1, 250, 250, 251, 255}));
  EXPECT_EQ(valuesOf(as("stacks", "top").input), (std::vector<int>{3, 3, 3, 3, 7, 7, 7, 7}));
  // The picture has one row, which cannot be halved.
  writeBytes(folder / "set/a/1.png", tiffFile({{4, 2, {0, 100, 200, 300, 0, 100, 200, 300}, 16}}));
  const LoadedItem enlarged = as("super_resolution", "keep");
  ASSERT_EQ(enlarged.target.type(), (TensorType{DataType::Float32, Shape{1, 2, 4}}));
  ASSERT_EQ(enlarged.input.type(), (TensorType{DataType::Float32, Shape{1, 1, 2}}));
  EXPECT_FLOAT_EQ(enlarged.target.data<float>()[3], 300.0f / 65535);
  // Weights of 3, 3 and 1 in seven at the edges of the picture.
  EXPECT_NEAR(enlarged.input.data<float>()[0], 500.0f / 7 / 65535, 1e-8);
  EXPECT_NEAR(enlarged.input.data<float>()[1], 1600.0f / 7 / 65535, 1e-8);
  EXPECT_EQ(as("super_resolution", "range").input.dtype(), DataType::UInt8);
}

// A PNG in colour that is black all over, packed row by row.
std::string blackPng(std::uint32_t width, std::uint32_t height) {
  z_stream stream{};
  deflateInit(&stream, 1);
  const std::string row(1 + 3 * std::size_t{width}, '\0');
  std::string packed;
  std::string buffer(1 << 16, '\0');
  for (std::uint32_t y = 0; y <= height; ++y) {
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(row.data()));
    stream.avail_in = y < height ? static_cast<uInt>(row.size()) : 0;
    do {
      stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
      stream.avail_out = static_cast<uInt>(buffer.size());
      deflate(&stream, y < height ? Z_NO_FLUSH : Z_FINISH);
      packed.append(buffer.data(), buffer.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  }
  deflateEnd(&stream);
  return "\x89PNG\r\n\x1a\n" + pngChunk("IHDR", big32(width) + big32(height) + std::string({8, 2, 0, 0, 0})) +
         pngChunk("IDAT", packed) + pngChunk("IEND", "");
}

TEST(PictureFiles, WidthAndHeightSufficeForAVeryLargePicture) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build decodes no large PNG";
  const TemporaryFolder folder;
  writeBytes(folder / "set/a.png", blackPng(12000, 9000));
  const auto importer = findImporter("folder");
  const auto import = [&](const char* name, const FieldValues& options) {
    return runImport(**importer, folder / name, folder / "set", options, {}, {});
  };
  const auto whole = import("whole", {});
  EXPECT_TRUE(!whole.ok() || whole->samples == 0);
  const auto small = import("small", {{"width", std::int64_t{40}}, {"height", std::int64_t{30}}});
  ASSERT_TRUE(small.ok()) << small.error().text();
  EXPECT_EQ(small->samples, 1) << (small->skipped.empty() ? "" : small->skipped[0].reason);
}

}  // namespace
}  // namespace fovea::test
