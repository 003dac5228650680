// Tables of public data sets whose form, endings, targets or inputs are unusual: each comes in as its authors mean it,
// or is asked about.
#include "layout_support.h"
#include "sound_layout_support.h"
#include "table_layout_support.h"

namespace fovea::test {
namespace {

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
  EXPECT_TRUE(contains(taken.splits, "validation 12, test 9")) << taken.splits;
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
  EXPECT_EQ(movies.classes, (Strings{"Comedy|Drama", "Drama"})) << movies.words;
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

}  // namespace
}  // namespace fovea::test
