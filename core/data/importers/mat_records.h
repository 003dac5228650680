// Why: data sets of universities keep their annotations as an array of structures in a MATLAB file, one for each
// image, and names as a cell array of texts. Source: MAT-File Format (MathWorks), level 5.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// One value of a field or cell: a text or a single number. Neither is set for a value of another form.
struct MatValue {
  std::optional<double> number;
  std::optional<std::string> text;
};

// A structure array or a cell array of a file. Its elements are in the order of the file.
struct MatRecords {
  std::string name;                 // "annotations", "set/names"
  std::vector<std::string> fields;  // a cell array has one without a name
  std::vector<MatValue> values;     // element by element, with a value for each field

  std::size_t size() const { return fields.empty() ? 0 : values.size() / fields.size(); }
  // Returns the index of a field; nothing if there is none.
  std::optional<std::size_t> fieldNamed(const std::string& name) const;
  const MatValue& at(std::size_t element, std::size_t field) const { return values[element * fields.size() + field]; }
};

inline constexpr std::size_t kMostMatValuesOfRecords = 4'000'000;

// Reads the structure arrays and cell arrays of a level 5 file, including those in a structure of one element. Fails
// with Corrupt, Unsupported, InvalidArgument (too many values), NotFound, Io or OutOfMemory.
Result<std::vector<MatRecords>> readMatRecords(const std::filesystem::path& path);
// Returns the records called `name`; nothing if the file lacks them or cannot be read.
std::optional<MatRecords> findMatRecords(const std::filesystem::path& path, const std::string& name);

}  // namespace fovea
