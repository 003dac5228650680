// Texts: windows of symbols that follow each other, and texts with labels.
#include <fmt/format.h>

#include <map>
#include <set>

#include "importer_support.h"

namespace fovea::test {
namespace {

using Strings = std::vector<std::string>;

std::string textOf(const ImportSource& source, std::int64_t index) {
  std::string text;
  const Tensor symbols = loaded(source, index).input;
  for (const std::int32_t symbol : symbols.values<std::int32_t>()) {
    const std::string& name = source.classes()[static_cast<std::size_t>(symbol)];
    text += name == "space" ? " " : name == "\\n" ? "\n" : name;
  }
  return text;
}

TEST(TextImporter, CutsAFileIntoWindows) {
  const TemporaryFolder folder;
  writeBytes(folder / "t.txt", "abc äöü abc\nxyz");
  const auto source = openSource("text", folder / "t.txt", {{"length", std::int64_t{5}}});
  EXPECT_EQ(source->task(), Task::NextSymbol);
  ASSERT_EQ(source->size(), 2);
  EXPECT_EQ(textOf(*source, 0), "abc äö");
  EXPECT_EQ(textOf(*source, 1), "öü abc");
  EXPECT_EQ(source->item(1).sourceIndex, 6u);
  EXPECT_EQ(source->classes(), (Strings{"\\n", "space", "a", "b", "c", "x", "y", "z", "ä", "ö", "ü"}));
  const auto bytes =
      openSource("text", folder / "t.txt",
                 {{"length", std::int64_t{5}}, {"step", std::int64_t{1}}, {"symbols", std::string("bytes")}});
  EXPECT_EQ(bytes->classes().size(), 256u);
  EXPECT_EQ(bytes->size(), 13);
  EXPECT_EQ(loaded(*bytes, 4).input.values<std::int32_t>()[0], 0xc3);
}

// A share of the windows that train validates where no text is for that, and such windows must not overlap.
TEST(TextImporter, WindowsOfATrainingTextStayTogetherWithTheirNeighbours) {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 4000; ++i) text += static_cast<char>('a' + i * i % 23);
  writeBytes(folder / "in/book.train.txt", text);
  writeBytes(folder / "in/book.test.txt", text.substr(0, 900));
  const FieldValues options{{"length", std::int64_t{8}}, {"step", std::int64_t{1}}};
  const auto source = openSource("text", folder / "in", options);
  std::set<std::string> groups;
  std::string last;
  int changes = 0;
  for (std::int64_t i = 0; i < source->size(); ++i) {
    const ImportItem item = source->item(i);
    EXPECT_EQ(item.group.empty(), item.split == Split::Test) << i;
    if (item.group.empty()) continue;
    changes += item.group != last;
    groups.insert(item.group);
    last = item.group;
  }
  EXPECT_GT(groups.size(), 3u);
  EXPECT_EQ(std::size_t(changes), groups.size()) << "the windows of a group follow each other";
  const auto summary = runImport(**findImporter("text"), folder / "out", folder / "in", options, {}, {});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_GT(summary->splits[1], 0);
  EXPECT_GT(summary->splits[0], 4 * summary->splits[1]);
}

// Returns how many symbols of validation lie in a window of training.
std::int64_t sharedSymbols(const Dataset& dataset, std::size_t symbols, std::size_t window) {
  std::map<std::string, std::vector<bool>> trained;
  const auto placesOf = [&](Split split, const auto& each) {
    for (std::int64_t i = 0; i < dataset.size(split); ++i) {
      const auto sample = dataset.record(dataset.recordOf(split, i), false);
      ASSERT_TRUE(sample.ok());
      auto& places = trained[std::string(sample->source)];
      places.resize(symbols);
      for (std::size_t at = 0; at < window; ++at) each(places, sample->sourceIndex + at);
    }
  };
  std::int64_t shared = 0;
  placesOf(Split::Train, [](std::vector<bool>& places, std::size_t at) { places[at] = true; });
  placesOf(Split::Validation, [&](std::vector<bool>& places, std::size_t at) { shared += places[at]; });
  return shared;
}

TEST(TextImporter, NoSymbolThatValidatesIsInAWindowThatTrains) {
  const TemporaryFolder folder;
  std::string text;
  std::mt19937 random(3);  // no window is there twice
  for (int i = 0; i < 20000; ++i) text += static_cast<char>('a' + random() % 23);
  writeBytes(folder / "t.txt", text);
  for (const auto& [length, step] : std::vector<std::pair<std::int64_t, std::int64_t>>{{512, 2}, {32, 8}, {32, 1}}) {
    const FieldValues options{{"length", length}, {"step", step}, {"validation_share", 0.1}};
    const fs::path out = folder / fmt::format("out {} {}", length, step);
    const auto summary = runImport(**findImporter("text"), out, folder / "t.txt", options, {}, {});
    ASSERT_TRUE(summary.ok()) << summary.error().text();
    EXPECT_GT(summary->splits[1], 0);
    EXPECT_EQ(sharedSymbols(*openDataset(out), text.size() + 1, static_cast<std::size_t>(length) + 1), 0)
        << length << " " << step;
    const auto source = openSource("text", folder / "t.txt", {{"length", length}, {"step", step}});
    ASSERT_FALSE(source->decisions().empty());
    EXPECT_EQ(source->decisions().back().what, "the windows of the text");
    EXPECT_EQ(source->decisions().back().alternatives, Strings{fmt::format("step={}", length)});
  }
}

TEST(TextImporter, MakesRareAndBrokenCharactersOneSymbol) {
  const TemporaryFolder folder;
  writeBytes(folder / "t.txt",
             "aaabbbccd\xff\xfe"
             "aaabbbcc");
  const auto source =
      openSource("text", folder / "t.txt", {{"length", std::int64_t{10}}, {"most_symbols", std::int64_t{3}}});
  EXPECT_EQ(source->classes(), (Strings{"a", "b", "other"}));
  const Tensor symbols = loaded(*source, 0).input;
  EXPECT_EQ(std::vector<int>(symbols.values<std::int32_t>().begin(), symbols.values<std::int32_t>().end()),
            (std::vector<int>{0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2}));
}

TEST(TextImporter, ReadsATreeOfSourcesAsOne) {
  const TemporaryFolder folder;
  writeBytes(folder / "tree/a/x.c", "int main;\n");
  writeBytes(folder / "tree/b/y.h", "#define X\n");
  writeBytes(folder / "tree/b/data.bin", std::string("\0\1\2", 3));
  writeBytes(folder / "tree/empty.c", "");
  writeBytes(folder / "tree/.git/config", "hidden");
  const auto source = openSource("text", folder / "tree", {{"length", std::int64_t{6}}});
  ASSERT_EQ(source->size(), 3);
  EXPECT_EQ(textOf(*source, 0), "int mai");
  EXPECT_EQ(textOf(*source, 1), "in;\n#de");
  EXPECT_EQ(source->item(0).group, "a/x.c");
  EXPECT_EQ(source->item(2).group, "b/y.h");
  EXPECT_EQ(source->item(2).sourceIndex, 2u);
}

// A state can be carried along what goes on, so that parts of a text stay together whatever the split.
TEST(TextImporter, KeepsManyWindowsInARowTogether) {
  const TemporaryFolder folder;
  const auto partsOf = [&](const fs::path& path, std::int64_t length, std::int64_t step) {
    const auto source = openSource("text", path, {{"length", length}, {"step", step}});
    std::vector<std::int64_t> sizes;
    std::string last = "none";
    for (std::int64_t i = 0; i < source->size(); ++i) {
      const std::string group = source->item(i).group;
      if (group != last || group.empty()) sizes.push_back(0);
      ++sizes.back();
      last = group;
    }
    return sizes;
  };
  writeBytes(folder / "one.txt", std::string(6401, 'x'));
  EXPECT_EQ(partsOf(folder / "one.txt", 10, 0), std::vector<std::int64_t>(64, 10));
  EXPECT_EQ(partsOf(folder / "one.txt", 100, 0), std::vector<std::int64_t>(64, 1));
  EXPECT_EQ(partsOf(folder / "one.txt", 10, 11).size(), 581u) << "windows with gaps between them";
  EXPECT_EQ(partsOf(folder / "one.txt", 10, 5).front(), 254) << "windows that overlap, without two of 256";
  // Short files stay with their neighbours, a long one in one piece.
  for (int i = 0; i < 64; ++i)
    writeBytes(folder / "tree" / fmt::format("{:02}.c", i), std::string(i == 9 ? 8000 : 100, 'x'));
  const auto sizes = partsOf(folder / "tree", 10, 0);
  EXPECT_EQ(std::vector<std::int64_t>(sizes.begin(), sizes.begin() + 6),
            (std::vector<std::int64_t>{30, 30, 30, 800, 30, 30}));
}

TEST(TextImporter, IsRecognisedLast) {
  const TemporaryFolder folder;
  std::string story;
  for (int i = 0; i < 100; ++i) story += "Once upon a time there was a king. ";
  writeBytes(folder / "story.txt", story);
  const Recognition found = recognised(folder / "story.txt");
  EXPECT_EQ(found.importer, "text");
  EXPECT_EQ(found.summary, "27 windows, 129 symbols each, 19 symbols");
  writeBytes(folder / "short.txt", "short");
  EXPECT_EQ(recogniseAny(folder / "short.txt").error().code, ErrorCode::Unsupported);
  EXPECT_TRUE(contains(tryOpen("text", folder / "short.txt").error().text(), "Choose a smaller length"));
  writeBytes(folder / "binary", std::string("\0\1\2\3", 4) + story);
  EXPECT_EQ(recogniseAny(folder / "binary").error().code, ErrorCode::Unsupported);
}

TEST(TextImporter, ReadsManyBlocksAlikeInBothWays) {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; text.size() < (3u << 20); ++i) text += i % 3 ? "ä" : "€";
  writeBytes(folder / "big.txt", text);
  const auto source = openSource("text", folder / "big.txt", {{"length", std::int64_t{999}}});
  const std::int64_t last = source->size() - 1;
  EXPECT_EQ(textOf(*source, last), [&] {
    std::string part;
    for (std::int64_t i = last * 999; i < last * 999 + 1000; ++i) part += i % 3 ? "ä" : "€";
    return part;
  }());
}

TEST(LabelledTextImporter, TakesAFolderPerClass) {
  const TemporaryFolder folder;
  for (const char* split : {"train", "test"})
    for (const char* name : {"neg", "pos"})
      for (int i = 0; i < 3; ++i)
        writeBytes(folder / (std::string("set/") + split + "/" + name + "/" + std::to_string(i) + ".txt"),
                   "It was " + std::string(name));
  const Recognition found = recognised(folder / "set");
  EXPECT_EQ(found.importer, "labelled_text");
  EXPECT_EQ(found.summary, "12 texts, 512 symbols each, 2 classes");
  const auto source = openSource("labelled_text", folder / "set", {{"length", std::int64_t{12}}});
  const LoadedItem item = loaded(*source, 0);
  EXPECT_EQ(item.input.shape(), Shape{12});
  EXPECT_EQ(item.input.values<std::int32_t>()[0], 'I');
  EXPECT_EQ(item.input.values<std::int32_t>()[11], 0);
  EXPECT_EQ(source->item(0).split, Split::Test);
}

}  // namespace
}  // namespace fovea::test
