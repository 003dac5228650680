// Arrays in files of MATLAB: made here byte by byte.
#include <bit>

#include "../mat_support.h"
#include "core/base/random.h"
#include "core/data/importers/mat_records.h"
#include "importer_support.h"

namespace fovea::test {
namespace {

std::string doubles(const std::vector<double>& values) {
  std::string bytes;
  for (const double value : values) {
    const auto raw = std::bit_cast<std::array<char, 8>>(value);
    bytes.append(raw.begin(), raw.end());
  }
  return bytes;
}

TEST(MatImporter, TheSamplesLieAlongTheAxisThatHasAsManyAsTheTargets) {
  const TemporaryFolder folder;
  for (const bool packed : {false, true}) {
    // 2×3×1×4: the value tells row + 10 · column + 100 · sample.
    std::string pixels;
    for (int n = 0; n < 4; ++n)
      for (int column = 0; column < 3; ++column)
        for (int row = 0; row < 2; ++row) pixels += static_cast<char>(row + 10 * column + 50 * n);
    writeBytes(folder / "last.mat", matFile({{"images", {2, 3, 1, 4}, pixels, 2, 9, packed},
                                             {"labels", {4, 1}, doubles({3, 1, 3, 2}), 9, 6, packed}}));
    const auto source = openSource("arrays", folder / "last.mat");
    ASSERT_EQ(source->size(), 4);
    EXPECT_EQ(source->classes(), (std::vector<std::string>{"1", "2", "3"}))
        << "whole numbers, though MATLAB keeps them as fractions";
    EXPECT_EQ(source->item(3).label, 1);
    const Tensor picture = loaded(*source, 2).input;
    EXPECT_EQ(picture.shape(), (Shape{1, 2, 3}));
    EXPECT_EQ(picture.data<std::uint8_t>()[5], 1 + 20 + 100);
    EXPECT_EQ(picture.data<std::uint8_t>()[1], 10 + 100);
  }
  // A table: four rows of two features.
  writeBytes(folder / "first.mat", matFile({{"X", {4, 2}, doubles({1, 2, 3, 4, 10, 20, 30, 40.5}), 9, 6},
                                            {"y", {1, 4}, std::string("\0\1\0\1", 4)}}));
  const auto table = openSource("arrays", folder / "first.mat");
  ASSERT_EQ(table->size(), 4);
  EXPECT_EQ(loaded(*table, 3).input.data<float>()[1], 40.5f);
  EXPECT_EQ(loaded(*table, 1).input.data<float>()[0], 2);
}

TEST(MatImporter, AsksWhereTheSamplesMayLieAlongEitherAxis) {
  const TemporaryFolder folder;
  writeBytes(folder / "a.mat", matFile({{"X", {2, 2}, "abcd"}, {"y", {2, 1}, std::string("\0\1", 2)}}));
  const auto source = openSource("arrays", folder / "a.mat");
  EXPECT_FALSE(checkDecided(source->decisions()).ok());
  EXPECT_EQ(loaded(*source, 0).input.data<float>()[1], 'c');
  const auto last = openSource("arrays", folder / "a.mat", {{"samples", std::string("last")}});
  EXPECT_TRUE(checkDecided(last->decisions()).ok());
  EXPECT_EQ(loaded(*last, 0).input.data<float>()[1], 'b');
}

TEST(MatImporter, SaysWhatItLeavesOut) {
  const TemporaryFolder folder;
  writeBytes(folder / "a.mat",
             matFile({{"x", {3, 2}, "abcdef"}, {"meta", {1, 2}, "", 2, 2}, {"labels", {1, 3}, "abc", 2, 4}}));
  const auto source = openSource("arrays", folder / "a.mat", {{"samples", std::string("first")}});
  EXPECT_EQ(source->task(), Task::Unlabelled);
  const std::string words = wordsOf(*source);
  EXPECT_TRUE(words.find("a.mat: meta") != std::string::npos) << words;
  EXPECT_TRUE(words.find("it holds text") != std::string::npos) << words;
  writeBytes(folder / "b.mat", matFile({{"alpha", {3, 2}, "abcdef"}, {"beta", {3, 1}, "abc"}}));
  const auto unnamed = tryOpen("arrays", folder / "b.mat");
  ASSERT_FALSE(unnamed.ok());
  EXPECT_TRUE(unnamed.error().text().find("alpha (3×2), beta (3)") != std::string::npos) << unnamed.error().text();
  EXPECT_TRUE(unnamed.error().text().find("inputs=") != std::string::npos);
  const auto named =
      openSource("arrays", folder / "b.mat", {{"inputs", std::string("alpha")}, {"targets", std::string("beta")}});
  EXPECT_EQ(named->size(), 3);
  EXPECT_EQ(named->task(), Task::Classification);
}

MatVariable structure(const std::string& name, std::vector<MatVariable> fields, bool packed = false) {
  return {name, {1, 1}, "", 2, 2, packed, std::move(fields)};
}

TEST(MatImporter, ReadsTheFieldsOfStructures) {
  const TemporaryFolder folder;
  for (const bool packed : {false, true}) {
    writeBytes(folder / "a.mat", matFile({structure("set",
                                                    {structure("deep", {{"note", {1, 3}, "abc", 2, 4},
                                                                        {"images", {3, 2}, "abcdef"},
                                                                        {"labels", {3, 1}, std::string("\1\2\1", 3)}}),
                                                     {"several", {1, 2}, "", 2, 2}},
                                                    packed)}));
    const auto source = openSource("arrays", folder / "a.mat", {{"samples", std::string("first")}});
    ASSERT_EQ(source->size(), 3);
    EXPECT_EQ(source->classes(), (std::vector<std::string>{"1", "2"}));
    EXPECT_EQ(loaded(*source, 1).input.data<float>()[1], 'e');
    const std::string words = wordsOf(*source);
    EXPECT_NE(words.find("set/several: left out, it is a structure of several elements"), std::string::npos) << words;
    EXPECT_NE(words.find("set/deep/note: left out, it holds text"), std::string::npos) << words;
  }
}

TEST(MatImporter, RefusesStructuresThatAreTooDeepOrDamaged) {
  const TemporaryFolder folder;
  MatVariable inner{"images", {3, 2}, "abcdef"};
  for (int i = 0; i < 40; ++i) inner = structure("s", {inner});
  writeBytes(folder / "a.mat", matFile({inner}));
  const auto deep = tryOpen("arrays", folder / "a.mat");
  ASSERT_FALSE(deep.ok());
  EXPECT_EQ(deep.error().code, ErrorCode::InvalidArgument) << deep.error().text();
  const std::string whole = matFile({structure("set", {{"images", {3, 2}, "abcdef"}})});
  // A structure whose element ends before its field does.
  std::string shorter = whole;
  shorter[128 + 4] = static_cast<char>(shorter[128 + 4] - 16);
  writeBytes(folder / "a.mat", shorter);
  EXPECT_FALSE(tryOpen("arrays", folder / "a.mat").ok());
  surviveMutations("arrays", folder / "a.mat", folder / "a.mat", whole);
}

TEST(MatRecords, AreReadElementByElement) {
  const TemporaryFolder folder;
  MatVariable list{"list", {1, 2}, "", 2, 2};
  for (const int i : {0, 1}) {
    list.fields.push_back(matText("name", i == 0 ? "a" : ""));
    list.fields.push_back({"size", {1, 1}, doubles({1.5 + i}), 9, 6});
    list.fields.push_back({"several", {1, 2}, "ab"});
    list.fields.push_back(matCells("wrapped", {"in a cell"}));
  }
  const MatVariable wide{"wide", {1, 2}, std::string("\x42\0\xfc\0", 4), 4, 4};
  MatVariable cells{"cells", {2, 1}, "", 2, 1, true};
  cells.fields = {wide, matScalar("", 300)};
  for (const bool packed : {false, true}) {
    list.packed = packed;
    writeBytes(folder / "a.mat", matFile({{"x", {1, 1}, "a"}, list, cells, structure("set", {list})}));
    const auto found = readMatRecords(folder / "a.mat");
    ASSERT_TRUE(found.ok()) << found.error().text();
    ASSERT_EQ(found->size(), 4u);
    const MatRecords& records = (*found)[0];
    EXPECT_EQ(records.name, "list");
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(records.at(0, 0).text, "a");
    EXPECT_EQ(records.at(1, 0).text, "");
    EXPECT_EQ(records.at(1, *records.fieldNamed("size")).number, 2.5);
    EXPECT_FALSE(records.at(0, *records.fieldNamed("several")).number) << "it is no single number";
    EXPECT_EQ(records.at(0, *records.fieldNamed("wrapped")).text, "in a cell");
    EXPECT_EQ((*found)[1].at(0, 0).text, "B\xc3\xbc");
    EXPECT_EQ((*found)[1].at(1, 0).number, 300);
    EXPECT_EQ(findMatRecords(folder / "a.mat", "set/list")->size(), 2u) << "in a structure of one element";
    EXPECT_FALSE(findMatRecords(folder / "a.mat", "none"));
  }
}

TEST(MatRecords, DamagedOnesAreRefused) {
  const TemporaryFolder folder;
  MatVariable inner = matCells("deep", {"a"});
  for (int i = 0; i < 40; ++i) {
    MatVariable outer{"deep", {1, 1}, "", 2, 1};
    outer.fields = {inner};
    inner = outer;
  }
  writeBytes(folder / "a.mat", matFile({inner}));
  EXPECT_TRUE(readMatRecords(folder / "a.mat").ok());
  // More elements than the file has bytes for.
  MatVariable many = matCells("many", {"a", "b"});
  many.axes = {60000, 60000};
  writeBytes(folder / "a.mat", matFile({many}));
  expectError(readMatRecords(folder / "a.mat"), ErrorCode::Corrupt);
  const std::string whole = matFile({matCells("names", {"ab", "cdefgh"}, true), matCells("names", {"ab", "c"})});
  for (std::size_t size = 0; size < whole.size(); size += 3) {
    writeBytes(folder / "a.mat", whole.substr(0, size));
    (void)readMatRecords(folder / "a.mat");
  }
  Random random(4);
  for (int i = 0; i < 2000; ++i) {
    std::string changed = whole;
    for (int k = 0; k < 3; ++k) changed[random.next32() % changed.size()] = static_cast<char>(random.next32());
    writeBytes(folder / "a.mat", changed);
    const auto read = readMatRecords(folder / "a.mat");
    EXPECT_TRUE(read.ok() || !read.error().message.empty());
  }
}

TEST(MatImporter, RefusesWhatItCannotRead) {
  const TemporaryFolder folder;
  const auto error = [&](const std::string& file) {
    writeBytes(folder / "x.mat", file);
    const auto opened = tryOpen("arrays", folder / "x.mat");
    return opened.ok() ? std::string() : opened.error().text();
  };
  const std::string whole = matFile({{"x", {3, 2}, "abcdef"}});
  EXPECT_EQ(error(whole), "");
  EXPECT_NE(error(whole.substr(0, whole.size() - 9)).find("cut off"), std::string::npos);
  EXPECT_NE(error(matFile({{"x", {3, 3}, "abcdef"}})), "");
  EXPECT_NE(error("MATLAB 4").find("-v7"), std::string::npos);
}

TEST(MatImporter, SurvivesMutations) {
  const TemporaryFolder folder;
  for (const bool packed : {false, true})
    surviveMutations("arrays", folder / "x.mat", folder / "x.mat",
                     matFile({{"X", {2, 3, 4}, std::string(24, 'a'), 2, 9, packed},
                              {"labels", {1, 4}, doubles({1, 2, 1, 3}), 9, 6, packed}}));
}

}  // namespace
}  // namespace fovea::test
