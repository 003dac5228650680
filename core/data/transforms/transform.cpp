#include "core/data/transforms/transform.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/data/transforms/image_effects.h"
#include "core/data/transforms/pixel_convert.h"

namespace fovea {
namespace {

// separates these random numbers from those of the order of samples
constexpr std::uint32_t kSampleStream = 0x54524e53;

struct ToJson {
  Json operator()(const TransformStep& step) const {
    const TransformType* const type = findTransform(step.type);
    const auto complete = type ? type->parameters.complete(step.values) : Result<FieldValues>(step.values);
    Json json = {{"type", step.type}};
    json.update(fieldValuesToJson(complete.ok() ? *complete : step.values));
    return json;
  }
  Json operator()(const Normalise& transform) const {
    return {{"type", "normalise"}, {"mean", transform.mean}, {"deviation", transform.deviation}};
  }
};

// May throw, like reading JSON.
Result<Transform> fromJson(Json json) {
  const auto name = json.at("type").get<std::string>();
  if (name == "normalise")
    return Transform(
        Normalise{json.at("mean").get<std::vector<double>>(), json.at("deviation").get<std::vector<double>>()});
  const TransformType* const type = findTransform(name);
  if (!type) return fail(ErrorCode::Corrupt, "there is no transform named " + name);
  json.erase("type");
  FOVEA_TRY(FieldValues values, type->parameters.read(json));
  return Transform(TransformStep{name, std::move(values)});
}

// The deterministic replacement of a random transform that sets a size, if it does.
std::optional<TransformStep> withoutChance(const TransformType& type, const FieldValues& values) {
  const auto complete = type.parameters.complete(values);
  if (type.still.empty() || !complete.ok()) return std::nullopt;
  TransformStep still{type.still, {}};
  bool sets = false;
  for (const char* side : {"height", "width"}) {
    still.values.set(side, complete->integer(side));
    sets = sets || complete->integer(side) > 0;
  }
  return sets ? std::optional(std::move(still)) : std::nullopt;
}

// The drawing for an image without random changes.
SampleDrawing stillDrawing(std::int64_t width, std::int64_t height) {
  SampleDrawing drawing;
  drawing.width = static_cast<double>(width);
  drawing.height = static_cast<double>(height);
  return drawing;
}

bool isWholeImage(const SampleDrawing& drawing, const PixelView& image) {
  if (!drawing.toSource.keepsAxes()) return false;
  const Point scale = drawing.toSource.scale(), offset = drawing.toSource.offset();
  return scale.x == 1 && scale.y == 1 && offset.x == 0 && offset.y == 0 &&
         drawing.width == static_cast<double>(image.width) && drawing.height == static_cast<double>(image.height);
}

}  // namespace

Normalise normaliseFor(const DatasetInfo& info) {
  Normalise normalise{info.channelMean, info.channelDeviation};
  if (normalise.mean.empty() && info.sampleShape.rank() > 0) {
    normalise.mean.assign(static_cast<std::size_t>(info.sampleShape[0]), 0);
    normalise.deviation.assign(normalise.mean.size(), 1);
  }
  for (double& deviation : normalise.deviation)
    if (!(deviation > 0)) deviation = 1;
  return normalise;
}

TransformList deterministicPart(const TransformList& list) {
  TransformList part;
  for (const Transform& transform : list) {
    const auto* step = std::get_if<TransformStep>(&transform);
    const TransformType* const type = step ? findTransform(step->type) : nullptr;
    if (!type || !type->random)
      part.push_back(transform);
    else if (auto still = withoutChance(*type, step->values))
      part.emplace_back(std::move(*still));
  }
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
    const auto damaged = [&](const std::string& what) {
      return fail(ErrorCode::Corrupt, fmt::format("Transform {} of the list is damaged: {}.", list.size() + 1, what));
    };
    try {
      auto transform = fromJson(entry);
      if (!transform.ok()) return damaged(transform.error().message);
      list.push_back(std::move(*transform));
    } catch (const std::exception& error) {
      return damaged(error.what());
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

Result<TransformPlan> TransformPlan::make(const TransformList& list, const TensorType& source, bool uniform) {
  if (source.shape.rank() < 1)
    return fail(ErrorCode::InvalidArgument, "Transforms need an axis of channels: not " + source.toString() + ".");
  TransformPlan plan;
  plan.source_ = source;
  const auto channels = static_cast<std::size_t>(source.shape[0]);
  plan.scale_.assign(channels, source.dtype == DataType::UInt8 ? 1.0f / 255.0f : 1.0f);
  plan.offset_.assign(channels, 0.0f);
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (const auto* step = std::get_if<TransformStep>(&list[i])) {
      FOVEA_CHECK(plan.add(*step, i + 1));
      continue;
    }
    if (i + 1 < list.size()) return fail(ErrorCode::InvalidArgument, "Normalise must be the last of the transforms.");
    FOVEA_CHECK(plan.setNormalise(std::get<Normalise>(list[i])));
  }
  FOVEA_CHECK(plan.findShape(uniform));
  return plan;
}

Status TransformPlan::add(const TransformStep& step, std::size_t place) {
  const TransformType* const type = findTransform(step.type);
  if (!type) return fail(ErrorCode::InvalidArgument, "There is no transform named \"" + step.type + "\".");
  const bool needsImages = type->draw || type->imagesOnly;
  if (needsImages && !images())
    return fail(ErrorCode::InvalidArgument,
                type->title + " works on images [C, H, W], not on " + source_.toString() + ".");
  if (type->drawSignal && !signals())
    return fail(ErrorCode::InvalidArgument,
                type->title + " works on signals, f32 of up to three axes, not on " + source_.toString() + ".");
  if (type->mix && source_.dtype == DataType::Int32)
    return fail(ErrorCode::InvalidArgument, type->title + " works on numbers, not on symbols.");
  auto values = type->parameters.complete(step.values);
  if (!values.ok()) return values.error().within(fmt::format("transform {}, {}", place, type->title));
  (type->mix ? mixes_ : type->drawSignal ? signals_ : steps_).push_back({type, std::move(*values)});
  return {};
}

Status TransformPlan::setNormalise(const Normalise& normalise) {
  if (normalise.mean.size() != scale_.size() || normalise.deviation.size() != scale_.size())
    return fail(ErrorCode::InvalidArgument,
                fmt::format("Normalise has {} means and {} deviations for images of {} channels.",
                            normalise.mean.size(), normalise.deviation.size(), scale_.size()));
  for (std::size_t c = 0; c < scale_.size(); ++c) {
    const double mean = normalise.mean[c], deviation = normalise.deviation[c];
    if (!std::isfinite(mean) || !std::isfinite(deviation) || deviation <= 0)
      return fail(
          ErrorCode::InvalidArgument,
          fmt::format("Normalise needs a finite mean and a deviation above 0, not {} and {}.", mean, deviation));
    scale_[c] = static_cast<float>(1.0 / ((source_.dtype == DataType::UInt8 ? 255.0 : 1.0) * deviation));
    offset_[c] = static_cast<float>(-mean / deviation);
  }
  return {};
}

// The resulting sizes depend only on the original sizes, not on random choices.
Status TransformPlan::findShape(bool uniform) {
  shape_ = source_.shape;
  if (!images()) {
    if (uniform) return {};
    return fail(ErrorCode::InvalidArgument, "The samples have different sizes, and they are no images to be resized.",
                "Import the data set with all samples of one length.");
  }
  const auto sizeFor = [&](std::int64_t width, std::int64_t height) {
    Random random(0);
    const SampleDrawing drawing = draw(width, height, random);
    return std::pair(static_cast<std::int64_t>(drawing.width), static_cast<std::int64_t>(drawing.height));
  };
  const auto [width, height] = sizeFor(shape_[2], shape_[1]);
  if (!uniform && sizeFor(shape_[2] + 3, shape_[1] + 7) != std::pair(width, height))
    return fail(ErrorCode::InvalidArgument, "The images have different sizes, and the transforms leave them so.",
                "Add Resize, or Crop and scale, to make them all the same size.");
  shape_ = Shape{shape_[0], height, width};
  if (shape_.elementCount() <= kMaximumSampleBytes) return {};
  return fail(ErrorCode::InvalidArgument, "Images of " + shape_.toString() + " are too large.");
}

TensorType TransformPlan::outputType() const {
  return {source_.dtype == DataType::Int32 ? DataType::Int32 : DataType::Float32, shape_};
}

bool TransformPlan::random() const {
  return !signals_.empty() ||
         std::any_of(steps_.begin(), steps_.end(), [](const Step& step) { return step.type->random; });
}

SampleDrawing TransformPlan::draw(std::int64_t width, std::int64_t height, Random& random) const {
  SampleDrawing drawing = stillDrawing(width, height);
  for (const Step& step : steps_) step.type->draw(step.values, random, drawing);
  return drawing;
}

const std::uint8_t* TransformPlan::transformed(const PixelView& image, const Point& corner, Random& random,
                                               Scratch& scratch) const {
  const SampleDrawing& drawing = scratch.drawing;
  const bool effects = !drawing.colors.empty() || drawing.blur > 0 || drawing.noise > 0 || !drawing.holes.empty();
  if (steps_.empty() || (!effects && isWholeImage(drawing, image))) return nullptr;
  scratch.pixels.resize(static_cast<std::size_t>(shape_.elementCount()));
  const PixelPlanes target{scratch.pixels.data(), shape_[0], shape_[1], shape_[2]};
  warp(image, drawing.toSource.then(PlaneMap::translation(-corner.x, -corner.y)), 0, target, scratch.warp);
  changeColors(drawing.colors, target);
  blurImage(drawing.blur, target, scratch.rows);
  addNoise(drawing.noise, random, target);
  paintHoles(drawing.holes, 0, target);
  return target.pixels;
}

void TransformPlan::scaleBytes(const std::uint8_t* pixels, float* output) const {
  const auto plane = static_cast<std::size_t>(shape_.elementsFrom(1));
  for (std::size_t c = 0; c < scale_.size(); ++c)
    convertPixels(pixels + c * plane, plane, scale_[c], offset_[c], output + c * plane);
}

void TransformPlan::changeSignals(Random& random, Scratch& scratch, float* numbers) const {
  if (signals_.empty()) return;
  SignalDrawing drawing;
  drawing.length = scratch.length;
  for (const Step& step : signals_) step.type->drawSignal(step.values, random, drawing);
  changeSignal(drawing, source_.shape, random, numbers, scratch.rows);
  scratch.length = lengthAfter(drawing);
}

std::vector<SampleMix> TransformPlan::drawMixes(Random& random) const {
  std::vector<SampleMix> drawn;
  for (const Step& step : mixes_) step.type->mix(step.values, random, drawn.emplace_back());
  return drawn;
}

Result<Tensor> TransformPlan::signal(const Tensor& numbers, Random& random, double length) const {
  FOVEA_TRY(Tensor result, Tensor::tryMake(numbers.type()));
  std::memcpy(result.raw(), numbers.raw(), numbers.bytes());
  Scratch scratch;
  scratch.length = length;
  changeSignals(random, scratch, result.data<float>());
  return result;
}

void TransformPlan::scaleReals(float* output) const {
  const auto plane = static_cast<std::size_t>(shape_.elementsFrom(1));
  for (std::size_t c = 0; c < scale_.size(); ++c)
    for (std::size_t i = 0; i < plane; ++i, ++output) *output = *output * scale_[c] + offset_[c];
}

void TransformPlan::apply(const PixelView& image, Random& random, Scratch& scratch, float* output) const {
  scratch.drawing = draw(image.width, image.height, random);
  applyDrawn(image, {0, 0}, random, scratch, output);
}

void TransformPlan::applyDrawn(const PixelView& part, const Point& corner, Random& random, Scratch& scratch,
                               float* output) const {
  const std::uint8_t* const pixels = transformed(part, corner, random, scratch);
  scaleBytes(pixels ? pixels : part.pixels, output);
}

void TransformPlan::apply(const std::uint8_t* numbers, Random& random, Scratch& scratch, void* output) const {
  if (source_.dtype == DataType::Int32)
    std::memcpy(output, numbers, source_.bytes());
  else if (source_.dtype == DataType::Float32) {
    std::memcpy(output, numbers, source_.bytes());
    changeSignals(random, scratch, static_cast<float*>(output));
    scaleReals(static_cast<float*>(output));
  } else if (images())
    apply({numbers, source_.shape[0], source_.shape[1], source_.shape[2]}, random, scratch,
          static_cast<float*>(output));
  else
    scaleBytes(numbers, static_cast<float*>(output));
}

Result<Tensor> TransformPlan::picture(const PixelView& image, Random& random) const {
  FOVEA_TRY(Tensor result, Tensor::tryMake({DataType::UInt8, shape_}));
  Scratch scratch;
  scratch.drawing = draw(image.width, image.height, random);
  const std::uint8_t* pixels = transformed(image, {0, 0}, random, scratch);
  std::memcpy(result.raw(), pixels ? pixels : image.pixels, result.bytes());
  return result;
}

}  // namespace fovea
