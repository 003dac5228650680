// Files that are no texts although no other importer takes them: raw bytes, records without their ending, folders that
// only divide a set. None comes in as characters or classes unasked.
#include "layout_support.h"
#include "table_layout_support.h"

namespace fovea::test {
namespace {

// Bytes of smooth pictures, as raw files hold them, without the values of control characters.
std::string rawPictures(int bytes, int seed) {
  std::string raw;
  for (int i = 0; i < bytes; ++i) raw += static_cast<char>(150 + 90 * ((i / 96 + seed) % 7 - 3) / 3 + i % 96 / 8);
  return raw;
}

void expectNoText(const Taken& taken, const std::string& word) {
  EXPECT_TRUE(taken.asks) << taken.kind << "\n" << taken.words;
  EXPECT_TRUE(contains(taken.words, word)) << taken.words;
  EXPECT_FALSE(contains(taken.kind, "next_symbol")) << taken.words;
  EXPECT_FALSE(contains(taken.kind, "labelled_text")) << taken.words;
}

// Coates, Lee and Ng 2011: raw pictures beside the names of their classes.
TEST(StrangeTexts, RawBytesAreNoText) {
  const TemporaryFolder folder;
  for (const char* split : {"train", "test", "unlabeled"})
    writeBytes(folder / fmt::format("stl10_binary/{}_X.bin", split), rawPictures(96 * 96 * 3 * 4, split[1]));
  writeBytes(folder / "stl10_binary/train_y.bin", std::string("\x01\x02\x03\x04"));
  writeBytes(folder / "stl10_binary/class_names.txt", "airplane\nbird\ncar\ncat\n");
  writeBytes(folder / "stl10_binary/fold_indices.txt", lines(40, [](int i) { return fmt::format("{} {}", i, i + 1); }));
  expectNoText(take(folder / "stl10_binary"), "_X.bin");
}

TEST(StrangeTexts, ControlBytesBehindTheBeginningAreSeen) {
  const TemporaryFolder folder;
  std::string bytes(5000, 'a');
  for (int i = 0; i < 20000; ++i) bytes += static_cast<char>(i * 37 % 256);
  writeBytes(folder / "model.weights", bytes);
  EXPECT_FALSE(recogniseAny(folder / "model.weights").ok());
}

// Texts of other times and languages stay texts.
TEST(StrangeTexts, TextsOfOneByteALetterStayTexts) {
  const TemporaryFolder folder;
  writeBytes(folder / "latin.txt",
             lines(60, [](int i) { return fmt::format("Der Fluß fließt träge zum Meer {}", i); }));
  std::string latin;
  for (int i = 0; i < 60; ++i)
    latin += fmt::format(
        "Die Stra\xdf"
        "e f\xfchrt \xfc"
        "ber den Flu\xdf {}\n",
        i);
  writeBytes(folder / "old/latin.txt", latin);
  EXPECT_EQ(recognised(folder / "latin.txt").importer, "text");
  EXPECT_EQ(recognised(folder / "old/latin.txt").importer, "text");
}

// Pang et al. 2022: JSON lines whose ending names the split.
TEST(StrangeTexts, JsonLinesWithoutTheirEndingAreRecords) {
  const TemporaryFolder folder;
  for (const char* split : {"train", "dev"})
    writeBytes(folder / fmt::format("quality/QuALITY.v0.9.{}", split), lines(12, [](int i) {
                 return fmt::format(R"({{"text": "This is story number {} of a long book.", "label": "{}"}})", i,
                                    i % 2 ? "tale" : "novel");
               }));
  const Taken taken = take(folder / "quality");
  ASSERT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_EQ(taken.splits, "train 12, validation 12");
  EXPECT_EQ(take(folder / "quality/QuALITY.v0.9.train").kind, "csv: classification");
}

// Lai et al. 2017: a file of one JSON object for each passage, called .txt, in folders of splits and levels.
TEST(StrangeTexts, JsonObjectsAreNoTextsOfClasses) {
  const TemporaryFolder folder;
  for (const char* split : {"train", "dev", "test"})
    for (const char* level : {"high", "middle"})
      for (int i = 0; i < 4; ++i)
        writeBytes(folder / fmt::format("RACE/{}/{}/{}.txt", split, level, i),
                   fmt::format(R"({{"answers": ["A", "B"], "article": "Article {}", "id": "{}{}.txt"}})", i, level, i));
  expectNoText(take(folder / "RACE"), "JSON");
}

// Real, Fonseca and Gonçalo Oliveira 2020: pairs of sentences in XML.
TEST(StrangeTexts, XmlIsNoText) {
  const TemporaryFolder folder;
  for (const char* name : {"train-only", "dev", "test"})
    writeBytes(folder / fmt::format("assin2/assin2-{}.xml", name),
               "<?xml version='1.0' encoding='utf-8'?>\n<entailment-corpus>\n" + lines(8, [](int i) {
                 return fmt::format("<pair entailment=\"None\" id=\"{}\"><t>Um homem</t><h>Uma mulher</h></pair>", i);
               }) + "</entailment-corpus>\n");
  expectNoText(take(folder / "assin2"), "XML");
  expectNoText(take(folder / "assin2/assin2-dev.xml"), "XML");
}

// Chelba et al. 2013: shards of news in a folder to train and one that is held out.
TEST(StrangeTexts, FoldersOfSplitsAreNoClasses) {
  const TemporaryFolder folder;
  const auto news = [](int from) {
    return lines(20,
                 [from](int i) { return fmt::format("The ministers met again on day {} of the year .", from + i); });
  };
  for (int i = 1; i < 4; ++i)
    writeBytes(folder / fmt::format("lm/training-monolingual.shuffled/news.en-0000{}-of-00100", i), news(100 * i));
  for (int i = 0; i < 2; ++i)
    writeBytes(folder / fmt::format("lm/heldout-monolingual.shuffled/news.en.heldout-0000{}-of-00050", i),
               news(50 * i));
  writeBytes(folder / "lm/README", "A benchmark of one billion words.\n");
  const Taken taken = take(folder / "lm");
  EXPECT_EQ(taken.kind, "text: next_symbol") << taken.words;
  EXPECT_TRUE(contains(taken.words, "training-monolingual.shuffled for training")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "-of-00050 for testing")) << taken.words;
}

// Saxton et al. 2019: questions by difficulty; Lake and Baroni 2018: several ways to divide commands.
TEST(StrangeTexts, PartsOfASetAreAskedAbout) {
  const TemporaryFolder folder;
  const auto sums = [](int from) {
    return lines(10, [from](int i) { return fmt::format("What is {} + {}?\n{}", from, i, from + i); });
  };
  for (const char* part : {"train-easy", "train-hard", "interpolate", "extrapolate"})
    for (const char* module : {"algebra", "arithmetic"})
      writeBytes(folder / fmt::format("math/{}/{}.txt", part, module), sums(part[7] + module[1]));
  for (const char* part : {"simple", "length"})
    for (const char* split : {"train", "test"})
      writeBytes(folder / fmt::format("scan/{0}_split/tasks_{1}_{0}.txt", part, split),
                 lines(10, [&](int i) { return fmt::format("IN: jump {} {} times OUT: I_JUMP {}", part, i, split); }));
  for (const char* set : {"math", "scan"}) {
    const Taken taken = take(folder / set);
    EXPECT_TRUE(taken.asks) << taken.kind << taken.words;
    EXPECT_TRUE(contains(taken.words, "parts of a set")) << taken.words;
    EXPECT_FALSE(take(folder / set, {{"class_from", std::string("path")}}, "labelled_text").asks);
  }
}

// Rush et al. 2015: the lines of a text and of its titles in files of their own.
TEST(StrangeTexts, ParallelFilesMayBeCalledTxt) {
  const TemporaryFolder folder;
  for (const char* split : {"train", "dev"})
    for (const char* side : {"src", "tgt"})
      writeBytes(folder / fmt::format("org_data/{}.{}.txt", split, side),
                 lines(12, [&](int i) { return fmt::format("{} line {} of the {} part", side, i, split); }));
  expectNoText(take(folder / "org_data"), "src.txt");
  expectNoText(take(folder.path()), "src.txt");
}

// The folders of splits are looked into: words with tags, and the same lines in two languages.
TEST(StrangeTexts, FormsInFoldersOfSplitsAreSeen) {
  const TemporaryFolder folder;
  for (const char* split : {"train", "test"}) {
    writeBytes(folder / fmt::format("tags/{}/words.conll", split),
               lines(40, [](int i) { return i % 6 == 5 ? std::string() : fmt::format("word{}\tNN\tB-NP", i); }));
    for (const char* language : {"en", "fr"})
      writeBytes(folder / fmt::format("pairs/{}/news.{}", split, language),
                 lines(12, [&](int i) { return fmt::format("{} line {} of the {} part", language, i, split); }));
  }
  expectNoText(take(folder / "tags"), "CoNLL");
  expectNoText(take(folder / "pairs"), "news.fr");
}

// Bagnall et al. 2018: series with attributes in front. Wu et al. 2015: meshes as text.
TEST(StrangeTexts, SeriesAndMeshesAreNoText) {
  const TemporaryFolder folder;
  for (const char* split : {"TRAIN", "TEST"})
    writeBytes(folder / fmt::format("motions/BasicMotions_{}.ts", split),
               "#A comment.\n@problemName BasicMotions\n@univariate true\n@classLabel true a b\n@data\n" +
                   lines(10, [](int i) { return fmt::format("0.{0},1.{0},2.{0}:{1}", i, i % 2 ? "a" : "b"); }));
  for (const char* kind : {"chair", "table"})
    for (const char* split : {"train", "test"})
      for (int i = 0; i < 3; ++i)
        writeBytes(folder / fmt::format("ModelNet10/{0}/{1}/{0}_000{2}.off", kind, split, i),
                   "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
  expectNoText(take(folder / "motions"), "sktime");
  expectNoText(take(folder / "ModelNet10"), "Meshes");
  expectNoText(take(folder / "ModelNet10/chair/train/chair_0001.off"), "Meshes");
}

// A refusal says what converts a format that is not read, also for files without an ending.
TEST(StrangeTexts, ForeignFormatsAreRefusedByName) {
  const TemporaryFolder folder;
  const std::string dicom = std::string(128, '\0') + "DICM" + std::string(200, '\1');
  for (const char* kind : {"ill", "well"}) {
    writeBytes(folder / fmt::format("bare/{}/IM0001", kind), dicom);
    writeBytes(folder / fmt::format("phones/{}/1.heic", kind), std::string("\0\0\0\x18"
                                                                           "ftypheic",
                                                                           12) +
                                                                   dicom);
  }
  writeBytes(folder / "survey.sav", "$FL2@(#) SPSS DATA FILE" + dicom);
  writeBytes(folder / "survey.dta", "<stata_dta><header>" + dicom);
  for (const auto& [name, word] : {std::pair("bare", "dcm2niix"), std::pair("phones", "PNG or JPEG"),
                                   std::pair("survey.sav", "read_spss"), std::pair("survey.dta", "read_stata")})
    expectNoText(take(folder / name), word);
}

// People have tables, arrays, scans, signals and archives of formats that Fovea does not read. Each is tried in a folder
// and alone.
TEST(StrangeTexts, FormatsOfOtherToolsAreRefusedWithAdvice) {
  const TemporaryFolder folder;
  for (const auto& [ending, word] : {std::pair("feather", "read_feather"),
                                     std::pair("orc", "read_orc"),
                                     std::pair("pkl", "pickle.load"),
                                     std::pair("joblib", "pickle.load"),
                                     std::pair("pt", "write their tensors"),
                                     std::pair("sqlite", "sqlite3 -header -csv"),
                                     std::pair("db", "sqlite3 -header -csv"),
                                     std::pair("xls", "Save the sheet as CSV"),
                                     std::pair("ods", "Save the sheet as CSV"),
                                     std::pair("tfrec", "tensorflow.data"),
                                     std::pair("tfrecord-00000-of-00002", "tensorflow.data"),
                                     std::pair("rec", "mxnet.recordio"),
                                     std::pair("svs", "openslide"),
                                     std::pair("nc", "xarray"),
                                     std::pair("fits", "astropy"),
                                     std::pair("edf", "mne or wfdb"),
                                     std::pair("m4a", "ffmpeg -i"),
                                     std::pair("rar", "zip or tar"),
                                     std::pair("7z", "zip or tar"),
                                     std::pair("csv.bz2", "bzip2 -d"),
                                     std::pair("csv.xz", "xz -d"),
                                     std::pair("csv.zst", "zstd -d")}) {
    for (const char* name : {"one", "two"})
      writeBytes(folder / ending / fmt::format("{}.{}", name, ending),
                 std::string("\xd0\x01\0\2", 4) + std::string(80, '\3'));
    expectNoText(take(folder / ending), word);
    expectNoText(take(folder / ending / fmt::format("one.{}", ending)), word);
  }
}

}  // namespace
}  // namespace fovea::test
