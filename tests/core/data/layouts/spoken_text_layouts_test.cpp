// Recordings with a text of its own for each: what is said comes in with them.
#include <fmt/format.h>

#include "core/data/importers/audio_file.h"
#include "sound_layout_support.h"

namespace fovea::test {
namespace {

class SpokenTextLayouts : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!canReadSound()) GTEST_SKIP() << "built without libsndfile";
  }
  void sound(const std::string& path) { writeBytes(folder / path, tone(200 + 10 * ++number_)); }
  const TemporaryFolder folder;

 private:
  int number_ = 0;
};

// Yamagishi et al. 2019: txt/SPEAKER/ID.txt beside wav48/SPEAKER/ID.wav, and one speaker without texts.
TEST_F(SpokenTextLayouts, Vctk) {
  for (const char* speaker : {"p225", "p226"})
    for (int i = 1; i <= 3; ++i) {
      const std::string id = fmt::format("{}_{:03}", speaker, i);
      sound(fmt::format("VCTK-Corpus/wav48/{}/{}.wav", speaker, id));
      writeBytes(folder / fmt::format("VCTK-Corpus/txt/{}/{}.txt", speaker, id),
                 fmt::format("Please call Stella {}.\n", i));
    }
  sound("VCTK-Corpus/wav48/p315/p315_001.wav");
  writeBytes(folder / "VCTK-Corpus/speaker-info.txt", "ID  AGE  GENDER\n225  23  F\n");
  const auto [found, source] = layoutOf(folder / "VCTK-Corpus");
  ASSERT_EQ(found.importer, "transcripts");
  ASSERT_EQ(source->size(), 6);
  EXPECT_EQ(source->item(indexOf(*source, "p226_002.wav")).group, "p226");
  EXPECT_EQ(std::ssize(loaded(*source, 0).labels), std::ssize(std::string("Please call Stella 1.")));
  EXPECT_TRUE(namesLeftOut(*source, "p315_001.wav"));
  EXPECT_EQ(chosenFor(found.decisions, "the transcripts"), "a text for each sound");
}

// Version 0.92: FLAC of two microphones.
TEST_F(SpokenTextLayouts, VctkOfTwoMicrophones) {
  for (int i = 1; i <= 2; ++i) {
    for (int microphone = 1; microphone <= 2; ++microphone)
      sound(fmt::format("v/wav48_silence_trimmed/p225/p225_{:03}_mic{}.flac", i, microphone));
    writeBytes(folder / fmt::format("v/txt/p225/p225_{:03}.txt", i), fmt::format("Ask her {}.\n", i));
  }
  const auto [found, source] = layoutOf(folder / "v");
  ASSERT_EQ(found.importer, "transcripts");
  EXPECT_EQ(source->size(), 4);
}

// Zen et al. 2019: two texts beside each sound, of which one is as it is spoken.
TEST_F(SpokenTextLayouts, LibriTts) {
  for (const char* set : {"train-clean-100/103/1241", "dev-clean/84/121123"}) {
    const std::string stem = fmt::format("LibriTTS/{}/{}_000001_000000", set, set[0] == 't' ? "103_1241" : "84_121123");
    sound(stem + ".wav");
    writeBytes(folder / (stem + ".normalized.txt"), "Go, do you hear the third?");
    writeBytes(folder / (stem + ".original.txt"), "Go, do you hear the 3rd?");
  }
  const auto [found, source] = layoutOf(folder / "LibriTTS");
  ASSERT_EQ(found.importer, "transcripts");
  ASSERT_EQ(source->size(), 2);
  EXPECT_EQ(std::ssize(loaded(*source, 0).labels), std::ssize(std::string("Go, do you hear the third?")));
  EXPECT_EQ(placeOf(*source, "103_1241_000001_000000.wav"), "-/train");
  EXPECT_EQ(placeOf(*source, "84_121123_000001_000000.wav"), "-/validation");
}

// Garofolo et al. 1993: DR1/SPEAKER/SA1.WAV with SA1.TXT, names that every speaker has.
TEST_F(SpokenTextLayouts, Timit) {
  for (const char* place : {"TRAIN/DR1/FCJF0", "TRAIN/DR2/MAEB0", "TEST/DR1/FAKS0"})
    for (const char* name : {"SA1", "SX9"}) {
      sound(fmt::format("TIMIT/{}/{}.WAV", place, name));
      writeBytes(folder / fmt::format("TIMIT/{}/{}.TXT", place, name),
                 fmt::format("0 46797 She had {} of {}.\n", name, place));
      writeBytes(folder / fmt::format("TIMIT/{}/{}.PHN", place, name), "0 3050 h#\n3050 4559 sh\n");
      writeBytes(folder / fmt::format("TIMIT/{}/{}.WRD", place, name), "3050 5723 she\n");
    }
  const auto [found, source] = layoutOf(folder / "TIMIT");
  ASSERT_EQ(found.importer, "transcripts");
  ASSERT_EQ(source->size(), 6);
  EXPECT_EQ(placeOf(*source, "FAKS0/SA1.WAV"), "-/test");
  EXPECT_EQ(std::ssize(loaded(*source, indexOf(*source, "MAEB0/SX9.WAV")).labels),
            std::ssize(std::string("She had SX9 of TRAIN/DR2/MAEB0.")));
}

// Rocha et al. 2019: numbers beside each sound are no transcript.
TEST_F(SpokenTextLayouts, NumbersBesideSoundsAreNoTranscripts) {
  for (int i = 1; i <= 4; ++i) {
    sound(fmt::format("icbhi/{}_1b1_Al_sc_Meditron.wav", 100 + i));
    writeBytes(folder / fmt::format("icbhi/{}_1b1_Al_sc_Meditron.txt", 100 + i),
               "0.036\t0.579\t0\t0\n0.579\t2.45\t0\t1\n");
  }
  EXPECT_NE(recognised(folder / "icbhi").importer, "transcripts");
}

}  // namespace
}  // namespace fovea::test
