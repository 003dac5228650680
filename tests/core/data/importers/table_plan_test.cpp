// Guesses about a table: files matched by names, types from all rows, columns that are useless for learning.
#include <fmt/format.h>

#include "core/data/importers/table_values.h"
#include "importer_support.h"

namespace fovea::test {
namespace {

using Strings = std::vector<std::string>;

// `count` rows as `row` writes them.
std::string rowsOf(int count, const std::function<std::string(int)>& row, int first = 0) {
  std::string text;
  for (int i = first; i < first + count; ++i) text += row(i) + "\n";
  return text;
}

std::string reasonFor(const ImportSource& source, const std::string& what) {
  for (const ImportDecision& each : source.decisions())
    if (each.what == what) return each.chosen + ": " + each.because;
  return "";
}

bool decided(const ImportSource& source) {
  return checkDecided(source.decisions()).ok();
}

std::vector<float> numbersOf(const ImportSource& source, std::int64_t index) {
  const Tensor input = loaded(source, index).input;
  const auto values = input.values<float>();
  return {values.begin(), values.end()};
}

// The options that an alternative names, with values of their types.
FieldValues optionsFrom(const Schema& schema, const std::string& alternative) {
  FieldValues options;
  for (const std::string& each : optionsOf(alternative)) {
    const std::string key = each.substr(0, each.find('='));
    const Field* field = schema.find(key);
    EXPECT_NE(field, nullptr) << each;
    if (field) options.set(key, valueOf(fieldValueFromText(*field, each.substr(key.size() + 1))));
  }
  return options;
}

// Every answer that a question offers must be enough for an import.
class AnswersTest : public ::testing::TestWithParam<const char*> {};

TEST_P(AnswersTest, EachOfferedAnswerIsEnough) {
  const TemporaryFolder folder;
  const fs::path file = folder / "table.csv";
  const std::string form = GetParam();
  const auto row = [&](int i) {
    if (form == "digits without a header") return fmt::format("{},{},{},{}", i % 7, i % 5, i * 7 % 16, i % 10);
    if (form == "fractions without a header") return fmt::format("{}.5,{}.25,{}.75", i % 7, i % 5, i * 7 % 16);
    if (form == "measures in the last column") return fmt::format("{}.5,{}.25,{}", i % 7, i % 5, i * 31 % 97);
    return fmt::format("{}.5,{}.25,{}", i % 7, i % 5, 3 + i % 6);
  };
  std::string header;
  if (form == "measures in the last column") header = "a,b,c\n";
  if (form == "quality") header = "a,b,quality\n";
  writeBytes(file, header + rowsOf(400, row));
  const auto importer = *findImporter("csv");
  const auto source = openSource("csv", file);
  ASSERT_FALSE(decided(*source));
  for (const ImportDecision& question : source->decisions()) {
    if (question.sure) continue;
    EXPECT_GE(question.alternatives.size(), 2u);
    for (const std::string& answer : question.alternatives) {
      const auto answered = tryOpen("csv", file, optionsFrom(importer->options(), answer));
      ASSERT_TRUE(answered.ok()) << answer << ": " << answered.error().text();
      EXPECT_TRUE(decided(**answered)) << answer << ": " << checkDecided((*answered)->decisions()).error().text();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(TableTargets, AnswersTest,
                         ::testing::Values("digits without a header", "fractions without a header",
                                           "measures in the last column", "quality"));

TEST(TableFiles, ColumnsAreMatchedByName) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/train.csv", "a,b,label\n" + rowsOf(20, [](int i) {
                                         return fmt::format("{},{}.5,{}", i * 7 % 11, i * 3 % 13, i % 2 ? "x" : "y");
                                       }));
  writeBytes(folder / "set/test.csv", "row_id,label,b,a\n" + rowsOf(10, [](int i) {
                                        return fmt::format("r{},{},{}.25,{}", i, i % 2 ? "x" : "y", 100 + i, 200 + i);
                                      }));
  const auto source = openSource("csv", folder / "set");
  ASSERT_EQ(source->size(), 30);
  EXPECT_EQ(source->classes(), (Strings{"x", "y"}));
  EXPECT_EQ(source->item(1).split, Split::Test);
  EXPECT_EQ(numbersOf(*source, 1), (std::vector<float>{201, 101.25f}));
  EXPECT_EQ(source->item(1).label, 0);
  EXPECT_TRUE(contains(reasonFor(*source, "columns of test.csv: row_id"), "left out"));
}

TEST(TableFiles, FilesThatDifferAreRefusedByName) {
  const TemporaryFolder folder;
  const auto row = [](int i) { return fmt::format("{},{},{}", i * 7 % 11, i * 3 % 13, i % 2); };
  writeBytes(folder / "set/train.csv", "a,b,label\n" + rowsOf(20, row));
  writeBytes(folder / "set/test.csv", "a,c,label\n" + rowsOf(20, row));
  const auto differ = tryOpen("csv", folder / "set");
  EXPECT_EQ(differ.error().code, ErrorCode::InvalidArgument);
  EXPECT_TRUE(contains(differ.error().text(), "test.csv lacks 1 of the columns of train.csv: \"b\""));
  EXPECT_EQ(openSource("csv", folder / "set", {{"tables", std::string("train.csv")}})->size(), 20);
  fs::rename(folder / "set/train.csv", folder / "set/red.csv");
  fs::rename(folder / "set/test.csv", folder / "set/white.csv");
  const auto several = tryOpen("csv", folder / "set");
  EXPECT_TRUE(contains(several.error().text(), "red.csv, white.csv"));
}

TEST(TablePlan, MinusOneAndFractionsOfZeroAreClasses) {
  const TemporaryFolder folder;
  const auto table = [&](const std::string& name, const Strings& labels) {
    writeBytes(folder / "t.csv", "u,v," + name + "\n" + rowsOf(24, [&](int i) {
                                   return fmt::format("{}.5,{}.25,{}", i * 7 % 11, i * 3 % 13,
                                                      labels[static_cast<std::size_t>(i) % labels.size()]);
                                 }));
    return openSource("csv", folder / "t.csv");
  };
  for (const char* name : {"label", "class", "target", "y"}) {
    const auto signs = table(name, {"-1", "1"});
    EXPECT_EQ(signs->task(), Task::Classification) << name;
    EXPECT_EQ(signs->classes(), (Strings{"-1", "1"}));
    EXPECT_TRUE(decided(*signs));
    EXPECT_EQ(table(name, {"0.0", "1.0", "1"})->classes(), (Strings{"0", "1"}));
    EXPECT_EQ(table(name, {"007", "012", "100"})->classes(), (Strings{"007", "012", "100"}));
    EXPECT_EQ(table(name, {"NA", "None", "yes"})->classes(), (Strings{"NA", "None", "yes"}));
    EXPECT_EQ(table(name, {"3", "5", "8"})->task(), Task::Classification);
    EXPECT_EQ(table(name, {"0.5", "1.5", "2"})->task(), Task::Regression);
  }
  const auto asked = table("grade", {"3", "5", "8"});
  EXPECT_FALSE(decided(*asked));
  EXPECT_TRUE(decided(*openSource("csv", folder / "t.csv", {{"task", std::string("regression")}})));
  EXPECT_TRUE(decided(*openSource("csv", folder / "t.csv", {{"label_column", std::string("grade")}})));
  const auto fewer = openSource("csv", folder / "t.csv",
                                {{"label_column", std::string("grade")}, {"missing_words", std::string("8,none")}});
  EXPECT_EQ(fewer->classes(), (Strings{"3", "5"}));
  EXPECT_EQ(fewer->problems().size(), 8u);
}

TEST(TablePlan, TheWholeFileSaysWhatAColumnIs) {
  const TemporaryFolder folder;
  const int rows = 5000;
  const auto row = [&](int i) {
    return fmt::format("{},{},{}", i * 7 % 101, i == 10 || i == rows - 10 ? "bad" : std::to_string(i % 17) + ".5",
                       i == rows - 5 ? "2.5" : std::to_string(i % 3));
  };
  writeBytes(folder / "t.csv", "a,b,label\n" + rowsOf(rows, row));
  const auto source = openSource("csv", folder / "t.csv");
  EXPECT_EQ(source->task(), Task::Regression);
  EXPECT_EQ(source->size(), rows - 2);
  EXPECT_EQ(loaded(*source, 0).input.shape(), Shape{2});
  ASSERT_EQ(source->problems().size(), 2u);
  EXPECT_EQ(source->problems()[0].reason, "line 12: \"b\" is \"bad\" and not a number");
  EXPECT_EQ(source->problems()[1].reason, "line 4992: \"b\" is \"bad\" and not a number");
  EXPECT_TRUE(decided(*source));
  // Called missing, they are filled in.
  EXPECT_EQ(openSource("csv", folder / "t.csv", {{"missing_words", std::string("bad")}})->size(), rows);
}

TEST(TablePlan, DecimalCommasAreNumbers) {
  const TemporaryFolder folder;
  writeBytes(folder / "t.csv", "Breite;Preis;Art\n" + rowsOf(20, [](int i) {
                                 return fmt::format("{},5;1.{:03},25;{}", i * 7 % 11, i * i, i % 2 ? "x" : "y");
                               }));
  const auto source = openSource("csv", folder / "t.csv");
  EXPECT_EQ(source->classes(), (Strings{"x", "y"}));
  EXPECT_EQ(numbersOf(*source, 3), (std::vector<float>{10.5f, 1009.25f}));
  EXPECT_TRUE(decided(*source));
  EXPECT_TRUE(contains(reasonFor(*source, "the decimal sign"), "a comma: 40 numbers"));
}

TEST(TablePlan, ColumnsThatSayNothingAreLeftOut) {
  const TemporaryFolder folder;
  writeBytes(folder / "t.csv", "n,shuffled,customerID,file,same,twin,x,kind,species\n" + rowsOf(20, [](int i) {
                                 return fmt::format("{0},{1},c-{2},p{2}.png.txt,1,{3}.5,{3}.5,{4},{5}", 100 + i,
                                                    1 + i * 7 % 20, i * 31, i * 3 % 13, i % 2, i % 2 ? "owl" : "ant");
                               }));
  const auto source = openSource("csv", folder / "t.csv");
  EXPECT_EQ(source->classes(), (Strings{"ant", "owl"}));
  EXPECT_EQ(numbersOf(*source, 2), (std::vector<float>{6.5f}));
  EXPECT_EQ(reasonFor(*source, "column n"), "left out: its values rise by one from row to row");
  EXPECT_EQ(reasonFor(*source, "column shuffled"),
            "left out: its values are the whole numbers from 1 to 20, each once");
  EXPECT_EQ(reasonFor(*source, "column customerID"), "left out: it is named as an id and every row has another value");
  EXPECT_EQ(reasonFor(*source, "column file"), "left out: its values are names of files");
  EXPECT_EQ(reasonFor(*source, "column same"), "left out: all rows have the same value");
  EXPECT_EQ(reasonFor(*source, "column x"), "left out: it is the same as \"twin\" in every row");
  EXPECT_TRUE(contains(reasonFor(*source, "column kind"), "the class under another name"));
  const auto kept = openSource("csv", folder / "t.csv", {{"keep_columns", std::string("n,same,x")}});
  EXPECT_EQ(numbersOf(*kept, 2), (std::vector<float>{102, 1, 6.5f, 6.5f}));
  const auto without = openSource("csv", folder / "t.csv",
                                  {{"keep_columns", std::string("n")}, {"leave_out_columns", std::string("twin,x")}});
  EXPECT_EQ(numbersOf(*without, 2), (std::vector<float>{102}));
}

TEST(TablePlan, DatesAreDays) {
  EXPECT_EQ(dateOf("1970-01-02", DateOrder::YearFirst), 1);
  EXPECT_EQ(dateOf("2024-03-01T12:00:00Z", DateOrder::YearFirst), 19783.5);
  EXPECT_EQ(dateOf("2024-03-01T12:00:00+02:00", DateOrder::YearFirst),
            dateOf("2024-03-01T10:00Z", DateOrder::YearFirst));
  EXPECT_EQ(dateOf("2024-03-01 22:30:00-0330", DateOrder::YearFirst), dateOf("2024-03-02T02:00", DateOrder::YearFirst));
  EXPECT_EQ(dateOf("2024-03-01T12:00:00+05", DateOrder::YearFirst), dateOf("2024-03-01T07:00", DateOrder::YearFirst));
  for (const char* zone : {"+rubbish", "+", "-5", "+2:00", "+25:00", "+02:99", "Zulu", "+02:0", "+020:00"})
    EXPECT_EQ(dateOf(std::string("2024-03-01T12:00:00") + zone, DateOrder::YearFirst), std::nullopt) << zone;
  EXPECT_EQ(dateOf("01.03.2024", DateOrder::DayFirst), 19783);
  EXPECT_EQ(dateOf("3/1/2024", DateOrder::MonthFirst), 19783);
  EXPECT_EQ(dateOf("30.02.2024", DateOrder::DayFirst), std::nullopt);
  EXPECT_EQ(dateOf("192.168.2000.1", DateOrder::DayFirst), std::nullopt);
  const TemporaryFolder folder;
  const auto table = [&](int days) {
    writeBytes(folder / "t.csv", "day,x,label\n" + rowsOf(24, [&](int i) {
                                   return fmt::format("1/{}/1970,{}.5,{}", 1 + i * 5 % days, i * 7 % 11, i % 2);
                                 }));
    return openSource("csv", folder / "t.csv");
  };
  const auto clear = table(28);
  EXPECT_TRUE(decided(*clear));
  EXPECT_EQ(numbersOf(*clear, 1), (std::vector<float>{5, 7.5f}));
  EXPECT_FALSE(decided(*table(12)));
  const auto chosen = openSource("csv", folder / "t.csv", {{"date_order", std::string("day_first")}});
  EXPECT_TRUE(decided(*chosen));
  EXPECT_EQ(numbersOf(*chosen, 1), (std::vector<float>{151, 7.5f}));
}

TEST(TablePlan, MissingNumbersAreFilledAsChosen) {
  const TemporaryFolder folder;
  writeBytes(folder / "t.csv", "u,v,label\n" + rowsOf(9, [](int i) {
                                 return fmt::format("{},{}.5,{}", i % 3 == 2 ? "NA" : std::to_string(i * i), i * 3 % 7,
                                                    i % 2 ? "x" : "y");
                               }));
  const auto filled = [&](const std::string& how) {
    return numbersOf(*openSource("csv", folder / "t.csv", {{"missing", how}}), 2);
  };
  // Of 0, 1, 9, 16, 36 and 49.
  EXPECT_EQ(filled("mean"), (std::vector<float>{18.5f, 6.5f}));
  EXPECT_EQ(filled("median"), (std::vector<float>{12.5f, 6.5f}));
  EXPECT_EQ(filled("flag"), (std::vector<float>{18.5f, 1, 6.5f}));
  EXPECT_EQ(openSource("csv", folder / "t.csv", {{"missing", std::string("leave_out")}})->size(), 6);
}

TEST(TablePlan, CommasStandBetweenThousands) {
  EXPECT_EQ(numberOf("76,211", DecimalSign::PointAndThousands), 76211);
  EXPECT_EQ(numberOf("-1,234,567.5", DecimalSign::PointAndThousands), -1234567.5);
  EXPECT_EQ(numberOf("651", DecimalSign::PointAndThousands), 651);
  for (const char* bad : {"76,21", "7621,100", "1,2345", ",123", "1,234,56", "1,234.5.6"})
    EXPECT_EQ(numberOf(bad, DecimalSign::PointAndThousands), std::nullopt) << bad;
  EXPECT_EQ(numberOf("1.234,5", DecimalSign::Comma), 1234.5);
  const TemporaryFolder folder;
  const auto first = [&](const std::string& name, const FieldValues& options = {}) {
    return numbersOf(*openSource("csv", folder / name, options), 0);
  };
  // Digits behind one comma may be thousandths.
  writeBytes(folder / "t.tsv", "pop\tarea\tkind\n" + rowsOf(12, [](int i) {
                                 return fmt::format("{}\t{}\t{}", i % 3 == 2 ? "651" : fmt::format("{},211", 76 + i),
                                                    i * 37 % 11, i % 2 ? "x" : "y");
                               }));
  const auto asked = openSource("csv", folder / "t.tsv");
  EXPECT_FALSE(decided(*asked));
  EXPECT_TRUE(contains(reasonFor(*asked, "the commas in numbers"), "three digits behind it (\"76,211\")"));
  EXPECT_EQ(first("t.tsv", {{"decimal", std::string("thousands")}}), (std::vector<float>{76211, 0}));
  EXPECT_EQ(first("t.tsv", {{"decimal", std::string("comma")}}), (std::vector<float>{76.211f, 0}));
  // Two commas, a point, or commas between the fields tell.
  for (const char* number : {"1,076,211", "76,211.5"}) {
    writeBytes(folder / "clear.tsv", "pop\tarea\tkind\n" + rowsOf(12, [&](int i) {
                                       return fmt::format("{}\t{}\t{}", i % 3 == 0 ? number : fmt::format("{},211", i),
                                                          i * 37 % 11, i % 2 ? "x" : "y");
                                     }));
    const auto clear = openSource("csv", folder / "clear.tsv");
    EXPECT_TRUE(decided(*clear)) << number;
    EXPECT_EQ(numbersOf(*clear, 1)[0], 1211) << number;
  }
  writeBytes(folder / "t.csv", "pop,area,price\n" + rowsOf(12, [](int i) {
                                 return fmt::format("\"{},211\",{},\"{},500\"", 76 + i, i * 37 % 11, 1 + i);
                               }));
  const auto table = openSource("csv", folder / "t.csv", {{"target_columns", std::string("price")}});
  EXPECT_TRUE(decided(*table));
  EXPECT_EQ(numbersOf(*table, 0), (std::vector<float>{76211, 0}));
  EXPECT_EQ(loaded(*table, 0).target.values<float>()[0], 1500);
  // Decimal commas stay what they are.
  writeBytes(folder / "de.csv", "a;b;kind\n" + rowsOf(12, [](int i) {
                                  return fmt::format("{},21;{},125;{}", 76 + i, i, i % 2 ? "x" : "y");
                                }));
  const auto german = openSource("csv", folder / "de.csv");
  EXPECT_TRUE(decided(*german));
  EXPECT_EQ(numbersOf(*german, 0), (std::vector<float>{76.21f, 0.125f}));
}

// R writes a missing label as NA, and pandas as NaN.
TEST(TablePlan, MissingLabelsAreNoClasses) {
  const TemporaryFolder folder;
  const auto table = [&](const Strings& values, const FieldValues& options = {}) {
    writeBytes(folder / "t.csv", "a,b,survived\n" + rowsOf(30, [&](int i) {
                                   return fmt::format("{}.5,{}.25,{}", i * 7 % 11, i * 5 % 13,
                                                      values[static_cast<std::size_t>(i) % values.size()]);
                                 }));
    return openSource("csv", folder / "t.csv", options);
  };
  const auto numbers = table({"0", "1", "NA"});
  EXPECT_EQ(numbers->classes(), (Strings{"0", "1"}));
  EXPECT_EQ(numbers->size(), 20);
  EXPECT_TRUE(contains(reasonFor(*numbers, "the label \"NA\""), "left out, with 10 rows"));
  const auto words = table({"cat", "dog", "NaN", "?"});
  EXPECT_EQ(words->classes(), (Strings{"cat", "dog"}));
  EXPECT_EQ(table({"x", "y", "NaN"})->classes(), (Strings{"x", "y"}));
  EXPECT_EQ(table({"cat", "dog", "NaN"}, {{"keep_labels", std::string("NaN")}})->classes(),
            (Strings{"NaN", "cat", "dog"}));
  EXPECT_EQ(table({"None", "Severe", "NA"})->classes(), (Strings{"NA", "None", "Severe"}));
}

// More patients than values that are kept, each with two rows far apart.
TEST(TablePlan, GroupsAreSeenInAnyOrder) {
  const TemporaryFolder folder;
  for (const int patients : {1100, 20000}) {
    writeBytes(folder / "t.csv", "patient_id,a,b,label\n" + rowsOf(2 * patients, [&](int i) {
                                   return fmt::format("P{},{}.5,{}.25,{}", i % patients, i * 7 % 11, i * 5 % 13,
                                                      i % 3 ? "x" : "y");
                                 }));
    const auto source = openSource("csv", folder / "t.csv");
    EXPECT_TRUE(contains(reasonFor(*source, "column patient_id"), "rows of one value stay in one split")) << patients;
    EXPECT_EQ(source->item(3).group, source->item(3 + patients).group);
    writeBytes(folder / "u.csv", "patient_id,a,b,label\n" + rowsOf(patients, [&](int i) {
                                   return fmt::format("P{},{}.5,{}.25,{}", i, i * 7 % 11, i * 5 % 13,
                                                      i % 3 ? "x" : "y");
                                 }));
    EXPECT_TRUE(
        contains(reasonFor(*openSource("csv", folder / "u.csv"), "column patient_id"), "every row has another"));
  }
}

TEST(TablePlan, CategoriesAreNumbersAsChosen) {
  const TemporaryFolder folder;
  writeBytes(folder / "t.csv", "u,town,label\n" + rowsOf(12, [](int i) {
                                 return fmt::format("{}.5,{}{},{}", i * 7 % 11, i == 4 ? "" : "t",
                                                    i == 4 ? "" : std::to_string(i % 3), i % 2 ? "x" : "y");
                               }));
  const auto at = [&](const FieldValues& options, std::int64_t row) {
    return numbersOf(*openSource("csv", folder / "t.csv", options), row);
  };
  EXPECT_EQ(at({}, 1), (std::vector<float>{7.5f, 0, 1, 0}));
  EXPECT_EQ(at({}, 4), (std::vector<float>{6.5f, 0, 0, 0}));
  EXPECT_EQ(at({{"categories", std::string("number")}}, 5), (std::vector<float>{2.5f, 2}));
  EXPECT_EQ(at({{"categories", std::string("leave_out")}}, 5), (std::vector<float>{2.5f}));
  EXPECT_EQ(at({{"most_categories", std::int64_t{2}}}, 5), (std::vector<float>{2.5f}));
}

TEST(TablePlan, DamagedJsonIsNamedByItsLine) {
  const TemporaryFolder folder;
  writeBytes(folder / "t.jsonl", "{\"a\": 1, \"label\": \"x\"}\n{\"a\": 2, \"label\": \"y\"}\n{\"a\": 3,\n");
  const auto bad = tryOpen("csv", folder / "t.jsonl");
  EXPECT_EQ(bad.error().code, ErrorCode::Corrupt);
  EXPECT_TRUE(contains(bad.error().message, "t.jsonl, line 3"));
}

TEST(TablePlan, JsonSurvivesMutations) {
  const TemporaryFolder folder;
  const std::string lines =
      "{\"text\": \"one two\", \"label\": 0, \"more\": [1]}\n{\"text\": \"three\", \"label\": 1}\n"
      "{\"text\": \"four \\u00e9\", \"label\": 0, \"n\": null}\n";
  EXPECT_GT(surviveMutations("csv", folder / "t.jsonl", folder / "t.jsonl", lines), 50);
  surviveMutations("csv", folder / "t.json", folder / "t.json",
                   "[{\"a\": 1.5, \"y\": \"b\"}, {\"a\": 2, \"y\": \"c\"}]");
}

}  // namespace
}  // namespace fovea::test
