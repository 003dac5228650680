#include "core/data/importers/hdf5_chunks.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>

namespace fovea {
namespace {

constexpr std::int64_t kMostSlabBytes = std::int64_t{256} << 20;
constexpr std::size_t kKeptSlabs = 4;
constexpr std::size_t kChecksum = 4;

Error damagedChunk() {
  return fail(ErrorCode::Corrupt, "a part of its array is damaged or cut off");
}

// Reverses the shuffle filter, which groups the bytes of equal significance of all elements.
std::vector<std::uint8_t> unshuffled(const std::vector<std::uint8_t>& bytes, std::size_t size) {
  std::vector<std::uint8_t> plain(bytes);
  const std::size_t count = bytes.size() / size;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < size; ++k) plain[i * size + k] = bytes[k * count + i];
  return plain;
}

// Computes Fletcher's checksum of 16-bit words like the HDF5 library.
std::uint32_t fletcher32(const std::uint8_t* bytes, std::size_t count) {
  constexpr std::size_t kWordsBetween = 360;  // number of words after which the sums are reduced
  std::uint32_t first = 0, second = 0;
  const auto reduce = [&] {
    first = (first & 0xffff) + (first >> 16);
    second = (second & 0xffff) + (second >> 16);
  };
  for (std::size_t words = count / 2; words > 0;) {
    const std::size_t some = std::min(words, kWordsBetween);
    words -= some;
    for (std::size_t i = 0; i < some; ++i, bytes += 2) {
      first += static_cast<std::uint32_t>(bytes[0] << 8 | bytes[1]);
      second += first;
    }
    reduce();
  }
  if (count % 2 != 0) {
    first += static_cast<std::uint32_t>(*bytes << 8);
    second += first;
    reduce();
  }
  reduce();
  return second << 16 | first;
}

// Verifies the checksum after a chunk; before version 1.6.3 the library swapped the bytes of its halves.
bool hasChecksum(const std::vector<std::uint8_t>& bytes) {
  const std::size_t content = bytes.size() - kChecksum;
  const std::uint8_t* kept = bytes.data() + content;
  const std::uint32_t sum = fletcher32(bytes.data(), content);
  const auto isSum = [&](int a, int b, int c, int d) {
    return (kept[a] | kept[b] << 8 | kept[c] << 16 | static_cast<std::uint32_t>(kept[d]) << 24) == sum;
  };
  return isSum(0, 1, 2, 3) || isSum(1, 0, 3, 2);
}

// Decompresses LZF (Lehmann): literal runs, and copies of earlier output. Returns false for damaged data or output
// longer than `most`.
bool unpackLzf(const std::vector<std::uint8_t>& packed, std::size_t most, std::vector<std::uint8_t>& plain) {
  plain.clear();
  plain.reserve(most);
  for (std::size_t at = 0; at < packed.size();) {
    const std::size_t control = packed[at++];
    if (control < 32) {
      const std::size_t run = control + 1;
      if (run > packed.size() - at || run > most - plain.size()) return false;
      plain.insert(plain.end(), packed.begin() + static_cast<std::ptrdiff_t>(at),
                   packed.begin() + static_cast<std::ptrdiff_t>(at + run));
      at += run;
      continue;
    }
    std::size_t length = control >> 5;
    if (length == 7) {
      if (at >= packed.size()) return false;
      length += packed[at++];
    }
    length += 2;
    if (at >= packed.size()) return false;
    const std::size_t back = ((control & 31) << 8 | packed[at++]) + 1;
    if (back > plain.size() || length > most - plain.size()) return false;
    for (std::size_t i = 0; i < length; ++i) plain.push_back(plain[plain.size() - back]);
  }
  return true;
}

enum ChunkFilter : int { kDeflate = 1, kShuffle = 2, kFletcher = 3, kLzf = 32000 };

}  // namespace

bool isHdf5Filter(int id) {
  return id == kDeflate || id == kShuffle || id == kFletcher || id == kLzf;
}

Result<std::shared_ptr<const NumberArray>> Hdf5Array::make(std::shared_ptr<const RandomFile> file,
                                                           const std::vector<std::int64_t>& shape, NumberType type,
                                                           Hdf5Place place) {
  auto array = std::make_shared<Hdf5Array>();
  array->file_ = std::move(file);
  array->type_ = type;
  if (!array->setShape(shape)) return fail(ErrorCode::Unsupported, "it has too many axes or elements");
  const auto rowBytes = static_cast<std::uint64_t>(array->rowSize_) * type.size;
  if (place.kind == Hdf5Place::Kind::Piece) {
    const std::uint64_t bytes = rowBytes * static_cast<std::uint64_t>(shape[0]);
    if (place.address > array->file_->size() || bytes > array->file_->size() - place.address)
      return fail(ErrorCode::Corrupt, "it is cut off");
    array->place_ = std::move(place);
    return std::shared_ptr<const NumberArray>(std::move(array));
  }
  if (place.kind == Hdf5Place::Kind::Within) {
    if (rowBytes * static_cast<std::uint64_t>(shape[0]) != place.within.size())
      return fail(ErrorCode::Corrupt, "it is damaged");
    array->place_ = std::move(place);
    return std::shared_ptr<const NumberArray>(std::move(array));
  }
  std::int64_t elements = 1, expected = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const std::int64_t extent = place.chunk[i];
    if (extent < 1 || elements > kMostSlabBytes / extent)
      return fail(ErrorCode::Unsupported, "its chunks are too large");
    elements *= extent;
    const std::int64_t along = shape[i] / extent + (shape[i] % extent != 0);
    if (along > 0 && expected > kMostSlabBytes / along) return fail(ErrorCode::Unsupported, "it has too many chunks");
    expected *= along;
  }
  const std::int64_t slabRows = std::min(place.chunk[0], std::max<std::int64_t>(1, shape[0]));
  if (elements * static_cast<std::int64_t>(type.size) > kMostSlabBytes ||
      static_cast<std::int64_t>(rowBytes) > kMostSlabBytes / slabRows)
    return fail(ErrorCode::Unsupported,
                fmt::format("its chunks span too many rows ({}); save it with smaller ones", place.chunk[0]));
  if (std::ssize(place.chunks) < expected)
    return fail(ErrorCode::Unsupported,
                fmt::format("{} of its {} chunks were never written", expected - std::ssize(place.chunks), expected));
  array->chunkBytes_ = static_cast<std::size_t>(elements) * type.size;
  array->place_ = std::move(place);
  return std::shared_ptr<const NumberArray>(std::move(array));
}

Status Hdf5Array::readRaw(std::int64_t row, std::span<std::uint8_t> bytes) const {
  const std::size_t rowBytes = static_cast<std::size_t>(rowSize_) * type_.size;
  if (place_.kind == Hdf5Place::Kind::Piece)
    return file_->read(place_.address + static_cast<std::uint64_t>(row) * rowBytes, bytes);
  if (place_.kind == Hdf5Place::Kind::Within) {
    const std::size_t begin = static_cast<std::size_t>(row) * rowBytes;
    if (begin > place_.within.size() || bytes.size() > place_.within.size() - begin) return damagedChunk();
    if (!bytes.empty()) std::memcpy(bytes.data(), place_.within.data() + begin, bytes.size());
    return {};
  }
  const std::int64_t rows = place_.chunk[0];
  while (!bytes.empty()) {
    FOVEA_TRY(const auto whole, slab(row / rows));
    const std::size_t begin = static_cast<std::size_t>(row % rows) * rowBytes;
    if (begin >= whole->size()) return damagedChunk();
    const std::size_t count = std::min(bytes.size(), whole->size() - begin);
    std::memcpy(bytes.data(), whole->data() + begin, count);
    bytes = bytes.subspan(count);
    row = (row / rows + 1) * rows;
  }
  return {};
}

Result<std::shared_ptr<const Hdf5Array::Bytes>> Hdf5Array::slab(std::int64_t index) const {
  {
    const std::lock_guard lock(mutex_);
    for (const Kept& kept : kept_)
      if (kept.index == index) return kept.bytes;
  }
  FOVEA_TRY(const auto bytes, unpackSlab(index));
  const std::lock_guard lock(mutex_);
  if (kept_.size() == kKeptSlabs) kept_.erase(kept_.begin());
  kept_.push_back({index, bytes});
  return bytes;
}

Result<std::shared_ptr<const Hdf5Array::Bytes>> Hdf5Array::unpackSlab(std::int64_t index) const {
  const std::int64_t first = index * place_.chunk[0];
  const std::int64_t rows = std::min(place_.chunk[0], shape_[0] - first);
  auto slab = std::make_shared<Bytes>(static_cast<std::size_t>(rows * rowSize_) * type_.size);
  std::vector<std::int64_t> key(shape_.size());
  key[0] = first;
  for (auto chunk = place_.chunks.lower_bound(key); chunk != place_.chunks.end() && chunk->first[0] == first; ++chunk) {
    FOVEA_TRY(const Bytes bytes, unpack(chunk->second, place_.plainBorder && reachesBeyond(chunk->first)));
    copyChunk(chunk->first, bytes, first, *slab);
  }
  return std::shared_ptr<const Bytes>(std::move(slab));
}

bool Hdf5Array::reachesBeyond(const std::vector<std::int64_t>& at) const {
  for (std::size_t i = 0; i < at.size(); ++i)
    if (at[i] + place_.chunk[i] > shape_[i]) return true;
  return false;
}

Result<Hdf5Array::Bytes> Hdf5Array::unpack(const Hdf5Place::Chunk& chunk, bool plain) const {
  // A compressed chunk is hardly larger than its content.
  if (chunk.bytes > chunkBytes_ + chunkBytes_ / 8 + 1024) return damagedChunk();
  Bytes bytes(static_cast<std::size_t>(chunk.bytes));
  FOVEA_CHECK(file_->read(chunk.address, bytes));
  for (std::size_t i = plain ? 0 : place_.filters.size(); i-- > 0;) {
    if (i < 32 && (chunk.unfiltered >> i & 1) != 0) continue;
    FOVEA_CHECK(undo(place_.filters[i], bytes));
  }
  if (bytes.size() != chunkBytes_) return damagedChunk();
  return bytes;
}

Status Hdf5Array::undo(int filter, Bytes& bytes) const {
  if (filter == kFletcher) {
    if (bytes.size() < kChecksum) return damagedChunk();
    if (!hasChecksum(bytes)) return fail(ErrorCode::Corrupt, "a checksum in its array is wrong: it is damaged");
    bytes.resize(bytes.size() - kChecksum);
    return {};
  }
  if (filter == kShuffle) {
    bytes = unshuffled(bytes, type_.size);
    return {};
  }
  Bytes plain;
  if (filter == kLzf) {
    if (!unpackLzf(bytes, chunkBytes_ + kChecksum, plain)) return damagedChunk();
  } else {
    plain.resize(chunkBytes_ + kChecksum);
    auto size = static_cast<uLongf>(plain.size());
    if (uncompress(plain.data(), &size, bytes.data(), static_cast<uLong>(bytes.size())) != Z_OK) return damagedChunk();
    plain.resize(size);
  }
  bytes = std::move(plain);
  return {};
}

// Copies the part of a chunk that is inside the array; chunks at its border extend beyond it.
void Hdf5Array::copyChunk(const std::vector<std::int64_t>& at, const Bytes& chunk, std::int64_t firstRow,
                          Bytes& slab) const {
  const std::size_t axes = shape_.size();
  std::vector<std::int64_t> extent(axes), place(axes);
  for (std::size_t i = 0; i < axes; ++i) extent[i] = std::min(place_.chunk[i], shape_[i] - at[i]);
  const auto run = static_cast<std::size_t>(extent[axes - 1]) * type_.size;
  while (true) {
    std::int64_t from = 0, to = 0;
    for (std::size_t i = 0; i < axes; ++i) {
      from = from * place_.chunk[i] + place[i];
      to = to * (i == 0 ? 1 : shape_[i]) + at[i] + place[i] - (i == 0 ? firstRow : 0);
    }
    std::memcpy(slab.data() + static_cast<std::size_t>(to) * type_.size,
                chunk.data() + static_cast<std::size_t>(from) * type_.size, run);
    std::size_t axis = axes - 1;
    while (axis-- > 0) {
      if (++place[axis] < extent[axis]) break;
      place[axis] = 0;
    }
    if (axis == static_cast<std::size_t>(-1)) return;
  }
}

}  // namespace fovea
