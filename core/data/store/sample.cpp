#include "core/data/store/sample.h"

#include <cassert>

#include "core/data/store/sample_record.h"

namespace fovea {
namespace {

constexpr std::uint32_t kMagic = 0x4d535646;  // "FVSM"
// Versions: samples without padding and further parts, padded samples, samples of several parts.
constexpr std::uint16_t kVersionOfWhole = 2, kVersionOfShort = 3, kVersion = 4;
constexpr std::uint32_t kMaximumName = 1 << 16;
constexpr std::uint8_t kHasTarget = 1, kHasParts = 2;

// Precedes the further parts of a sample, and is followed by a ContentHead of each and their bytes.
struct PartsHead {
  std::uint32_t count = 0;
  std::uint32_t bytes = 0;  // size of everything that follows
};

ContentHead headOf(const Content& content) {
  ContentHead head;
  head.dtype = static_cast<std::uint8_t>(content.type.dtype);
  head.encoding = static_cast<std::uint8_t>(content.encoding);
  head.rank = static_cast<std::uint8_t>(content.type.shape.rank());
  head.bytes = static_cast<std::uint32_t>(content.bytes.size());
  for (int axis = 0; axis < content.type.shape.rank(); ++axis)
    head.extents[axis] = static_cast<std::uint32_t>(content.type.shape[axis]);
  return head;
}

// Reads the content of a head from the next bytes of `rest`; returns false for an invalid head.
bool readContent(const ContentHead& head, std::span<const std::uint8_t> bytes, Content& content) {
  if (head.rank > kMaximumContentRank || head.zero != 0) return false;
  std::int64_t extents[kMaximumContentRank];
  for (int axis = 0; axis < head.rank; ++axis) extents[axis] = head.extents[axis];
  for (int axis = head.rank; axis < kMaximumContentRank; ++axis)
    if (head.extents[axis] != 0) return false;
  const auto shape = Shape::make({extents, head.rank});
  if (!shape.ok()) return false;
  content = {{static_cast<DataType>(head.dtype), *shape}, static_cast<Encoding>(head.encoding), bytes};
  return checkContent(content).ok();
}

template <class T>
std::span<const std::uint8_t> bytesOf(const T& value, std::size_t size) {
  return {reinterpret_cast<const std::uint8_t*>(&value), size};
}

void append(std::string& record, std::span<const std::uint8_t> bytes) {
  record.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

void appendParts(const std::vector<Content>& parts, std::string& record) {
  PartsHead head{static_cast<std::uint32_t>(parts.size()), 0};
  for (const Content& part : parts) head.bytes += static_cast<std::uint32_t>(sizeof(ContentHead) + part.bytes.size());
  append(record, bytesOf(head, sizeof head));
  for (const Content& part : parts) {
    const ContentHead one = headOf(part);
    append(record, bytesOf(one, sizeof one));
  }
  for (const Content& part : parts) append(record, part.bytes);
}

std::uint64_t checkOf(std::span<const std::uint8_t> head, std::span<const std::uint8_t> rest) {
  return contentHash(head).high ^ (contentHash(rest).low * 3);
}

// Removes parts from the front of a record.
struct Cutter {
  std::span<const std::uint8_t> rest;
  std::span<const std::uint8_t> take(std::size_t bytes) {
    const auto part = rest.first(bytes);
    rest = rest.subspan(bytes);
    return part;
  }
  std::string_view text(std::size_t bytes) {
    const auto part = take(bytes);
    return {reinterpret_cast<const char*>(part.data()), part.size()};
  }
};

// The size of the further parts with their heads at `at` of `rest`; nothing for an impossible size.
std::optional<std::uint64_t> partsBytes(std::span<const std::uint8_t> rest, std::uint64_t at) {
  PartsHead parts;
  if (at + sizeof parts > rest.size()) return {};
  std::memcpy(&parts, rest.data() + at, sizeof parts);
  if (parts.count < 1 || parts.count > kMaximumParts) return {};
  return sizeof parts + std::uint64_t{parts.bytes};
}

// Reads the further parts of a sample; returns false for invalid ones. `bytes` has the size from partsBytes().
bool readContents(std::span<const std::uint8_t> bytes, std::vector<Content>& parts) {
  PartsHead head;
  std::memcpy(&head, bytes.data(), sizeof head);
  Cutter cutter{bytes.subspan(sizeof head)};
  if (head.count * sizeof(ContentHead) > cutter.rest.size()) return false;
  const auto heads = cutter.take(head.count * sizeof(ContentHead));
  for (std::uint32_t i = 0; i < head.count; ++i) {
    ContentHead part;
    std::memcpy(&part, heads.data() + i * sizeof part, sizeof part);
    if (part.bytes > cutter.rest.size()) return false;
    const auto content = cutter.take(part.bytes);
    if (!readContent(part, content, parts.emplace_back()) || parts.back().encoding != Encoding::Raw) return false;
  }
  return cutter.rest.empty();
}

// Reads a record of version 2 or later.
Result<SampleView> decodeNewer(std::span<const std::uint8_t> record) {
  RecordHead head;
  if (record.size() < sizeof head) return damagedRecord("it is too short");
  std::memcpy(&head, record.data(), sizeof head);
  const std::uint64_t fixed = head.labels * std::uint64_t{sizeof(std::int32_t)} +
                              head.boxes * std::uint64_t{sizeof(Box)} + head.sourceBytes + head.groupBytes +
                              std::uint64_t{head.target.bytes};
  const bool several = head.version == kVersion;
  const auto more = several ? partsBytes(record.subspan(sizeof head), fixed) : std::optional<std::uint64_t>(0);
  if (!more) return damagedRecord("its lengths do not add up");
  const std::uint64_t between = fixed + *more;
  if (head.sourceBytes > kMaximumName || head.groupBytes > kMaximumName ||
      between + head.input.bytes != record.size() - sizeof head)
    return damagedRecord("its lengths do not add up");
  const auto rest = record.subspan(sizeof head);
  if (head.check != checkOf(record.first(offsetof(RecordHead, check)), rest.first(between)))
    return damagedRecord("its checksum is wrong");
  SampleView view;
  Cutter cutter{rest};
  view.labels = {cutter.take(head.labels * sizeof(std::int32_t)).data(), head.labels};
  view.boxes = {cutter.take(head.boxes * sizeof(Box)).data(), head.boxes};
  view.source = cutter.text(head.sourceBytes);
  view.group = cutter.text(head.groupBytes);
  const auto target = cutter.take(head.target.bytes);
  const bool whole = head.version == kVersionOfWhole;
  const std::uint8_t flags = several ? head.flags ^ kHasParts : head.flags;
  bool right = head.split < kSplits.size() && head.label >= kNoLabel && flags <= kHasTarget &&
               (whole ? head.length == 0 : isSampleLength(head.length));
  if (flags == kHasTarget)
    right = right && readContent(head.target, target, view.target.emplace());
  else
    right = right && head.target == ContentHead{};
  if (several) right = right && readContents(cutter.take(*more), view.parts);
  if (!right || !readContent(head.input, cutter.rest, view.input))
    return damagedRecord("a field has a value that it cannot have");
  view.label = head.label;
  view.split = static_cast<Split>(head.split);
  view.sourceIndex = head.sourceIndex;
  view.hash = {head.hashHigh, head.hashLow};
  if (!whole) view.length = head.length;
  return view;
}

}  // namespace

const char* splitName(Split split) {
  static constexpr const char* names[] = {"train", "validation", "test"};
  return names[static_cast<int>(split)];
}

Result<Split> splitFromName(std::string_view name) {
  for (Split split : kSplits)
    if (name == splitName(split)) return split;
  return fail(ErrorCode::InvalidArgument, "There is no split named \"" + std::string(name) + "\".",
              "The splits are train, validation and test.");
}

const char* taskName(Task task) {
  static constexpr const char* names[] = {"classification", "multi_label",    "detection",
                                          "segmentation",   "image_to_image", "regression",
                                          "next_symbol",    "transcription",  "unlabelled"};
  return names[static_cast<int>(task)];
}

Result<Task> taskFromName(std::string_view name) {
  std::string known;
  for (Task task : kTasks) {
    if (name == taskName(task)) return task;
    known += std::string(known.empty() ? "" : ", ") + taskName(task);
  }
  return fail(ErrorCode::InvalidArgument, "There is no task named \"" + std::string(name) + "\".",
              "The tasks are " + known + ".");
}

Result<Sample> SampleView::copy() const {
  Sample sample{{}, label,         split,        std::string(source), sourceIndex, hash,
                {}, labels.copy(), boxes.copy(), std::string(group),  length,      {}};
  FOVEA_TRY(sample.input, decodeContent(input));
  if (target) {
    FOVEA_TRY(sample.target, decodeContent(*target));
  }
  for (const Content& part : parts) {
    FOVEA_TRY(sample.parts.emplace_back(), decodeContent(part));
  }
  return sample;
}

Content rawContent(const TensorType& type, std::span<const std::uint8_t> bytes) {
  return {type, Encoding::Raw, bytes};
}

Content rawContent(const Tensor& tensor) {
  return {tensor.type(), Encoding::Raw, {static_cast<const std::uint8_t*>(tensor.raw()), tensor.bytes()}};
}

SampleView rawSample(const Shape& shape, std::span<const std::uint8_t> pixels, std::int32_t label, Split split,
                     std::string_view source, std::uint64_t sourceIndex) {
  SampleView sample;
  sample.input = rawContent({DataType::UInt8, shape}, pixels);
  sample.label = label;
  sample.split = split;
  sample.source = source;
  sample.sourceIndex = sourceIndex;
  return sample;
}

Status checkContent(const Content& content) {
  const TensorType& type = content.type;
  const auto refuse = [&](const char* what) {
    return fail(ErrorCode::InvalidArgument, std::string("A sample cannot hold ") + what + ".");
  };
  if (type.dtype != DataType::UInt8 && type.dtype != DataType::Int32 && type.dtype != DataType::Float32)
    return refuse("numbers that are not u8, i32 or f32");
  if (type.shape.rank() > kMaximumContentRank) return refuse("numbers with more than 6 axes");
  const std::int64_t count = type.shape.elementCount();
  if (count < 1 || count > kMaximumSampleBytes || static_cast<std::int64_t>(type.bytes()) > kMaximumSampleBytes)
    return refuse("no number, or more than 256 MiB of them");
  if (content.encoding == Encoding::Raw)
    return content.bytes.size() == type.bytes() ? Status() : refuse("fewer or more numbers than its shape says");
  if (content.encoding > Encoding::Jpeg || type.dtype != DataType::UInt8 || type.shape.rank() != 3 ||
      content.bytes.empty() || content.bytes.size() > kMaximumSampleBytes)
    return refuse("an encoded part that is no image");
  return {};
}

void encodeSample(const SampleView& sample, std::string& record) {
  assert(checkContent(sample.input).ok() && (!sample.target || checkContent(*sample.target).ok()));
  assert(isSampleLength(sample.length) && sample.parts.size() <= kMaximumParts);
  const std::string_view source = sample.source.substr(0, kMaximumName);
  const std::string_view group = sample.group.substr(0, kMaximumName);
  RecordHead head;
  head.magic = kMagic;
  const bool several = !sample.parts.empty();
  head.version = several ? kVersion : sample.length < 1 ? kVersionOfShort : kVersionOfWhole;
  head.split = static_cast<std::uint8_t>(sample.split);
  head.flags = static_cast<std::uint8_t>((sample.target ? kHasTarget : 0) | (several ? kHasParts : 0));
  head.label = sample.label;
  head.labels = static_cast<std::uint32_t>(sample.labels.size());
  head.boxes = static_cast<std::uint32_t>(sample.boxes.size());
  head.sourceBytes = static_cast<std::uint32_t>(source.size());
  head.groupBytes = static_cast<std::uint32_t>(group.size());
  if (sample.length < 1 || several) head.length = sample.length;
  head.input = headOf(sample.input);
  if (sample.target) head.target = headOf(*sample.target);
  head.sourceIndex = sample.sourceIndex;
  head.hashHigh = sample.hash.high;
  head.hashLow = sample.hash.low;
  const std::size_t begin = record.size();
  record.append(sizeof head, '\0');
  append(record, sample.labels.bytes());
  append(record, sample.boxes.bytes());
  record.append(source);
  record.append(group);
  if (sample.target) append(record, sample.target->bytes);
  if (several) appendParts(sample.parts, record);
  const std::size_t between = begin + sizeof head;
  head.check = checkOf(bytesOf(head, offsetof(RecordHead, check)),
                       {reinterpret_cast<const std::uint8_t*>(record.data()) + between, record.size() - between});
  std::memcpy(record.data() + begin, &head, sizeof head);
  append(record, sample.input.bytes);
}

Result<SampleView> decodeSample(std::span<const std::uint8_t> record) {
  std::uint32_t magic = 0;
  std::uint16_t version = 0;
  if (record.size() < sizeof magic + sizeof version) return damagedRecord("it is too short");
  std::memcpy(&magic, record.data(), sizeof magic);
  std::memcpy(&version, record.data() + sizeof magic, sizeof version);
  if (magic != kMagic) return damagedRecord("it does not begin as one");
  if (version > kVersion)
    return fail(ErrorCode::NewerVersion,
                "A sample was written by a newer Fovea (record version " + std::to_string(version) + ").",
                "Update Fovea to read it.");
  return version >= kVersionOfWhole ? decodeNewer(record) : decodeFirst(record);
}

ContentHash targetHash(const SampleView& sample) {
  // Hashes each part separately, so that bytes moved from one part to the next change the result.
  std::array<ContentHash, 4> parts{contentHash(sample.labels.bytes()), contentHash(sample.boxes.bytes()), {}, {}};
  if (sample.target) {
    const ContentHead head = headOf(*sample.target);
    parts[2] = contentHash({reinterpret_cast<const std::uint8_t*>(&head), sizeof head});
    parts[3] = contentHash(sample.target->bytes);
  }
  return contentHash({reinterpret_cast<const std::uint8_t*>(parts.data()), sizeof parts});
}

ContentHash inputHash(const SampleView& sample) {
  if (sample.parts.empty()) return contentHash(sample.input.bytes);
  // Hashes each part separately, so that bytes moved from one part to the next change the result.
  std::vector<ContentHash> hashes{contentHash(sample.input.bytes)};
  for (const Content& part : sample.parts) hashes.push_back(contentHash(part.bytes));
  return contentHash({reinterpret_cast<const std::uint8_t*>(hashes.data()), hashes.size() * sizeof(ContentHash)});
}

Status verifyInput(const SampleView& sample) {
  if (inputHash(sample) == sample.hash) return {};
  return damagedRecord("its input is not the one that was written");
}

}  // namespace fovea
