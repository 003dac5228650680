// Why: changes over time are shown best by an animation, and every program shows GIFs.
#pragma once
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

// Encodes frames u8 [1 or 3, H, W] of one size as a GIF89a that repeats forever; each is shown for `hundredths` of a
// second. Up to 256 colours per frame are kept exactly; otherwise similar ones are merged. Fails with InvalidArgument
// (no frames, other shapes, sides above 65535, a wrong duration), Unsupported (no giflib in this build) or OutOfMemory.
Result<std::string> encodeGif(const std::vector<Tensor>& frames, int hundredths);

}  // namespace fovea
