#include "core/data/loading/batch_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/base/parallel_ranges.h"
#include "core/data/transforms/box_map.h"

namespace fovea {
namespace {

constexpr std::size_t kPrefetchedBytes = 2048;
constexpr const char* kWithoutMixing = "Take what mixes samples out of the list of transforms.";
// Separate random streams: mixing and the choice of partners do not affect the order of samples or their transforms.
constexpr std::uint64_t kMixing = 0x4d49580000000000ull;
constexpr std::uint64_t kPartners = 0x5052540000000000ull;

// Prefetches the beginning of a sample while the previous one is processed: in shuffled order the processor cannot
// predict it.
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

TensorType batchPartType(const DataPart& part) {
  return {part.type.dtype == DataType::Int32 ? DataType::Int32 : DataType::Float32, part.type.shape};
}

void preparePart(const DataPart& part, const std::uint8_t* numbers, void* output) {
  if (part.type.dtype == DataType::Int32) {
    std::memcpy(output, numbers, part.type.bytes());
    return;
  }
  const auto channels = static_cast<std::size_t>(std::max<std::size_t>(part.mean.size(), 1));
  const std::size_t count = static_cast<std::size_t>(part.type.shape.elementCount()) / channels;
  auto* const values = static_cast<float*>(output);
  for (std::size_t c = 0; c < channels; ++c) {
    const double mean = part.mean.empty() ? 0 : part.mean[c];
    const double deviation = part.deviation.empty() || !(part.deviation[c] > 0) ? 1 : part.deviation[c];
    for (std::size_t i = c * count; i < (c + 1) * count; ++i) {
      float number = 0;
      if (part.type.dtype == DataType::UInt8)
        number = static_cast<float>(numbers[i]) / 255.0f;
      else
        std::memcpy(&number, numbers + i * sizeof number, sizeof number);
      values[i] = static_cast<float>((static_cast<double>(number) - mean) / deviation);
    }
  }
}

namespace {

// A blend of two signals is as long as the longer one.
void takeLonger(std::span<const SampleMix> mixes, std::span<const std::uint32_t> partners, Tensor& lengths) {
  const std::vector<float> before(lengths.values<float>().begin(), lengths.values<float>().end());
  for (std::size_t i = 0; i < mixes.size(); ++i)
    if (mixes[i].share < 1) lengths.data<float>()[i] = std::max(before[i], before[partners[i]]);
}

// Parts are matched by name and type; their statistics may come from another data set.
Status checkSameParts(const DatasetInfo& info, const std::vector<DataPart>& parts) {
  const bool same =
      std::equal(info.parts.begin(), info.parts.end(), parts.begin(), parts.end(),
                 [](const DataPart& a, const DataPart& b) { return a.name == b.name && a.type == b.type; });
  if (same) return {};
  const auto words = [](const std::vector<DataPart>& all) {
    std::string text;
    for (const DataPart& part : all)
      text += fmt::format("{}\"{}\" ({})", text.empty() ? "" : ", ", part.name, part.type.toString());
    return text.empty() ? std::string("none") : text;
  };
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The samples of \"{}\" have other parts beside their input ({}) than the network was trained "
                          "on ({}).",
                          info.name, words(info.parts), words(parts)),
              "Choose the data set that the network was trained on, or one like it.");
}

}  // namespace

Result<BatchMaker> BatchMaker::make(const Dataset& dataset, const TransformList& transforms, const Shape& target,
                                    std::vector<DataPart> parts) {
  const DatasetInfo& info = dataset.info();
  if (parts.empty()) parts = info.parts;
  FOVEA_CHECK(checkSameParts(info, parts));
  FOVEA_TRY(TransformPlan plan, TransformPlan::make(transforms, {info.inputType, info.sampleShape}, info.uniform));
  BatchMaker maker(dataset, std::move(plan));
  FOVEA_TRY(maker.targets_, TargetPlan::make(info, maker.plan_, target));
  maker.inputType_ = batchInputType(info, maker.plan_);
  maker.hasLengths_ = info.lengths;
  maker.parts_ = std::move(parts);
  if (!maker.plan_.mixes()) return maker;
  if (info.task != Task::Classification && info.task != Task::MultiLabel)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("Samples with labels can be mixed, but those of \"{}\" are for {}.", info.name,
                            taskName(info.task)),
                kWithoutMixing);
  if (!info.parts.empty())
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The samples of \"{}\" have parts beside their input, which cannot be mixed with those of "
                            "other samples.",
                            info.name),
                kWithoutMixing);
  maker.mixedLabels_ = info.task == Task::Classification;
  maker.sharesType_ = {DataType::Float32, Shape{static_cast<std::int64_t>(info.classes.size())}};
  return maker;
}

Result<Batch> BatchMaker::allocate(std::int64_t count) const {
  Batch batch;
  batch.inputs.resize(1 + parts_.size());
  batch.inputs[0].name = dataset_->info().inputName;
  FOVEA_TRY(batch.input(), batchOf(inputType_, count));
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    batch.inputs[i + 1].name = parts_[i].name;
    FOVEA_TRY(batch.inputs[i + 1].values, batchOf(batchPartType(parts_[i]), count));
  }
  if (hasTargets()) {
    FOVEA_TRY(batch.target, batchOf(targetType(), count));
  }
  FOVEA_TRY(batch.labels, Tensor::tryMake({DataType::Int32, Shape{count}}));
  if (hasLengths()) {
    FOVEA_TRY(batch.lengths, Tensor::tryMake({DataType::Float32, Shape{count}}));
  }
  batch.indices.resize(static_cast<std::size_t>(count));
  return batch;
}

// A record of another data set has no parts or different ones.
Status BatchMaker::checkParts(const SampleView& sample) const {
  const bool right = std::equal(parts_.begin(), parts_.end(), sample.parts.begin(), sample.parts.end(),
                                [](const DataPart& part, const Content& there) { return part.type == there.type; });
  return right ? Status() : Status(fail(ErrorCode::Corrupt, "A sample has other parts than its data set says."));
}

Status BatchMaker::gather(Split split, std::span<const std::int64_t> indices, Scratch& scratch) const {
  scratch.inputs.clear();
  scratch.samples.clear();
  for (const std::int64_t index : indices) {
    if (needsRecords()) {
      FOVEA_TRY(const SampleView sample, dataset_->view(split, index));
      FOVEA_CHECK(checkParts(sample));
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

// Sets a probability of 1 for its own label; all zeros without a label.
void BatchMaker::fillShares(const Batch& batch, std::size_t sample, float* shares) const {
  const auto classes = static_cast<std::size_t>(sharesType_.shape[0]);
  std::fill_n(shares + sample * classes, classes, 0.0f);
  if (const std::int32_t label = batch.labels.data<std::int32_t>()[sample]; label >= 0)
    shares[sample * classes + static_cast<std::size_t>(label)] = 1;
}

// The partner of each sample is another sample of the batch, by an order drawn for the batch; the mixing itself uses
// other random numbers.
void BatchMaker::mix(std::uint64_t seed, Batch& batch, Scratch& scratch) const {
  const auto epoch = static_cast<std::uint64_t>(batch.epoch);
  std::vector<std::vector<SampleMix>> bySample;
  for (const std::int64_t index : batch.indices) {
    Random random = sampleRandom(seed ^ kMixing, epoch, static_cast<std::uint64_t>(index));
    bySample.push_back(plan_.drawMixes(random));
  }
  const std::uint64_t key =
      sampleRandom(seed ^ kPartners, epoch, static_cast<std::uint64_t>(batch.firstPosition)).next64();
  for (std::size_t step = 0; step < bySample.front().size(); ++step) {
    const auto partners = sampleOrder(batch.size(), key, static_cast<std::int64_t>(step));
    std::vector<SampleMix> mixes;
    for (const auto& drawn : bySample) mixes.push_back(drawn[step]);
    mixSamples(mixes, partners, batch.input(), batch.target, scratch.mixed);
    if (hasLengths()) takeLonger(mixes, partners, batch.lengths);
  }
}

// Fills the rows from `begin` to before `end`, without mixing.
Status BatchMaker::fillRows(Split split, std::uint64_t seed, Batch& batch, std::size_t begin, std::size_t end,
                            Scratch& scratch) const {
  FOVEA_CHECK(gather(split, std::span(batch.indices).subspan(begin, end - begin), scratch));
  const auto labels = dataset_->labels(split);
  const std::size_t inputBytes = inputType_.bytes(), targetBytes = hasTargets() ? targetType().bytes() : 0;
  auto* const inputs = static_cast<std::byte*>(batch.input().raw());
  auto* const targets = hasTargets() ? static_cast<std::byte*>(batch.target.raw()) : nullptr;
  Random random(0);
  for (std::size_t i = begin; i < end; ++i) {
    if (i + 1 < end) prefetch(scratch.inputs[i + 1 - begin].bytes);
    const auto sample = [&]() -> const SampleView& { return scratch.samples[i - begin]; };
    const auto index = static_cast<std::uint64_t>(batch.indices[i]);
    if (plan_.random()) random = sampleRandom(seed, static_cast<std::uint64_t>(batch.epoch), index);
    double& length = scratch.images.images.length;
    length = hasLengths() ? static_cast<double>(sample().length) : 1;
    Status made = fillInput(scratch.inputs[i - begin], random, scratch, inputs + i * inputBytes);
    const SampleDrawing& drawing = scratch.images.images.drawing;
    if (made.ok() && targets_.hasTensor())
      made = targets_.apply(sample(), drawing, scratch.targets, targets + i * targetBytes);
    for (std::size_t p = 0; p < parts_.size(); ++p)
      preparePart(parts_[p], sample().parts[p].bytes.data(),
                  static_cast<std::byte*>(batch.inputs[p + 1].values.raw()) + i * batchPartType(parts_[p]).bytes());
    if (!made.ok())
      return made.error().within(
          fmt::format("Sample {} of the {} split of {}", index, splitName(split), dataset_->folder().string()));
    if (targets_.task() == Task::Detection)
      batch.boxes[i] = plan_.images() ? mapBoxes(sample().boxes, drawing) : sample().boxes.copy();
    batch.labels.data<std::int32_t>()[i] = labels[index];
    if (hasLengths()) batch.lengths.data<float>()[i] = static_cast<float>(length);
    if (mixedLabels_) fillShares(batch, i, batch.target.data<float>());
  }
  return {};
}

Status BatchMaker::fill(Split split, std::uint64_t seed, Batch& batch, Scratch& scratch) const {
  if (targets_.task() == Task::Detection) batch.boxes.resize(batch.indices.size());
  FOVEA_CHECK(fillRows(split, seed, batch, 0, batch.indices.size(), scratch));
  if (plan_.mixes()) mix(seed, batch, scratch);
  return {};
}

Status BatchMaker::fillInParallel(Split split, std::uint64_t seed, std::span<Batch> batches,
                                  const CancelToken& cancel) const {
  constexpr std::size_t kRowsAtOnce = 8, kCheapRowsAtOnce = 128;  // starting a thread takes as long as 30 cheap rows
  struct Rows {
    Batch* batch;
    std::size_t begin, end;
    Status made;
  };
  std::vector<Rows> ranges;
  for (Batch& batch : batches) {
    const std::size_t count = batch.indices.size();
    const std::size_t grain = isCheap(split, batch.size()) ? kCheapRowsAtOnce : kRowsAtOnce;
    if (targets_.task() == Task::Detection) batch.boxes.resize(count);
    for (std::size_t begin = 0; begin < count; begin += grain)
      ranges.push_back({&batch, begin, std::min(begin + grain, count), {}});
  }
  const auto fillSome = [&](std::size_t at, std::size_t) {
    Scratch scratch;
    Rows& rows = ranges[at];
    if (!cancel.cancelled()) rows.made = fillRows(split, seed, *rows.batch, rows.begin, rows.end, scratch);
  };
  (void)parallelRanges(ranges.size(), 1, fillSome, {});
  if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "Preparing a batch was cancelled.");
  for (Rows& rows : ranges) FOVEA_CHECK(std::move(rows.made));
  Scratch scratch;
  if (plan_.mixes())
    for (Batch& batch : batches) mix(seed, batch, scratch);
  return {};
}

bool BatchMaker::isCheap(Split split, std::int64_t count) const {
  constexpr std::int64_t kFewPixels = std::int64_t{1} << 18;
  constexpr std::int64_t kFitsInMemory = std::int64_t{1} << 29;
  const DatasetInfo& info = dataset_->info();
  const std::int64_t pixels = info.sampleShape.elementCount();
  const auto first = dataset_->input(split, 0);  // assumes that other samples are similar
  if (first.ok() && first->encoding != Encoding::Raw) return false;
  return count * pixels <= kFewPixels && info.samples() * pixels <= kFitsInMemory;
}

}  // namespace fovea
