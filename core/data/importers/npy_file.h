// Why: arrays of NumPy are files of their own kind; one bounded reader knows them. Nothing in such a file is ever run.
// Source: the .npy format of NumPy, versions 1 to 3 (NumPy enhancement proposal 1).
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
  // Corrupt (no array, or one that is cut off), Unsupported (text, objects, complex numbers, Fortran order), NotFound,
  // Io.
  static Result<std::shared_ptr<const NumberArray>> open(const std::filesystem::path& path);

  Status readRaw(std::int64_t row, std::span<std::uint8_t> bytes) const override;

 private:
  Status readHeader();
  Status parse(std::string_view header);

  std::shared_ptr<const RandomFile> file_;
  std::uint64_t begin_ = 0;  // of the numbers
};

// A whole array of numbers: u8 where it holds unsigned bytes, i32 where it holds other whole numbers, else f32.
// InvalidArgument where it has more than `mostElements`; errors of NpyFile.
Result<Tensor> readNpy(const std::filesystem::path& path, std::int64_t mostElements);
// The bytes of a .npy file (version 1.0) of a tensor of any type that NumPy has: f32, f64, f16, i32, i64, u8.
// Unsupported for others.
Result<std::string> encodeNpy(const Tensor& tensor);

}  // namespace fovea
