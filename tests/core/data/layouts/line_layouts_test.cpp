// Tables, labelled sentences and words with tags in files whose names do not say what they are: each comes in as it is
// meant, or is refused in words; none is a text of characters.
#include "layout_support.h"
#include "table_layout_support.h"

namespace fovea::test {
namespace {

std::string rows(int count, const std::function<std::string(int)>& row) {
  std::string text;
  for (int i = 0; i < count; ++i) text += row(i) + "\n";
  return text;
}

// Refused without asking for a text of characters, and with words that say what it is.
void expectRefused(const fs::path& source, const std::string& word) {
  const Taken taken = take(source);
  EXPECT_TRUE(taken.asks) << taken.kind << "\n" << taken.words;
  EXPECT_TRUE(contains(taken.words, word)) << taken.words;
  EXPECT_FALSE(contains(taken.kind, "next_symbol")) << taken.words;
}

// Anguita et al. 2013: numbers between blanks, labels and persons in files of their own.
class HumanActivity : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* split : {"train", "test"}) {
      const fs::path place = root / split;
      writeBytes(place / fmt::format("X_{}.txt", split), rows(12, [](int i) {
                   return fmt::format("  {:.7e} {:.7e} -{:.7e}", 0.25 + i, 0.5 * i, 1.0 / (i + 1));
                 }));
      writeBytes(place / fmt::format("y_{}.txt", split), rows(12, [](int i) { return std::to_string(1 + i % 3); }));
      writeBytes(place / fmt::format("subject_{}.txt", split),
                 rows(12, [](int i) { return std::to_string(1 + i / 3); }));
      for (const char* signal : {"body_acc_x", "body_gyro_y"})
        writeBytes(place / "Inertial Signals" / fmt::format("{}_{}.txt", signal, split),
                   rows(12, [](int i) { return fmt::format("  {:.7e} {:.7e}", 0.1 * i, 0.2 * i); }));
    }
    writeBytes(root / "activity_labels.txt", "1 WALKING\n2 SITTING\n3 LAYING\n");
    writeBytes(root / "features.txt", "1 tBodyAcc-mean()-X\n2 bands\n3 bands\n");
    writeBytes(root / "features_info.txt", "Feature Selection\n=================\n");
    writeBytes(root / "README.txt", "Human Activity Recognition\n");
  }
  const TemporaryFolder folder;
  const fs::path root = folder / "UCI HAR Dataset";
};

TEST_F(HumanActivity, IsATableOfFeaturesWithNamedClasses) {
  const Taken taken = take(root);
  ASSERT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"LAYING", "SITTING", "WALKING"}));
  EXPECT_EQ(taken.splits, "train 12, test 12");
  EXPECT_EQ(numbersOf(*taken.source, 1).size(), 3u);
  EXPECT_FLOAT_EQ(numbersOf(*taken.source, 1)[0], 1.25f);
  EXPECT_EQ(taken.source->item(4).group, "2");
  EXPECT_TRUE(contains(taken.words, "Inertial Signals")) << taken.words;
}

TEST_F(HumanActivity, OneSplitComesWithItsLabels) {
  const Taken taken = take(root / "train" / "X_train.txt");
  ASSERT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_EQ(taken.classes.size(), 3u);
}

TEST_F(HumanActivity, FilesOfDifferentLengthsAreRefused) {
  writeBytes(root / "train" / "y_train.txt", "1\n2\n");
  expectRefused(root, "y_train.txt");
}

TEST_F(HumanActivity, LabelsAloneAreNoText) {
  expectRefused(root / "train" / "y_train.txt", "y_train.txt");
}

// Charytanowicz et al. 2010: tabs between numbers, now and then two of them.
TEST(LineLayouts, SeedsOfUci) {
  const TemporaryFolder folder;
  writeBytes(folder / "seeds_dataset.txt", rows(30, [](int i) {
               return fmt::format("1{}.26\t14.{}4\t0.8{}1\t{}5.763{}\t{}", i % 7, i % 9, i % 10, i % 4 == 2 ? "\t" : "",
                                  i * 7 % 11, 1 + i % 3);
             }));
  for (const fs::path& source : {folder / "seeds_dataset.txt", folder.path()}) {
    const Taken taken = take(source);
    ASSERT_NE(taken.source, nullptr) << taken.words;
    EXPECT_EQ(taken.kind.substr(0, 3), "csv") << taken.words;
    EXPECT_EQ(taken.source->size(), 30) << taken.words;
    const Taken told = take(source, {{"label_column", std::string("5")}}, "csv");
    EXPECT_EQ(told.classes, (Strings{"1", "2", "3"})) << told.words;
    EXPECT_EQ(numbersOf(*told.source, 2).size(), 4u);
  }
}

// Tavallaee et al. 2009: no header, classes before a last column of difficulties; names that no words divide.
TEST(LineLayouts, NslKddTakesItsSplitsFromNamesThatDifferInThem) {
  const TemporaryFolder folder;
  const auto lines = [](int from) {
    return rows(40, [from](int i) {
      return fmt::format("{},{},{},SF,{},0.{},{},{}", i % 5, i % 2 ? "tcp" : "udp", i % 3 ? "http" : "smtp",
                         100 + i + from, i % 10, i % 4 ? "normal" : "neptune", 15 + i % 7);
    });
  };
  writeBytes(folder / "nsl/KDDTrain+.txt", lines(0));
  writeBytes(folder / "nsl/KDDTest+.txt", lines(3));
  const Taken taken = take(folder / "nsl");
  EXPECT_TRUE(taken.asks) << "the last column is no class\n" << taken.words;
  const Taken told = take(folder / "nsl", {{"label_column", std::string("7")}}, "csv");
  ASSERT_NE(told.source, nullptr) << told.words;
  EXPECT_EQ(told.classes, (Strings{"neptune", "normal"})) << told.words;
  EXPECT_EQ(told.splits, "train 40, test 40");
}

// Almeida et al. 2011: a file without an ending, a label, a tab, a text.
TEST(LineLayouts, SmsSpamCollectionHasNoEnding) {
  const TemporaryFolder folder;
  writeBytes(folder / "sms/SMSSpamCollection", rows(20, [](int i) {
               return fmt::format("{}\tHello number {}, are you there?", i % 4 ? "ham" : "spam", i);
             }));
  writeBytes(folder / "sms/readme", "SMS Spam Collection v.1\n");
  for (const char* source : {"sms", "sms/SMSSpamCollection"}) {
    const Taken taken = take(folder / source);
    ASSERT_EQ(taken.kind, "csv: classification") << taken.words;
    EXPECT_EQ(taken.classes, (Strings{"ham", "spam"}));
    EXPECT_EQ(taken.source->size(), 20) << taken.words;
  }
}

// Kotzias et al. 2015: a sentence, a tab and 0 or 1.
TEST(LineLayouts, SentimentLabelledSentences) {
  const TemporaryFolder folder;
  writeBytes(folder / "amazon_cells_labelled.txt", rows(20, [](int i) {
               return fmt::format("The {} phone, I think, is number {}.  \t{}", i % 3 ? "good" : "bad", i, i % 2);
             }));
  const Taken taken = take(folder / "amazon_cells_labelled.txt");
  ASSERT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"0", "1"}));
}

// Joulin et al. 2017: labels in front of each line.
TEST(LineLayouts, FastText) {
  const TemporaryFolder folder;
  const auto lines = [](int count) {
    return rows(count,
                [](int i) { return fmt::format("__label__{} What is number {}, please?", i % 2 ? "good" : "bad", i); });
  };
  writeBytes(folder / "reviews/train.ft.txt", lines(12));
  writeBytes(folder / "reviews/test.ft.txt", lines(6));
  const Taken taken = take(folder / "reviews");
  ASSERT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"bad", "good"}));
  EXPECT_EQ(taken.splits, "train 12, test 6");
  EXPECT_EQ(textOf(loaded(*taken.source, 3).input), "What is number 3, please?");
  writeBytes(folder / "one.txt", lines(8));
  EXPECT_EQ(take(folder / "one.txt").kind, "csv: classification");
}

TEST(LineLayouts, FastTextWithSeveralLabels) {
  const TemporaryFolder folder;
  writeBytes(folder / "cooking.train", rows(12, [](int i) {
               return fmt::format("__label__sauce {}How much number {} in it?", i % 3 ? "" : "__label__cheese ", i);
             }));
  writeBytes(folder / "cooking.valid", rows(4, [](int i) { return fmt::format("__label__cheese Which one, {}?", i); }));
  const Taken taken = take(folder.path());
  ASSERT_EQ(taken.kind, "csv: multi_label") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"cheese", "sauce"}));
  EXPECT_EQ(taken.splits, "train 12, validation 4");
  EXPECT_EQ(loaded(*taken.source, 0).labels.size(), 2u);
  EXPECT_EQ(loaded(*taken.source, 1).labels.size(), 1u);
}

// Li and Roth 2002: "DESC:manner" in front of each question.
TEST(LineLayouts, QuestionsOfTrec) {
  const TemporaryFolder folder;
  writeBytes(folder / "train_5500.label", rows(12, [](int i) {
               return fmt::format("{} How did number {} come ?", i % 2 ? "DESC:manner" : "NUM:count", i);
             }));
  const Taken taken = take(folder / "train_5500.label");
  ASSERT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"DESC:manner", "NUM:count"}));
}

// Elliott et al. 2016: one sentence a line, the same ones in two languages.
TEST(LineLayouts, ParallelSentencesAreRefused) {
  const TemporaryFolder folder;
  for (const auto& [split, count] : {std::pair("train", 40), std::pair("val", 12)})
    for (const char* language : {"en", "de"})
      writeBytes(folder / fmt::format("multi30k/{}.{}", split, language), rows(count, [&](int i) {
                   return fmt::format("{} young people are outside number {}.", language, i);
                 }));
  expectRefused(folder / "multi30k", "train.de and train.en");
  EXPECT_EQ(take(folder / "multi30k/train.en").kind, "text: next_symbol") << "one language alone is a text";
}

// Tjong Kim Sang and De Meulder 2003; Nivre et al. 2016.
TEST(LineLayouts, WordsWithTagsAreRefused) {
  const TemporaryFolder folder;
  std::string conll = "-DOCSTART- -X- -X- O\n\n", universal;
  for (int i = 0; i < 8; ++i) {
    conll += fmt::format("EU{} NNP B-NP B-ORG\nrejects{} VBZ B-VP O\nGerman{} JJ B-NP B-MISC\n. . O O\n\n", i, i, i);
    universal += fmt::format(
        "# sent_id = {}\n1\tThey{}\tthey\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2\tbuy{}\tbuy\tVERB\tVBP\t_\t0\t"
        "root\t_\t_\n3\tbooks{}\tbook\tNOUN\tNNS\t_\t2\tobj\t_\t_\n\n",
        i, i, i, i);
  }
  for (const char* name : {"train.txt", "valid.txt", "test.txt"}) writeBytes(folder / "conll2003" / name, conll);
  writeBytes(folder / "en_ewt-ud-train.conllu", universal);
  writeBytes(folder / "eng.testa", conll);
  expectRefused(folder / "conll2003", "tags");
  expectRefused(folder / "conll2003/train.txt", "tags");
  expectRefused(folder / "en_ewt-ud-train.conllu", "tags");
  expectRefused(folder / "eng.testa", "tags");
  EXPECT_EQ(take(folder / "conll2003/train.txt", {{"length", std::int64_t{16}}}, "text").kind, "text: next_symbol")
      << "who asks for characters gets them";
}

// Chang and Lin 2011.
TEST(LineLayouts, SparseVectorsAreRefused) {
  const TemporaryFolder folder;
  writeBytes(folder / "heart_scale",
             rows(20, [](int i) { return fmt::format("{} 1:0.{} 2:1 5:-0.{}", i % 2 ? "+1" : "-1", 10 + i, 30 + i); }));
  expectRefused(folder / "heart_scale", "LIBSVM");
}

// Danescu-Niculescu-Mizil and Lee 2011 (Cornell's dialogues): a mark of several signs between the fields of a row.
TEST(LineLayouts, RowsBetweenMarksAreRefused) {
  const TemporaryFolder folder;
  writeBytes(folder / "movie_lines.txt", rows(30, [](int i) {
               return fmt::format("L{} +++$+++ u{} +++$+++ m0 +++$+++ BIANCA +++$+++ They do {} not!", 1045 - i, i % 3,
                                  i);
             }));
  expectRefused(folder / "movie_lines.txt", "\"+++$+++\"");
  // Signs that do not divide each line are part of a text.
  writeBytes(folder / "talk.txt", rows(40, [](int i) {
               return fmt::format("and then {} she said ... {} no -- never, number {}", i % 3 ? "!!!" : "?!?",
                                  i % 2 ? "*** !!!" : "yes", i);
             }));
  EXPECT_EQ(take(folder / "talk.txt").kind, "text: next_symbol") << take(folder / "talk.txt").words;
}

// Recordings of sensors: a file of numbers a sample.
TEST(LineLayouts, FilesOfNumbersInFoldersAreNoTexts) {
  const TemporaryFolder folder;
  for (const char* name : {"walk", "run"})
    for (int i = 0; i < 4; ++i)
      writeBytes(folder / "motion" / name / fmt::format("{}.txt", i),
                 rows(10, [&](int k) { return fmt::format("{} {}.5 {}", k, i, k * i); }));
  expectRefused(folder / "motion", "numbers");
}

TEST(LineLayouts, ProseStaysProse) {
  const TemporaryFolder folder;
  writeBytes(folder / "novel.txt", rows(60, [](int i) {
               return fmt::format("It was the {} of times, it was the worst of times, number {}",
                                  i % 2 ? "best" : "age", i);
             }));
  writeBytes(folder / "poem.txt",
             rows(40, [](int i) { return i % 3 == 2 ? "" : fmt::format("little lamb{}", i % 5); }));
  for (const char* name : {"novel.txt", "poem.txt"})
    EXPECT_EQ(take(folder / name).kind, "text: next_symbol") << take(folder / name).words;
}

// The first row of a table of numbers may look like scikit-learn's line of counts.
TEST(LineLayouts, ARowOfNumbersIsNoLineOfCounts) {
  const TemporaryFolder folder;
  writeBytes(folder / "a.csv", rows(20, [](int i) { return fmt::format("{},3,{},{}", 12 + i % 5, i % 7, i % 2); }));
  const Taken taken = take(folder / "a.csv", {{"label_column", std::string("4")}}, "csv");
  ASSERT_NE(taken.source, nullptr) << taken.words;
  EXPECT_EQ(taken.source->size(), 20) << taken.words;
}

// Malo et al. 2014 (Financial PhraseBank): a sentence, and its label behind the last @.
TEST(LineLayouts, FinancialPhraseBank) {
  const TemporaryFolder folder;
  const std::vector<std::string> labels{"neutral", "positive", "negative"};
  const auto sentence = [&](int i) {
    return fmt::format("According to report {} , sales@home rose to EUR {} mn .@{}", i, 13 + i,
                       labels[std::size_t(i) % 3]);
  };
  writeBytes(folder / "Sentences_50Agree.txt", lines(30, sentence));
  const Taken found = take(folder / "Sentences_50Agree.txt");
  ASSERT_EQ(found.kind, "csv: classification") << found.words;
  EXPECT_FALSE(found.asks) << found.words;
  EXPECT_EQ(found.classes, (Strings{"negative", "neutral", "positive"}));
  EXPECT_EQ(found.source->size(), 30);
  // Addresses and other words behind an @ are no labels.
  writeBytes(folder / "mail.txt",
             lines(30, [](int i) { return fmt::format("please write to someone{}@example{}", i, i); }));
  EXPECT_NE(take(folder / "mail.txt").kind, "csv: classification");
}

// Saravia et al. 2018 (emotions), as Kaggle has them: a sentence and its label, with a semicolon between them.
TEST(LineLayouts, SentencesAndLabelsBetweenSemicolons) {
  const TemporaryFolder folder;
  for (const char* split : {"train", "val", "test"})
    writeBytes(folder / "set" / (std::string(split) + ".txt"), lines(30, [&](int i) {
                 return fmt::format("i feel {} so {}, and {} times as much today;{}", i, split, i % 7,
                                    i % 2 ? "sadness" : "joy");
               }));
  const Taken found = take(folder / "set");
  ASSERT_EQ(found.kind, "csv: classification") << found.words;
  EXPECT_EQ(found.classes, (Strings{"joy", "sadness"}));
  EXPECT_EQ(found.splits, "train 30, validation 30, test 30");
  // A first line of names is no sample.
  writeBytes(folder / "named.txt", "text;emotion\n" + lines(30, [](int i) {
                                     return fmt::format("i feel {} times as well today;{}", i,
                                                        i % 2 ? "sadness" : "joy");
                                   }));
  const Taken named = take(folder / "named.txt");
  EXPECT_EQ(named.classes, (Strings{"joy", "sadness"})) << named.words;
  EXPECT_EQ(named.source->size(), 30);
  // Prose with a semicolon in each line stays prose.
  writeBytes(folder / "prose.txt", lines(30, [](int i) {
               return fmt::format("It was the best of times {}; it was the worst of times {}.", i, i * 7 % 31);
             }));
  EXPECT_EQ(take(folder / "prose.txt").kind, "text: next_symbol") << take(folder / "prose.txt").words;
}

}  // namespace
}  // namespace fovea::test
