#include "core/data/loading/target_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/data/loading/box_grid_target.h"
#include "core/data/transforms/box_map.h"
#include "core/data/transforms/pixel_convert.h"
#include "core/tensor/box_grid.h"

namespace fovea {
namespace {

Error unfit(std::string message, std::string advice = {}) {
  return fail(ErrorCode::InvalidArgument, std::move(message), std::move(advice));
}

Error noTarget(const char* what) {
  return fail(ErrorCode::Corrupt, std::string("it has no ") + what);
}

// True if one is a multiple of the other.
bool wholeFactor(std::int64_t a, std::int64_t b) {
  return a > 0 && b > 0 && (a % b == 0 || b % a == 0);
}

// The numbers of a content, in place or decoded.
Result<const std::uint8_t*> numbersOf(const Content& content, std::vector<std::uint8_t>& decoded) {
  if (content.encoding == Encoding::Raw) return content.bytes.data();
  decoded.resize(content.type.bytes());
  FOVEA_CHECK(decodeContent(content, decoded.data()));
  return const_cast<const std::uint8_t*>(decoded.data());
}

// The numbers of a raw content as f32; bytes in [0, 1].
void readReals(const Content& content, float* output) {
  const auto count = static_cast<std::size_t>(content.type.shape.elementCount());
  if (content.type.dtype == DataType::Float32) {
    std::memcpy(output, content.bytes.data(), count * sizeof(float));
  } else if (content.type.dtype == DataType::UInt8) {
    convertPixels(content.bytes.data(), count, 1.0f / 255.0f, 0.0f, output);
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      std::int32_t number = 0;
      std::memcpy(&number, content.bytes.data() + i * sizeof number, sizeof number);
      output[i] = static_cast<float>(number);
    }
  }
}

Shape withoutChannels(const Shape& shape) {
  return Shape(shape.extents().subspan(1));
}

}  // namespace

Shape nextSymbolInput(const Shape& window) {
  return window.rank() == 1 && window[0] > 1 ? Shape{window[0] - 1} : window;
}

Result<TargetPlan> TargetPlan::make(const DatasetInfo& data, const TransformPlan& inputs, const Shape& wanted) {
  TargetPlan plan;
  plan.task_ = data.task;
  plan.hasTensor_ = true;
  plan.images_ = inputs.images();
  const auto classes = static_cast<std::int64_t>(data.classes.size());
  switch (data.task) {
    case Task::MultiLabel:
      plan.type_ = {DataType::Float32, Shape{classes}};
      break;
    case Task::Segmentation:
    case Task::ImageToImage:
      FOVEA_CHECK(plan.setPixels(data, inputs, wanted));
      break;
    case Task::Regression:
      plan.type_ = {DataType::Float32, data.targetShape.rank() > 0 ? data.targetShape : Shape{1}};
      break;
    case Task::NextSymbol:
      if (data.inputType != DataType::Int32 || data.sampleShape.rank() != 1 || data.sampleShape[0] < 2)
        return unfit(fmt::format("\"{}\" holds no rows of symbols, but {} of {}.", data.name,
                                 dataTypeName(data.inputType), data.sampleShape.toString()));
      plan.type_ = {DataType::Int32, nextSymbolInput(data.sampleShape)};
      break;
    case Task::Transcription:
      plan.type_ = {DataType::Int32, wanted.rank() == 1 ? wanted : Shape{kUsualTranscript}};
      break;
    case Task::Detection:
      plan.hasTensor_ = wanted.rank() == 3;
      if (!plan.hasTensor_) return plan;
      if (!plan.images_) return unfit("The samples of \"" + data.name + "\" are no images, so no boxes lie in them.");
      plan.type_ = {DataType::Float32, Shape{classes + kBoxTargetChannels, wanted[1], wanted[2]}};
      break;
    case Task::Classification:
    case Task::Unlabelled:
      plan.hasTensor_ = false;
      return plan;
  }
  if (wanted.rank() > 0 && wanted.elementCount() != plan.type_.shape.elementCount())
    return unfit(fmt::format("The loss compares with {} for each sample, but \"{}\" has {} to compare with.",
                             wanted.toString(), data.name, plan.type_.shape.toString()),
                 fmt::format("Let the layer before the loss give {}.", plan.type_.shape.toString()));
  return plan;
}

Status TargetPlan::setPixels(const DatasetInfo& data, const TransformPlan& inputs, const Shape& wanted) {
  const bool masks = data.task == Task::Segmentation;
  const Shape input = inputs.outputType().shape;
  const Shape stored = data.targetShape;
  type_.dtype = masks ? DataType::Int32 : DataType::Float32;
  if (!images_) {
    if (stored.rank() == 0) return unfit("The targets of \"" + data.name + "\" have different sizes.");
    type_.shape = masks ? withoutChannels(stored) : stored;
    return {};
  }
  std::int64_t channels = stored.rank() == 3 ? stored[0] : input[0], height = input[1], width = input[2];
  if (wanted.rank() == (masks ? 2 : 3)) {
    height = wanted[wanted.rank() - 2];
    width = wanted[wanted.rank() - 1];
    if (!masks) channels = wanted[0];
  } else if (data.uniform && stored.rank() == 3 && !masks) {
    height = std::max<std::int64_t>(1, height * stored[1] / data.sampleShape[1]);
    width = std::max<std::int64_t>(1, width * stored[2] / data.sampleShape[2]);
  }
  type_.shape = masks ? Shape{height, width} : Shape{channels, height, width};
  if (wholeFactor(height, input[1]) && wholeFactor(width, input[2])) return {};
  return unfit(fmt::format("The {} would be {}×{} where the inputs are {}×{}: no whole factor lies between them.",
                           masks ? "masks" : "target images", width, height, input[2], input[1]),
               "Let the network's output have the size of its input, or a whole number of times that, with padding in "
               "its convolutions.");
}

// Maps positions in the transformed target to positions in the stored target, by way of the input.
PlaneMap TargetPlan::mapFor(const SampleDrawing& drawing, const Shape& input, const Shape& target) const {
  const int rank = type_.shape.rank();
  const auto ratio = [](double a, std::int64_t b) { return a / static_cast<double>(b); };
  const PlaneMap toInput =
      PlaneMap::scaling(ratio(drawing.width, type_.shape[rank - 1]), ratio(drawing.height, type_.shape[rank - 2]));
  const PlaneMap toTarget = PlaneMap::scaling(ratio(static_cast<double>(target[2]), input[2]),
                                              ratio(static_cast<double>(target[1]), input[1]));
  return toInput.then(drawing.toSource).then(toTarget);
}

Status TargetPlan::apply(const SampleView& sample, const SampleDrawing& drawing, Scratch& scratch, void* output) const {
  switch (task_) {
    case Task::MultiLabel: {
      auto* const shares = static_cast<float*>(output);
      std::fill_n(shares, type_.shape[0], 0.0f);
      for (std::size_t i = 0; i < sample.labels.size(); ++i) {
        const std::int32_t label = sample.labels[i];
        if (label >= 0 && label < type_.shape[0]) shares[label] = 1;
      }
      return {};
    }
    case Task::Segmentation:
      return writeMask(sample, drawing, scratch, static_cast<std::int32_t*>(output));
    case Task::ImageToImage:
      return writeImage(sample, drawing, scratch, static_cast<float*>(output));
    case Task::Regression:
      return writeNumbers(sample, static_cast<float*>(output));
    case Task::NextSymbol:
      std::memcpy(output, sample.input.bytes.data() + sizeof(std::int32_t), type_.bytes());
      return {};
    case Task::Transcription:
      return writeTranscript(sample, static_cast<std::int32_t*>(output));
    case Task::Detection:
      writeBoxGrid(mapBoxes(sample.boxes, drawing), drawing.width, drawing.height, type_.shape,
                   static_cast<float*>(output));
      return {};
    case Task::Classification:
    case Task::Unlabelled:
      return {};
  }
  return {};
}

Status TargetPlan::writeMask(const SampleView& sample, const SampleDrawing& drawing, Scratch& scratch,
                             std::int32_t* output) const {
  if (!sample.target || sample.target->type.dtype != DataType::UInt8) return noTarget("mask");
  const Shape& stored = sample.target->type.shape;
  FOVEA_TRY(const std::uint8_t* labels, numbersOf(*sample.target, scratch.decoded));
  const std::int64_t count = type_.shape.elementCount();
  if (images_) {
    if (stored.rank() != 3 || stored[0] != 1) return noTarget("mask");
    scratch.pixels.resize(static_cast<std::size_t>(count));
    const PixelPlanes moved{scratch.pixels.data(), 1, type_.shape[0], type_.shape[1]};
    warpNearest({labels, 1, stored[1], stored[2]}, mapFor(drawing, sample.input.type.shape, stored), kIgnoredPixel,
                moved);
    labels = scratch.pixels.data();
  } else if (stored.elementCount() != count) {
    return noTarget("mask of the right size");
  }
  for (std::int64_t i = 0; i < count; ++i) output[i] = labels[i] == kIgnoredPixel ? kNoLabel : std::int32_t{labels[i]};
  return {};
}

Status TargetPlan::writeImage(const SampleView& sample, const SampleDrawing& drawing, Scratch& scratch,
                              float* output) const {
  if (!sample.target) return noTarget("target image");
  if (!images_) return writeNumbers(sample, output);
  const Shape& stored = sample.target->type.shape;
  if (stored.rank() != 3) return noTarget("target image");
  const std::int64_t channels = type_.shape[0];
  if (stored[0] != channels && stored[0] != 1)
    return unfit(fmt::format("its target has {} channels where {} are wanted", stored[0], channels),
                 "Import the data set with all images grey, or all in colour.");
  const PlaneMap map = mapFor(drawing, sample.input.type.shape, stored);
  if (sample.target->type.dtype != DataType::UInt8) {
    if (sample.target->encoding != Encoding::Raw) return noTarget("target image");
    scratch.numbers.resize(static_cast<std::size_t>(stored.elementCount()));
    readReals(*sample.target, scratch.numbers.data());
    warpNumbers({scratch.numbers.data(), stored[0], stored[1], stored[2]}, map, 0,
                {output, stored[0], type_.shape[1], type_.shape[2]});
    const std::int64_t plane = type_.shape.elementsFrom(1);
    for (std::int64_t c = stored[0]; c < channels; ++c) std::copy_n(output, plane, output + c * plane);
    return {};
  }
  FOVEA_TRY(const std::uint8_t* pixels, numbersOf(*sample.target, scratch.decoded));
  if (stored[0] != channels) {
    const auto plane = static_cast<std::size_t>(stored.elementsFrom(1));
    scratch.colored.resize(static_cast<std::size_t>(channels) * plane);
    for (std::int64_t c = 0; c < channels; ++c)
      std::memcpy(scratch.colored.data() + static_cast<std::size_t>(c) * plane, pixels, plane);
    pixels = scratch.colored.data();
  }
  const auto count = static_cast<std::size_t>(type_.shape.elementCount());
  scratch.pixels.resize(count);
  warp({pixels, channels, stored[1], stored[2]}, map, 0,
       {scratch.pixels.data(), channels, type_.shape[1], type_.shape[2]}, scratch.warp);
  convertPixels(scratch.pixels.data(), count, 1.0f / 255.0f, 0.0f, output);
  return {};
}

Status TargetPlan::writeNumbers(const SampleView& sample, float* output) const {
  if (!sample.target || sample.target->encoding != Encoding::Raw ||
      sample.target->type.shape.elementCount() != type_.shape.elementCount())
    return noTarget("target of the right size");
  readReals(*sample.target, output);
  return {};
}

Status TargetPlan::writeTranscript(const SampleView& sample, std::int32_t* output) const {
  const auto room = static_cast<std::size_t>(type_.shape[0]);
  if (sample.labels.size() > room)
    return unfit(fmt::format("it has {} labels in a row, but the loss accepts at most {}", sample.labels.size(), room),
                 fmt::format("Set the targets of the CTC layer to {}.", sample.labels.size()));
  for (std::size_t i = 0; i < room; ++i) output[i] = i < sample.labels.size() ? sample.labels[i] + 1 : -1;
  return {};
}

}  // namespace fovea
