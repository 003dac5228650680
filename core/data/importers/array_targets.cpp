#include "core/data/importers/array_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace fovea {
namespace {

constexpr std::int64_t kQuickMasks = 4;
constexpr double kIgnored = 255;  // the label of ignored pixels

std::ptrdiff_t widthOf(const std::vector<ArrayPart>& parts) {
  return static_cast<std::ptrdiff_t>(parts[0].target->rowSize());
}

}  // namespace

bool areOneHot(const std::vector<ArrayPart>& parts) {
  const std::ptrdiff_t width = widthOf(parts);
  for (const ArrayPart& part : parts)
    for (auto begin = part.targets.begin(); begin != part.targets.end(); begin += width)
      if (std::count(begin, begin + width, 1.0) != 1 || std::count(begin, begin + width, 0.0) != width - 1)
        return false;
  return true;
}

ArrayClasses classesOf(const std::vector<ArrayPart>& parts) {
  const std::ptrdiff_t width = widthOf(parts);
  ArrayClasses found;
  std::map<std::int64_t, std::int32_t> places;
  std::vector<std::int64_t> values;
  for (const ArrayPart& part : parts)
    for (auto begin = part.targets.begin(); begin != part.targets.end(); begin += width) {
      values.push_back(width == 1 ? static_cast<std::int64_t>(*begin) : std::find(begin, begin + width, 1.0) - begin);
      places[values.back()] = 0;
    }
  for (std::int64_t i = 0; width > 1 && i < width; ++i) places[i] = 0;
  for (auto& [value, place] : places) {
    place = static_cast<std::int32_t>(found.names.size());
    found.names.push_back(std::to_string(value));
  }
  for (const std::int64_t value : values) found.labels.push_back(places[value]);
  return found;
}

Result<std::vector<std::string>> maskClassesOf(const std::vector<ArrayPart>& parts, Look look) {
  double highest = 1;
  for (const ArrayPart& part : parts) {
    const std::int64_t rows = part.target->rows();
    std::vector<double> values(static_cast<std::size_t>(part.target->rowSize()));
    for (std::int64_t row = 0; row < (look == Look::Quick ? std::min(rows, kQuickMasks) : rows); ++row) {
      FOVEA_CHECK(look.check());
      FOVEA_CHECK(part.target->read(row, values));
      for (const double value : values)
        if (value < kIgnored && value > highest && value == std::floor(value)) highest = value;
    }
  }
  std::vector<std::string> names;
  for (int label = 0; label <= static_cast<int>(highest); ++label)
    names.push_back(label == 0 ? "background" : fmt::format("class {}", label));
  return names;
}

}  // namespace fovea
