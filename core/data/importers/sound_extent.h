// Why: an interrupted download leaves a sound file that still plays; this compares the size in its header with its
// content, so that half a recording is not imported as a whole one.
#pragma once
#include <filesystem>

#include "core/base/result.h"

namespace fovea {

// Fails with Corrupt ("a.wav is cut off: …") if the sound data of a WAV (RIFF, RF64), AIFF or AU file extends beyond
// its end. Accepts other formats, and files that do not state their length (written to a pipe). Reads only the chunk
// headers.
Status checkSoundExtent(const std::filesystem::path& path);

}  // namespace fovea
