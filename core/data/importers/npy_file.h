// Why: NumPy has its own file format for arrays; this bounded reader reads it and never executes anything. Source: the
// .npy format of NumPy, versions 1 to 3 (NumPy enhancement proposal 1).
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/data/files/random_file.h"
#include "core/data/importers/number_array.h"
#include "core/tensor/tensor.h"

namespace fovea {

// An array of numbers in C order.
class NpyFile : public NumberArray {
 public:
  // Opens a file. Fails with Corrupt (not an array, or cut off), Unsupported (text, objects, complex numbers, Fortran
  // order), NotFound or Io.
  static Result<std::shared_ptr<const NumberArray>> open(const std::filesystem::path& path);

  Status readRaw(std::int64_t row, std::span<std::uint8_t> bytes) const override;
  Status readRawFrom(std::int64_t row, std::int64_t first, std::span<std::uint8_t> bytes) const override;

 private:
  Status readHeader();
  Status parse(std::string_view header);

  std::shared_ptr<const RandomFile> file_;
  std::uint64_t begin_ = 0;  // offset of the numbers
};

// Reads a whole array: as u8 if it holds unsigned bytes, i32 if other integers, else f32. Fails with InvalidArgument if
// it has more than `mostElements`, and like NpyFile.
Result<Tensor> readNpy(const std::filesystem::path& path, std::int64_t mostElements);
// Encodes a tensor as a .npy file (version 1.0), for types that NumPy has: f32, f64, f16, i32, i64, u8. Fails with
// Unsupported for others.
Result<std::string> encodeNpy(const Tensor& tensor);

}  // namespace fovea
