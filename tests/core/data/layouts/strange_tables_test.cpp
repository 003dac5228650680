// Tables of public data sets whose form, endings, targets or inputs are unusual: each comes in as its authors mean it,
// or is asked about.
#include "layout_support.h"
#include "sound_layout_support.h"
#include "table_layout_support.h"

namespace fovea::test {
namespace {

std::vector<float> floatsOf(const Tensor& tensor) {
  const auto values = tensor.values<float>();
  return {values.begin(), values.end()};
}

const Strings kRelations{"contradiction", "entailment", "neutral"};

// Sentences of eight words that hardly ever repeat.
std::string sentence(int seed) {
  static const Strings words{"people", "walk", "near", "green", "water", "while", "music", "plays", "under", "lights"};
  std::string text = "The";
  for (int i = 0; i < 7; ++i) text += " " + words[static_cast<std::size_t>(seed * 7 + i * (seed % 3 + 1)) % 10];
  return fmt::format("{} {}.", text, seed);
}

// Bowman et al. 2015: labels of further annotators in the last fields, which are mostly empty.
std::string snli(int count) {
  return "gold_label\tsentence1_binary_parse\tsentence2_binary_parse\tsentence1_parse\tsentence2_parse\tsentence1\t"
         "sentence2\tcaptionID\tpairID\tlabel1\tlabel2\tlabel3\tlabel4\tlabel5\n" +
         lines(count, [](int i) {
           const std::string a = sentence(2 * i), b = sentence(2 * i + 1), label = kRelations[i % 3];
           return fmt::format(
               "{0}\t( ( {1} ) . )\t( ( {2} ) . )\t(ROOT (S {1}))\t(ROOT (S {2}))\t{1}\t{2}\t{3}.jpg#4\t"
               "{3}.jpg#4r1n\t{4}\t\t\t\t",
               i == 5 ? "-" : label, a, b, i, label);
         });
}

TEST(StrangeTables, EmptyFieldsAtTheEndOfLinesCount) {
  const TemporaryFolder folder;
  writeBytes(folder / "snli_1.0/snli_1.0_train.txt", snli(30));
  writeBytes(folder / "snli_1.0/snli_1.0_dev.txt", snli(12));
  writeBytes(folder / "snli_1.0/snli_1.0_test.txt", snli(9));
  writeBytes(folder / "snli_1.0/README.txt", "Stanford Natural Language Inference corpus\n\nThis is release 1.0.\n");
  const Taken taken = take(folder / "snli_1.0");
  ASSERT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.splits, "train 29, validation 11, test 8");
  EXPECT_EQ(taken.classes, kRelations);
  EXPECT_TRUE(contains(taken.words, "the label \"-\": left out, with 3 rows")) << taken.words;
  EXPECT_EQ(textOf(loaded(*taken.source, 0).input), sentence(0) + "\n" + sentence(1));
  const Taken kept = take(folder / "snli_1.0", {{"keep_labels", std::string("-")}}, "csv");
  EXPECT_EQ(kept.splits, "train 30, validation 12, test 9") << kept.words;
  EXPECT_EQ(kept.classes, (Strings{"-", "contradiction", "entailment", "neutral"}));
}

// Ardila et al. 2020: a first field that is empty is no reason to read the second one as the first.
TEST(StrangeTables, AnEmptyFirstFieldOfTranscriptsCounts) {
  const TemporaryFolder folder;
  std::string list = "client_id\tpath\tsentence\tup_votes\tage\n";
  for (int i = 0; i < 6; ++i) {
    writeBytes(folder / fmt::format("clips/a{}.wav", i), wav(400 + i, 0.1, 8000));
    list += fmt::format("{}\ta{}.wav\t{}\t2\t\n", i % 2 ? "speaker" : "", i, sentence(i));
  }
  writeBytes(folder / "train.tsv", list);
  const Taken taken = take(folder.path());
  ASSERT_NE(taken.source, nullptr) << taken.words;
  EXPECT_EQ(taken.kind, "transcripts: transcription") << taken.words;
  ASSERT_EQ(taken.source->size(), 6) << taken.words;
  EXPECT_TRUE(taken.source->item(0).source.ends_with("clips/a0.wav")) << taken.source->item(0).source;
}

// Endings that say nothing: Hofmann's German credits as numbers, and tables of the network intrusions of KDD 1999.
TEST(StrangeTables, TablesAreFoundUnderAnyEnding) {
  const TemporaryFolder folder;
  const std::string credits = lines(40, [](int i) {
    return fmt::format("   {}   {}   4  12   5   5   3   4   1  67   3   2   {} ", 1 + i % 4, 6 + i * 7 % 48,
                       1 + i % 2);
  });
  const auto connections = [](int from) {
    return lines(40, [from](int i) {
      return fmt::format("{},{},{},SF,{},0.{},{}.", i % 5, i % 2 ? "tcp" : "udp", i % 3 ? "http" : "smtp",
                         100 + i * 7 + from, i % 10, i % 4 ? "normal" : "neptune");
    });
  };
  writeBytes(folder / "german/german.data-numeric", credits);
  writeBytes(folder / "kdd/kddcup.data_10_percent", connections(0));
  writeBytes(folder / "kdd/corrected", connections(3));
  writeBytes(folder / "kdd/kddcup.names", "back,buffer_overflow,ftp_write.\nduration: continuous.\n");
  for (const char* source : {"german", "german/german.data-numeric"}) {
    const Taken taken = take(folder / source);
    EXPECT_EQ(taken.kind.substr(0, 3), "csv") << taken.kind << taken.words;
  }
  const Taken both = take(folder / "kdd");
  EXPECT_TRUE(both.asks);
  EXPECT_TRUE(contains(both.words, "kddcup.data_10_percent")) << both.words;
  EXPECT_TRUE(contains(both.words, "corrected")) << both.words;
  EXPECT_EQ(take(folder / "kdd", {{"tables", std::string("kddcup.data_10_percent")}}, "csv").classes,
            (Strings{"neptune.", "normal."}));
}

// Larochelle and Murray 2011: pixels as columns of 0 and 1.
TEST(StrangeTables, ColumnsOfZerosAndOnesAreNoText) {
  const TemporaryFolder folder;
  for (const char* split : {"train", "valid", "test"})
    writeBytes(folder / fmt::format("binarized_mnist_{}.amat", split), lines(12, [](int i) {
                 std::string line;
                 for (int k = 0; k < 64; ++k) line += (i * 31 + k * k) % 3 == 0 ? "1 " : "0 ";
                 return line;
               }));
  const Taken taken = take(folder.path());
  EXPECT_FALSE(contains(taken.kind, "next_symbol")) << taken.kind << taken.words;
}

// Harper and Konstan 2015: two colons between the fields.
TEST(StrangeTables, TwoColonsDivideFields) {
  const TemporaryFolder folder;
  writeBytes(folder / "ml-1m/ratings.dat", lines(60, [](int i) {
               return fmt::format("{}::{}::{}::97830{}", 1 + i / 9, 1000 + i * 37 % 400, 1 + i % 5, 1000 + i * 3);
             }));
  writeBytes(folder / "ml-1m/movies.dat", lines(40, [](int i) {
               return fmt::format("{}::Story: number {} (1995)::{}", i + 1, i, i % 2 ? "Comedy|Drama" : "Drama");
             }));
  writeBytes(folder / "ml-1m/README", "SUMMARY\n\nThese files contain 1,000,209 anonymous ratings.\n");
  const Taken taken = take(folder / "ml-1m");
  EXPECT_TRUE(taken.asks);
  EXPECT_TRUE(contains(taken.words, "ratings.dat")) << taken.words;
  const Taken movies = take(folder / "ml-1m/movies.dat", {{"label_column", std::string("3")}}, "csv");
  EXPECT_EQ(movies.kind, "csv: multi_label") << movies.words;
  EXPECT_EQ(movies.classes, (Strings{"Comedy", "Drama"})) << movies.words;
  const FieldValues options{{"target_columns", std::string("3")},
                            {"delimiter", std::string("colons")},
                            {"feature_columns", std::string("1,2")}};
  const Taken ratings = take(folder / "ml-1m/ratings.dat", options, "csv");
  ASSERT_NE(ratings.source, nullptr) << ratings.words;
  EXPECT_EQ(numbersOf(*ratings.source, 1), (std::vector<float>{1, 1037}));
}

// Ren et al. 2019: tables beside a dictionary of their labels.
TEST(StrangeTables, ADictionaryBesideTablesIsNoTable) {
  const TemporaryFolder folder;
  const auto genomes = lines(30, [](int i) {
    return fmt::format("{}{}AGTC{}\t{}\t{}.{}", i % 2 ? "AC" : "GT", i % 3 ? "TTA" : "CGA", i % 5 ? "AA" : "CC", i % 3,
                       i, i % 7);
  });
  for (const char* name : {"before_2011_in_tr", "between_2011-2016_in_val", "after_2016_in_test"})
    writeBytes(folder / fmt::format("genomes/{}.txt", name), "seq\tlabel\tscore\n" + genomes);
  writeBytes(folder / "genomes/label_dict.json", R"({"Bacillus": 0, "Clostridium": 1, "Listeria": 2})");
  const Taken taken = take(folder / "genomes");
  EXPECT_EQ(taken.kind.substr(0, 3), "csv") << taken.kind << taken.words;
  EXPECT_TRUE(contains(taken.words, "label_dict.json: left out")) << taken.words;
  for (const char* name : {"before_2011_in_tr", "between_2011-2016_in_val", "after_2016_in_test"})
    fs::rename(folder / fmt::format("genomes/{}.txt", name), folder / fmt::format("genomes/{}.csv", name));
  EXPECT_EQ(take(folder / "genomes").kind.substr(0, 3), "csv");
}

const ImportDecision* unsureOn(const Recognition& found, const std::string& what) {
  const ImportDecision* decision = decisionOn(found.decisions, what);
  return decision && !decision->sure ? decision : nullptr;
}

// Warstadt, Singh and Bowman 2019: the source of a sentence, whether it is acceptable, an author's star, the sentence.
TEST(StrangeTables, WordsThatRepeatAreNoSurerClassesThanFewWholeNumbers) {
  const TemporaryFolder folder;
  writeBytes(folder / "cola/train.tsv", lines(60, [](int i) {
               return fmt::format("{}\t{}\t{}\t{}", i < 30 ? "gj04" : "bc01", i % 3 ? 1 : 0, i % 3 ? "" : "*",
                                  sentence(i));
             }));
  const Recognition found = tableAt(folder / "cola/train.tsv");
  const ImportDecision* target = unsureOn(found, "column 1");
  ASSERT_NE(target, nullptr);
  EXPECT_NE(std::find(target->alternatives.begin(), target->alternatives.end(), "label_column=column 2"),
            target->alternatives.end());
  const Taken told = take(folder / "cola/train.tsv", {{"label_column", std::string("column 2")}}, "csv");
  EXPECT_FALSE(told.asks) << told.words;
  EXPECT_EQ(told.classes, (Strings{"0", "1"}));
}

// Demszky et al. 2020: the numbers of several emotions between commas.
TEST(StrangeTables, ListsOfNumbersAreNoFractions) {
  const TemporaryFolder folder;
  const auto comments = [](bool three) {
    return lines(90, [three](int i) {
      const std::string labels = i % 9 == 4 ? fmt::format("{},{}", i % 7, 12 + i % 3) : std::to_string(i % 10);
      return fmt::format("{}\t{}\ted{}x", sentence(i), three && i == 40 ? "1,4,7" : labels, 7000 + i * 13);
    });
  };
  writeBytes(folder / "two.tsv", comments(false));
  writeBytes(folder / "three.tsv", comments(true));
  for (const char* file : {"two.tsv", "three.tsv"}) {
    const Recognition found = tableAt(folder / file);
    const ImportDecision* labels = unsureOn(found, "column 2");
    ASSERT_NE(labels, nullptr) << file;
    EXPECT_EQ(labels->alternatives[0], "label_separator=,");
    EXPECT_EQ(decisionOn(found.decisions, "the decimal sign"), nullptr);
    for (const FieldValues& options :
         {FieldValues{{"label_separator", std::string(",")}},
          FieldValues{{"label_column", std::string("column 2")}, {"label_separator", std::string(",")}}}) {
      const Taken told = take(folder / file, options, "csv");
      EXPECT_FALSE(told.asks) << told.words;
      EXPECT_EQ(told.kind, "csv: multi_label");
      EXPECT_EQ(loaded(*told.source, 4).labels, (std::vector<std::int32_t>{4, 13}));
    }
  }
  EXPECT_TRUE(take(folder / "two.tsv", {{"label_column", std::string("column 2")}}, "csv").asks);
  const Taken fractions = take(folder / "two.tsv", {{"decimal", std::string("comma")}}, "csv");
  EXPECT_EQ(fractions.kind, "csv: regression") << fractions.words;
}

// Prices such as "10,99" stay fractions.
TEST(StrangeTables, FractionsWithCommasStayFractions) {
  const TemporaryFolder folder;
  writeBytes(folder / "prices.csv",
             "size;rooms;price\n" + lines(60, [](int i) {
               return fmt::format("{},{};{};{}", 20 + i, 10 + i % 80, 1 + i % 5,
                                  i % 4 ? fmt::format("{},{}", 100 + i, 11 + i * 7 % 80) : std::to_string(100 + i));
             }));
  const Recognition found = tableAt(folder / "prices.csv");
  EXPECT_EQ(chosenOn(found.decisions, "the decimal sign"), "a comma");
}

// Borkan et al. 2019: a decision of moderators beside many measures, and splits of further names.
TEST(StrangeTables, ARatingAmongManyMeasuresIsAskedAboutAndSplitsMayHaveLongerNames) {
  const TemporaryFolder folder;
  std::string table = "id,comment_text,split,rating,funny,wow,likes,toxicity,insult\n";
  for (int i = 0; i < 60; ++i)
    table += fmt::format("{},{},{},{},{},{},{},0.{},0.{}\n", 50000 + i * 17, sentence(i),
                         i % 6 == 4   ? "test_public"
                         : i % 6 == 5 ? "test_private"
                                      : "train",
                         i % 5 ? "approved" : "rejected", i * 7 % 31, i * 5 % 23, i * 3 % 41, i * 37 % 90 + 10,
                         i * 13 % 90 + 10);
  writeBytes(folder / "civil.csv", table);
  const Recognition found = tableAt(folder / "civil.csv");
  EXPECT_NE(unsureOn(found, "column rating"), nullptr);
  const ImportDecision* split = decisionOn(found.decisions, "column split");
  ASSERT_NE(split, nullptr);
  EXPECT_EQ(split->chosen, "the split of a row");
  EXPECT_TRUE(contains(split->because, "test_public for testing")) << split->because;
  const Taken told = take(folder / "civil.csv", {{"target_columns", std::string("toxicity")}}, "csv");
  EXPECT_EQ(told.splits, "train 40, test 20") << told.words;
}

TEST(StrangeTables, ValuesThatAreNoSplitsAreAskedAbout) {
  const TemporaryFolder folder;
  std::string table = "text,label,split\n";
  for (int i = 0; i < 40; ++i)
    table += fmt::format("{},{},{}\n", sentence(i), i % 2 ? "yes" : "no",
                         i % 5 == 4   ? "extra"
                         : i % 5 == 3 ? "dev"
                                      : "train");
  writeBytes(folder / "a.csv", table);
  const Recognition found = tableAt(folder / "a.csv");
  const ImportDecision* split = unsureOn(found, "column split");
  ASSERT_NE(split, nullptr);
  EXPECT_TRUE(contains(split->because, "8 rows with extra")) << split->because;
  EXPECT_EQ(take(folder / "a.csv", {{"split_column", std::string("split")}}, "csv").splits, "train 24, validation 8");
}

// Camburu et al. 2018: sentences beside copies in which words are marked.
TEST(StrangeTables, ThePlainPairIsTheInput) {
  const TemporaryFolder folder;
  std::string table = "pairID,gold_label,Sentence1,Sentence2,Explanation_1,Sentence1_marked_1,Sentence2_marked_1\n";
  for (int i = 0; i < 30; ++i)
    table +=
        fmt::format("{0}.jpg#4r1n,{1},{2},{3},This is why {0} of them do so here.,*The* {2} *end*,*The* {3} *end*\n", i,
                    kRelations[i % 3], sentence(2 * i), sentence(2 * i + 1));
  writeBytes(folder / "esnli_train.csv", table);
  const Recognition found = tableAt(folder / "esnli_train.csv");
  const ImportDecision* text = decisionOn(found.decisions, "the text");
  ASSERT_NE(text, nullptr);
  EXPECT_EQ(text->chosen, "Sentence1, then Sentence2");
  EXPECT_NE(std::find(text->alternatives.begin(), text->alternatives.end(),
                      "text_column=Sentence1_marked_1,Sentence2_marked_1"),
            text->alternatives.end());
  EXPECT_TRUE(allSure(found.decisions));
}

// Nie et al. 2020: a context and a hypothesis, and sentences of annotators.
TEST(StrangeTables, AContextComesWithItsHypothesis) {
  const TemporaryFolder folder;
  std::string table, talks = "speaker_note,remark,label\n";
  for (int i = 0; i < 30; ++i) {
    table += fmt::format(R"({{"uid": "u{}", "context": "{} {}", "hypothesis": "{}", "label": "{}", "reason": "{}"}})",
                         i, sentence(3 * i), sentence(3 * i + 2), sentence(3 * i + 1), "nec"[i % 3], sentence(i)) +
             "\n";
    talks += fmt::format("{} {},{},{}\n", sentence(3 * i), sentence(i), sentence(3 * i + 1), i % 2 ? "yes" : "no");
  }
  writeBytes(folder / "train.jsonl", table);
  writeBytes(folder / "talks.csv", talks);
  EXPECT_EQ(chosenOn(tableAt(folder / "train.jsonl").decisions, "the text"), "context, then hypothesis");
  // Nothing says that one of two texts is the input.
  const Recognition found = tableAt(folder / "talks.csv");
  const ImportDecision* text = unsureOn(found, "the text");
  ASSERT_NE(text, nullptr);
  EXPECT_EQ(text->alternatives,
            (Strings{"text_column=speaker_note", "text_column=remark", "text_column=speaker_note,remark"}));
}

// Pilehvar and Camacho-Collados 2019; Cohan et al. 2019; Go, Bhayani and Huang 2009: sentences beside offsets and ids.
TEST(StrangeTables, SentencesBesideNumbersAreNotLeftOutUnasked) {
  const TemporaryFolder folder;
  std::string words = "word,sentence1,sentence2,start1,end1,label\n",
              citations = "string,sectionName,begin,end,label\n";
  std::string tweets;
  for (int i = 0; i < 60; ++i) {
    const int start = i * 7 % 31;
    words += fmt::format("{},{},{},{},{},{}\n", i % 2 ? "play" : "light", sentence(2 * i), sentence(2 * i + 1), start,
                         start + 4 + i % 5, i % 3 ? "true" : "false");
    citations += fmt::format("{},{},{},{},{}\n", sentence(i), i % 4 ? "Methods" : "Results", i * 11 % 97,
                             90 + i * 13 % 89, i % 3 ? "background" : "method");
    tweets +=
        fmt::format("\"{}\",\"{}\",\"user{}\",\"{}\"\n", i % 2 ? 0 : 4, 1467810000 + i * 331, i * 7 % 17, sentence(i));
  }
  writeBytes(folder / "wic.csv", words);
  writeBytes(folder / "scicite.csv", citations);
  writeBytes(folder / "tweets.csv", tweets);
  const Recognition wic = tableAt(folder / "wic.csv");
  ASSERT_NE(unsureOn(wic, "the text"), nullptr);
  EXPECT_EQ(unsureOn(wic, "the text")->chosen, "sentence1, then sentence2");
  EXPECT_NE(unsureOn(tableAt(folder / "scicite.csv"), "the text"), nullptr);
  const Taken told = take(folder / "tweets.csv", {{"label_column", std::string("column 1")}}, "csv");
  EXPECT_TRUE(told.asks) << told.words;
  EXPECT_TRUE(contains(told.words, "the text: column 4")) << told.words;
  const Taken users = take(folder / "tweets.csv", {{"text_column", std::string("column 4")}}, "csv");
  EXPECT_TRUE(users.asks) << users.words;
}

// Whiteson 2014: classes as numbers with exponents.
TEST(StrangeTables, NumbersWithExponentsAreClassesOfPlainNames) {
  const TemporaryFolder folder;
  writeBytes(folder / "higgs.csv", lines(40, [](int i) {
               return fmt::format("{:.18e},{:.18e},{:.18e}", i % 2 ? 1.0 : 0.0, 0.25 + i, 0.5 * i * i);
             }));
  EXPECT_EQ(take(folder / "higgs.csv", {{"label_column", std::string("1")}}, "csv").classes, (Strings{"0", "1"}));
}

// A table in each folder that is named like a split.
TEST(StrangeTables, FoldersOfTablesAreSplits) {
  const auto rows = [](int from, int count) {
    return "width,height,label\n" + lines(count, [from](int i) {
             return fmt::format("{}.5,{}.25,{}", from + i, (from + i) * 7 % 31, i % 2 ? "oak" : "ash");
           });
  };
  const TemporaryFolder folder;
  writeBytes(folder / "three/train/data.csv", rows(0, 20));
  writeBytes(folder / "three/valid/data.csv", rows(40, 8));
  writeBytes(folder / "three/test/data.csv", rows(60, 6));
  writeBytes(folder / "one/train/data.csv", rows(0, 20));
  const Taken three = take(folder / "three");
  EXPECT_EQ(three.kind, "csv: classification") << three.words;
  EXPECT_FALSE(three.asks) << three.words;
  EXPECT_EQ(three.splits, "train 20, validation 8, test 6");
  const Taken one = take(folder / "one");
  EXPECT_EQ(one.splits, "train 20") << one.words;
  EXPECT_TRUE(contains(one.words, "the training samples: training and validation")) << one.words;
  writeBytes(folder / "three/train/more.csv", rows(80, 5));
  const Taken unclear = take(folder / "three", {}, "csv");
  EXPECT_TRUE(unclear.asks && contains(unclear.words, "data.csv, more.csv")) << unclear.words;
}

std::string labelColumns(int from, int count, bool one) {
  return "filename, apple, pear, plum\n" + lines(count, [=](int i) {
           return fmt::format("{}.png, {}, {}, {}", from + i, int(i % 3 == 0), int(i % 3 == 1 || (!one && i % 2 == 0)),
                              int(i % 3 == 2));
         });
}

// Several labels a picture, in a table with a column for each, in each folder of a split.
TEST(StrangeTables, ColumnsOfZerosAndOnesBesidePicturesAreLabels) {
  const TemporaryFolder folder;
  const std::pair<const char*, int> splits[] = {{"train", 12}, {"valid", 6}, {"test", 6}};
  for (const auto& [split, count] : splits)
    for (int i = 0; i < count; ++i) {
      // The same names in all splits.
      writePictures(folder / fmt::format("many/{}", split), {fmt::format("{}.png", i)});
      writePictures(folder / fmt::format("single/{}", split), {fmt::format("{}.png", i)});
    }
  for (const auto& [split, count] : splits) {
    writeBytes(folder / fmt::format("many/{}/_classes.csv", split), labelColumns(0, count, false));
    writeBytes(folder / fmt::format("single/{}/_classes.csv", split), labelColumns(0, count, true));
  }
  const Strings fruit{"apple", "pear", "plum"};
  const Taken many = take(folder / "many");
  ASSERT_EQ(many.kind, "csv: multi_label") << many.words;
  EXPECT_FALSE(many.asks) << many.words;
  EXPECT_EQ(many.classes, fruit);
  EXPECT_EQ(many.splits, "train 12, validation 6, test 6");
  EXPECT_EQ(loaded(*many.source, 0).labels, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(loaded(*many.source, 5).labels, (std::vector<std::int32_t>{2}));
  const Taken single = take(folder / "single");
  ASSERT_EQ(single.kind, "csv: classification") << single.words;
  EXPECT_FALSE(single.asks) << single.words;
  EXPECT_TRUE(contains(single.words, "there are as many ones as rows")) << single.words;
  EXPECT_EQ(single.classes, fruit);
  EXPECT_EQ(classOf(*single.source, "train/2.png"), "plum");
  EXPECT_EQ(classOf(*single.source, "test/1.png"), "pear");
  EXPECT_EQ(take(folder / "single", {{"task", std::string("multi_label")}}, "csv").kind, "csv: multi_label");
}

// One wrong option must not leave out most of the rows.
TEST(StrangeTables, AColumnOfClassesIsNoColumnOfFlags) {
  const TemporaryFolder folder;
  std::string rows = "a,b,kind,flag\n";
  for (int i = 0; i < 60; ++i) rows += fmt::format("{},{},{},{}\n", i * 37 % 61, i * 17 % 59, i % 7, i % 2);
  writeBytes(folder / "t.csv", rows);
  const auto asked = [&](const char* columns) {
    return tryOpen("csv", folder / "t.csv", {{"label_columns", std::string(columns)}});
  };
  const auto refused = asked("flag, kind");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message,
            "t.csv: column kind holds 0, 1, 2, 3, …, and label_columns takes columns of 0 and 1.");
  EXPECT_TRUE(contains(refused.error().advice, "label_column."));
  EXPECT_TRUE(asked("flag").ok());
}

// Lin et al. 2017: rows without a header, and a list of classes beside them; TensorFlow's with one.
TEST(StrangeTables, TablesOfBoxesLieInFoldersOfSplits) {
  const TemporaryFolder folder;
  for (const char* split : {"train", "valid", "test"})
    for (const char* set : {"retinanet", "tensorflow"}) {
      const fs::path inside = folder / fmt::format("{}/{}", set, split);
      writePictures(inside, {"a.png", "b.png"}, 40, 30);
      const bool bare = set[0] == 'r';
      writeBytes(inside / "_annotations.csv",
                 bare ? "a.png,2,3,20,15,pear\na.png,5,6,30,20,apple\nb.png,,,,,\n"
                      : "filename,width,height,class,xmin,ymin,xmax,ymax\na.png,40,30,pear,2,3,20,15\n"
                        "a.png,40,30,apple,5,6,30,20\nb.png,40,30,pear,1,1,9,9\n");
      if (bare) writeBytes(inside / "_classes.csv", "apple,0\npear,1\n");
    }
  // Skalski 2019 writes left, top, width and height, with a header or without one.
  const std::string sized = "pear,2,3,18,12,a.png,40,30\napple,5,6,25,14,a.png,40,30\n";
  for (const auto& [set, head] :
       {std::pair("bare", ""),
        std::pair("named", "label_name,bbox_x,bbox_y,bbox_width,bbox_height,image_name,image_width,image_height\n")}) {
    writePictures(folder / set, {"a.png"}, 40, 30);
    writeBytes(folder / set / "labels_my-project.csv", head + sized);
    const Taken taken = take(folder / set);
    ASSERT_EQ(taken.kind, "box_table: detection") << taken.words;
    EXPECT_FALSE(taken.asks) << taken.words;
    EXPECT_EQ(loaded(*taken.source, 0).boxes, (std::vector<Box>{{2, 3, 20, 15, 1}, {5, 6, 30, 20, 0}}));
  }
  for (const char* set : {"retinanet", "tensorflow"}) {
    const Taken taken = take(folder / set);
    ASSERT_EQ(taken.kind, "box_table: detection") << taken.words;
    EXPECT_FALSE(taken.asks) << taken.words;
    EXPECT_EQ(taken.classes, (Strings{"apple", "pear"}));
    EXPECT_EQ(taken.splits, "train 2, validation 2, test 2");
    const std::int64_t first = indexOf(*taken.source, "valid/a.png");
    ASSERT_GE(first, 0);
    EXPECT_EQ(loaded(*taken.source, first).boxes, (std::vector<Box>{{2, 3, 20, 15, 1}, {5, 6, 30, 20, 0}}));
  }
}

// Weka's own format, as OpenML keeps its tables.
TEST(StrangeTables, AttributesOfWekaAreColumns) {
  const TemporaryFolder folder;
  const std::string head =
      "% A comment.\n@RELATION 'some iris'\n\n@ATTRIBUTE sepallength REAL\n@attribute 'sepal width' numeric\n"
      "@ATTRIBUTE colour {red, 'light blue'}\n@ATTRIBUTE kind {Iris-setosa,Iris-versicolor,Iris-virginica}\n\n@DATA\n";
  writeBytes(folder / "iris.arff", head + lines(30, [](int i) {
                                     return fmt::format(
                                         "{}.5,{},{},{}", i * 7 % 11, i == 3 ? "?" : std::to_string(i % 5),
                                         i % 2 ? "red" : "'light blue'", i % 3 ? "Iris-virginica" : "Iris-setosa");
                                   }));
  for (const fs::path& path : {folder.path(), folder / "iris.arff"}) {
    const Taken taken = take(path);
    ASSERT_EQ(taken.kind, "csv: classification") << taken.words;
    EXPECT_FALSE(taken.asks) << taken.words;
    EXPECT_EQ(taken.classes, (Strings{"Iris-setosa", "Iris-versicolor", "Iris-virginica"}));
    ASSERT_EQ(taken.source->size(), 30);
    const LoadedItem second = loaded(*taken.source, 1);
    EXPECT_EQ(floatsOf(second.input), (std::vector<float>{7.5f, 1, 0, 1})) << taken.words;
    EXPECT_EQ(taken.source->item(1).label, 2);
    EXPECT_TRUE(contains(taken.words, "sepal width: missing values filled")) << taken.words;
  }
  // Values that a sparse row leaves out are 0, or the first of their attribute; weights of rows do not count.
  writeBytes(folder / "sparse/a.arff", head + lines(20, [](int i) {
                                         return fmt::format("{{0 {}.25, {}3 Iris-virginica}}, {{2}}", i,
                                                            i % 2 ? "2 'light blue', " : "");
                                       }) + lines(20, [](int i) { return fmt::format("{{1 {}}}", i); }));
  const Taken sparse = take(folder / "sparse");
  ASSERT_NE(sparse.source, nullptr) << sparse.words;
  ASSERT_EQ(sparse.source->size(), 40) << sparse.words;
  EXPECT_EQ(floatsOf(loaded(*sparse.source, 3).input), (std::vector<float>{3.25f, 0, 1, 0})) << sparse.words;
  EXPECT_EQ(sparse.source->item(3).label, 2);
  EXPECT_EQ(floatsOf(loaded(*sparse.source, 25).input), (std::vector<float>{0, 5, 0, 1}));
  EXPECT_EQ(sparse.source->item(25).label, 0);
  for (const auto& [name, text, words] :
       {std::tuple("none.arff", "@relation a\n@attribute a real\n", "@data"),
        std::tuple("open.arff", "@attribute a {b, c\n@data\nb\n", "do not end"),
        std::tuple("beyond.arff", "@attribute a real\n@data\n{5 1}\n", "number of no attribute"),
        std::tuple("tables.arff", "@attribute a relational\n@attribute b real\n@end a\n@data\n1\n", "holds tables"),
        std::tuple("other.arff", "a,b\n1,2\n", "does not begin with @")}) {
    writeBytes(folder / "bad" / name, text);
    const Taken bad = take(folder / "bad" / name);
    EXPECT_TRUE(bad.asks && contains(bad.words, words) && contains(bad.words, name)) << bad.words;
  }
}

// Quinlan 1993: blanks between numbers, and a tab before a name in quotes.
TEST(StrangeTables, BlanksAndTabsSeparateFieldsTogether) {
  const TemporaryFolder folder;
  writeBytes(folder / "auto-mpg.data", lines(40, [](int i) {
               return fmt::format("{}.0   {}   {}.0      {}.0      3504.      12.{}   70  1\t\"chevrolet chevelle {}\"",
                                  10 + i % 30, 4 + i % 3 * 2, 300 + i * 5 % 37, 130 + i * 7 % 31, i % 10, i);
             }));
  const Taken taken = take(folder / "auto-mpg.data", {{"target_columns", std::string("column 1")}}, "csv");
  ASSERT_EQ(taken.kind, "csv: regression") << taken.words;
  EXPECT_TRUE(contains(taken.words, "column 9: left out")) << taken.words;
  const LoadedItem first = loaded(*taken.source, 0);
  EXPECT_EQ(floatsOf(first.input), (std::vector<float>{4, 300, 130, 12})) << taken.words;
}

std::string membersOf(int count, const std::function<std::string(int)>& member) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i > 0 ? "," : "") + member(i);
  return text;
}

// Larson et al. 2019: splits of pairs in one document, in one line as programs write it.
TEST(StrangeTables, SplitsOfOneJsonDocumentAreRows) {
  const auto pairs = [](int from, int count) {
    return "[" +
           membersOf(count,
                     [from](int i) {
                       return fmt::format("[\"{}\", \"{}\"]", sentence(from + i), i % 2 ? "transfer" : "translate");
                     }) +
           "]";
  };
  const TemporaryFolder folder;
  writeBytes(folder / "data_full.json",
             "{\"train\": " + pairs(0, 20) + ", \"val\": " + pairs(30, 8) + ", \"test\": " + pairs(50, 6) + "}");
  const Taken taken = take(folder.path());
  ASSERT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_EQ(taken.splits, "train 20, validation 8, test 6") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"transfer", "translate"}));
  EXPECT_EQ(textOf(loaded(*taken.source, 0).input), sentence(0));
}

// The forms that pandas.DataFrame.to_json() writes, and rows by name: the same table each time.
TEST(StrangeTables, DocumentsOfPandasAreRows) {
  const auto number = [](int i) { return fmt::format("{}.5", i * 7 % 23); };
  const auto kind = [](int i) { return i % 2 ? "\"ash\"" : "\"oak\""; };
  const auto row = [&](int i) { return fmt::format("{{\"width\":{},\"label\":{}}}", number(i), kind(i)); };
  const auto column = [&](const auto& value) {
    return "{" + membersOf(20, [&](int i) { return fmt::format("\"{}\":{}", i, value(i)); }) + "}";
  };
  const std::pair<const char*, std::string> forms[] = {
      {"records", "[" + membersOf(20, row) + "]"},
      {"columns", "{\"width\":" + column(number) + ",\"label\":" + column(kind) + "}"},
      {"split", "{\"columns\":[\"width\",\"label\"],\"index\":[0,1],\"data\":[" +
                    membersOf(20, [&](int i) { return fmt::format("[{},{}]", number(i), kind(i)); }) + "]}"},
      {"names", "{" + membersOf(20, [&](int i) { return fmt::format("\"tree{}\":{}", i, row(i)); }) + "}"},
      {"wrapped", "{\"version\":\"1.0\",\"data\":[" + membersOf(20, row) + "]}"},
      {"lines", lines(20, row)},
  };
  const TemporaryFolder folder;
  for (const auto& [form, text] : forms) {
    const fs::path path = folder / form / "trees.json";
    writeBytes(path, text);
    const Taken taken = take(path);
    ASSERT_EQ(taken.kind, "csv: classification") << form << taken.words;
    EXPECT_FALSE(taken.asks) << form << taken.words;
    ASSERT_EQ(taken.source->size(), 20) << form;
    EXPECT_EQ(taken.classes, (Strings{"ash", "oak"})) << form;
    EXPECT_EQ(floatsOf(loaded(*taken.source, 3).input), (std::vector<float>{21.5f})) << form << taken.words;
    EXPECT_EQ(taken.source->item(3).label, 0) << form;
  }
  for (const char* text : {"{\"a\": 1}\n", "{\n\"a\": {\"b\": [1, 2]},\n\"c\": 3}", "[1, 2, 3]", "{}", "[]"}) {
    writeBytes(folder / "bad/trees.json", text);
    EXPECT_TRUE(take(folder / "bad/trees.json").asks) << text;
  }
}

}  // namespace
}  // namespace fovea::test
