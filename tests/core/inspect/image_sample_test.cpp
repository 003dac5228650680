// Why: a person's own image must give the answer that the same image gives as a sample of the data set.
#include "core/inspect/image_sample.h"

#include "core/data/files/image_file.h"
#include "tests/core/data/paged_support.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

Checkpoint withSamples(const TensorType& samples, const ImageForm& images) {
  Checkpoint checkpoint = handMadeCheckpoint();
  checkpoint.samples = samples;
  checkpoint.images = images;
  return checkpoint;
}

// 6×2 pixels, of which every column has one brightness.
std::string wideImage() {
  return "P5\n6 2\n255\n" + std::string("\x00\x14\x28\x3c\x50\x64\x00\x14\x28\x3c\x50\x64", 12);
}

Tensor sampleFrom(const fs::path& file, const Checkpoint& checkpoint, ImageSample* whole = nullptr) {
  const auto inspector = valueOf(ModelInspector::create(checkpoint, openDevice("cpu")));
  const ImageSample image = valueOf(readImageSample(file, *inspector));
  if (whole) *whole = image;
  return image.sample;
}

TEST(ImageSample, IsCutOrFilledAsTheImportDid) {
  const TemporaryFolder folder;
  writeBytes(folder / "a.pgm", wideImage());
  const TensorType samples{DataType::UInt8, Shape{1, 2, 3}};
  ImageSample image;
  const Tensor cut = sampleFrom(folder / "a.pgm", withSamples(samples, {"crop", "ask"}), &image);
  ASSERT_EQ(cut.type(), samples);
  EXPECT_EQ(image.picture.shape(), (Shape{1, 2, 6}));
  EXPECT_DOUBLE_EQ(image.fit.offsetX, -1.5);
  const auto import = [&](FitMode mode) { return resizeImage(image.picture, planFit(2, 6, 2, 3, mode)).value(); };
  const auto same = [](const Tensor& a, const Tensor& b) {
    return std::ranges::equal(a.values<std::uint8_t>(), b.values<std::uint8_t>());
  };
  EXPECT_TRUE(same(cut, import(FitMode::Crop)));
  EXPECT_TRUE(same(sampleFrom(folder / "a.pgm", withSamples(samples, {"fill", "ask"})), import(FitMode::Fill)));
  EXPECT_TRUE(
      same(sampleFrom(folder / "a.pgm", withSamples(samples, {"half_crop", "ask"})), import(FitMode::HalfCrop)));
  EXPECT_TRUE(same(sampleFrom(folder / "a.pgm", withSamples(samples, {})), import(FitMode::Squash)));
  EXPECT_FALSE(same(import(FitMode::Crop), import(FitMode::Squash)));
}

TEST(ImageSample, KeepsTheDepthThatTheImportKept) {
  const TemporaryFolder folder;
  writeBytes(folder / "a.pgm", "P5\n3 2\n255\n" + std::string("\x00\x33\x66\x99\xcc\xff", 6));
  const TensorType samples{DataType::Float32, Shape{1, 2, 3}};
  expectNear(sampleFrom(folder / "a.pgm", withSamples(samples, {"squash", "keep"})), {0, 0.2f, 0.4f, 0.6f, 0.8f, 1});
}

TEST(ImageSample, SixteenBitsAreScaledByTheRangeOfTheFile) {
  if (!canDecodeImages()) GTEST_SKIP() << "built without libraries for images";
  const TemporaryFolder folder;
  writeBytes(folder / "a.tif",
             tiffFile({{.width = 3, .height = 2, .values = {1000, 1204, 1408, 1612, 1816, 2020}, .bits = 16}}));
  const Tensor sample =
      sampleFrom(folder / "a.tif", withSamples({DataType::UInt8, Shape{1, 2, 3}}, {"squash", "range"}));
  const auto bytes = sample.values<std::uint8_t>();
  EXPECT_EQ(std::vector<int>(bytes.begin(), bytes.end()), (std::vector<int>{0, 51, 102, 153, 204, 255}));
}

TEST(ImageSample, AFileThatIsNoImageIsNamed) {
  const TemporaryFolder folder;
  writeBytes(folder / "a.png", "text");
  const auto inspector = valueOf(ModelInspector::create(handMadeCheckpoint(), openDevice("cpu")));
  EXPECT_NE(readImageSample(folder / "a.png", *inspector).error().message.find("a.png"), std::string::npos);
  EXPECT_EQ(readImageSample(folder / "b.png", *inspector).error().code, ErrorCode::NotFound);
}

// Data sets of earlier versions have the choices among the options of their import.
TEST(ImageSample, TheChoicesAreThoseOfTheImport) {
  DatasetInfo info;
  EXPECT_EQ(info.imageForm(), ImageForm());
  info.options = R"({"width": 20, "fit": "half_crop", "deep": "range"})";
  EXPECT_EQ(info.imageForm(), (ImageForm{"half_crop", "range"}));
  info.options = R"({"fit": 3})";
  EXPECT_EQ(info.imageForm(), ImageForm());
  info.options = "[";
  EXPECT_EQ(info.imageForm(), ImageForm());
}

}  // namespace
}  // namespace fovea::test
