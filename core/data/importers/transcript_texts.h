// Why: some sets keep what is said in a text of its own for each recording: beside it, or in a tree of the same
// folders. Sources: the layouts of VCTK (Yamagishi et al. 2019), LibriTTS (Zen et al. 2019) and TIMIT (Garofolo et al.
// 1993).
#pragma once
#include <string>
#include <vector>

#include "core/data/importers/listed_source.h"

namespace fovea {

// A recording and the file of its text, both relative to the folder.
struct SoundText {
  std::string sound;
  std::string text;
  std::string speaker;  // the first folder that not all recordings share; empty where there is none
};

struct SoundTexts {
  std::vector<SoundText> pairs;
  std::vector<SkippedSample> problems;  // recordings without a text, relative to the folder
  bool complete = true;
};

// Pairs of the same name without ending; "_mic1" and "_mic2" are recordings of one text, and of "a.normalized.txt" and
// "a.original.txt" the first is taken. No pairs where fewer than half of the recordings have a text, or where
// the texts hold no words. Fails as findFiles().
Result<SoundTexts> textsOfSounds(const std::filesystem::path& folder, Look look);

// What such a file says: its content, without the two numbers of samples that TIMIT puts in front. Fails as readFile().
Result<std::string> spokenText(const std::filesystem::path& file);

}  // namespace fovea
