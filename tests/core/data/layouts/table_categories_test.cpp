// Columns of words as symbols, of which an Embedding layer has a table.
#include "core/data/importing/import_job.h"
#include "core/data/store/dataset.h"
#include "layout_support.h"

namespace fovea::test {
namespace {

std::string rowsOf(int count) {
  std::string rows = "colour,city,age,class,label\n";
  const Strings colours{"blue", "green", "red"}, cities{"Bern", "Oslo"};
  for (int i = 0; i < count; ++i)
    rows += fmt::format("{},{},{},{},{}\n", i == 5 ? "" : colours[std::size_t(i) % 3], cities[std::size_t(i) / 3 % 2],
                        20 + i * 7 % 41, 1 + i * 5 % 3, i % 2 ? "yes" : "no");
  return rows;
}

TEST(CategoriesAsSymbols, HaveOneTableForAllColumns) {
  const TemporaryFolder folder;
  writeBytes(folder / "people.csv", rowsOf(40));
  const FieldValues options{{"categories", std::string("embedding")}, {"label_column", std::string("label")}};
  const Taken taken = take(folder / "people.csv", options);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.source->symbols(), 5);
  EXPECT_TRUE(contains(taken.words, "2 symbols a row, of 5 different ones")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "an embedding needs categories")) << taken.words;
  const auto symbols = [&](std::int64_t row) {
    const Tensor input = loaded(*taken.source, row).input;
    EXPECT_EQ(input.dtype(), DataType::Int32);
    const auto values = input.values<std::int32_t>();
    return std::vector<int>(values.begin(), values.end());
  };
  EXPECT_EQ(symbols(0), (std::vector<int>{0, 3}));
  EXPECT_EQ(symbols(2), (std::vector<int>{2, 3}));
  EXPECT_EQ(symbols(3), (std::vector<int>{0, 4}));
  EXPECT_EQ(symbols(5), (std::vector<int>{-1, 4})) << "nothing";
  const auto summary = runImport(**findImporter("csv"), folder / "out", folder / "people.csv", options, {}, {});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  const auto dataset = Dataset::open(folder / "out");
  ASSERT_TRUE(dataset.ok());
  EXPECT_EQ((*dataset)->info().symbols, 5);
  EXPECT_EQ((*dataset)->info().inputType, DataType::Int32);
}

TEST(CategoriesAsSymbols, NumbersThatAPersonNamesAreCategories) {
  const TemporaryFolder folder;
  writeBytes(folder / "people.csv", rowsOf(40));
  const Taken taken = take(folder / "people.csv", {{"categories", std::string("embedding")},
                                                   {"label_column", std::string("label")},
                                                   {"feature_columns", std::string("class,city")}});
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_EQ(taken.source->symbols(), 5);
  const Tensor input = loaded(*taken.source, 1).input;
  EXPECT_EQ(input.values<std::int32_t>()[0], 2);
}

}  // namespace
}  // namespace fovea::test
