#include "core/inspect/image_fitting.h"

#include "core/data/importing/import_options.h"

namespace fovea {

ImageFitting::ImageFitting(const Checkpoint& checkpoint, const Shape& input)
    : transforms_(deterministicPart(checkpoint.transforms)),
      samples_(checkpoint.samples),
      uniform_(checkpoint.uniformSamples),
      form_(checkpoint.images),
      input_(input) {}

Shape ImageFitting::shapeFor(const Shape& picture) const {
  const bool known = samples_.dtype == DataType::UInt8 && samples_.shape.rank() == 3;
  if (known && uniform_) return samples_.shape;
  const Shape coloured{known ? samples_.shape[0] : input_[0], picture[1], picture[2]};
  const auto plan = TransformPlan::make(transforms_, {DataType::UInt8, coloured}, false);
  return plan.ok() && plan->outputType().shape == input_ ? coloured : input_;
}

ImageFit ImageFitting::planFor(const Shape& picture) const {
  ImportOptions options;
  options.fit = form_.fit;
  const Shape wanted = shapeFor(picture);
  return planFit(picture[1], picture[2], wanted[1], wanted[2], options.fitMode());
}

Result<Tensor> ImageFitting::fitted(const Tensor& picture) const {
  if (picture.defined() && picture.dtype() == DataType::Float32) return picture;
  if (!picture.defined() || picture.shape().rank() != 3 || input_.rank() != 3)
    return fail(ErrorCode::InvalidArgument, "The network expects no images.", "Give it a sample of its data set.");
  const Shape &from = picture.shape(), wanted = shapeFor(from);
  Tensor fitted = picture;
  if (wanted[0] == 1) {  // fewer channels are resized faster
    FOVEA_TRY(fitted, withChannels(picture, 1));
  }
  if (from[1] != wanted[1] || from[2] != wanted[2]) {
    FOVEA_TRY(fitted, resizeImage(fitted, planFor(from)));
  }
  return withChannels(fitted, wanted[0]);
}

}  // namespace fovea
