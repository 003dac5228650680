#include "core/data/importers/hdf5_header.h"

#include <algorithm>
#include <utility>

namespace fovea {
namespace {

constexpr std::size_t kMostMessages = 10'000;
constexpr std::size_t kMostHeaderBlocks = 10'000;

// Reads both header forms, which differ in the sizes of their fields.
class HeaderReader {
 public:
  explicit HeaderReader(const Hdf5Blocks& blocks) : blocks_(blocks) {}

  Result<std::vector<Hdf5Message>> read(std::uint64_t address) {
    FOVEA_TRY(Hdf5Cursor start, blocks_.at(address, 16));
    isNew_ = start.number(4) == 0x5244484f;  // "OHDR"
    FOVEA_TRY(Hdf5Cursor first, isNew_ ? firstNew(address, start) : firstOld(address));
    FOVEA_CHECK(take(first));
    for (std::size_t i = 0; i < further_.size(); ++i) {
      if (i > kMostHeaderBlocks) return damagedHdf5();
      const auto [place, bytes] = further_[i];
      FOVEA_TRY(Hdf5Cursor block, isNew_ ? blocks_.checked(place, bytes, "OCHK") : blocks_.at(place, bytes));
      FOVEA_CHECK(take(block));
    }
    return std::move(found_);
  }

 private:
  Result<Hdf5Cursor> firstOld(std::uint64_t address) const {
    FOVEA_TRY(Hdf5Cursor head, blocks_.at(address, 16));
    if (head.number(1) != 1) return damagedHdf5();
    head.skip(7);
    return blocks_.at(address + 16, head.number(4));
  }

  Result<Hdf5Cursor> firstNew(std::uint64_t address, Hdf5Cursor& head) {
    head.skip(1);
    flags_ = static_cast<unsigned>(head.number(1));
    const std::uint64_t prefix = 6 + (flags_ & 0x20 ? 16 : 0) + (flags_ & 0x10 ? 4 : 0);
    const std::size_t width = std::size_t{1} << (flags_ & 3);
    FOVEA_TRY(Hdf5Cursor size, blocks_.at(address + prefix, width));
    const std::uint64_t bytes = size.number(width);
    if (bytes > UINT32_MAX) return damagedHdf5();
    FOVEA_TRY(Hdf5Cursor block, blocks_.checked(address, prefix + width + bytes + kHdf5Checksum, "OHDR"));
    block.skip(prefix - 4 + width);
    return block;
  }

  Status take(Hdf5Cursor& block) {
    while (block.left() >= (isNew_ ? 4 : 8) && found_.size() < kMostMessages) {
      Hdf5Message message;
      message.type = static_cast<unsigned>(block.number(isNew_ ? 1 : 2));
      const std::uint64_t size = block.number(2);
      message.shared = (block.number(1) & 2) != 0;
      block.skip(isNew_ ? (flags_ & 4 ? 2 : 0) : 3);
      message.data = block.take(size);
      if (block.cut()) return damagedHdf5();
      if (message.type != kHdf5Continuation) {
        found_.push_back(std::move(message));
        continue;
      }
      Hdf5Cursor link(std::move(message.data));
      const std::uint64_t next = link.number(blocks_.offset()), length = link.number(blocks_.length());
      if (link.cut()) return damagedHdf5();
      further_.emplace_back(next, length);
    }
    return {};
  }

  const Hdf5Blocks& blocks_;
  bool isNew_ = false;
  unsigned flags_ = 0;
  std::vector<Hdf5Message> found_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> further_;  // address and size of continuation blocks
};

}  // namespace

Result<std::vector<Hdf5Message>> readHdf5Messages(const Hdf5Blocks& blocks, std::uint64_t address) {
  return HeaderReader(blocks).read(address);
}

const Hdf5Message* findHdf5Message(const std::vector<Hdf5Message>& messages, unsigned type) {
  const auto found =
      std::find_if(messages.begin(), messages.end(), [&](const auto& each) { return each.type == type; });
  return found == messages.end() ? nullptr : &*found;
}

}  // namespace fovea
