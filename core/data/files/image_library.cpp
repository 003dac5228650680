#include "core/data/files/image_library.h"

#include <fmt/format.h>

#include <array>

#include "core/base/module_file.h"
#include "core/data/image_module/image_abi.h"

namespace fovea {
namespace {

const ModuleFunction& decodingModule() {
  static const ModuleFunction function = loadModuleFunction(kImageModule, kDecodeImage);
  return function;
}

const ModuleFunction& encodingModule() {
  static const ModuleFunction function = loadModuleFunction(kImageModule, kEncodeImage);
  return function;
}

// Allocates a tensor of the size that the decoder finds in the file.
class NewImage : public ImageTarget {
 public:
  explicit NewImage(DataType type) : type_(type) {}
  void* memory(std::int64_t channels, std::int64_t height, std::int64_t width) override {
    made_ = Tensor::tryMake({type_, Shape{channels, height, width}});
    return made_.ok() ? made_->raw() : nullptr;
  }
  Result<Tensor>& made() { return made_; }

 private:
  DataType type_;
  Result<Tensor> made_ = Tensor();
};

// Memory for an image of a known shape.
class KnownImage : public ImageTarget {
 public:
  KnownImage(const Shape& shape, std::uint8_t* target) : shape_(shape), target_(target) {}
  void* memory(std::int64_t channels, std::int64_t height, std::int64_t width) override {
    return Shape{channels, height, width} == shape_ ? target_ : nullptr;
  }

 private:
  const Shape& shape_;
  std::uint8_t* target_;
};

class NewFile : public FileTarget {
 public:
  bool write(const std::uint8_t* bytes, std::size_t count) override try {
    content_.assign(reinterpret_cast<const char*>(bytes), count);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
  std::string& content() { return content_; }

 private:
  std::string content_;
};

Result<ImageOutcome> decode(std::string_view content, const ImageHeader& header, PixelFormat format,
                            ImageTarget& target) {
  if (!decodingModule().address)
    return fail(ErrorCode::Unsupported,
                fmt::format("Fovea cannot decode {} images: {}.", header.format, decodingModule().problem),
                "Install libopencv-dev and build Fovea again, or convert the image to PGM or PPM.");
  // The library applies the orientation of JPEG files; the caller applies that of others.
  const bool upright = format == PixelFormat::BytePlanes && std::string_view(header.format) == "JPEG";
  std::array<char, 512> reason{};
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(content.data());
  const ImageOutcome outcome = reinterpret_cast<DecodeImage>(decodingModule().address)(
      bytes, content.size(), format, upright, target, reason.data(), reason.size());
  switch (outcome) {
    case ImageOutcome::Damaged:
      return cutOffImage(header);
    case ImageOutcome::OutOfMemory:
      return fail(ErrorCode::OutOfMemory, "There is not enough memory to decode an image.");
    case ImageOutcome::Failed:
      return fail(ErrorCode::Corrupt,
                  fmt::format("This {} image cannot be decoded: {}.", header.format, reason.data()));
    case ImageOutcome::Done:
    case ImageOutcome::Refused:
      break;
  }
  return outcome;
}

Result<Tensor> decodeNew(std::string_view content, const ImageHeader& header, PixelFormat format) {
  NewImage image(format == PixelFormat::FloatPlanes ? DataType::Float32 : DataType::UInt8);
  FOVEA_TRY([[maybe_unused]] const ImageOutcome outcome, decode(content, header, format, image));
  return std::move(image.made());  // if refused, this is the error of the allocation
}

}  // namespace

Error cutOffImage(const ImageHeader& header) {
  if (std::string_view(header.format) == "TIFF")
    return fail(ErrorCode::Corrupt, "This TIFF image is damaged, cut off, or of a kind that is not read.",
                "If other programs show it, save it again without compression and tiles.");
  return fail(ErrorCode::Corrupt, fmt::format("This {} image is damaged or cut off.", header.format));
}

Error wrongImageSize(const ImageHeader& header) {
  return fail(ErrorCode::Corrupt, fmt::format("This {} image has another size than it should.", header.format));
}

bool canDecodeImages() {
  return decodingModule().address && encodingModule().address;
}

Result<Tensor> decodeWithLibrary(std::string_view content, const ImageHeader& header) {
  return decodeNew(content, header, PixelFormat::BytePlanes);
}

Result<Tensor> decodeDeepWithLibrary(std::string_view content, const ImageHeader& header) {
  return decodeNew(content, header, PixelFormat::FloatPlanes);
}

Result<std::vector<std::uint8_t>> decodeWithAlpha(std::string_view content) {
  class Pixels : public ImageTarget {
   public:
    void* memory(std::int64_t channels, std::int64_t height, std::int64_t width) override try {
      values.resize(static_cast<std::size_t>(channels * height * width));
      return values.data();
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
    std::vector<std::uint8_t> values;
  } pixels;
  FOVEA_TRY(const ImageHeader header, readImageHeader(content));
  FOVEA_TRY(const ImageOutcome outcome, decode(content, header, PixelFormat::BytesWithAlpha, pixels));
  if (outcome == ImageOutcome::Done) return std::move(pixels.values);
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to decode an image.");
}

Status decodeWithLibrary(std::string_view content, const ImageHeader& header, const Shape& shape,
                         std::uint8_t* target) {
  KnownImage image(shape, target);
  FOVEA_TRY(const ImageOutcome outcome, decode(content, header, PixelFormat::BytePlanes, image));
  if (outcome == ImageOutcome::Done) return {};
  return wrongImageSize(header);
}

Result<std::string> encodeImage(const Tensor& image, Encoding encoding, int quality) {
  const Shape& shape = image.shape();
  if (image.dtype() != DataType::UInt8 || shape.rank() != 3 || (shape[0] != 1 && shape[0] != 3) ||
      encoding == Encoding::Raw)
    return fail(ErrorCode::InvalidArgument,
                "An image of " + image.type().toString() + " cannot be written as PNG or JPEG.");
  if (!encodingModule().address)
    return fail(ErrorCode::Unsupported, fmt::format("Fovea cannot write PNG or JPEG: {}.", encodingModule().problem),
                "Store the samples raw, or install libopencv-dev and build Fovea again.");
  const ImageToEncode pixels{image.data<std::uint8_t>(), static_cast<int>(shape[0]), static_cast<int>(shape[1]),
                             static_cast<int>(shape[2]), encoding == Encoding::Png,  quality};
  NewFile file;
  std::array<char, 512> reason{};
  const ImageOutcome outcome =
      reinterpret_cast<EncodeImage>(encodingModule().address)(pixels, file, reason.data(), reason.size());
  if (outcome == ImageOutcome::Done) return std::move(file.content());
  if (outcome == ImageOutcome::OutOfMemory)
    return fail(ErrorCode::OutOfMemory, "There is not enough memory to encode an image.");
  if (outcome == ImageOutcome::Failed)
    return fail(ErrorCode::InvalidArgument, fmt::format("An image could not be encoded: {}.", reason.data()));
  return fail(ErrorCode::InvalidArgument, "An image of " + image.type().toString() + " could not be encoded.");
}

}  // namespace fovea
