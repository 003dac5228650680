// A table of numbers and words whose samples have two parts: the numbers, and a symbol for each word.
#include "core/data/importing/import_job.h"
#include "core/data/store/dataset.h"
#include "layout_support.h"

namespace fovea::test {
namespace {

// Two rows in eight have the same numbers and another colour.
std::string rowsInParts(int count) {
  std::string rows = "colour,age,city,weight,label\n";
  const Strings colours{"blue", "green", "red"}, cities{"Bern", "Oslo"};
  for (int i = 0; i < count; ++i)
    rows += fmt::format("{},{},{},{},{}\n", i == 5 ? "" : colours[std::size_t(i) % 3], 20 + i / 2,
                        cities[std::size_t(i) / 3 % 2], 50 + i / 2 * 3, i % 2 ? "yes" : "no");
  return rows;
}

const FieldValues kTwoParts{{"categories", std::string("parts")}, {"label_column", std::string("label")}};

TEST(TableOfTwoParts, HasNumbersAndSymbolsSideBySide) {
  const TemporaryFolder folder;
  writeBytes(folder / "people.csv", rowsInParts(40));
  const Taken taken = take(folder / "people.csv", kTwoParts);
  ASSERT_TRUE(taken.source) << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "two parts: 2 numbers, and 2 symbols of 5 different ones")) << taken.words;
  EXPECT_EQ(taken.source->symbols(), 0) << "those of the input";
  EXPECT_EQ(taken.source->inputName(), "numbers");
  const std::vector<DataPart> parts = taken.source->parts();
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0], (DataPart{"categories", {DataType::Int32, Shape{2}}, 5}));
  const LoadedItem item = loaded(*taken.source, 3);
  EXPECT_EQ(item.input.type(), (TensorType{DataType::Float32, Shape{2}}));
  EXPECT_EQ(item.input.data<float>()[0], 21);
  EXPECT_EQ(item.input.data<float>()[1], 53);
  ASSERT_EQ(item.parts.size(), 1u);
  EXPECT_EQ(item.parts[0].data<std::int32_t>()[0], 0);
  EXPECT_EQ(item.parts[0].data<std::int32_t>()[1], 4);
  EXPECT_EQ(loaded(*taken.source, 5).parts[0].data<std::int32_t>()[0], -1) << "nothing";
}

TEST(TableOfTwoParts, RowsThatDifferInSymbolsAloneAreNotTheSame) {
  const TemporaryFolder folder;
  writeBytes(folder / "people.csv", rowsInParts(40));
  const auto summary = runImport(**findImporter("csv"), folder / "out", folder / "people.csv", kTwoParts, {}, {});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  const auto dataset = openDataset(folder / "out");
  EXPECT_EQ(dataset->info().samples(), 40);
  EXPECT_EQ(dataset->info().duplicates, 0);
  ASSERT_EQ(dataset->info().parts.size(), 1u);
  EXPECT_EQ(dataset->info().parts[0].symbols, 5);
  EXPECT_EQ(dataset->info().channelMean.size(), 2u);
  // Again: nothing is new.
  const auto again = runImport(**findImporter("csv"), folder / "out", folder / "people.csv", kTwoParts, {}, {});
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_EQ(openDataset(folder / "out")->info().samples(), 40);
}

TEST(TableOfTwoParts, WithoutWordsOrNumbersHasOnePart) {
  const TemporaryFolder folder;
  std::string words = "colour,city,label\n", numbers = "a,b,label\n";
  for (int i = 0; i < 40; ++i) {
    words += fmt::format("{},{},{}\n", i % 3 ? "blue" : "red", i % 5 ? "Oslo" : "Bern", i % 2 ? "yes" : "no");
    numbers += fmt::format("{},{},{}\n", i * 7 % 11, i * 3 % 13, i % 2 ? "yes" : "no");
  }
  writeBytes(folder / "words.csv", words);
  writeBytes(folder / "numbers.csv", numbers);
  const Taken symbols = take(folder / "words.csv", kTwoParts), values = take(folder / "numbers.csv", kTwoParts);
  ASSERT_TRUE(symbols.source && values.source) << symbols.words << values.words;
  EXPECT_TRUE(symbols.source->parts().empty());
  EXPECT_EQ(symbols.source->symbols(), 4);
  EXPECT_EQ(loaded(*symbols.source, 0).input.dtype(), DataType::Int32);
  EXPECT_TRUE(values.source->parts().empty());
  EXPECT_EQ(loaded(*values.source, 0).input.dtype(), DataType::Float32);
}

}  // namespace
}  // namespace fovea::test
