// Names of columns that are the target of one table and a measure in others: they are asked about.
#include "table_layout_support.h"

namespace fovea::test {
namespace {

bool asksAbout(const fs::path& file, const std::string& column) {
  const Recognition found = tableAt(file);
  const ImportDecision* decision = decisionOn(found.decisions, "column " + column);
  return decision && !decision->sure;
}

// As the tables of households and travellers of econometrics have it: an income beside what is to be explained.
TEST(DoubtfulTargets, AnIncomeIsOftenAMeasure) {
  const TemporaryFolder folder;
  std::string numbers = "foodexp,income,age\n", classes = "site,income,distance\n", adult = "age,hours,income\n";
  for (int i = 0; i < 60; ++i) {
    numbers += fmt::format("{}.5,{}.25,{}\n", 200 + i * 7 % 90, 400 + i * 31 % 500, 20 + i % 40);
    classes += fmt::format("{},{},{}\n", i * 7 % 13, i % 6, i * 3 % 50);
    adult += fmt::format("{},{},{}\n", 20 + i % 40, 30 + i % 20, i % 3 ? "<=50K" : ">50K");
  }
  writeBytes(folder / "engel.csv", numbers);
  writeBytes(folder / "fishing.csv", classes);
  writeBytes(folder / "adult.csv", adult);
  EXPECT_TRUE(asksAbout(folder / "engel.csv", "income"));
  EXPECT_TRUE(asksAbout(folder / "fishing.csv", "income"));
  EXPECT_FALSE(asksAbout(folder / "adult.csv", "income"));
  EXPECT_EQ(tableAt(folder / "adult.csv").task, Task::Classification);
}

// Snow's map of cholera: y is a place, as x is.
TEST(DoubtfulTargets, YBesideXIsAPlace) {
  const TemporaryFolder folder;
  std::string places = "street,x,y\n", functions = "a,b,y\n";
  for (int i = 0; i < 40; ++i) {
    places += fmt::format("{},{}.5,{}.25\n", i % 11, 8 + i % 7, 9 + i * 3 % 8);
    functions += fmt::format("{},{}.5,{}.25\n", i % 11, 8 + i % 7, 9 + i * 3 % 8);
  }
  writeBytes(folder / "deaths.csv", places);
  writeBytes(folder / "values.csv", functions);
  EXPECT_TRUE(asksAbout(folder / "deaths.csv", "y"));
  EXPECT_FALSE(asksAbout(folder / "values.csv", "y"));
}

TEST(DoubtfulTargets, WhatIsKnownOfAPersonIsNoClassUnasked) {
  const TemporaryFolder folder;
  std::string people = "share,size,sex\n", weather = "rain,wind,weather\n";
  for (int i = 0; i < 40; ++i) {
    people += fmt::format("0.{},{},{}\n", 10 + i * 7 % 80, 100 + i * 13 % 70, i % 3 ? "man" : "woman");
    weather += fmt::format("0.{},{}.5,{}\n", 10 + i * 7 % 80, 1 + i * 13 % 70, i % 3 ? "sun" : "rain");
  }
  writeBytes(folder / "budget.csv", people);
  writeBytes(folder / "weather.csv", weather);
  EXPECT_TRUE(asksAbout(folder / "budget.csv", "sex"));
  EXPECT_FALSE(asksAbout(folder / "weather.csv", "weather"));
}

}  // namespace
}  // namespace fovea::test
