// Image files: whatever a person points at becomes the network's input or an error with words.
#include "core/data/files/image_file.h"

#include <cmath>
#include <cstring>

#include "../data_support.h"
#include "core/base/random.h"
#include "core/data/files/image_fit.h"

namespace fovea::test {
namespace {

std::string ppm(int width, int height) {
  std::string text = "P6\n# made by a test\n" + std::to_string(width) + " " + std::to_string(height) + "\n255\n";
  for (int i = 0; i < width * height; ++i) text += std::string{static_cast<char>(255), '\0', static_cast<char>(i)};
  return text;
}

TEST(ImageFile, ReadsGreyAsItIs) {
  const TemporaryFolder folder;
  writeBytes(folder / "a.pgm", std::string("P5 3 2 255\n") + std::string("\x00\x10\x20\x30\x40\x50", 6));
  const auto image = readImageFile(folder / "a.pgm", Shape{1, 2, 3});
  ASSERT_TRUE(image.ok()) << image.error().text();
  EXPECT_EQ(image->shape(), (Shape{1, 2, 3}));
  EXPECT_EQ(image->dtype(), DataType::UInt8);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(image->data<std::uint8_t>()[i], 16 * i);
}

TEST(ImageFile, TurnsColourIntoGreyAndGreyIntoColour) {
  const TemporaryFolder folder;
  writeBytes(folder / "a.ppm", ppm(2, 1));
  const auto colour = readImageFile(folder / "a.ppm", Shape{3, 1, 2});
  const std::vector<std::uint8_t> planes{255, 255, 0, 0, 0, 1};
  EXPECT_TRUE(std::equal(planes.begin(), planes.end(), colour->data<std::uint8_t>()));
  EXPECT_EQ(readImageFile(folder / "a.ppm", Shape{1, 1, 2})->data<std::uint8_t>()[0], 76);  // 0.299 * 255
  writeBytes(folder / "b.pgm", "P5 1 1 255\nx");
  const auto spread = readImageFile(folder / "b.pgm", Shape{3, 1, 1});
  for (int c = 0; c < 3; ++c) EXPECT_EQ(spread->data<std::uint8_t>()[c], 'x');
}

TEST(ImageFile, ScalesValuesBelow255) {
  const TemporaryFolder folder;
  writeBytes(folder / "a.pgm", std::string("P5 2 1 15\n\x0f\x03"));
  const auto image = readImageFile(folder / "a.pgm", Shape{1, 1, 2});
  EXPECT_EQ(image->data<std::uint8_t>()[0], 255);
  EXPECT_EQ(image->data<std::uint8_t>()[1], 51);
}

std::string pngChunk(const std::string& kindAndData) {
  const auto check =
      crc32(0, reinterpret_cast<const Bytef*>(kindAndData.data()), static_cast<uInt>(kindAndData.size()));
  return big32(static_cast<std::uint32_t>(kindAndData.size() - 4)) + kindAndData +
         big32(static_cast<std::uint32_t>(check));
}

// `rows` are the pixels with a zero before each row, `kind` is PNG's: 0 grey, 2 colour, 6 colour with alpha.
std::string png(std::uint32_t width, std::uint32_t height, char depth, char kind, const std::string& rows) {
  uLongf size = compressBound(rows.size());
  std::string packed(size, '\0');
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(rows.data()), rows.size());
  packed.resize(size);
  const std::string header = "IHDR" + big32(width) + big32(height) + std::string{depth, kind, 0, 0, 0};
  return "\x89PNG\r\n\x1a\n" + pngChunk(header) + pngChunk("IDAT" + packed) + pngChunk("IEND");
}

TEST(ImageFile, ReadsPngOfEveryKind) {
  const TemporaryFolder folder;
  writeBytes(folder / "grey.png", png(2, 1, 8, 0, std::string("\0\x40\x80", 3)));
  const auto grey = readImageFile(folder / "grey.png", Shape{1, 1, 2});
  ASSERT_TRUE(grey.ok()) << grey.error().text();
  EXPECT_EQ(grey->data<std::uint8_t>()[0], 0x40);
  EXPECT_EQ(grey->data<std::uint8_t>()[1], 0x80);
  const std::uint8_t planes[] = {10, 40, 20, 50, 30, 60};  // red, green, blue of two pixels
  writeBytes(folder / "colour.png", png(2, 1, 8, 2, std::string("\0\x0a\x14\x1e\x28\x32\x3c", 7)));
  const auto colour = readImageFile(folder / "colour.png", Shape{3, 1, 2});
  EXPECT_TRUE(std::equal(std::begin(planes), std::end(planes), colour->data<std::uint8_t>()));
  writeBytes(folder / "alpha.png", png(2, 1, 8, 6, std::string("\0\x0a\x14\x1e\xff\x28\x32\x3c\x80", 9)));
  EXPECT_EQ(readImageFile(folder / "alpha.png", Shape{3, 1, 2})->data<std::uint8_t>()[0], 10);
  writeBytes(folder / "deep.png", png(1, 1, 16, 0, std::string("\0\x40\x00", 3)));
  const auto deep = readImageFile(folder / "deep.png", Shape{1, 1, 1});
  if (canDecodeImages())
    EXPECT_EQ(deep->data<std::uint8_t>()[0], 0x40);
  else
    EXPECT_TRUE(contains(deep.error().text(), "OpenCV"));
  const std::string whole = readBytes(folder / "colour.png");
  writeBytes(folder / "colour.png", whole.substr(0, 45));
  EXPECT_EQ(readImageFile(folder / "colour.png", Shape{3, 1, 2}).error().code, ErrorCode::Corrupt);
}

// Row `y` of random pixels under filter `y % 5` (ISO/IEC 15948, 9.2), with the filter's number before it.
std::string filtered(const std::string& pixels, std::size_t rows, std::size_t pixel) {
  const std::size_t width = pixels.size() / rows;
  const auto at = [&](std::size_t y, std::size_t x) {
    return y < rows && x < width ? static_cast<std::uint8_t>(pixels[y * width + x]) : 0;
  };
  std::string result;
  for (std::size_t y = 0; y < rows; ++y) {
    result += static_cast<char>(y % 5);
    for (std::size_t x = 0; x < width; ++x) {
      const int left = at(y, x - pixel);  // beyond the row before its beginning
      const int up = at(y - 1, x);
      const int corner = at(y - 1, x - pixel);
      const int towards = left + up - corner;
      const int guess =
          std::abs(towards - left) <= std::abs(towards - up) && std::abs(towards - left) <= std::abs(towards - corner)
              ? left
          : std::abs(towards - up) <= std::abs(towards - corner) ? up
                                                                 : corner;
      const int guesses[] = {0, left, up, (left + up) / 2, guess};
      result += static_cast<char>(at(y, x) - guesses[y % 5]);
    }
  }
  return result;
}

TEST(PlainPng, OfEveryKindAndFilterIsWhatItWas) {
  Random random(4);
  for (const int kind : {0, 2, 4, 6})
    for (const std::uint32_t width : {1u, 2u, 7u, 33u}) {
      const std::uint32_t height = 11;
      const std::size_t pixel = kind == 0 ? 1 : kind == 4 ? 2 : kind == 2 ? 3 : 4;
      const std::size_t channels = pixel < 3 ? 1 : 3;
      std::string pixels;
      for (std::size_t i = 0; i < height * width * pixel; ++i)
        pixels += static_cast<char>(random.below(3) == 0 ? random.next32() : i);
      const auto image = decodeImage(png(width, height, 8, static_cast<char>(kind), filtered(pixels, height, pixel)));
      ASSERT_TRUE(image.ok()) << image.error().text();
      ASSERT_EQ(image->shape(), (Shape{static_cast<std::int64_t>(channels), height, width}));
      for (std::size_t i = 0; i < height * width; ++i)
        for (std::size_t c = 0; c < channels; ++c)
          ASSERT_EQ(image->data<std::uint8_t>()[c * height * width + i],
                    static_cast<std::uint8_t>(pixels[i * pixel + c]))
              << kind << " " << width << " " << i;
    }
}

TEST(PlainPng, OfAnotherSizeThanRecordedIsCorrupt) {
  const std::string file = png(2, 1, 8, 0, std::string("\0\x40\x80", 3));
  std::uint8_t pixels[4] = {};
  EXPECT_TRUE(decodeImage(file, Shape{1, 1, 2}, pixels).ok());
  EXPECT_EQ(pixels[1], 0x80);
  EXPECT_EQ(decodeImage(file, Shape{1, 2, 1}, pixels).error().code, ErrorCode::Corrupt);
}

TEST(BadImage, AMutatedPngIsAnErrorOrAnImage) {
  Random random(6);
  std::string pixels;
  for (int i = 0; i < 20 * 30 * 3; ++i) pixels += static_cast<char>(random.next32());
  const std::string whole = png(20, 30, 8, 2, filtered(pixels, 30, 3));
  int refused = 0;
  for (int round = 0; round < 10000; ++round) {
    std::string file = whole;
    for (std::uint64_t change = 0; change < 1 + random.below(4); ++change)
      file[random.below(file.size())] = static_cast<char>(random.next32());
    if (random.below(4) == 0) file.resize(random.below(file.size()));
    refused += !decodeImage(file).ok();
  }
  EXPECT_GT(refused, 9000);
}

TEST(EncodedImage, ComesBack) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build writes no PNG";
  Tensor image = Tensor::make({DataType::UInt8, Shape{3, 19, 27}});
  for (std::int64_t i = 0; i < image.elementCount(); ++i)
    image.data<std::uint8_t>()[i] = static_cast<std::uint8_t>(128 + 60 * std::sin(static_cast<double>(i) / 40));
  const auto file = encodeImage(image, Encoding::Png, 0);
  ASSERT_TRUE(file.ok()) << file.error().text();
  const auto same = decodeImage(*file);
  EXPECT_EQ(std::memcmp(same->raw(), image.raw(), image.bytes()), 0);
  const auto photo = decodeImage(encodeImage(image, Encoding::Jpeg, 98).value());
  ASSERT_EQ(photo->shape(), image.shape());
  double difference = 0;
  for (std::int64_t i = 0; i < image.elementCount(); ++i)
    difference += std::abs(photo->data<std::uint8_t>()[i] - image.data<std::uint8_t>()[i]);
  EXPECT_LT(difference / static_cast<double>(image.elementCount()), 6);
  const std::string jpeg = encodeImage(image, Encoding::Jpeg, 90).value();
  EXPECT_EQ(decodeImage(jpeg.substr(0, jpeg.size() - 30)).error().code, ErrorCode::Corrupt);
  EXPECT_EQ(encodeImage(image, Encoding::Raw, 0).error().code, ErrorCode::InvalidArgument);
}

// A photograph of waves, so that every part differs from every other.
Tensor waves(const Shape& shape) {
  Tensor image = Tensor::make({DataType::UInt8, shape});
  auto* pixel = image.data<std::uint8_t>();
  for (std::int64_t c = 0; c < shape[0]; ++c)
    for (std::int64_t y = 0; y < shape[1]; ++y)
      for (std::int64_t x = 0; x < shape[2]; ++x)
        *pixel++ = static_cast<std::uint8_t>(128 + 60 * std::sin(0.3 * static_cast<double>(x + 9 * c)) +
                                             60 * std::cos(0.2 * static_cast<double>(y * (c + 1))));
  return image;
}

TEST(ImagePart, IsTheSameAsInTheWhole) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build writes no JPEG";
  Random random(8);
  const auto between = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(high - low + 1)));
  };
  for (const Encoding encoding : {Encoding::Jpeg, Encoding::Png})
    for (const Shape& shape : {Shape{1, 97, 151}, Shape{3, 97, 151}, Shape{3, 210, 333}, Shape{3, 1, 1}}) {
      const std::string file = encodeImage(waves(shape), encoding, 90).value();
      const Tensor whole = decodeImage(file).value();
      ASSERT_EQ(whole.shape(), shape);
      for (int round = 0; round < 60; ++round) {
        const std::int64_t left = between(0, shape[2] - 1), top = between(0, shape[1] - 1);
        const ImagePart wanted{left, top, between(1, shape[2] - left), between(1, shape[1] - top)};
        std::vector<std::uint8_t> pixels(static_cast<std::size_t>(shape.elementCount()));
        const ImagePart part = decodeImagePart(file, shape, wanted, pixels.data()).value();
        ASSERT_TRUE(part.left <= left && part.top <= top && part.left + part.width >= left + wanted.width &&
                    part.top + part.height >= top + wanted.height);
        for (std::int64_t c = 0, i = 0; c < shape[0]; ++c)
          for (std::int64_t y = 0; y < part.height; ++y)
            for (std::int64_t x = 0; x < part.width; ++x, ++i)
              ASSERT_EQ(pixels[static_cast<std::size_t>(i)],
                        whole.data<std::uint8_t>()[(c * shape[1] + part.top + y) * shape[2] + part.left + x])
                  << shape.toString() << " " << x << "," << y;
      }
    }
}

TEST(ImagePart, OfAnotherSizeOrADamagedFileIsCorrupt) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build writes no JPEG";
  const Shape shape{3, 97, 151};
  const std::string file = encodeImage(waves(shape), Encoding::Jpeg, 90).value();
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(shape.elementCount()));
  EXPECT_EQ(decodeImagePart(file, Shape{3, 151, 97}, {0, 0, 9, 9}, pixels.data()).error().code, ErrorCode::Corrupt);
  EXPECT_EQ(decodeImagePart(file.substr(0, 2000), shape, {0, 0, 9, 9}, pixels.data()).error().code, ErrorCode::Corrupt);
}

// The file with an Exif block that notes how the camera was held, in the order of bytes of either kind of processor.
std::string held(const std::string& jpeg, int orientation, bool little) {
  const auto number = [&](std::uint32_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> 8 * (little ? i : bytes - 1 - i));
    return text;
  };
  const std::string tiff = std::string(little ? "II" : "MM") + number(42, 2) + number(8, 4) + number(1, 2) +
                           number(0x0112, 2) + number(3, 2) + number(1, 4) +
                           number(static_cast<std::uint32_t>(orientation), 2) + number(0, 2) + number(0, 4);
  const std::string block = std::string("Exif\0\0", 6) + tiff;
  const auto length = static_cast<std::uint32_t>(block.size() + 2);
  return jpeg.substr(0, 2) + "\xff\xe1" + static_cast<char>(length >> 8) + static_cast<char>(length) + block +
         jpeg.substr(2);
}

TEST(ImageFile, HonoursHowTheCameraWasHeld) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build writes no JPEG";
  const std::string upright = encodeImage(waves(Shape{3, 16, 40}), Encoding::Jpeg, 90).value();
  const Tensor image = decodeImage(upright).value();
  for (const bool little : {false, true}) {
    EXPECT_EQ(readImageHeader(held(upright, 6, little))->orientation, 6);
    EXPECT_EQ(decodeImage(held(upright, 1, little))->shape(), image.shape());
    const Tensor turned = decodeImage(held(upright, 6, little)).value();  // its right side is the file's upper one
    ASSERT_EQ(turned.shape(), (Shape{3, 40, 16}));
    for (std::int64_t y = 0; y < 16; ++y)
      for (std::int64_t x = 0; x < 40; ++x)
        ASSERT_EQ(turned.data<std::uint8_t>()[x * 16 + 15 - y], image.data<std::uint8_t>()[y * 40 + x]);
  }
}

TEST(BadImage, AMutatedJpegIsAnErrorOrAnImage) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build writes no JPEG";
  Random random(7);
  const std::string whole = encodeImage(waves(Shape{3, 40, 56}), Encoding::Jpeg, 80).value();
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string file = whole;
    for (std::uint64_t change = 0; change < 1 + random.below(4); ++change)
      file[random.below(file.size())] = static_cast<char>(random.next32());
    if (random.below(4) == 0) file.resize(random.below(file.size()));
    refused += !decodeImage(file).ok();
  }
  EXPECT_GT(refused, 700);
}

TEST(FitImage, KeepsAnEvenAreaEvenAndAveragesDetail) {
  Tensor even = Tensor::make({DataType::UInt8, Shape{1, 31, 17}});
  for (auto& value : even.values<std::uint8_t>()) value = 137;
  for (const Shape& shape : {Shape{1, 28, 28}, Shape{1, 1, 1}, Shape{1, 100, 3}, Shape{3, 62, 34}}) {
    const auto fitted = fitImage(even, shape);
    ASSERT_TRUE(fitted.ok());
    for (const std::uint8_t value : fitted->values<std::uint8_t>()) EXPECT_EQ(value, 137);
  }
  Tensor board = Tensor::make({DataType::UInt8, Shape{1, 64, 64}});
  for (int i = 0; i < 64 * 64; ++i) board.data<std::uint8_t>()[i] = (i / 64 + i) % 2 == 0 ? 0 : 200;
  const auto small = fitImage(board, Shape{1, 8, 8});
  for (const std::uint8_t value : small->values<std::uint8_t>()) EXPECT_NEAR(value, 100, 6);
}

TEST(FitImage, RefusesWhatIsNoImage) {
  const Tensor image = Tensor::zeros({DataType::UInt8, Shape{1, 4, 4}});
  EXPECT_FALSE(fitImage(image, Shape{2, 4, 4}).ok());
  EXPECT_FALSE(fitImage(image, Shape{1, 0, 4}).ok());
  EXPECT_FALSE(fitImage(image, Shape{1, 1 << 20, 4}).ok());
  EXPECT_FALSE(fitImage(Tensor::zeros({DataType::Float32, Shape{1, 4, 4}}), Shape{1, 4, 4}).ok());
  EXPECT_FALSE(fitImage(Tensor(), Shape{1, 4, 4}).ok());
}

TEST(BadImage, IsNamedWithTheReason) {
  const TemporaryFolder folder;
  const Shape shape{1, 28, 28};
  const auto errorOf = [&](const std::string& bytes) {
    writeBytes(folder / "bad", bytes);
    const auto image = readImageFile(folder / "bad", shape);
    EXPECT_FALSE(image.ok());
    return image.ok() ? Error{} : image.error();
  };
  EXPECT_EQ(readImageFile(folder / "none", shape).error().code, ErrorCode::NotFound);
  EXPECT_EQ(readImageFile(folder.path(), shape).error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(errorOf("").code, ErrorCode::Unsupported);
  EXPECT_EQ(errorOf("just text").code, ErrorCode::Unsupported);
  EXPECT_EQ(errorOf("P5").code, ErrorCode::Corrupt);
  EXPECT_EQ(errorOf("P5 3 2 255\n12345").code, ErrorCode::Corrupt);
  EXPECT_EQ(errorOf("P5 3 2 65535\n123456789012").code, ErrorCode::Unsupported);
  EXPECT_EQ(errorOf("P5 3 2 0\n123456").code, ErrorCode::Corrupt);
  EXPECT_TRUE(contains(errorOf("P6 99999999999 2 255\n").text(), "too large"));
  const std::string png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
  EXPECT_TRUE(contains(errorOf(png + big32(100000) + big32(100000)).text(), "100000×100000"));
  EXPECT_EQ(errorOf(png).code, ErrorCode::Corrupt);
  EXPECT_EQ(errorOf("\xff\xd8\xff\xe0").code, ErrorCode::Corrupt);
  EXPECT_TRUE(contains(errorOf("P5").message, (folder / "bad").string()));
}

TEST(BadImage, AHugeFileIsNotRead) {
  const TemporaryFolder folder;
  writeBytes(folder / "huge.png", "x");
  fs::resize_file(folder / "huge.png", 10ull << 30);
  EXPECT_EQ(readImageFile(folder / "huge.png", Shape{1, 2, 2}).error().code, ErrorCode::InvalidArgument);
}

TEST(BadImage, RandomHeadersNeverCrash) {
  Random random(3);
  const std::string starts[] = {"\xff\xd8\xff",
                                "BM",
                                "P5 ",
                                "P6 12 ",
                                std::string("RIFF\0\0\0\0WEBPVP8X", 16),
                                std::string("RIFF\0\0\0\0WEBPVP8L", 16),
                                std::string("\x89PNG\r\n\x1a\n", 8)};
  for (int round = 0; round < 50000; ++round) {
    std::string bytes = starts[random.below(7)];
    for (std::uint64_t i = random.below(60); i > 0; --i) bytes += static_cast<char>(random.next32());
    const auto header = readImageHeader(bytes);
    if (header.ok()) {
      EXPECT_LE(header->width * header->height, kMaximumImagePixels);
    }
  }
}

// Markers and chunks that begin before the end of the file and reach beyond it, or hold less than their kind needs.
TEST(BadImage, AHeadThatIsCutAnywhereIsAnError) {
  using namespace std::string_literals;
  const std::string heads[] = {"\xff\xd8\xff\xe1\xfb"s,
                               "\xff\xd8\xff\xe1\x00\x02"
                               "Exif\0\0II*\0\x08\0\0\0"s,
                               "\xff\xd8\xff\xe1\xff\xff"
                               "Exif\0\0"s,
                               "\x89PNG\r\n\x1a\n\0\0\0\0eXIf"s,
                               "RIFF\x30\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0EXIF\x02\0\0\0"
                               "Exif\0\0"s};
  for (const std::string& head : heads)
    for (std::size_t size = 0; size <= head.size(); ++size) {
      const auto header = readImageHeader(std::string_view(head).substr(0, size));
      if (!header.ok()) {
        EXPECT_FALSE(header.error().message.empty());
      }
    }
}

}  // namespace
}  // namespace fovea::test
