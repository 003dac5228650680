#include "core/data/sample.h"

#include <cassert>
#include <cstring>

namespace fovea {
namespace {

constexpr std::uint32_t kMagic = 0x4d535646;  // "FVSM"
constexpr std::uint16_t kVersion = 1;
constexpr std::uint8_t kRawPixels = 0;
constexpr std::uint32_t kMaximumSource = 1 << 16;

// The head of a record, little-endian, followed by the source's name and the pixels. `check` covers all before it and
// the name. A later version may change what follows `version`, never what stands before it.
struct RecordHeader {
  std::uint32_t magic = kMagic;
  std::uint16_t version = kVersion;
  std::uint8_t encoding = kRawPixels;
  std::uint8_t split = 0;
  std::int32_t label = kNoLabel;
  std::uint32_t channels = 0;
  std::uint32_t height = 0;
  std::uint32_t width = 0;
  std::uint32_t sourceBytes = 0;
  std::uint32_t pixelBytes = 0;
  std::uint64_t sourceIndex = 0;
  std::uint64_t hashHigh = 0;
  std::uint64_t hashLow = 0;
  std::uint64_t check = 0;
};
static_assert(sizeof(RecordHeader) == 64);

std::uint64_t headerCheck(const RecordHeader& header, std::string_view source) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&header);
  const ContentHash head = contentHash({bytes, offsetof(RecordHeader, check)});
  const ContentHash name = contentHash({reinterpret_cast<const std::uint8_t*>(source.data()), source.size()});
  return head.high ^ (name.low * 3);
}

Error damaged(const char* what) {
  return fail(ErrorCode::Corrupt, std::string("A sample's record is damaged: ") + what + ".",
              "Import the data set again from its source.");
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

Result<Sample> SampleView::copy() const {
  FOVEA_TRY(Tensor tensor, Tensor::tryMake({DataType::UInt8, shape}));
  std::memcpy(tensor.raw(), pixels.data(), pixels.size());
  return Sample{std::move(tensor), label, split, std::string(source), sourceIndex, hash};
}

void encodeSample(const SampleView& sample, std::string& record) {
  assert(sample.shape.rank() == 3 && static_cast<std::size_t>(sample.shape.elementCount()) == sample.pixels.size());
  const std::string_view source = sample.source.substr(0, kMaximumSource);
  const ContentHash hash = contentHash(sample.pixels);
  RecordHeader header;
  header.split = static_cast<std::uint8_t>(sample.split);
  header.label = sample.label;
  header.channels = static_cast<std::uint32_t>(sample.shape[0]);
  header.height = static_cast<std::uint32_t>(sample.shape[1]);
  header.width = static_cast<std::uint32_t>(sample.shape[2]);
  header.sourceBytes = static_cast<std::uint32_t>(source.size());
  header.pixelBytes = static_cast<std::uint32_t>(sample.pixels.size());
  header.sourceIndex = sample.sourceIndex;
  header.hashHigh = hash.high;
  header.hashLow = hash.low;
  header.check = headerCheck(header, source);
  record.append(reinterpret_cast<const char*>(&header), sizeof header);
  record.append(source);
  record.append(reinterpret_cast<const char*>(sample.pixels.data()), sample.pixels.size());
}

Result<SampleView> decodeSample(std::span<const std::uint8_t> record) {
  RecordHeader header;
  if (record.size() < sizeof header) return damaged("it is too short");
  std::memcpy(&header, record.data(), sizeof header);
  if (header.magic != kMagic) return damaged("it does not begin as one");
  if (header.version > kVersion)
    return fail(ErrorCode::NewerVersion,
                "A sample was written by a newer Fovea (record version " + std::to_string(header.version) + ").",
                "Update Fovea to read it.");
  const std::size_t content = record.size() - sizeof header;
  if (header.sourceBytes > kMaximumSource || std::size_t{header.sourceBytes} + header.pixelBytes != content)
    return damaged("its lengths do not add up");
  const std::string_view source(reinterpret_cast<const char*>(record.data() + sizeof header), header.sourceBytes);
  if (header.check != headerCheck(header, source)) return damaged("its checksum is wrong");
  const std::int64_t extents[] = {header.channels, header.height, header.width};
  auto shape = Shape::make(extents);
  if (!shape.ok() || shape->elementCount() != header.pixelBytes) return damaged("its size does not fit its pixels");
  if (header.encoding != kRawPixels || header.version != kVersion || header.split >= kSplits.size() ||
      header.label < kNoLabel)
    return damaged("a field has a value that it cannot have");
  return SampleView{*shape,
                    record.subspan(sizeof header + header.sourceBytes),
                    header.label,
                    static_cast<Split>(header.split),
                    source,
                    header.sourceIndex,
                    {header.hashHigh, header.hashLow}};
}

Status verifyPixels(const SampleView& sample) {
  if (contentHash(sample.pixels) == sample.hash) return {};
  return damaged("its pixels are not those that were written");
}

}  // namespace fovea
