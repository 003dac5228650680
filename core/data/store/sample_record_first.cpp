#include <cstring>
#include <string>

#include "core/data/store/sample_record.h"

namespace fovea {
namespace {

constexpr std::uint16_t kFirstVersion = 1;
constexpr std::uint32_t kMaximumSource = 1 << 16;

// The head in version 1, followed by the source's name and the pixels. `check` covers all fields before it and the
// name.
struct FirstHead {
  std::uint32_t magic;
  std::uint16_t version;
  std::uint8_t encoding;
  std::uint8_t split;
  std::int32_t label;
  std::uint32_t channels;
  std::uint32_t height;
  std::uint32_t width;
  std::uint32_t sourceBytes;
  std::uint32_t pixelBytes;
  std::uint64_t sourceIndex;
  std::uint64_t hashHigh;
  std::uint64_t hashLow;
  std::uint64_t check;
};
static_assert(sizeof(FirstHead) == 64);

}  // namespace

Error damagedRecord(const char* what) {
  return fail(ErrorCode::Corrupt, std::string("A sample's record is damaged: ") + what + ".",
              "Import the data set again from its source.");
}

Result<SampleView> decodeFirst(std::span<const std::uint8_t> record) {
  FirstHead head;
  if (record.size() < sizeof head) return damagedRecord("it is too short");
  std::memcpy(&head, record.data(), sizeof head);
  const std::size_t content = record.size() - sizeof head;
  if (head.sourceBytes > kMaximumSource || std::size_t{head.sourceBytes} + head.pixelBytes != content)
    return damagedRecord("its lengths do not add up");
  const auto source = record.subspan(sizeof head, head.sourceBytes);
  if (head.check != (contentHash(record.first(offsetof(FirstHead, check))).high ^ (contentHash(source).low * 3)))
    return damagedRecord("its checksum is wrong");
  const std::int64_t extents[] = {head.channels, head.height, head.width};
  const auto shape = Shape::make(extents);
  if (!shape.ok() || shape->elementCount() != head.pixelBytes) return damagedRecord("its size does not fit its pixels");
  if (head.encoding != 0 || head.version != kFirstVersion || head.split >= kSplits.size() || head.label < kNoLabel)
    return damagedRecord("a field has a value that it cannot have");
  SampleView view;
  view.input = rawContent({DataType::UInt8, *shape}, record.subspan(sizeof head + head.sourceBytes));
  view.label = head.label;
  view.split = static_cast<Split>(head.split);
  view.source = {reinterpret_cast<const char*>(source.data()), source.size()};
  view.sourceIndex = head.sourceIndex;
  view.hash = {head.hashHigh, head.hashLow};
  return view;
}

}  // namespace fovea
