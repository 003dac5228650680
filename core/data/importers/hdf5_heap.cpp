#include "core/data/importers/hdf5_heap.h"

#include <algorithm>
#include <bit>

namespace fovea {
namespace {

constexpr std::size_t kMostHeapBlocks = 100'000;
constexpr std::size_t kMostBytes = std::size_t{256} << 20;
constexpr int kDeepestBlock = 8;

}  // namespace

Result<Hdf5Heap> Hdf5Heap::open(const Hdf5Blocks& blocks, std::uint64_t address) {
  Hdf5Heap heap(blocks);
  const std::size_t offset = blocks.offset(), length = blocks.length();
  const std::uint64_t bytes = 5 + 2 + 2 + 1 + 4 + 12 * length + 3 * offset + 2 + 2 + 2 + 2 + kHdf5Checksum;
  FOVEA_TRY(Hdf5Cursor plain, blocks.at(address, 9));
  plain.skip(7);
  if (plain.number(2) != 0) return newHdf5Form("a packed heap of links");
  FOVEA_TRY(Hdf5Cursor head, blocks.checked(address, bytes, "FRHP"));
  if (head.number(1) != 0) return newHdf5Form("a heap of links");
  head.skip(4);
  heap.checked_ = (head.number(1) & 2) != 0;
  const std::uint64_t mostManaged = head.number(4);
  head.skip(length + offset + length + offset + 8 * length);
  heap.width_ = head.number(2);
  heap.firstBytes_ = head.number(length);
  heap.mostBytes_ = head.number(length);
  const std::uint64_t bits = head.number(2);
  head.skip(2);
  const std::uint64_t root = head.number(offset), rows = head.number(2);
  const auto isPower = [](std::uint64_t value) { return std::has_single_bit(value); };
  if (head.cut() || heap.width_ == 0 || heap.width_ > 1024 || bits == 0 || bits > 64 || !isPower(heap.firstBytes_) ||
      !isPower(heap.mostBytes_) || heap.mostBytes_ > kMostBytes || heap.firstBytes_ > heap.mostBytes_)
    return damagedHdf5();
  heap.offsetBytes_ = static_cast<std::size_t>(bits + 7) / 8;
  heap.lengthBytes_ = std::min(hdf5Width(heap.mostBytes_), hdf5Width(mostManaged));
  if (!blocks.defined(root)) return heap;
  FOVEA_CHECK(rows == 0 ? heap.addDirect(root, heap.firstBytes_, 0) : heap.addIndirect(root, rows, 0, 0));
  return heap;
}

std::uint64_t Hdf5Heap::rowBytes(std::uint64_t row) const {
  return row < 2 ? firstBytes_ : firstBytes_ << std::min<std::uint64_t>(row - 1, 40);
}

Status Hdf5Heap::addDirect(std::uint64_t address, std::uint64_t bytes, std::uint64_t begin) {
  if (++read_ > kMostHeapBlocks || (bytes_ += bytes) > kMostBytes) return damagedHdf5();
  FOVEA_TRY(Hdf5Cursor block, blocks_->at(address, bytes));
  auto raw = block.take(bytes);
  const std::size_t place = 5 + blocks_->offset() + offsetBytes_;
  if (raw.size() < place + kHdf5Checksum || !std::equal(raw.begin(), raw.begin() + 4, "FHDB")) return damagedHdf5();
  if (checked_) {
    // The checksum is computed with zeros in its own position.
    Hdf5Cursor kept({raw.begin() + static_cast<std::ptrdiff_t>(place),
                     raw.begin() + static_cast<std::ptrdiff_t>(place + kHdf5Checksum)});
    std::fill_n(raw.begin() + static_cast<std::ptrdiff_t>(place), kHdf5Checksum, std::uint8_t{0});
    if (kept.number(kHdf5Checksum) != hdf5Checksum(raw.data(), raw.size())) return damagedHdf5();
  }
  direct_[begin] = std::move(raw);
  return {};
}

Status Hdf5Heap::addIndirect(std::uint64_t address, std::uint64_t rows, std::uint64_t begin, int depth) {
  const std::uint64_t directRows =
      static_cast<std::uint64_t>(std::countr_zero(mostBytes_) - std::countr_zero(firstBytes_)) + 2;
  if (rows > 64 || depth > kDeepestBlock || ++read_ > kMostHeapBlocks) return damagedHdf5();
  const std::uint64_t head = 5 + blocks_->offset() + offsetBytes_;
  FOVEA_TRY(Hdf5Cursor block,
            blocks_->checked(address, head + rows * width_ * blocks_->offset() + kHdf5Checksum, "FHIB"));
  block.skip(head - 4);
  std::uint64_t at = begin;
  for (std::uint64_t row = 0; row < rows; ++row)
    for (std::uint64_t i = 0; i < width_; ++i, at += rowBytes(row)) {
      const std::uint64_t child = block.number(blocks_->offset());
      if (!blocks_->defined(child)) continue;
      if (row < directRows) {
        FOVEA_CHECK(addDirect(child, rowBytes(row), at));
      } else {
        // Number of rows of an indirect block that spans rowBytes(row) bytes.
        const auto childRows =
            static_cast<std::uint64_t>(std::countr_zero(rowBytes(row)) - std::countr_zero(firstBytes_) -
                                       std::countr_zero(std::bit_floor(width_))) +
            1;
        FOVEA_CHECK(addIndirect(child, childRows, at, depth + 1));
      }
    }
  return block.cut() ? Status(damagedHdf5()) : Status();
}

Result<std::vector<std::uint8_t>> Hdf5Heap::object(Hdf5Cursor id) const {
  const std::uint64_t kind = id.number(1);
  if ((kind >> 4 & 3) == 2) return id.take((kind & 15) + 1);
  if ((kind >> 4 & 3) != 0) return newHdf5Form("a link of many letters");
  const std::uint64_t place = id.number(offsetBytes_), length = id.number(lengthBytes_);
  const auto after = direct_.upper_bound(place);
  if (id.cut() || after == direct_.begin()) return damagedHdf5();
  const auto& [begin, bytes] = *std::prev(after);
  if (place - begin > bytes.size() || length > bytes.size() - (place - begin)) return damagedHdf5();
  const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(place - begin);
  return std::vector<std::uint8_t>(first, first + static_cast<std::ptrdiff_t>(length));
}

}  // namespace fovea
