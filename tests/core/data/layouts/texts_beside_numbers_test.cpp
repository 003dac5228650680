// Tables that hold numbers beside a text: whether the text or the numbers are the input is asked.
#include "table_layout_support.h"

namespace fovea::test {
namespace {

std::string journals(int rows) {
  std::string table = "title,publisher,price,pages,citations,society\n";
  for (int i = 0; i < rows; ++i)
    table += fmt::format("Annals of matter number {},{},{},{},{},{}\n", i * 7919 % 1000, i % 9, 40 + i * 37 % 900,
                         200 + i * 91 % 800, i * 53 % 700, i % 11 ? "no" : "yes");
  return table;
}

// Tables of films and of journals are of this kind.
TEST(TextsBesideNumbers, ATitleBesideNumbersIsAskedAbout) {
  const TemporaryFolder folder;
  writeBytes(folder / "journals.csv", journals(120));
  const Recognition found = tableAt(folder / "journals.csv");
  const ImportDecision* text = decisionOn(found.decisions, "the text");
  ASSERT_NE(text, nullptr);
  EXPECT_FALSE(text->sure);
  const Strings expected{"text_column=title", "feature_columns=publisher,price,pages,citations"};
  EXPECT_EQ(text->alternatives, expected);

  const auto texts = openSource("csv", folder / "journals.csv", {{"text_column", std::string("title")}});
  EXPECT_TRUE(allSure(texts->decisions()));
  EXPECT_EQ(loaded(*texts, 0).input.dtype(), DataType::Int32);
  const std::string columns = "publisher,price,pages,citations";
  const auto numbers = openSource("csv", folder / "journals.csv", {{"feature_columns", columns}});
  EXPECT_TRUE(allSure(numbers->decisions()));
  EXPECT_EQ(numbersOf(*numbers, 0).size(), 4u);
  EXPECT_EQ(numbers->classes(), Strings({"no", "yes"}));
}

TEST(TextsBesideNumbers, AReviewBesideItsCountsIsTheInput) {
  const TemporaryFolder folder;
  std::string table = "helpful,review,stars\n";
  for (int i = 0; i < 60; ++i) table += fmt::format("{},This is what I think of it: {},{}\n", i * 7 % 97, i, i % 5);
  writeBytes(folder / "reviews.csv", table);
  EXPECT_EQ(decisionOn(tableAt(folder / "reviews.csv").decisions, "the text"), nullptr);
}

// Titanic's lifeboats: 18 rows, in which hardly any number repeats, and the moment of launching.
TEST(TextsBesideNumbers, AMomentInAFewRowsIsNoText) {
  const TemporaryFolder folder;
  std::string table = "launch,side,men,women,total\n";
  for (int i = 0; i < 18; ++i)
    table += fmt::format("1912-04-15 00:{}:00,{},{},{},{}\n", 10 + i * 7 % 48, i < 9 ? "Port" : "Starboard", i * 5 % 23,
                         i * 11 % 40, 20 + i * 13 % 50);
  writeBytes(folder / "boats.csv", table);
  const Recognition found = tableAt(folder / "boats.csv");
  EXPECT_EQ(decisionOn(found.decisions, "the text"), nullptr);
  EXPECT_EQ(chosenOn(found.decisions, "column launch"),
            "days since 1970-01-01 in UTC, times of a day rounded to about three minutes");
}

// Only some whole numbers occur among the labels: there are classes of them alone.
TEST(TextsBesideNumbers, NumbersOfClassesThatNeverOccurAreNoClasses) {
  const TemporaryFolder folder;
  std::string genes = "allele,age,y\n", digits = "a,b,digit\n";
  for (int i = 0; i < 90; ++i) {
    genes += fmt::format("{},{}.5,{}\n", i % 4, 40 + i * 7 % 40, i % 3 ? 0 : 2);
    digits += fmt::format("{}.25,{}.5,{}\n", i * 3 % 17, i * 7 % 19, i % 9 + (i % 9 >= 5));
  }
  writeBytes(folder / "genes.csv", genes);
  writeBytes(folder / "digits.csv", digits);
  EXPECT_EQ(openSource("csv", folder / "genes.csv")->classes(), Strings({"0", "2"}));
  // One of ten is missing: the numbers of the others stay.
  const auto digit = openSource("csv", folder / "digits.csv", {{"task", std::string("classification")}});
  EXPECT_EQ(digit->classes().size(), 10u);
  EXPECT_EQ(digit->item(5).label, 6);
}

TEST(TextsBesideNumbers, ATableOfOneNumberSaysThatNothingIsLeftToPredictItFrom) {
  const TemporaryFolder folder;
  std::string table = ",price\n";
  for (int i = 0; i < 40; ++i) table += fmt::format("{},{}.25\n", i + 1, 100 + i * 37 % 90);
  writeBytes(folder / "prices.csv", table);
  const auto refused = tryOpen("csv", folder / "prices.csv");
  const std::string error = refused.ok() ? "" : refused.error().text();
  EXPECT_TRUE(contains(error, "\"price\"")) << error;
  EXPECT_TRUE(contains(error, "Left out: column 1 (its values rise by one")) << error;
  EXPECT_TRUE(contains(error, "task=unlabelled")) << error;
  const auto inputs = openSource("csv", folder / "prices.csv", {{"task", std::string("unlabelled")}});
  EXPECT_EQ(numbersOf(*inputs, 0), std::vector<float>({100.25f}));
}

// A table of cars: the last column holds makes, those before it types, prices and measures.
TEST(TextsBesideNumbers, RowsWithoutATargetByItsPlaceAreAskedAbout) {
  const TemporaryFolder folder;
  std::string table = "price,type,weight,drive,make\n";
  for (int i = 0; i < 60; ++i)
    table += fmt::format("{}.5,{},{},{},make {}\n", 7 + i * 7 % 40, i % 3 ? "small" : "large", 900 + i * 31 % 800,
                         i % 5 ? "front" : "rear", i);
  writeBytes(folder / "cars.csv", table);
  const Recognition found = tableAt(folder / "cars.csv");
  const ImportDecision* target = decisionOn(found.decisions, "the target of the rows");
  ASSERT_NE(target, nullptr);
  EXPECT_FALSE(target->sure);
  EXPECT_EQ(target->alternatives,
            Strings({"task=unlabelled", "label_column=type", "label_column=drive", "target_columns=weight"}));
  const auto all = openSource("csv", folder / "cars.csv", {{"task", std::string("unlabelled")}});
  EXPECT_TRUE(allSure(all->decisions()));
}

// A column whose first rows are words of a heading, as in tables of statistical offices.
TEST(TextsBesideNumbers, FractionsBelowAHeadingAreNoCertainClasses) {
  const TemporaryFolder folder;
  std::string table = "Title:,Area and population of councils,\n";
  for (int i = 0; i < 30; ++i) table += fmt::format("council of the town number {},{}.{},{}.5\n", i, i, i, 5 + i % 6);
  writeBytes(folder / "areas.csv", table);
  const Recognition found = tableAt(folder / "areas.csv");
  EXPECT_FALSE(checkDecided(found.decisions).ok());
}

}  // namespace
}  // namespace fovea::test
