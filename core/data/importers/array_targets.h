// Why: targets in arrays are classes if each is one of few integers, a one-hot row, or a label for each pixel.
#pragma once
#include <string>
#include <vector>

#include "core/data/importers/array_parts.h"
#include "core/data/importers/listed_source.h"

namespace fovea {

// Returns true if every row of the targets is one-hot.
bool areOneHot(const std::vector<ArrayPart>& parts);

struct ArrayClasses {
  std::vector<std::string> names;
  std::vector<std::int32_t> labels;  // labels of all rows, part by part
};
// Returns the classes of the targets: the values of single numbers, the index of the one in one-hot rows.
ArrayClasses classesOf(const std::vector<ArrayPart>& parts);

// Returns the classes of masks, one for each label up to the highest. Fails like NumberArray::read() or with Cancelled.
Result<std::vector<std::string>> maskClassesOf(const std::vector<ArrayPart>& parts, Look look);

}  // namespace fovea
