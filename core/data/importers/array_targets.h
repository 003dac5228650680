// Why: targets in arrays are classes if each is one of few integers, a one-hot row, or a label for each pixel.
#pragma once
#include <string>
#include <vector>

#include "core/data/importers/array_inputs.h"
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

// Returns what the values of masks mean, as for masks in files; `labels` is the option of meaningOf(). Fails like
// meaningOf() or NumberArray::read(), or with Cancelled.
Result<MaskMeaning> meaningOfMasks(const std::vector<ArrayPart>& parts, const std::string& labels, Look look);

// Returns how targets that are images are read. Fails with InvalidArgument if they have not the axes of images.
Result<ArrayInputs> imagesOfTargets(const std::vector<ArrayPart>& parts);

// Reports several targets a sample, and asks if they are whole numbers, which may be classes of several kinds, or if
// they have the axes of images.
ImportDecision decisionAboutQuantities(const std::vector<ArrayPart>& parts);

}  // namespace fovea
