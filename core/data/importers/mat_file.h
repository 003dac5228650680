// Why: data sets of universities come as MATLAB files; one bounded reader knows their arrays of numbers. Its own: the
// library for them takes sizes that a damaged file names on trust, and then does not come back.
// Source: MAT-File Format (MathWorks), level 5, with and without compression. Level 7.3 is HDF5: see hdf5_file.h.
#pragma once
#include <filesystem>
#include <vector>

#include "core/data/importers/number_array.h"

namespace fovea {

// An array kept whole in memory, whose axes lie as in MATLAB: the first one varies fastest.
class ColumnArray : public NumberArray {
 public:
  // `axes` are as MATLAB says them. Corrupt where the bytes are not as many as the axes ask for.
  static Result<std::shared_ptr<const ColumnArray>> make(std::vector<std::int64_t> axes, NumberType type,
                                                         std::vector<std::uint8_t> bytes);
  const std::vector<std::int64_t>& axes() const { return axes_; }
  // MATLAB keeps whole numbers as fractions unless told otherwise: whether any value has one.
  bool isReal() const override { return fractions_; }
  // The same array with that axis as its rows, the others in their order, and those of one element left out.
  std::shared_ptr<const ColumnArray> withRows(std::size_t axis) const;

  Status readRaw(std::int64_t row, std::span<std::uint8_t> bytes) const override;

 private:
  std::vector<std::int64_t> axes_;
  std::vector<std::size_t> strides_;  // of rows first, then of the other axes of shape_
  std::shared_ptr<const std::vector<std::uint8_t>> bytes_;
  bool fractions_ = false;
};

inline constexpr std::int64_t kMostMatBytes = std::int64_t{2} << 30;  // of an array

// Says whether a file begins as a MATLAB file of level 5.
bool isMatFile(std::string_view start);
// The variables of a file: arrays of numbers as ColumnArray, others with the reason why they are not read; `names` are
// those to read, all where there is none. Corrupt, Unsupported (level 4), NotFound, Io, OutOfMemory.
Result<std::vector<NamedArray>> readMatFile(const std::filesystem::path& path,
                                            const std::vector<std::string>& names = {});

}  // namespace fovea
