// Why: converts a user's own image to the form of the images that the network was trained on.
#pragma once
#include <filesystem>

#include "core/inspect/model_inspector.h"

namespace fovea {

struct ImageSample {
  Tensor sample;   // as the import would have stored it, for ModelInspector::predict()
  Tensor picture;  // the whole image, u8 [C, H, W], or f32 where samples keep more than 8 bits
  ImageFit fit;    // from `picture` to `sample`
};

// Reads an image file in the way of the import: its depth, its size and its colours. Fails with NotFound, Corrupt,
// Unsupported, InvalidArgument or OutOfMemory, naming the file.
Result<ImageSample> readImageSample(const std::filesystem::path& path, const ModelInspector& inspector);

}  // namespace fovea
