// Why: the arrays of a data set come in pairs of inputs and targets, and targets may be a label for each pixel.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/data/importers/number_array.h"
#include "core/data/store/sample.h"

namespace fovea {

using ArrayPointer = std::shared_ptr<const NumberArray>;

// The inputs and targets of one split, or of one file.
struct ArrayPart {
  std::optional<Split> split;
  std::string together;  // see FoundArray
  std::string file;      // of the inputs
  std::string inputName, targetName;
  ArrayPointer input, target;
  std::vector<double> targets;  // row by row; none of masks
};

// A view of an array that has the whole array as its only row.
ArrayPointer wholeArray(ArrayPointer array);
// Says whether targets are a label for each pixel: of the inputs' shape, but for the axis of channels.
bool areMasks(const NumberArray& inputs, const NumberArray& targets);
// Says whether the first rows of targets hold only labels from 0 to 255.
bool holdLabels(const NumberArray& targets);
// The mask of a row: u8 [1, …] of the extents of the input. Corrupt where it holds no labels.
Result<Tensor> maskOf(const ArrayPart& part, std::int64_t row, const Shape& input);

}  // namespace fovea
