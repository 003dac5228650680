// Why: images have many sizes and a network expects one; boxes and masks must follow their image.
#pragma once
#include <vector>

#include "core/base/result.h"
#include "core/data/store/sample.h"
#include "core/tensor/tensor.h"

namespace fovea {

enum class FitMode {
  Squash,    // scales each side by its own factor
  Crop,      // fills the new size, and cuts off the rest on both sides
  Fill,      // shows the whole image with black borders
  HalfCrop,  // halfway between the two: cuts off one part and adds borders of the other
};

// Maps the pixels of an image: x becomes x * scaleX + offsetX, measured from the upper left corner.
struct ImageFit {
  std::int64_t height = 0;  // the new size
  std::int64_t width = 0;
  double scaleX = 1;
  double scaleY = 1;
  double offsetX = 0;
  double offsetY = 0;
};

ImageFit planFit(std::int64_t height, std::int64_t width, std::int64_t newHeight, std::int64_t newWidth, FitMode mode);

// Resizes u8 [C, H, W] with a triangle filter as wide as the reduction, which avoids aliasing. Fails with
// InvalidArgument (no image, too large) or OutOfMemory.
Result<Tensor> resizeImage(const Tensor& image, const ImageFit& fit);
// Reduces f32 [C, H, W], whose sides are multiples of `factor`, to [C, H / factor, W / factor] with the same filter as
// resizeImage(). Fails with InvalidArgument or OutOfMemory.
Result<Tensor> reduceNumbers(const Tensor& image, std::int64_t factor);
// Resizes u8 [1, H, W] of labels: nearest pixel, kIgnoredPixel outside of the image.
Result<Tensor> resizeMask(const Tensor& mask, const ImageFit& fit);
// Clips boxes to their image and drops those without area left.
void clipBoxes(std::vector<Box>& boxes, std::int64_t height, std::int64_t width);
// Maps the boxes and clips them to the new borders.
void fitBoxes(std::vector<Box>& boxes, const ImageFit& fit);

// Converts u8 [3, H, W] to [1, H, W] by 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601), or [1, H, W] to three equal
// channels; an image that already has the channels is returned unchanged. Fails with OutOfMemory.
Result<Tensor> withChannels(const Tensor& image, std::int64_t channels);

// Converts u8 [C, H, W] to u8 [C', H', W'] with C and C' each 1 or 3: withChannels(), then resizeImage() that scales
// each side by its own factor. Fails with InvalidArgument or OutOfMemory.
Result<Tensor> fitImage(const Tensor& image, const Shape& shape);

}  // namespace fovea
