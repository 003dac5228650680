// Why: four messages of the header tell what the numbers of an HDF5 array are and where they are stored. Source: HDF5
// File Format Specification 3.0, IV.A.2.
#pragma once
#include <memory>
#include <vector>

#include "core/data/importers/hdf5_header.h"
#include "core/data/importers/number_array.h"

namespace fovea {

// Returns the array with these messages, one of which is kHdf5Layout. Error messages call the array "it" or are whole
// sentences about damage.
Result<std::shared_ptr<const NumberArray>> readHdf5Array(const Hdf5Blocks& blocks,
                                                         const std::vector<Hdf5Message>& messages);

// Returns true for an array of references to objects of the same file.
bool holdsHdf5References(const std::vector<Hdf5Message>& messages);
// Returns an array of references, whose elements are the addresses of the headers of these objects.
Result<std::shared_ptr<const NumberArray>> readHdf5References(const Hdf5Blocks& blocks,
                                                              const std::vector<Hdf5Message>& messages);

}  // namespace fovea
