// Sounds of public data sets whose speakers, classes or texts are not where most sets have them.
#include "core/data/importing/import_job.h"
#include "layout_support.h"
#include "sound_layout_support.h"

namespace fovea::test {
namespace {

class FourthLookSounds : public LayoutTest {
 protected:
  // Each sound differs from all others.
  void sound(const std::string& name) const {
    static double hertz = 300;
    file(name, tone(hertz += 7));
  }
  std::set<std::string> groups(const Taken& taken) const {
    std::set<std::string> all;
    for (std::int64_t i = 0; taken.source && i < taken.source->size(); ++i) all.insert(taken.source->item(i).group);
    return all;
  }
};

// Garofolo et al. 1993: regions of the same names in both parts, speakers in them.
TEST_F(FourthLookSounds, RegionsHoldSpeakersAndSplitsStayApart) {
  for (const char* place :
       {"TRAIN/DR1/FCJF0", "TRAIN/DR1/MDAB0", "TRAIN/DR2/FAEM0", "TEST/DR1/FAKS0", "TEST/DR2/MJSW0"})
    for (const char* name : {"SA1", "SI648"}) {
      sound(fmt::format("TIMIT/{}/{}.WAV", place, name));
      file(fmt::format("TIMIT/{}/{}.TXT", place, name), fmt::format("0 3200 She had {} once.\n", name));
    }
  const Taken taken = LayoutTest::taken();
  ASSERT_EQ(taken.kind, "transcripts: transcription") << taken.words;
  EXPECT_EQ(taken.splits, "train 6, test 4") << taken.words;
  EXPECT_EQ(groups(taken),
            (std::set<std::string>{"TEST/FAKS0", "TEST/MJSW0", "TRAIN/FAEM0", "TRAIN/FCJF0", "TRAIN/MDAB0"}));
  const auto summary = runImport(**findImporter("transcripts"), folder / "made", root, {}, {}, {});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->splits[static_cast<std::size_t>(Split::Test)], 4);
}

// Chapters of readers: the reader stays in one split.
TEST_F(FourthLookSounds, ChaptersBelongToTheirReader) {
  for (const char* place : {"84/121123", "84/121550", "174/50561", "174/84280"})
    for (int i = 0; i < 2; ++i) {
      sound(fmt::format("{}/a{}.wav", place, i));
      file(fmt::format("{}/a{}.txt", place, i), "some words are here");
    }
  EXPECT_EQ(groups(LayoutTest::taken()), (std::set<std::string>{"174", "84"}));
}

// Koizumi et al. 2019 (ToyADMOS, DCASE): anomalies among the tests alone.
TEST_F(FourthLookSounds, ClassesThatAreInTheNamesOfTestsAreAskedAbout) {
  for (int machine = 1; machine < 3; ++machine) {
    for (int i = 0; i < 6; ++i) sound(fmt::format("ToyCar/train/normal_id_{:02}_{:08}.wav", machine, i));
    for (const char* kind : {"normal", "anomaly"})
      for (int i = 0; i < 3; ++i) sound(fmt::format("ToyCar/test/{}_id_{:02}_{:08}.wav", kind, machine, i));
  }
  const Taken taken = LayoutTest::taken();
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "class_from=name; name_part=1")) << taken.words;
  const Taken named = LayoutTest::taken({{"class_from", std::string("name")}, {"name_part", std::int64_t{1}}}, "audio");
  EXPECT_EQ(named.classes, (Strings{"anomaly", "normal"})) << named.words;
  EXPECT_EQ(named.splits, "train 12, test 12") << named.words;
}

// Salamon et al. 2017 (URBAN-SED): times and classes beside sounds are no transcripts.
TEST_F(FourthLookSounds, EventsAreNoTranscripts) {
  for (const char* split : {"train", "test"})
    for (int i = 0; i < 4; ++i) {
      sound(fmt::format("audio/{}/soundscape_{}.wav", split, i));
      file(fmt::format("annotations/{}/soundscape_{}.txt", split, i), "0.012\t0.1\tsiren\n0.05\t0.18\tdog_bark\n");
    }
  const Taken taken = LayoutTest::taken();
  EXPECT_TRUE(taken.asks);
  EXPECT_TRUE(contains(taken.words, "finds when sounds occur")) << taken.words;
  const Taken sounds = LayoutTest::taken({}, "audio");
  EXPECT_EQ(sounds.splits, "train 4, test 4") << sounds.words;
}

// Bogdanov et al. 2019 (MTG-Jamendo): tags in further fields behind the last name.
TEST_F(FourthLookSounds, FurtherFieldsAreFurtherTags) {
  std::string table = "TRACK_ID\tARTIST_ID\tPATH\tTAGS\n";
  for (int i = 0; i < 12; ++i) {
    sound(fmt::format("audio/{}.wav", 200 + i));
    table += fmt::format("track_{0}\tartist_{1}\t{0}.wav\tgenre---rock\t{2}\n", 200 + i, i % 4,
                         i % 2 ? "mood---happy" : "instrument---guitar");
  }
  file("data/autotagging.tsv", table);
  const Taken taken = LayoutTest::taken({{"label_column", std::string("TAGS")}}, "sound_table");
  EXPECT_EQ(taken.kind, "sound_table: multi_label") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"genre---rock", "instrument---guitar", "mood---happy"})) << taken.words;
}

// Gouyon et al. 2006 (Ballroom): a list of all sounds says nothing; one of some may be a split.
TEST_F(FourthLookSounds, AListOfAllSoundsIsNoQuestion) {
  std::string all;
  for (const char* genre : {"Jive", "Waltz"})
    for (int i = 0; i < 6; ++i) {
      sound(fmt::format("BallroomData/{}/Media-{}0{}.wav", genre, genre, i));
      all += fmt::format("./{}/Media-{}0{}.wav\n", genre, genre, i);
    }
  file("BallroomData/allBallroomFiles", all);
  const Taken taken = LayoutTest::taken();
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"Jive", "Waltz"}));
  file("BallroomData/some", all.substr(0, all.size() / 2));
  EXPECT_TRUE(LayoutTest::taken().asks);
}

// Purohit et al. 2019 (MIMII): machines, each with normal and abnormal sounds.
TEST_F(FourthLookSounds, MachinesMayBeWhereSoundsComeFrom) {
  for (const char* machine : {"id_00", "id_02"})
    for (const char* kind : {"normal", "abnormal"})
      for (int i = 0; i < 3; ++i) sound(fmt::format("valve/{}/{}/{:08}.wav", machine, kind, i));
  const Taken taken = LayoutTest::taken();
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "or where files come from")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "class_from=last")) << taken.words;
  EXPECT_EQ(LayoutTest::taken({{"class_from", std::string("last")}}, "audio").classes, (Strings{"abnormal", "normal"}));
}

// Engel et al. 2017 (NSynth): a file of the same name for each split, of which some name few sounds.
TEST_F(FourthLookSounds, AllFilesOfOneNameAreSaid) {
  for (const auto& [split, count] : {std::pair("train", 14), std::pair("valid", 3), std::pair("test", 3)}) {
    std::string notes = "{";
    for (int i = 0; i < count; ++i) {
      const std::string name = fmt::format("bass_{}_{:03}-{:03}-050", i % 2 ? "acoustic" : "synthetic", i, 30 + i);
      sound(fmt::format("nsynth-{}/audio/{}.wav", split, name));
      notes += fmt::format("{}\"{}\": {{\"pitch\": {}}}", i > 0 ? ", " : "", name, 30 + i);
    }
    file(fmt::format("nsynth-{}/examples.json", split), notes + "}");
  }
  const Taken taken = LayoutTest::taken();
  EXPECT_TRUE(contains(taken.words, "3 files are not read")) << taken.words;
}

// Oliveira et al. 2021 (CirCor): a table of patients, by whom the names of the sounds begin.
TEST_F(FourthLookSounds, TablesOfPatientsAreAskedAbout) {
  std::string table = "Patient ID,Age,Murmur,Outcome\n";
  for (const char* patient : {"2530", "9979", "13918", "14241", "50001"}) {
    for (const char* place : {"AV", "PV", "TV"}) sound(fmt::format("training_data/{}_{}.wav", patient, place));
    table += fmt::format("{},Child,Absent,Normal\n", patient);
  }
  file("training_data.csv", table);
  const Taken taken = LayoutTest::taken();
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "named in training_data.csv by the beginnings of their names")) << taken.words;
  EXPECT_TRUE(contains(taken.words, "the class of a sound file")) << taken.words;
}

}  // namespace
}  // namespace fovea::test
