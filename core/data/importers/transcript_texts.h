// Why: some sets keep one transcript file per recording: beside it, or in a parallel tree of folders. Sources: the
// layouts of VCTK (Yamagishi et al. 2019), LibriTTS (Zen et al. 2019) and TIMIT (Garofolo et al. 1993).
#pragma once
#include <string>
#include <vector>

#include "core/data/importers/listed_source.h"

namespace fovea {

// A recording and its transcript file, both relative to the folder.
struct SoundText {
  std::string sound;
  std::string text;
  // The first folder that not all recordings share and that is named like no split, or the one inside of it if those
  // are numbered regions; with the folder of the split in front. Empty if there is none.
  std::string speaker;
};

struct SoundTexts {
  std::vector<SoundText> pairs;
  std::vector<SkippedSample> problems;  // recordings without a text, relative to the folder
  bool complete = true;
};

// Pairs files with the same name without ending; "_mic1" and "_mic2" are recordings of one text, and "a.normalized.txt"
// is preferred to "a.original.txt". Returns no pairs if fewer than half of the recordings have a text, or if the texts
// hold no words. Without recordings, pictures of lines of writing are paired with their "0001.gt.txt". Fails like
// findFiles(), and with InvalidArgument if the texts hold times and classes of sounds.
Result<SoundTexts> textsOfSounds(const std::filesystem::path& folder, Look look);

// Returns what is to be said of them: that texts have the names of sounds, and who the speakers are.
std::vector<ImportDecision> decisionsOn(const SoundTexts& found);

// Returns true if the lines at the beginning of a file are two times and a class each: "0.012<tab>0.1<tab>siren".
bool holdsSoundEvents(const std::filesystem::path& file);

// Returns the content of such a file, without the two sample numbers that TIMIT writes in front. Fails like readFile().
Result<std::string> spokenText(const std::filesystem::path& file);

}  // namespace fovea
