// EMNIST (Cohen et al. 2017) as IDX files and as tables: pictures that lie on their side, and a mapping of labels. The
// form of MATLAB is in matlab_layouts_test.cpp.
#include "layout_support.h"

namespace fovea::test {
namespace {

constexpr int kSide = 28;

// The value of a pixel of picture `i`, upright.
int pixelOf(int i, int row, int column) {
  return row == 2 ? 40 + column + i : column == 5 ? 200 : 0;
}

// All pixels of picture `i`, as EMNIST stores them.
std::vector<int> storedPixels(int i) {
  std::vector<int> pixels;
  for (int column = 0; column < kSide; ++column)
    for (int row = 0; row < kSide; ++row) pixels.push_back(pixelOf(i, row, column));
  return pixels;
}

std::string lettersMapping() {
  std::string text;
  for (int i = 1; i <= 26; ++i) text += fmt::format("{} {} {}\n", i, 64 + i, 96 + i);
  return text;
}

void writeIdxSet(const fs::path& folder, const std::string& set, int train, int test, int first, int classes) {
  for (const auto& [split, count] : {std::pair("train", train), {"test", test}}) {
    std::string images =
        std::string("\0\0\x08\x03", 4) + big32(static_cast<std::uint32_t>(count)) + big32(kSide) + big32(kSide);
    std::string labels = std::string("\0\0\x08\x01", 4) + big32(static_cast<std::uint32_t>(count));
    for (int i = 0; i < count; ++i) {
      for (const int pixel : storedPixels(i)) images += static_cast<char>(pixel);
      labels += static_cast<char>(first + i % classes);
    }
    writeBytes(folder / fmt::format("emnist-{}-{}-images-idx3-ubyte.gz", set, split), gzip(images));
    writeBytes(folder / fmt::format("emnist-{}-{}-labels-idx1-ubyte.gz", set, split), gzip(labels));
  }
}

void expectUpright(const ImportSource& source, std::int64_t index, int picture) {
  const Tensor image = loaded(source, index).input;
  ASSERT_EQ(image.shape(), (Shape{1, kSide, kSide}));
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column)
      ASSERT_EQ(image.data<std::uint8_t>()[row * kSide + column], pixelOf(picture, row, column)) << row << column;
}

TEST(EmnistLayouts, IdxFilesOfLetters) {
  const TemporaryFolder folder;
  writeIdxSet(folder / "letters", "letters", 52, 26, 1, 26);
  writeBytes(folder / "letters/emnist-letters-mapping.txt", lettersMapping());
  const Taken taken = take(folder / "letters");
  ASSERT_EQ(taken.kind, "idx: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.splits, "test 26, open 52");
  ASSERT_EQ(taken.classes.size(), 26u) << "there is no class for the label 0, which no letter has";
  EXPECT_EQ(taken.classes.front(), "Aa");
  EXPECT_EQ(taken.classes.back(), "Zz");
  EXPECT_EQ(taken.source->item(2).label, 2) << "the label 3 is the letter c";
  expectUpright(*taken.source, 3, 3);
  EXPECT_TRUE(contains(taken.words, "turned upright")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "orientation=as_stored")) << taken.words;
  const Taken stored = take(folder / "letters", {{"orientation", std::string("as_stored")}});
  EXPECT_EQ(loaded(*stored.source, 3).input.data<std::uint8_t>()[5 * kSide + 9], 200);
  const Recognition found = recognised(folder / "letters");
  EXPECT_EQ(found.classes, taken.classes);
  EXPECT_EQ(found.perClass, std::vector<std::int64_t>(26, 3));
  // A mapping that lacks a label or is damaged gives no names.
  for (const char* mapping : {"1 65 97\n", "1 65 97\nx\n", "1 65\n1 66\n", "999999999999 65\n", ""}) {
    writeBytes(folder / "letters/emnist-letters-mapping.txt", mapping);
    EXPECT_EQ(take(folder / "letters").classes.size(), 27u) << mapping;
  }
}

// Its authors pack all sets into one folder.
TEST(EmnistLayouts, IdxFilesOfSeveralSetsAreAskedAbout) {
  const TemporaryFolder folder;
  writeIdxSet(folder / "gzip", "letters", 26, 26, 1, 26);
  writeIdxSet(folder / "gzip", "digits", 20, 10, 0, 10);
  const Taken all = take(folder / "gzip");
  EXPECT_TRUE(all.asks) << all.words;
  EXPECT_TRUE(contains(all.words, "emnist-digits-")) << all.words;
  EXPECT_TRUE(contains(all.words, "emnist-letters-")) << all.words;
  const Taken one = take(folder / "gzip/emnist-digits-train-images-idx3-ubyte.gz");
  EXPECT_EQ(one.splits, "test 10, open 20") << "the file of a set brings its test along";
  EXPECT_EQ(one.classes.size(), 10u);
  EXPECT_EQ(take(folder / "gzip/emnist-digits-test-images-idx3-ubyte.gz").splits, "test 10");
}

std::string tableOf(int count, int first, int classes) {
  std::string text;
  for (int i = 0; i < count; ++i) text += fmt::format("{},{}\n", first + i % classes, fmt::join(storedPixels(i), ","));
  return text;
}

TEST(EmnistLayouts, TablesOfKaggle) {
  const TemporaryFolder folder;
  for (const auto& [set, first, classes] : {std::tuple("letters", 1, 26), {"digits", 0, 10}}) {
    const fs::path root = folder / set;
    writeBytes(root / fmt::format("emnist-{}-train.csv", set), tableOf(60, first, classes));
    writeBytes(root / fmt::format("emnist-{}-test.csv", set), tableOf(30, first, classes));
  }
  writeBytes(folder / "letters/emnist-letters-mapping.txt", lettersMapping());
  const Taken letters = take(folder / "letters");
  ASSERT_EQ(letters.kind, "csv: classification") << letters.words;
  EXPECT_FALSE(letters.asks) << letters.words;
  ASSERT_EQ(letters.classes.size(), 26u) << letters.words;
  EXPECT_EQ(letters.classes.front(), "Aa");
  EXPECT_EQ(letters.splits, "train 60, test 30");
  EXPECT_EQ(letters.source->item(2).label, 2);
  expectUpright(*letters.source, 4, 4);
  const Taken digits = take(folder / "digits");
  EXPECT_FALSE(digits.asks) << digits.words;
  EXPECT_EQ(digits.classes.size(), 10u);
  expectUpright(*digits.source, 4, 4);
  EXPECT_EQ(loaded(*take(folder / "digits", {{"orientation", std::string("as_stored")}}).source, 4)
                .input.data<std::uint8_t>()[5 * kSide + 9],
            200);
  fs::remove(folder / "letters/emnist-letters-mapping.txt");
  const Taken numbers = take(folder / "letters");
  EXPECT_FALSE(numbers.asks) << numbers.words;
  EXPECT_EQ(numbers.classes.front(), "1") << "without a mapping the numbers remain";
  EXPECT_EQ(numbers.classes.size(), 26u);
  // Labels of several sets do not mean the same.
  for (const char* set : {"letters", "digits"})
    for (const char* split : {"train", "test"}) {
      const std::string name = fmt::format("emnist-{}-{}.csv", set, split);
      fs::create_directories(folder / "all");
      fs::copy_file(folder / set / name, folder / "all" / name);
    }
  const Taken all = take(folder / "all");
  EXPECT_TRUE(all.asks) << all.words;
  EXPECT_TRUE(contains(all.words, "tables=NAME")) << all.words;
}

// Without the name of EMNIST's files: more than twenty labels in front of pixels are found, and asked about.
TEST(EmnistLayouts, ColumnOfLettersBesidePixelsIsNoPixel) {
  const TemporaryFolder folder;
  writeBytes(folder / "a.csv", tableOf(80, 1, 26));
  const Taken taken = take(folder / "a.csv");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(taken.words.starts_with("column 1: ")) << taken.words;
  const Taken told = take(folder / "a.csv", {{"task", std::string("classification")}});
  EXPECT_FALSE(told.asks) << told.words;
  EXPECT_EQ(told.classes.size(), 26u) << told.words;
  EXPECT_EQ(loaded(*told.source, 4).input.data<std::uint8_t>()[5 * kSide + 9], 200) << "not turned: nothing says so";
}

}  // namespace
}  // namespace fovea::test
