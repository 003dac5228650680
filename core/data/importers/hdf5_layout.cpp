#include "core/data/importers/hdf5_layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/data/importers/hdf5_chunks.h"
#include "core/data/importers/hdf5_index.h"

namespace fovea {
namespace {

enum LayoutClass : std::uint64_t { kCompact, kContiguous, kChunked, kVirtual };

struct Extents {
  std::vector<std::int64_t> now;
  std::vector<std::int64_t> most;  // INT64_MAX: unlimited
};

Result<Extents> extentsOf(const Hdf5Blocks& blocks, const std::vector<std::uint8_t>& data) {
  Hdf5Cursor cursor(data);
  const std::uint64_t version = cursor.number(1), rank = cursor.number(1), flags = cursor.number(1);
  cursor.skip(version == 1 ? 5 : 1);
  if (rank == 0) return fail(ErrorCode::Unsupported, "it is a single value");
  const auto take = [&](std::vector<std::int64_t>& to) {
    for (std::uint64_t i = 0; i < rank && !cursor.cut(); ++i)
      to.push_back(static_cast<std::int64_t>(std::min<std::uint64_t>(cursor.number(blocks.length()), INT64_MAX)));
  };
  Extents extents;
  take(extents.now);
  if (flags & 1) take(extents.most);
  if (extents.most.empty()) extents.most = extents.now;
  if (cursor.cut() || version < 1 || version > 2) return fail(ErrorCode::Corrupt, "its shape is damaged");
  // Maps "unlimited" in sizes of fewer than eight bytes to INT64_MAX.
  for (std::int64_t& most : extents.most)
    if (!blocks.definedLength(static_cast<std::uint64_t>(most))) most = INT64_MAX;
  return extents;
}

constexpr unsigned kReferenceType = 7;

Result<NumberType> typeOf(const std::vector<std::uint8_t>& data, bool references) {
  Hdf5Cursor cursor(data);
  auto kind = static_cast<unsigned>(cursor.number(1)) & 15;
  auto bits = static_cast<unsigned>(cursor.number(3));
  std::uint64_t size = cursor.number(4);
  if (kind == 8) {  // enumerations, such as booleans: their base type follows
    kind = static_cast<unsigned>(cursor.number(1)) & 15;
    bits = static_cast<unsigned>(cursor.number(3));
    size = cursor.number(4);
  }
  if (cursor.cut()) return fail(ErrorCode::Corrupt, "its type is damaged");
  if (references && kind == kReferenceType && (bits & 15) == 0 && (size == 4 || size == 8))
    return NumberType{'u', static_cast<std::size_t>(size), false};
  if (kind == 3 || kind == 9) return fail(ErrorCode::Unsupported, "it holds texts or rows of different lengths");
  if (kind == 6) return fail(ErrorCode::Unsupported, "it holds records");
  NumberType type{'f', static_cast<std::size_t>(size), (bits & 1) != 0};
  if (kind == 0) type.kind = bits & 8 ? 'i' : 'u';
  cursor.skip(2);
  const bool whole = cursor.number(2) == 8 * size || kind == 1;
  const bool sized = size == 1 || size == 2 || size == 4 || size == 8;
  if (kind > 1 || !sized || !whole || (kind == 1 && size == 1))
    return fail(ErrorCode::Unsupported, "it holds no numbers of 8, 16, 32 or 64 bits");
  return type;
}

std::string filterName(int id) {
  switch (id) {
    case 4:
      return "szip";
    case 5:
      return "n-bit";
    case 6:
      return "scale-offset";
    case 32001:
      return "Blosc";
    case 32004:
      return "LZ4";
    case 32008:
      return "bitshuffle";
    case 32015:
      return "Zstandard";
    case 32026:
      return "Blosc2";
    default:
      return fmt::format("the filter {}", id);
  }
}

Result<std::vector<int>> filtersOf(const std::vector<std::uint8_t>& data) {
  Hdf5Cursor cursor(data);
  const std::uint64_t version = cursor.number(1), count = cursor.number(1);
  cursor.skip(version == 1 ? 6 : 0);
  std::vector<int> filters;
  for (std::uint64_t i = 0; i < count && !cursor.cut(); ++i) {
    const auto id = static_cast<int>(cursor.number(2));
    const std::uint64_t name = version == 1 || id >= 256 ? cursor.number(2) : 0;
    cursor.skip(2);
    const std::uint64_t values = cursor.number(2);
    cursor.skip(version == 1 ? (name + 7) / 8 * 8 : name);
    cursor.skip(4 * values + (version == 1 && values % 2 == 1 ? 4 : 0));
    if (!isHdf5Filter(id))
      return fail(ErrorCode::Unsupported,
                  fmt::format("it is packed by {}; save it with compression=\"gzip\" or \"lzf\"", filterName(id)));
    filters.push_back(id);
  }
  if (cursor.cut() || version < 1 || version > 2) return fail(ErrorCode::Corrupt, "its filters are damaged");
  return filters;
}

class LayoutReader {
 public:
  LayoutReader(const Hdf5Blocks& blocks, const Extents& extents, NumberType type, Hdf5Place& place)
      : blocks_(blocks), extents_(extents), type_(type), place_(place) {}

  Status read(const std::vector<std::uint8_t>& data) {
    Hdf5Cursor cursor(data);
    const std::uint64_t version = cursor.number(1), kind = cursor.number(1);
    if (kind == kVirtual) return fail(ErrorCode::Unsupported, "it is put together from arrays of other files");
    if (version < 3 || version > 5 || kind > kVirtual)
      return fail(ErrorCode::Unsupported, fmt::format("its layout is of a form ({}) that is not read", version));
    if (kind == kCompact) return readWithin(cursor);
    if (kind == kContiguous) return readPiece(cursor);
    place_.kind = Hdf5Place::Kind::Chunks;
    return version == 3 ? readOld(cursor) : readNew(cursor);
  }

 private:
  static Error damagedChunks() { return fail(ErrorCode::Corrupt, "its chunks are damaged"); }

  Status readWithin(Hdf5Cursor& cursor) {
    place_.kind = Hdf5Place::Kind::Within;
    place_.within = cursor.take(cursor.number(2));
    if (cursor.cut() || !place_.filters.empty()) return fail(ErrorCode::Corrupt, "it is damaged");
    return {};
  }

  Status readPiece(Hdf5Cursor& cursor) {
    place_.address = cursor.number(blocks_.offset());
    if (cursor.cut()) return fail(ErrorCode::Corrupt, "it is damaged");
    if (!blocks_.defined(place_.address)) return fail(ErrorCode::Unsupported, "it was never written");
    if (!place_.filters.empty() || place_.address > blocks_.file()->size())
      return fail(ErrorCode::Corrupt, "it is damaged");
    place_.address += blocks_.base();
    return {};
  }

  // Reads the extents of a chunk, followed by the size of a number.
  Status takeChunk(Hdf5Cursor& cursor, std::uint64_t axes, std::size_t width) {
    if (axes != extents_.now.size() + 1) return damagedChunks();
    shape_.chunkBytes = type_.size;
    for (std::size_t i = 0; i < extents_.now.size(); ++i) {
      const std::uint64_t extent = cursor.number(width);
      if (extent == 0 || extent > UINT32_MAX || shape_.chunkBytes > UINT64_MAX / extent) return damagedChunks();
      shape_.chunkBytes *= extent;
      place_.chunk.push_back(static_cast<std::int64_t>(extent));
    }
    if (cursor.number(width) != type_.size || cursor.cut()) return damagedChunks();
    shape_.extents = extents_.now;
    shape_.most = extents_.most;
    shape_.filtered = !place_.filters.empty();
    return {};
  }

  Status readOld(Hdf5Cursor& cursor) {
    const std::uint64_t axes = cursor.number(1), tree = cursor.number(blocks_.offset());
    FOVEA_CHECK(takeChunk(cursor, axes, 4));
    return blocks_.defined(tree) ? readHdf5OldIndex(blocks_, tree, shape_, place_) : Status();
  }

  Status readNew(Hdf5Cursor& cursor) {
    const std::uint64_t flags = cursor.number(1), axes = cursor.number(1), width = cursor.number(1);
    if (width == 0 || width > 8) return damagedChunks();
    place_.plainBorder = (flags & 1) != 0;
    FOVEA_CHECK(takeChunk(cursor, axes, static_cast<std::size_t>(width)));
    return readHdf5NewIndex(blocks_, cursor, (flags & 2) != 0, shape_, place_);
  }

  const Hdf5Blocks& blocks_;
  const Extents& extents_;
  const NumberType type_;
  Hdf5Place& place_;
  Hdf5IndexShape shape_;
};

Result<std::shared_ptr<const NumberArray>> readArray(const Hdf5Blocks& blocks, const std::vector<Hdf5Message>& messages,
                                                     bool references) {
  const Hdf5Message* space = findHdf5Message(messages, kHdf5Space);
  const Hdf5Message* type = findHdf5Message(messages, kHdf5Type);
  const Hdf5Message* layout = findHdf5Message(messages, kHdf5Layout);
  const Hdf5Message* filters = findHdf5Message(messages, kHdf5Filters);
  if (!space || !type || !layout) return fail(ErrorCode::Corrupt, "it does not say its type and shape");
  if (type->shared || space->shared) return fail(ErrorCode::Unsupported, "its type is kept apart from it");
  if (filters && filters->shared) return fail(ErrorCode::Unsupported, "its filters are kept apart from it");
  FOVEA_TRY(const Extents extents, extentsOf(blocks, space->data));
  FOVEA_TRY(const NumberType number, typeOf(type->data, references));
  Hdf5Place place;
  if (filters) {
    FOVEA_TRY(place.filters, filtersOf(filters->data));
  }
  FOVEA_CHECK(LayoutReader(blocks, extents, number, place).read(layout->data));
  return Hdf5Array::make(blocks.file(), extents.now, number, std::move(place));
}

}  // namespace

Result<std::shared_ptr<const NumberArray>> readHdf5Array(const Hdf5Blocks& blocks,
                                                         const std::vector<Hdf5Message>& messages) {
  return readArray(blocks, messages, false);
}

bool holdsHdf5References(const std::vector<Hdf5Message>& messages) {
  const Hdf5Message* type = findHdf5Message(messages, kHdf5Type);
  return type && !type->shared && !type->data.empty() && (type->data[0] & 15u) == kReferenceType;
}

Result<std::shared_ptr<const NumberArray>> readHdf5References(const Hdf5Blocks& blocks,
                                                              const std::vector<Hdf5Message>& messages) {
  return readArray(blocks, messages, true);
}

}  // namespace fovea
