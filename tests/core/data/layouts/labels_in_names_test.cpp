// Layouts that say the class of a file in its name, in folders that are no classes, or in both.
#include "core/data/importers/audio_file.h"
#include "core/data/importing/import_job.h"
#include "layout_support.h"
#include "sound_layout_support.h"

namespace fovea::test {
namespace {

FieldValues byName(std::int64_t part) {
  return {{"class_from", std::string("name")}, {"name_part", part}};
}

class LabelsInNames : public ::testing::Test {
 protected:
  void sounds(const std::string& path) { writeBytes(folder / path, tone(200 + 10 * ++number_)); }
  const TemporaryFolder folder;

 private:
  int number_ = 0;
};

class SpokenLabelsInNames : public LabelsInNames {
 protected:
  void SetUp() override {
    if (!canReadSound()) GTEST_SKIP() << "built without libsndfile";
  }
};

// Jackson 2016: recordings/DIGIT_SPEAKER_NUMBER.wav.
TEST_F(SpokenLabelsInNames, FreeSpokenDigits) {
  for (const char* digit : {"0", "7", "9"})
    for (const char* speaker : {"jackson", "nicolas"})
      for (int i = 0; i < 3; ++i) sounds(fmt::format("fsdd/recordings/{}_{}_{}.wav", digit, speaker, i));
  writeBytes(folder / "fsdd/README.md", "# Free Spoken Digit Dataset\n");
  const Taken taken = take(folder / "fsdd");
  ASSERT_EQ(taken.kind, "audio: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"0", "7", "9"}));
  EXPECT_EQ(classOf(*taken.source, "7_jackson_2.wav"), "7");
  EXPECT_TRUE(contains(taken.words, "Free Spoken Digit Dataset")) << taken.words;
  EXPECT_EQ(take(folder / "fsdd", byName(2), "audio").classes, (Strings{"jackson", "nicolas"}));
}

// Its authors: recordings numbered 0 to 4 test, those from 5 to 49 train.
TEST_F(SpokenLabelsInNames, FreeSpokenDigitsHaveATestOfTheirOwn) {
  for (const char* digit : {"0", "7"})
    for (const char* speaker : {"jackson", "nicolas"})
      for (int i : {0, 4, 5, 49}) sounds(fmt::format("fsdd/recordings/{}_{}_{}.wav", digit, speaker, i));
  const Taken taken = take(folder / "fsdd");
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.splits, "train 8, test 8") << taken.words;
  EXPECT_EQ(taken.source->item(indexOf(*taken.source, "7_jackson_4.wav")).split, Split::Test);
  EXPECT_EQ(taken.source->item(indexOf(*taken.source, "7_jackson_5.wav")).split, Split::Train);
  EXPECT_EQ(take(folder / "fsdd", {{"splits", "none"}}, "audio").splits, "open 16");
}

// Livingstone and Russo 2018: Actor_NN/ of seven numbers, the third the emotion and the last the actor.
TEST_F(SpokenLabelsInNames, RavdessIsAboutEmotionsAndKeepsItsActorsTogether) {
  for (int actor = 1; actor <= 3; ++actor)
    for (int emotion : {1, 5, 6})
      for (int take = 1; take <= 2; ++take)
        sounds(fmt::format("ravdess/Actor_{0:02}/03-01-{1:02}-01-02-{2:02}-{0:02}.wav", actor, emotion, take));
  const Taken taken = take(folder / "ravdess");
  ASSERT_EQ(taken.kind, "audio: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"angry", "fearful", "neutral"}));
  EXPECT_EQ(classOf(*taken.source, "03-01-06-01-02-01-02.wav"), "fearful");
  EXPECT_EQ(taken.source->item(indexOf(*taken.source, "03-01-06-01-02-01-02.wav")).group, "02");
  EXPECT_EQ(take(folder / "ravdess", {{"class_from", std::string("path")}}, "audio").classes,
            (Strings{"Actor_01", "Actor_02", "Actor_03"}));
}

// Cao et al. 2014: SPEAKER_SENTENCE_EMOTION_LEVEL.wav; Burkhardt et al. 2005: the sixth letter.
TEST_F(SpokenLabelsInNames, EmotionsOfCremaAndEmoDb) {
  for (int speaker : {1001, 1002})
    for (const char* emotion : {"ANG", "SAD"})
      for (const char* text : {"DFA", "IEO"})
        sounds(fmt::format("crema/AudioWAV/{}_{}_{}_XX.wav", speaker, text, emotion));
  const Taken crema = take(folder / "crema");
  EXPECT_EQ(crema.classes, (Strings{"angry", "sad"})) << crema.words;
  EXPECT_EQ(crema.source->item(0).group, "1001");
  for (const char* name : {"03a01Fa", "03a01Wa", "08b02Fc", "08b02Wb", "09a05Fb", "09a05Wa"})
    sounds(fmt::format("emodb/wav/{}.wav", name));
  const Taken emodb = take(folder / "emodb");
  EXPECT_EQ(emodb.classes, (Strings{"anger", "joy"})) << emodb.words;
  EXPECT_EQ(emodb.source->item(0).group, "03");
}

// Nagrani et al. 2017: SPEAKER/VIDEO/NUMBER.wav. A video is no class, but nothing says so.
TEST_F(SpokenLabelsInNames, VoxCelebAsksWhichFolderIsTheClass) {
  for (const char* speaker : {"id10001", "id10002"})
    for (const char* video : {"1zcIwhmdeo4", "7gWzIy6yIIk", "9mQ11vBs1wc"})
      for (int i = 1; i <= 2; ++i) sounds(fmt::format("vox/wav/{}/{}{}/{:05}.wav", speaker, video, speaker[6], i));
  const Taken taken = take(folder / "vox");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "class_from=first")) << taken.words;
  const Taken told = take(folder / "vox", {{"class_from", std::string("first")}}, "audio");
  EXPECT_FALSE(told.asks) << told.words;
  EXPECT_EQ(told.classes, (Strings{"id10001", "id10002"}));
  EXPECT_FALSE(take(folder / "vox", {{"class_from", std::string("path")}}, "audio").asks);
}

TEST_F(SpokenLabelsInNames, NumberedSpeakersAreAskedAbout) {
  for (int speaker = 1; speaker <= 3; ++speaker)
    for (const char* word : {"alpha", "bravo", "kilo"}) sounds(fmt::format("words/speaker_{}/{}.wav", speaker, word));
  const Taken taken = take(folder / "words");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "class_from=path")) << taken.words;
  EXPECT_EQ(take(folder / "words", {{"class_from", std::string("path")}}, "audio").classes.size(), 3u);
}

// Zhang et al. 2017: AGE_GENDER_RACE_DATE.jpg, of which each may be meant.
TEST_F(LabelsInNames, UtkFaceAsksForAgeGenderOrRace) {
  const char* const dates[] = {"20170116174525125", "20170109142408075", "20170103200501003"};
  for (int age : {1, 25, 61})
    for (int gender : {0, 1})
      for (const char* date : dates)
        writePictures(folder / "UTKFace", {fmt::format("{}_{}_{}_{}.jpg.chip.png", age, gender, age % 5, date)});
  const Taken taken = take(folder / "UTKFace");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "class_from=name; name_part=2")) << taken.words;
  const Taken told = take(folder / "UTKFace", byName(2), "folder");
  EXPECT_FALSE(told.asks) << told.words;
  EXPECT_EQ(told.classes, (Strings{"0", "1"}));
  EXPECT_EQ(take(folder / "UTKFace", byName(1), "folder").classes, (Strings{"1", "25", "61"}));
}

TEST_F(LabelsInNames, TheAgeOfUtkFaceIsANumber) {
  for (int age : {1, 25, 61})
    for (int gender : {0, 1})
      writePictures(folder / "UTKFace", {fmt::format("{}_{}_0_20170116174525125.jpg.chip.png", age, gender)});
  EXPECT_TRUE(contains(take(folder / "UTKFace").words, "class_from=number; name_part=1"));
  writePictures(folder / "UTKFace", {"other_0_0_20170116174525125.jpg.chip.png"});
  const Taken taken = take(folder / "UTKFace", {{"class_from", "number"}, {"name_part", std::int64_t{1}}}, "folder");
  ASSERT_EQ(taken.kind, "folder: regression") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.source->size(), 6);
  EXPECT_TRUE(contains(taken.words, "other_0_0")) << taken.words;
  const LoadedItem item = loaded(*taken.source, indexOf(*taken.source, "61_1_0_20170116174525125.jpg.chip.png"));
  ASSERT_TRUE(item.target.defined());
  EXPECT_EQ(item.target.values<float>()[0], 61.0f);
}

// Zheng et al. 2015: PERSON_CAMERA_FRAME_BOX.jpg in folders of a benchmark that finds persons again.
TEST_F(LabelsInNames, MarketAsksWhatItsNamesSay) {
  for (int person : {2, 7, 10})
    for (int camera = 1; camera <= 2; ++camera) {
      writePictures(folder / "market/bounding_box_train", {fmt::format("{:04}_c{}s1_000451_03.png", person, camera)});
      writePictures(folder / "market/bounding_box_test",
                    {fmt::format("{:04}_c{}s1_000451_03.png", person + 1, camera)});
      writePictures(folder / "market/query", {fmt::format("{:04}_c{}s1_000451_00.png", person + 1, camera)});
    }
  const Taken taken = take(folder / "market");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "Market-1501")) << taken.words;
}

// Kaggle 2013: train/cat.0.jpg, and pictures to be told without a word in their names.
TEST_F(LabelsInNames, DogsAndCats) {
  for (int i = 0; i < 6; ++i) {
    writePictures(folder / "dvc/train", {fmt::format("cat.{}.png", i), fmt::format("dog.{}.png", i)});
    writePictures(folder / "dvc/test1", {fmt::format("{}.png", i + 1)});
  }
  const Taken taken = take(folder / "dvc");
  ASSERT_EQ(taken.kind, "folder: classification") << taken.words;
  EXPECT_FALSE(taken.asks) << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"cat", "dog"}));
  EXPECT_EQ(taken.source->size(), 12);
  EXPECT_EQ(classOf(*taken.source, "dog.3.png"), "dog");
  EXPECT_TRUE(contains(taken.words, "test1")) << taken.words;
  const Taken flat = take(folder / "dvc/train");
  EXPECT_EQ(flat.classes, (Strings{"cat", "dog"})) << flat.words;
  EXPECT_EQ(take(folder / "dvc/train", {{"class_from", std::string("none")}}, "folder").kind, "folder: unlabelled");
}

// The pictures of Oxford Pets alone, without their annotations.
TEST_F(LabelsInNames, BreedsBeforeNumbers) {
  for (int i = 1; i <= 4; ++i)
    writePictures(folder / "images",
                  {fmt::format("Abyssinian_{}.png", i), fmt::format("great_pyrenees_{}.png", 10 * i)});
  const Taken taken = take(folder / "images");
  EXPECT_EQ(taken.classes, (Strings{"Abyssinian", "great_pyrenees"})) << taken.words;
}

TEST_F(LabelsInNames, WordsThatAreHardlyClassesAreAskedAbout) {
  for (int i = 0; i < 5; ++i)
    writePictures(folder / "eyes", {fmt::format("patient_a_{}.png", i), fmt::format("patient_b_{}.png", i)});
  const Taken taken = take(folder / "eyes");
  EXPECT_TRUE(taken.asks) << taken.words;
  EXPECT_TRUE(contains(taken.words, "class_from=none")) << taken.words;
  EXPECT_FALSE(take(folder / "eyes", byName(0), "folder").asks);
}

TEST_F(LabelsInNames, WhatNamesNoClassStaysWithout) {
  for (int i = 0; i < 6; ++i) {
    writePictures(folder / "camera", {fmt::format("IMG_{:04}.png", i), fmt::format("DSC_{:04}.png", i)});
    writePictures(folder / "stereo", {fmt::format("left_{}.png", i), fmt::format("right_{}.png", i)});
    writePictures(folder / "days", {fmt::format("2019-03-{:02}_12-30.png", i + 1)});
  }
  for (const char* name : {"camera", "stereo", "days"}) {
    const Taken taken = take(folder / name);
    EXPECT_EQ(taken.kind, "folder: unlabelled") << taken.words;
    EXPECT_FALSE(taken.asks) << taken.words;
  }
}

// Hughes and Salathé 2015: every picture in colour, in grey and cut out; copies must not train and test.
TEST_F(LabelsInNames, PlantVillageAsksForItsVariant) {
  for (const char* variant : {"color", "grayscale", "segmented"})
    for (const char* name : {"Apple___Apple_scab", "Apple___healthy", "Grape___Black_rot"})
      for (int i = 0; i < 3; ++i)
        writePictures(folder / "plantvillage dataset" / variant / name, {fmt::format("{}-leaf {}.png", i, variant)});
  const Taken taken = take(folder / "plantvillage dataset");
  EXPECT_TRUE(taken.asks) << taken.words;
  for (const char* variant : {"color", "grayscale", "segmented"})
    EXPECT_TRUE(contains(taken.words, fmt::format("take_folder={}", variant))) << taken.words;
  EXPECT_FALSE(contains(taken.words, "class_from=last")) << "copies of a picture were mixed\n" << taken.words;
  const Taken told = take(folder / "plantvillage dataset", {{"take_folder", std::string("grayscale")}}, "folder");
  EXPECT_FALSE(told.asks) << told.words;
  EXPECT_EQ(told.classes, (Strings{"Apple___Apple_scab", "Apple___healthy", "Grape___Black_rot"}));
  EXPECT_EQ(told.source->size(), 9);
}

// Saenko et al. 2010: the same classes from shops and from cameras.
TEST_F(LabelsInNames, OfficeAsksForItsOrigin) {
  for (const char* name : {"back_pack", "bike", "mug"}) {
    for (int i = 0; i < 4; ++i)
      writePictures(folder / "office/amazon/images" / name, {fmt::format("frame_{:04}.png", i)});
    for (int i = 0; i < 2; ++i)
      writePictures(folder / "office/dslr/images" / name, {fmt::format("frame_{:04}.png", i)});
  }
  const Taken taken = take(folder / "office");
  EXPECT_TRUE(taken.asks) << taken.words;
  const Taken told = take(folder / "office", {{"class_from", std::string("last")}}, "folder");
  EXPECT_FALSE(told.asks) << told.words;
  EXPECT_EQ(told.classes, (Strings{"back_pack", "bike", "mug"}));
  EXPECT_EQ(told.source->size(), 18);
}

// Lang 1995: a folder per group, files without an ending, in two splits or in one place.
TEST_F(LabelsInNames, TwentyNewsgroups) {
  for (const char* split : {"20news-bydate-train", "20news-bydate-test"})
    for (const char* group : {"alt.atheism", "sci.space", "rec.autos"})
      for (int i = 0; i < 3; ++i)
        writeBytes(
            folder / "20news" / split / group / std::to_string(49960 + i + (split[14] == 'e' ? 50 : 0)),
            fmt::format("From: someone@{}\nSubject: Re: {} {}\n\nA letter to the {}.\n", group, group, i, split));
  const Taken taken = take(folder / "20news");
  ASSERT_EQ(taken.kind, "labelled_text: classification") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"alt.atheism", "rec.autos", "sci.space"}));
  EXPECT_EQ(taken.splits, "train 9, test 9");
  const Taken one = take(folder / "20news/20news-bydate-train");
  ASSERT_EQ(one.kind, "labelled_text: classification") << one.words;
  EXPECT_EQ(one.source->size(), 9);
}

// The public corpus of SpamAssassin: names that end in a hash.
TEST_F(LabelsInNames, MailsWithHashesForEndings) {
  for (const char* kind : {"easy_ham", "spam_2"})
    for (int i = 0; i < 4; ++i)
      writeBytes(folder / "mails" / kind / fmt::format("{:05}.7c53336b37003a9286aba55d2945844{}", i, i),
                 fmt::format("Return-Path: <a@b>\nSubject: {} {}\n\nHello.\n", kind, i));
  const Taken taken = take(folder / "mails");
  ASSERT_EQ(taken.kind, "labelled_text: classification") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"easy_ham", "spam_2"}));
}

// Files without an ending that hold no text stay unread.
TEST_F(LabelsInNames, BinaryFilesWithoutAnEndingAreNoTexts) {
  for (const char* name : {"a", "b"})
    for (int i = 0; i < 4; ++i)
      writeBytes(folder / "cache" / name / std::to_string(100 + i), std::string("\0\1\2\3", 4) + std::string(90, '\0'));
  EXPECT_NE(take(folder / "cache").kind, "labelled_text: classification");
}

// Becker et al. 2018 (AudioMNIST): a folder for each speaker, whose number is also in the names:
// DIGIT_SPEAKER_NUMBER.wav.
TEST_F(SpokenLabelsInNames, NumbersOfSpeakersInNamesAreAskedAbout) {
  for (const char* speaker : {"01", "02", "03"})
    for (const char* digit : {"0", "1", "7"})
      for (int i = 0; i < 4; ++i) sounds(fmt::format("set/{0}/{1}_{0}_{2}.wav", speaker, digit, i));
  const Taken open = take(folder / "set");
  EXPECT_TRUE(open.asks) << open.words;
  EXPECT_TRUE(contains(open.words, "part 1 is one of 3 (0, 1, 7), and part 3 is one of 4")) << open.words;
  const Taken digits = take(folder / "set", byName(1), "audio");
  EXPECT_FALSE(digits.asks) << digits.words;
  EXPECT_EQ(digits.classes, (Strings{"0", "1", "7"}));
  const Taken speakers = take(folder / "set", {{"class_from", std::string("path")}}, "audio");
  EXPECT_FALSE(speakers.asks) << speakers.words;
  EXPECT_EQ(speakers.classes, (Strings{"01", "02", "03"}));
}

// A class that is a number may be in the names as well, before a number that only counts.
TEST_F(LabelsInNames, NumbersOfClassesInNamesAreClasses) {
  int count = 0;
  for (const char* digit : {"0", "1", "7"})
    for (int i = 0; i < 4; ++i) writePictures(folder / "set", {fmt::format("{0}/{0}_{1}.png", digit, ++count)});
  const Taken found = take(folder / "set");
  EXPECT_FALSE(found.asks) << found.words;
  EXPECT_EQ(found.classes, (Strings{"0", "1", "7"}));
}

// Haq and Jackson 2009 (SAVEE): a speaker, then a letter or two for the emotion and a number.
TEST_F(SpokenLabelsInNames, EmotionsOfSavee) {
  for (const char* speaker : {"DC", "JE", "JK", "KL"})
    for (const char* emotion : {"a", "n", "sa", "su"})
      for (int i = 1; i < 3; ++i) sounds(fmt::format("set/{}_{}{:02}.wav", speaker, emotion, i));
  const Taken found = take(folder / "set");
  EXPECT_FALSE(found.asks) << found.words;
  EXPECT_EQ(found.classes, (Strings{"anger", "neutral", "sadness", "surprise"}));
  EXPECT_EQ(classOf(*found.source, "JK_su02.wav"), "surprise");
  EXPECT_EQ(found.source->item(indexOf(*found.source, "JK_su02.wav")).group, "JK");
}

// Names of files may hold who speaks before what is said: the two are not one class together.
TEST_F(SpokenLabelsInNames, PeopleAndWordsAreNotOneClass) {
  for (const char* speaker : {"anna", "bert", "carl"})
    for (const char* word : {"yes", "no"})
      for (int i = 1; i < 3; ++i) sounds(fmt::format("set/{}_{}{:02}.wav", speaker, word, i));
  const Taken found = take(folder / "set");
  EXPECT_TRUE(found.asks) << found.words;
  EXPECT_TRUE(contains(found.words, "name_part=1")) << found.words;
}

// Singla et al. 2016 (Food-11): a number for the class, then one that counts; Nene et al. 1996 (COIL-100): objects.
TEST_F(LabelsInNames, NumbersAndObjectsInNamesAreAskedAbout) {
  for (const char* split : {"training", "validation", "evaluation"})
    for (int i = 0; i < 9; ++i) writePictures(folder / "food", {fmt::format("{}/{}_{}.png", split, i % 3, i)});
  const Taken food = take(folder / "food");
  EXPECT_TRUE(food.asks) << food.words;
  EXPECT_TRUE(contains(food.words, "part 1 is one of 3 (0, 1, 2)")) << food.words;
  const Taken told = take(folder / "food", byName(1));
  EXPECT_FALSE(told.asks) << told.words;
  EXPECT_EQ(told.classes, (Strings{"0", "1", "2"}));
  EXPECT_EQ(told.splits, "train 9, validation 9, test 9");
  for (int object = 1; object < 5; ++object)
    for (const int angle : {0, 5, 10, 15})
      writePictures(folder / "coil", {fmt::format("obj{}__{}.png", object, angle)});
  EXPECT_TRUE(take(folder / "coil").asks) << take(folder / "coil").words;
  EXPECT_EQ(take(folder / "coil", byName(1)).classes, (Strings{"obj1", "obj2", "obj3", "obj4"}));
}

// Captchas are called by what is written in them; other images without classes may be numbered, or show no writing.
TEST_F(LabelsInNames, NamesOfCaptchasMayBeTheirTexts) {
  const Strings codes = {"2b5z3", "4nc37", "7w67m", "d22bd", "pm363", "x4gg5", "cwmny", "ewcf5", "3nw7w", "gy5nf"};
  for (const std::string& code : codes) {
    writePictures(folder / "captcha", {code + ".png"}, 20, 5);
    writePictures(folder / "photos", {code + ".png"}, 20, 18);
  }
  const Taken found = take(folder / "captcha");
  EXPECT_TRUE(found.asks) << found.words;
  EXPECT_TRUE(contains(found.words, "kind=transcripts; texts=names")) << found.words;
  const FieldValues named = {{"texts", std::string("names")}};
  const Taken told = take(folder / "captcha", named, "transcripts");
  ASSERT_EQ(told.kind, "transcripts: transcription") << told.words;
  EXPECT_EQ(told.source->size(), 10);
  std::string text;
  for (const std::int32_t label : loaded(*told.source, indexOf(*told.source, "7w67m.png")).labels)
    text += told.classes[static_cast<std::size_t>(label)];
  EXPECT_EQ(text, "7w67m");
  EXPECT_FALSE(take(folder / "photos").asks) << take(folder / "photos").words;
  for (int i = 0; i < 12; ++i) writePictures(folder / "numbered", {fmt::format("{:05}.png", i)}, 20, 5);
  EXPECT_FALSE(take(folder / "numbered").asks) << take(folder / "numbered").words;
}

// Jaderberg et al. 2014: 117_Grandstand_33485.jpg shows "Grandstand".
TEST_F(LabelsInNames, APartOfANameMayBeItsText) {
  for (const char* name : {"train/1_Grandstand_334", "train/2_Pale_5", "test/3_apple_7", "test/lost"})
    writePictures(folder / "words", {std::string(name) + ".png"}, 20, 5);
  const Taken told =
      take(folder / "words", {{"texts", std::string("names")}, {"name_part", std::int64_t{2}}}, "transcripts");
  EXPECT_EQ(told.splits, "train 2, test 1") << told.words;
  EXPECT_EQ(loaded(*told.source, indexOf(*told.source, "2_Pale_5.png")).labels.size(), 4u);
  EXPECT_TRUE(contains(told.words, "its name has no part 2")) << told.words;
}

}  // namespace
}  // namespace fovea::test
