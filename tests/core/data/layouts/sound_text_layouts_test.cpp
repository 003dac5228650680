// The best-known public sets of sounds and texts, each rebuilt small from its published description: what comes in
// without any option, as samples, classes and splits.
#include "core/data/importers/audio_file.h"
#include "layout_support.h"
#include "sound_layout_support.h"

namespace fovea::test {
namespace {

using Names = std::vector<std::string>;

class SoundLayouts : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!canReadSound()) GTEST_SKIP() << "built without libsndfile";
  }
  const TemporaryFolder folder;
};

// Ito 2017: metadata.csv of "id|as written|as spoken", wavs/ID.wav.
TEST_F(SoundLayouts, LjSpeech) {
  std::string list;
  const char* const texts[] = {"in being comparatively modern.",
                               "has never been surpassed, he said.",
                               "Printing, in the only sense, \"differs\" from most",
                               "the year 1455, in which",
                               "the \"Mazarin Bible",
                               "about 1455,"};
  for (int i = 0; i < 6; ++i) {
    const std::string id = "LJ001-000" + std::to_string(i);
    writeBytes(folder / ("LJSpeech-1.1/wavs/" + id + ".wav"), tone(200 + 50 * i));
    list += id + "|" + texts[i] + "|" + texts[i] + " spoken\n";
  }
  writeBytes(folder / "LJSpeech-1.1/metadata.csv", list);
  writeBytes(folder / "LJSpeech-1.1/README", "The LJ Speech Dataset\n");
  const auto [found, source] = layoutOf(folder / "LJSpeech-1.1");
  ASSERT_EQ(found.importer, "transcripts");
  ASSERT_EQ(source->size(), 6);
  EXPECT_EQ(source->task(), Task::Transcription);
  EXPECT_EQ(std::ssize(loaded(*source, 5).labels), std::ssize(std::string("about 1455, spoken")));
  EXPECT_NE(chosenFor(found.decisions, "the transcript").find("third"), std::string::npos);
  const auto written = openSource("transcripts", folder / "LJSpeech-1.1", {{"text_column", std::string("2")}});
  EXPECT_EQ(std::ssize(loaded(*written, 5).labels), std::ssize(std::string("about 1455,")));
}

// Ardila et al. 2020: clips/*.mp3, and tables of them by what became of each.
TEST_F(SoundLayouts, CommonVoice) {
  const std::string head = "client_id\tpath\tsentence\tup_votes\tdown_votes\tage\tgender\taccents\tlocale\tsegment\n";
  const auto row = [&](int i, const std::string& text) {
    writeBytes(folder / ("en/clips/common_voice_en_" + std::to_string(i) + ".mp3"), tone(200 + 20 * i));
    return "speaker" + std::to_string(i) + "\tcommon_voice_en_" + std::to_string(i) + ".mp3\t" + text +
           "\t2\t0\t\t\t\ten\t\n";
  };
  const std::string train = row(1, "He said \"no\" twice.") + row(2, "It is.");
  const std::string dev = row(3, "Which one?"), test = row(4, "The last of all.");
  writeBytes(folder / "en/train.tsv", head + train);
  writeBytes(folder / "en/dev.tsv", head + dev);
  writeBytes(folder / "en/test.tsv", head + test);
  writeBytes(folder / "en/validated.tsv", head + train + dev + test + row(5, "Not in a split."));
  writeBytes(folder / "en/invalidated.tsv", head + row(6, "Wrongly read."));
  writeBytes(folder / "en/other.tsv", head + row(7, "Nobody listened."));
  writeBytes(folder / "en/reported.tsv", "sentence\tsentence_id\tlocale\treason\nx\t1\ten\tbad\n");
  const auto [found, source] = layoutOf(folder / "en");
  ASSERT_EQ(found.importer, "transcripts");
  ASSERT_EQ(source->size(), 4);
  EXPECT_EQ(placeOf(*source, "en_1.mp3"), "-/train");
  EXPECT_EQ(placeOf(*source, "en_3.mp3"), "-/validation");
  EXPECT_EQ(placeOf(*source, "en_4.mp3"), "-/test");
  EXPECT_EQ(std::ssize(loaded(*source, indexOf(*source, "en_1.mp3")).labels),
            std::ssize(std::string("He said \"no\" twice.")));
  EXPECT_NE(chosenFor(found.decisions, "invalidated.tsv, other.tsv, reported.tsv, validated.tsv").find("left out"),
            std::string::npos);
  const auto others = openSource("transcripts", folder / "en", {{"lists", std::string("other,invalidated.tsv")}});
  EXPECT_EQ(others->size(), 2);
}

// Panayotov et al. 2015: split/speaker/chapter/*.trans.txt beside the sounds.
TEST_F(SoundLayouts, LibriSpeech) {
  for (const char* set :
       {"dev-clean/84/121123/84-121123", "train-clean-100/103/1240/103-1240", "test-other/367/130732/367-130732"}) {
    const std::string place = "LibriSpeech/" + std::string(set);
    writeBytes(folder / (place + "-0000.flac"), tone(300));
    writeBytes(folder / (place + "-0001.flac"), tone(400));
    const std::string id = fs::path(place).filename().string();
    writeBytes(folder / (place + ".trans.txt"), id + "-0000 GO DO YOU HEAR\n" + id + "-0001 BUT IN LESS THAN\n");
  }
  for (const char* name : {"README.TXT", "LICENSE.TXT", "SPEAKERS.TXT", "CHAPTERS.TXT", "BOOKS.TXT"})
    writeBytes(folder / ("LibriSpeech/" + std::string(name)), "; notes | of | the set\n14 | F | train-clean-360\n");
  const auto [found, source] = layoutOf(folder / "LibriSpeech");
  ASSERT_EQ(found.importer, "transcripts");
  ASSERT_EQ(source->size(), 6);
  EXPECT_EQ(placeOf(*source, "84-121123-0000.flac"), "-/validation");
  EXPECT_EQ(placeOf(*source, "103-1240-0001.flac"), "-/train");
  EXPECT_EQ(placeOf(*source, "367-130732-0001.flac"), "-/test");
  EXPECT_EQ(source->item(indexOf(*source, "103-1240-0001.flac")).group, "103");
}

// Piczak 2015: meta/esc50.csv names file, fold, number and name of the class; audio/FOLD-ID-TAKE-TARGET.wav.
TEST_F(SoundLayouts, Esc50) {
  std::string table = "filename,fold,target,category,esc10,src_file,take\n";
  for (int fold = 1; fold <= 5; ++fold)
    for (const auto& [number, name] : {std::pair(0, "dog"), std::pair(36, "vacuum_cleaner")}) {
      const std::string file = std::to_string(fold) + "-10032-A-" + std::to_string(number) + ".wav";
      writeBytes(folder / ("ESC-50-master/audio/" + file), tone(200 + 10 * fold + number));
      table += file + "," + std::to_string(fold) + "," + std::to_string(number) + "," + name + ",True,10032,A\n";
    }
  writeBytes(folder / "ESC-50-master/meta/esc50.csv", table);
  writeBytes(folder / "ESC-50-master/README.md", "# ESC-50\n");
  writeBytes(folder / "ESC-50-master/requirements.txt", "pandas\n");
  const auto [found, source] = layoutOf(folder / "ESC-50-master");
  ASSERT_EQ(found.importer, "sound_table");
  ASSERT_EQ(source->size(), 10);
  EXPECT_EQ(source->task(), Task::Classification);
  EXPECT_EQ(source->classes(), (Names{"dog", "vacuum_cleaner"}));
  EXPECT_EQ(placeOf(*source, "3-10032-A-36.wav"), "vacuum_cleaner/-");
  EXPECT_EQ(source->item(indexOf(*source, "3-10032-A-36.wav")).group, "fold 3");
  EXPECT_EQ(chosenFor(found.decisions, "column fold"), "samples of one value stay in one split");
  EXPECT_EQ(chosenFor(found.decisions, "the class"), "column category");
  const auto folds = openSource("sound_table", folder / "ESC-50-master",
                                {{"validation_groups", std::string("4")}, {"test_groups", std::string("5")}});
  EXPECT_EQ(placeOf(*folds, "4-10032-A-0.wav"), "dog/validation");
  EXPECT_EQ(placeOf(*folds, "5-10032-A-0.wav"), "dog/test");
  EXPECT_EQ(placeOf(*folds, "1-10032-A-0.wav"), "dog/train");
}

// Salamon et al. 2014: metadata/UrbanSound8K.csv, audio/foldN/FSID-CLASS-….wav.
TEST_F(SoundLayouts, UrbanSound8K) {
  std::string table = "slice_file_name,fsID,start,end,salience,fold,classID,class\n";
  for (int fold = 1; fold <= 10; ++fold)
    for (const auto& [number, name] : {std::pair(3, "dog_bark"), std::pair(8, "siren")}) {
      const std::string file = std::to_string(100032 + fold) + "-" + std::to_string(number) + "-0-0.wav";
      writeBytes(folder / ("UrbanSound8K/audio/fold" + std::to_string(fold) + "/" + file),
                 tone(300 + fold * 9 + number));
      table += file + "," + std::to_string(100032 + fold) + ",0.0,0.317551,1," + std::to_string(fold) + "," +
               std::to_string(number) + "," + name + "\n";
    }
  writeBytes(folder / "UrbanSound8K/metadata/UrbanSound8K.csv", table + "lost.wav,1,0.0,1.0,1,1,8,siren\n");
  writeBytes(folder / "UrbanSound8K/UrbanSound8K_README.txt", "UrbanSound8K\n");
  const auto [found, source] = layoutOf(folder / "UrbanSound8K");
  ASSERT_EQ(found.importer, "sound_table");
  ASSERT_EQ(source->size(), 20);
  EXPECT_EQ(source->classes(), (Names{"dog_bark", "siren"}));
  EXPECT_EQ(placeOf(*source, "fold7/100039-8-0-0.wav"), "siren/-");
  EXPECT_EQ(source->item(indexOf(*source, "fold7/100039-8-0-0.wav")).group, "fold 7");
  EXPECT_EQ(source->problems().size(), 1u) << "the row of lost.wav";
}

// Warden 2018: a folder per word, lists of what validates and tests, and recordings of noise that are no word.
TEST_F(SoundLayouts, SpeechCommands) {
  for (const char* name : {"yes", "no", "up"})
    for (const char* speaker : {"0a7c2a8d", "0a9f9af7", "0b09edd3", "0b40aa8e"})
      writeBytes(folder / ("sc/" + std::string(name) + "/" + speaker + "_nohash_0.wav"),
                 tone(200 + 7 * (name[0] + speaker[1] * 3 + speaker[7])));
  writeBytes(folder / "sc/_background_noise_/white_noise.wav", wav(900, 2, 8000));
  writeBytes(folder / "sc/_background_noise_/README.md", "Noise.\n");
  writeBytes(folder / "sc/validation_list.txt", "yes/0a9f9af7_nohash_0.wav\nno/0a9f9af7_nohash_0.wav\n");
  writeBytes(folder / "sc/testing_list.txt", "yes/0b40aa8e_nohash_0.wav\nup/0b40aa8e_nohash_0.wav\n");
  writeBytes(folder / "sc/LICENSE", "CC BY\n");
  const auto [found, source] = layoutOf(folder / "sc");
  ASSERT_EQ(found.importer, "audio");
  ASSERT_EQ(source->size(), 12);
  EXPECT_EQ(source->classes(), (Names{"no", "up", "yes"}));
  EXPECT_EQ(placeOf(*source, "yes/0a9f9af7_nohash_0.wav"), "yes/validation");
  EXPECT_EQ(placeOf(*source, "up/0b40aa8e_nohash_0.wav"), "up/test");
  EXPECT_EQ(placeOf(*source, "up/0a7c2a8d_nohash_0.wav"), "up/train");
  EXPECT_EQ(chosenFor(found.decisions, "folder _background_noise_"), "left out");
  const auto noise = openSource("audio", folder / "sc", {{"set_apart", std::string("class")}});
  EXPECT_EQ(noise->size(), 13);
  EXPECT_EQ(noise->classes().size(), 4u);
}

// Tzanetakis 2002: genres/CLASS/CLASS.00000.au, and the copy with spectrograms beside.
TEST_F(SoundLayouts, Gtzan) {
  for (const char* name : {"blues", "metal", "pop"})
    for (int i = 0; i < 3; ++i) {
      const std::string stem = std::string(name) + "/" + name + ".0000" + std::to_string(i);
      writeBytes(folder / ("a/genres/" + stem + ".wav"), tone(200 + 30 * i + name[0]));
      writeBytes(folder / ("b/Data/genres_original/" + stem + ".wav"), tone(200 + 30 * i + name[0]));
      writeBytes(
          folder / ("b/Data/images_original/" + std::string(name) + "/" + name + "0000" + std::to_string(i) + ".png"),
          greyPng(8, 4, i));
    }
  writeBytes(folder / "b/Data/genres_original/pop/pop.00002.wav", "no sound at all");
  const auto [found, source] = layoutOf(folder / "a");
  ASSERT_EQ(found.importer, "audio");
  ASSERT_EQ(source->size(), 9);
  EXPECT_EQ(source->classes(), (Names{"blues", "metal", "pop"}));
  EXPECT_EQ(placeOf(*source, "metal.00001.wav"), "metal/-");
  const auto kaggle = openSource("audio", folder / "b");
  EXPECT_EQ(kaggle->size(), 9);
  EXPECT_EQ(kaggle->classes(), (Names{"blues", "metal", "pop"}));
  EXPECT_EQ(kaggle->load(indexOf(*kaggle, "pop.00002.wav")).error().code, ErrorCode::Corrupt);
}

// A folder of sounds as Hugging Face reads it: metadata.csv with file_name beside the files.
TEST_F(SoundLayouts, AudioFolderWithMetadata) {
  for (const char* split : {"train", "test"}) {
    std::string table = "file_name,label,duration\n";
    std::string spoken = "file_name,transcription\n";
    for (int i = 0; i < 4; ++i) {
      const std::string name = "data/" + std::to_string(i) + ".wav";
      writeBytes(folder / ("labels/" + std::string(split) + "/" + name), tone(200 + 30 * i));
      writeBytes(folder / ("words/" + std::string(split) + "/" + name), tone(200 + 30 * i));
      table += name + "," + (i % 2 ? "rain" : "wind") + ",0.1\n";
      spoken += name + ",what number " + std::to_string(i) + " says\n";
    }
    writeBytes(folder / ("labels/" + std::string(split) + "/metadata.csv"), table);
    writeBytes(folder / ("words/" + std::string(split) + "/metadata.csv"), spoken);
  }
  const auto [found, source] = layoutOf(folder / "labels");
  ASSERT_EQ(found.importer, "sound_table");
  ASSERT_EQ(source->size(), 8);
  EXPECT_EQ(source->classes(), (Names{"rain", "wind"}));
  EXPECT_EQ(placeOf(*source, "train/data/1.wav"), "rain/train");
  EXPECT_EQ(placeOf(*source, "test/data/2.wav"), "wind/test");
  const auto [spoken, words] = layoutOf(folder / "words");
  ASSERT_EQ(spoken.importer, "transcripts");
  ASSERT_EQ(words->size(), 8);
  EXPECT_EQ(placeOf(*words, "test/data/2.wav"), "-/test");
}

TEST_F(SoundLayouts, AudioFolderWithMetadataLines) {
  std::string lines;
  for (int i = 0; i < 6; ++i) {
    writeBytes(folder / ("set/" + std::to_string(i) + ".wav"), tone(200 + 30 * i));
    lines += "{\"file_name\": \"" + std::to_string(i) + ".wav\", \"label\": \"" + (i % 2 ? "rain" : "wind") + "\"}\n";
  }
  writeBytes(folder / "set/metadata.jsonl", lines);
  const auto [found, source] = layoutOf(folder / "set");
  ASSERT_EQ(found.importer, "sound_table");
  ASSERT_EQ(source->size(), 6);
  EXPECT_EQ(placeOf(*source, "1.wav"), "rain/-");
}

// A table of one's own, with a column for the file, one for the class and one for the split.
TEST_F(SoundLayouts, TableOfSounds) {
  std::string table = "id;recording;bird;set\n";
  for (int i = 0; i < 6; ++i) {
    writeBytes(folder / ("set/rec/" + std::to_string(i) + ".wav"), tone(200 + 30 * i));
    table += std::to_string(i) + ";rec/" + std::to_string(i) + ".wav;" + (i % 2 ? "wren" : "robin") + ";" +
             (i < 4 ? "train" : "test") + "\n";
  }
  writeBytes(folder / "set/birds.csv", table);
  const auto [found, source] = layoutOf(folder / "set/birds.csv");
  ASSERT_EQ(found.importer, "sound_table");
  ASSERT_EQ(source->size(), 6);
  EXPECT_EQ(placeOf(*source, "rec/5.wav"), "wren/test");
  EXPECT_EQ(chosenFor(found.decisions, "the class"), "column bird");
}

TEST_F(SoundLayouts, ATableThatDoesNotSayItsClassIsAQuestion) {
  std::string table = "file,machine,operator\n";
  for (int i = 0; i < 8; ++i) {
    writeBytes(folder / ("set/" + std::to_string(i) + ".wav"), tone(200 + 30 * i));
    table += std::to_string(i) + ".wav," + (i % 2 ? "fan" : "pump") + "," + (i % 3 ? "ann" : "bob") + "\n";
  }
  writeBytes(folder / "set/all.csv", table);
  const Recognition found = recognised(folder / "set/all.csv");
  ASSERT_EQ(found.importer, "sound_table");
  const Status decided = checkDecided(found.decisions);
  ASSERT_FALSE(decided.ok());
  EXPECT_NE(decided.error().text().find("label_column=operator"), std::string::npos) << decided.error().text();
  const auto source = openSource("sound_table", folder / "set/all.csv", {{"label_column", std::string("operator")}});
  EXPECT_EQ(source->classes(), (Names{"ann", "bob"}));
  EXPECT_TRUE(checkDecided(source->decisions()).ok());
}

// Maas et al. 2011: train and test with pos and neg, 50,000 texts without a label in train/unsup, lists beside.
TEST(TextLayouts, AclImdb) {
  const TemporaryFolder folder;
  for (const char* split : {"train", "test"})
    for (const char* name : {"pos", "neg"})
      for (int i = 0; i < 4; ++i)
        writeBytes(folder / ("aclImdb/" + std::string(split) + "/" + name + "/" + std::to_string(i) + "_7.txt"),
                   std::string("A ") + name + " film, number " + std::to_string(i) + " to " + split + ".\n");
  for (int i = 0; i < 6; ++i)
    writeBytes(folder / ("aclImdb/train/unsup/" + std::to_string(i) + "_0.txt"), "Some film " + std::to_string(i));
  for (const char* list :
       {"train/urls_pos.txt", "train/urls_neg.txt", "train/urls_unsup.txt", "test/urls_pos.txt", "test/urls_neg.txt"})
    writeBytes(folder / ("aclImdb/" + std::string(list)), "http://www.imdb.com/title/tt0064354/usercomments\n");
  for (const char* features :
       {"train/labeledBow.feat", "train/unsupBow.feat", "test/labeledBow.feat", "imdb.vocab", "imdbEr.txt", "README"})
    writeBytes(folder / ("aclImdb/" + std::string(features)), "9 0:9 1:1 2:4\n");
  const auto [found, source] = layoutOf(folder / "aclImdb");
  ASSERT_EQ(found.importer, "labelled_text");
  EXPECT_EQ(source->classes(), (Names{"neg", "pos"}));
  ASSERT_EQ(source->size(), 16);
  EXPECT_EQ(placeOf(*source, "train/pos/3_7.txt"), "pos/train");
  EXPECT_EQ(placeOf(*source, "test/neg/0_7.txt"), "neg/test");
  EXPECT_EQ(chosenFor(found.decisions, "folder unsup"), "left out");
  EXPECT_EQ(chosenFor(found.decisions, "the folder \"train\""), "left out, with 3 text files")
      << "its lists of addresses";
}

// Fonseca et al. 2019 (FSDKaggle2019): several labels of a sound between commas.
TEST_F(SoundLayouts, SoundsHaveSeveralLabels) {
  const std::vector<std::string> labels{"Bark", "Gong", "\"Bark,Gong\"", "Raindrop", "\"Raindrop,Bark\""};
  std::string rows = "fname,labels\n";
  for (int i = 0; i < 15; ++i) {
    writeBytes(folder / fmt::format("set/train_curated/{:04}.wav", i), tone(200 + 10 * i));
    rows += fmt::format("{:04}.wav,{}\n", i, labels[static_cast<std::size_t>(i) % 5]);
  }
  writeBytes(folder / "set/train_curated.csv", rows);
  const Taken open = take(folder / "set");
  ASSERT_EQ(open.kind, "sound_table: multi_label") << open.words;
  EXPECT_TRUE(open.asks) << open.words;
  const Taken told = take(folder / "set", {{"label_separator", std::string(",")}}, "sound_table");
  EXPECT_FALSE(told.asks) << told.words;
  EXPECT_EQ(told.classes, (std::vector<std::string>{"Bark", "Gong", "Raindrop"}));
  const std::int64_t both = indexOf(*told.source, "0002.wav");
  EXPECT_EQ(loaded(*told.source, both).labels, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(told.source->item(both).label, kNoLabel);
  const Taken one = take(folder / "set", {{"label_separator", std::string("none")}}, "sound_table");
  EXPECT_EQ(one.kind, "sound_table: classification");
  EXPECT_EQ(one.classes.size(), 5u);
}

}  // namespace
}  // namespace fovea::test
