// Sounds and texts that cannot be imported are counted and named; other formats (MP3, Latin-1) are imported.
#include <bit>

#include "core/base/random.h"
#include "core/data/importers/audio_file.h"
#include "sound_layout_support.h"

#if __has_include(<sndfile.h>)
#include <sndfile.h>
#define FOVEA_TEST_SNDFILE
#endif

namespace fovea::test {
namespace {

#if defined(FOVEA_TEST_SNDFILE)
// A tone of 0.5 s in another format of the library's; false where this build of the library cannot write it.
bool writeTone(const fs::path& path, int format, int rate = 16000) {
  fs::create_directories(path.parent_path());
  SF_INFO info{};
  info.samplerate = rate;
  info.channels = 1;
  info.format = format;
  SNDFILE* file = sf_open(path.c_str(), SFM_WRITE, &info);
  if (!file) return false;
  std::vector<float> samples(static_cast<std::size_t>(rate) / 2);
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] = static_cast<float>(0.5 * std::sin(2 * std::numbers::pi * 440 * static_cast<double>(i) / rate));
  sf_writef_float(file, samples.data(), std::ssize(samples));
  return sf_close(file) == 0;
}

TEST(LeftOutSounds, OtherFormatsAreReadOrNamed) {
  if (!canReadSound()) GTEST_SKIP() << "built without libsndfile";
  const TemporaryFolder folder;
  writeBytes(folder / "set/a/0.wav", tone(300));
  int formats = 1;
  for (const auto& [name, format] : {
         std::pair("1.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16), std::pair("2.ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS),
             std::pair("3.aiff", SF_FORMAT_AIFF | SF_FORMAT_PCM_16), std::pair("4.au", SF_FORMAT_AU | SF_FORMAT_PCM_16),
             std::pair("5.AIF", SF_FORMAT_AIFF | SF_FORMAT_PCM_16), std::pair("6.opus", SF_FORMAT_OGG | SF_FORMAT_OPUS),
#if defined(SF_FORMAT_MPEG)
             std::pair("7.mp3", SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III)
#else
                                     std::pair("7.au", SF_FORMAT_AU | SF_FORMAT_PCM_16)
#endif
       })
    formats += writeTone(folder / ("set/b/" + std::string(name)), format);
  EXPECT_GE(formats, 5);
  writeBytes(folder / "set/b/8.m4a", "....ftypM4A ");
  writeBytes(folder / "set/b/9.wma", "0&\xb2u");
  const auto [found, source] = layoutOf(folder / "set");
  ASSERT_EQ(found.importer, "audio");
  ASSERT_EQ(source->size(), formats);
  for (std::int64_t i = 0; i < source->size(); ++i)
    EXPECT_EQ(loaded(*source, i).input.shape(), (Shape{1, 64, 98})) << source->item(i).source;
  EXPECT_TRUE(namesLeftOut(*source, "set/b/8.m4a"));
  EXPECT_TRUE(namesLeftOut(*source, "set/b/9.wma"));
  EXPECT_EQ(source->problems().size(), 2u);
}

// An MP3 of 12 s whose bit rate grows; false where the library cannot write it.
bool writeGrowingMp3(const fs::path& path) {
  constexpr int kMp3 = 0x230082, kSetRateMode = 0x1305, kSetLevel = 0x1301, kRate = 44100;
  SF_INFO info{};
  info.samplerate = kRate;
  info.channels = 1;
  info.format = kMp3;
  SNDFILE* file = sf_open(path.c_str(), SFM_WRITE, &info);
  if (!file) return false;
  int variable = 2;
  double level = 0.3;
  sf_command(file, kSetRateMode, &variable, sizeof variable);
  sf_command(file, kSetLevel, &level, sizeof level);
  Random random(1);
  std::vector<float> samples(12 * kRate);
  for (std::size_t i = samples.size() / 2; i < samples.size(); ++i)
    samples[i] = static_cast<float>(random.uniform() - 0.5);
  sf_writef_float(file, samples.data(), std::ssize(samples));
  return sf_close(file) == 0;
}

TEST(LeftOutSounds, AnMp3ThatDoesNotStateItsLengthIsWhole) {
  if (!canReadSound()) GTEST_SKIP() << "built without libsndfile";
  const TemporaryFolder folder;
  if (!writeGrowingMp3(folder / "a.mp3")) GTEST_SKIP() << "libsndfile writes no MP3";
  std::string bytes = readBytes(folder / "a.mp3");
  const std::size_t header = bytes.find("Xing");
  ASSERT_NE(header, std::string::npos);
  writeBytes(folder / "b.mp3", bytes.replace(header, 4, 4, '\0'));
  const auto stated = readSound(folder / "a.mp3"), whole = readSound(folder / "b.mp3");
  ASSERT_TRUE(stated.ok() && whole.ok());
  EXPECT_EQ(stated->samples.size(), 12u * 44100);
  EXPECT_NEAR(static_cast<double>(whole->samples.size()), 12 * 44100, 4096);
  const auto middle = readSound(folder / "b.mp3", 2);
  ASSERT_TRUE(middle.ok());
  ASSERT_EQ(middle->samples.size(), 2u * 44100);
  const auto loudness = [&](std::size_t begin) {
    double sum = 0;
    for (std::size_t i = begin; i < begin + 20000; ++i) sum += std::abs(double{middle->samples[i]});
    return sum / 20000;
  };
  EXPECT_LT(loudness(0), 0.01) << "silence before the middle";
  EXPECT_GT(loudness(60000), 0.05) << "noise after it";
}

TEST(LeftOutSounds, WhatIsCutOffIsRefused) {
  if (!canReadSound()) GTEST_SKIP() << "built without libsndfile";
  const TemporaryFolder folder;
  const auto cut = [&](const std::string& name, double kept) {
    fs::resize_file(folder / name,
                    static_cast<std::uintmax_t>(kept * static_cast<double>(fs::file_size(folder / name))));
    for (const double seconds : {0.0, 0.2}) {
      const auto sound = readSound(folder / name, seconds);
      ASSERT_FALSE(sound.ok()) << name << " of " << seconds << " s";
      EXPECT_NE(sound.error().message.find("cut off"), std::string::npos) << sound.error().message;
    }
  };
  writeBytes(folder / "a.wav", wav(300, 0.5, 16000));
  ASSERT_TRUE(readSound(folder / "a.wav").ok());
  cut("a.wav", 0.7);
  ASSERT_TRUE(writeTone(folder / "b.aiff", SF_FORMAT_AIFF | SF_FORMAT_PCM_16));
  ASSERT_TRUE(readSound(folder / "b.aiff").ok());
  cut("b.aiff", 0.7);
  ASSERT_TRUE(writeTone(folder / "c.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16));
  ASSERT_TRUE(readSound(folder / "c.flac").ok());
  cut("c.flac", 0.6);
  ASSERT_TRUE(writeTone(folder / "d.wav", SF_FORMAT_RF64 | SF_FORMAT_PCM_16));
  ASSERT_TRUE(readSound(folder / "d.wav").ok());
  cut("d.wav", 0.7);
  ASSERT_TRUE(writeTone(folder / "e.au", SF_FORMAT_AU | SF_FORMAT_PCM_16));
  ASSERT_TRUE(readSound(folder / "e.au").ok());
  cut("e.au", 0.7);
}
#endif

// Programs that write to a pipe cannot go back to say how long it became.
TEST(LeftOutSounds, AStreamThatNeverSaidItsLengthIsWhole) {
  if (!canReadSound()) GTEST_SKIP() << "built without libsndfile";
  const TemporaryFolder folder;
  std::string file = wav(300, 0.5, 16000);
  for (const std::size_t at : {std::size_t{4}, std::size_t{40}}) file.replace(at, 4, "\xff\xff\xff\xff");
  writeBytes(folder / "a.wav", file);
  const auto sound = readSound(folder / "a.wav");
  ASSERT_TRUE(sound.ok()) << sound.error().text();
  EXPECT_EQ(sound->samples.size(), 8000u);
}

TEST(LeftOutTexts, EmptyAndBinaryOnesAreNamed) {
  const TemporaryFolder folder;
  writeBytes(folder / "set/a.txt", std::string(400, 'a') + "b");
  writeBytes(folder / "set/empty.txt", "");
  writeBytes(folder / "set/binary.txt", std::string("\0\1\2\3PK\0\0", 8));
  writeBytes(folder / "set/code.py", "print('x')\n");
  const auto [found, source] = layoutOf(folder / "set");
  ASSERT_EQ(found.importer, "text");
  EXPECT_TRUE(namesLeftOut(*source, "set/empty.txt"));
  EXPECT_TRUE(namesLeftOut(*source, "set/binary.txt"));
  EXPECT_EQ(source->problems().size(), 2u);
}

// é is one byte in Latin-1 and two in UTF-8; a text of either is the same text.
TEST(LeftOutTexts, Latin1AndUtf16AreConverted) {
  const TemporaryFolder folder;
  std::string plain, latin, little16("\xff\xfe"), big16("\xfe\xff");
  for (int i = 0; i < 80; ++i) {
    plain += "d\xc3\xa9j\xc3\xa0 vu\n";
    latin += "d\xe9j\xe0 vu\n";
    for (const unsigned char c : std::string("d\xe9j\xe0 vu\n")) {
      little16 += {static_cast<char>(c), '\0'};
      big16 += {'\0', static_cast<char>(c)};
    }
  }
  for (const auto& [name, text] :
       {std::pair("utf8", plain), std::pair("latin", latin), std::pair("little", little16), std::pair("big", big16)}) {
    writeBytes(folder / (std::string(name) + ".txt"), text);
    const auto [found, source] = layoutOf(folder / (std::string(name) + ".txt"));
    ASSERT_EQ(found.importer, "text") << name;
    ASSERT_EQ(source->size(), 4) << name;
    EXPECT_EQ(source->classes(), (std::vector<std::string>{"\\n", "space", "d", "j", "u", "v", "à", "é"})) << name;
    EXPECT_EQ(loaded(*source, 1).input.data<std::int32_t>()[1], 7) << "its second letter is the last symbol";
    EXPECT_EQ(found.decisions.empty(), std::string(name) == "utf8");
  }
  EXPECT_EQ(chosenFor(recognised(folder / "latin.txt").decisions, "the encoding of latin.txt"), "Windows-1252");
  const auto asItIs = openSource("text", folder / "latin.txt", {{"encoding", std::string("utf-8")}});
  EXPECT_EQ(asItIs->classes().back(), "other");
}

TEST(LeftOutTexts, LabelledOnesAreConvertedAndCutAloud) {
  const TemporaryFolder folder;
  for (int i = 0; i < 3; ++i) {
    writeBytes(folder / ("set/good/" + std::to_string(i) + ".txt"),
               std::string("tr\xe8s bon, d\xe9j\xe0 vu ") + static_cast<char>('0' + i));
    writeBytes(folder / ("set/bad/" + std::to_string(i) + ".txt"), std::string(600, static_cast<char>('a' + i)));
  }
  const auto [found, source] = layoutOf(folder / "set");
  ASSERT_EQ(found.importer, "labelled_text");
  ASSERT_EQ(source->size(), 6);
  const Tensor text = loaded(*source, indexOf(*source, "good/0.txt")).input;
  EXPECT_EQ(text.data<std::int32_t>()[2], 0xc3);
  EXPECT_EQ(text.data<std::int32_t>()[3], 0xa8);
  EXPECT_NE(chosenFor(found.decisions, "the length").find("512"), std::string::npos);
  EXPECT_EQ(chosenFor(found.decisions, "the encoding of 3 files, for instance 0.txt"), "Windows-1252");
  writeBytes(folder / "set/bad/empty.txt", "");
  writeBytes(folder / "set/bad/binary.txt", std::string("\0\1", 2));
  const auto more = openSource("labelled_text", folder / "set");
  EXPECT_TRUE(more->load(indexOf(*more, "empty.txt")).error().message.find("empty") != std::string::npos);
  EXPECT_TRUE(more->load(indexOf(*more, "binary.txt")).error().message.find("zero bytes") != std::string::npos);
}

}  // namespace
}  // namespace fovea::test
