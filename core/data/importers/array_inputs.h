// Why: a row of an array becomes the input of a sample in one way, whatever its axes are.
#pragma once
#include <vector>

#include "core/data/importers/number_array.h"
#include "core/tensor/tensor.h"

namespace fovea {

struct ArrayInputs {
  std::vector<std::int64_t> shape;  // of an input, channels first
  bool bytes = false;               // grey values or colours from 0 to 255
  bool last = false;                // the channels stand last in the file
  bool plain = false;               // there is no axis of channels, and one is added

  // The input in a row: u8 [C, H, W] of pictures, else f32. Corrupt where it holds values that are no numbers.
  Result<Tensor> read(const NumberArray& array, std::int64_t row) const;

 private:
  Shape shapeOf(const NumberArray& array) const;
};

}  // namespace fovea
