// Sounds and lines of writing with what is said or written in them, from the lists that others keep.
#include "core/data/importers/audio_file.h"
#include "core/data/importing/import_job.h"
#include "core/data/importing/names.h"
#include "importer_support.h"
#include "sound_support.h"

namespace fovea::test {
namespace {

std::vector<std::string> symbolsOf(const ImportSource& source, std::int64_t index) {
  std::vector<std::string> names;
  for (const std::int32_t label : loaded(source, index).labels)
    names.push_back(source.classes()[static_cast<std::size_t>(label)]);
  return names;
}

TEST(TranscriptImporter, MakesSymbolsClasses) {
  const TemporaryFolder folder;
  for (const char* name : {"a", "b"}) writeBytes(folder / ("set/" + std::string(name) + ".png"), greyPng(8, 4, 9));
  writeBytes(folder / "set/list.tsv", "a.png\tno go\nb.png\tGo  on \nmissing.png\nb.png\t \n");
  const auto source = openSource("transcripts", folder / "set/list.tsv");
  ASSERT_EQ(source->size(), 2);
  EXPECT_EQ(source->task(), Task::Transcription);
  EXPECT_EQ(source->classes(), (std::vector<std::string>{"space", "G", "g", "n", "o"}));
  EXPECT_EQ(symbolsOf(*source, 0), (std::vector<std::string>{"n", "o", "space", "g", "o"}));
  EXPECT_EQ(source->problems().size(), 2u);
  const auto words = openSource("transcripts", folder / "set/list.tsv",
                                {{"symbols", std::string("words")}, {"letters", std::string("lower")}});
  EXPECT_EQ(words->classes(), (std::vector<std::string>{"go", "no", "on"}));
  EXPECT_EQ(loaded(*words, 1).labels, (std::vector<std::int32_t>{0, 2}));
}

TEST(TranscriptImporter, OneLetterIsOneSymbolHoweverItIsWritten) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/a.png", greyPng(8, 4, 9));
  writeBytes(folder / "set/list.tsv", "a.png\tÉté\na.png\te\u0301te\u0301\na.png\tÄß Жд\n");
  const auto classes = [&](const char* letters) {
    const auto source = tryOpen("transcripts", folder / "set/list.tsv", {{"letters", std::string(letters)}});
    if (source.ok()) return (*source)->classes();
    EXPECT_EQ(source.error().code, ErrorCode::Unsupported);
    return std::vector<std::string>{"unsupported"};
  };
  if (composedForm("e\u0301") != "é") {
    EXPECT_EQ(classes("lower"), std::vector<std::string>{"unsupported"});
    GTEST_SKIP() << "built without utf8proc";
  }
  EXPECT_EQ(classes("keep"), (std::vector<std::string>{"space", "t", "Ä", "É", "ß", "é", "Ж", "д"}));
  EXPECT_EQ(classes("lower"), (std::vector<std::string>{"space", "t", "ß", "ä", "é", "д", "ж"}));
  const auto capitals = classes("upper");
  EXPECT_EQ(std::count(capitals.begin(), capitals.end(), "É"), 1);
  EXPECT_EQ(std::count(capitals.begin(), capitals.end(), "é"), 0);
  EXPECT_EQ(std::count(capitals.begin(), capitals.end(), "Д"), 1);
}

TEST(TranscriptImporter, ReadsWhatLibriSpeechLooksLike) {
  const TemporaryFolder folder;
  for (const char* id : {"84-1-0000", "84-1-0001"})
    writeBytes(folder / ("set/dev-clean/84/1/" + std::string(id) + ".wav"), wav(300, 0.3, 16000));
  writeBytes(folder / "set/dev-clean/84/1/84-1.trans.txt", "84-1-0000 HE SAID\n84-1-0001 NO\n");
  writeBytes(folder / "set/train-clean-100/7/2/7-2-0000.wav", wav(500, 0.3, 16000));
  writeBytes(folder / "set/train-clean-100/7/2/7-2.trans.txt", "7-2-0000 YES\n");
  if (!canReadSound()) GTEST_SKIP() << "built without libsndfile";
  const auto source = openSource("transcripts", folder / "set");
  ASSERT_EQ(source->size(), 3);
  EXPECT_EQ(source->item(0).split, Split::Validation);
  EXPECT_EQ(source->item(0).group, "84");
  EXPECT_EQ(source->item(2).split, Split::Train);
  EXPECT_EQ(symbolsOf(*source, 2), (std::vector<std::string>{"Y", "E", "S"}));
  EXPECT_EQ(recognised(folder / "set").importer, "transcripts");
  const auto summary = runImport(**findImporter("transcripts"), folder / "out", folder / "set",
                                 {{"seconds", 0.5}, {"bands", std::int64_t{8}}}, {}, {});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->samples, 3);
  const auto dataset = openDataset(folder / "out");
  EXPECT_EQ(dataset->info().task, Task::Transcription);
  EXPECT_EQ(dataset->info().sampleShape, (Shape{1, 8, 48}));
  const auto sample = dataset->sample(Split::Train, 0);
  ASSERT_TRUE(sample.ok()) << sample.error().text();
  EXPECT_EQ(sample->labels.size(), 3u);
  // Of 0.3 s there are 28 frames of 25 ms, every 10 ms, and of the half second that it was filled up to 48.
  EXPECT_TRUE(dataset->info().lengths);
  EXPECT_FLOAT_EQ(sample->length, 28.0f / 48.0f);
}

TEST(TranscriptImporter, KnowsHowLongEachSoundIs) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/a.wav", wav(300, 0.25, 8000));
  writeBytes(folder / "set/b.wav", wav(300, 1, 8000));
  writeBytes(folder / "set/list.txt", "a.wav\tone\nb.wav\ttwo\n");
  if (!canReadSound()) GTEST_SKIP() << "built without libsndfile";
  const auto waves = openSource("transcripts", folder / "set/list.txt",
                                {{"seconds", 1.0}, {"form", std::string("waveform")}, {"rate", std::int64_t{8000}}});
  EXPECT_EQ(loaded(*waves, 0).length, 0.25f);
  EXPECT_EQ(loaded(*waves, 1).length, 1);
  const auto as = openSource("transcripts", folder / "set/list.txt", {{"seconds", 0.0}});
  EXPECT_EQ(loaded(*as, 0).length, 1) << "it is not filled up";
}

TEST(TranscriptImporter, ReadsBarsColumnsAndObjects) {
  const TemporaryFolder folder;
  for (const char* name : {"x", "y", "z"}) writeBytes(folder / ("set/wavs/" + std::string(name) + ".wav"), "RIFF");
  if (!canReadSound()) GTEST_SKIP() << "built without libsndfile";
  writeBytes(folder / "set/metadata.csv", "x|He said \"no\"|he said no\ny|Then, \"yes\n");
  const auto bars = openSource("transcripts", folder / "set");
  ASSERT_EQ(bars->size(), 2);
  EXPECT_TRUE(bars->item(1).source.ends_with("set/wavs/y.wav"));
  writeBytes(folder / "set/t.csv", "speaker,path,sentence\n1,wavs/x.wav,\"one, two\"\n2,wavs/z.wav,three\n");
  const auto columns = openSource("transcripts", folder / "set/t.csv", {{"symbols", std::string("words")}});
  ASSERT_EQ(columns->size(), 2);
  EXPECT_EQ(columns->classes(), (std::vector<std::string>{"one,", "three", "two"}));
  writeBytes(folder / "set/m.jsonl",
             "{\"audio_filepath\": \"wavs/x.wav\", \"text\": \"a\"}\n{broken\n{\"audio_filepath\": \"wavs/y.wav\"}\n");
  const auto objects = openSource("transcripts", folder / "set/m.jsonl");
  EXPECT_EQ(objects->size(), 1);
  EXPECT_EQ(objects->problems().size(), 2u);
}

TEST(TranscriptImporter, LeavesOutWhatLastsTooLong) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/a.wav", wav(300, 0.2, 8000));
  writeBytes(folder / "set/b.wav", wav(300, 2, 8000));
  writeBytes(folder / "set/list.txt", "a.wav\tone\nb.wav\ttwo\n");
  if (!canReadSound()) GTEST_SKIP() << "built without libsndfile";
  const auto source = openSource("transcripts", folder / "set/list.txt", {{"seconds", 1.0}});
  EXPECT_TRUE(source->load(0).ok());
  EXPECT_EQ(source->load(1).error().message, "b.wav lasts longer than 1 s");
}

TEST(TranscriptImporter, AListWithClassesIsNone) {
  const TemporaryFolder folder;
  std::string list;
  for (int i = 0; i < 12; ++i) {
    writeBytes(folder / ("set/" + std::to_string(i) + ".png"), greyPng(8, 4, i));
    list += std::to_string(i) + ".png\t" + (i % 2 ? "cat" : "dog") + "\n";
  }
  writeBytes(folder / "set/list.txt", list);
  EXPECT_EQ(recognised(folder / "set/list.txt").importer, "list");
}

TEST(TranscriptImporter, SurvivesMutations) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/a.png", greyPng(8, 4, 9));
  surviveMutations("transcripts", folder / "set", folder / "set/train.tsv", "a.png\tno go\nb.png\tgo on\n");
  surviveMutations("transcripts", folder / "set/t.csv", folder / "set/t.csv",
                   "path,text\na.png,\"no, go\"\nb.png,go\n");
  surviveMutations("transcripts", folder / "set/m.jsonl", folder / "set/m.jsonl",
                   "{\"path\": \"a.png\", \"text\": \"go\"}\n{\"path\": \"a.png\", \"text\": \"\\u00e9\"}\n");
}

}  // namespace
}  // namespace fovea::test
