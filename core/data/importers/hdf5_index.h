// Why: one of six index types locates the chunks of an array, depending on how the array may grow. Source: HDF5 File
// Format Specification 3.0, III.A.1, IV.A.2.i and appendix C.
#pragma once
#include <vector>

#include "core/data/importers/hdf5_blocks.h"
#include "core/data/importers/hdf5_chunks.h"

namespace fovea {

// The properties of an array that its index depends on.
struct Hdf5IndexShape {
  std::vector<std::int64_t> extents;  // extents of the array
  std::vector<std::int64_t> most;     // maximum extents; INT64_MAX: unlimited
  std::uint64_t chunkBytes = 0;       // size of an uncompressed chunk
  bool filtered = false;
};

// Adds the chunks of a version 1 index to `place`, whose chunk extents must be set. Error messages call the array "it"
// or are whole sentences about damage.
Status readHdf5OldIndex(const Hdf5Blocks& blocks, std::uint64_t address, const Hdf5IndexShape& shape, Hdf5Place& place);
// Does the same for the newer index types; `layout` is positioned at the type of the index, after the extents of a
// chunk. `single` says that the size of the only chunk is stored there.
Status readHdf5NewIndex(const Hdf5Blocks& blocks, Hdf5Cursor& layout, bool single, const Hdf5IndexShape& shape,
                        Hdf5Place& place);

}  // namespace fovea
