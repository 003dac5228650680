#include "core/data/importing/item_preparation.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/base/guarded.h"
#include "core/data/files/image_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

// Smaller images are stored raw by default: they load without decoding, and take little space.
constexpr std::int64_t kSmallImageBytes = 64 << 10;
// Larger inputs wait for the writer in encoded form only.
constexpr std::int64_t kLargeInput = kMaximumMeanPixels;

bool isImage(const Tensor& tensor) {
  return tensor.defined() && tensor.dtype() == DataType::UInt8 && tensor.shape().rank() == 3 &&
         (tensor.shape()[0] == 1 || tensor.shape()[0] == 3);
}

// True if an image file has more pixels than a sample may have bytes.
bool isLarge(std::string_view file) {
  const auto header = readImageHeader(file);
  return header.ok() && header->width * header->height * 3 > kMaximumSampleBytes;
}

std::optional<Encoding> encodingOf(std::string_view file) {
  if (file.starts_with("\x89PNG")) return Encoding::Png;
  if (file.starts_with("\xff\xd8\xff")) return Encoding::Jpeg;
  return std::nullopt;
}

Error unusable(std::string message) {
  return fail(ErrorCode::InvalidArgument, std::move(message));
}

std::span<const std::uint8_t> bytesOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

Content contentOf(const TensorType& type, Encoding encoding, const Tensor& tensor, const std::string& file) {
  if (encoding == Encoding::Raw) return rawContent(tensor);
  return {type, encoding, bytesOf(file)};
}

}  // namespace

std::size_t PreparedItem::bytes() const {
  std::size_t further = 0;
  for (const Tensor& part : parts) further += part.bytes();
  return 512 + further + (input.defined() ? input.bytes() : 0) + (target.defined() ? target.bytes() : 0) +
         inputFile.size() + targetFile.size();
}

SampleView PreparedItem::view(Split which) const {
  SampleView sample;
  sample.input = contentOf(inputType, inputEncoding, input, inputFile);
  if (target.defined() || !targetFile.empty())
    sample.target = contentOf(targetType, targetEncoding, target, targetFile);
  sample.label = item.label;
  sample.split = which;
  sample.source = item.source;
  sample.sourceIndex = item.sourceIndex;
  sample.group = item.group;
  sample.hash = hash;
  sample.labels = std::span<const std::int32_t>(labels);
  sample.boxes = std::span<const Box>(boxes);
  sample.length = length;
  for (const Tensor& part : parts) sample.parts.push_back(rawContent(part));
  return sample;
}

ContentHash originOf(const ImportItem& item) {
  struct stat info {};
  if (::stat(item.source.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return {};
  std::string text = fmt::format("{}\n{} {} {}.{}", item.source, item.sourceIndex, info.st_size, info.st_mtim.tv_sec,
                                 info.st_mtim.tv_nsec);
  if (item.annotation != ContentHash{}) text += '\n' + item.annotation.toString();
  return contentHash(bytesOf(text));
}

PreparedItem ItemPreparation::prepare(std::int64_t index) const {
  PreparedItem item;
  item.split = plan_.splits[static_cast<std::size_t>(index)];
  item.leftOut = item.split == ImportPlan::kLeftOut;
  if (item.leftOut) return item;
  Status status = guarded([&] { return read(index, item); });
  if (!status.ok())
    item.error = status.error().code == ErrorCode::OutOfMemory ? status.error().within(item.item.source)
                                                               : std::move(status).error();
  return item;
}

Status ItemPreparation::read(std::int64_t index, PreparedItem& item) const {
  item.item = source_.item(index);
  item.facts.origin = originOf(item.item);
  item.unchanged = item.facts.origin != ContentHash{} && known_.find(item.facts.origin);
  if (item.unchanged) return {};
  FOVEA_TRY(LoadedItem loaded, source_.load(index));
  item.input = std::move(loaded.input);
  item.target = std::move(loaded.target);
  item.labels = std::move(loaded.labels);
  item.boxes = std::move(loaded.boxes);
  item.notTaken = std::move(loaded.notTaken);
  item.length = loaded.length;
  item.parts = std::move(loaded.parts);
  // Images larger than a sample may be are decoded one at a time, whatever the number of threads.
  static std::mutex oneAtATime;
  std::unique_lock<std::mutex> lock;
  if (!loaded.file.empty()) {
    if (isLarge(loaded.file)) lock = std::unique_lock(oneAtATime);
    FOVEA_TRY(item.input, decodeImage(loaded.file));
  }
  if (!item.input.defined()) return unusable("it has no content");
  // If images will be shrunk, only the shrunk image must fit.
  const bool shrinks = options_.resizes() && isImage(item.input);
  if (!shrinks) FOVEA_CHECK(checkContent(rawContent(item.input)));
  if (item.target.defined() && !(shrinks && isImage(item.target))) FOVEA_CHECK(checkContent(rawContent(item.target)));
  FOVEA_CHECK(mapLabels(item));
  FOVEA_CHECK(checkBoxes(item));
  FOVEA_TRY(const bool changed, fit(item));
  if (lock.owns_lock()) lock.unlock();
  if (shrinks) FOVEA_CHECK(checkContent(rawContent(item.input)));
  if (shrinks && item.target.defined()) FOVEA_CHECK(checkContent(rawContent(item.target)));
  item.facts.channels = channelSums(item.input);
  for (const Tensor& part : item.parts) {
    if (!part.defined()) return unusable("a part of it has no content");
    FOVEA_CHECK(checkContent(rawContent(part)));
    item.facts.parts.push_back(channelSums(part));
  }
  item.facts.stored = storedFacts(item.input);
  item.facts.present = presentClasses(source_.task(), item.labels, item.boxes, item.target);
  FOVEA_CHECK(store(item, std::move(loaded.file), changed));
  return storeTarget(item);
}

Status ItemPreparation::mapLabels(PreparedItem& item) const {
  const auto classes = static_cast<std::int64_t>(plan_.classMap.size());
  const auto map = [&](std::int32_t& label) -> Status {
    if (label < 0 || label >= classes)
      return unusable(fmt::format("its label is {}, and there are {} classes", label, classes));
    label = plan_.labelOf(label);
    return {};
  };
  if (item.item.label != kNoLabel) FOVEA_CHECK(map(item.item.label));
  for (std::int32_t& label : item.labels) FOVEA_CHECK(map(label));
  for (Box& box : item.boxes) FOVEA_CHECK(map(box.label));
  if (source_.task() != Task::Segmentation || !item.target.defined()) return {};
  if (item.target.dtype() != DataType::UInt8 || item.target.shape().rank() != item.input.shape().rank() ||
      item.target.shape()[0] != 1 || item.target.shape().elementsFrom(1) != item.input.shape().elementsFrom(1))
    return unusable(
        fmt::format("its mask is {} and its input {}", item.target.type().toString(), item.input.type().toString()));
  std::array<std::uint8_t, 256> places{};
  for (std::size_t label = 0; label < places.size(); ++label)
    places[label] = static_cast<std::int64_t>(label) < classes
                        ? static_cast<std::uint8_t>(plan_.labelOf(static_cast<std::int32_t>(label)))
                        : kIgnoredPixel;
  Tensor mask = Tensor::make(item.target.type());
  const std::uint8_t* from = item.target.data<std::uint8_t>();
  for (std::uint8_t& pixel : mask.values<std::uint8_t>()) {
    const std::uint8_t label = *from++;
    if (label != kIgnoredPixel && label >= classes)
      return unusable(fmt::format("its mask holds the label {}, and there are {} classes", label, classes));
    pixel = places[label];
  }
  item.target = std::move(mask);
  return {};
}

Status ItemPreparation::checkBoxes(const PreparedItem& item) const {
  for (std::size_t i = 0; i < item.boxes.size(); ++i) {
    const Box& box = item.boxes[i];
    const Shape& shape = item.input.shape();
    const float height = shape.rank() == 3 ? static_cast<float>(shape[1]) : 0;
    const float width = shape.rank() == 3 ? static_cast<float>(shape[2]) : 0;
    const bool finite =
        std::isfinite(box.left) && std::isfinite(box.top) && std::isfinite(box.right) && std::isfinite(box.bottom);
    if (finite && box.left < box.right && box.top < box.bottom && box.left < width && box.right > 0 &&
        box.top < height && box.bottom > 0)
      continue;
    return unusable(fmt::format("box {} from ({}, {}) to ({}, {}) has no part in its image of {}×{}", i + 1, box.left,
                                box.top, box.right, box.bottom, width, height));
  }
  return {};
}

// Fails where an image of fractions would have to change its size or its channels, which only images of bytes can.
Status ItemPreparation::checkFractions(const PreparedItem& item) const {
  const Shape& shape = item.input.shape();
  const bool image = item.input.dtype() == DataType::Float32 && shape.rank() == 3 && (shape[0] == 1 || shape[0] == 3);
  if (!image || fileKindOf(item.item.source) == FileKind::Audio) return {};
  if (options_.resizes() && (shape[1] != options_.height || shape[2] != options_.width))
    return unusable(
        "images kept as fractions cannot be resized; set the width and height to 0, or take 8 bits a value with "
        "deep=range or deep=top");
  if (options_.colour != "keep" && shape[0] != (options_.colour == "grey" ? 1 : 3))
    return unusable(
        "images kept as fractions cannot become grey or coloured; set colour=keep, or take 8 bits a value with "
        "deep=range or deep=top");
  return {};
}

// Converts colour and size as requested. Returns true if the shape changed.
Result<bool> ItemPreparation::fit(PreparedItem& item) const {
  FOVEA_CHECK(checkFractions(item));
  if (!isImage(item.input)) return false;
  const Shape before = item.input.shape();
  const std::int64_t channels = options_.colour == "keep" ? before[0] : options_.colour == "grey" ? 1 : 3;
  if (channels < before[0]) {
    FOVEA_TRY(item.input, withChannels(item.input, channels));
  }
  ImageFit fit{before[1], before[2]};
  if (options_.resizes()) fit = planFit(before[1], before[2], options_.height, options_.width, options_.fitMode());
  clipBoxes(item.boxes, before[1], before[2]);
  fitBoxes(item.boxes, fit);
  if (before[1] != fit.height || before[2] != fit.width) {
    FOVEA_TRY(item.input, resizeImage(item.input, fit));
    FOVEA_CHECK(fitTarget(item, fit, before));
  }
  if (channels > before[0]) {
    FOVEA_TRY(item.input, withChannels(item.input, channels));
  }
  if (source_.task() == Task::ImageToImage && isImage(item.target) && options_.colour != "keep") {
    FOVEA_TRY(item.target, withChannels(item.target, channels));
  }
  return item.input.shape() != before;
}

Status ItemPreparation::fitTarget(PreparedItem& item, const ImageFit& fit, const Shape& before) const {
  if (!isImage(item.target)) return {};
  if (source_.task() == Task::Segmentation) {
    FOVEA_TRY(item.target, resizeMask(item.target, fit));
  } else if (source_.task() == Task::ImageToImage) {
    // A target that is larger than its input (super-resolution) keeps its ratio.
    const Shape& target = item.target.shape();
    const auto scaled = [](std::int64_t fitted, std::int64_t own, std::int64_t inputs) {
      return std::max<std::int64_t>(1, std::llround(static_cast<double>(fitted * own) / static_cast<double>(inputs)));
    };
    FOVEA_TRY(item.target,
              resizeImage(item.target, planFit(target[1], target[2], scaled(fit.height, target[1], before[1]),
                                               scaled(fit.width, target[2], before[2]), options_.fitMode())));
  }
  return {};
}

Status ItemPreparation::store(PreparedItem& item, std::string file, bool changed) const {
  item.inputType = item.input.type();
  const auto own = encodingOf(file);
  const bool small = static_cast<std::int64_t>(item.input.bytes()) <= kSmallImageBytes;
  const std::string& storage = options_.storage;
  if (isImage(item.input)) {
    const bool keep = own && !changed;
    if (storage == "files" || (storage == "automatic" && !small)) {
      if (keep)
        item.inputEncoding = *own;
      else if (own && storage == "automatic")
        item.inputEncoding = *own;
    } else if (storage == "png") {
      item.inputEncoding = Encoding::Png;
    } else if (storage == "jpeg") {
      item.inputEncoding = Encoding::Jpeg;
    }
    if (item.inputEncoding != Encoding::Raw) {
      if (keep && *own == item.inputEncoding && storage != "jpeg") {
        item.inputFile = std::move(file);
      } else {
        FOVEA_TRY(item.inputFile, encodeImage(item.input, item.inputEncoding, static_cast<int>(options_.quality)));
      }
    }
  }
  const bool raw = item.inputEncoding == Encoding::Raw;
  item.hash = inputHash(item.view(Split::Train));
  if (!raw && item.input.elementCount() > kLargeInput) item.input = {};
  if (item.input.defined() && item.input.dtype() == DataType::UInt8)
    item.facts.pixels = item.input.data<std::uint8_t>();
  return {};
}

// Stores the target losslessly, since it is the ground truth.
Status ItemPreparation::storeTarget(PreparedItem& item) const {
  if (!item.target.defined()) return {};
  item.targetType = item.target.type();
  const bool small = static_cast<std::int64_t>(item.target.bytes()) <= kSmallImageBytes;
  if (!isImage(item.target) || !canDecodeImages() || options_.storage == "raw" ||
      (options_.storage == "automatic" && small))
    return {};
  item.targetEncoding = Encoding::Png;
  FOVEA_TRY(item.targetFile, encodeImage(item.target, Encoding::Png, 0));
  item.target = {};
  return {};
}

}  // namespace fovea
