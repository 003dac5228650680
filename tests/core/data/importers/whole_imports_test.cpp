// Each kind of data from its files into a data set and back, through the frame that all importers share.
#include "core/data/importing/import_job.h"
#include "importer_support.h"

namespace fovea::test {
namespace {

std::shared_ptr<Dataset> imported(const fs::path& target, const fs::path& source, std::string_view kind,
                                  const FieldValues& options = {}) {
  const auto importer = findImporter(kind);
  const auto summary = runImport(**importer, target, source, options, {}, {});
  EXPECT_TRUE(summary.ok()) << (summary.ok() ? "" : summary.error().text());
  return summary.ok() ? openDataset(target) : nullptr;
}

// The only sample whose source ends so, wherever it was put.
Sample sampleOf(const Dataset& dataset, const std::string& ending) {
  for (const Split split : kSplits)
    for (std::int64_t i = 0; i < dataset.size(split); ++i)
      if (auto sample = dataset.sample(split, i); sample.ok() && sample->source.ends_with(ending)) return *sample;
  ADD_FAILURE() << "no sample " << ending;
  return {};
}

TEST(WholeImport, OfAFolderPerClassWithBadFiles) {
  const TemporaryFolder folder;
  for (const char* name : {"cat", "dog"})
    for (int i = 0; i < 10; ++i)
      writeBytes(folder / ("in/" + std::string(name) + "/" + std::to_string(i) + ".png"),
                 greyPng(5, 4, i + 20 * (name[0] == 'd')));
  writeBytes(folder / "in/cat/bad.png", "no picture");
  const auto summary = runImport(**findImporter("folder"), folder / "out", folder / "in", {}, {}, {});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->samples, 20);
  EXPECT_EQ(summary->skippedCount, 1);
  const auto dataset = openDataset(folder / "out");
  EXPECT_EQ(dataset->info().classes, (std::vector<std::string>{"cat", "dog"}));
  EXPECT_EQ(sampleOf(*dataset, "dog/3.png").label, 1);
}

TEST(WholeImport, OfBoxes) {
  const TemporaryFolder folder;
  writeBytes(folder / "in/images/a.png", greyPng(40, 20, 5));
  writeBytes(folder / "in/labels/a.txt", "0 0.5 0.5 0.5 0.5\n0 0.95 0.5 0.2 0.2\n");
  const auto dataset = imported(folder / "out", folder / "in", "yolo");
  EXPECT_EQ(dataset->info().task, Task::Detection);
  const Sample sample = sampleOf(*dataset, "a.png");
  ASSERT_EQ(sample.boxes.size(), 2u);
  EXPECT_EQ(sample.boxes[0], (Box{10, 5, 30, 15, 0}));
  EXPECT_EQ(sample.boxes[1].right, 40);
}

// Where a table states no sizes of images, what lies beyond their right and lower borders is found while they are read.
TEST(WholeImport, OfBoxesNamesThoseOutsideOfTheirImages) {
  const TemporaryFolder folder;
  writeBytes(folder / "in/a.png", greyPng(40, 20, 5));
  writeBytes(folder / "in/b.png", greyPng(40, 20, 9));
  writeBytes(folder / "in/boxes.csv",
             "filename,class,xmin,ymin,xmax,ymax\na.png,cat,2,3,30,19\na.png,cat,41,3,60,19\n"
             "a.png,dog,-9,-8,0,5\nb.png,dog,20,10,90,95\n");
  const auto summary = runImport(**findImporter("box_table"), folder / "out", folder / "in", {}, {}, {});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->samples, 2);
  EXPECT_EQ(summary->skippedCount, 2);
  std::string reasons;
  for (const SkippedSample& skipped : summary->skipped)
    reasons += fs::path(skipped.source).filename().string() + ": " + skipped.reason + "\n";
  EXPECT_EQ(reasons,
            "boxes.csv: line 4: this box lies outside of its image\n"
            "a.png: the box from (41, 3) to (60, 19) has no part in its image of 40×20\n");
  const auto dataset = openDataset(folder / "out");
  ASSERT_NE(dataset, nullptr);
  EXPECT_EQ(dataset->info().skipped, 2);
  EXPECT_EQ(sampleOf(*dataset, "a.png").boxes, (std::vector<Box>{{2, 3, 30, 19, 0}}));
  EXPECT_EQ(sampleOf(*dataset, "b.png").boxes, (std::vector<Box>{{20, 10, 40, 20, 1}}));
}

TEST(WholeImport, OfMasks) {
  const TemporaryFolder folder;
  writeBytes(folder / "in/images/a.png", png(2, 2, std::string(12, '\5'), 2));
  writeBytes(folder / "in/masks/a.png", png(2, 2, std::string("\0\1\2\xff", 4)));
  const auto dataset = imported(folder / "out", folder / "in", "masks");
  EXPECT_EQ(dataset->info().task, Task::Segmentation);
  const Tensor mask = sampleOf(*dataset, "a.png").target;
  EXPECT_EQ(std::vector<int>(mask.values<std::uint8_t>().begin(), mask.values<std::uint8_t>().end()),
            (std::vector<int>{0, 1, 2, 255}));
}

TEST(WholeImport, OfPairsAndOfNumbers) {
  const TemporaryFolder folder;
  writeBytes(folder / "in/a.png", greyPng(8, 6, 7));
  const auto pairs = imported(folder / "pairs", folder / "in", "super_resolution");
  EXPECT_EQ(pairs->info().task, Task::ImageToImage);
  EXPECT_EQ(sampleOf(*pairs, "a.png").target.shape(), (Shape{1, 6, 8}));
  writeBytes(folder / "t.csv", "a,b,y\n1,2,3.5\n4,5,6.25\n7,8,9\n1,1,2.5\n");
  const auto numbers = imported(folder / "numbers", folder / "t.csv", "csv", {{"task", std::string("regression")}});
  EXPECT_EQ(numbers->info().task, Task::Regression);
  EXPECT_EQ(numbers->info().sampleShape, Shape{2});
  EXPECT_EQ(sampleOf(*numbers, "t.csv").target.shape(), Shape{1});
}

TEST(WholeImport, OfTextAndOfSeveralLabels) {
  const TemporaryFolder folder;
  writeBytes(folder / "t.txt", "the quick brown fox jumps over the lazy dog");
  const auto text = imported(folder / "text", folder / "t.txt", "text", {{"length", std::int64_t{8}}});
  EXPECT_EQ(text->info().task, Task::NextSymbol);
  EXPECT_EQ(text->info().sampleShape, Shape{9});
  for (int i = 0; i < 3; ++i) writeBytes(folder / ("in/" + std::to_string(i) + ".png"), greyPng(3, 3, i));
  writeBytes(folder / "in/all.txt", "0.png 0,2\n1.png 1\n2.png 2\n");
  const auto several = imported(folder / "several", folder / "in/all.txt", "list");
  EXPECT_EQ(several->info().task, Task::MultiLabel);
  EXPECT_EQ(sampleOf(*several, "0.png").labels, (std::vector<std::int32_t>{0, 2}));
}

}  // namespace
}  // namespace fovea::test
