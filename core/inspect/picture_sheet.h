// Why: several pictures of one sample, e.g. by different methods, are compared on one sheet. Pure.
#pragma once
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

struct CaptionedPicture {
  std::string caption;  // letters, digits and simple marks; others become a space
  Tensor picture;       // u8 [1 or 3, H, W]
};

// The pictures in rows of at most `columns`, each enlarged or reduced to about `side` pixels and above its caption, on
// white: u8 [3, H, W]. InvalidArgument (no picture, or one of another type), OutOfMemory.
Result<Tensor> pictureSheet(const std::vector<CaptionedPicture>& pictures, std::int64_t columns = 4,
                            std::int64_t side = 224);

// The sample as a picture to draw a map over: u8 images as they are, real [1 or 3, H, W] scaled from their smallest to
// their largest number. Undefined for samples without rows and columns.
Result<Tensor> pictureOfSample(const Tensor& sample);

}  // namespace fovea
