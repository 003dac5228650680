// Tables of public data sets with a column that was written when the class was known: a network that is given it learns
// nothing else.
#include "layout_support.h"
#include "table_layout_support.h"

namespace fovea::test {
namespace {

// Moustafa and Slay 2015 (UNSW-NB15): "attack_cat" is "Normal" where the label is 0.
std::string connections(int count) {
  static const Strings kinds{"Normal", "Exploits", "Normal", "DoS", "Fuzzers"};
  return "id,dur,proto,sbytes,attack_cat,label\n" + lines(count, [](int i) {
           const std::string& kind = kinds[static_cast<std::size_t>(i * 7 % 5)];
           return fmt::format("{},{:.4f},{},{},{},{}", i + 1, i * 37 % 101 / 100.0, i % 3 ? "tcp" : "udp",
                              200 + i * 13 % 997, kind, kind == "Normal" ? 0 : 1);
         });
}

TEST(TellingColumns, TheKindOfAnAttackIsAskedAbout) {
  const TemporaryFolder folder;
  writeBytes(folder / "UNSW_NB15_training-set.csv", connections(200));
  writeBytes(folder / "UNSW_NB15_testing-set.csv", connections(120));
  const Recognition found = tableAt(folder.path());
  const ImportDecision* decision = decisionOn(found.decisions, "column attack_cat");
  ASSERT_NE(decision, nullptr);
  EXPECT_FALSE(decision->sure);
  EXPECT_EQ(decision->chosen, "left out");
  EXPECT_EQ(decision->alternatives, (Strings{"leave_out_columns=attack_cat", "keep_columns=attack_cat"}));
  const Taken without = take(folder.path(), {{"leave_out_columns", std::string("attack_cat")}}, "csv");
  EXPECT_FALSE(without.asks) << without.words;
  EXPECT_EQ(loaded(*without.source, 0).input.shape(), Shape({4}));
  const Taken kept = take(folder.path(), {{"keep_columns", std::string("attack_cat")}}, "csv");
  EXPECT_FALSE(kept.asks) << kept.words;
  EXPECT_EQ(loaded(*kept.source, 0).input.shape(), Shape({8}));
}

// Antonio et al. 2019 (hotel bookings), and a table of customers whose reason to leave is empty where they stayed.
TEST(TellingColumns, SeveralAreOneQuestionAndEmptyFieldsTellAsMuch) {
  const TemporaryFolder folder;
  writeBytes(folder / "hotel_bookings.csv",
             "is_canceled,lead_time,meal,reservation_status,reason\n" + lines(300, [](int i) {
               const bool canceled = i * 7 % 5 < 2;
               return fmt::format("{},{},{},{},{}", canceled ? 1 : 0, i * 31 % 211, i % 2 ? "BB" : "HB",
                                  !canceled    ? "Check-Out"
                                  : i % 4 == 0 ? "No-Show"
                                               : "Canceled",
                                  !canceled    ? ""
                                  : i % 3 == 0 ? "price"
                                               : "illness");
             }));
  const Taken taken = take(folder / "hotel_bookings.csv", {{"label_column", std::string("is_canceled")}}, "csv");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "columns reservation_status, reason: left out")) << taken.words;
}

// WeatherAUS: the rain of the next day was measured with the answer whether it rains. Numbers may well divide classes,
// so this is said and not asked.
TEST(TellingColumns, NumbersWithARangeForEachClassAreSaid) {
  const TemporaryFolder folder;
  writeBytes(folder / "weatherAUS.csv", "MinTemp,Humidity3pm,RISK_MM,RainTomorrow\n" + lines(200, [](int i) {
                                          const double rain = i * 17 % 10 < 7 ? 0.1 * (i % 10) : 1.2 + i % 9;
                                          return fmt::format("{:.1f},{},{:.1f},{}", 5 + i * 13 % 170 / 10.0,
                                                             20 + i * 7 % 71, rain, rain > 1 ? "Yes" : "No");
                                        }));
  const Recognition found = tableAt(folder / "weatherAUS.csv");
  EXPECT_TRUE(allSure(found.decisions));
  const ImportDecision* decision = decisionOn(found.decisions, "column RISK_MM");
  ASSERT_NE(decision, nullptr);
  EXPECT_EQ(decision->alternatives, Strings{"leave_out_columns=RISK_MM"});
  EXPECT_EQ(decisionOn(found.decisions, "column MinTemp"), nullptr);
}

// A column may tell the class by chance (in few rows, of a rare class, by values that hardly repeat), or nearly: this
// is no question.
TEST(TellingColumns, ChanceIsNotAskedAbout) {
  const TemporaryFolder folder;
  const auto table = [&](const char* name, int count, const std::function<std::string(int)>& line) {
    writeBytes(folder / name, "size,word,class\n" + lines(count, line));
    const Taken taken = take(folder / name);
    EXPECT_EQ(taken.kind, "csv: classification") << taken.words;
    EXPECT_FALSE(contains(taken.words, "alone, so that it may")) << name << ": " << taken.words;
  };
  static const Strings words{"a", "b", "c", "d"};
  const auto word = [](int i) { return words[static_cast<std::size_t>(i * 7 % 4)]; };
  table("few.csv", 60, [&](int i) { return fmt::format("{},{},{}", i * 31 % 53, word(i), i * 7 % 4 < 2 ? "x" : "y"); });
  table("rare.csv", 300, [&](int i) {
    return fmt::format("{},{},{}", i * 31 % 253, i % 60 == 7 ? "e" : word(i), i % 60 == 7 ? "x" : "y");
  });
  table("names.csv", 200, [&](int i) { return fmt::format("{},n{},{}", i * 31 % 153, i / 5, i / 5 % 2 ? "x" : "y"); });
  table("exception.csv", 300, [&](int i) {
    return fmt::format("{},{},{}", i * 31 % 253, word(i), (i * 7 % 4 < 2) != (i == 100) ? "x" : "y");
  });
}

// The sample that is looked at reaches over a long table: the exception lies near its end.
TEST(TellingColumns, LongTablesAreLookedAtToTheirEnd) {
  const TemporaryFolder folder;
  static const Strings words{"a", "b", "c", "d"};
  const auto table = [&](const char* name, int exceptions) {
    writeBytes(folder / name, "size,word,class\n" + lines(20'000, [&](int i) {
                                const bool first = (i * 7 % 4 < 2) != (i >= 20'000 - exceptions);
                                return fmt::format("{},{},{}", i * 31 % 2053,
                                                   words[static_cast<std::size_t>(i * 7 % 4)], first ? "x" : "y");
                              }));
    return take(folder / name).asks;
  };
  EXPECT_TRUE(table("whole.csv", 0));
  EXPECT_FALSE(table("end.csv", 500));
}

}  // namespace
}  // namespace fovea::test
