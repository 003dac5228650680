// Why: several pictures of one sample, for example from different methods, can be compared on one sheet. Pure.
#pragma once
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

struct CaptionedPicture {
  std::string caption;  // letters, digits and simple symbols; others become a space
  Tensor picture;       // u8 [1 or 3, H, W]
};

// Arranges the pictures in rows of at most `columns`, each scaled to about `side` pixels and above its caption, on
// white: u8 [3, H, W]. Fails with InvalidArgument (no picture, or one of another type) or OutOfMemory.
Result<Tensor> pictureSheet(const std::vector<CaptionedPicture>& pictures, std::int64_t columns = 4,
                            std::int64_t side = 224);

// Converts a sample to a picture as background for a map: u8 images stay unchanged, f32 [1 or 3, H, W] are scaled from
// their smallest to their largest number. Returns an undefined tensor for other samples.
Result<Tensor> pictureOfSample(const Tensor& sample);

}  // namespace fovea
