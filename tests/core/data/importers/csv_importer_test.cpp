// Tables with all their habits: delimiters, quotes, headers, missing values, columns guessed and chosen.
#include "core/data/importers/delimited_file.h"
#include "core/data/importing/names.h"
#include "importer_support.h"

namespace fovea::test {
namespace {

using Strings = std::vector<std::string>;
constexpr const char* kTables = "/usr/lib/python3/dist-packages/sklearn/datasets/data";

std::vector<Strings> recordsOf(const fs::path& path, const std::string& content, char delimiter = 0) {
  writeBytes(path, content);
  auto file = DelimitedFile::open(path, delimiter);
  EXPECT_TRUE(file.ok());
  std::vector<Strings> records;
  std::vector<std::string_view> fields;
  for (;;) {
    const auto more = (*file)->next(fields);
    EXPECT_TRUE(more.ok());
    if (!more.ok() || !*more) return records;
    records.emplace_back(fields.begin(), fields.end());
  }
}

TEST(DelimitedFile, FollowsTheStandardAndItsHabits) {
  const TemporaryFolder folder;
  const fs::path path = folder / "a.csv";
  EXPECT_EQ(recordsOf(path, "a,\"b,c\",\"d\"\"e\"\r\n1,,\"two\nlines\"\r\n"),
            (std::vector<Strings>{{"a", "b,c", "d\"e"}, {"1", "", "two\nlines"}}));
  EXPECT_EQ(recordsOf(path, "\xef\xbb\xbfx;y\n1,5;2\n\n3;4,5\n"),
            (std::vector<Strings>{{"x", "y"}, {"1,5", "2"}, {"3", "4,5"}}));
  EXPECT_EQ(recordsOf(path, "a\tb c\n1\t2 3"), (std::vector<Strings>{{"a", "b c"}, {"1", "2 3"}}));
  EXPECT_EQ(recordsOf(path, "  5  16 60\n 2 3   4 \n"), (std::vector<Strings>{{"5", "16", "60"}, {"2", "3", "4"}}));
  EXPECT_EQ(recordsOf(path, "a|b\n", '|'), (std::vector<Strings>{{"a", "b"}}));
  EXPECT_EQ(recordsOf(path, ""), std::vector<Strings>{});
  EXPECT_EQ(recordsOf(path, gzip("a,b\n1,2\n")), (std::vector<Strings>{{"a", "b"}, {"1", "2"}}));
}

// What programs write by the standard is read back, however rarely fields between tabs hold line ends, tabs and quotes.
TEST(DelimitedFile, StandardQuotesBetweenTabsAreKept) {
  const TemporaryFolder folder;
  unsigned seed = 7;
  const auto random = [&](unsigned below) { return ((seed = seed * 1103515245u + 12345u) >> 16 & 0x7fff) % below; };
  const Strings rare{"two\nlines", "a \"word\" in quotes", "\"quoted\"", "with\ta tab", "\"", "ends in\n"};
  for (int table = 0; table < 100; ++table) {
    const std::size_t columns = 2 + random(4), rows = 3 + random(60);
    const bool all = random(2) == 0;
    const unsigned seldom = 1 + random(60);
    std::vector<Strings> wanted;
    std::string text;
    for (std::size_t row = 0; row < rows; ++row) {
      wanted.emplace_back();
      for (std::size_t column = 0; column < columns; ++column) {
        const std::string field =
            random(seldom) == 0 ? rare[random(static_cast<unsigned>(rare.size()))] : fmt::format("w{}", random(99));
        std::string written;
        for (const char c : field) written += c == '"' ? std::string("\"\"") : std::string(1, c);
        const bool quoted = all || field.find_first_of("\t\n\"") != std::string::npos;
        text += (column > 0 ? "\t" : "") + (quoted ? "\"" + written + "\"" : field);
        wanted.back().emplace_back(trimmed(field));
      }
      text += "\n";
    }
    ASSERT_EQ(recordsOf(folder / "a.tsv", text, '\t'), wanted) << text;
  }
}

TEST(DelimitedFile, SaysWhereAQuoteIsLeftOpen) {
  const TemporaryFolder folder;
  writeBytes(folder / "a.csv", "a,b\n1,2\n3,\"4\n5,6\n");
  const auto file = DelimitedFile::open(folder / "a.csv");
  std::vector<std::string_view> fields;
  ASSERT_TRUE((*file)->next(fields).ok());
  ASSERT_TRUE((*file)->next(fields).ok());
  const auto bad = (*file)->next(fields);
  EXPECT_EQ(bad.error().code, ErrorCode::Corrupt);
  EXPECT_TRUE(contains(bad.error().message, "line 3: a quote is opened"));
}

TEST(CsvImporter, ReadsNumbersWithClasses) {
  const TemporaryFolder folder;
  writeBytes(folder / "t.csv",
             "width,height,comment,species\n1,2,x y,cat\n3,4.5,z,dog\n5,,w,cat\n7,many,v,cat\n-1e3,8,u,dog\n");
  const Recognition found = recognised(folder / "t.csv");
  EXPECT_EQ(found.importer, "csv");
  EXPECT_EQ(found.task, Task::Classification);
  const FieldValues columns{{"feature_columns", std::string("width, 2")}, {"missing", std::string("leave_out")}};
  const auto source = openSource("csv", folder / "t.csv", columns);
  ASSERT_EQ(source->size(), 3);
  EXPECT_EQ(source->classes(), (Strings{"cat", "dog"}));
  EXPECT_EQ(source->item(1).label, 1);
  EXPECT_EQ(source->item(2).sourceIndex, 6u);
  const Tensor input = loaded(*source, 2).input;
  EXPECT_EQ(input.shape(), Shape{2});
  EXPECT_EQ(input.data<float>()[0], -1000.0f);
  ASSERT_EQ(source->problems().size(), 2u);
  EXPECT_EQ(source->problems()[0].reason, "line 4: \"height\" has no value");
  EXPECT_EQ(source->problems()[1].reason, "line 5: \"height\" is \"many\" and not a number");
}

TEST(CsvImporter, PredictsNumbersFromNumbers) {
  const TemporaryFolder folder;
  writeBytes(folder / "t.tsv", "a\tb\tprice\tarea\n1\t2\t3.5\t10.25\n4\t5\t6.5\t11.5\n");
  const auto last = openSource("csv", folder / "t.tsv");
  EXPECT_EQ(last->task(), Task::Regression);
  EXPECT_EQ(loaded(*last, 1).target.data<float>()[0], 11.5f);
  EXPECT_EQ(loaded(*last, 1).input.shape(), Shape{3});
  const auto both = openSource("csv", folder / "t.tsv", {{"target_columns", std::string("price,area")}});
  const LoadedItem item = loaded(*both, 0);
  EXPECT_EQ(item.target.shape(), Shape{2});
  EXPECT_EQ(item.target.data<float>()[1], 10.25f);
  EXPECT_EQ(item.input.shape(), Shape{2});
}

TEST(CsvImporter, ReadsImagesSplitsAndGroups) {
  const TemporaryFolder folder;
  for (int i = 0; i < 4; ++i) writeBytes(folder / ("set/img/" + std::to_string(i) + ".png"), greyPng(3, 3, i));
  writeBytes(folder / "set/index.csv",
             "Path,Label,Split,group\nimg/0.png,owl,train,p1\nimg/1.png,\"lark, grey\",val,p1\n"
             "img/2.png,owl,test,p2\nimg/3.png,owl,elsewhere,p2\n");
  const FieldValues split{{"split_column", std::string("split")}};
  const auto source = openSource("csv", folder / "set/index.csv", split);
  ASSERT_EQ(source->size(), 3);
  EXPECT_EQ(source->classes(), (Strings{"lark, grey", "owl"}));
  EXPECT_EQ(source->item(1).split, Split::Validation);
  EXPECT_EQ(source->item(1).group, "p1");
  EXPECT_TRUE(source->item(2).source.ends_with("set/img/2.png"));
  EXPECT_EQ(pixelsOf(loaded(*source, 2)).data<std::uint8_t>()[0], 2);
  EXPECT_EQ(source->problems()[0].reason, "line 5: \"elsewhere\" is no split");
}

TEST(CsvImporter, ReadsTablesOfSplitsAndShapes) {
  const TemporaryFolder folder;
  std::string rows = "label,p1,p2,p3,p4\n";
  for (int i = 0; i < 20; ++i) rows += std::to_string(i % 3) + ",1,2,3," + std::to_string(i) + "\n";
  writeBytes(folder / "set/train.csv", rows);
  writeBytes(folder / "set/test.csv", "label,p1,p2,p3,p4\n1,9,9,9,9\n3,9,9,9,9\n");
  const auto source = openSource("csv", folder / "set", {{"feature_shape", std::vector<std::int64_t>{1, 2, 2}}});
  EXPECT_EQ(source->classes(), (Strings{"0", "1", "2", "3"}));
  EXPECT_EQ(source->size(), 22);
  EXPECT_EQ(source->item(0).split, Split::Test);
  EXPECT_EQ(loaded(*source, 0).input.shape(), (Shape{1, 2, 2}));
  const auto wrong = tryOpen("csv", folder / "set", {{"feature_shape", std::vector<std::int64_t>{3, 3}}});
  EXPECT_TRUE(contains(wrong.error().text(), "A sample has 4 numbers, and the feature shape [3, 3] has 9"));
}

TEST(CsvImporter, TakesTextsWithAClass) {
  const TemporaryFolder folder;
  writeBytes(
      folder / "t.csv",
      "review,label\n\"A fine film, well made\",good\nDull and long,bad\nI liked the end,good\nNever again,bad\n");
  const auto source = openSource("csv", folder / "t.csv");
  EXPECT_EQ(source->task(), Task::Classification);
  EXPECT_EQ(source->classes(), (std::vector<std::string>{"bad", "good"}));
  const Tensor text = loaded(*source, 0).input;
  EXPECT_EQ(text.shape(), Shape{64});  // what the longest needs, in steps of 64
  EXPECT_EQ(text.data<std::int32_t>()[0], 'A');
  EXPECT_EQ(text.data<std::int32_t>()[63], 0);
  const auto cut = openSource("csv", folder / "t.csv", {{"text_length", std::int64_t{3}}});
  EXPECT_EQ(loaded(*cut, 1).input.data<std::int32_t>()[2], 'l');
}

TEST(CsvImporter, TakesSeveralLabels) {
  const TemporaryFolder folder;
  writeBytes(folder / "t.csv", "x,y,red,round\n1,2,1,0\n3,4,0,0\n5,6,1,1\n7,8,2,1\n");
  const auto columns = openSource("csv", folder / "t.csv", {{"label_columns", std::string("red, round")}});
  EXPECT_EQ(columns->task(), Task::MultiLabel);
  EXPECT_EQ(columns->classes(), (std::vector<std::string>{"red", "round"}));
  ASSERT_EQ(columns->size(), 3);
  EXPECT_EQ(loaded(*columns, 0).labels, (std::vector<std::int32_t>{0}));
  EXPECT_TRUE(loaded(*columns, 1).labels.empty());
  EXPECT_EQ(loaded(*columns, 2).labels, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(loaded(*columns, 2).input.shape(), Shape{2});
  ASSERT_EQ(columns->problems().size(), 1u);
  EXPECT_EQ(columns->problems()[0].reason, "line 5: \"red\" is \"2\", and not 0 or 1");
  writeBytes(folder / "u.csv", "x,tags\n1,wood;iron\n2,\n3,clay ; wood\n");
  const auto separated = openSource("csv", folder / "u.csv", {{"label_separator", std::string(";")}});
  EXPECT_EQ(separated->classes(), (std::vector<std::string>{"clay", "iron", "wood"}));
  EXPECT_EQ(loaded(*separated, 0).labels, (std::vector<std::int32_t>{1, 2}));
  EXPECT_TRUE(loaded(*separated, 1).labels.empty());
  EXPECT_EQ(loaded(*separated, 2).labels, (std::vector<std::int32_t>{0, 2}));
}

TEST(CsvImporter, NamesTheColumnsThatThereAre) {
  const TemporaryFolder folder;
  writeBytes(folder / "t.csv", "a,b\n1,2\n3,4\n");
  const auto wrong = tryOpen("csv", folder / "t.csv", {{"label_column", std::string("kind")}});
  EXPECT_EQ(wrong.error().code, ErrorCode::InvalidArgument);
  EXPECT_TRUE(contains(wrong.error().text(), "It has: a, b."));
}

TEST(CsvImporter, ReadsRealTables) {
  if (!fs::exists(fs::path(kTables) / "iris.csv")) GTEST_SKIP() << "python3-sklearn is not installed";
  const auto iris = openSource("csv", fs::path(kTables) / "iris.csv");
  EXPECT_EQ(iris->task(), Task::Classification);
  EXPECT_EQ(iris->size(), 150);
  EXPECT_EQ(iris->classes(), (Strings{"setosa", "versicolor", "virginica"}));
  EXPECT_EQ(loaded(*iris, 0).input.values<float>()[0], 5.1f);
  EXPECT_EQ(iris->item(149).label, 2);
  const auto wine = openSource("csv", fs::path(kTables) / "wine_data.csv");
  EXPECT_EQ(wine->size(), 178);
  EXPECT_EQ(loaded(*wine, 0).input.shape(), Shape{13});
  const auto cancer = openSource("csv", fs::path(kTables) / "breast_cancer.csv");
  EXPECT_EQ(cancer->size(), 569);
  EXPECT_EQ(cancer->classes(), (Strings{"malignant", "benign"}));
  const auto boston = openSource("csv", fs::path(kTables) / "boston_house_prices.csv");
  EXPECT_EQ(boston->task(), Task::Regression);
  EXPECT_EQ(boston->size(), 506);
  EXPECT_EQ(loaded(*boston, 0).target.values<float>()[0], 24.0f);
  EXPECT_EQ(loaded(*boston, 0).input.shape(), Shape{13});
  const auto linnerud = openSource("csv", fs::path(kTables) / "linnerud_exercise.csv");
  EXPECT_EQ(linnerud->size(), 20);
  const auto digits = openSource("csv", fs::path(kTables) / "digits.csv.gz");
  EXPECT_EQ(digits->size(), 1797);
  EXPECT_EQ(digits->classes().size(), 10u);
  EXPECT_EQ(loaded(*digits, 0).input.shape(), Shape{64});
  EXPECT_EQ(recognised(fs::path(kTables) / "iris.csv").summary, "150 rows, 4 numbers each, 3 classes");
}

TEST(CsvImporter, SurvivesMutations) {
  const TemporaryFolder folder;
  const std::string table = "a,b,\"c\",label\n1,2,\"3\",x\n4,5,6,y\n7,8,9,x\n1e5,-2,0.5,y\n";
  EXPECT_GT(surviveMutations("csv", folder / "t.csv", folder / "t.csv", table), 300);
}

}  // namespace
}  // namespace fovea::test
