// Why: groups with many members store their links in a fractal heap, whose blocks grow row by row. Source: HDF5 File
// Format Specification 3.0, III.G.
#pragma once
#include <map>
#include <vector>

#include "core/data/importers/hdf5_blocks.h"

namespace fovea {

class Hdf5Heap {
 public:
  // Reads the header and the blocks of a heap. Fails with Unsupported if the blocks are compressed.
  static Result<Hdf5Heap> open(const Hdf5Blocks& blocks, std::uint64_t address);
  // Returns the object that an id refers to. Fails with Corrupt, or Unsupported for objects stored outside of the heap.
  Result<std::vector<std::uint8_t>> object(Hdf5Cursor id) const;

 private:
  explicit Hdf5Heap(const Hdf5Blocks& blocks) : blocks_(&blocks) {}
  Status addDirect(std::uint64_t address, std::uint64_t bytes, std::uint64_t begin);
  Status addIndirect(std::uint64_t address, std::uint64_t rows, std::uint64_t begin, int depth);
  std::uint64_t rowBytes(std::uint64_t row) const;

  const Hdf5Blocks* blocks_;
  bool checked_ = false;  // direct blocks have checksums
  std::uint64_t width_ = 0, firstBytes_ = 0, mostBytes_ = 0;
  std::size_t offsetBytes_ = 0, lengthBytes_ = 0;
  std::map<std::uint64_t, std::vector<std::uint8_t>> direct_;  // direct blocks, keyed by their offset in the heap
  std::size_t read_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace fovea
