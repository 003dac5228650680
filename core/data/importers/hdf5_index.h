// Why: where the chunks of an array lie is kept in one of six ways, by how the array may grow.
// Source: HDF5 File Format Specification 3.0, III.A.1, IV.A.2.i and appendix C.
#pragma once
#include <vector>

#include "core/data/importers/hdf5_blocks.h"
#include "core/data/importers/hdf5_chunks.h"

namespace fovea {

// What an index is read for.
struct Hdf5IndexShape {
  std::vector<std::int64_t> extents;  // of the array
  std::vector<std::int64_t> most;     // to which it may grow; INT64_MAX: without end
  std::uint64_t chunkBytes = 0;       // of a chunk that is not packed
  bool filtered = false;
};

// Adds the chunks of an index of version 1 to `place`, whose extents of a chunk are known. Errors follow "it" or are
// whole sentences of damage.
Status readHdf5OldIndex(const Hdf5Blocks& blocks, std::uint64_t address, const Hdf5IndexShape& shape, Hdf5Place& place);
// The same of the newer ones; `layout` stands behind the extents of a chunk, at the type of the index. `single` says
// that the size of the only chunk is given there.
Status readHdf5NewIndex(const Hdf5Blocks& blocks, Hdf5Cursor& layout, bool single, const Hdf5IndexShape& shape,
                        Hdf5Place& place);

}  // namespace fovea
