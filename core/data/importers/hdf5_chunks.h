// Why: the numbers of an HDF5 array are in its header, contiguous or in chunks, compressed or not; this reads rows from
// all of them.
#pragma once
#include <map>
#include <mutex>

#include "core/data/files/random_file.h"
#include "core/data/importers/number_array.h"

namespace fovea {

// Returns true for filters that this reader can undo: 1 deflate, 2 shuffle, 3 Fletcher's checksum, 32000 LZF.
bool isHdf5Filter(int id);

// The location of an array's numbers in the file.
struct Hdf5Place {
  enum class Kind { Piece, Chunks, Within } kind = Kind::Piece;
  std::uint64_t address = 0;         // address of contiguous numbers
  std::vector<std::uint8_t> within;  // numbers that the header contains
  std::vector<std::int64_t> chunk;   // extents of a chunk
  std::vector<int> filters;          // in the order in which they were applied, see isHdf5Filter()
  bool plainBorder = false;          // chunks that extend beyond the array are not filtered
  struct Chunk {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint32_t unfiltered = 0;  // one bit for each filter that was skipped
  };
  std::map<std::vector<std::int64_t>, Chunk> chunks;  // keyed by the index of their first element
};

// An array that decompresses the chunks of a row together and caches them.
class Hdf5Array : public NumberArray {
 public:
  // Fails with Unsupported if a chunk is too large or some are missing; the message calls the array "it".
  static Result<std::shared_ptr<const NumberArray>> make(std::shared_ptr<const RandomFile> file,
                                                         const std::vector<std::int64_t>& shape, NumberType type,
                                                         Hdf5Place place);

  Status readRaw(std::int64_t row, std::span<std::uint8_t> bytes) const override;

 private:
  using Bytes = std::vector<std::uint8_t>;
  Result<std::shared_ptr<const Bytes>> slab(std::int64_t index) const;
  Result<std::shared_ptr<const Bytes>> unpackSlab(std::int64_t index) const;
  Result<Bytes> unpack(const Hdf5Place::Chunk& chunk, bool plain) const;
  Status undo(int filter, Bytes& bytes) const;
  bool reachesBeyond(const std::vector<std::int64_t>& at) const;
  void copyChunk(const std::vector<std::int64_t>& at, const Bytes& chunk, std::int64_t firstRow, Bytes& slab) const;

  std::shared_ptr<const RandomFile> file_;
  Hdf5Place place_;
  std::size_t chunkBytes_ = 0;
  struct Kept {
    std::int64_t index = -1;
    std::shared_ptr<const Bytes> bytes;
  };
  mutable std::mutex mutex_;
  mutable std::vector<Kept> kept_;  // the newest entry is last
};

}  // namespace fovea
