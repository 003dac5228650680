// Why: converts a row of an array to the input of a sample, in one place for all orders of axes.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/data/importers/number_array.h"
#include "core/data/importing/import_decision.h"
#include "core/tensor/tensor.h"

namespace fovea {

struct ArrayInputs {
  std::vector<std::int64_t> shape;  // shape of one input, channels first
  bool bytes = false;               // grey values or colours from 0 to 255
  bool last = false;                // the file stores channels last
  bool plain = false;               // the file has no channel axis, and one is added
  bool swapped = false;             // rows and columns of square pictures of bytes are swapped

  // Decides where the axis of channels stands among the three or four axes of an input, and sets `shape` and `last`,
  // and `bytes` to false for other numbers of channels than those of images. `axes` is the option: "automatic",
  // "channels_first" or "channels_last". `masks`: targets without that axis, if there are any. Returns a decision for
  // the user to read, or to make, if the shape does not tell the axis.
  std::optional<ImportDecision> chooseChannels(const std::string& axes, const NumberArray* masks);

  // Returns the input in a row: u8 [C, H, W] for pictures, otherwise f32. Fails with Corrupt for non-finite values.
  Result<Tensor> read(const NumberArray& array, std::int64_t row) const;

 private:
  Shape shapeOf(const NumberArray& array) const;
};

}  // namespace fovea
