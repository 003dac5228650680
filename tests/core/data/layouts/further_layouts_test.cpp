// Further public data sets, each rebuilt small from its published description: it comes in right, or it is refused in
// words that say what to do.
#include "../importers/sound_support.h"
#include "layout_support.h"
#include "table_layout_support.h"

namespace fovea::test {
namespace {

std::string numberedLines(int count, const std::function<std::string(int)>& line) {
  std::string text;
  for (int i = 0; i < count; ++i) text += line(i) + "\n";
  return text;
}

void expectQuestion(const Taken& taken, const std::string& word) {
  EXPECT_TRUE(taken.asks) << taken.kind << "\n" << taken.words;
  EXPECT_TRUE(contains(taken.words, word)) << taken.words;
}

// Krause et al. 2013: classes and boxes in structures of MATLAB.
TEST(FurtherLayouts, StanfordCarsNamesItsMatlabFile) {
  const TemporaryFolder folder;
  for (int i = 1; i <= 4; ++i) {
    writePictures(folder / "cars/cars_train", {fmt::format("{:05}.png", i)});
    writePictures(folder / "cars/cars_test", {fmt::format("{:05}.png", i)});
  }
  for (const char* name : {"cars_train_annos.mat", "cars_test_annos.mat", "cars_meta.mat"})
    writeBytes(folder / "cars/devkit" / name, "MATLAB 5.0 MAT-file, Platform: GLNXA64" + std::string(90, ' '));
  expectQuestion(take(folder / "cars"), ".mat");
}

// Ganin and Lempitsky 2015: folders of pictures, lists beside them, names that both splits have.
TEST(FurtherLayouts, MnistMHasListsBesideItsFolders) {
  const TemporaryFolder folder;
  for (const char* split : {"train", "test"}) {
    for (int i = 0; i < 6; ++i)
      writePictures(folder / fmt::format("mnist_m/mnist_m_{}", split), {fmt::format("{:08}.png", i)});
    writeBytes(folder / fmt::format("mnist_m/mnist_m_{}_labels.txt", split),
               numberedLines(6, [&](int i) { return fmt::format("{:08}.png {}", i, (i + (split[1] == 'e')) % 3); }));
  }
  const Taken taken = take(folder / "mnist_m");
  ASSERT_EQ(taken.kind, "list: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.splits, "train 6, test 6");
  EXPECT_EQ(classOf(*taken.source, "mnist_m_train/00000000.png"), "0");
  EXPECT_EQ(classOf(*taken.source, "mnist_m_test/00000000.png"), "1");
}

// Yang and Thung 2016: lists whose names lack the folder of the class.
TEST(FurtherLayouts, TrashNetListsNamesWithoutTheirFolders) {
  const TemporaryFolder folder;
  for (const char* name : {"glass", "paper", "metal"})
    for (int i = 1; i <= 4; ++i)
      writePictures(folder / "trash/dataset-resized" / name, {fmt::format("{}{}.png", name, i)});
  const auto list = [&](int from, int to) {
    std::string text;
    for (const auto& [name, number] : {std::pair("glass", 1), std::pair("paper", 2), std::pair("metal", 3)})
      for (int i = from; i <= to; ++i) text += fmt::format("{}{}.png {}\n", name, i, number);
    return text;
  };
  writeBytes(folder / "trash/one-indexed-files-notrash_train.txt", list(1, 3));
  writeBytes(folder / "trash/one-indexed-files-notrash_test.txt", list(4, 4));
  const Taken taken = take(folder / "trash");
  EXPECT_EQ(taken.splits, "train 9, test 3") << taken.kind << taken.words;
  EXPECT_EQ(classOf(*taken.source, "paper/paper2.png"), "2");
}

// Helber et al. 2019; Xiao et al. 2010 with classes below letters.
TEST(FurtherLayouts, EuroSatAndSunTakeTheirFolders) {
  const TemporaryFolder folder;
  for (const char* name : {"AnnualCrop", "Forest", "SeaLake"})
    for (int i = 1; i <= 3; ++i) writePictures(folder / "2750" / name, {fmt::format("{}_{}.png", name, i)});
  const Taken euro = take(folder / "2750");
  EXPECT_FALSE(euro.asks) << euro.words;
  EXPECT_EQ(euro.classes, (Strings{"AnnualCrop", "Forest", "SeaLake"}));
  for (const char* name : {"a/abbey", "a/airport_terminal", "b/balcony/interior", "b/balcony/exterior"})
    for (int i = 0; i < 3; ++i) writePictures(folder / "SUN397" / name, {fmt::format("sun_a{}b.png", i)});
  const Taken sun = take(folder / "SUN397");
  EXPECT_FALSE(sun.asks) << sun.words;
  EXPECT_EQ(sun.classes, (Strings{"a/abbey", "a/airport_terminal", "b/balcony/exterior", "b/balcony/interior"}));
}

// Krizhevsky's pictures as Kaggle gives them: numbers for names, which the pictures to be told have as well.
TEST(FurtherLayouts, CifarOfKaggleNamesItsPicturesByNumbers) {
  const TemporaryFolder folder;
  for (int i = 1; i <= 8; ++i) {
    writePictures(folder / "cifar-10/train", {fmt::format("{}.png", i)});
    writePictures(folder / "cifar-10/test", {fmt::format("{}.png", i)});
  }
  writeBytes(folder / "cifar-10/trainLabels.csv",
             "id,label\n" + numberedLines(8, [](int i) { return fmt::format("{},{}", i + 1, i % 2 ? "frog" : "truck"); }));
  writeBytes(folder / "cifar-10/sampleSubmission.csv", "id,label\n1,cat\n2,cat\n");
  const Taken taken = take(folder / "cifar-10");
  ASSERT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"frog", "truck"}));
  EXPECT_EQ(classOf(*taken.source, "train/4.png"), "frog");
  EXPECT_EQ(indexOf(*taken.source, "test/4.png"), -1);
}

// Kaggle's dogs by breed, and eyes by grade: ids without an ending, opened as a folder and as a table.
TEST(FurtherLayouts, ContestsNamePicturesByIds) {
  const TemporaryFolder folder;
  std::string breeds = "id,breed\n", grades = "id_code,diagnosis\n";
  for (int i = 0; i < 8; ++i) {
    const std::string id = fmt::format("{:x}ab{}f", 4096 + 37 * i, i);
    writePictures(folder / "dogs/train", {id + ".png"});
    writePictures(folder / "eyes/train_images", {id + ".png"});
    breeds += fmt::format("{},{}\n", id, i % 2 ? "boston_bull" : "dingo");
    grades += fmt::format("{},{}\n", id, i % 4);
  }
  breeds += "ffffffffab,dingo\n";
  writeBytes(folder / "dogs/labels.csv", breeds);
  writeBytes(folder / "eyes/train.csv", grades);
  for (const char* source : {"dogs", "dogs/labels.csv"}) {
    const Taken dogs = take(folder / source);
    ASSERT_EQ(dogs.kind, "csv: classification") << dogs.words;
    EXPECT_EQ(dogs.classes, (Strings{"boston_bull", "dingo"}));
    EXPECT_EQ(dogs.source->size(), 8);
    EXPECT_TRUE(contains(dogs.words, "ffffffffab")) << "what has no picture is named\n" << dogs.words;
  }
  const Taken eyes = take(folder / "eyes");
  EXPECT_EQ(eyes.kind, "csv: classification") << eyes.words;
  EXPECT_EQ(eyes.classes.size(), 4u);
}

// Kuehne et al. 2011: a list for each class and fold, with clips that neither train nor test.
TEST(FurtherLayouts, Hmdb51) {
  const TemporaryFolder folder;
  for (const char* name : {"brush_hair", "cartwheel"}) {
    std::string list;
    for (int i = 0; i < 4; ++i) {
      writeBytes(folder / fmt::format("hmdb51/{0}/April_{0}_{1}.avi", name, i), "RIFF");
      list += fmt::format("April_{}_{}.avi {} \n", name, i, i == 3 ? 0 : 1 + i % 2);
    }
    for (int fold = 1; fold <= 2; ++fold)
      writeBytes(folder / fmt::format("hmdb51/testTrainMulti_7030_splits/{}_test_split{}.txt", name, fold), list);
  }
  const auto source = openSource("video", folder / "hmdb51");
  ASSERT_NE(source, nullptr);
  EXPECT_EQ(source->classes(), (Strings{"brush_hair", "cartwheel"}));
  EXPECT_EQ(splitsOf(*source), "train 4, test 2");
  EXPECT_EQ(source->problems().size(), 2u) << "clips of no split are named";
}

// Wang et al. 2019 (GLUE): two sentences a row, of which one alone says nothing.
TEST(FurtherLayouts, PairsOfSentencesComeInWhole) {
  const TemporaryFolder folder;
  writeBytes(folder / "rte/train.tsv",
             "index\tsentence1\tsentence2\tlabel\n" + numberedLines(12, [](int i) {
               return fmt::format("{0}\tThe first sentence of number {0} is long and says much.\tThe second, {0}.\t{1}",
                                  i, i % 2 ? "entailment" : "not_entailment");
             }));
  const Taken rte = take(folder / "rte/train.tsv");
  ASSERT_EQ(rte.kind, "csv: classification") << rte.words;
  EXPECT_EQ(textOf(loaded(*rte.source, 3).input),
            "The first sentence of number 3 is long and says much.\nThe second, 3.");
  writeBytes(folder / "snli.jsonl", numberedLines(12, [](int i) {
               return fmt::format(
                   R"({{"premise": "A man number {0} walks.", "hypothesis": "Somebody, {0}.", "label": {1}}})", i,
                   i % 3);
             }));
  const Taken snli = take(folder / "snli.jsonl");
  EXPECT_EQ(textOf(loaded(*snli.source, 2).input), "A man number 2 walks.\nSomebody, 2.") << snli.words;
}

// Rajpurkar et al. 2016: questions in paragraphs in articles.
TEST(FurtherLayouts, SquadIsRefused) {
  const TemporaryFolder folder;
  writeBytes(folder / "train-v1.1.json",
             R"({"data": [{"title": "Notre_Dame", "paragraphs": [{"context": "Atop the dome.", "qas": [{"question":
                 "What?", "id": "5733", "answers": [{"text": "dome", "answer_start": 9}]}]}]}], "version": "1.1"})");
  const Taken taken = take(folder / "train-v1.1.json");
  EXPECT_TRUE(taken.asks) << taken.kind << taken.words;
  EXPECT_FALSE(contains(taken.kind, "next_symbol")) << taken.words;
}

// Socher et al. 2013.
TEST(FurtherLayouts, TreesOfSentimentsAreRefused) {
  const TemporaryFolder folder;
  writeBytes(folder / "trees/train.txt",
             numberedLines(8, [](int i) { return fmt::format("(3 (2 It) (4 (2 is) (4 (2 film{}) (2 .))))", i); }));
  expectQuestion(take(folder / "trees"), "trees");
}

// Merity et al. 2017; Mikolov's copy of the Penn Treebank.
TEST(FurtherLayouts, TextsNamedAfterSplitsKeepThem) {
  const TemporaryFolder folder;
  const std::string words = numberedLines(60, [](int i) { return fmt::format("the company said number {} is <unk>", i); });
  writeBytes(folder / "ptb/ptb.train.txt", words + words);
  writeBytes(folder / "ptb/ptb.valid.txt", words);
  writeBytes(folder / "ptb/ptb.test.txt", words);
  const Taken taken = take(folder / "ptb");
  ASSERT_EQ(taken.kind, "text: next_symbol") << taken.words;
  EXPECT_FALSE(contains(taken.splits, "open")) << taken.splits;
  EXPECT_TRUE(contains(taken.splits, "test 1")) << taken.splits;
  // A window that begins in one split and ends in another belongs to neither.
  int refused = 0;
  for (std::int64_t i = 0; i < taken.source->size(); ++i) refused += !taken.source->load(i).ok();
  EXPECT_GE(refused, 1);
  EXPECT_LE(refused, 2);
  EXPECT_EQ(take(folder / "ptb", {{"splits", std::string("none")}}, "text").splits.substr(0, 4), "open");
}

// Harrison and Rubinfeld 1978, as UCI keeps it and as scikit-learn does.
TEST(FurtherLayouts, BostonHousing) {
  const TemporaryFolder folder;
  writeBytes(folder / "housing.data", numberedLines(30, [](int i) {
               return fmt::format(" 0.{:05}  {:.2f}   2.310  {}  0.5380  {:.1f}", 632 + i, 1.5 * i, i % 2,
                                  20 + 0.7 * i);
             }));
  const Taken uci = take(folder / "housing.data", {{"target_columns", std::string("6")}}, "csv");
  ASSERT_NE(uci.source, nullptr) << uci.words;
  EXPECT_EQ(uci.source->size(), 30) << uci.words;
  expectQuestion(take(folder / "housing.data"), "column 6");
  writeBytes(folder / "boston_house_prices.csv",
             "30,5,,,,\n\"CRIM\",\"ZN\",\"INDUS\",\"CHAS\",\"NOX\",\"MEDV\"\n" + numberedLines(30, [](int i) {
               return fmt::format("0.{:05},{},2.31,{},0.53{},{:.1f}", 632 + i, 18 + i % 4, i % 2, i, 20 + 0.7 * i);
             }));
  const Taken taken = take(folder / "boston_house_prices.csv");
  ASSERT_EQ(taken.kind, "csv: regression") << taken.words;
  EXPECT_EQ(taken.source->size(), 30);
}

// Engel et al. 2017: the instrument in the name, and everything in a JSON file that is not read.
TEST(FurtherLayouts, NSynthAsksForAPartOfTheName) {
  const TemporaryFolder folder;
  std::string json = "{";
  for (const char* family : {"bass", "guitar"})
    for (int i = 0; i < 4; ++i) {
      const std::string name = fmt::format("{}_acoustic_000-0{}-075", family, 24 + i);
      writeBytes(folder / "nsynth/audio" / (name + ".wav"), wav(200 + 10 * i, 0.05, 8000));
      json += fmt::format("{}\"{}\": {{\"pitch\": {}}}", json.size() > 1 ? ", " : "", name, 24 + i);
    }
  writeBytes(folder / "nsynth/examples.json", json + "}");
  const Taken taken = take(folder / "nsynth");
  EXPECT_TRUE(taken.asks) << taken.kind << taken.words;
  EXPECT_TRUE(contains(taken.words, "class_from=name; name_part=1")) << taken.words;
}

// Yelp 2015 in rows of JSON: stars may be classes or a measure.
TEST(FurtherLayouts, YelpAsksWhatItsStarsAre) {
  const TemporaryFolder folder;
  writeBytes(folder / "yelp_academic_dataset_review.json", numberedLines(20, [](int i) {
               return fmt::format(R"({{"review_id": "r{0}x", "user_id": "u{0}", "stars": {1}.0, "useful": {2}, "text":
 "It was number {0} of many, and I would go again."}})",
                                  i, 1 + i % 5, i % 3);
             }));
  const Taken taken = take(folder / "yelp_academic_dataset_review.json");
  EXPECT_TRUE(taken.asks || contains(taken.words, "stars")) << taken.words;
}

// Hodosh et al. 2013: five captions for each picture are no classes.
TEST(FurtherLayouts, CaptionsOfFlickrAreAskedAbout) {
  const TemporaryFolder folder;
  std::string captions = "image,caption\n";
  for (int i = 0; i < 4; ++i) {
    const std::string name = fmt::format("10002682{:02}_693b08cb0e.png", i);
    writePictures(folder / "flickr8k/Images", {name});
    for (int k = 0; k < 5; ++k) captions += fmt::format("{},A child number {} in a pink dress , {} .\n", name, i, k);
  }
  writeBytes(folder / "flickr8k/captions.txt", captions);
  expectQuestion(take(folder / "flickr8k"), "captions.txt");
}

}  // namespace
}  // namespace fovea::test
