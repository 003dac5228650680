#include "core/data/batch_maker.h"

#include <fmt/format.h>

#include <cstring>

#include "core/data/transforms/box_map.h"

namespace fovea {
namespace {

constexpr std::size_t kPrefetchedBytes = 2048;

// Asks for the beginning of a sample while the one before it is worked on: in a shuffled order the processor cannot
// guess.
void prefetch(std::span<const std::uint8_t> bytes) {
  for (std::size_t at = 0; at < std::min(bytes.size(), kPrefetchedBytes); at += 64)
    __builtin_prefetch(bytes.data() + at);
}

Result<Tensor> batchOf(const TensorType& sample, std::int64_t count) {
  std::vector<std::int64_t> extents(sample.shape.begin(), sample.shape.end());
  extents.insert(extents.begin(), count);
  FOVEA_TRY(const Shape shape, Shape::make(extents));
  return Tensor::tryMake({sample.dtype, shape});
}

}  // namespace

TensorType batchInputType(const DatasetInfo& data, const TransformPlan& plan) {
  TensorType type = plan.outputType();
  if (data.task == Task::NextSymbol) type.shape = nextSymbolInput(type.shape);
  return type;
}

Result<BatchMaker> BatchMaker::make(const Dataset& dataset, const TransformList& transforms, const Shape& target) {
  const DatasetInfo& info = dataset.info();
  FOVEA_TRY(TransformPlan plan, TransformPlan::make(transforms, {info.inputType, info.sampleShape}, info.uniform));
  BatchMaker maker(dataset, std::move(plan));
  FOVEA_TRY(maker.targets_, TargetPlan::make(info, maker.plan_, target));
  maker.inputType_ = batchInputType(info, maker.plan_);
  return maker;
}

Result<Batch> BatchMaker::allocate(std::int64_t count) const {
  Batch batch;
  FOVEA_TRY(batch.images, batchOf(inputType_, count));
  if (hasTargets()) {
    FOVEA_TRY(batch.target, batchOf(targetType(), count));
  }
  FOVEA_TRY(batch.labels, Tensor::tryMake({DataType::Int32, Shape{count}}));
  batch.indices.resize(static_cast<std::size_t>(count));
  return batch;
}

Status BatchMaker::gather(Split split, const Batch& batch, Scratch& scratch) const {
  scratch.inputs.clear();
  scratch.samples.clear();
  for (const std::int64_t index : batch.indices) {
    if (needsRecords()) {
      FOVEA_TRY(const SampleView sample, dataset_->view(split, index));
      scratch.samples.push_back(sample);
      scratch.inputs.push_back(sample.input);
    } else {
      FOVEA_TRY(Content input, dataset_->input(split, index));
      scratch.inputs.push_back(input);
    }
  }
  return {};
}

Status BatchMaker::fillInput(const Content& input, Random& random, Scratch& scratch, void* output) const {
  if (targets_.task() != Task::NextSymbol) return prepareInput(input, plan_, random, scratch.images, output);
  std::memcpy(output, input.bytes.data(), inputType_.bytes());
  return {};
}

Status BatchMaker::fill(Split split, std::uint64_t seed, Batch& batch, Scratch& scratch) const {
  FOVEA_CHECK(gather(split, batch, scratch));
  const auto labels = dataset_->labels(split);
  const std::size_t inputBytes = inputType_.bytes(), targetBytes = hasTargets() ? targetType().bytes() : 0;
  auto* const inputs = static_cast<std::byte*>(batch.images.raw());
  auto* const targets = hasTargets() ? static_cast<std::byte*>(batch.target.raw()) : nullptr;
  if (targets_.task() == Task::Detection) batch.boxes.resize(batch.indices.size());
  Random random(0);
  for (std::size_t i = 0; i < batch.indices.size(); ++i) {
    if (i + 1 < batch.indices.size()) prefetch(scratch.inputs[i + 1].bytes);
    const auto index = static_cast<std::uint64_t>(batch.indices[i]);
    if (plan_.random()) random = sampleRandom(seed, static_cast<std::uint64_t>(batch.epoch), index);
    Status made = fillInput(scratch.inputs[i], random, scratch, inputs + i * inputBytes);
    const SampleDrawing& drawing = scratch.images.images.drawing;
    if (made.ok() && targets)
      made = targets_.apply(scratch.samples[i], drawing, scratch.targets, targets + i * targetBytes);
    if (!made.ok())
      return made.error().within(
          fmt::format("Sample {} of the {} split of {}", index, splitName(split), dataset_->folder().string()));
    if (targets_.task() == Task::Detection)
      batch.boxes[i] = plan_.images() ? mapBoxes(scratch.samples[i].boxes, drawing) : scratch.samples[i].boxes.copy();
    batch.labels.data<std::int32_t>()[i] = labels[index];
  }
  return {};
}

}  // namespace fovea
