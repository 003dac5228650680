// MNIST files: recognised before anything is written, imported whole or not at all, and every fault has words.
#include "core/data/importers/idx_importer.h"

#include <cstring>
#include <numeric>

#include "core/base/random.h"
#include "../data_support.h"

namespace fovea::test {
namespace {

constexpr const char* kFashion = "/usr/share/datasets/fashion-mnist";

Result<ImportSummary> importIdx(const fs::path& target, const fs::path& source, const FieldValues& options = {},
                                const ProgressFunction& progress = {}, const CancelToken& cancel = {}) {
  return runImport(*idxImporter(), target, source, options, progress, cancel);
}

TEST(IdxImporter, SaysWhatItFoundBeforeItWrites) {
  const TemporaryFolder folder;
  writeMnist(folder / "digits", 1200, 40);
  const auto found = recogniseAny(folder / "digits");
  ASSERT_TRUE(found.ok()) << found.error().text();
  EXPECT_EQ(found->importer, "idx");
  EXPECT_EQ(found->name, "digits");
  EXPECT_EQ(found->summary, "1,240 samples, 5×4 grey, 4 classes");
  EXPECT_EQ(found->samples, 1240);
  EXPECT_EQ(found->sampleShape, (Shape{1, 4, 5}));
  EXPECT_EQ(found->classes, (std::vector<std::string>{"0", "1", "2", "3"}));
  EXPECT_EQ(found->perClass, (std::vector<std::int64_t>{310, 310, 310, 310}));
  EXPECT_TRUE(found->warnings.empty());
  ASSERT_EQ(found->previews.size(), 16u);
  std::array<int, 4> shown{};
  for (const Sample& sample : found->previews) ++shown[static_cast<std::size_t>(sample.label)];
  EXPECT_EQ(shown, (std::array<int, 4>{4, 4, 4, 4}));
  EXPECT_EQ(found->previews[1].input.data<std::uint8_t>()[0], 1);
}

TEST(IdxImporter, KeepsTestFilesForTestingAndTakesValidationFromTraining) {
  const TemporaryFolder folder;
  writeMnist(folder / "digits", 200, 40);
  const auto summary =
      importIdx(folder / "set", folder / "digits", {{"validation_share", 0.2}, {"name", std::string("Mine")}});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->samples, 240);
  EXPECT_EQ(summary->skippedCount, 0);
  EXPECT_EQ(summary->splits, (std::array<std::int64_t, 3>{160, 40, 40}));
  const auto dataset = openDataset(folder / "set");
  EXPECT_EQ(dataset->info().name, "Mine");
  EXPECT_EQ(dataset->info().importer, "idx");
  for (const Split split : kSplits) {
    for (const std::int64_t count : dataset->info().split(split).perClass) EXPECT_EQ(count, dataset->size(split) / 4);
    for (std::int64_t i = 0; i < dataset->size(split); ++i) {
      const auto sample = dataset->sample(split, i);
      ASSERT_TRUE(sample.ok());
      EXPECT_EQ(sample->label, static_cast<std::int32_t>(sample->sourceIndex % 4));
      EXPECT_EQ(sample->input.data<std::uint8_t>()[0], static_cast<std::uint8_t>(sample->sourceIndex));
      EXPECT_EQ(fs::path(sample->source).filename(),
                split == Split::Test ? "t10k-images-idx3-ubyte" : "train-images-idx3-ubyte");
    }
  }
}

TEST(IdxImporter, TheSeedChoosesWhatValidates) {
  const TemporaryFolder folder;
  writeMnist(folder / "digits", 400, 0);
  const auto validation = [&](const std::string& name, std::int64_t seed) {
    EXPECT_TRUE(importIdx(folder / name, folder / "digits", {{"seed", seed}}).ok());
    const auto dataset = openDataset(folder / name);
    std::vector<std::uint64_t> places;
    for (std::int64_t i = 0; i < dataset->size(Split::Validation); ++i)
      places.push_back(dataset->sample(Split::Validation, i)->sourceIndex);
    return places;
  };
  const auto first = validation("a", 1);
  EXPECT_EQ(first.size(), 40u);
  EXPECT_EQ(first, validation("b", 1));
  EXPECT_NE(first, validation("c", 2));
}

TEST(IdxImporter, TestFilesCanServeOtherwise) {
  const TemporaryFolder folder;
  writeMnist(folder / "digits", 100, 40);
  const FieldValues validate{{"test_files", std::string("validation")}, {"validation_share", 0.0}};
  EXPECT_EQ(importIdx(folder / "a", folder / "digits", validate)->splits, (std::array<std::int64_t, 3>{100, 40, 0}));
  const FieldValues leave{{"test_files", std::string("leave_out")}, {"validation_share", 0.0}};
  EXPECT_EQ(importIdx(folder / "b", folder / "digits", leave)->splits, (std::array<std::int64_t, 3>{100, 0, 0}));
}

TEST(IdxImporter, TakesCompressedFilesAndOtherNames) {
  const TemporaryFolder folder;
  writeBytes(folder / "z/train-images.idx3-ubyte.gz", gzip(idxImages(50, 3, 3)));
  writeBytes(folder / "z/train-labels-idx1-ubyte", idxLabels(50, 5));
  EXPECT_EQ(importIdx(folder / "a", folder / "z")->samples, 50);
  writeBytes(folder / "one/emnist-images-idx3-ubyte.gz", idxImages(8, 3, 3));  // plain in spite of its name
  writeBytes(folder / "one/emnist-labels-idx1-ubyte.gz", gzip(idxLabels(8, 2)));
  EXPECT_EQ(importIdx(folder / "b", folder / "one")->samples, 8);
  EXPECT_EQ(importIdx(folder / "c", folder / "one/emnist-labels-idx1-ubyte.gz")->samples, 8);
  // Two compressed parts one after the other are one file by the standard (RFC 1952).
  const std::string images = idxImages(50, 3, 3);
  writeBytes(folder / "p/train-images-idx3-ubyte.gz", gzip(images.substr(0, 200)) + gzip(images.substr(200)));
  writeBytes(folder / "p/train-labels-idx1-ubyte", idxLabels(50, 5));
  EXPECT_EQ(importIdx(folder / "d", folder / "p")->samples, 50);
}

TEST(IdxImporter, NamesClassesAsAsked) {
  const TemporaryFolder folder;
  writeMnist(folder / "digits", 40, 0);
  ASSERT_TRUE(
      importIdx(folder / "a", folder / "digits", {{"class_names", std::string(" zero, one one ,two,three")}}).ok());
  EXPECT_EQ(openDataset(folder / "a")->info().classes, (std::vector<std::string>{"zero", "one one", "two", "three"}));
  const auto few = importIdx(folder / "b", folder / "digits", {{"class_names", std::string("zero, one")}});
  EXPECT_EQ(few.error().code, ErrorCode::InvalidArgument);
  EXPECT_TRUE(contains(few.error().text(), "Give 4 names"));
  EXPECT_FALSE(fs::exists(folder / "b"));
}

TEST(IdxImporter, KnowsFashionByItsName) {
  const TemporaryFolder folder;
  writeMnist(folder / "Fashion-MNIST", 40, 0);
  const auto found = recogniseAny(folder / "Fashion-MNIST");
  EXPECT_EQ(found->classes.front(), "T-shirt/top");
  EXPECT_EQ(found->classes.back(), "Ankle boot");
  EXPECT_EQ(found->warnings.size(), 2u);  // classes without samples, no test files
}

TEST(IdxImporter, SkipsAndListsLabelsBeyondTheClasses) {
  const TemporaryFolder folder;
  writeBytes(folder / "fashion/train-images-idx3-ubyte", idxImages(40, 2, 2));
  std::string labels = idxLabels(40, 10);
  labels[8 + 7] = 10;
  labels[8 + 9] = static_cast<char>(255);
  writeBytes(folder / "fashion/train-labels-idx1-ubyte", labels);
  EXPECT_TRUE(contains(recogniseAny(folder / "fashion")->warnings[0], "2 samples have labels beyond the 10 classes"));
  const auto summary = importIdx(folder / "set", folder / "fashion");
  ASSERT_TRUE(summary.ok());
  EXPECT_EQ(summary->samples, 38);
  ASSERT_EQ(summary->skipped.size(), 2u);
  EXPECT_EQ(summary->skipped[1].sourceIndex, 9u);
  EXPECT_TRUE(contains(summary->skipped[1].reason, "255"));
}

TEST(IdxImporter, ReportsProgressAndCanBeCancelled) {
  const TemporaryFolder folder;
  writeMnist(folder / "digits", 2000, 100);
  std::vector<Progress> reports;
  const CancelToken cancel;
  const auto all = importIdx(
      folder / "set", folder / "digits", {}, [&](const Progress& p) { reports.push_back(p); }, cancel);
  ASSERT_TRUE(all.ok());
  EXPECT_GT(reports.size(), 5u);
  EXPECT_EQ(reports.back().done, 2100u);
  EXPECT_EQ(reports.back().total, 2100u);
  for (std::size_t stop = 0; stop < reports.size(); ++stop) {
    const CancelToken token;
    std::size_t seen = 0;
    const auto stopped = importIdx(
        folder / "never", folder / "digits", {},
        [&](const Progress&) {
          if (seen++ == stop) token.cancel();
        },
        token);
    ASSERT_FALSE(stopped.ok());
    EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(folder.entries().size(), 2u);
  }
}

// One fault in an otherwise good folder, and what is said about it.
struct Fault {
  const char* name;
  const char* file;
  std::string bytes;
  ErrorCode code;
  const char* words;
};

std::vector<Fault> faults() {
  const std::string images = idxImages(20, 3, 3);
  const std::string labels = idxLabels(20, 4);
  const char* const imageFile = "train-images-idx3-ubyte";
  const char* const labelFile = "train-labels-idx1-ubyte";
  const auto header = [](std::uint32_t n, std::uint32_t h, std::uint32_t w) {
    return std::string("\0\0\x08\x03", 4) + big32(n) + big32(h) + big32(w);
  };
  return {
      {"empty images", imageFile, "", ErrorCode::Corrupt, "not an IDX file"},
      {"wrong magic", imageFile, "PK\x03\x04" + images, ErrorCode::Corrupt, "not an IDX file"},
      {"half a header", imageFile, images.substr(0, 10), ErrorCode::Corrupt, "cut off inside its header"},
      {"cut off images", imageFile, images.substr(0, images.size() - 1), ErrorCode::Corrupt, "cut off"},
      {"images go on", imageFile, images + "x", ErrorCode::Corrupt, "goes on after"},
      {"labels as images", imageFile, labels, ErrorCode::Corrupt, "holds labels where images are expected"},
      {"images as labels", labelFile, images, ErrorCode::Corrupt, "holds images where labels are expected"},
      {"floats", imageFile, std::string("\0\0\x0d\x03", 4) + images.substr(4), ErrorCode::Unsupported, "type 0x0d"},
      {"four axes", imageFile, std::string("\0\0\x08\x04", 4) + images.substr(4), ErrorCode::Unsupported, "4 axes"},
      {"absurd count", imageFile, header(0xffffffff, 28, 28), ErrorCode::Corrupt, "cannot be right"},
      {"absurd size", imageFile, header(1, 70000, 70000), ErrorCode::Corrupt, "cannot be right"},
      {"no size", imageFile, header(20, 0, 28), ErrorCode::Corrupt, "cannot be right"},
      {"no images", imageFile, header(0, 3, 3), ErrorCode::Corrupt, "0 images"},
      {"fewer labels", labelFile, idxLabels(19, 4), ErrorCode::Corrupt, "20 images"},
      {"more labels", labelFile, idxLabels(21, 4), ErrorCode::Corrupt, "21 labels"},
      {"cut off labels", labelFile, labels.substr(0, 20), ErrorCode::Corrupt, "cut off"},
      {"labels go on", labelFile, labels + "xx", ErrorCode::Corrupt, "goes on after"},
  };
}

TEST(BadIdx, EveryFaultNamesTheFileAndLeavesNothing) {
  for (const bool compressed : {false, true}) {
    for (const Fault& fault : faults()) {
      const TemporaryFolder folder;
      writeBytes(folder / "in/train-images-idx3-ubyte", idxImages(20, 3, 3));
      writeBytes(folder / "in/train-labels-idx1-ubyte", idxLabels(20, 4));
      fs::remove(folder / (std::string("in/") + fault.file));
      const std::string file = std::string(fault.file) + (compressed ? ".gz" : "");
      writeBytes(folder / ("in/" + file), compressed ? gzip(fault.bytes) : fault.bytes);
      const auto found = idxImporter()->recognise(folder / "in");
      ASSERT_FALSE(found.ok()) << fault.name;
      EXPECT_EQ(found.error().code, fault.code) << fault.name << ": " << found.error().text();
      EXPECT_TRUE(contains(found.error().text(), fault.words)) << fault.name;
      EXPECT_TRUE(contains(found.error().text(), file)) << fault.name;
      EXPECT_FALSE(importIdx(folder / "set", folder / "in").ok()) << fault.name;
      EXPECT_EQ(folder.entries(), std::vector<std::string>{"in"}) << fault.name;
    }
  }
}

TEST(BadIdx, DamagedCompressionIsNoticed) {
  const TemporaryFolder folder;
  const std::string packed = gzip(idxImages(2000, 9, 9));
  writeBytes(folder / "in/train-labels-idx1-ubyte", idxLabels(2000, 4));
  const fs::path file = folder / "in/train-images-idx3-ubyte.gz";
  for (const std::size_t size :
       {packed.size() - 1, packed.size() - 8, packed.size() / 2, std::size_t{12}, std::size_t{1}}) {
    writeBytes(file, packed.substr(0, size));
    const auto found = recogniseAny(folder / "in");
    ASSERT_FALSE(found.ok()) << size;
    EXPECT_EQ(found.error().code, ErrorCode::Corrupt);
    EXPECT_TRUE(contains(found.error().text(), "train-images-idx3-ubyte.gz"));
  }
  for (std::size_t at = 0; at < packed.size(); at += packed.size() / 40) {
    std::string damaged = packed;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    writeBytes(file, damaged);
    const auto summary = importIdx(folder / "set", folder / "in");
    // A few bytes of gzip's header (time, system) carry no meaning.
    if (at >= 10) {
      ASSERT_FALSE(summary.ok()) << at;
      EXPECT_EQ(summary.error().code, ErrorCode::Corrupt);
    }
    fs::remove_all(folder / "set");
    EXPECT_EQ(folder.entries(), std::vector<std::string>{"in"});
  }
}

TEST(BadIdx, RandomChangesAreAnErrorOrAWholeDataSet) {
  const TemporaryFolder folder;
  const std::string images = idxImages(60, 4, 4);
  const std::string labels = idxLabels(60, 4);
  Random random(8);
  for (int round = 0; round < 200; ++round) {
    std::string parts[] = {images, labels};
    for (std::uint64_t change = 0; change <= random.below(3); ++change) {
      std::string& part = parts[random.below(2)];
      // Mostly the header, where a change has the most to break.
      const std::uint64_t place =
          random.below(random.below(4) == 0 ? part.size() : std::min<std::size_t>(part.size(), 16));
      if (random.below(5) == 0)
        part.resize(place);
      else
        part[place] = static_cast<char>(random.next32());
      if (part.empty()) part = "\n";
    }
    const bool compressed = round % 2 == 0;
    const std::string end = compressed ? ".gz" : "";
    writeBytes(folder / ("in/train-images-idx3-ubyte" + end), compressed ? gzip(parts[0]) : parts[0]);
    writeBytes(folder / ("in/train-labels-idx1-ubyte" + end), compressed ? gzip(parts[1]) : parts[1]);
    const auto found = recogniseAny(folder / "in");
    const auto summary = importIdx(folder / "set", folder / "in");
    EXPECT_EQ(found.ok(), summary.ok());
    if (summary.ok()) {
      EXPECT_EQ(openDataset(folder / "set")->info().samples(), summary->samples);
    }
    fs::remove_all(folder / "set");
    fs::remove_all(folder / "in");
    EXPECT_TRUE(folder.entries().empty());
  }
}

TEST(BadIdx, ABombIsRefusedByItsHeader) {
  const TemporaryFolder folder;
  const std::string header = std::string("\0\0\x08\x03", 4) + big32(2000000000) + big32(1000) + big32(1000);
  writeBytes(folder / "in/train-images-idx3-ubyte.gz", gzip(header + std::string(100000, '\0')));
  writeBytes(folder / "in/train-labels-idx1-ubyte", idxLabels(20, 4));
  EXPECT_TRUE(contains(recogniseAny(folder / "in").error().message, "far more than"));
}

TEST(BadIdx, AMissingHalfIsNamed) {
  const TemporaryFolder folder;
  writeBytes(folder / "in/train-images-idx3-ubyte.gz", gzip(idxImages(20, 3, 3)));
  const auto labels = recogniseAny(folder / "in");
  EXPECT_EQ(labels.error().code, ErrorCode::NotFound);
  EXPECT_TRUE(contains(labels.error().text(), "The labels of train-images-idx3-ubyte.gz are missing"));
  EXPECT_TRUE(contains(labels.error().text(), "train-labels-idx1-ubyte.gz"));
  fs::remove_all(folder / "in");
  writeBytes(folder / "in/t10k-labels-idx1-ubyte", idxLabels(20, 4));
  EXPECT_TRUE(contains(recogniseAny(folder / "in").error().text(), "The images of t10k-labels-idx1-ubyte are missing"));
}

TEST(BadIdx, DifferentSizesDoNotMix) {
  const TemporaryFolder folder;
  writeMnist(folder / "in", 20, 20);
  writeBytes(folder / "in/t10k-images-idx3-ubyte", idxImages(20, 5, 5));
  EXPECT_TRUE(contains(recogniseAny(folder / "in").error().text(), "4×5"));
  EXPECT_EQ(recogniseAny(folder / "in").error().code, ErrorCode::InvalidArgument);
}

TEST(BadIdx, WrongOptionsAreNamed) {
  const TemporaryFolder folder;
  writeMnist(folder / "in", 20, 0);
  EXPECT_TRUE(contains(importIdx(folder / "set", folder / "in", {{"validation_share", 0.95}}).error().text(),
                       "Validation share"));
  EXPECT_FALSE(importIdx(folder / "set", folder / "in", {{"test_files", std::string("burn")}}).ok());
  EXPECT_FALSE(importIdx(folder / "set", folder / "in", {{"unknown", true}}).ok());
  EXPECT_EQ(folder.entries(), std::vector<std::string>{"in"});
}

TEST(Importers, SayWhatTheyKnowWhenNothingFits) {
  const TemporaryFolder folder;
  EXPECT_EQ(recogniseAny(folder / "none").error().code, ErrorCode::NotFound);
  const auto nothing = recogniseAny(folder.path());
  EXPECT_EQ(nothing.error().code, ErrorCode::Unsupported);
  EXPECT_TRUE(contains(nothing.error().text(), "MNIST"));
  writeBytes(folder / "note.txt", "hello");
  EXPECT_EQ(recogniseAny(folder / "note.txt").error().code, ErrorCode::Unsupported);
  EXPECT_EQ(findImporter("idx").value()->name(), "idx");
  EXPECT_TRUE(contains(findImporter("xyz").error().text(), "idx"));
}

TEST(FashionMnist, TheRealDataSetImportsWhole) {
  if (!fs::exists(kFashion)) GTEST_SKIP() << "Fashion-MNIST is not installed (Debian: dataset-fashion-mnist)";
  const TemporaryFolder folder;
  const auto found = recogniseAny(kFashion);
  ASSERT_TRUE(found.ok()) << found.error().text();
  EXPECT_EQ(found->name, "Fashion-MNIST");
  EXPECT_EQ(found->summary, "70,000 samples, 28×28 grey, 10 classes");
  EXPECT_TRUE(found->warnings.empty());
  for (const std::int64_t count : found->perClass) EXPECT_EQ(count, 7000);
  const auto summary = importIdx(folder / "set", kFashion, {{"validation_share", 0.1}});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->splits, (std::array<std::int64_t, 3>{54000, 6000, 10000}));
  const auto dataset = openDataset(folder / "set");
  EXPECT_EQ(dataset->info().classes[9], "Ankle boot");
  for (const std::int64_t count : dataset->info().split(Split::Train).perClass) EXPECT_EQ(count, 5400);
  EXPECT_NEAR(dataset->info().channelMean[0], 0.286, 0.002);  // known of all 60,000
  EXPECT_NEAR(dataset->info().channelDeviation[0], 0.353, 0.002);
  for (const Split split : kSplits)
    for (std::int64_t i = 0; i < dataset->size(split); ++i) ASSERT_TRUE(dataset->input(split, i).ok());
}

}  // namespace
}  // namespace fovea::test
