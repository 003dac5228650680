// Why: arrays of inputs and targets come in NumPy, HDF5 or MATLAB files, together or separately. This derives the role
// of each array from its name, in the same way for all file formats.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/data/importers/listed_source.h"
#include "core/data/importers/number_array.h"

namespace fovea {

enum class ArrayRole { Input, Target, None };

struct FoundArray {
  std::string file;   // the file that contains it
  std::string title;  // display text: "x_train.npy", "train.h5: data"
  ArrayRole role = ArrayRole::None;
  std::optional<Split> split;                // derived from the names
  std::string together;                      // key that inputs and their targets share, apart from the split
  std::shared_ptr<const NumberArray> array;  // null if it cannot be read, or if a .npy file has no role
  std::string refused;                       // why it cannot be read; empty otherwise
  std::string className;                     // the class of all rows of a file, if each file holds one class
};

// Names of the arrays to use as inputs and targets; if empty, the roles follow from the names of all arrays.
struct ArrayNames {
  std::string inputs;
  std::string targets;
};

// Finds the arrays of a .npy, .h5, .hdf5 or .mat file, of such files in a folder, or of the HDF5 files that a text file
// lists, as in Caffe. Fails with Unsupported if there are no arrays, or no inputs in a folder; with InvalidArgument if
// a file lacks the named array (the message lists its arrays); otherwise like the readers of these files.
// If a folder has several .npy files whose names tell no role and whose rows have one shape, each file is a class that
// is called like the file: its arrays are inputs, and a further array has the number of the class for each row.
Result<std::vector<FoundArray>> findArrays(const std::filesystem::path& path, const ArrayNames& names, Look look);

}  // namespace fovea
