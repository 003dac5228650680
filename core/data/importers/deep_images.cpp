#include "core/data/importers/deep_images.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/data/files/dicom_image.h"
#include "core/data/files/image_file.h"
#include "core/data/files/stand_in.h"
#include "core/data/importers/image_item.h"
#include "core/data/importers/paged_image.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr std::int64_t kDeepImagesToJudge = 16;
constexpr std::size_t kHead = 34;  // bytes of a PNG that include its bit depth
constexpr float kUpperByte = 256;
constexpr float kMostDepth = 65535;

// Returns true if an image of more than 8 bits holds 16-bit integers.
Result<bool> isWhole16(const std::string& content) {
  FOVEA_TRY(const ImageHeader header, readImageHeader(content));
  return !header.real && header.bits <= 16;
}

Error undecided(const std::string& content) {
  const auto header = readImageHeader(content);
  return fail(ErrorCode::InvalidArgument,
              fmt::format("it holds {} bits a value; say what becomes of them with deep=keep, deep=range or deep=top",
                          header.ok() ? std::max(header->bits, 16) : 16));
}

// Decodes to f32 [C, H, W], with values from 0 to 65535 for images of up to 16 bits, otherwise the stored numbers.
Result<Tensor> decodeAny(const std::string& content) {
  if (isDeepImage(content)) {
    FOVEA_TRY(Tensor image, decodeDeepImage(content));
    const auto values = image.values<float>();
    if (std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); })) return image;
    return fail(ErrorCode::Corrupt, "it holds values that are no numbers");
  }
  FOVEA_TRY(const Tensor image, decodeImage(content));
  FOVEA_TRY(Tensor values, Tensor::tryMake({DataType::Float32, image.shape()}));
  const auto bytes = image.values<std::uint8_t>();
  std::transform(bytes.begin(), bytes.end(), values.data<float>(),
                 [](std::uint8_t value) { return static_cast<float>(value) * 257; });
  return values;
}

// Adds an image, in numbers as decodeAny() returns them; `content` is its file.
Status addTo(DepthRange& range, const Tensor& image, const std::string& content) {
  const auto values = image.values<float>();
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  range.least = std::min(range.least, *low);
  range.most = std::max(range.most, *high);
  if (!isDeepImage(content)) return {};
  FOVEA_TRY(const bool whole, isWhole16(content));
  range.whole = range.whole && whole;
  return {};
}

Result<Tensor> scaled(const Tensor& image, const DepthRange& range) {
  FOVEA_TRY(Tensor bytes, Tensor::tryMake({DataType::UInt8, image.shape()}));
  const float found = range.most - range.least;
  const float width = range.whole ? std::max(1.0f, found) : found > 0 ? found : 1;
  const auto values = image.values<float>();
  std::transform(values.begin(), values.end(), bytes.data<std::uint8_t>(), [&](float value) {
    return static_cast<std::uint8_t>(std::lround((value - range.least) * 255 / width));
  });
  return bytes;
}

Result<Tensor> kept(const std::string& content) {
  FOVEA_TRY(Tensor image, decodeAny(content));
  bool whole = true;
  if (isDeepImage(content)) {
    FOVEA_TRY(whole, isWhole16(content));
  }
  for (float& value : image.values<float>()) value /= whole ? kMostDepth : 1;
  return image;
}

// Says how values of DICOM become visible, which its files state themselves.
std::optional<ImportDecision> depthOfDicom(const std::string& content, const std::string& name) {
  const auto pixels = readDicom(content);
  if (!pixels.ok()) return std::nullopt;
  return ImportDecision{"the depth of the images",
                        pixels->window ? "8 bits a value, of the window that each file states"
                                       : "8 bits a value, from the darkest to the brightest of each image",
                        fmt::format("{} is a DICOM image of {} bits a value", displayName(name), pixels->bitsStored),
                        {"deep=keep", "deep=range"}};
}

// Keeps the upper byte of each value; for PNG the decoder does this.
Result<LoadedItem> withUpperByte(LoadedItem item) {
  if (!isDeepImage(item.file) || item.file.starts_with("\x89PNG")) return item;
  FOVEA_TRY(const bool whole, isWhole16(item.file));
  if (!whole)
    return fail(ErrorCode::InvalidArgument,
                "it holds no whole numbers of 16 bits, whose upper 8 could be taken; set deep=keep or deep=range");
  FOVEA_TRY(const Tensor image, decodeAny(item.file));
  FOVEA_TRY(item.input, Tensor::tryMake({DataType::UInt8, image.shape()}));
  const auto values = image.values<float>();
  std::transform(values.begin(), values.end(), item.input.data<std::uint8_t>(),
                 [](float value) { return static_cast<std::uint8_t>(value / kUpperByte); });
  item.file.clear();
  return item;
}

}  // namespace

Field deepField() {
  return {.name = "deep",
          .title = "16 bits a value",
          .help = "What becomes of images of 16 bits a value.",
          .choices = {{"ask", "Ask where there are any"},
                      {"keep", "Numbers from 0 to 1, of DICOM as measured; nothing is lost"},
                      {"range", "8 bits, from the darkest to the brightest of each image"},
                      {"top", "The upper 8 bits"}}};
}

Result<LoadedItem> withDepth(LoadedItem item, const std::string& deep) {
  if (item.file.empty()) return item;
  if (deep == "top") return withUpperByte(std::move(item));
  const bool isDeep = isDeepImage(item.file);
  if (!isDeep && deep != "keep") return item;
  if (deep == "ask") {
    if (isDicom(item.file)) return item;  // decoded as its window says
    return undecided(item.file);
  }
  if (deep == "keep") {
    FOVEA_TRY(item.input, kept(item.file));
  } else {
    DepthRange range;
    FOVEA_TRY(const Tensor image, decodeAny(item.file));
    FOVEA_CHECK(addTo(range, image, item.file));
    FOVEA_TRY(item.input, scaled(image, range));
  }
  item.file.clear();
  return item;
}

Result<LoadedItem> pairWithDepth(LoadedItem item, const std::string& target, const std::string& deep) {
  FOVEA_CHECK(checkOnePage(target));
  const bool isDeep = isDeepImage(item.file) || isDeepImage(target);
  const bool windowed = isDicom(item.file) && isDicom(target);
  if (deep == "ask" && isDeep && !windowed) return undecided(isDeepImage(item.file) ? item.file : target);
  if (deep == "keep") {
    FOVEA_TRY(item.input, kept(item.file));
    FOVEA_TRY(item.target, kept(target));
    item.file.clear();
  } else if (deep == "range" && isDeep) {
    FOVEA_TRY(const Tensor first, decodeAny(item.file));
    FOVEA_TRY(const Tensor second, decodeAny(target));
    DepthRange range;
    FOVEA_CHECK(addTo(range, first, item.file));
    FOVEA_CHECK(addTo(range, second, target));
    FOVEA_TRY(item.input, scaled(first, range));
    FOVEA_TRY(item.target, scaled(second, range));
    item.file.clear();
  } else {
    FOVEA_TRY(item.target, decodeImage(target));
  }
  return item;
}

Result<std::optional<DepthRange>> rangeOf(std::span<const std::filesystem::path> paths, const std::string& deep) {
  if (deep != "range") return std::optional<DepthRange>();
  DepthRange range;
  bool any = false;
  for (const std::filesystem::path& path : paths) {
    FOVEA_TRY(const LoadedItem item, loadImageItem(path));
    any = any || isDeepImage(item.file);
    const auto image = decodeAny(item.file);
    if (!image.ok()) return image.error().within(path.filename().string());
    FOVEA_CHECK(addTo(range, *image, item.file));
  }
  return any ? std::optional(range) : std::nullopt;
}

Result<Tensor> loadPixels(const std::filesystem::path& path, const std::string& deep,
                          const std::optional<DepthRange>& range) {
  FOVEA_TRY(LoadedItem item, loadImageItem(path));
  const auto pixels = [&]() -> Result<Tensor> {
    if (range) {
      FOVEA_TRY(const Tensor image, decodeAny(item.file));
      return scaled(image, *range);
    }
    FOVEA_TRY(LoadedItem converted, withDepth(std::move(item), deep));
    return converted.file.empty() ? converted.input : decodeImage(converted.file);
  };
  auto result = pixels();
  if (!result.ok()) return result.error().within(path.filename().string());
  return result;
}

std::optional<ImportDecision> depthQuestion(const std::string& content, const std::string& name) {
  if (!isDeepImage(content)) return std::nullopt;
  const auto header = readImageHeader(content);
  if (isDicom(content)) return depthOfDicom(content, name);
  const bool whole16 = !header.ok() || (!header->real && header->bits <= 16);  // true for a partial PNG
  std::vector<std::string> alternatives{"deep=keep", "deep=range"};
  if (whole16) alternatives.emplace_back("deep=top");
  return ImportDecision{"the depth of the images", "8 bits a value, scaled",
                        whole16 ? fmt::format("{} holds 16 bits a value", displayName(name))
                                : fmt::format("{} holds {} of {} bits", displayName(name),
                                              header->real ? "fractions" : "numbers", header->bits),
                        std::move(alternatives), false};
}

std::optional<ImportDecision> askDepth(std::int64_t count,
                                       const std::function<std::filesystem::path(std::int64_t)>& pathOf) {
  const std::int64_t step = std::max<std::int64_t>(1, count / kDeepImagesToJudge);
  for (std::int64_t i = 0; i < count; i += step) {
    const std::filesystem::path path = pathOf(i);
    const std::string name = path.filename().string(), ending = endingOf(name);
    std::string content;
    if (isDicomName(name)) {
      content = beginningOfFile(path, kDicomHead);
    } else if (ending == ".tif" || ending == ".tiff") {
      auto whole = readSource(path, kMaximumImageFile);
      if (!whole.ok()) continue;
      content = std::move(*whole);
    } else {
      content = beginningOfFile(path, kHead);
    }
    if (auto asked = depthQuestion(content, name)) return asked;
  }
  return std::nullopt;
}

}  // namespace fovea
