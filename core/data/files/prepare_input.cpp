// Converts a stored sample to the numbers of a network's input; decodes only the visible part of a compressed image.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/data/files/image_file.h"
#include "core/data/transforms/transform.h"

namespace fovea {
namespace {

// Decoding a part has some overhead, so a part larger than this share of the image is decoded as the whole image.
constexpr double kWorthwhilePart = 0.9;

// Returns the part of an image that the drawing reads, including the reach of the resampling filter.
ImagePart partRead(const SampleDrawing& drawing, std::int64_t width, std::int64_t height) {
  const ImagePart whole{0, 0, width, height};
  double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY, reach = 2;
  for (const double x : {0.0, drawing.width})
    for (const double y : {0.0, drawing.height}) {
      const Point at = drawing.toSource({x, y});
      left = std::min(left, at.x);
      top = std::min(top, at.y);
      right = std::max(right, at.x);
      bottom = std::max(bottom, at.y);
    }
  reach += std::max((right - left) / drawing.width, (bottom - top) / drawing.height);
  if (!drawing.toSource.keepsAxes() || !std::isfinite(left + top + right + bottom)) return whole;
  const auto within = [](double place, std::int64_t extent) {
    return static_cast<std::int64_t>(std::clamp(place, 0.0, static_cast<double>(extent)));
  };
  ImagePart part{within(std::floor(left - reach), width), within(std::floor(top - reach), height), 0, 0};
  part.width = within(std::ceil(right + reach), width) - part.left;
  part.height = within(std::ceil(bottom + reach), height) - part.top;
  if (part.width < 1 || part.height < 1) return whole;
  const double share = static_cast<double>(part.width * part.height) / static_cast<double>(width * height);
  return share < kWorthwhilePart ? part : whole;
}

// Returns the pixels of an image, stored or decoded, and sets `part` to the area that they cover.
Result<const std::uint8_t*> pixelsOf(const Content& input, ImagePart& part, std::vector<std::uint8_t>& decoded) {
  const Shape& shape = input.type.shape;
  if (input.encoding == Encoding::Raw) {
    part = {0, 0, shape[2], shape[1]};
    return input.bytes.data();
  }
  decoded.resize(input.type.bytes());
  FOVEA_TRY(part, decodeImagePart({reinterpret_cast<const char*>(input.bytes.data()), input.bytes.size()}, shape, part,
                                  decoded.data()));
  return const_cast<const std::uint8_t*>(decoded.data());
}

}  // namespace

Status prepareInput(const Content& input, const TransformPlan& plan, Random& random, InputScratch& scratch,
                    void* output) {
  const Shape& shape = input.type.shape;
  if (!plan.images() || input.type.dtype != DataType::UInt8 || shape.rank() != 3) {
    const std::uint8_t* numbers = input.bytes.data();
    if (input.encoding != Encoding::Raw) {
      scratch.decoded.resize(input.type.bytes());
      FOVEA_CHECK(decodeContent(input, scratch.decoded.data()));
      numbers = scratch.decoded.data();
    }
    plan.apply(numbers, random, scratch.images, output);
    return {};
  }
  const std::int64_t channels = plan.outputType().shape[0];
  if (shape[0] != channels && (shape[0] != 1 || channels != 3))
    return fail(ErrorCode::InvalidArgument,
                fmt::format("An image has {} channels where others have {}.", shape[0], channels),
                "Import the data set with all images grey, or all in colour.");
  const SampleDrawing& drawing = scratch.images.drawing = plan.draw(shape[2], shape[1], random);
  ImagePart part = partRead(drawing, shape[2], shape[1]);
  FOVEA_TRY(const std::uint8_t* pixels, pixelsOf(input, part, scratch.decoded));
  // A grey image in a coloured data set gets three equal channels.
  if (shape[0] != channels) {
    const auto plane = static_cast<std::size_t>(part.width * part.height);
    scratch.colored.resize(3 * plane);
    for (std::size_t c = 0; c < 3; ++c) std::memcpy(scratch.colored.data() + c * plane, pixels, plane);
    pixels = scratch.colored.data();
  }
  plan.applyDrawn({pixels, channels, part.height, part.width},
                  {static_cast<double>(part.left), static_cast<double>(part.top)}, random, scratch.images,
                  static_cast<float*>(output));
  return {};
}

Result<Tensor> prepareImage(const Tensor& image, const TransformList& list) {
  if (!image.defined() || image.dtype() != DataType::UInt8 || image.shape().rank() != 3)
    return fail(ErrorCode::InvalidArgument,
                "An image to prepare is u8 [C, H, W], not " + image.type().toString() + ".");
  FOVEA_TRY(const TransformPlan plan, TransformPlan::make(deterministicPart(list), image.type()));
  const Shape shape = plan.outputType().shape;
  FOVEA_TRY(Tensor output, Tensor::tryMake({DataType::Float32, Shape{1, shape[0], shape[1], shape[2]}}));
  TransformPlan::Scratch scratch;
  Random unused(0);
  plan.apply(image.data<std::uint8_t>(), unused, scratch, output.data<float>());
  return output;
}

}  // namespace fovea
