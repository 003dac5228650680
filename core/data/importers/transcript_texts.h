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
  std::string speaker;  // the first folder that not all recordings share; empty if there is none
};

struct SoundTexts {
  std::vector<SoundText> pairs;
  std::vector<SkippedSample> problems;  // recordings without a text, relative to the folder
  bool complete = true;
};

// Pairs files with the same name without ending; "_mic1" and "_mic2" are recordings of one text, and "a.normalized.txt"
// is preferred to "a.original.txt". Returns no pairs if fewer than half of the recordings have a text, or if the texts
// hold no words. Without recordings, pictures of lines of writing are paired with their "0001.gt.txt". Fails like
// findFiles().
Result<SoundTexts> textsOfSounds(const std::filesystem::path& folder, Look look);

// Returns the content of such a file, without the two sample numbers that TIMIT writes in front. Fails like readFile().
Result<std::string> spokenText(const std::filesystem::path& file);

}  // namespace fovea
