// Why: data sets of universities come as MATLAB files; this bounded reader reads their numeric arrays. The usual
// library trusts the sizes in damaged files and may never return. Source: MAT-File Format (MathWorks), level 5, with
// and without compression. Level 7.3 is HDF5: see hdf5_file.h.
#pragma once
#include <filesystem>
#include <vector>

#include "core/data/importers/number_array.h"

namespace fovea {

// An array held in memory, with the axis order of MATLAB: the first axis varies fastest.
class ColumnArray : public NumberArray {
 public:
  // `axes` are in MATLAB's order. Fails with Corrupt if the number of bytes does not match the axes.
  static Result<std::shared_ptr<const ColumnArray>> make(std::vector<std::int64_t> axes, NumberType type,
                                                         std::vector<std::uint8_t> bytes);
  const std::vector<std::int64_t>& axes() const { return axes_; }
  // Returns true if any value has a fraction: MATLAB stores integers as floating-point numbers by default.
  bool isReal() const override { return fractions_; }
  // Returns the array with that axis as its rows and the others in their order, without axes of extent 1.
  std::shared_ptr<const ColumnArray> withRows(std::size_t axis) const;

  Status readRaw(std::int64_t row, std::span<std::uint8_t> bytes) const override;

 private:
  std::vector<std::int64_t> axes_;
  std::vector<std::size_t> strides_;  // stride of rows first, then of the other axes of shape_
  std::shared_ptr<const std::vector<std::uint8_t>> bytes_;
  bool fractions_ = false;
};

inline constexpr std::int64_t kMostMatBytes = std::int64_t{2} << 30;  // limit for one array

// Returns the number format of an element of that type; its size is 0 if it holds no numbers.
NumberType matNumberType(std::uint32_t type, bool big);
// Reads the variables of a file: numeric arrays as ColumnArray, others with the reason why they are not read. A
// structure is read as its fields, named "structure/field". `names` selects variables; empty: all. Fails with Corrupt,
// Unsupported (level 4), NotFound, Io or OutOfMemory.
Result<std::vector<NamedArray>> readMatFile(const std::filesystem::path& path,
                                            const std::vector<std::string>& names = {});

}  // namespace fovea
