// Why: large arrays come in HDF5 files (Keras, Caffe, MATLAB 7.3). Their reader is Fovea's own and bounded, since the
// library for them ends the program on some damaged files and lets one thread in at a time.
// Source: HDF5 File Format Specification 3.0 (The HDF Group): groups and chunks of the older and of the newer forms;
// filters deflate, shuffle, LZF and Fletcher's checksum. Checksums are verified.
#pragma once
#include <filesystem>
#include <string_view>
#include <vector>

#include "core/data/importers/number_array.h"

namespace fovea {

// Says whether a file begins as HDF5; `start` holds its first 520 bytes, where MATLAB has put a header of its own
// before it.
bool isHdf5File(std::string_view start);
// Every array of a file, in the order of their names, and those that cannot be read with the reason. Corrupt,
// Unsupported (forms that are not read), InvalidArgument (too many), NotFound, Io.
Result<std::vector<NamedArray>> readHdf5File(const std::filesystem::path& path);

}  // namespace fovea
