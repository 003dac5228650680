// Why: sound comes at many rates and in several channels, and a network takes one; it is read and brought to that here.
#pragma once
#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/result.h"

namespace fovea {

struct Sound {
  double rate = 0;             // samples a second
  std::vector<float> samples;  // the mean of all channels, -1 to 1
};

// Whether this build reads sound.
bool canReadSound();

// A WAV, FLAC, OGG, MP3 or AIFF file, or whatever else the library knows; of a longer one only the `seconds` in its middle where that
// is not 0. Unsupported in a build without libsndfile; NotFound, Corrupt (also where the file ends before what
// its header says), InvalidArgument (more than 2^26 samples).
Result<Sound> readSound(const std::filesystem::path& path, double seconds = 0);

// The same sound at another rate, by a sinc filter under a Hann window that reaches over 16 of its zeros.
Sound resampled(const Sound& sound, double rate);

}  // namespace fovea
