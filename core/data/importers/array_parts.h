// Why: the arrays of a data set come in pairs of inputs and targets; targets may be a label for each pixel.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/data/importers/mask_file.h"
#include "core/data/importers/number_array.h"
#include "core/data/importing/import_source.h"

namespace fovea {

using ArrayPointer = std::shared_ptr<const NumberArray>;

// The inputs and targets of one split, or of one file.
struct ArrayPart {
  std::optional<Split> split;
  std::string together;  // see FoundArray
  std::string file;      // file of the inputs
  std::string targetFile;  // file of the targets
  std::string inputName, targetName;
  ArrayPointer input, target;
  std::vector<double> targets;   // target values, row by row; empty for masks
  std::int64_t maskClasses = 0;  // number of classes if masks had a channel for each
};

// Returns a view that has the whole array as its only row.
ArrayPointer wholeArray(ArrayPointer array);
// Returns a view whose rows are the places along the second axis: [a, b, …] becomes [b, a, …].
ArrayPointer alongSecondAxis(ArrayPointer array);
// Returns true if the targets can be a label for each pixel: they have the shape of the inputs without the axis of
// channels, or of inputs that have none.
bool areMasks(const NumberArray& inputs, const NumberArray& targets);
// Returns true if the first rows of the targets hold only labels from 0 to 255.
bool holdLabels(const NumberArray& targets);
// Returns the numbers to be predicted in a row: f32 [n]. Fails with Corrupt where one is not finite.
Result<Tensor> targetsOfRow(const ArrayPart& part, std::int64_t row);
// Returns a hash of the numbers to be predicted in a row, or for masks of the state of their file.
ContentHash annotationOfRow(const ArrayPart& part, std::int64_t row);
// Returns the values of the mask in a row as they are stored: u8 [1, 1, n]. Fails with Corrupt for numbers that are no
// bytes.
Result<Tensor> maskValuesOf(const NumberArray& targets, std::int64_t row);
// Returns the labels of the mask in a row: u8 [1, …] with the input's extents. Fails with Corrupt for values that are
// not labels.
Result<Tensor> maskOf(const ArrayPart& part, std::int64_t row, const Shape& input, const MaskMeaning& meaning);

}  // namespace fovea
