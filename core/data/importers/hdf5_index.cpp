#include "core/data/importers/hdf5_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/data/importers/hdf5_trees.h"

namespace fovea {
namespace {

enum IndexType : std::uint64_t { kSingle = 1, kImplicit, kFixedArray, kExtensibleArray, kTree };

constexpr std::uint64_t kMostChunks = 1'000'000;

std::uint64_t chunksAlong(std::int64_t extent, std::int64_t chunk) {
  return static_cast<std::uint64_t>(extent / chunk + (extent % chunk != 0));
}

// Reads an index with numbered entries.
class NumberedIndex {
 public:
  NumberedIndex(const Hdf5Blocks& blocks, const Hdf5IndexShape& shape, Hdf5Place& place)
      : blocks_(blocks), shape_(shape), place_(place), offset_(blocks.offset()) {}

  // Numbers the chunks row by row over the maximum extents; an unlimited axis is the slowest.
  Status number(bool growing) {
    const std::size_t axes = shape_.extents.size();
    for (std::size_t i = 0; i < axes; ++i) order_.push_back(i);
    if (growing) {
      const auto endless = std::find(shape_.most.begin(), shape_.most.end(), INT64_MAX);
      if (endless == shape_.most.end()) return damagedHdf5();
      const auto axis = endless - shape_.most.begin();
      std::rotate(order_.begin(), order_.begin() + axis, order_.begin() + axis + 1);
    }
    steps_.assign(axes, 1);
    for (std::size_t i = axes; i-- > 1;) {
      const std::size_t axis = order_[i];
      const std::uint64_t along = chunksAlong(shape_.most[axis], place_.chunk[axis]);
      if (along == 0 || steps_[i] > kMostChunks / along) return tooMany();
      steps_[i - 1] = steps_[i] * along;
    }
    // Counts up to the number of the array's last chunk.
    for (std::size_t i = 0; i < axes; ++i) {
      const std::uint64_t along = chunksAlong(shape_.extents[order_[i]], place_.chunk[order_[i]]);
      if (along == 0) return {};
      if (along > kMostChunks / steps_[i]) return tooMany();
      count_ += (along - 1) * steps_[i];
    }
    ++count_;
    return count_ > kMostChunks ? Status(tooMany()) : Status();
  }

  Status readImplicit(std::uint64_t address) {
    for (std::uint64_t i = 0; i < count_; ++i) {
      const std::uint64_t begin = address + i * shape_.chunkBytes;
      if (begin < address) return damagedHdf5();
      FOVEA_CHECK(add(i, begin, shape_.chunkBytes, 0));
    }
    return {};
  }

  Status readFixed(std::uint64_t address) {
    FOVEA_TRY(Hdf5Cursor head, blocks_.checked(address, 8 + blocks_.length() + offset_ + kHdf5Checksum, "FAHD"));
    FOVEA_CHECK(takeHead(head));
    const std::uint64_t pageBits = head.number(1), entries = head.number(blocks_.length()), data = head.number(offset_);
    if (head.cut() || pageBits > 30 || entries > kMostChunks || count_ > entries) return damagedHdf5();
    if (!blocks_.defined(data)) return {};
    const std::uint64_t prefix = 6 + offset_, page = std::uint64_t{1} << pageBits;
    if (entries <= page) return readElements(data, prefix, "FADB", 0, entries);
    const std::uint64_t pages = (entries + page - 1) / page, mapBytes = (pages + 7) / 8;
    FOVEA_TRY(Hdf5Cursor block, blocks_.checked(data, prefix + mapBytes + kHdf5Checksum, "FADB"));
    block.skip(prefix - 4);
    const auto map = block.take(mapBytes);
    return readPages(data + prefix + mapBytes + kHdf5Checksum, map, 0, 0, entries, page);
  }

  Status readExtensible(std::uint64_t address) {
    FOVEA_TRY(Hdf5Cursor head, blocks_.checked(address, 12 + 6 * blocks_.length() + offset_ + kHdf5Checksum, "EAHD"));
    FOVEA_CHECK(takeHead(head));
    const std::uint64_t bits = head.number(1), inIndex = head.number(1), inBlock = head.number(1);
    const std::uint64_t pointers = head.number(1), pageBits = head.number(1);
    head.skip(6 * blocks_.length());
    const std::uint64_t index = head.number(offset_);
    if (head.cut() || bits == 0 || bits > 64 || pageBits > 30 || !std::has_single_bit(inBlock) ||
        !std::has_single_bit(pointers) || pointers < 2)
      return damagedHdf5();
    if (!blocks_.defined(index)) return {};
    placeBytes_ = static_cast<std::size_t>(bits + 7) / 8;
    const auto firstLarge = 2 * static_cast<std::uint64_t>(std::countr_zero(pointers));
    const std::uint64_t largeBlocks =
        1 + bits - std::min<std::uint64_t>(bits, static_cast<std::uint64_t>(std::countr_zero(inBlock)));
    const std::uint64_t smallPointers = 2 * (pointers - 1);
    const std::uint64_t largePointers = largeBlocks > firstLarge ? largeBlocks - firstLarge : 0;
    const std::uint64_t bytes =
        6 + offset_ + inIndex * entryBytes_ + (smallPointers + largePointers) * offset_ + kHdf5Checksum;
    FOVEA_TRY(Hdf5Cursor block, blocks_.checked(index, bytes, "EAIB"));
    block.skip(2 + offset_);
    for (std::uint64_t i = 0; i < inIndex; ++i) FOVEA_CHECK(addElement(block, i));
    return readBlocks(block, inIndex, inBlock, firstLarge, largePointers, std::uint64_t{1} << pageBits);
  }

 private:
  static Error tooMany() { return fail(ErrorCode::Unsupported, "it has too many chunks"); }

  // Reads the version, the client and the width of an entry.
  Status takeHead(Hdf5Cursor& head) {
    if (head.number(1) != 0) return newHdf5Form("an index of chunks");
    if ((head.number(1) == 1) != shape_.filtered) return damagedHdf5();
    entryBytes_ = static_cast<std::size_t>(head.number(1));
    const std::size_t least = shape_.filtered ? offset_ + 5 : offset_;
    return entryBytes_ < least || entryBytes_ > least + 7 ? Status(damagedHdf5()) : Status();
  }

  Status add(std::uint64_t number, std::uint64_t address, std::uint64_t bytes, std::uint32_t unfiltered) {
    if (number >= count_) return {};
    if (address > blocks_.file()->size()) return damagedHdf5();
    std::vector<std::int64_t> at(order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const std::size_t axis = order_[i];
      const std::uint64_t along = number / steps_[i];
      number %= steps_[i];
      at[axis] = static_cast<std::int64_t>(along) * place_.chunk[axis];
      if (at[axis] >= shape_.extents[axis]) return {};  // beyond the present extent
    }
    place_.chunks[std::move(at)] = {blocks_.base() + address, bytes, unfiltered};
    return {};
  }

  Status addElement(Hdf5Cursor& cursor, std::uint64_t number) {
    const std::uint64_t address = cursor.number(offset_);
    std::uint64_t bytes = shape_.chunkBytes, unfiltered = 0;
    if (shape_.filtered) {
      bytes = cursor.number(entryBytes_ - offset_ - 4);
      unfiltered = cursor.number(4);
    }
    if (cursor.cut()) return damagedHdf5();
    if (!blocks_.defined(address)) return {};
    return add(number, address, bytes, static_cast<std::uint32_t>(unfiltered));
  }

  Status readElements(std::uint64_t address, std::uint64_t prefix, const char* signature, std::uint64_t first,
                      std::uint64_t count) {
    FOVEA_TRY(Hdf5Cursor block, blocks_.checked(address, prefix + count * entryBytes_ + kHdf5Checksum, signature));
    block.skip(prefix - 4);
    for (std::uint64_t i = 0; i < count; ++i) FOVEA_CHECK(addElement(block, first + i));
    return {};
  }

  // Pages are consecutive, including those that were never written; a bit map tells which are valid.
  Status readPages(std::uint64_t address, const std::vector<std::uint8_t>& map, std::uint64_t firstBit,
                   std::uint64_t first, std::uint64_t count, std::uint64_t page) {
    for (std::uint64_t i = 0; i * page < count && first + i * page < count_; ++i) {
      const std::uint64_t some = std::min(page, count - i * page), bit = firstBit + i;
      if (bit / 8 >= map.size()) return damagedHdf5();
      if (map[static_cast<std::size_t>(bit / 8)] & (0x80 >> bit % 8)) {
        FOVEA_TRY(Hdf5Cursor block, blocks_.checkedPage(address, some * entryBytes_ + kHdf5Checksum));
        for (std::uint64_t k = 0; k < some; ++k) FOVEA_CHECK(addElement(block, first + i * page + k));
      }
      address += page * entryBytes_ + kHdf5Checksum;
    }
    return {};
  }

  // The data blocks after the index block double in size every other time; the index block lists the small ones, and
  // secondary blocks list the large ones.
  Status readBlocks(Hdf5Cursor& index, std::uint64_t first, std::uint64_t inBlock, std::uint64_t firstLarge,
                    std::uint64_t largePointers, std::uint64_t page) {
    const std::uint64_t prefix = 6 + offset_ + placeBytes_;
    for (std::uint64_t level = 0; level < firstLarge + largePointers && first < count_; ++level) {
      const std::uint64_t blocks = std::uint64_t{1} << std::min<std::uint64_t>(level / 2, 40);
      const std::uint64_t elements = inBlock << std::min<std::uint64_t>((level + 1) / 2, 40);
      if (level < firstLarge) {
        for (std::uint64_t i = 0; i < blocks; ++i, first += elements) {
          const std::uint64_t data = index.number(offset_);
          if (index.cut()) return damagedHdf5();
          if (!blocks_.defined(data) || first >= count_) continue;
          if (elements > page) return newHdf5Form("an index of chunks");
          FOVEA_CHECK(readElements(data, prefix, "EADB", first, elements));
        }
        continue;
      }
      const std::uint64_t large = index.number(offset_);
      if (index.cut() || blocks > kMostChunks) return damagedHdf5();
      if (blocks_.defined(large)) FOVEA_CHECK(readLarge(large, prefix, first, blocks, elements, page));
      first += blocks * elements;
    }
    return {};
  }

  Status readLarge(std::uint64_t address, std::uint64_t prefix, std::uint64_t first, std::uint64_t blocks,
                   std::uint64_t elements, std::uint64_t page) {
    const std::uint64_t pages = elements > page ? elements / page : 0, mapBytes = (pages + 7) / 8;
    FOVEA_TRY(Hdf5Cursor block,
              blocks_.checked(address, prefix + blocks * (mapBytes + offset_) + kHdf5Checksum, "EASB"));
    block.skip(prefix - 4);
    const auto map = block.take(blocks * mapBytes);
    for (std::uint64_t i = 0; i < blocks && first < count_; ++i, first += elements) {
      const std::uint64_t data = block.number(offset_);
      if (!blocks_.defined(data)) continue;
      if (pages == 0) {
        FOVEA_CHECK(readElements(data, prefix, "EADB", first, elements));
      } else {
        FOVEA_CHECK(blocks_.checked(data, prefix + kHdf5Checksum, "EADB"));
        FOVEA_CHECK(readPages(data + prefix + kHdf5Checksum, map, 8 * mapBytes * i, first, elements, page));
      }
    }
    return {};
  }

  const Hdf5Blocks& blocks_;
  const Hdf5IndexShape& shape_;
  Hdf5Place& place_;
  const std::size_t offset_;
  std::size_t entryBytes_ = 0, placeBytes_ = 0;
  std::vector<std::size_t> order_;    // axes, slowest first
  std::vector<std::uint64_t> steps_;  // distance between chunks along each axis
  std::uint64_t count_ = 0;           // numbers up to the last chunk of the array
};

// Reads version 2 trees: records of type 10 without filters, of type 11 with filters.
Status readTree(const Hdf5Blocks& blocks, std::uint64_t address, const Hdf5IndexShape& shape, Hdf5Place& place) {
  const std::size_t axes = shape.extents.size();
  return walkHdf5Records(blocks, address, [&](unsigned type, Hdf5Cursor& record) -> Status {
    if (type != (shape.filtered ? 11U : 10U)) return damagedHdf5();
    Hdf5Place::Chunk chunk{record.number(blocks.offset()), shape.chunkBytes, 0};
    if (shape.filtered) {
      if (record.left() < 8 * axes + 5 || record.left() > 8 * axes + 12) return damagedHdf5();
      chunk.bytes = record.number(record.left() - 8 * axes - 4);
      chunk.unfiltered = static_cast<std::uint32_t>(record.number(4));
    }
    std::vector<std::int64_t> at;
    bool within = true;
    for (std::size_t i = 0; i < axes; ++i) {
      const std::uint64_t along = record.number(8);
      within = within && along < chunksAlong(shape.extents[i], place.chunk[i]);
      at.push_back(within ? static_cast<std::int64_t>(along) * place.chunk[i] : 0);
    }
    if (record.cut() || chunk.address > blocks.file()->size() || place.chunks.size() > kMostChunks)
      return damagedHdf5();
    if (!within) return {};  // left over from a larger array
    chunk.address += blocks.base();
    place.chunks[std::move(at)] = chunk;
    return {};
  });
}

}  // namespace

Status readHdf5OldIndex(const Hdf5Blocks& blocks, std::uint64_t address, const Hdf5IndexShape& shape,
                        Hdf5Place& place) {
  const std::size_t axes = shape.extents.size();
  return walkHdf5Tree(blocks, address, 8 + 8 * (axes + 1), 1, [&](Hdf5Cursor& key, std::uint64_t child) -> Status {
    Hdf5Place::Chunk chunk;
    chunk.bytes = key.number(4);
    chunk.unfiltered = static_cast<std::uint32_t>(key.number(4));
    std::vector<std::int64_t> at;
    for (std::size_t i = 0; i < axes; ++i) {
      at.push_back(static_cast<std::int64_t>(key.number(8)));
      if (at[i] < 0 || at[i] % place.chunk[i] != 0) return damagedHdf5();
      if (at[i] >= shape.extents[i]) return {};  // left over from a larger array
    }
    if (child > blocks.file()->size() || place.chunks.size() > kMostChunks) return damagedHdf5();
    chunk.address = blocks.base() + child;
    place.chunks[std::move(at)] = chunk;
    return {};
  });
}

Status readHdf5NewIndex(const Hdf5Blocks& blocks, Hdf5Cursor& layout, bool single, const Hdf5IndexShape& shape,
                        Hdf5Place& place) {
  const std::uint64_t type = layout.number(1);
  Hdf5Place::Chunk only{0, shape.chunkBytes, 0};
  if (type == kSingle && single) {
    only.bytes = layout.number(blocks.length());
    only.unfiltered = static_cast<std::uint32_t>(layout.number(4));
  }
  // The layout message repeats the creation parameters of the array or tree here.
  layout.skip(type == kFixedArray ? 1 : type == kExtensibleArray ? 5 : type == kTree ? 6 : 0);
  const std::uint64_t address = layout.number(blocks.offset());
  if (layout.cut()) return damagedHdf5();
  if (!blocks.defined(address)) return {};
  NumberedIndex numbered(blocks, shape, place);
  switch (type) {
    case kSingle:
      if (address > blocks.file()->size()) return damagedHdf5();
      only.address = blocks.base() + address;
      place.chunks[std::vector<std::int64_t>(shape.extents.size())] = only;
      return {};
    case kImplicit:
      FOVEA_CHECK(numbered.number(false));
      return numbered.readImplicit(address);
    case kFixedArray:
      FOVEA_CHECK(numbered.number(false));
      return numbered.readFixed(address);
    case kExtensibleArray:
      FOVEA_CHECK(numbered.number(true));
      return numbered.readExtensible(address);
    case kTree:
      return readTree(blocks, address, shape, place);
    default:
      return fail(ErrorCode::Unsupported, fmt::format("its chunks are listed in a form ({}) that is not read", type));
  }
}

}  // namespace fovea
