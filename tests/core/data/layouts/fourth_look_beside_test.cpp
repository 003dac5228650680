// Tables with files beside them that matter, splits without a table to train, lists in cells, names that tell the
// class, and questions whose answers must work.
#include "layout_support.h"
#include "sound_layout_support.h"
#include "table_layout_support.h"

namespace fovea::test {
namespace {

class FourthLookBeside : public LayoutTest {
 protected:
  static std::string rows(int count, int from = 0) {
    return lines(count, [from](int i) {
      return fmt::format("{}.{},{}.5,{}", (i + from) * 7 % 13, i % 10, (i + from) * 3 % 11, i % 2 ? "u" : "v");
    });
  }
  static std::string sentence(int i) {
    return fmt::format("people walk near the {} water while number {} plays", i % 2 ? "green" : "old", i);
  }
  Taken answered(const std::string& option, const std::string& importer = "csv") const {
    FieldValues values;
    for (const std::string& each : splitList(option, ';')) {
      const std::size_t at = each.find('=');
      values.set(each.substr(0, at), each.substr(at + 1));
    }
    return LayoutTest::taken(values, importer);
  }
};

// Yeh 2007 (concrete slump): the only table is called a test.
TEST_F(FourthLookBeside, ALoneTestTrains) {
  file("slump_test.data", "No,Cement,Slag,label\n" + lines(40, [](int i) {
                            return fmt::format("{},{}.5,{},{}", i + 1, 140 + i * 7 % 90, i * 3 % 19,
                                               i % 2 ? "firm" : "soft");
                          }));
  const Taken taken = LayoutTest::taken();
  EXPECT_EQ(taken.splits, "open 40") << taken.words;
  EXPECT_TRUE(contains(taken.words, "no other table trains")) << taken.words;
}

// Zhou et al. 2019 (Devign), Makridakis et al. 2020 (M4), Netflix: lists, folders of tables and larger files.
TEST_F(FourthLookBeside, WhatLiesBesideTablesIsNamed) {
  file("function.csv", "a,b,label\n" + rows(40));
  file("README.txt", "Some words about the set.\n");
  EXPECT_FALSE(LayoutTest::taken().asks) << LayoutTest::taken().words;
  for (const char* split : {"train", "test"})
    file(fmt::format("{}.txt", split), lines(20, [](int i) { return std::to_string(i * 2); }));
  file("Train/Daily-train.csv", rows(20));
  file("ratings.txt", lines(300, [](int i) { return i % 9 ? fmt::format("{},3,2004-07-03", 1000 + i * 37) : "1:"; }));
  const Taken taken = LayoutTest::taken();
  EXPECT_TRUE(taken.asks) << taken.words;
  for (const char* word : {"the folder \"Train\" holds tables", "ratings.txt is not read", "train.txt is not read"})
    EXPECT_TRUE(contains(taken.words, word)) << word << "\n" << taken.words;
  EXPECT_FALSE(answered("others=leave_out").asks) << answered("others=leave_out").words;
}

// Husain et al. 2019 (CodeSearchNet), what the Hugging Face Hub exports.
TEST_F(FourthLookBeside, JsonLinesInFoldersOfSplitsAreRead) {
  const auto records = [](int count) {
    return lines(
        count, [](int i) { return fmt::format(R"({{"text": "{}", "label": "{}"}})", sentence(i), i % 2 ? "u" : "v"); });
  };
  file("a/train/data.jsonl", records(30));
  file("a/test/data.jsonl", records(10));
  EXPECT_EQ(take(root / "a").splits, "train 30, test 10");
  for (const char* part : {"part0.csv", "part1.csv"}) {
    file(fmt::format("b/train/{}", part), "a,b,label\n" + rows(20, part[4]));
    file(fmt::format("b/test/{}", part), "a,b,label\n" + rows(10, part[4]));
  }
  EXPECT_EQ(take(root / "b").splits, "train 40, test 20") << take(root / "b").words;
}

TEST_F(FourthLookBeside, LabelsOfMinusOneAreNone) {
  const auto records = [](int count, bool labelled) {
    return lines(count, [labelled](int i) {
      return fmt::format(R"({{"text": "{}", "label": {}}})", sentence(i), labelled ? i % 4 : -1);
    });
  };
  file("README.md", "# Card\n");
  file("dataset_dict.json", "{\"splits\": [\"train\", \"test\"]}");
  file("data/train-00000-of-00002.jsonl", records(30, true));
  file("data/train-00001-of-00002.jsonl", records(20, true));
  file("data/test-00000-of-00001.jsonl", records(12, false));
  const Taken taken = LayoutTest::taken();
  EXPECT_EQ(taken.classes, (Strings{"0", "1", "2", "3"})) << taken.words;
  EXPECT_EQ(taken.splits, "train 50") << taken.words;
  EXPECT_TRUE(contains(taken.words, "every label in it is -1")) << taken.words;
  // Labels of -1 and 1 are classes.
  file("signs/train.csv",
       "a,b,label\n" + lines(30, [](int i) { return fmt::format("{}.5,2.{},{}", i, i, i % 2 ? 1 : -1); }));
  file("signs/test.csv", "a,b,label\n" + lines(10, [](int i) { return fmt::format("{}.5,2.{},-1", i, i); }));
  EXPECT_EQ(take(root / "signs").splits, "train 30, test 10");
}

// Zellers et al. 2019 (HellaSwag): the class is the number of an ending.
TEST_F(FourthLookBeside, ListsOfAnswersAreAskedAbout) {
  file("train.jsonl", lines(40, [](int i) {
         return fmt::format(R"({{"ind": {}, "text": "{}", "endings": ["a {}", "b", "c"], "label": {}}})", i,
                            sentence(i), i, i % 3);
       }));
  const Taken taken = LayoutTest::taken();
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "column endings: left out, because it holds lists")) << taken.words;
  EXPECT_FALSE(answered("leave_out_columns=endings").asks) << answered("leave_out_columns=endings").words;
}

// Noordewier et al. 1991 (splice junctions): the name of a sequence holds the kind of its junction.
TEST_F(FourthLookBeside, NamesThatTellTheClassAreAskedAbout) {
  unsigned seed = 1;
  file("splice.data", lines(60, [&](int i) {
         std::string bases;
         for (int k = 0; k < 40; ++k) bases += "ACGT"[(seed = seed * 1103515245u + 12345u) >> 16 & 3];
         const char* kinds[] = {"EI", "IE", "N"};
         const char* words[] = {"DONOR", "ACCEPTOR", "NEG"};
         return fmt::format("{},        {}{}-{}-{},     {}", kinds[i % 3], "ATRINS", i * 7 % 19, words[i % 3], 500 + i,
                            bases);
       }));
  const Taken taken = LayoutTest::taken();
  ASSERT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(
      contains(taken.words, "the text: column 3, because the words in the names of \"column 2\" tell the class"))
      << taken.words;
  EXPECT_FALSE(answered("text_column=column 3").asks) << answered("text_column=column 3").words;
}

// Wu et al. 2018 (BBBP): what is offered as the class leaves words as the only input.
TEST_F(FourthLookBeside, OfferedAnswersWork) {
  file("BBBP.csv", "num,name,p_np,smiles\n" + lines(40, [](int i) {
                     return fmt::format("{},drug{},{},{}{}", i + 1, i, i % 3 ? 1 : 0, i % 2 ? "CC(=O)" : "CN1", i);
                   }));
  const Taken taken = LayoutTest::taken();
  ASSERT_TRUE(contains(taken.words, "label_column=p_np")) << taken.words;
  const Taken told = answered("label_column=p_np");
  EXPECT_EQ(told.kind, "csv: classification") << told.words;
  EXPECT_TRUE(contains(told.words, "text_column=smiles")) << told.words;
  EXPECT_FALSE(answered("label_column=p_np;text_column=smiles").asks);
}

// Makridakis et al. 2022 (M5): an id is no text although no other column holds words.
TEST_F(FourthLookBeside, IdsAreNoTexts) {
  std::string names = "id,dept_id";
  for (int i = 1; i <= 12; ++i) names += fmt::format(",d_{}", i);
  file("sales.csv", names + "\n" + lines(40, [](int i) {
                      std::string line = fmt::format("HOBBIES_1_{:03}_CA_1_validation,HOBBIES_{}", i, i % 3);
                      for (int k = 0; k < 12; ++k) line += fmt::format(",{}", (i * 7 + k * 5) % 4);
                      return line;
                    }));
  const Taken taken = LayoutTest::taken();
  EXPECT_FALSE(contains(taken.words, "the text: id")) << taken.words;
}

// Tavallaee et al. 2009 (NSL-KDD): the attack stands before the last column.
TEST_F(FourthLookBeside, LaterWordsAreOfferedAsTheClass) {
  file("KDDTrain.csv", lines(60, [](int i) {
         std::string line = fmt::format("{},{},{}", i * 7 % 50, i % 2 ? "tcp" : "udp", i % 3 ? "http" : "ftp");
         for (int k = 0; k < 8; ++k) line += fmt::format(",{}", (i + k) % 3);
         return line + fmt::format(",{},{}", i % 4 ? "normal" : "neptune", 10 + i % 12);
       }));
  const Taken taken = LayoutTest::taken();
  EXPECT_TRUE(taken.asks);
  EXPECT_TRUE(contains(taken.words, "label_column=column 12")) << taken.words;
}

// SQuAD, MultiWOZ, IEEE-CIS: what is wrong is said, and what to do.
TEST_F(FourthLookBeside, RefusalsSayWhatToDo) {
  file("squad/train-v1.1.json", R"({"version": "1.1", "data": [{"title": "A", "paragraphs": [1]}, {"title": "B"}]})");
  const Taken squad = take(root / "squad");
  EXPECT_EQ(squad.kind, "") << squad.kind << squad.words;
  EXPECT_FALSE(contains(squad.words, "\"version\" can be predicted")) << squad.words;
  for (const char* name : {"data.json", "ontology.json"})
    file(fmt::format("woz/{}", name), "{\n\"a\": {\"b\": [1, 2]},\n\"c\": {\"d\": 3}\n}\n");
  EXPECT_TRUE(contains(take(root / "woz").words, "holds one object and no rows")) << take(root / "woz").words;
  for (const char* split : {"train", "test"}) {
    const bool trains = std::string(split) == "train";
    file(fmt::format("fraud/{}_identity.csv", split), trains
                                                          ? "TransactionID,DeviceType,os\n1,mobile,a\n2,desktop,b\n"
                                                          : "TransactionID,DeviceType,os\n3,mobile,a\n4,desktop,b\n");
    file(fmt::format("fraud/{}_transaction.csv", split),
         trains ? "TransactionID,isFraud,amount,card\n1,0,2.5,x\n2,1,3.5,y\n"
                : "TransactionID,amount,card\n3,2.5,x\n4,3.5,y\n");
  }
  const Taken fraud = take(root / "fraud");
  EXPECT_TRUE(contains(fraud.words, "tables=test_transaction.csv,train_transaction.csv")) << fraud.words;
}

// Kwiatkowski et al. 2019 (Natural Questions), Udacity's roads: ids and columns of one value are no targets.
TEST_F(FourthLookBeside, TheLastColumnThatTellsSomethingIsTheTarget) {
  file("steering.csv", "width,steering,throttle,example_id\n" + lines(40, [](int i) {
                         return fmt::format("{}.5,0.{:02},1.0,{}", i * 7 % 13, i * 3 % 97, 900000 + i * 7919 % 1000);
                       }));
  const Taken taken = LayoutTest::taken();
  EXPECT_TRUE(contains(taken.words, "column steering: a number to predict")) << taken.words;
  EXPECT_TRUE(taken.asks);
}

// HEPMASS: numbers are shown as they are.
TEST_F(FourthLookBeside, NumbersKeepTheirExponents) {
  file("all.csv",
       "f0,mass\n" + lines(40, [](int i) { return fmt::format("{}.5,{:.18e}", i * 7 % 13, i % 3 * 250.0 + 500.0); }));
  const Taken taken = LayoutTest::taken();
  EXPECT_TRUE(contains(taken.words, "500, 750, 1000")) << taken.words;
}

// The EEG eye state of UCI: 0 and 1 are declared as the values of a class.
TEST_F(FourthLookBeside, DeclaredNumbersAreClasses) {
  file("eye.arff", "@relation a\n@attribute AF3 numeric\n@attribute F7 numeric\n@attribute eyes {0,1}\n@data\n" +
                       lines(40, [](int i) { return fmt::format("{}.5,{}.25,{}", 4300 + i % 9, i * 7 % 40, i / 20); }));
  const Taken taken = LayoutTest::taken();
  EXPECT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.source->item(0).label, 0);
  EXPECT_EQ(taken.source->item(39).label, 1);
}

// Weiss 2019 (WISDM): sensors' rows end in a semicolon.
TEST_F(FourthLookBeside, RowsOfSensorsAreNoTexts) {
  for (const char* place : {"phone/accel", "phone/gyro", "watch/accel", "watch/gyro"})
    for (int person = 1600; person < 1602; ++person)
      file(fmt::format("raw/{}/data_{}.txt", place, person), lines(30, [&](int i) {
             return fmt::format("{},{},{},0.{},-1.{},2.5;", person, "ABC"[i / 10], 252207 + i * 50, i, i * 3);
           }));
  file("activity_key.txt", "walking = A\njogging = B\nstairs = C\nsitting = D\n");
  const Taken taken = LayoutTest::taken();
  EXPECT_EQ(taken.kind, "") << taken.kind << taken.words;
  EXPECT_TRUE(contains(taken.words, "hold tables of numbers")) << taken.words;
}

// Turpault et al. 2019 (DESED): several classes a sound, and several events.
TEST_F(FourthLookBeside, SeveralClassesOfSoundsAreAskedAbout) {
  double hertz = 300;
  std::string weak = "filename\tevent_labels\n", strong = "filename\tonset\toffset\tevent_label\n";
  const Strings labels{"Blender,Speech", "Speech,Cat", "Speech", "Cat"};
  for (int i = 0; i < 12; ++i) {
    file(fmt::format("audio/train/Y{}.wav", i), tone(hertz += 7));
    weak += fmt::format("Y{}.wav\t{}\n", i, labels[static_cast<std::size_t>(i % 4)]);
  }
  file("metadata/train/weak.tsv", weak);
  const Taken several = LayoutTest::taken();
  EXPECT_EQ(several.kind, "sound_table: multi_label") << several.words;
  EXPECT_TRUE(several.asks) << several.words;
  for (int i = 0; i < 6; ++i) {
    file(fmt::format("audio/validation/Z{}.wav", i), tone(hertz += 7));
    strong += fmt::format("Z{0}.wav\t0.03\t0.06\tCat\nZ{0}.wav\t0.01\t0.08\tSpeech\n", i);
  }
  file("metadata/validation/validation.tsv", strong);
  const Taken events = LayoutTest::taken();
  EXPECT_TRUE(contains(events.words, "events in a sound")) << events.words;
  EXPECT_FALSE(contains(answered("repeated=first", "sound_table").words, "events in a sound"));
}

// Nagrani et al. 2017 (VoxCeleb): films of speakers in a folder that is named like a split.
TEST_F(FourthLookBeside, FoldersInsideOfFoldersAreAskedAboutBelowASplit) {
  double hertz = 2000;
  for (int speaker = 1; speaker < 4; ++speaker)
    for (const char* film : {"1zcIwhmdeo", "7gWzIy6yII"})
      for (int i = 0; i < 2; ++i)
        file(fmt::format("vox1_dev_wav/wav/id1000{0}/{1}{0}/{2:05}.wav", speaker, film, i), tone(hertz += 7));
  file("notes.txt", "words\n");
  const Taken taken = LayoutTest::taken();
  EXPECT_TRUE(contains(taken.words, "the folders inside of folders")) << taken.words;
  EXPECT_EQ(LayoutTest::taken({{"class_from", std::string("first")}}, "audio").classes,
            (Strings{"id10001", "id10002", "id10003"}));
}

}  // namespace
}  // namespace fovea::test
