// The best-known tables of numbers and categories, each rebuilt small as its description says it lies: what comes in
// without any option.
#include "../archive_support.h"
#include "table_layout_support.h"

namespace fovea::test {
namespace {

const Strings kIris{"Iris-setosa", "Iris-versicolor", "Iris-virginica"};

TEST(TableLayouts, IrisOfKaggleHasAnIdThatGivesTheClassAway) {
  const TemporaryFolder folder;
  std::string rows = "Id,SepalLengthCm,SepalWidthCm,PetalLengthCm,PetalWidthCm,Species\n";
  for (int i = 0; i < 30; ++i)
    rows += fmt::format("{},5.{},3.{},1.{},0.{},{}\n", i + 1, i % 7, i % 5, i % 4, i % 3, kIris[std::size_t(i) / 10]);
  writeBytes(folder / "Iris.csv", rows);
  const Recognition found = tableAt(folder / "Iris.csv");
  EXPECT_EQ(found.task, Task::Classification);
  EXPECT_EQ(found.classes, kIris);
  EXPECT_EQ(found.samples, 30);
  EXPECT_TRUE(allSure(found.decisions));
  const auto source = openSource("csv", folder / "Iris.csv");
  EXPECT_EQ(numbersOf(*source, 1), (std::vector<float>{5.1f, 3.1f, 1.1f, 0.1f}));
  const ImportDecision* id = decisionOn(found.decisions, "column Id");
  ASSERT_NE(id, nullptr);
  EXPECT_EQ(id->chosen, "left out");
  EXPECT_EQ(id->because, "its values rise by one from row to row");
  EXPECT_EQ(id->alternatives, (Strings{"keep_columns=Id"}));
  EXPECT_TRUE(contains(decisionOn(found.decisions, "order of the rows")->because, "sorted by \"Species\""));
  const auto kept = openSource("csv", folder / "Iris.csv", {{"keep_columns", std::string("Id")}});
  EXPECT_EQ(numbersOf(*kept, 1)[0], 2.0f);
}

TEST(TableLayouts, IrisOfTheFirstSourceHasNoHeader) {
  const TemporaryFolder folder;
  std::string rows;
  for (int i = 0; i < 30; ++i) rows += fmt::format("5.{},3.5,1.{},0.2,{}\n", i % 7, i % 4, kIris[std::size_t(i) / 10]);
  writeBytes(folder / "iris.csv", rows);
  const Recognition found = tableAt(folder / "iris.csv");
  EXPECT_EQ(found.samples, 30);
  EXPECT_EQ(found.classes, kIris);
  EXPECT_TRUE(allSure(found.decisions));
}

std::string titanic(int rows, bool labelled, int first) {
  std::string text = labelled ? "PassengerId,Survived,Pclass,Name,Sex,Age,Fare,Embarked\n"
                              : "PassengerId,Pclass,Name,Sex,Age,Fare,Embarked\n";
  for (int i = 0; i < rows; ++i)
    text += fmt::format("{},{}{},\"Person {}, Mr. Of\",{},{},{}.25,{}\n", first + i,
                        labelled ? std::to_string(i % 3 == 0) + "," : "", 1 + i % 3, i * 37, i % 2 ? "male" : "female",
                        i % 5 == 4 ? "" : std::to_string(20 + i % 5), 7 + i % 9, std::string(1, "SCQ"[i % 3]));
  return text;
}

TEST(TableLayouts, TitanicTrainsOnTheLabelledTable) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/train.csv", titanic(30, true, 1));
  writeBytes(folder / "set/test.csv", titanic(12, false, 31));
  std::string answers = "PassengerId,Survived\n";
  for (int i = 0; i < 12; ++i) answers += fmt::format("{},{}\n", 31 + i, i % 2);
  writeBytes(folder / "set/gender_submission.csv", answers);
  const Recognition found = tableAt(folder / "set");
  EXPECT_EQ(found.task, Task::Classification);
  EXPECT_EQ(found.samples, 30);
  EXPECT_EQ(found.classes, (Strings{"0", "1"}));
  EXPECT_TRUE(allSure(found.decisions));
  EXPECT_EQ(chosenOn(found.decisions, "gender_submission.csv"), "left out");
  EXPECT_EQ(chosenOn(found.decisions, "table test.csv"), "left out");
  EXPECT_TRUE(contains(decisionOn(found.decisions, "table test.csv")->because, "no column \"Survived\""));
  EXPECT_EQ(chosenOn(found.decisions, "what fills the gaps"), "Age = 21.5");
  EXPECT_TRUE(contains(decisionOn(found.decisions, "what fills the gaps")->because, "mean"));
  const auto source = openSource("csv", folder / "set");
  // Pclass, Sex (two), Age, Fare, Embarked (three).
  const std::vector<float> fifth = numbersOf(*source, 4);
  EXPECT_EQ(fifth, (std::vector<float>{2, 1, 0, 21.5f, 11.25f, 1, 0, 0})) << fmt::format("{}", fmt::join(fifth, " "));
  const auto flagged = openSource("csv", folder / "set", {{"missing", std::string("flag")}});
  EXPECT_EQ(numbersOf(*flagged, 4), (std::vector<float>{2, 1, 0, 21.5f, 1, 11.25f, 1, 0, 0}));
  const auto fewer = openSource("csv", folder / "set", {{"missing", std::string("leave_out")}});
  EXPECT_EQ(fewer->size(), 24);
  EXPECT_EQ(fewer->problems().size(), 6u);
  const ImportSummary summary = imported(folder / "out", folder / "set");
  EXPECT_EQ(summary.splits[2], 0);
  EXPECT_GT(summary.splits[1], 0);
  EXPECT_EQ(summary.samples, 30);
}

// The folder that an archive puts around its files says nothing about them.
TEST(TableLayouts, TitanicInAFolderOfItsOwn) {
  const TemporaryFolder folder;
  const std::string train = titanic(30, true, 1), test = titanic(12, false, 31);
  writeBytes(folder / "outer/titanic/train.csv", train);
  writeBytes(folder / "outer/titanic/test.csv", test);
  std::vector<fs::path> sources{folder / "outer"};
#ifdef FOVEA_TEST_ARCHIVES
  writeBytes(folder / "set.zip",
             packed(ArchiveKind::Zip, {{"titanic/train.csv", train}, {"__MACOSX/x", "?"}, {"titanic/test.csv", test}}));
  sources.push_back(folder / "set.zip");
#endif
  for (const fs::path& source : sources) {
    const Recognition found = tableAt(source);
    EXPECT_EQ(found.samples, 30) << source;
    EXPECT_EQ(found.classes, (Strings{"0", "1"}));
    EXPECT_TRUE(allSure(found.decisions));
    EXPECT_EQ(chosenOn(found.decisions, "table test.csv"), "left out");
    EXPECT_EQ(openSource("csv", source)->size(), 30);
  }
}

TEST(TableLayouts, TitanicAloneIsNotAboutItsLastColumn) {
  const TemporaryFolder folder;
  writeBytes(folder / "titanic.csv", titanic(30, true, 1));
  const Recognition found = tableAt(folder / "titanic.csv");
  EXPECT_EQ(found.classes, (Strings{"0", "1"}));
  EXPECT_TRUE(allSure(found.decisions));
}

TEST(TableLayouts, AdultHasWordsWithoutAHeader) {
  const TemporaryFolder folder;
  const Strings work{"Private", "State-gov", "?"};
  std::string rows;
  for (int i = 0; i < 40; ++i)
    rows += fmt::format("{}, {}, {}, {}, {}, {}, {}\n", 20 + i * 7 % 41, work[std::size_t(i) % 3], 70000 + i * i,
                        i % 2 ? "Bachelors" : "HS-grad", i % 2 ? 13 : 9, i % 4 ? "United-States" : "Cuba",
                        i % 3 ? "<=50K" : ">50K");
  writeBytes(folder / "adult.csv", rows);
  const Recognition found = tableAt(folder / "adult.csv");
  EXPECT_EQ(found.task, Task::Classification);
  EXPECT_EQ(found.samples, 40);
  EXPECT_EQ(found.classes, (Strings{"<=50K", ">50K"}));
  EXPECT_TRUE(allSure(found.decisions));
  const auto source = openSource("csv", folder / "adult.csv");
  EXPECT_EQ(numbersOf(*source, 1), (std::vector<float>{27, 0, 0, 1, 70001, 1, 0, 13, 0, 1}));
}

TEST(TableLayouts, HousePricesArePredictedFromTrainAlone) {
  const TemporaryFolder folder;
  std::string train = "Id,LotArea,Alley,Neighborhood,YearBuilt,LotFrontage,SalePrice\n";
  std::string test = "Id,LotArea,Alley,Neighborhood,YearBuilt,LotFrontage\n";
  for (int i = 0; i < 24; ++i) {
    const std::string row = fmt::format("{},{},{},{},{},{}", i + 1, 8000 + i * i, i % 2 ? "NA" : "Pave",
                                        i % 3 ? "NAmes" : "OldTown", 1950 + i * 7 % 50, i % 6 ? "60" : "NA");
    train += row + fmt::format(",{}\n", 100000 + 37 * i * i);
    test += row + "\n";
  }
  writeBytes(folder / "set/train.csv", train);
  writeBytes(folder / "set/test.csv", test);
  writeBytes(folder / "set/sample_submission.csv", "Id,SalePrice\n1461,169277.05\n1462,187758.39\n");
  const Recognition found = tableAt(folder / "set");
  EXPECT_EQ(found.task, Task::Regression);
  EXPECT_EQ(found.samples, 24);
  EXPECT_TRUE(allSure(found.decisions));
  const auto source = openSource("csv", folder / "set");
  // LotArea, Alley (NA is one of its words), Neighborhood, YearBuilt; LotFrontage is 60 or filled with it.
  EXPECT_EQ(numbersOf(*source, 1), (std::vector<float>{8001, 1, 0, 1, 0, 1957, 60}));
  EXPECT_EQ(numbersOf(*source, 6).back(), 60);
  EXPECT_EQ(loaded(*source, 1).target.data<float>()[0], 100037.0f);
}

TEST(TableLayouts, WineAsksWhatItsQualityIs) {
  const TemporaryFolder folder;
  std::string rows = "\"fixed acidity\";\"pH\";\"alcohol\";\"quality\"\n";
  for (int i = 0; i < 40; ++i) rows += fmt::format("7.{};3.{};9.{};{}\n", i % 9, i % 7, i % 5, 4 + i % 4);
  writeBytes(folder / "winequality-red.csv", rows);
  const Recognition found = tableAt(folder / "winequality-red.csv");
  const Status decided = checkDecided(found.decisions);
  ASSERT_FALSE(decided.ok());
  EXPECT_TRUE(contains(decided.error().text(), "task=classification")) << decided.error().text();
  EXPECT_TRUE(contains(decided.error().text(), "task=regression"));
  EXPECT_FALSE(runImport(**findImporter("csv"), folder / "no", folder / "winequality-red.csv", {}, {}, {}).ok());
  EXPECT_FALSE(fs::exists(folder / "no"));
  const auto importer = *findImporter("csv");
  for (const auto& [task, kind] :
       {std::pair("classification", Task::Classification), std::pair("regression", Task::Regression)}) {
    const auto source = openSource("csv", folder / "winequality-red.csv", {{"task", std::string(task)}});
    EXPECT_EQ(source->task(), kind);
    EXPECT_TRUE(allSure(source->decisions()));
    EXPECT_EQ(numbersOf(*source, 1), (std::vector<float>{7.1f, 3.1f, 9.1f}));
  }
}

}  // namespace
}  // namespace fovea::test
