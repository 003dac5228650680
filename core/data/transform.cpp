#include "core/data/transform.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/data/pixel_convert.h"

namespace fovea {
namespace {

constexpr std::uint32_t kSampleStream = 0x54524e53;  // keeps these numbers apart from those of the order of samples
constexpr std::int64_t kMaximumPadding = 4096;

void flip(const std::uint8_t* from, const Shape& shape, std::uint8_t* to) {
  const std::int64_t width = shape[2];
  for (std::int64_t row = 0; row < shape[0] * shape[1]; ++row)
    std::reverse_copy(from + row * width, from + (row + 1) * width, to + row * width);
}

// Moves the image by (down, right) pixels; what comes in from outside is 0.
void shift(const std::uint8_t* from, const Shape& shape, std::int64_t down, std::int64_t right, std::uint8_t* to) {
  const std::int64_t height = shape[1];
  const std::int64_t width = shape[2];
  std::memset(to, 0, static_cast<std::size_t>(shape.elementCount()));
  const std::int64_t columns = width - std::abs(right);
  if (columns <= 0) return;
  for (std::int64_t channel = 0; channel < shape[0]; ++channel)
    for (std::int64_t y = std::max<std::int64_t>(0, down); y < std::min(height, height + down); ++y)
      std::memcpy(to + (channel * height + y) * width + std::max<std::int64_t>(0, right),
                  from + (channel * height + y - down) * width + std::max<std::int64_t>(0, -right),
                  static_cast<std::size_t>(columns));
}

// Applies one random transform; false leaves `to` untouched because nothing changes.
struct Geometry {
  const Shape& shape;
  Random& random;
  const std::uint8_t* from;
  std::uint8_t* to;

  bool operator()(const RandomFlip& transform) const {
    if (random.uniform() >= transform.probability) return false;
    flip(from, shape, to);
    return true;
  }
  bool operator()(const RandomCrop& transform) const {
    const auto choices = static_cast<std::uint64_t>(2 * transform.padding + 1);
    const std::int64_t down = static_cast<std::int64_t>(random.below(choices)) - transform.padding;
    const std::int64_t right = static_cast<std::int64_t>(random.below(choices)) - transform.padding;
    shift(from, shape, down, right, to);
    return true;
  }
  bool operator()(const Normalise&) const { return false; }
};

Status check(const Transform& transform, const Shape& shape) {
  if (const auto* flipping = std::get_if<RandomFlip>(&transform);
      flipping && !(flipping->probability >= 0 && flipping->probability <= 1))
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The probability of a flip is from 0 to 1, not {}.", flipping->probability));
  if (const auto* crop = std::get_if<RandomCrop>(&transform);
      crop && (crop->padding < 0 || crop->padding > kMaximumPadding))
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The padding of a random crop is from 0 to {}, not {}.", kMaximumPadding, crop->padding));
  const auto* normalise = std::get_if<Normalise>(&transform);
  if (!normalise) return {};
  if (static_cast<std::int64_t>(normalise->mean.size()) != shape[0] ||
      normalise->deviation.size() != normalise->mean.size())
    return fail(ErrorCode::InvalidArgument,
                fmt::format("Normalise has {} means and {} deviations for images of {} channels.",
                            normalise->mean.size(), normalise->deviation.size(), shape[0]));
  for (std::size_t c = 0; c < normalise->mean.size(); ++c)
    if (!std::isfinite(normalise->mean[c]) || !std::isfinite(normalise->deviation[c]) || normalise->deviation[c] <= 0)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("Normalise needs a finite mean and a deviation above 0, not {} and {}.",
                              normalise->mean[c], normalise->deviation[c]));
  return {};
}

struct ToJson {
  Json operator()(const RandomFlip& transform) const {
    return {{"type", "random_flip"}, {"probability", transform.probability}};
  }
  Json operator()(const RandomCrop& transform) const {
    return {{"type", "random_crop"}, {"padding", transform.padding}};
  }
  Json operator()(const Normalise& transform) const {
    return {{"type", "normalise"}, {"mean", transform.mean}, {"deviation", transform.deviation}};
  }
};

Transform fromJson(const Json& json) {
  const auto type = json.at("type").get<std::string>();
  if (type == "random_flip") return RandomFlip{json.at("probability").get<double>()};
  if (type == "random_crop") return RandomCrop{json.at("padding").get<std::int64_t>()};
  if (type == "normalise")
    return Normalise{json.at("mean").get<std::vector<double>>(), json.at("deviation").get<std::vector<double>>()};
  throw std::runtime_error("there is no transform named " + type);
}

}  // namespace

Normalise normaliseFor(const DatasetInfo& info) {
  Normalise normalise{info.channelMean, info.channelDeviation};
  for (double& deviation : normalise.deviation)
    if (!(deviation > 0)) deviation = 1;
  return normalise;
}

TransformList deterministicPart(const TransformList& list) {
  TransformList part;
  for (const Transform& transform : list)
    if (std::holds_alternative<Normalise>(transform)) part.push_back(transform);
  return part;
}

Json transformsToJson(const TransformList& list) {
  Json json = Json::array();
  for (const Transform& transform : list) json.push_back(std::visit(ToJson{}, transform));
  return json;
}

Result<TransformList> transformsFromJson(const Json& json) {
  if (!json.is_array()) return fail(ErrorCode::Corrupt, "The list of transforms is not a list.");
  TransformList list;
  for (const Json& entry : json) {
    try {
      list.push_back(fromJson(entry));
    } catch (const std::exception& error) {
      return fail(ErrorCode::Corrupt,
                  fmt::format("Transform {} of the list is damaged: {}.", list.size() + 1, error.what()));
    }
  }
  return list;
}

Random sampleRandom(std::uint64_t seed, std::uint64_t epoch, std::uint64_t sample) {
  const auto words = philox({static_cast<std::uint32_t>(sample), static_cast<std::uint32_t>(sample >> 32),
                             static_cast<std::uint32_t>(epoch), kSampleStream},
                            {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
  return Random(std::uint64_t{words[0]} << 32 | words[1], std::uint64_t{words[2]} << 32 | words[3]);
}

Result<TransformPlan> TransformPlan::make(const TransformList& list, const Shape& shape) {
  if (shape.rank() != 3)
    return fail(ErrorCode::InvalidArgument, "Transforms work on images [C, H, W], not on " + shape.toString() + ".");
  TransformPlan plan;
  plan.shape_ = shape;
  plan.scale_.assign(static_cast<std::size_t>(shape[0]), 1.0f / 255.0f);
  plan.offset_.assign(static_cast<std::size_t>(shape[0]), 0.0f);
  for (std::size_t i = 0; i < list.size(); ++i) {
    FOVEA_CHECK(check(list[i], shape));
    const auto* normalise = std::get_if<Normalise>(&list[i]);
    if (!normalise) {
      plan.geometry_.push_back(list[i]);
      continue;
    }
    if (i + 1 < list.size()) return fail(ErrorCode::InvalidArgument, "Normalise must be the last of the transforms.");
    for (std::size_t c = 0; c < plan.scale_.size(); ++c) {
      plan.scale_[c] = static_cast<float>(1.0 / (255.0 * normalise->deviation[c]));
      plan.offset_[c] = static_cast<float>(-normalise->mean[c] / normalise->deviation[c]);
    }
  }
  return plan;
}

void TransformPlan::apply(const std::uint8_t* pixels, Random& random, Scratch& scratch, float* output) const {
  const auto bytes = static_cast<std::size_t>(shape_.elementCount());
  for (const Transform& transform : geometry_) {
    scratch.back.resize(bytes);
    if (!std::visit(Geometry{shape_, random, pixels, scratch.back.data()}, transform)) continue;
    std::swap(scratch.front, scratch.back);
    pixels = scratch.front.data();
  }
  const auto channelPixels = static_cast<std::size_t>(shape_.elementsFrom(1));
  for (std::size_t c = 0; c < scale_.size(); ++c)
    convertPixels(pixels + c * channelPixels, channelPixels, scale_[c], offset_[c], output + c * channelPixels);
}

Result<Tensor> prepareImage(const Tensor& image, const TransformList& list) {
  if (!image.defined() || image.dtype() != DataType::UInt8 || image.shape().rank() != 3)
    return fail(ErrorCode::InvalidArgument,
                "An image to prepare is u8 [C, H, W], not " + image.type().toString() + ".");
  FOVEA_TRY(const TransformPlan plan, TransformPlan::make(deterministicPart(list), image.shape()));
  const Shape& shape = image.shape();
  FOVEA_TRY(Tensor output, Tensor::tryMake({DataType::Float32, Shape{1, shape[0], shape[1], shape[2]}}));
  TransformPlan::Scratch scratch;
  Random unused(0);
  plan.apply(image.data<std::uint8_t>(), unused, scratch, output.data<float>());
  return output;
}

}  // namespace fovea
