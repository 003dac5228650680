// Further public data sets that came in wrong without a word: splits that were lost, a table that trains and was left
// out, annotations that nobody read, copies inside of folders.
#include "layout_support.h"
#include "table_layout_support.h"

namespace fovea::test {
namespace {

class ThirdLook : public LayoutTest {
 protected:
  void pictures(const std::string& form, int count) const { LayoutTest::pictures(form, count, 24, 16); }
  // Writes masks of the values 0 to 2.
  void masks(const std::string& form, int count) const {
    std::string pixels;
    for (int i = 0; i < 24 * 16; ++i) pixels += static_cast<char>(i % 3);
    for (int i = 0; i < count; ++i) file(fmt::format(fmt::runtime(form), i), png(24, 16, pixels));
  }
};

// ATIS: the table of the test is called after the one that trains.
TEST_F(ThirdLook, ATableTrainsBesideItsTest) {
  const auto intents = [](int count) {
    return lines(count, [](int i) {
      return fmt::format("atis_{}, i want to fly from boston at {} am and arrive at {}", i % 3 ? "flight" : "airfare",
                         i * 7, i * 3);
    });
  };
  file("atis_intents.csv", intents(60));
  file("atis_intents_test.csv", intents(24));
  const Taken both = taken();
  EXPECT_EQ(both.splits, "train 60, test 24") << both.words;
  EXPECT_EQ(both.classes, (Strings{"atis_airfare", "atis_flight"}));
  // With a table that is named so, the other one is something else.
  file("atis_intents_train.csv", intents(12));
  EXPECT_EQ(taken().splits, "train 12, test 24") << taken().words;
}

// CNN/DailyMail: names of columns above sentences, none of which is known.
TEST_F(ThirdLook, NamesAboveSentences) {
  file("train.csv", "id,article,highlights\n" + lines(30, [](int i) {
                      return fmt::format(
                          "{:040x},\"London -- the article {} about a thing on day {}.\",\"A man of {} said so.\"",
                          i * 7919 + 1, i, i * 3, i);
                    }));
  const Taken named = taken();
  EXPECT_TRUE(contains(named.words, "article")) << named.words;
  EXPECT_EQ(take(root, {{"task", std::string("unlabelled")}}, "csv").splits, "train 30") << named.words;
  // A first sentence of one word is no name if another field of it occurs again.
  file("train.csv", "good,Great\n" + lines(30, [](int i) {
                      return fmt::format("{},it was a film of {} hours and {} minutes", i % 2 ? "good" : "bad", i,
                                         i * 3);
                    }));
  EXPECT_EQ(taken().splits, "train 31") << taken().words;
}

// Michalski's soybeans (UCI): the class stands first, and the last column is a number or unknown.
TEST_F(ThirdLook, ColumnsOfNumbersWithGapsHoldNoWords) {
  file("soybean-large.data", lines(60, [](int i) {
         return fmt::format("{},{},{},{}", i % 3 ? "charcoal-rot" : "canker", i % 7, i % 5 ? "1" : "?",
                            i % 4 == 0 ? "?" : std::to_string(i % 3));
       }));
  const Taken soybeans = taken();
  EXPECT_EQ(soybeans.classes, (Strings{"canker", "charcoal-rot"})) << soybeans.words;
}

// iMet 2020: numbers of attributes with blanks between them are several labels.
TEST_F(ThirdLook, NumbersOfLabelsAreNoClasses) {
  pictures("train/{:08x}.png", 24);
  file("train.csv",
       "id,attribute_ids\n" + lines(24, [](int i) { return fmt::format("{:08x},{} {}", i, i % 5, 5 + i % 7); }));
  const Taken attributes = taken();
  EXPECT_EQ(attributes.kind, "csv: multi_label") << attributes.words;
  EXPECT_TRUE(attributes.asks);
}

// LandCover.ai: its lists name tiles, into which the images are still to be cut.
TEST_F(ThirdLook, ListsOfPartsOfImagesAreAskedAbout) {
  pictures("images/M-33-{}-A.png", 6);
  masks("masks/M-33-{}-A.png", 6);
  file("train.txt", lines(8, [](int i) { return fmt::format("M-33-{}-A_{}", i / 2, i % 2); }));
  file("test.txt", "M-33-5-A_0\nM-33-5-A_1\n");
  const Taken tiles = taken();
  EXPECT_EQ(tiles.kind, "masks: segmentation") << tiles.words;
  EXPECT_TRUE(tiles.asks) << tiles.words;
  EXPECT_FALSE(taken({{"split_lists", std::string("none")}}, "masks").asks);
}

// Leafsnap: pictures from a laboratory are no masks, and a grey picture of all values is none either.
TEST_F(ThirdLook, PicturesOfALaboratoryAreNoMasks) {
  for (const char* place : {"images/lab", "images/field", "segmented/lab", "segmented/field"})
    for (int i = 0; i < 3; ++i) pictures(fmt::format("{}/species_{}/ny{{}}.png", place, i), 4);
  EXPECT_NE(taken().kind, "masks: segmentation") << taken().words;
}

TEST_F(ThirdLook, MasksOfAllValuesAreAskedAbout) {
  pictures("images/{}.png", 6);
  std::string pixels;
  for (int i = 0; i < 24 * 16; ++i) pixels += static_cast<char>(i * 7 % 251);
  for (int i = 0; i < 6; ++i) file(fmt::format("masks/{}.png", i), png(24, 16, pixels));
  EXPECT_TRUE(taken().asks) << taken().words;
  EXPECT_FALSE(taken({{"labels", std::string("indices")}}, "masks").asks);
}

// DIOR: upright and rotated boxes of the same images lie in two folders.
TEST_F(ThirdLook, TwoAnnotationsOfAnImageAreAskedAbout) {
  pictures("JPEGImages/{:05}.png", 5);
  for (const char* kind : {"Horizontal", "Oriented"})
    for (int i = 0; i < 5; ++i)
      file(fmt::format("Annotations/{} Bounding Boxes/{:05}.xml", kind, i),
           fmt::format("<annotation><filename>{:05}.png</filename><size><width>24</width><height>16</height></size>"
                       "<object><name>dam</name>{}</object></annotation>",
                       i,
                       kind[0] == 'H' ? "<bndbox><xmin>2</xmin><ymin>3</ymin><xmax>12</xmax><ymax>9</ymax></bndbox>"
                                      : "<robndbox><x_left_top>2</x_left_top></robndbox>"));
  const Taken both = taken();
  EXPECT_EQ(both.kind, "voc: detection") << both.words;
  EXPECT_TRUE(both.asks) << both.words;
  EXPECT_EQ(both.source->size(), 5);
  const Taken upright = taken({{"annotation_folder", std::string("Horizontal Bounding Boxes")}}, "voc");
  EXPECT_FALSE(upright.asks) << upright.words;
  EXPECT_EQ(upright.source->size(), 5);
  EXPECT_EQ(loaded(*upright.source, 0).boxes.size(), 1u);
}

// 300-W, and any other files that are called like the images.
TEST_F(ThirdLook, FilesOfAnUnknownFormatBesideImagesAreAskedAbout) {
  pictures("01_Indoor/indoor_{:03}.png", 5);
  for (int i = 0; i < 5; ++i)
    file(fmt::format("01_Indoor/indoor_{:03}.pts", i), "version: 1\nn_points: 2\n{\n1.0 2.0\n3.0 4.0\n}\n");
  EXPECT_TRUE(taken().asks) << taken().words;
  EXPECT_TRUE(contains(taken().words, "indoor_000.pts")) << taken().words;
  EXPECT_FALSE(taken({{"ignore_annotations", true}}, "folder").asks);
}

// RxRx1: a table with the labels of wells names the folders of the experiments, and is not read.
TEST_F(ThirdLook, ATableThatNamesTheFoldersIsAskedAbout) {
  for (const char* place : {"HEPG2-01", "U2OS-02"}) pictures(fmt::format("train/{}/Plate1/B{{}}_w1.png", place), 6);
  file("train.csv", "id_code,experiment,plate,well,sirna\n" + lines(12, [](int i) {
                      const char* experiment = i % 2 ? "HEPG2-01" : "U2OS-02";
                      return fmt::format("{0}_1_B{1},{0},1,B{1},{2}", experiment, i / 2, i * 5 % 4);
                    }));
  EXPECT_TRUE(taken().asks) << taken().words;
  EXPECT_TRUE(contains(taken().words, "train.csv")) << taken().words;
}

// The Simpsons: a copy of the classes inside of their folder, beside another folder.
TEST_F(ThirdLook, CopiesInsideOfFoldersAreLeftOut) {
  for (const char* place : {"simpsons_dataset", "simpsons_dataset/simpsons_dataset"})
    for (const char* name : {"abraham", "apu", "bart"}) pictures(fmt::format("{}/{}/pic_{{}}.png", place, name), 4);
  pictures("kaggle_testset/kaggle_testset/abraham_{}.png", 3);
  const Taken characters = taken();
  EXPECT_TRUE(contains(characters.words, "the folder \"simpsons_dataset/simpsons_dataset\": left out, with 12 images"))
      << characters.words;
  EXPECT_TRUE(characters.asks) << characters.words;
  EXPECT_EQ(taken({{"leave_out", std::string("kaggle_testset")}}, "folder").classes,
            (Strings{"abraham", "apu", "bart"}));
}

// Casting products: a folder of splits beside one without.
TEST_F(ThirdLook, SplitsInsideOfOneFolderAreAskedAbout) {
  for (const char* place : {"casting_data/train", "casting_data/test", "casting_512x512/casting_512x512"})
    for (const char* name : {"def_front", "ok_front"}) pictures(fmt::format("{}/{}/{{}}.png", place, name), 4);
  EXPECT_TRUE(taken().asks) << taken().words;
  const Taken one = taken({{"leave_out", std::string("casting_512x512")}}, "folder");
  EXPECT_FALSE(one.asks) << one.words;
  EXPECT_EQ(one.classes, (Strings{"def_front", "ok_front"}));
  EXPECT_EQ(one.splits, "train 8, test 8");
}

// Prices of stocks: what they are called is no class to learn from them.
TEST_F(ThirdLook, NamesOfStocksAreAskedAbout) {
  file("all_stocks_5yr.csv", "date,open,high,low,volume,Name\n" + lines(60, [](int i) {
                               return fmt::format("2013-02-{:02},{}.5,{}.25,{}.1,{},{}", 1 + i % 28, 10 + i * 7 % 23,
                                                  11 + i * 5 % 29, 9 + i * 3 % 17, 1000 + i * 37,
                                                  i < 30 ? "AAL" : "AAPL");
                             }));
  EXPECT_TRUE(taken().asks) << taken().words;
}

// Handwritten names of Kaggle: words beside pictures, of which hardly one repeats.
TEST_F(ThirdLook, WordsBesidePicturesAreAskedAbout) {
  pictures("train/TRAIN_{:05}.png", 20);
  file("written_name_train.csv", "FILENAME,IDENTITY\n" + lines(20, [](int i) {
                                   return fmt::format("TRAIN_{:05}.png,BALTHAZAR{}", i, std::string(1, char('A' + i)));
                                 }));
  EXPECT_TRUE(taken().asks) << taken().words;
}

// OCRopus, kraken and Tesseract: a picture of each line, and its text.
TEST_F(ThirdLook, TextsOfLinesAreTranscripts) {
  pictures("lines/{:04}.png", 12);
  for (int i = 0; i < 12; ++i)
    file(fmt::format("lines/{:04}.gt.txt", i), fmt::format("the text of line {}\n", std::string(1, char('a' + i))));
  const Taken written = taken();
  EXPECT_EQ(written.kind, "transcripts: transcription") << written.words;
  EXPECT_FALSE(written.asks) << written.words;
  EXPECT_EQ(written.source->size(), 12);
  // Texts beside images under their own names are something else.
  for (int i = 0; i < 12; ++i) {
    fs::rename(root / fmt::format("lines/{:04}.gt.txt", i), root / fmt::format("lines/{:04}.txt", i));
  }
  EXPECT_NE(taken().kind, "transcripts: transcription") << taken().words;
}

// COPA: the choices belong to the premise.
TEST_F(ThirdLook, FurtherShortTextsAreAskedAbout) {
  file("train.jsonl", lines(40, [](int i) {
         return fmt::format(
             R"({{"premise":"My body cast a long shadow over the grass {}.","choice1":"The sun {} rose.",)"
             R"("choice2":"The grass {} was cut.","label":{}}})",
             i, i * 3, i * 7, i % 2);
       }));
  EXPECT_TRUE(taken().asks) << taken().words;
  EXPECT_TRUE(contains(taken().words, "premise,choice1,choice2")) << taken().words;
}

// PROMISE12: volumes in two files each, and their masks.
TEST_F(ThirdLook, VolumesOfTwoFilesHaveMasks) {
  for (int i = 0; i < 4; ++i)
    for (const char* tail : {"", "_segmentation"}) {
      const std::string name = fmt::format("Case{:02}{}", i, tail);
      file(name + ".mhd",
           "ObjectType = Image\nNDims = 3\nDimSize = 4 4 3\nElementType = MET_UCHAR\nElementDataFile = " + name +
               ".raw\n");
      file(name + ".raw", std::string(24, '\0') + std::string(24, '\1'));
    }
  const Taken read = taken();
  EXPECT_EQ(read.kind, "volumes: segmentation") << read.words;
  EXPECT_FALSE(read.asks) << read.words;
  EXPECT_EQ(read.source->size(), 4);
  // LUNA16: scans in numbered folders, with tables that name them.
  for (int i = 0; i < 4; ++i) {
    fs::remove(root / fmt::format("Case{:02}_segmentation.mhd", i));
    fs::remove(root / fmt::format("Case{:02}_segmentation.raw", i));
  }
  file("annotations.csv", "seriesuid,coordX,coordY,coordZ,diameter_mm\nCase00,1.5,2.5,3.5,4.25\n");
  const Taken scans = taken();
  EXPECT_TRUE(scans.asks) << scans.kind << scans.words;
  EXPECT_TRUE(contains(scans.words, "annotations.csv")) << scans.words;
}

}  // namespace
}  // namespace fovea::test
