// Why: arrays of inputs and targets lie in files of NumPy, HDF5 or MATLAB, together or apart; what each is for follows
// from its name, and is found out here for all kinds of files.
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
  std::string file;   // where it lies
  std::string title;  // for a person: "x_train.npy", "train.h5: data"
  ArrayRole role = ArrayRole::None;
  std::optional<Split> split;  // as the names say
  std::string together;        // the same for inputs and the targets that belong to them, besides the split
  std::shared_ptr<const NumberArray> array;  // none where it has no role or cannot be read
  std::string refused;                       // then why it cannot
};

// Names of arrays that are inputs and targets whatever they are called; empty where their names say so.
struct ArrayNames {
  std::string inputs;
  std::string targets;
};

// The arrays of a file .npy, .h5, .hdf5 or .mat, of such files in a folder, or of the HDF5 files that a text file
// lists, as Caffe has it. Unsupported when there is none, or in a folder none of inputs; InvalidArgument where a file
// names none so, naming those that it holds; else as the readers of these files fail.
Result<std::vector<FoundArray>> findArrays(const std::filesystem::path& path, const ArrayNames& names, Look look);

}  // namespace fovea
