// Metadata in the folder of each split, as libraries of data sets write it.
#include "core/data/importing/import_job.h"
#include "core/data/store/dataset.h"
#include "layout_support.h"
#include "table_layout_support.h"

namespace fovea::test {
namespace {

TEST(SplitMetadata, TablesOfPicturesAreJoined) {
  const TemporaryFolder folder;
  for (const bool lines : {false, true}) {
    const fs::path root = folder / (lines ? "lines" : "csv");
    for (const auto& [split, count] : {std::pair("train", 8), std::pair("validation", 2), std::pair("test", 4)}) {
      // Columns stand in another order in each table, and names of files repeat between the splits.
      const bool turned = std::string(split) == "test";
      std::string table = turned ? "label,file_name\n" : "file_name,label\n";
      if (lines) table.clear();
      for (int i = 0; i < count; ++i) {
        const std::string name = fmt::format("{}.png", i), label = i % 2 ? "cat" : "dog";
        if (lines)
          table += fmt::format("{{\"file_name\": \"{}\", \"label\": \"{}\"}}\n", name, label);
        else
          table += turned ? label + "," + name + "\n" : name + "," + label + "\n";
      }
      writeBytes(root / split / (lines ? "metadata.jsonl" : "metadata.csv"), table);
      for (int i = 0; i < count; ++i) writePictures(root / split, {fmt::format("{}.png", i)});
    }
    const Taken taken = take(root);
    EXPECT_EQ(taken.kind, "csv: classification") << taken.words;
    EXPECT_EQ(taken.classes, (Strings{"cat", "dog"}));
    EXPECT_EQ(taken.splits, "train 8, validation 2, test 4") << taken.words;
    EXPECT_FALSE(taken.asks) << taken.words;
    ASSERT_NE(taken.source, nullptr);
    EXPECT_EQ(taken.source->size(), 14);
    EXPECT_EQ(classOf(*taken.source, "test/3.png"), "cat");
    EXPECT_EQ(classOf(*taken.source, "train/6.png"), "dog");
    for (std::int64_t i = 0; i < taken.source->size(); ++i) EXPECT_TRUE(taken.source->load(i).ok());
  }
}

TEST(SplitMetadata, WithoutAValidationSplitSomeTrainingRowsValidate) {
  const TemporaryFolder folder;
  for (const char* split : {"train", "test"}) {
    std::string table = "file_name,label\n";
    for (int i = 0; i < 6; ++i) table += fmt::format("p/{}.png,{}\n", i, i % 2 ? "cat" : "dog");
    writeBytes(folder / split / "metadata.csv", table);
    for (int i = 0; i < 6; ++i) writePictures(folder / split / "p", {fmt::format("{}.png", i)});
  }
  const Taken taken = take(folder / "");
  EXPECT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_EQ(taken.splits, "train 6, test 6") << taken.words;
  EXPECT_TRUE(contains(taken.words, "the training samples: training and validation")) << taken.words;
}

// What fills a gap, and what features are normalised by, must not know of rows that validate or test.
TEST(TrainingRowsOnly, FillGapsAndNormalise) {
  const TemporaryFolder folder;
  std::string rows = "a,b,label\n";
  constexpr int kRows = 80;
  for (int i = 0; i < kRows; ++i) {
    const std::string a = i % 10 == 3 ? "" : std::to_string((i * i * 7) % 1009);
    rows += fmt::format("{},{},{}\n", a, (i * 31) % 97, i % 2 ? "yes" : "no");
  }
  writeBytes(folder / "rows.csv", rows);
  for (const char* how : {"mean", "median"}) {
    const fs::path target = folder / how;
    const auto summary =
        runImport(**findImporter("csv"), target, folder / "rows.csv",
                  {{"missing", std::string(how)}, {"validation_share", 0.25}, {"test_share", 0.25}}, {}, {});
    ASSERT_TRUE(summary.ok()) << summary.error().text();
    ASSERT_GT(summary->splits[1] + summary->splits[2], 30);
    const auto dataset = Dataset::open(target);
    ASSERT_TRUE(dataset.ok());
    std::vector<double> known;
    std::vector<float> filled;
    double sum = 0;
    std::int64_t train = 0;
    for (const Split split : kSplits)
      for (std::int64_t i = 0; i < (*dataset)->size(split); ++i) {
        const auto sample = (*dataset)->sample(split, i);
        ASSERT_TRUE(sample.ok());
        const float a = sample->input.values<float>()[0];
        const bool gap = (static_cast<int>(sample->sourceIndex) - 2) % 10 == 3;
        if (gap) filled.push_back(a);
        if (split != Split::Train) continue;
        ++train;
        sum += a;
        if (!gap) known.push_back(a);
      }
    ASSERT_EQ(filled.size(), 8u);
    std::sort(known.begin(), known.end());
    const std::size_t half = known.size() / 2;
    double mean = 0;
    for (const double value : known) mean += value / static_cast<double>(known.size());
    const double median = known.size() % 2 ? known[half] : (known[half - 1] + known[half]) / 2;
    for (const float value : filled) EXPECT_NEAR(value, how == std::string("mean") ? mean : median, 1e-3);
    const ImportDecision* said = decisionOn(summary->decisions, "what fills the gaps");
    ASSERT_NE(said, nullptr);
    EXPECT_EQ(said->chosen, fmt::format("a = {}", filled[0]));
    EXPECT_TRUE(contains(said->because, how) && contains(said->because, "the training rows")) << said->because;
    EXPECT_NEAR((*dataset)->info().channelMean[0], sum / static_cast<double>(train), 1e-3);
  }
}

}  // namespace
}  // namespace fovea::test
