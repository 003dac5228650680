// Sounds: made here as WAV, read, brought to a rate and a length, and turned into spectrograms.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/data/importers/audio_file.h"
#include "core/data/importers/mel_spectrogram.h"
#include "importer_support.h"
#include "sound_support.h"

namespace fovea::test {
namespace {

TEST(Sound, KeepsATonePureWhenItsRateChanges) {
  const TemporaryFolder folder;
  writeBytes(folder / "a.wav", wav(440, 0.5, 44100, 2));
  const auto sound = readSound(folder / "a.wav");
  if (!sound.ok() && sound.error().code == ErrorCode::Unsupported) GTEST_SKIP() << "built without libsndfile";
  ASSERT_TRUE(sound.ok()) << sound.error().text();
  EXPECT_EQ(sound->samples.size(), 22050u);
  const Sound slow = resampled(*sound, 16000);
  ASSERT_EQ(slow.samples.size(), 8000u);
  double worst = 0;
  for (std::size_t i = 100; i < 7900; ++i)
    worst = std::max(
        worst, std::abs(slow.samples[i] - 0.5 * std::sin(2 * std::numbers::pi * 440 * static_cast<double>(i) / 16000)));
  EXPECT_LT(worst, 2e-3);
}

TEST(Sound, RemovesWhatALowerRateCannotHold) {
  Sound high{16000, {}};
  for (int i = 0; i < 8000; ++i)
    high.samples.push_back(static_cast<float>(std::sin(2 * std::numbers::pi * 6000 * i / 16000.0)));
  const Sound low = resampled(high, 8000);
  for (std::size_t i = 100; i < 3900; ++i) EXPECT_LT(std::abs(low.samples[i]), 2e-2);
}

TEST(Sound, FindsATonesBand) {
  Sound tone{16000, {}};
  for (int i = 0; i < 16000; ++i)
    tone.samples.push_back(static_cast<float>(std::sin(2 * std::numbers::pi * 1000 * i / 16000.0)));
  const auto mel = MelSpectrogram(16000, 40).of(tone.samples);
  ASSERT_TRUE(mel.ok());
  EXPECT_EQ(mel->shape(), (Shape{1, 40, 98}));
  int loudest = 0;
  for (int band = 0; band < 40; ++band)
    if (mel->data<float>()[band * 98 + 50] > mel->data<float>()[loudest * 98 + 50]) loudest = band;
  // The middle of band b is at (b + 1) / 41 of the mel scale up to 8 kHz.
  const double wanted = 2595 * std::log10(1 + 1000 / 700.0) / (2595 * std::log10(1 + 8000 / 700.0)) * 41 - 1;
  EXPECT_NEAR(loudest, wanted, 1);
}

TEST(AudioImporter, TakesAFolderPerClass) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/low/a.wav", wav(200, 0.5, 8000));
  writeBytes(folder / "set/high/b.wav", wav(2000, 2, 16000));
  writeBytes(folder / "set/high/bad.wav", "RIFF....WAVE");
  const auto source = openSource("audio", folder / "set");
  ASSERT_EQ(source->size(), 3);
  EXPECT_EQ(source->classes(), (std::vector<std::string>{"high", "low"}));
  if (source->load(0).ok() || source->load(0).error().code != ErrorCode::Unsupported) {
    EXPECT_EQ(loaded(*source, 0).input.shape(), (Shape{1, 64, 98}));
    EXPECT_EQ(source->load(1).error().code, ErrorCode::Corrupt);
    const auto wave = openSource("audio", folder / "set", {{"form", std::string("waveform")}});
    const Tensor low = loaded(*wave, 2).input;
    EXPECT_EQ(low.shape(), (Shape{1, 16000}));
    EXPECT_NE(low.data<float>()[4010], 0);
    EXPECT_EQ(low.data<float>()[12000], 0);
    const auto whole = openSource("audio", folder / "set", {{"form", std::string("waveform")}, {"seconds", 0.0}});
    EXPECT_EQ(loaded(*whole, 0).input.shape(), (Shape{1, 32000}));
    EXPECT_EQ(recognised(folder / "set").importer, "audio");
  }
}

// Returns the decision on the length of sounds that last so many seconds each.
std::optional<ImportDecision> decisionOn(const std::vector<double>& lengths, const FieldValues& options = {}) {
  const TemporaryFolder folder;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    writeBytes(folder / fmt::format("set/{}/{}.wav", i % 2 == 0 ? "low" : "high", i), wav(200, lengths[i], 8000));
  for (const ImportDecision& each : openSource("audio", folder / "set", options)->decisions())
    if (each.what == "the length of the sounds") return each;
  return std::nullopt;
}

TEST(AudioImporter, SaysWhatIsCutOffOrFilledWithSilence) {
  if (!canReadSound()) GTEST_SKIP() << "built without libsndfile";
  EXPECT_FALSE(decisionOn({1, 1, 1}));
  EXPECT_FALSE(decisionOn({0.5, 3}, {{"seconds", 0.0}}));
  const auto longer = decisionOn({1, 4.2, 3, 2});
  ASSERT_TRUE(longer);
  EXPECT_TRUE(longer->sure);
  EXPECT_EQ(longer->chosen, "cut to the middle 1 s");
  EXPECT_EQ(longer->because, "3 of 4 that were looked at last longer, the longest 4.2 s");
  EXPECT_EQ(longer->alternatives, (std::vector<std::string>{"seconds=5", "seconds=0"}));
  const auto shorter = decisionOn({0.5, 0.25});
  ASSERT_TRUE(shorter);
  EXPECT_EQ(shorter->chosen, "filled with silence to 1 s");
  EXPECT_EQ(shorter->alternatives, (std::vector<std::string>{"seconds=0.5", "seconds=0"}));
  const auto both = decisionOn({0.5, 3, 2}, {{"seconds", 2.0}});
  ASSERT_TRUE(both);
  EXPECT_EQ(both->chosen, "cut to the middle 2 s, and shorter ones filled with silence");
  EXPECT_EQ(both->because,
            "1 of 3 that were looked at last longer, the longest 3.0 s, and 1 are shorter, the shortest 0.5 s");
}

TEST(SoundTableImporter, SaysWhatIsCutOff) {
  if (!canReadSound()) GTEST_SKIP() << "built without libsndfile";
  const TemporaryFolder folder;
  std::string table = "filename,category\n";
  for (int i = 0; i < 6; ++i) {
    writeBytes(folder / fmt::format("set/{}.wav", i), wav(200, 5, 8000));
    table += fmt::format("{}.wav,{}\n", i, i % 2 == 0 ? "dog" : "cat");
  }
  writeBytes(folder / "set/classes.csv", table);
  const auto source = openSource("sound_table", folder / "set");
  const auto decisions = source->decisions();
  EXPECT_TRUE(std::any_of(decisions.begin(), decisions.end(), [](const ImportDecision& each) {
    return each.what == "the length of the sounds" && each.alternatives.front() == "seconds=5";
  }));
}

TEST(AudioImporter, SurvivesMutations) {
  const TemporaryFolder folder;
  surviveMutations("audio", folder / "set", folder / "set/a/a.wav", wav(200, 0.05, 8000));
}

}  // namespace
}  // namespace fovea::test
