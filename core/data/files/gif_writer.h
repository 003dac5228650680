// Why: what changes over time is shown best by a picture that moves, and every program shows GIFs.
#pragma once
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

// A GIF89a that repeats forever, of frames u8 [1 or 3, H, W] of one size, each shown for `hundredths` of a second.
// Up to 256 colours a frame are kept exactly; of more, similar ones are merged. InvalidArgument (no frames, other
// shapes, sides above 65535, a wrong duration), Unsupported (this build has no giflib), OutOfMemory.
Result<std::string> encodeGif(const std::vector<Tensor>& frames, int hundredths);

}  // namespace fovea
