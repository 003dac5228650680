// Why: numeric arrays come in many file formats; importers read their rows through this interface and need not know the
// format.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// The memory format of one number.
struct NumberType {
  char kind = 'f';  // as in NumPy: b, u, i, f
  std::size_t size = 4;
  bool bigEndian = false;
};
double numberAt(const std::uint8_t* bytes, const NumberType& type);

// An array that is read row by row (along its first axis), the other axes in C order. Thread-safe.
class NumberArray {
 public:
  virtual ~NumberArray() = default;

  // Returns the extents; the rank is at least 1.
  const std::vector<std::int64_t>& shape() const { return shape_; }
  std::int64_t rows() const { return shape_[0]; }
  std::int64_t rowSize() const { return rowSize_; }  // elements of a row
  // Returns true for unsigned bytes, which readBytes() copies unchanged.
  bool isBytes() const { return type_.kind == 'u' && type_.size == 1; }
  // Returns true if the numbers may have fractions.
  virtual bool isReal() const { return type_.kind == 'f'; }
  // Reads a row of an array of bytes; `values` has rowSize() entries. Fails with Corrupt or Io.
  Status readBytes(std::int64_t row, std::span<std::uint8_t> values) const { return readRaw(row, values); }
  const NumberType& type() const { return type_; }
  // Reads elements as stored in the file, from the start of a row on; `bytes` may span several rows. Fails with Corrupt
  // or Io.
  virtual Status readRaw(std::int64_t row, std::span<std::uint8_t> bytes) const = 0;
  // Does the same from element `first` of a row on, within that row. Reads what lies before it, too, unless the format
  // can skip it.
  virtual Status readRawFrom(std::int64_t row, std::int64_t first, std::span<std::uint8_t> bytes) const;
  // Reads elements of any type; `values` may span several rows.
  Status read(std::int64_t row, std::span<double> values) const;

 protected:
  static constexpr std::size_t kMostAxes = 8;
  // Sets shape_ and rowSize_; returns false if there are too many axes or elements.
  bool setShape(const std::vector<std::int64_t>& shape);

  NumberType type_;
  std::vector<std::int64_t> shape_;
  std::int64_t rowSize_ = 1;
};

// One array of a file that holds several.
struct NamedArray {
  std::string name;                          // "x_train", "train/images"
  std::shared_ptr<const NumberArray> array;  // null if it cannot be read
  std::string refused;                       // if null, the reason: "it holds texts"
};

}  // namespace fovea
