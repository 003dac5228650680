#include "core/data/store/dataset_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/base/file.h"
#include "core/data/store/sample_store.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kMaximumSamples = (std::int64_t{1} << 32) - 1;

// The number in a file name: 12 for "samples-0012.mdb".
int numberOf(const std::string& file) {
  const std::size_t begin = file.find('-');
  int number = 0;
  if (begin != std::string::npos) std::from_chars(file.data() + begin + 1, file.data() + file.size(), number);
  return std::clamp(number, 0, 1 << 30);
}

template <class T>
void put(std::string& table, const T& value) {
  table.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// The larger extent of each axis; an empty shape for different ranks.
Shape largest(const Shape& a, const Shape& b) {
  if (a.rank() != b.rank()) return {};
  Shape shape = a;
  for (int axis = 0; axis < a.rank(); ++axis) shape[axis] = std::max(a[axis], b[axis]);
  return shape;
}

}  // namespace

std::vector<std::int32_t> presentClasses(Task task, std::span<const std::int32_t> labels, std::span<const Box> boxes,
                                         const Tensor& mask) {
  std::vector<std::int32_t> present;
  if (task == Task::MultiLabel || task == Task::Transcription) present.assign(labels.begin(), labels.end());
  if (task == Task::Detection)
    for (const Box& box : boxes) present.push_back(box.label);
  if (task == Task::Segmentation && mask.defined() && mask.dtype() == DataType::UInt8) {
    std::array<bool, 256> seen{};
    for (const std::uint8_t label : mask.values<std::uint8_t>()) seen[label] = true;
    for (std::int32_t label = 0; label < kIgnoredPixel; ++label)
      if (seen[static_cast<std::size_t>(label)]) present.push_back(label);
  }
  std::sort(present.begin(), present.end());
  present.erase(std::unique(present.begin(), present.end()), present.end());
  return present;
}

struct DatasetBuilder::OpenSegment {
  std::string file;
  std::unique_ptr<StoreWriter> store;
  std::int64_t samples = 0;
  std::string splits;
  std::string labels;
  std::string presentCounts;
  std::string present;
  std::string hashes;
  std::string targets;
  std::string facts;
  std::string origins;
  std::string groups;
  std::string lastGroup;

  void note(const SampleView& sample, const SampleFacts& known, Task task) {
    ++samples;
    if (hasTargets(task)) put(targets, targetHash(sample));
    put(splits, static_cast<std::uint8_t>(sample.split));
    put(labels, sample.label);
    put(presentCounts, static_cast<std::uint32_t>(known.present.size()));
    for (const std::int32_t label : known.present) put(present, label);
    put(hashes, sample.hash);
    put(facts, known.stored);
    put(origins, known.origin);
    if (sample.group.empty() || sample.group == lastGroup) return;
    lastGroup = sample.group;
    put(groups, static_cast<std::uint8_t>(sample.split));
    put(groups, static_cast<std::uint32_t>(sample.group.size()));
    groups.append(sample.group);
  }
};

DatasetBuilder::DatasetBuilder(fs::path folder, Manifest start, std::optional<SampleStatistics> statistics)
    : folder_(std::move(folder)), manifest_(std::move(start)) {
  DatasetInfo& info = manifest_.info;
  info.formatVersion = info.parts.empty() ? kFormatWithoutParts : kDatasetFormatVersion;
  samples_ = info.samples();
  if (samples_ == 0) info.sampleShape = info.targetShape = {};
  for (SplitInfo& split : info.splits) split.perClass.resize(info.classes.size());
  for (const Segment& segment : manifest_.segments) files_ = std::max(files_, numberOf(segment.file));
  files_ = std::max(files_, numberOf(manifest_.statistics.file));
  if (statistics) (info.split(Split::Train).samples > 0 ? train_ : others_) = std::move(*statistics);
  train_.parts.resize(info.parts.size());
  others_.parts.resize(info.parts.size());
}

DatasetBuilder::~DatasetBuilder() = default;

std::uint64_t DatasetBuilder::statisticsBytes() const {
  const Shape& shape = manifest_.info.sampleShape;
  const bool meanImage = manifest_.info.uniform && manifest_.info.inputType == DataType::UInt8 &&
                         shape.elementCount() <= kMaximumMeanPixels;
  return meanImage ? static_cast<std::uint64_t>(shape.elementCount()) * sizeof(std::uint64_t) : 0;
}

Status DatasetBuilder::check(const SampleView& sample, const SampleFacts& facts) const {
  const auto refuse = [](std::string what) { return fail(ErrorCode::InvalidArgument, std::move(what)); };
  FOVEA_CHECK(checkContent(sample.input));
  if (sample.target) FOVEA_CHECK(checkContent(*sample.target));
  FOVEA_CHECK(checkParts(sample));
  const auto classes = static_cast<std::int64_t>(manifest_.info.classes.size());
  const auto isClass = [&](std::int32_t label) { return label >= 0 && label < classes; };
  if (sample.label != kNoLabel && !isClass(sample.label))
    return refuse(fmt::format("A sample has the label {} where the data set has {} classes.", sample.label, classes));
  for (const std::int32_t label : facts.present)
    if (!isClass(label))
      return refuse(fmt::format("A sample has the label {} where the data set has {} classes.", label, classes));
  if (samples_ > 0 && sample.input.type.dtype != manifest_.info.inputType)
    return refuse(fmt::format("A sample is of {} where those before are of {}.", dataTypeName(sample.input.type.dtype),
                              dataTypeName(manifest_.info.inputType)));
  if (!isSampleLength(sample.length))
    return refuse(
        fmt::format("A sample lasts for {} of its time; it must be more than 0 and at most 1.", sample.length));
  if (samples_ >= kMaximumSamples)
    return fail(ErrorCode::Unsupported, "A data set holds at most 4,294,967,295 samples.");
  return {};
}

Status DatasetBuilder::checkParts(const SampleView& sample) const {
  const std::vector<DataPart>& parts = manifest_.info.parts;
  if (sample.parts.size() != parts.size())
    return fail(ErrorCode::InvalidArgument, fmt::format("A sample has {} parts where the data set has {}.",
                                                        sample.parts.size() + 1, parts.size() + 1));
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Content& part = sample.parts[i];
    FOVEA_CHECK(checkContent(part));
    if (part.encoding != Encoding::Raw || part.type != parts[i].type)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("The part \"{}\" of a sample is {} where the data set has {}.", parts[i].name,
                              part.type.toString(), parts[i].type.toString()));
    bytes += part.bytes.size();
  }
  if (static_cast<std::int64_t>(bytes) <= kMaximumSampleBytes) return {};
  return fail(ErrorCode::InvalidArgument, "The parts of a sample have more than 256 MiB.");
}

Status DatasetBuilder::startSegment() {
  auto segment = std::make_unique<OpenSegment>();
  segment->file = fmt::format("samples-{:04}.mdb", ++files_);
  FOVEA_TRY(segment->store, StoreWriter::create(folder_ / segment->file));
  open_ = std::move(segment);
  return {};
}

Status DatasetBuilder::add(const SampleView& sample, const SampleFacts& facts) {
  FOVEA_CHECK(check(sample, facts));
  if (!open_) FOVEA_CHECK(startSegment());
  std::string& pending = open_->store->pending();
  const std::size_t before = pending.size();
  encodeSample(sample, pending);
  openBytes_ += pending.size() - before;
  FOVEA_CHECK(open_->store->added());
  open_->note(sample, facts, manifest_.info.task);
  noteShapes(sample);
  count(sample, facts);
  addStatistics(sample, facts);
  return {};
}

void DatasetBuilder::addStatistics(const SampleView& sample, const SampleFacts& facts) {
  const bool trains = sample.split == Split::Train;
  if (!trains && train_.input.samples() > 0) return;
  SampleStatistics& all = trains ? train_ : others_;
  all.input.add(sample.input.type, facts.channels, facts.pixels);
  for (std::size_t i = 0; i < sample.parts.size(); ++i)
    all.parts[i].add(sample.parts[i].type, i < facts.parts.size() ? facts.parts[i] : ChannelSums(), nullptr);
  if (trains && others_.input.samples() > 0) others_ = {};
}

void DatasetBuilder::noteShapes(const SampleView& sample) {
  DatasetInfo& info = manifest_.info;
  const Shape& shape = sample.input.type.shape;
  const TensorType target = sample.target ? sample.target->type : TensorType{DataType::UInt8, {}};
  info.lengths = info.lengths || sample.length < 1;
  if (samples_++ == 0) {
    info.inputType = sample.input.type.dtype;
    info.sampleShape = shape;
    info.uniform = true;
    info.targetType = target.dtype;
    info.targetShape = target.shape;
    return;
  }
  info.uniform = info.uniform && info.sampleShape == shape;
  if (!info.uniform) info.sampleShape = largest(info.sampleShape, shape);
  if (info.targetType != target.dtype || info.targetShape != target.shape) info.targetShape = {};
}

void DatasetBuilder::count(const SampleView& sample, const SampleFacts& facts) {
  SplitInfo& split = manifest_.info.splits[static_cast<std::size_t>(sample.split)];
  ++split.samples;
  const auto found = [&](std::int32_t label) { ++split.perClass[static_cast<std::size_t>(label)]; };
  if (hasSeveralClasses(manifest_.info.task)) {
    for (const std::int32_t label : facts.present) found(label);
    split.unlabelled += facts.present.empty();
  } else if (sample.label == kNoLabel) {
    ++split.unlabelled;
  } else {
    found(sample.label);
  }
}

Status DatasetBuilder::endSegment() {
  const bool several = hasSeveralClasses(manifest_.info.task);
  StoreWriter& store = *open_->store;
  FOVEA_CHECK(store.putTable(kLabelTable, open_->splits + open_->labels));
  if (several) FOVEA_CHECK(store.putTable(kPresentTable, open_->presentCounts + open_->present));
  FOVEA_CHECK(store.putTable(kHashTable, open_->hashes));
  if (!open_->targets.empty()) FOVEA_CHECK(store.putTable(kTargetTable, open_->targets));
  FOVEA_CHECK(store.putTable(kFactsTable, open_->facts));
  FOVEA_CHECK(store.putTable(kOriginTable, open_->origins));
  if (!open_->groups.empty()) FOVEA_CHECK(store.putTable(kGroupTable, open_->groups));
  Segment segment{open_->file, open_->samples, {}};
  FOVEA_TRY(segment.seal, store.finish());
  manifest_.segments.push_back(std::move(segment));
  open_.reset();
  openBytes_ = 0;
  return {};
}

Result<Manifest> DatasetBuilder::seal() {
  if (!open_) return manifest_;
  const std::string bytes = statistics().write();
  StatisticsFile file{fmt::format("statistics-{:04}.bin", files_), bytes.size(),
                      contentHash({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()})};
  FOVEA_CHECK(writeFileAtomic(folder_ / file.file, bytes));
  FOVEA_CHECK(endSegment());
  manifest_.statistics = std::move(file);
  DatasetInfo& info = manifest_.info;
  info.channelMean = statistics().input.channelMean();
  info.channelDeviation = statistics().input.channelDeviation();
  // Grey training images beside coloured ones of another split count as three equal channels, as in batches.
  if (info.channelMean.size() == 1 && info.sampleShape.rank() == 3 && info.sampleShape[0] == 3)
    for (auto* values : {&info.channelMean, &info.channelDeviation}) values->resize(3, values->front());
  for (std::size_t i = 0; i < info.parts.size(); ++i) {
    info.parts[i].mean = statistics().parts[i].channelMean();
    info.parts[i].deviation = statistics().parts[i].channelDeviation();
  }
  return manifest_;
}

}  // namespace fovea
