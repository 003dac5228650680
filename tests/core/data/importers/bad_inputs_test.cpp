// Bad files beside good ones: each is listed with a reason, and nothing crashes or hangs.
#include <sys/stat.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "core/data/importing/import_job.h"
#include "importer_support.h"

namespace fovea::test {
namespace {

ImportSummary importedSummary(const fs::path& target, const fs::path& source, std::string_view kind = "folder",
                              const FieldValues& options = {}) {
  auto summary = runImport(**findImporter(kind), target, source, options, {}, {});
  EXPECT_TRUE(summary.ok()) << (summary.ok() ? "" : summary.error().text());
  return summary.ok() ? *summary : ImportSummary{};
}

// The reason why the file that ends so was left out; empty if it was not.
std::string reasonOf(const ImportSummary& summary, const std::string& ending) {
  for (const SkippedSample& skipped : summary.skipped)
    if (skipped.source.ends_with(ending)) return skipped.reason;
  return "";
}

// Two good pictures, so that there is something to import.
void writeGood(const fs::path& folder) {
  writeBytes(folder / "cat/good.png", greyPng(8, 8, 1));
  writeBytes(folder / "dog/good.png", greyPng(8, 8, 2));
}

std::string headerPng(std::uint32_t width, std::uint32_t height) {
  return "\x89PNG\r\n\x1a\n" + pngChunk("IHDR", big32(width) + big32(height) + std::string({8, 0, 0, 0, 0})) +
         pngChunk("IDAT", deflated(std::string(1000, '\0'))) + pngChunk("IEND", "");
}

// A JPEG of 8×8 in four inks, all of them in their middle: tables of a grey one, and blocks that say nothing new.
std::string inkJpeg() {
  Tensor grey = Tensor::make({DataType::UInt8, Shape{1, 8, 8}});
  std::fill(grey.values<std::uint8_t>().begin(), grey.values<std::uint8_t>().end(), std::uint8_t{128});
  const std::string file = encodeImage(grey, Encoding::Jpeg, 90).value();
  const std::size_t frame = file.find("\xff\xc0");
  const std::size_t scan = file.find("\xff\xda");
  std::string components, scanned;
  for (char id = 1; id <= 4; ++id) {
    components += std::string({id, 0x11, 0});
    scanned += std::string({id, 0});
  }
  const std::size_t afterFrame = frame + 2 + 11;
  return file.substr(0, frame) + std::string("\xff\xc0\0\x14\x08\0\x08\0\x08\x04", 10) + components +
         file.substr(afterFrame, scan - afterFrame) + std::string("\xff\xda\0\x0e\x04", 5) + scanned +
         std::string("\0\x3f\0\x28\xa2\x8a\xff\xd9", 8);
}

// As a camera held on its side writes it: Exif orientation 6.
std::string turned(const std::string& jpeg) {
  const std::string tiff("II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0", 26);
  const std::string block = std::string("Exif\0\0", 6) + tiff;
  return jpeg.substr(0, 2) + "\xff\xe1" + std::string({0, static_cast<char>(block.size() + 2)}) + block +
         jpeg.substr(2);
}

TEST(BadInput, PathsThatVanish) {
  const TemporaryFolder folder;
  writeGood(folder / "set");
  writeBytes(folder / "set/cat/gone.png", greyPng(8, 8, 3));
  const SourceScan scan;
  ASSERT_EQ(recogniseAny(folder / "set", scan)->samples, 3);
  fs::remove(folder / "set/cat/gone.png");
  const auto summary = runImport(**findImporter("folder"), folder / "out", folder / "set", {}, {}, {}, {}, &scan);
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->samples, 2);
  EXPECT_TRUE(contains(reasonOf(*summary, "gone.png"), "gone.png")) << reasonOf(*summary, "gone.png");
  fs::remove_all(folder / "set");
  EXPECT_EQ(runImport(**findImporter("folder"), folder / "none", folder / "set", {}, {}, {}).error().code,
            ErrorCode::NotFound);
}

TEST(BadInput, LinksThatLeadInCircles) {
  const TemporaryFolder folder;
  writeGood(folder / "set");
  fs::create_directory_symlink("..", folder / "set/cat/up");
  fs::create_symlink("round.png", folder / "set/cat/round.png");
  const ImportSummary summary = importedSummary(folder / "out", folder / "set");
  EXPECT_EQ(summary.samples, 2);
  EXPECT_TRUE(contains(reasonOf(summary, "cat/up"), "link to one that contains it"));
  EXPECT_FALSE(reasonOf(summary, "round.png").empty());
}

TEST(BadInput, NamesThatAreNoUtf8) {
  const TemporaryFolder folder;
  writeGood(folder / "set");
  writeBytes(folder / "set/caf\xe9/\xff\xfe.png", greyPng(8, 8, 4));
  writeBytes(folder / "set/caf\xe9/bad\xc3.png", "no picture");
  const ImportSummary summary = importedSummary(folder / "out", folder / "set");
  EXPECT_EQ(summary.samples, 3);
  EXPECT_EQ(summary.classes, (std::vector<std::string>{"caf\\xE9", "cat", "dog"}));
  EXPECT_EQ(summary.skippedCount, 1);
  EXPECT_TRUE(openDataset(folder / "out") != nullptr);
  EXPECT_TRUE(parseJson(readBytes(folder / "out/skipped.json")).ok());
}

TEST(BadInput, ImagesOfUnusualKinds) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build writes no JPEG";
  const TemporaryFolder folder;
  writeGood(folder / "set");
  Tensor wide = Tensor::make({DataType::UInt8, Shape{3, 10, 20}});
  for (std::size_t i = 0; i < 600; ++i) wide.values<std::uint8_t>()[i] = static_cast<std::uint8_t>(i / 3);
  const std::string jpeg = encodeImage(wide, Encoding::Jpeg, 90).value();
  writeBytes(folder / "set/cat/line.png", headerPng(1, 100'000));
  writeBytes(folder / "set/cat/turned.jpg", turned(jpeg));
  writeBytes(folder / "set/cat/ink.jpg", inkJpeg());
  writeBytes(folder / "set/cat/still.heic", "ftypheic");
  writeBytes(folder / "set/cat/cut.gif", "GIF89a");
  const std::string still = png(4, 4, std::string(16, '\7'));
  const std::size_t data = still.find("IDAT") - 4;
  writeBytes(folder / "set/cat/animated.png",
             still.substr(0, data) + pngChunk("acTL", big32(2) + big32(0)) + still.substr(data));
  const auto deep = [](char type, const std::string& row) {
    return "\x89PNG\r\n\x1a\n" + pngChunk("IHDR", big32(2) + big32(1) + std::string({16, type, 0, 0, 0})) +
           pngChunk("IDAT", deflated(std::string(1, '\0') + row)) + pngChunk("IEND", "");
  };
  writeBytes(folder / "set/cat/deep.png", deep(0, std::string("\xff\x00\x10\x00", 4)));
  writeBytes(folder / "set/cat/alpha.png",
             deep(6, std::string("\xff\0\x80\0\x10\0\0\0\x01\0\x02\0\x03\0\xff\xff", 16)));
  const ImportSummary summary =
      importedSummary(folder / "out", folder / "set", "folder", {{"deep", std::string("top")}});
  EXPECT_TRUE(contains(reasonOf(summary, "line.png"), "100000")) << reasonOf(summary, "line.png");
  EXPECT_TRUE(contains(reasonOf(summary, "still.heic"), "does not read images of this format"));
  EXPECT_TRUE(contains(reasonOf(summary, "cut.gif"), "cut off")) << reasonOf(summary, "cut.gif");
  EXPECT_EQ(summary.skippedCount, 3);
  EXPECT_EQ(summary.samples, 7);
  const auto dataset = openDataset(folder / "out");
  std::map<std::string, Tensor> inputs;
  for (const Split split : kSplits)
    for (std::int64_t i = 0; i < dataset->size(split); ++i) {
      const auto sample = dataset->sample(split, i);
      ASSERT_TRUE(sample.ok());
      inputs[fs::path(sample->source).filename().string()] = sample->input;
    }
  EXPECT_EQ(inputs["turned.jpg"].shape(), (Shape{3, 20, 10}));
  EXPECT_EQ(inputs["ink.jpg"].shape(), (Shape{3, 8, 8}));
  EXPECT_EQ(inputs["animated.png"].shape(), (Shape{1, 4, 4}));
  EXPECT_EQ(inputs["deep.png"].data<std::uint8_t>()[0], 255);
  EXPECT_EQ(inputs["deep.png"].data<std::uint8_t>()[1], 16);
  EXPECT_EQ(inputs["alpha.png"].shape(), (Shape{3, 1, 2}));
}

TEST(BadInput, FilesThatAreFarTooLarge) {
  const TemporaryFolder folder;
  writeGood(folder / "set");
  writeBytes(folder / "set/cat/sparse.png", "\x89PNG\r\n\x1a\n");
  ASSERT_EQ(::truncate((folder / "set/cat/sparse.png").c_str(), off_t{10} << 30), 0);
  writeBytes(folder / "set/cat/bomb.png", headerPng(60'000, 60'000));
  writeBytes(folder / "set/cat/area.png", headerPng(32'000, 32'000));
  const auto begin = std::chrono::steady_clock::now();
  const ImportSummary summary = importedSummary(folder / "out", folder / "set");
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 10);
  EXPECT_EQ(summary.samples, 2);
  EXPECT_TRUE(contains(reasonOf(summary, "sparse.png"), "larger than the limit")) << reasonOf(summary, "sparse.png");
  EXPECT_TRUE(contains(reasonOf(summary, "bomb.png"), "60000")) << reasonOf(summary, "bomb.png");
  EXPECT_FALSE(reasonOf(summary, "area.png").empty());
}

std::string niftiHeader(int width, int height, int depth) {
  const auto put = [](std::string& header, std::size_t at, auto value) {
    std::memcpy(header.data() + at, &value, sizeof value);
  };
  std::string header(352, '\0');
  put(header, 0, std::int32_t{348});
  const int extents[] = {3, width, height, depth, 1, 1, 1, 1};
  for (std::size_t i = 0; i < 8; ++i) put(header, 40 + 2 * i, static_cast<std::int16_t>(extents[i]));
  put(header, 70, std::int16_t{2});
  put(header, 108, 352.0f);
  header.replace(344, 4, std::string("n+1\0", 4));
  return header;
}

TEST(BadInput, PackedFilesThatUnfoldWithoutEnd) {
  const TemporaryFolder folder;
  // 64 MB of zeros behind a volume of eight numbers, and a header that promises a billion.
  writeBytes(folder / "set/a/bomb.nii.gz", gzip(niftiHeader(2, 2, 2) + std::string(64 << 20, '\0')));
  writeBytes(folder / "set/a/huge.nii.gz", gzip(niftiHeader(1000, 1000, 1000) + std::string(1 << 20, '\0')));
  writeBytes(folder / "set/b/short.nii.gz", gzip(niftiHeader(100, 100, 100) + std::string(1 << 10, '\0')));
  const ImportSummary summary = importedSummary(folder / "out", folder / "set", "volumes");
  EXPECT_EQ(summary.samples, 1);
  EXPECT_TRUE(contains(reasonOf(summary, "huge.nii.gz"), "more than 67,108,864 numbers"));
  EXPECT_TRUE(contains(reasonOf(summary, "short.nii.gz"), "ends within its numbers"));
  writeBytes(folder / "idx/train-images-idx3-ubyte.gz", gzip(idxImages(2, 4, 5) + std::string(64 << 20, '\0')));
  writeBytes(folder / "idx/train-labels-idx1-ubyte.gz", gzip(idxLabels(2, 2)));
  const auto idx = recogniseAny(folder / "idx");
  EXPECT_FALSE(idx.ok());
  EXPECT_FALSE(idx.error().message.empty());
}

TEST(BadInput, LabelsBeyondTheClassesAndBoxesOutsideTheImage) {
  const TemporaryFolder folder;
  for (int i = 0; i < 3; ++i) writeBytes(folder / ("list/" + std::to_string(i) + ".png"), greyPng(4, 4, i));
  writeBytes(folder / "list/labels.txt", "cat\ndog\n");
  writeBytes(folder / "list/all.lst", "0.png 0\n1.png 7\n2.png -1\n");
  const ImportSummary listed = importedSummary(folder / "l", folder / "list/all.lst", "list");
  EXPECT_EQ(listed.samples, 1);
  EXPECT_EQ(listed.skippedCount, 2);
  EXPECT_TRUE(contains(listed.skipped[0].reason, "line 2: the label 7 is beyond the 2 classes"));
  writeBytes(folder / "yolo/images/a.png", greyPng(40, 20, 1));
  writeBytes(folder / "yolo/images/b.png", greyPng(40, 20, 2));
  writeBytes(folder / "yolo/labels/a.txt", "0 0.5 0.5 0.2 0.2\n0 1.5 1.5 0.1 0.1\n");
  writeBytes(folder / "yolo/labels/b.txt", "0 0.5 0.5 0.2 0.2\n");
  const ImportSummary boxes = importedSummary(folder / "y", folder / "yolo", "yolo");
  EXPECT_EQ(boxes.samples, 2);
  EXPECT_EQ(boxes.skippedCount, 1);
  EXPECT_FALSE(reasonOf(boxes, "a.txt").empty() && reasonOf(boxes, "a.png").empty());
}

TEST(BadInput, AnEmptyClass) {
  const TemporaryFolder folder;
  writeGood(folder / "set");
  fs::create_directories(folder / "set/fish");
  writeBytes(folder / "set/bird/bad.png", "no picture");
  const Recognition found = recognised(folder / "set");
  EXPECT_TRUE(std::any_of(found.warnings.begin(), found.warnings.end(),
                          [](const std::string& words) { return contains(words, "\"fish\""); }));
  const ImportSummary summary = importedSummary(folder / "out", folder / "set");
  EXPECT_EQ(summary.samples, 2);
  EXPECT_EQ(summary.skippedCount, 1);
  const auto dataset = openDataset(folder / "out");
  EXPECT_EQ(dataset->info().classes, (std::vector<std::string>{"bird", "cat", "dog"}));
  EXPECT_TRUE(dataset->samplesOfClass(Split::Train, 0).empty());
}

}  // namespace
}  // namespace fovea::test
