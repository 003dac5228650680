// Why: arrays of inputs and targets come in files of NumPy, HDF5 or MATLAB, together or separately. Their names tell
// the role of each; this derives it for all kinds of files.
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
  std::string title;  // text for a person: "x_train.npy", "train.h5: data"
  ArrayRole role = ArrayRole::None;
  std::optional<Split> split;                // derived from the names
  std::string together;                      // key that inputs and their targets share, apart from the split
  std::shared_ptr<const NumberArray> array;  // null where it has no role or cannot be read
  std::string refused;                       // if null: the reason why it cannot be read
};

// Names of the arrays to use as inputs and targets; empty: derived from the names of all arrays.
struct ArrayNames {
  std::string inputs;
  std::string targets;
};

// Finds the arrays of a .npy, .h5, .hdf5 or .mat file, of such files in a folder, or of the HDF5 files that a text file
// lists, as in Caffe. Fails with Unsupported when there is none, or no inputs in a folder; with InvalidArgument where a
// file lacks the named array (lists the arrays it has); otherwise as the readers of these files.
Result<std::vector<FoundArray>> findArrays(const std::filesystem::path& path, const ArrayNames& names, Look look);

}  // namespace fovea
