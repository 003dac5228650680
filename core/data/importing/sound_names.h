// Why: one list of the sound formats, and of those that Fovea reads.
#pragma once
#include <algorithm>
#include <array>
#include <string_view>

namespace fovea {

// Endings of the formats that libsndfile reads.
inline constexpr std::array<std::string_view, 14> kSoundEndings = {
    ".wav", ".flac", ".ogg", ".oga", ".opus", ".mp3", ".aiff", ".aif", ".aifc", ".au", ".snd", ".w64", ".caf", ".rf64"};

// True for an ending in lower case of these formats: ".wav".
inline bool isSoundEnding(std::string_view ending) {
  return std::find(kSoundEndings.begin(), kSoundEndings.end(), ending) != kSoundEndings.end();
}

// True for sound formats that Fovea does not read.
inline bool isForeignSoundEnding(std::string_view ending) {
  constexpr std::array<std::string_view, 12> kForeign = {".m4a", ".aac", ".wma", ".amr", ".ape", ".mpc",
                                                         ".ra",  ".wv",  ".ac3", ".dts", ".mka", ".sph"};
  return std::find(kForeign.begin(), kForeign.end(), ending) != kForeign.end();
}

}  // namespace fovea
