// Why: what the numbers of an HDF5 array are and where they lie follows from four messages of its header.
// Source: HDF5 File Format Specification 3.0, IV.A.2.
#pragma once
#include <memory>
#include <vector>

#include "core/data/importers/hdf5_header.h"
#include "core/data/importers/number_array.h"

namespace fovea {

// The array of these messages, one of which is kHdf5Layout. Errors are words that follow "it", or whole sentences of
// damage.
Result<std::shared_ptr<const NumberArray>> readHdf5Array(const Hdf5Blocks& blocks,
                                                         const std::vector<Hdf5Message>& messages);

}  // namespace fovea
