#include "core/data/importers/deep_images.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "core/data/image_file.h"
#include "core/data/importers/names.h"

namespace fovea {
namespace {

constexpr std::int64_t kImagesToJudge = 16;
constexpr std::size_t kHead = 34;  // of a PNG, where it says its depth
constexpr float kDeepest = 65535;

Error undecided() {
  return fail(ErrorCode::InvalidArgument,
              "it holds 16 bits a value; say what becomes of them with deep=keep, deep=range or deep=top");
}

// f32 [C, H, W] with values from 0 to 65535, whatever the depth.
Result<Tensor> decodeAny(const std::string& content) {
  if (isDeepImage(content)) return decodeDeepImage(content);
  FOVEA_TRY(const Tensor image, decodeImage(content));
  FOVEA_TRY(Tensor values, Tensor::tryMake({DataType::Float32, image.shape()}));
  const auto bytes = image.values<std::uint8_t>();
  std::transform(bytes.begin(), bytes.end(), values.data<float>(),
                 [](std::uint8_t value) { return static_cast<float>(value) * 257; });
  return values;
}

struct Range {
  float least = kDeepest;
  float most = 0;
  void add(const Tensor& image) {
    const auto values = image.values<float>();
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    least = std::min(least, *low);
    most = std::max(most, *high);
  }
};

Result<Tensor> scaled(const Tensor& image, const Range& range) {
  FOVEA_TRY(Tensor bytes, Tensor::tryMake({DataType::UInt8, image.shape()}));
  const float width = std::max(1.0f, range.most - range.least);
  const auto values = image.values<float>();
  std::transform(values.begin(), values.end(), bytes.data<std::uint8_t>(), [&](float value) {
    return static_cast<std::uint8_t>(std::lround((value - range.least) * 255 / width));
  });
  return bytes;
}

Result<Tensor> kept(const std::string& content) {
  FOVEA_TRY(Tensor image, decodeAny(content));
  for (float& value : image.values<float>()) value /= kDeepest;
  return image;
}

}  // namespace

Field deepField() {
  return {.name = "deep",
          .title = "16 bits a value",
          .help = "What becomes of images of 16 bits a value.",
          .choices = {{"ask", "Ask where there are any"},
                      {"keep", "Numbers from 0 to 1, nothing is lost"},
                      {"range", "8 bits, from the darkest to the brightest of each image"},
                      {"top", "The upper 8 bits"}}};
}

Result<LoadedItem> withDepth(LoadedItem item, const std::string& deep) {
  if (deep == "top" || item.file.empty()) return item;
  const bool isDeep = isDeepImage(item.file);
  if (!isDeep && deep != "keep") return item;
  if (deep == "ask") return undecided();
  if (deep == "keep") {
    FOVEA_TRY(item.input, kept(item.file));
  } else {
    Range range;
    FOVEA_TRY(const Tensor image, decodeDeepImage(item.file));
    range.add(image);
    FOVEA_TRY(item.input, scaled(image, range));
  }
  item.file.clear();
  return item;
}

Result<LoadedItem> pairWithDepth(LoadedItem item, const std::string& target, const std::string& deep) {
  const bool isDeep = isDeepImage(item.file) || isDeepImage(target);
  if (deep == "ask" && isDeep) return undecided();
  if (deep == "keep") {
    FOVEA_TRY(item.input, kept(item.file));
    FOVEA_TRY(item.target, kept(target));
    item.file.clear();
  } else if (deep == "range" && isDeep) {
    FOVEA_TRY(const Tensor first, decodeAny(item.file));
    FOVEA_TRY(const Tensor second, decodeAny(target));
    Range range;
    range.add(first);
    range.add(second);
    FOVEA_TRY(item.input, scaled(first, range));
    FOVEA_TRY(item.target, scaled(second, range));
    item.file.clear();
  } else {
    FOVEA_TRY(item.target, decodeImage(target));
  }
  return item;
}

std::optional<ImportDecision> askDepth(std::int64_t count,
                                       const std::function<std::filesystem::path(std::int64_t)>& pathOf) {
  const std::int64_t step = std::max<std::int64_t>(1, count / kImagesToJudge);
  for (std::int64_t i = 0; i < count; i += step) {
    const std::filesystem::path path = pathOf(i);
    std::string start(kHead, '\0');
    std::ifstream(path, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
    if (!isDeepImage(start)) continue;
    return ImportDecision{"the depth of the images",
                          "8 bits a value, scaled",
                          fmt::format("{} holds 16 bits a value", displayName(path.filename().string())),
                          {"deep=keep", "deep=range", "deep=top"},
                          false};
  }
  return std::nullopt;
}

}  // namespace fovea
