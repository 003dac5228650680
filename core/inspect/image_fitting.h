// Why: pictures of any size must become what the network was trained on, in the way in which the import of its data set
// made the samples. Immutable, thread-safe.
#pragma once
#include "core/data/files/image_fit.h"
#include "core/train/checkpoint.h"

namespace fovea {

class ImageFitting {
 public:
  ImageFitting() = default;
  // `input` is the shape of one sample after the transforms.
  ImageFitting(const Checkpoint& checkpoint, const Shape& input);

  const ImageForm& form() const { return form_; }
  // Where fitted() puts the pixels of a picture of that shape, [C, H, W].
  ImageFit planFor(const Shape& picture) const;
  // Converts a picture, u8 [C, H, W], to the data set's format: resized as by its import if its samples have one size,
  // unchanged if the transforms resize all images. A picture f32 has that format already. Fails with InvalidArgument or
  // OutOfMemory.
  Result<Tensor> fitted(const Tensor& picture) const;

 private:
  Shape shapeFor(const Shape& picture) const;

  TransformList transforms_;  // without random transforms
  TensorType samples_;
  bool uniform_ = true;
  ImageForm form_;
  Shape input_;
};

}  // namespace fovea
