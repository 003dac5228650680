#include "core/train/batch_feed.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/tensor/box_grid.h"
#include "core/train/sample_parts.h"
#include "core/train/task_facts.h"

namespace fovea {
namespace {

// Describes the target of a loss: "one label", "a label for each place of [8, 8]", "3 numbers".
std::string comparedWords(const TensorType& target) {
  const Shape& shape = target.shape;
  if (shape.rank() == 0 || (target.dtype != DataType::Int32 && target.dtype != DataType::Float32))
    return target.toString();
  const Shape sample(shape.extents().subspan(1));
  if (target.dtype == DataType::Int32)
    return sample.rank() == 0 ? "one label" : "a label for each place of " + sample.toString();
  if (sample.rank() > 1) return "numbers of " + sample.toString();
  return sample.elementCount() == 1 ? "one number" : fmt::format("{} numbers", sample.elementCount());
}

Status checkInput(const StepGraph& step, const DatasetInfo& data, const TensorType& samples) {
  const std::vector<Feed> inputs = step.feeds.samples();
  if (inputs.empty()) return {};  // the network learns its own input
  const TensorType& type = step.samples().type;
  if (!data.parts.empty()) {
    FOVEA_TRY([[maybe_unused]] const auto reads, matchParts(inputs, partsOf(data, samples), data.name));
    return {};
  }
  if (inputs.size() > 1)
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format("The network has {} inputs, but the samples of \"{}\" have one part.", inputs.size(), data.name),
        "Train a network with one Input layer; draw several edges from it.");
  if (type.dtype != samples.dtype)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The network expects {} ({} of {}), but \"{}\" holds {}.",
                            isFloatingPoint(type.dtype) ? "numbers" : "symbols", dataTypeName(type.dtype),
                            step.sampleShape().toString(), data.name, samplesWords(data)),
                "Choose the Input layer's values to be like the data set's, or another data set.");
  if (step.sampleShape() == samples.shape) return {};
  const bool changed = samples.shape != data.sampleShape;
  return fail(
      ErrorCode::InvalidArgument,
      fmt::format("The network expects samples of {}, but those of \"{}\" are {}{}.", step.sampleShape().toString(),
                  data.name, samples.shape.toString(), changed ? " after the Input layer's transforms" : ""),
      fmt::format("Set the Input layer's shape to {}.", samples.shape.toString()));
}

// Means over a split include all of its samples, so each of them needs a label.
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

// The number of classes of the network: the extent of the class axis of its scores.
std::int64_t classesOf(const StepGraph& step) {
  const Shape& scores = step.predictionShape;
  return step.classes > 0 || scores.rank() < 4 ? step.classes : scores[1];
}

Status checkClasses(const StepGraph& step, const DatasetInfo& data) {
  const bool blank = data.task == Task::Transcription;
  const auto needed = static_cast<std::int64_t>(data.classes.size()) + (blank ? 1 : 0);
  const std::int64_t classes = classesOf(step);
  if (classes == 0 || classes >= needed) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The network tells {} classes apart, but \"{}\" has {}{}.", classes, data.name,
                          data.classes.size(), blank ? ", and a blank stands between them" : ""),
              fmt::format("Give the last layer before the loss {} units.", needed));
}

// True if samples of the task have a target of that type that is not one label per sample.
bool comesWithSamples(const TensorType& type, const DatasetInfo& data) {
  const std::optional<TargetKind> kind = targetOf(data.task);
  if (!kind || kind == TargetKind::Label || !isTargetOf(*kind, type)) return false;
  const Shape& shape = type.shape;
  switch (*kind) {
    case TargetKind::SeveralLabels:
      return shape[1] == static_cast<std::int64_t>(data.classes.size());
    case TargetKind::LabelMap:  // one label for each token of a row, or for each pixel
      return data.inputType == DataType::Int32 ? shape.rank() == 2 : shape.rank() >= 3;
    case TargetKind::BoxGrid:
      return shape[1] == std::ssize(data.classes) + kBoxTargetChannels;
    case TargetKind::Numbers:
      return shape.elementsFrom(1) == data.targetShape.elementCount();
    case TargetKind::Label:
    case TargetKind::LabelRow:
    case TargetKind::Image:
      return true;
  }
  return false;
}

TargetSource sourceFor(const TensorType& type, const DatasetInfo& data, const TensorType& samples) {
  const Shape& shape = type.shape;
  if (comesWithSamples(type, data)) return TargetSource::Batch;
  if (data.task == Task::Classification) {
    if (type.dtype == DataType::Int32 && shape.rank() == 1) return TargetSource::Labels;
    if (type.dtype == DataType::Float32 && (shape.rank() == 1 || (shape.rank() == 2 && shape[1] == 1)))
      return TargetSource::Numbers;
    if (type.dtype == DataType::Float32 && shape.rank() == 2 &&
        shape[1] == static_cast<std::int64_t>(data.classes.size()))
      return TargetSource::OneHot;
  }
  const bool likeInputs = type.dtype == DataType::Float32 && samples.dtype == DataType::Float32 && shape.rank() > 0 &&
                          Shape(shape.extents().subspan(1)) == samples.shape;
  return likeInputs ? TargetSource::Images : TargetSource::None;
}

}  // namespace

std::string samplesWords(const DatasetInfo& data) {
  const Shape& shape = data.sampleShape;
  const auto extents = [&] { return fmt::format("{}", fmt::join(shape.extents(), "×")); };
  if (data.inputType == DataType::Int32 && shape.rank() == 1) return fmt::format("rows of {} symbols", shape[0]);
  if (data.inputType == DataType::UInt8 && shape.rank() == 3) return "images of " + extents();
  if (shape.rank() == 1) return fmt::format("rows of {} numbers", shape[0]);
  return "samples of " + extents();
}

Result<TargetSource> chooseTarget(const StepGraph& step, const DatasetInfo& data, const TensorType& samples) {
  FOVEA_CHECK(checkInput(step, data, samples));
  const Feed* const target = step.feeds.find(FeedRole::Target);
  if (!target) return TargetSource::None;
  const TensorType& type = target->type;
  const TargetSource source = sourceFor(type, data, samples);
  if (source == TargetSource::None)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The loss compares with {} for each sample, but \"{}\" holds {}{}.", comparedWords(type),
                            data.name, samplesWords(data), targetWords(data)),
                lossAdvice(data));
  if (source == TargetSource::Images) return source;
  if (data.task == Task::Classification) FOVEA_CHECK(checkLabels(data));
  if (type.dtype == DataType::Int32) FOVEA_CHECK(checkClasses(step, data));
  return source;
}

Shape wantedTarget(TargetSource source, const StepGraph& step) {
  if (source != TargetSource::Batch) return {};
  return Shape(step.feeds.find(FeedRole::Target)->type.shape.extents().subspan(1));
}

Tensor makeTarget(TargetSource source, const TensorType& type, const Batch& batch) {
  const bool wholeLabels = source == TargetSource::OneHot && type.dtype == DataType::Int32;
  if (source == TargetSource::Labels || wholeLabels) return batch.labels;
  if (source == TargetSource::Images) return batch.input();
  if (source == TargetSource::Batch) return batch.target.reshaped(type.shape);
  if (source == TargetSource::OneHot && batch.target.defined()) return batch.target;
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

void askForFeeds(const StepGraph& step, SourceRequest& request) {
  request.inputs.clear();
  request.target.reset();
  for (const Feed& feed : step.feeds) {
    if (feed.role == FeedRole::Samples)
      request.inputs.push_back({feed.name, feed.type, 0, std::max<std::int64_t>(feed.symbols, 1)});
    // Labels start at 1 here, since 0 may mean "no class" (in an alignment).
    if (feed.role == FeedRole::Target)
      request.target =
          SourceTensor{feed.name, feed.type, step.classes > 1 ? 1 : 0, std::max<std::int64_t>(step.classes, 1)};
  }
}

namespace {

// Binds each Input layer to its part of the batch.
Status bindSamples(const StepGraph& step, const Batch& batch, Executor& executor) {
  const auto wanted = std::count_if(step.feeds.begin(), step.feeds.end(),
                                    [](const Feed& feed) { return feed.role == FeedRole::Samples; });
  if (wanted == 0) return {};
  const bool single = wanted == 1;
  if (single && batch.inputs.size() == 1) return executor.setInput(step.samples().value, batch.input());
  std::vector<PartType> parts;
  for (const BatchPart& part : batch.inputs)
    parts.push_back({part.name, {part.values.dtype(), Shape(part.values.shape().extents().subspan(1))}, /*symbols=*/0});
  const std::vector<Feed> inputs = step.feeds.samples();
  FOVEA_TRY(const std::vector<std::size_t> reads, matchParts(inputs, parts, "the batch"));
  for (std::size_t i = 0; i < inputs.size(); ++i)
    FOVEA_CHECK(executor.setInput(inputs[i].value, batch.inputs[reads[i]].values));
  return {};
}

Tensor allContinue(const TensorType& type) {
  Tensor rows = Tensor::zeros(type);
  std::ranges::fill(rows.values<float>(), 1.0f);
  return rows;
}

}  // namespace

Status bindBatch(const StepGraph& step, TargetSource source, const Batch& batch, const SampleStreams* streams,
                 Executor& executor) {
  FOVEA_CHECK(bindSamples(step, batch, executor));
  for (const Feed& feed : step.feeds) {
    switch (feed.role) {
      case FeedRole::Samples:
        break;  // already set
      case FeedRole::Target:
        FOVEA_CHECK(executor.setInput(feed.value, makeTarget(source, feed.type, batch)));
        break;
      case FeedRole::Lengths:
        FOVEA_CHECK(executor.setInput(feed.value, batch.lengths));
        break;
      case FeedRole::Continues:
        FOVEA_CHECK(executor.setInput(feed.value, streams ? streams->continues(batch) : allContinue(feed.type)));
        break;
      case FeedRole::Step:
      case FeedRole::LearningRate:
      case FeedRole::GradientFactor:
        break;  // set by the training loop
    }
  }
  return {};
}

}  // namespace fovea
