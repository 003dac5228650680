// A typed text must enter the network as the import of the same text does.
#include "core/inspect/typed_text.h"

#include "core/data/importing/importer.h"
#include "tests/core/data/data_support.h"

namespace fovea::test {
namespace {

std::vector<std::int32_t> typed(const std::string& text, const DatasetInfo& info, const Shape& shape) {
  const Tensor fitted = fittedSymbols(valueOf(typedSymbols(text, info)), shape, symbolKind(info));
  EXPECT_EQ(fitted.shape(), shape);
  const auto values = fitted.values<std::int32_t>();
  return {values.begin(), values.end()};
}

TEST(TypedText, ALabelledTextHasTheBytesOfItsImport) {
  TemporaryFolder folder;
  const std::vector<std::string> texts{"free money 10", "call 10 now, it is urgent", "lunch at 1?", "züge, très tôt"};
  for (std::size_t i = 0; i < texts.size(); ++i)
    writeBytes(folder / "set" / (i < 2 ? "spam" : "ham") / (std::to_string(i) + ".txt"), texts[i]);
  const auto importer = valueOf(findImporter("labelled_text"));
  const FieldValues options{{"name", std::string("texts")}, {"length", std::int64_t{16}}};
  ASSERT_TRUE(runImport(*importer, folder / "data", folder / "set", options, {}, {}).ok());
  const auto data = openDataset(folder / "data");
  ASSERT_EQ(symbolKind(data->info()), SymbolKind::Bytes);
  std::vector<std::vector<std::int32_t>> stored, expected;
  for (const Split split : {Split::Train, Split::Validation, Split::Test})
    for (std::int64_t i = 0; i < data->size(split); ++i) {
      const Tensor input = valueOf(data->sample(split, i)).input;
      const auto values = input.values<std::int32_t>();
      stored.emplace_back(values.begin(), values.end());
    }
  for (const std::string& text : texts) expected.push_back(typed(text, data->info(), Shape{16}));
  EXPECT_TRUE(std::ranges::is_permutation(stored, expected));
}

TEST(TypedText, NamedSymbolsAreRepeatedAndTheirEndIsKept) {
  DatasetInfo info;
  info.task = Task::NextSymbol;
  info.classes = {"a", "b", "space"};
  EXPECT_EQ(typed("ab", info, Shape{5}), (std::vector<std::int32_t>{1, 0, 1, 0, 1}));
  EXPECT_EQ(typed("aa b", info, Shape{3}), (std::vector<std::int32_t>{0, 2, 1}));
  expectError(typedSymbols("xyz", info), ErrorCode::InvalidArgument, "no symbol");
}

TEST(TypedText, NumberedSymbolsAreAWholeSample) {
  DatasetInfo info;
  info.symbols = 10;
  info.sampleShape = Shape{3};
  info.classes = {"0", "1"};
  EXPECT_EQ(typed(" 1, 2 9 ", info, Shape{3}), (std::vector<std::int32_t>{1, 2, 9}));
  for (const char* wrong : {"1 2", "1 2 3 4", "1 2 10", "1 2 -3", "1 2 x", ""})
    expectError(typedSymbols(wrong, info), ErrorCode::InvalidArgument, "3 numbers from 0 to 9");
}

}  // namespace
}  // namespace fovea::test
