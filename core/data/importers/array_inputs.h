// Why: converts a row of an array to the input of a sample, in one place for all orders of axes.
#pragma once
#include <vector>

#include "core/data/importers/number_array.h"
#include "core/tensor/tensor.h"

namespace fovea {

struct ArrayInputs {
  std::vector<std::int64_t> shape;  // shape of one input, channels first
  bool bytes = false;               // grey values or colours from 0 to 255
  bool last = false;                // the file stores channels last
  bool plain = false;               // the file has no channel axis, and one is added
  bool swapped = false;             // rows and columns of square pictures of bytes are swapped

  // Returns the input in a row: u8 [C, H, W] for pictures, otherwise f32. Fails with Corrupt for non-finite values.
  Result<Tensor> read(const NumberArray& array, std::int64_t row) const;

 private:
  Shape shapeOf(const NumberArray& array) const;
};

}  // namespace fovea
