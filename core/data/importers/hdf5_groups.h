// Why: the members of a group are stored in one of three ways: a symbol table tree, messages of its header, or a heap
// of links ordered by a tree. Source: HDF5 File Format Specification 3.0, III.B to III.G and IV.A.2.
#pragma once
#include <string>
#include <vector>

#include "core/data/importers/hdf5_header.h"

namespace fovea {

struct Hdf5Member {
  std::string name;
  std::uint64_t address = 0;  // address of its header
};

// Returns the members of the group with these messages, without links to other names or files. Fails with Corrupt or
// Unsupported.
Result<std::vector<Hdf5Member>> readHdf5Members(const Hdf5Blocks& blocks, const std::vector<Hdf5Message>& messages);

}  // namespace fovea
