// A table that has grown is imported again: existing rows are unchanged, and new rows are imported in the same way.
#include "../layouts/table_layout_support.h"
#include "core/data/importing/import_base.h"
#include "core/data/store/dataset.h"

namespace fovea::test {
namespace {

class TableAgain : public ::testing::Test {
 protected:
  // Rows with a gap in every third; later ones are of another height.
  static std::string rows(int from, int to, int height = 0) {
    std::string text;
    for (int i = from; i < to; ++i)
      text += fmt::format("{},{},{},{}\n", i % 3 == 1 ? "" : std::to_string(height + (i * 37) % 101), (i * 31) % 97,
                          i % 4 < 2 ? "u" : "v", i % 2 ? "yes" : "no");
    return text;
  }
  void write(const std::string& text) { writeBytes(folder_ / "t.csv", "a,b,town,label\n" + text); }
  Result<ImportSummary> import(const FieldValues& options = {}, bool look = false) {
    ImportTuning tuning;
    tuning.look = look;
    return runImport(**findImporter("csv"), folder_ / "set", folder_ / "t.csv", options, {}, {}, tuning);
  }
  // The numbers of each row by its line.
  std::map<std::uint64_t, std::vector<float>> samples() const {
    std::map<std::uint64_t, std::vector<float>> all;
    const auto dataset = Dataset::open(folder_ / "set");
    EXPECT_TRUE(dataset.ok());
    for (const Split split : kSplits)
      for (std::int64_t i = 0; i < (*dataset)->size(split); ++i) {
        const auto sample = (*dataset)->sample(split, i);
        EXPECT_TRUE(sample.ok());
        const auto values = sample->input.values<float>();
        EXPECT_TRUE(all.try_emplace(sample->sourceIndex, values.begin(), values.end()).second)
            << "line " << sample->sourceIndex << " is there twice";
      }
    return all;
  }
  const TemporaryFolder folder_;
};

TEST_F(TableAgain, RowsThatAreThereKeepWhatFillsTheirGaps) {
  for (const char* how : {"mean", "median", "flag"}) {
    std::error_code code;
    fs::remove_all(folder_ / "set", code);
    const FieldValues options{{"missing", std::string(how)}};
    write(rows(0, 60));
    const auto first = import(options);
    ASSERT_TRUE(first.ok()) << first.error().text();
    const auto before = samples();
    ASSERT_EQ(before.size(), 60u);
    write(rows(0, 60) + rows(60, 90, 5000));
    const auto second = import(options);
    ASSERT_TRUE(second.ok()) << second.error().text();
    EXPECT_EQ(second->samples, 30) << how;
    EXPECT_EQ(second->changes.count(SourceChange::Changed), 0);
    EXPECT_TRUE(contains(chosenOn(second->decisions, "what fills the gaps"), "the values of the data set (a = "));
    const auto after = samples();
    ASSERT_EQ(after.size(), 90u);
    for (const auto& [line, values] : before) EXPECT_EQ(after.at(line), values) << how << ", line " << line;
    // New gaps have the filling of the old ones, not the mean of numbers around 5,000.
    EXPECT_EQ(after.at(2 + 61)[0], before.at(2 + 1)[0]) << how;
    EXPECT_LT(after.at(2 + 61)[0], 101);
  }
}

TEST_F(TableAgain, ADataSetThatDoesNotSayWhatFilledItIsToldOf) {
  write(rows(0, 60));
  ASSERT_TRUE(import().ok());
  fs::remove(folder_ / "set" / kLearnedFile);
  write(rows(0, 60) + rows(60, 90, 5000));
  const auto again = import({}, true);
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_EQ(chosenOn(again->decisions, "what fills the gaps"), "computed anew");
}

TEST_F(TableAgain, RowsOfAnotherFormAreRefused) {
  write(rows(0, 60));
  ASSERT_TRUE(import().ok());
  std::string more;
  for (int i = 0; i < 9; ++i) more += fmt::format("{},{},w,yes\n", i, i + 50);
  write(rows(0, 60) + more);
  const auto again = import();
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().code, ErrorCode::InvalidArgument);
  EXPECT_TRUE(contains(again.error().text(), "column \"town\" has new categories: w")) << again.error().text();
  EXPECT_EQ(samples().size(), 60u);
}

TEST_F(TableAgain, TextsThatNeedMoreRoomAreRefused) {
  const auto text = [](int i, int length) {
    return fmt::format("{} is the number of this text {},{}\n", i, std::string(static_cast<std::size_t>(length), 'x'),
                       i % 2 ? "spam" : "ham");
  };
  std::string all;
  for (int i = 0; i < 20; ++i) all += text(i, 20);
  writeBytes(folder_ / "t.csv", "text,label\n" + all);
  ASSERT_TRUE(import().ok());
  writeBytes(folder_ / "t.csv", "text,label\n" + all + text(20, 900));
  const auto again = import();
  ASSERT_FALSE(again.ok());
  EXPECT_TRUE(contains(again.error().text(), "text_length")) << again.error().text();
}

}  // namespace
}  // namespace fovea::test
