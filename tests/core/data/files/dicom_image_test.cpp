// DICOM images: in every encoding of their elements, as seen through their window and as measured.
#include "core/data/files/dicom_image.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "../data_support.h"
#include "../dicom_support.h"
#include "core/data/files/image_file.h"

namespace fovea::test {
namespace {

std::vector<int> bytesOf(const Result<Tensor>& image) {
  EXPECT_TRUE(image.ok()) << image.error().text();
  if (!image.ok()) return {};
  const auto values = image->values<std::uint8_t>();
  return {values.begin(), values.end()};
}

std::vector<float> numbersOf(const Result<Tensor>& image) {
  EXPECT_TRUE(image.ok()) << image.error().text();
  if (!image.ok()) return {};
  const auto values = image->values<float>();
  return {values.begin(), values.end()};
}

DicomPicture scan() {
  return {.width = 3, .height = 2, .values = {0, 1024, 1064, 1144, 1224, 4095}, .slope = "1", .intercept = "-1024"};
}

TEST(DicomImage, MeasuredValuesAreTheSameInEveryEncoding) {
  const std::vector<float> expected = {-1024, 0, 40, 120, 200, 3071};
  const DicomForm forms[] = {{},
                             {.explicitKinds = false, .syntax = "1.2.840.10008.1.2"},
                             {.bigEndian = true, .syntax = "1.2.840.10008.1.2.2"}};
  for (const DicomForm& form : forms) {
    const std::string file = dicomFile(scan(), form);
    EXPECT_EQ(numbersOf(decodeDicomValues(file)), expected) << form.syntax;
    EXPECT_TRUE(isDeepImage(file));
    EXPECT_EQ(numbersOf(decodeDeepImage(file)), expected) << form.syntax;
    const auto header = readImageHeader(file);
    ASSERT_TRUE(header.ok()) << header.error().text();
    EXPECT_EQ(header->width, 3);
    EXPECT_EQ(header->height, 2);
    EXPECT_EQ(header->bits, 12);
  }
}

// PS3.10, 7.1: the first 128 bytes may be those of another format, most often of TIFF.
TEST(DicomImage, TheBeginningMayBeThatOfAnotherFormat) {
  const std::string plain = dicomFile(scan());
  for (const std::string& other : {std::string("II*\0\x08\0\0\0", 8), std::string("MM\0*\0\0\0\x08", 8),
                                   std::string("\x89PNG\r\n\x1a\n"), std::string("GIF89a"), std::string("BM")}) {
    std::string file = plain;
    file.replace(0, other.size(), other);
    const auto header = readImageHeader(file);
    ASSERT_TRUE(header.ok()) << header.error().text();
    EXPECT_STREQ(header->format, "DICOM");
    EXPECT_TRUE(isDeepImage(file));
    EXPECT_EQ(numbersOf(decodeDeepImage(file)), (std::vector<float>{-1024, 0, 40, 120, 200, 3071}));
    EXPECT_EQ(bytesOf(decodeImage(file)), (std::vector<int>{0, 64, 66, 71, 76, 255}));
    std::vector<std::uint8_t> pixels(6);
    EXPECT_TRUE(decodeImage(file, Shape{1, 2, 3}, pixels.data()).ok());
    EXPECT_EQ(pixels[5], 255);
  }
}

TEST(DicomImage, TheWindowIsSeen) {
  DicomPicture picture = scan();
  // Without a window, all values are seen.
  EXPECT_EQ(bytesOf(decodeImage(dicomFile(picture))), (std::vector<int>{0, 64, 66, 71, 76, 255}));
  // PS3.3, C.11.2.1.2: from 40 − 0.5 − 99.5 to 199 more; the first of several windows counts.
  picture.center = "40\\400";
  picture.widthOfWindow = "200\\1500";
  EXPECT_EQ(bytesOf(decodeImage(dicomFile(picture))), (std::vector<int>{0, 77, 128, 231, 255, 255}));
  picture.photometric = "MONOCHROME1";
  EXPECT_EQ(bytesOf(decodeImage(dicomFile(picture))), (std::vector<int>{255, 178, 127, 24, 0, 0}));
  picture.slope.clear();
  EXPECT_EQ(numbersOf(decodeDicomValues(dicomFile(picture))), (std::vector<float>{4095, 3071, 3031, 2951, 2871, 0}))
      << "what is bright has the greater number";
}

TEST(DicomImage, SignsAndUnusedBits) {
  DicomPicture picture{.width = 2, .height = 1, .values = {0xf800, 0x07ff}, .isSigned = true};
  EXPECT_EQ(numbersOf(decodeDicomValues(dicomFile(picture))), (std::vector<float>{-2048, 2047}))
      << "the four upper bits hold something else";
  picture = {.width = 2, .height = 1, .values = {3, 250}, .bits = 8, .stored = 8};
  EXPECT_EQ(bytesOf(decodeImage(dicomFile(picture))), (std::vector<int>{3, 250})) << "bytes are as they are";
  EXPECT_FALSE(isDeepImage(dicomFile(picture)));
  // Values outside of what was measured do not widen the range.
  DicomWriter writer;
  addAttributes(writer, {.width = 3, .height = 1, .stored = 16, .isSigned = true});
  writer.whole(0x0120, -2000);
  writer.add(0x7fe0, 0x0010, "OW", writer.number(0xffff & -2000, 2) + writer.number(10, 2) + writer.number(20, 2));
  EXPECT_EQ(bytesOf(decodeDicom(writer.file())), (std::vector<int>{0, 0, 255}));
}

TEST(DicomImage, Colours) {
  DicomPicture picture{.width = 2,
                       .height = 1,
                       .values = {10, 20, 30, 40, 50, 60},
                       .bits = 8,
                       .stored = 8,
                       .samples = 3,
                       .photometric = "RGB"};
  EXPECT_EQ(bytesOf(decodeImage(dicomFile(picture))), (std::vector<int>{10, 40, 20, 50, 30, 60}));
  picture.planar = true;
  EXPECT_EQ(bytesOf(decodeImage(dicomFile(picture))), (std::vector<int>{10, 20, 30, 40, 50, 60}));
  // PS3.3, C.7.6.3.1.2: red is 76, 85, 255 there.
  picture = {.width = 1,
             .height = 1,
             .values = {76, 85, 255},
             .bits = 8,
             .stored = 8,
             .samples = 3,
             .photometric = "YBR_FULL"};
  EXPECT_EQ(bytesOf(decodeImage(dicomFile(picture))), (std::vector<int>{254, 0, 0}));
  picture.photometric = "PALETTE COLOR";
  EXPECT_EQ(decodeImage(dicomFile(picture)).error().code, ErrorCode::Unsupported);
}

TEST(DicomImage, SequencesInFrontArePassed) {
  const DicomPicture picture = scan();
  DicomWriter inner, items, file;
  inner.whole(0x0010, 77).whole(0x0011, 88);  // the size of another image
  const auto item = [&](const std::string& value, bool open) {
    return items.number(0xfffe, 2) + items.number(0xe000, 2) + items.number(open ? 0xffffffff : value.size(), 4) +
           value + (open ? items.number(0xfffe, 2) + items.number(0xe00d, 2) + items.number(0, 4) : "");
  };
  const std::string end = items.number(0xfffe, 2) + items.number(0xe0dd, 2) + items.number(0, 4);
  file.add(0x0008, 0x1140, "SQ", item(inner.bytes(), true) + item(inner.bytes(), false) + end, true);
  file.add(0x0009, 0x1001, "UN", "private");
  addAttributes(file, picture);
  file.add(0x7fe0, 0x0010, "OW", std::string(12, '\1'));
  const auto pixels = readDicom(file.file());
  ASSERT_TRUE(pixels.ok()) << pixels.error().text();
  EXPECT_EQ(pixels->width, 3);
  EXPECT_EQ(pixels->height, 2);
  // A sequence in a sequence in a sequence … has an end.
  const std::string level = DicomWriter().add(0x0008, 0x1140, "SQ", "", true).bytes() + items.number(0xfffe, 2) +
                            items.number(0xe000, 2) + items.number(0xffffffff, 4);
  std::string bomb = std::string(128, '\0') + "DICM";
  for (int i = 0; i < 10'000; ++i) bomb += level;
  EXPECT_FALSE(readDicom(bomb).ok());
}

TEST(DicomImage, Frames) {
  DicomPicture picture{.width = 2, .height = 1, .values = {1, 2, 3, 4, 5, 6}, .stored = 16, .frames = 3};
  for (const bool big : {false, true}) {
    const std::string file =
        dicomFile(picture, {.bigEndian = big, .syntax = big ? "1.2.840.10008.1.2.2" : "1.2.840.10008.1.2.1"});
    const auto last = dicomFrame(file, 2);
    ASSERT_TRUE(last.ok()) << last.error().text();
    EXPECT_EQ(numbersOf(decodeDicomValues(*last)), (std::vector<float>{5, 6}));
    EXPECT_EQ(dicomFrame(file, 3).error().code, ErrorCode::Corrupt);
  }
}

TEST(DicomImage, PackedPixels) {
  DicomPicture picture = scan();
  const std::string file = packedDicomFile(picture);
  const auto values = decodeDicomValues(file);
  EXPECT_EQ(numbersOf(values), (std::vector<float>{-1024, 0, 40, 120, 200, 3071}));
  const auto plain = uncompressedDicom(file);
  ASSERT_TRUE(plain.ok()) << plain.error().text();
  EXPECT_EQ(numbersOf(decodeDicomValues(*plain)), numbersOf(values));
  EXPECT_FALSE(decodeDicomValues(file.substr(0, file.size() - 30)).ok()) << "cut off";
}

TEST(DicomImage, DamageIsSaid) {
  const std::string file = dicomFile(scan());
  EXPECT_EQ(decodeImage(file.substr(0, file.size() - 1)).error().code, ErrorCode::Corrupt) << "cut off";
  EXPECT_FALSE(readImageHeader(file.substr(0, 150)).ok());
  EXPECT_EQ(readDicom(DicomWriter().add(0x0008, 0x0060, "CS", "SR").file()).error().code, ErrorCode::Unsupported)
      << "a report without a picture";
  DicomPicture picture = scan();
  picture.frames = 1'000'000;
  EXPECT_FALSE(decodeImage(dicomFile(picture)).ok()) << "more frames than pixels";
  picture = scan();
  picture.stored = 20;
  EXPECT_EQ(decodeImage(dicomFile(picture)).error().code, ErrorCode::Corrupt);
  picture = scan();
  picture.width = picture.height = 65'535;
  EXPECT_FALSE(decodeImage(dicomFile(picture)).ok()) << "too large";
}

}  // namespace
}  // namespace fovea::test
