#include "core/data/importers/visdrone.h"

#include <array>

#include "core/data/importers/text_lines.h"

namespace fovea {
namespace {

constexpr std::size_t kVisDroneCells = 8;
constexpr std::array<const char*, 12> kVisDroneClasses = {
    "ignored region", "pedestrian", "people",          "bicycle", "car",   "van",
    "truck",          "tricycle",   "awning-tricycle", "bus",     "motor", "others"};

}  // namespace

bool isVisDroneLine(std::span<const std::string_view> cells) {
  if (cells.size() != kVisDroneCells) return false;
  constexpr std::array<std::int64_t, kVisDroneCells> kLargest = {
      1'000'000, 1'000'000, 1'000'000, 1'000'000, 1, std::ssize(kVisDroneClasses) - 1, 1, 2};
  for (std::size_t i = 0; i < kVisDroneCells; ++i) {
    const auto number = wholeNumber(cells[i]);
    if (!number || *number < 0 || *number > kLargest[i]) return false;
  }
  return true;
}

std::string visDroneClass(std::string_view number) {
  const auto known = wholeNumber(number);
  if (!known || *known < 0 || *known >= std::ssize(kVisDroneClasses)) return std::string(number);
  return kVisDroneClasses[static_cast<std::size_t>(*known)];
}

}  // namespace fovea
