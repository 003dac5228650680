// Why: a download that broke off leaves a file of sound that still plays; what its header promises and what is there
// are compared, so that half a recording is not taken for a whole one.
#pragma once
#include <filesystem>

#include "core/base/result.h"

namespace fovea {

// Corrupt ("a.wav is cut off: …") where the sound data of a WAV (RIFF, RF64), AIFF or AU file goes beyond its end.
// Other formats, and files that do not say how long they are (written to a pipe), are accepted. Reads the heads of
// chunks.
Status checkSoundExtent(const std::filesystem::path& path);

}  // namespace fovea
