#include "core/train/batch_feed.h"

#include <fmt/format.h>

namespace fovea {
namespace {

// "images of 1×28×28"
std::string imagesWords(const Shape& shape) {
  return fmt::format("images of {}", fmt::join(shape.extents(), "×"));
}

Status checkInput(const StepGraph& step, const DatasetInfo& data, const TensorType& samples) {
  const TensorType& type = step.graph->value(step.input).type;
  if (type.dtype != samples.dtype)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The network takes {} ({} of {}), but \"{}\" holds {}.",
                            isFloatingPoint(type.dtype) ? "numbers" : "symbols", dataTypeName(type.dtype),
                            step.sampleShape.toString(), data.name, imagesWords(data.sampleShape)),
                "Choose the Input layer's values to be like the data set's, or another data set.");
  if (step.sampleShape == samples.shape) return {};
  const bool changed = samples.shape != data.sampleShape;
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The network takes samples of {}, but those of \"{}\" are {}{}.", step.sampleShape.toString(),
                          data.name, samples.shape.toString(), changed ? " behind the Input layer's transforms" : ""),
              fmt::format("Set the Input layer's shape to {}.", samples.shape.toString()));
}

// Means over a split are over all its samples, so each of them needs a label.
Status checkLabels(const DatasetInfo& data) {
  for (const Split split : {Split::Train, Split::Validation}) {
    const SplitInfo& info = data.split(split);
    if (info.unlabelled == 0) continue;
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} of the {} {} samples of \"{}\" have no label.", info.unlabelled, info.samples,
                            splitName(split), data.name),
                "Import the data set with a label for each of them.");
  }
  return {};
}

Status checkClasses(const StepGraph& step, const DatasetInfo& data) {
  const auto classes = static_cast<std::int64_t>(data.classes.size());
  if (step.classes == 0 || step.classes >= classes) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The network tells {} classes apart, but \"{}\" has {}.", step.classes, data.name, classes),
              fmt::format("Give the last layer before the loss {} units.", classes));
}

TargetSource sourceFor(const TensorType& type, const DatasetInfo& data, const TensorType& samples) {
  const Shape& shape = type.shape;
  if (type.dtype == DataType::Int32) return shape.rank() == 1 ? TargetSource::Labels : TargetSource::None;
  if (type.dtype != DataType::Float32 || shape.rank() == 0) return TargetSource::None;
  if (shape.elementsFrom(1) == 1 && shape.rank() <= 2) return TargetSource::Numbers;
  if (shape.rank() == 2 && shape[1] == static_cast<std::int64_t>(data.classes.size())) return TargetSource::OneHot;
  const bool likeImages = Shape(shape.extents().subspan(1)) == samples.shape;
  return likeImages ? TargetSource::Images : TargetSource::None;
}

}  // namespace

Result<TargetSource> chooseTarget(const StepGraph& step, const DatasetInfo& data, const TensorType& samples) {
  FOVEA_CHECK(checkInput(step, data, samples));
  if (!step.target.valid()) return TargetSource::None;
  const TensorType& type = step.graph->value(step.target).type;
  const TargetSource source = sourceFor(type, data, samples);
  if (source == TargetSource::None)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The loss compares with {} for a batch, but \"{}\" holds {} with one of {} labels each.",
                            type.toString(), data.name, imagesWords(data.sampleShape), data.classes.size()),
                "Use a loss for labels, such as Cross-entropy, or let the network's output be one number, one number "
                "for each class, or like its input.");
  if (source == TargetSource::Images) return source;
  FOVEA_CHECK(checkLabels(data));
  if (source == TargetSource::Labels) FOVEA_CHECK(checkClasses(step, data));
  return source;
}

Tensor makeTarget(TargetSource source, const TensorType& type, const Batch& batch) {
  if (source == TargetSource::Labels) return batch.labels;
  if (source == TargetSource::Images) return batch.images;
  Tensor target = Tensor::zeros(type);
  const std::int64_t width = type.shape.elementsFrom(1);
  const auto labels = batch.labels.values<std::int32_t>();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    float* row = target.data<float>() + static_cast<std::int64_t>(i) * width;
    if (source == TargetSource::Numbers)
      *row = static_cast<float>(labels[i]);
    else if (labels[i] >= 0 && labels[i] < width)
      row[labels[i]] = 1;
  }
  return target;
}

}  // namespace fovea
