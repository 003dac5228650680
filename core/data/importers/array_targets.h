// Why: targets of arrays are classes where each is one of few whole numbers, a single one among zeros, or a label for
// each pixel.
#pragma once
#include <string>
#include <vector>

#include "core/data/importers/array_parts.h"
#include "core/data/importers/listed_source.h"

namespace fovea {

// Says whether each row of targets has a single one among zeros.
bool areOneHot(const std::vector<ArrayPart>& parts);

struct ArrayClasses {
  std::vector<std::string> names;
  std::vector<std::int32_t> labels;  // of all rows, part by part
};
// The classes that targets name: by their values in rows of one, else by the place of the one.
ArrayClasses classesOf(const std::vector<ArrayPart>& parts);

// The classes of masks: as many as the highest label says. Fails as NumberArray::read(), Cancelled.
Result<std::vector<std::string>> maskClassesOf(const std::vector<ArrayPart>& parts, Look look);

}  // namespace fovea
