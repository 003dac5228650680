// Tables of public data sets whose first lines are titles or names of numbers, and whose quotes are letters: each comes
// in as its authors mean it, or is asked about.
#include "layout_support.h"
#include "table_layout_support.h"

namespace fovea::test {
namespace {

class FourthLookTables : public LayoutTest {};

std::string measures(int row, int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += fmt::format("{}{}.{}{}", i > 0 ? "," : "", i % 3, row * 7 % 10, row * 3 % 10 + i);
  return text;
}

// pandas names columns 0, 1, … if nobody names them.
TEST_F(FourthLookTables, NumbersNameColumns) {
  const auto rows = [](const std::string& names, bool index) {
    return names + "\n" + lines(40, [&](int i) {
             return (index ? std::to_string(i) + "," : "") + measures(i, 4) + (i % 2 ? ",u" : ",v");
           });
  };
  for (const auto& [name, content] :
       {std::pair("a.csv", rows("0,1,2,3,label", false)), std::pair("b.csv", rows(",0,1,2,3,label", true)),
        std::pair("c.csv", rows("0,1,2,3,4", false))}) {
    file(name, content);
    const Taken taken = take(root / name);
    EXPECT_EQ(taken.kind, "csv: classification") << name << taken.words;
    EXPECT_EQ(taken.classes, (Strings{"u", "v"})) << name << taken.words;
    EXPECT_EQ(taken.splits, "open 40") << name << taken.words;
    EXPECT_FALSE(taken.asks) << name << taken.words;
    EXPECT_TRUE(contains(taken.words, "the first line: the names of the columns")) << taken.words;
    EXPECT_EQ(numbersOf(*taken.source, 0).size(), 4u) << name << taken.words;
  }
  // Without the names, which a person can say, the line is a row.
  EXPECT_EQ(take(root / "c.csv", {{"header", std::string("no")}}, "csv").splits, "open 41");
}

// Eurostat, the World Bank: a column for each year.
TEST_F(FourthLookTables, YearsNameColumns) {
  file("grades.csv", "name,2005,2006,grade\n" + lines(30, [](int i) {
                       return fmt::format("x{},{},{}", i, measures(i, 2), i % 3 ? "good" : "bad");
                     }));
  const Taken taken = take(root / "grades.csv");
  EXPECT_EQ(taken.classes, (Strings{"bad", "good"})) << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  file("people.csv", "country,1990,1991,1992,1993\n" + lines(20, [](int i) {
                       return fmt::format("C{0},{1}00{0},{1}10{0},{1}20{0},{1}30{0}", i, 100 + i * 37);
                     }));
  const Taken people = take(root / "people.csv");
  EXPECT_TRUE(contains(people.words, "column 1993")) << people.words;
  file("codes.tsv", "freq,geo\\TIME\t2005 \t2006 \t2007 \n" + lines(28, [](int i) {
                      return fmt::format("A,{0}{1}\t{2}.9 b\t{3}\t{2}.5 ", static_cast<char>('A' + i), 'X', i % 9 + 3,
                                         i % 3 ? fmt::format("{}.1 ", i) : ": ");
                    }));
  const Taken codes = take(root / "codes.tsv");
  EXPECT_TRUE(codes.asks);
  EXPECT_TRUE(contains(codes.words, "2007")) << codes.words;
  EXPECT_FALSE(contains(codes.words, "column 4")) << codes.words;
}

// Golub et al. 1999: the same name above every second column.
TEST_F(FourthLookTables, TheSameNameTwiceIsTwoColumns) {
  const auto genes = [](int from, int count) {
    std::string names = "Gene Description,Gene Accession Number";
    for (int i = 0; i < count; ++i) names += fmt::format(",{},call", from + i);
    return names + "\n" + lines(20, [&](int row) {
             std::string line = fmt::format("gene number {},AF{}_at", row, row);
             for (int i = 0; i < count; ++i)
               line += fmt::format(",{},{}", (row * 37 + i * 91) % 900 - 200, (row + i) % 2 ? "P" : "A");
             return line;
           });
  };
  file("data_train.csv", genes(1, 4));
  const Taken taken = LayoutTest::taken();
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_FALSE(std::ranges::count(taken.classes, "call")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "call (4)")) << taken.words;
}

// A line that counts up may be a row of whole numbers as well.
TEST_F(FourthLookTables, NumbersThatMayBeARowAreAskedAbout) {
  file("a.csv", "1,2,3,4\n" + lines(30, [](int i) {
                  return fmt::format("{},{},{},{}", i * 7 % 11, i * 5 % 13, i * 3 % 7, i % 5);
                }));
  const Taken taken = take(root / "a.csv", {{"target_columns", std::string("4")}}, "csv");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "header=yes; header=no")) << taken.words;
  for (const char* header : {"yes", "no"}) {
    const Taken told =
        take(root / "a.csv", {{"target_columns", std::string("4")}, {"header", std::string(header)}}, "csv");
    EXPECT_FALSE(told.asks) << told.words;
    EXPECT_EQ(told.splits, std::string(header) == "yes" ? "open 30" : "open 31");
  }
}

// Rows stay rows: numbers that do not count up, words that are met again, and bad cells.
TEST_F(FourthLookTables, RowsOfNumbersAndWordsAreNoNames) {
  file("adult.csv", lines(40, [](int i) {
         return fmt::format("{},{},{},{}", 39 + i * 7 % 30,
                            i == 0  ? "State-gov"
                            : i % 2 ? "Private"
                                    : "Local-gov",
                            77516 + i * 31, i % 3 ? "<=50K" : ">50K");
       }));
  const Taken adult = take(root / "adult.csv");
  EXPECT_EQ(adult.splits, "open 40") << adult.words;
  EXPECT_FALSE(adult.asks) << adult.words;
  file("gaps.csv", lines(40, [](int i) {
         return fmt::format("{},{},{},{}", 5 + i, i == 0 ? "NA" : std::to_string(i * 3 % 17), 9 + i * 5 % 7,
                            i % 2 ? "a" : "b");
       }));
  EXPECT_EQ(take(root / "gaps.csv").splits, "open 40");
}

// NASA's temperatures and many offices: a title above the names.
TEST_F(FourthLookTables, TitlesAboveTheNamesAreLeftOut) {
  const std::string months = lines(40, [](int i) {
    return fmt::format("{},.{}{},-.{}{},{}", 1970 + i, i * 7 % 10, i % 10, i * 3 % 10, (i + 4) % 10,
                       i % 2 ? "warm" : "cold");
  });
  file("title.csv", "Land-Ocean: Global Means\nYear,Jan,Feb,kind\n" + months);
  const Taken taken = take(root / "title.csv");
  EXPECT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"cold", "warm"})) << taken.words;
  EXPECT_EQ(taken.splits, "open 40") << taken.words;
  EXPECT_TRUE(contains(taken.words, "the first line of title.csv: left out")) << taken.words;
  // The lines of the title may end in the delimiters of the fields.
  std::string bars = "Table 1;;;\n;;;\nGermany;;;\nyear;jan;feb;kind\n" + months;
  std::ranges::replace(bars, ',', ';');
  file("bars.csv", bars);
  const Taken three = take(root / "bars.csv");
  EXPECT_EQ(three.classes, (Strings{"cold", "warm"})) << three.words;
  EXPECT_TRUE(contains(three.words, "the first 3 lines of bars.csv: left out")) << three.words;
}

// Destatis, the Japan Meteorological Agency: units or further names in a second line.
TEST_F(FourthLookTables, SeveralLinesOfNamesAreRefused) {
  file("a.csv", ";people;people;change\n;number;1000;%\n" + lines(30, [](int i) {
                  return fmt::format("31.12.{};{};{}.5;{}", 1970 + i, 78000000 + i * 371, 78000 + i * 3,
                                     i % 2 ? "up" : "down");
                }));
  const Taken taken = take(root / "a.csv");
  EXPECT_TRUE(taken.asks);
  EXPECT_TRUE(contains(taken.words, "Keep one line of names")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "number")) << taken.words;
}

// CoLA, GLUE: a test with names beside tables without any; what the refusal advises works.
TEST_F(FourthLookTables, WhatIsAdvisedAboutDifferentColumnsWorks) {
  const auto rows = [](int count) {
    return lines(count, [](int i) {
      return fmt::format("gj04\t{}\t{}\tPeople walk near the {} water number {}.", i % 2, i % 2 ? "" : "*",
                         i % 3 ? "green" : "old", i);
    });
  };
  file("train.tsv", rows(40));
  file("dev.tsv", rows(10));
  file("test.tsv", "index\tsentence\n0\tSome words are here again.\n1\tOthers are there again.\n");
  const Taken taken = LayoutTest::taken();
  EXPECT_TRUE(contains(taken.words, "tables=dev.tsv,train.tsv")) << taken.words;
  EXPECT_EQ(LayoutTest::taken({{"tables", std::string("dev.tsv,train.tsv")}}, "csv").splits, "train 40, validation 10");
}

// Marks of missing values in the first row are no names.
TEST_F(FourthLookTables, MarksOfMissingValuesAreNoNames) {
  for (const char* mark : {"-", "***", "n/a"}) {
    file("a.csv", "day,low,high,label\n" + lines(40, [&](int i) {
                    return i % 9 ? fmt::format("{},{}.5,{}.5,{}", i, i * 7 % 13, i * 3 % 11, i % 2 ? "u" : "v")
                                 : fmt::format("{0},{1},{1},{2}", i, mark, i % 2 ? "u" : "v");
                  }));
    const Taken taken = take(root / "a.csv");
    EXPECT_EQ(taken.classes, (Strings{"u", "v"})) << mark << taken.words;
    EXPECT_FALSE(contains(taken.words, "Several lines")) << taken.words;
  }
}

// Dolan and Brockett 2005 (MRPC): a quote at the start of a cell is a letter.
TEST_F(FourthLookTables, QuotesBetweenTabsMayBeLetters) {
  const auto pairs = [](int count) {
    return "Quality\t#1 ID\t#2 ID\t#1 String\t#2 String\r\n" + lines(count, [](int i) {
             return fmt::format("{}\t{}\t{}\t{}The first text number {} .\t{}The second one is {} .{}\r", i % 2,
                                700 + i, 900 + i, i % 7 == 3 ? "\"" : "", i, i % 9 == 4 ? "\"" : "", i * 3,
                                i % 5 == 2 ? "\"" : "");
           });
  };
  file("msr_train.tsv", pairs(60));
  file("msr_test.tsv", pairs(30));
  const Taken taken = LayoutTest::taken();
  ASSERT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_EQ(taken.splits, "train 60, test 30") << taken.words;
  EXPECT_FALSE(contains(taken.words, "left out: ")) << taken.words;
  EXPECT_EQ(textOf(loaded(*taken.source, 3).input), "\"The first text number 3 .\nThe second one is 9 .");
  // Quoted fields may hold line ends and tabs all the same.
  file("quoted/a.tsv", "text\tlabel\n" + lines(40, [](int i) {
                         return fmt::format("\"some words{}of number {} \"\"here\"\"\"\t{}",
                                            i % 10 == 5   ? "\n"
                                            : i % 10 == 7 ? "\t"
                                                          : " ",
                                            i, i % 2 ? "a" : "b");
                       }));
  const Taken quoted = take(root / "quoted/a.tsv");
  EXPECT_EQ(quoted.splits, "open 40") << quoted.words;
  EXPECT_EQ(textOf(loaded(*quoted.source, 5).input), "some words\nof number 5 \"here\"") << quoted.words;
}

}  // namespace
}  // namespace fovea::test
