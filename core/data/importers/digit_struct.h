// Why: SVHN's original pictures come with digitStruct.mat, an array of structures with the name of an image and the
// boxes of its digits, in the HDF5 form of MATLAB 7.3. Source: Netzer et al., "Reading Digits in Natural Images with
// Unsupervised Feature Learning" (2011).
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace fovea {

struct DigitBox {
  double left = 0, top = 0, width = 0, height = 0;
  double label = 0;  // 10 for the digit 0
};

// The structures in the array of a file, read one after the other.
class DigitStructs {
 public:
  // Opens a file. Fails with Unsupported if it holds no such array, Corrupt, NotFound or Io; errors name the file.
  static Result<std::unique_ptr<DigitStructs>> open(const std::filesystem::path& path);
  virtual ~DigitStructs() = default;

  virtual std::size_t size() const = 0;
  // Return the name and the boxes of a structure. Fail with Corrupt; the message calls the structure "it".
  virtual Result<std::string> name(std::size_t index) const = 0;
  virtual Result<std::vector<DigitBox>> boxes(std::size_t index) const = 0;
};

}  // namespace fovea
