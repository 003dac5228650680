// Tables as the UCI repository keeps them, tables in UTF-16, and records that must not be taken for text.
#include "layout_support.h"

namespace fovea::test {
namespace {

// In UTF-16 with a byte order mark; the text is ASCII, or Latin-1 by its bytes.
std::string utf16(const std::string& text, bool big) {
  std::string bytes = big ? "\xfe\xff" : "\xff\xfe";
  for (const char c : text) {
    if (big) bytes += '\0';
    bytes += c;
    if (!big) bytes += '\0';
  }
  return bytes;
}

std::string irisRows() {
  std::string rows;
  const Strings names{"Iris-setosa", "Iris-versicolor", "Iris-virginica"};
  for (int i = 0; i < 30; ++i)
    rows += fmt::format("5.{},3.{},1.{},0.{},{}\n", i % 7, i % 5, i % 4, i % 3, names[std::size_t(i) / 10]);
  return rows + "\n";
}

// "39, State-gov, 2174, <=50K", the label with a point behind it where `ending` says so.
std::string adultRows(int count, const std::string& ending) {
  std::string rows;
  for (int i = 0; i < count; ++i)
    rows += fmt::format("{}, {}, {}, {}{}\n", 20 + i * 7 % 53,
                        i % 3   ? "Private"
                        : i % 2 ? "?"
                                : "State-gov",
                        i * 131 % 977, i % 4 ? "<=50K" : ">50K", ending);
  return rows;
}

const char* const kAdultNames =
    "| This data was extracted from the census bureau database.\n|\n>50K, <=50K.\n\nage: continuous.\n"
    "workclass: Private, State-gov.\ncapital-gain: continuous.\n";

TEST(TableFilesLayouts, IrisAsUciKeepsIt) {
  const TemporaryFolder folder;
  writeBytes(folder / "iris/iris.data", irisRows());
  writeBytes(folder / "iris/iris.names", "1. Title: Iris Plants Database\n\tUpdated Sept 21\n\n2. Sources:\n");
  writeBytes(folder / "iris/Index", "Index of iris\n");
  for (const char* place : {"iris", "iris/iris.data"}) {
    const Taken taken = take(folder / place);
    EXPECT_EQ(taken.kind, "csv: classification") << taken.words;
    EXPECT_EQ(taken.classes, (Strings{"Iris-setosa", "Iris-versicolor", "Iris-virginica"}));
    EXPECT_EQ(taken.splits, "open 30");
    EXPECT_FALSE(taken.asks) << taken.words;
  }
}

TEST(TableFilesLayouts, AdultAsUciKeepsIt) {
  const TemporaryFolder folder;
  writeBytes(folder / "adult/adult.data", adultRows(40, ""));
  writeBytes(folder / "adult/adult.test", "|1x3 Cross validator\n" + adultRows(20, "."));
  writeBytes(folder / "adult/adult.names", kAdultNames);
  writeBytes(folder / "adult/old.adult.names", "1. Title of Database: adult\n");
  const Taken taken = take(folder / "adult");
  EXPECT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"<=50K", ">50K"}));
  EXPECT_EQ(taken.splits, "train 40, test 20") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "workclass")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "adult.names")) << taken.words;
  ASSERT_NE(taken.source, nullptr);
  for (std::int64_t i = 0; i < taken.source->size(); ++i) {
    const ImportItem item = taken.source->item(i);
    if (!item.source.ends_with("adult.test")) continue;
    EXPECT_EQ(item.label, (item.sourceIndex - 2) % 4 ? 0 : 1) << item.sourceIndex;
  }
}

TEST(TableFilesLayouts, DataThatIsNoTableStaysWhatItIs) {
  const TemporaryFolder folder;
  writeBytes(folder / "weights.data", std::string("\x01\x00\x02\x00", 4) + std::string(600, '\0'));
  const auto binary = recogniseAny(folder / "weights.data");
  ASSERT_FALSE(binary.ok());
  EXPECT_EQ(binary.error().code, ErrorCode::Unsupported) << binary.error().text();
  writeBytes(folder / "pictures/obj.data", "classes = 2\ntrain = data/train.txt\nnames = data/obj.names\n");
  writePictures(folder / "pictures", {"a/1.png", "b/2.png"});
  EXPECT_EQ(take(folder / "pictures").kind, "folder: classification");
}

TEST(TableFilesLayouts, TablesInUtf16) {
  const TemporaryFolder folder;
  std::string csv = "text\tlabel\n";
  for (int i = 0; i < 20; ++i)
    csv += fmt::format("Caf\xe9 number {} of the street\t{}\n", i * 7, i % 2 ? "good" : "bad");
  for (const bool big : {false, true}) {
    const std::string name = big ? "big.tsv" : "little.csv";
    writeBytes(folder / name, utf16(csv, big));
    const Taken taken = take(folder / name);
    EXPECT_EQ(taken.kind, "csv: classification") << taken.words;
    EXPECT_EQ(taken.classes, (Strings{"bad", "good"}));
    EXPECT_EQ(taken.splits, "open 20");
    ASSERT_NE(taken.source, nullptr);
    std::string text;
    const Tensor input = loaded(*taken.source, 0).input;
    for (const std::int32_t value : input.values<std::int32_t>())
      if (value != 0) text += static_cast<char>(value);
    EXPECT_EQ(text, "Caf\xc3\xa9 number 0 of the street");
  }
  std::string lines;
  for (int i = 0; i < 20; ++i) lines += fmt::format("{{\"text\": \"line {} of it\", \"label\": {}}}\n", i * 7, i % 2);
  writeBytes(folder / "a.jsonl", utf16(lines, false));
  EXPECT_EQ(take(folder / "a.jsonl").splits, "open 20");
}

// A table longer than a block is decoded in pieces, also where a character is cut.
TEST(TableFilesLayouts, LongTablesInUtf16) {
  const TemporaryFolder folder;
  std::string bytes = "\xff\xfe";
  const auto add = [&](const std::string& text) { bytes += utf16(text, false).substr(2); };
  add("text,label\n");
  constexpr int kRows = 20'000;
  for (int i = 0; i < kRows; ++i) {
    add(fmt::format("row {} ", i));
    bytes += std::string("\x3d\xd8\x00\xde", 4);  // U+1F600
    add(i % 2 ? " x,good\n" : ",bad\n");
  }
  writeBytes(folder / "long.csv", bytes);
  const auto source = openSource("csv", folder / "long.csv");
  ASSERT_NE(source, nullptr);
  EXPECT_EQ(source->size(), kRows);
  EXPECT_EQ(source->problems().size(), 0u);
  for (const std::int64_t i : {0, 9'999, 19'999}) {
    std::string text;
    const Tensor input = loaded(*source, i).input;
    for (const std::int32_t value : input.values<std::int32_t>())
      if (value != 0) text += static_cast<char>(value);
    EXPECT_EQ(text, fmt::format("row {} \xf0\x9f\x98\x80{}", i, i % 2 ? " x" : ""));
  }
}

TEST(TableFilesLayouts, RecordsAreNoTextUnasked) {
  const TemporaryFolder folder;
  std::string words;
  for (int i = 0; i < 300; ++i) words += "word ";
  for (const char* name : {"a", "b", "c"}) {
    writeBytes(folder / "documents" / (std::string(name) + ".json"),
               "{\"title\": \"x\", \"notes\": \"" + words + "\"}\n");
    writeBytes(folder / "deep/part" / (std::string(name) + ".jsonl"), "[\"" + words + "\"]\n");
    writeBytes(folder / "tables/part" / (std::string(name) + ".csv"), "only\n" + words + "\n" + words + "\n");
  }
  for (const char* place : {"documents", "deep", "tables"}) {
    const Taken taken = take(folder / place);
    EXPECT_NE(taken.kind, "text: next_symbol") << place;
    EXPECT_TRUE(taken.asks) << place;
    EXPECT_TRUE(contains(taken.words, "tables=NAME")) << taken.words;
    EXPECT_EQ(take(folder / place, {}, "text").kind, "text: next_symbol") << "who asks for it gets it";
  }
  // Beside a text they are left out of it, and counted.
  writeBytes(folder / "mixed/story.txt", words + words);
  writeBytes(folder / "mixed/facts.json", "{\"notes\": \"" + words + "\"}\n");
  const Taken mixed = take(folder / "mixed");
  EXPECT_EQ(mixed.kind, "text: next_symbol") << mixed.words;
  EXPECT_EQ(std::count(mixed.classes.begin(), mixed.classes.end(), "{"), 0);
  EXPECT_TRUE(contains(mixed.words, "facts.json")) << mixed.words;
  // Where their places hide them from the tables, the words say how their characters are taken.
  for (const char* name : {"a", "b"})
    writeBytes(folder / "apart" / name / "facts.jsonl", "[\"" + words + "\"]\n");
  const Taken apart = take(folder / "apart");
  EXPECT_NE(apart.kind, "text: next_symbol");
  EXPECT_TRUE(contains(apart.words, "\"text\"")) << apart.words;
}

}  // namespace
}  // namespace fovea::test
