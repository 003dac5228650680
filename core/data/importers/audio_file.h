// Why: sound files have many sample rates and several channels, and a network expects one; this reads and converts
// them.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/base/result.h"

namespace fovea {

struct Sound {
  double rate = 0;             // samples per second
  std::vector<float> samples;  // the mean of all channels, from -1 to 1
};

// Returns true if this build reads sound files.
bool canReadSound();

// Reads a WAV, FLAC, OGG, MP3 or AIFF file, or another format of libsndfile. If `seconds` is not 0, reads at most that
// much from the middle of a longer file. Fails with Unsupported in a build without libsndfile; NotFound; Corrupt (also
// if the file is shorter than its header says); InvalidArgument (more than 2^26 samples).
Result<Sound> readSound(const std::filesystem::path& path, double seconds = 0);

// Returns how long a sound lasts by its header; nullopt if that does not say. For an MP3 without a length in its header
// it is an estimate.
std::optional<double> soundSeconds(const std::filesystem::path& path);

// Resamples a sound with a Hann-windowed sinc filter that spans 16 zero crossings.
Sound resampled(const Sound& sound, double rate);

}  // namespace fovea
