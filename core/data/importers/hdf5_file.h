// Why: large arrays come in HDF5 files (Keras, Caffe, MATLAB 7.3). Fovea has its own bounded reader, since the HDF5
// library ends the program on some damaged files and serves only one thread at a time.
// Source: HDF5 File Format Specification 3.0 (The HDF Group): groups and chunks of the older and of the newer forms;
// filters deflate, shuffle, LZF and Fletcher's checksum. Checksums are verified.
#pragma once
#include <filesystem>
#include <string_view>
#include <vector>

#include "core/data/importers/number_array.h"

namespace fovea {

// Returns true if a file begins like HDF5; `start` holds its first 520 bytes, since MATLAB puts its own header first.
bool isHdf5File(std::string_view start);
// Reads all arrays of a file, sorted by name; those that cannot be read state the reason. Fails with Corrupt,
// Unsupported (unknown forms), InvalidArgument (too many), NotFound or Io.
Result<std::vector<NamedArray>> readHdf5File(const std::filesystem::path& path);

}  // namespace fovea
