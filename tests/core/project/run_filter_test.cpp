// Why: the filter finds the right runs, and a typing error is reported instead of hiding runs.
#include "core/project/run_filter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace fovea::test {
namespace {

const std::map<std::string, FilterValue> kRun{{"learning_rate", 0.01},
                                              {"accuracy", 0.914},
                                              {"batch", 64.0},
                                              {"optimizer", std::string("adamw")},
                                              {"tags", std::vector<std::string>{"paper", "baseline"}},
                                              {"tag", std::vector<std::string>{"paper", "baseline"}},
                                              {"labels", std::vector<std::string>()},
                                              {"started", std::string("2026-05-03T10:00:00Z")},
                                              {"diverged", std::nan("")}};

bool matches(const std::string& text) {
  const auto filter = RunFilter::parse(text);
  EXPECT_TRUE(filter.ok()) << text << ": " << (filter.ok() ? "" : filter.error().text());
  return filter.ok() && filter->matches("Fashion LeNet · run 5", [](const std::string& name) {
    const auto found = kRun.find(name);
    return found == kRun.end() ? std::nullopt : std::optional(found->second);
  });
}

}  // namespace

TEST(RunFilter, FindsRunsByWordsSettingsAndMetrics) {
  for (const char* text : {"",
                           "  ,",
                           "lenet",
                           "LENET run",
                           "\"run 5\"",
                           "lr<0.02",
                           "lr <= 0.01",
                           "lr>=0.01",
                           "lr=0.01",
                           "acc>0.9",
                           "acc>90%",
                           "accuracy > 0.9, tag:paper",
                           "lr<0.02 acc>0.9 lenet",
                           "optimizer=AdamW",
                           "opt:adam",
                           "-mlp",
                           "-lr>0.1",
                           "-tag:draft",
                           "batch!=32",
                           "started>2026-05",
                           "started<2026-06",
                           "Learning-Rate<1",
                           "batch:64",
                           "tag:\"baseline\"",
                           "diverged!=1",
                           "accuracy>0,9",
                           "acc>91,3%,lr<0,02",
                           "lr=0,01,lenet",
                           "lr<\"0,02\"",
                           "acc>-0,5",
                           "acc > 91 %",
                           "acc>91,3 %,lr<0.02 lenet",
                           "batch=64,lenet",
                           "optimizer=adamw,5",
                           "started>2026-05,5"})
    EXPECT_TRUE(matches(text)) << text;
  for (const char* text :
       {"mlp",          "-lenet",         "\"run 6\"", "lr<0.01",          "lr>0.01",    "acc>0.95",   "acc>95%",
        "tag:draft",    "optimizer=adam", "batch!=64", "lr<0.02 acc>0.95", "momentum>0", "diverged>0", "diverged<1",
        "started<2026", "accuracy>0,95",  "acc>95 %",  "acc>91 %5",        "lr<0,005",   "batch=64,5", "batch=64,mlp"})
    EXPECT_FALSE(matches(text)) << text;
}

TEST(RunFilter, ANumberIsEqualToItsNearestNeighbour) {
  const auto filter = RunFilter::parse("lr=0.3");
  ASSERT_TRUE(filter.ok());
  EXPECT_TRUE(filter->matches("", [](const std::string&) { return FilterValue(0.1 + 0.2); }));
}

TEST(RunFilter, AListIsComparedByItsElements) {
  for (const char* yes : {"tag=paper", "tag=BASELINE", "tag:base", "tag!=draft", "-tag=draft", "labels!=paper"})
    EXPECT_TRUE(matches(yes)) << yes;
  for (const char* no :
       {"tag!=paper", "tag!=baseline", "tag=pap", "tag=\"paper, baseline\"", "tag:draft", "labels=paper"})
    EXPECT_FALSE(matches(no)) << no;
}

TEST(RunFilter, SaysWhatIsWrong) {
  for (const char* text : {"lr<", "<0.1", "lr < ", "\"open", "lr<\"open", "=", "a!b"}) {
    const auto filter = RunFilter::parse(text);
    ASSERT_FALSE(filter.ok()) << text;
    EXPECT_EQ(filter.error().code, ErrorCode::InvalidArgument) << text;
    EXPECT_FALSE(filter.error().advice.empty()) << text;
  }
  EXPECT_FALSE(RunFilter::parse(std::string(5000, 'a')).ok());
  std::string many;
  for (int i = 0; i < 300; ++i) many += "a ";
  EXPECT_FALSE(RunFilter::parse(many).ok());
}

// It would hold for no run.
TEST(RunFilter, ANumberIsNotComparedWithAWord) {
  for (const char* text : {"batch=abc", "lr=fast", "lr<0.01 -batch:big", "accuracy>0,9x", "best_epoch>last"})
    EXPECT_FALSE(RunFilter::parse(text).ok()) << text;
  EXPECT_TRUE(RunFilter::parse("run=1,2,x").ok()) << "a number and a word";
  const auto filter = RunFilter::parse("bs=abc");
  ASSERT_FALSE(filter.ok());
  EXPECT_EQ(filter.error().message, "The values of \"batch\" are numbers, and \"abc\" is none.");
}

TEST(RunFilter, TellsWhichNamesItAsksFor) {
  const auto filter = RunFilter::parse("lr<1 acc>0 lr>0 word tag:x");
  ASSERT_TRUE(filter.ok());
  EXPECT_EQ(filter->names(), (std::vector<std::string>{"learning_rate", "accuracy", "tag"}));
}

}  // namespace fovea::test
