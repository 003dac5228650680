// Why: the numbers of an HDF5 array lie in one piece or in chunks, packed or not; rows are read from either.
#pragma once
#include <map>
#include <mutex>

#include "core/data/files/random_file.h"
#include "core/data/importers/number_array.h"

namespace fovea {

// Whether a filter is one that is undone here: 1 deflate, 2 shuffle, 3 Fletcher's checksum, 32000 LZF.
bool isHdf5Filter(int id);

// The place of an array's numbers in the file.
struct Hdf5Place {
  enum class Kind { Piece, Chunks } kind = Kind::Piece;
  std::uint64_t address = 0;        // of a piece
  std::vector<std::int64_t> chunk;  // extents of a chunk
  std::vector<int> filters;         // as they were applied, see isHdf5Filter()
  bool plainBorder = false;         // chunks that reach beyond the array are not filtered
  struct Chunk {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint32_t unfiltered = 0;  // a bit for each filter that was not applied
  };
  std::map<std::vector<std::int64_t>, Chunk> chunks;  // by the place of their first element
};

// Chunks that the same rows lie in are unpacked together and kept for a while.
class Hdf5Array : public NumberArray {
 public:
  // Unsupported where a chunk is too large or some are missing, with words that follow "it".
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
  mutable std::vector<Kept> kept_;  // the newest last
};

}  // namespace fovea
