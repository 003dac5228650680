// Why: group members and chunk locations are stored in trees, of which the format has two versions. Source: HDF5 File
// Format Specification 3.0, III.A.1 and III.A.2.
#pragma once
#include <functional>

#include "core/data/importers/hdf5_blocks.h"

namespace fovea {

inline constexpr std::size_t kMostHdf5Nodes = 1'000'000;

// Calls `leaf` with the key and the child of each leaf entry of a version 1 tree. Fails with Corrupt, and with the
// errors of `leaf`.
Status walkHdf5Tree(const Hdf5Blocks& blocks, std::uint64_t root, std::size_t keyBytes, unsigned type,
                    const std::function<Status(Hdf5Cursor& key, std::uint64_t child)>& leaf);
// Calls `take` with the type and each record of a version 2 tree whose header is at `address`.
Status walkHdf5Records(const Hdf5Blocks& blocks, std::uint64_t address,
                       const std::function<Status(unsigned type, Hdf5Cursor& record)>& take);

}  // namespace fovea
