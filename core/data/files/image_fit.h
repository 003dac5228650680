// Why: images come in many sizes and a network takes one; boxes and masks must go the same way as their image.
#pragma once
#include <vector>

#include "core/base/result.h"
#include "core/data/store/sample.h"
#include "core/tensor/tensor.h"

namespace fovea {

enum class FitMode {
  Squash,    // each side by its own factor
  Crop,      // fills the new size, cuts off what stands out on both sides
  Fill,      // all of the image, black around it
  HalfCrop,  // halfway between the two: cuts off a part and fills a part
};

// Where the pixels of an image go: x becomes x * scaleX + offsetX, counted from the left upper corner.
struct ImageFit {
  std::int64_t height = 0;  // the new size
  std::int64_t width = 0;
  double scaleX = 1;
  double scaleY = 1;
  double offsetX = 0;
  double offsetY = 0;
};

ImageFit planFit(std::int64_t height, std::int64_t width, std::int64_t newHeight, std::int64_t newWidth, FitMode mode);

// u8 [C, H, W] resized with a triangle filter as wide as the reduction, so nothing aliases. InvalidArgument (no image,
// too large), OutOfMemory.
Result<Tensor> resizeImage(const Tensor& image, const ImageFit& fit);
// u8 [1, H, W] of labels: the nearest pixel, kIgnoredPixel where the image does not reach.
Result<Tensor> resizeMask(const Tensor& mask, const ImageFit& fit);
// Cuts boxes at the borders of their image; those of which nothing is left are dropped.
void clipBoxes(std::vector<Box>& boxes, std::int64_t height, std::int64_t width);
// Moves boxes along and cuts them at the new borders.
void fitBoxes(std::vector<Box>& boxes, const ImageFit& fit);

// u8 [3, H, W] to [1, H, W] by 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601), or [1, H, W] to three equal channels; an
// image that has the channels is returned as it is. OutOfMemory.
Result<Tensor> withChannels(const Tensor& image, std::int64_t channels);

// u8 [C, H, W] to u8 [C', H', W'] with C and C' each 1 or 3: withChannels() and a squashing resizeImage().
// InvalidArgument, OutOfMemory.
Result<Tensor> fitImage(const Tensor& image, const Shape& shape);

}  // namespace fovea
