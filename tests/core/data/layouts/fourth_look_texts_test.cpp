// Files that would come in as a text to continue because nothing else takes them: numbers, labels beside texts,
// sequences, tables below comments. Each is refused in words, or asked about.
#include "layout_support.h"

namespace fovea::test {
namespace {

class FourthLookTexts : public LayoutTest {
 protected:
  static std::string sentence(int i) {
    static const Strings words{"the", "old", "train", "waited", "while", "people", "bought", "bread", "again", "there"};
    std::string text;
    for (int k = 0; k < 9; ++k) text += words[static_cast<std::size_t>(i * 7 + k * (i % 3 + 1)) % 10] + " ";
    return text + ".";
  }
  static std::string sentences(int count, int from = 0) {
    return lines(count, [from](int i) { return sentence(from + i); });
  }
  void expectRefused(const std::string& word) const {
    const Taken taken = LayoutTest::taken();
    EXPECT_EQ(taken.kind, "") << taken.words;
    EXPECT_TRUE(contains(taken.words, word)) << taken.words;
    EXPECT_TRUE(contains(taken.words, "choose the kind \"text\"")) << taken.words;
    // Who wants the characters all the same gets them.
    EXPECT_EQ(LayoutTest::taken({{"records", std::string("leave_out")}}, "text").kind, "text: next_symbol");
  }
};

// Banos et al. 2014 (mHealth): measures of sensors in columns.
TEST_F(FourthLookTexts, NumbersAreNoText) {
  for (int person = 1; person < 4; ++person)
    file(fmt::format("mHealth_subject{}.log", person), lines(40, [](int i) {
           std::string line;
           for (int k = 0; k < 8; ++k) line += fmt::format("{}.{}\t", i * k % 13 - 6, i % 10);
           return line + std::to_string(i / 10);
         }));
  expectRefused("rows of a table");
}

// Ramakrishnan et al. 2014 (QM9): a molecule a file.
TEST_F(FourthLookTexts, MoleculesAreNoText) {
  for (int i = 0; i < 6; ++i)
    file(fmt::format("dsgdb9nsd_{:06}.xyz", i),
         fmt::format("4\ngdb {}\t157.7\t157.7\t0.\t13.21\t-0.38\n", i) + lines(4, [&](int k) {
           return fmt::format("C\t0.{}\t-1.{}\t0.5{}\t-0.2", i, k, i + k);
         }) + "1341.307\t1341.3284\t1341.365\nCC\tCC\n");
  expectRefused("holds numbers rather than a text");
}

TEST_F(FourthLookTexts, SequencesAreNoText) {
  file("deeploc_data.fasta", lines(30, [](int i) {
         return fmt::format(">Q{} Cytoplasm-S{}\nLWGELLSRPPDMVLARWWPTETGNAHQ{}", i, i % 5 ? "" : " test",
                            i % 2 ? "SMSEQYHMQ" : "GVKYR");
       }));
  expectRefused("FASTA");
}

// U.S. Geological Survey: comments, names, a line of widths, rows.
TEST_F(FourthLookTexts, ATableBelowCommentsIsNoText) {
  file("nwis.txt", "# WARNING\n# Some of the data may be provisional.\n#\nagency_cd\tsite_no\tvalue\n5s\t15s\t14n\n" +
                       lines(40, [](int i) { return fmt::format("USGS\t01646500\t{}", 2000 + i * 37); }));
  expectRefused("below lines that begin with \"#\"");
}

// Kowsari et al. 2017 (Web of Science), Li et al. 2017 (DailyDialog).
TEST_F(FourthLookTexts, NumbersBesideTextsAreLabels) {
  file("X.txt", sentences(40));
  for (const char* name : {"Y.txt", "YL1.txt"}) file(name, lines(40, [](int i) { return std::to_string(i % 7); }));
  expectRefused("may be its labels");
}

TEST_F(FourthLookTexts, NumbersOfSentencesAreLabels) {
  for (const char* split : {"train", "test"}) {
    file(fmt::format("{0}/dialogues_{0}.txt", split), sentences(30));
    for (const char* kind : {"act", "emotion"})
      file(fmt::format("{0}/dialogues_{1}_{0}.txt", split, kind),
           lines(30, [](int i) { return fmt::format("{} {} {}", i % 4, i % 3, i % 5); }));
  }
  expectRefused("may be its labels");
}

// Rush et al. 2015 (Gigaword), Pang and Lee 2004 (subjectivity).
TEST_F(FourthLookTexts, FilesOfEqualLinesBelongTogether) {
  for (const char* split : {"train", "valid.filter"})
    for (const char* kind : {"article", "title"}) file(fmt::format("{}.{}.txt", split, kind), sentences(30, kind[0]));
  expectRefused("belong together");
}

TEST_F(FourthLookTexts, AFileForEachClassIsNoText) {
  file("plot.tok.gt9.5000", sentences(30));
  file("quote.tok.gt9.5000", sentences(30, 50));
  file("subjdata.README.1.0.txt", "Movie Review Data: subjectivity dataset v1.0\n");
  expectRefused("be of a class each");
}

// Texts of one kind stay one text, however many lines they have.
TEST_F(FourthLookTexts, BooksAndSplitsStayOneText) {
  for (const char* name : {"wiki.train.tokens", "wiki.valid.tokens", "wiki.test.tokens"}) file(name, sentences(40));
  file("dataset_infos.json", "{\"default\": {\"features\": 1}}\n");
  const Taken taken = LayoutTest::taken();
  EXPECT_EQ(taken.kind, "text: next_symbol") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  for (int i = 0; i < 4; ++i) file(fmt::format("books/chapter{}.txt", i), sentences(40, i));
  EXPECT_EQ(take(root / "books").kind, "text: next_symbol");
}

// Zeman et al. (Universal Dependencies): the sentences once more without their tags.
TEST_F(FourthLookTexts, TaggedWordsBesideTheirTextAreNoText) {
  for (const char* split : {"train", "dev", "test"}) {
    const std::string name = fmt::format("en_ewt-ud-{}", split);
    file(name + ".txt", sentences(20));
    file(name + ".conllu", lines(20, [](int i) {
           return fmt::format(
               "# sent_id = {0}\n1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\n2\ttrain{0}\ttrain\tNOUN\tNN\t_"
               "\t3\tnsubj\t_\t_\n3\twaited\twait\tVERB\tVBD\t_\t0\troot\t_\t_\n",
               i);
         }));
  }
  file("stats.xml", "<?xml version=\"1.0\"?>\n<treebank>\n</treebank>\n");
  expectRefused("tags words");
}

// Clark et al. 2018 (ARC): tables of questions beside a corpus.
TEST_F(FourthLookTexts, TablesBesideATextAreNamed) {
  const auto questions = [](int count) {
    return "question,answer\n" + lines(count, [](int i) { return fmt::format("{} {},A", sentence(i), i); });
  };
  file("corpus.txt", sentences(20));
  file("easy/questions.csv", questions(60));
  expectRefused("Open one of the tables");
  file("corpus.txt", sentences(400));
  const Taken taken = LayoutTest::taken();
  EXPECT_EQ(taken.kind, "text: next_symbol") << taken.words;
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "the tables beside the texts: left out")) << taken.words;
  EXPECT_FALSE(LayoutTest::taken({{"records", std::string("leave_out")}}, "text").asks);
}

}  // namespace
}  // namespace fovea::test
