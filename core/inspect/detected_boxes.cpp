#include "core/inspect/detected_boxes.h"

#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

// The cells of one class.
struct ClassCells {
  const float* cells;
  std::int64_t rows, columns;

  // Returns true if no neighbour has a higher value and no earlier neighbour an equal one.
  bool isPeak(std::int64_t row, std::int64_t column) const {
    const float own = cells[row * columns + column];
    for (std::int64_t y = std::max<std::int64_t>(row - 1, 0); y <= std::min(row + 1, rows - 1); ++y)
      for (std::int64_t x = std::max<std::int64_t>(column - 1, 0); x <= std::min(column + 1, columns - 1); ++x) {
        const bool earlier = y < row || (y == row && x < column);
        const float other = cells[y * columns + x];
        if (earlier ? other >= own : other > own) return false;
      }
    return true;
  }
};

float fraction(double value) {
  return static_cast<float>(std::clamp(value, 0.0, 1.0));
}

double areaOf(const Box& box) {
  return std::max(0.0, static_cast<double>(box.right) - static_cast<double>(box.left)) *
         std::max(0.0, static_cast<double>(box.bottom) - static_cast<double>(box.top));
}

// Returns the length of the intersection of two ranges.
double shared(float lowA, float highA, float lowB, float highB) {
  return std::max(0.0, static_cast<double>(std::min(highA, highB)) - static_cast<double>(std::max(lowA, lowB)));
}

}  // namespace

std::vector<DetectedBox> detectedBoxes(std::span<const float> predictions, const Shape& grid) {
  const std::int64_t classes = grid[0] - kBoxNumbers, rows = grid[1], columns = grid[2], cells = rows * columns;
  struct Peak {
    float score;
    std::int64_t label, cell;
  };
  std::vector<Peak> peaks;
  for (std::int64_t label = 0; label < classes; ++label) {
    const ClassCells plane{predictions.data() + label * cells, rows, columns};
    for (std::int64_t cell = 0; cell < cells; ++cell)
      if (plane.isPeak(cell / columns, cell % columns)) peaks.push_back({plane.cells[cell], label, cell});
  }
  const std::size_t kept = std::min(peaks.size(), kMostDetectedBoxes);
  std::partial_sort(peaks.begin(), peaks.begin() + static_cast<std::ptrdiff_t>(kept), peaks.end(),
                    [](const Peak& a, const Peak& b) {
                      if (a.score != b.score) return a.score > b.score;
                      return a.label != b.label ? a.label < b.label : a.cell < b.cell;
                    });
  peaks.resize(kept);
  constexpr double kLargest = 20;  // limit for the logarithm of a size: larger boxes cover any image
  std::vector<DetectedBox> found;
  for (const Peak& peak : peaks) {
    const auto number = [&](std::int64_t index) {
      return static_cast<double>(predictions[static_cast<std::size_t>((classes + index) * cells + peak.cell)]);
    };
    const double x = static_cast<double>(peak.cell % columns) + number(0);
    const double y = static_cast<double>(peak.cell / columns) + number(1);
    const double width = std::exp(std::min(number(2), kLargest)), height = std::exp(std::min(number(3), kLargest));
    const auto across = static_cast<double>(columns), down = static_cast<double>(rows);
    found.push_back(
        {{fraction((x - width / 2) / across), fraction((y - height / 2) / down), fraction((x + width / 2) / across),
          fraction((y + height / 2) / down), static_cast<std::int32_t>(peak.label)},
         peak.score});
  }
  return found;
}

std::span<const DetectedBox> shownBoxes(std::span<const DetectedBox> boxes) {
  const auto end = std::ranges::find_if(boxes, [](const DetectedBox& found) { return found.score < kShownScore; });
  return boxes.first(static_cast<std::size_t>(end - boxes.begin()));
}

std::vector<Box> asFractions(std::span<const Box> boxes, double width, double height) {
  std::vector<Box> scaled;
  for (const Box& box : boxes)
    scaled.push_back({static_cast<float>(box.left / width), static_cast<float>(box.top / height),
                      static_cast<float>(box.right / width), static_cast<float>(box.bottom / height), box.label});
  return scaled;
}

double overlapOf(const Box& a, const Box& b) {
  const double both = shared(a.left, a.right, b.left, b.right) * shared(a.top, a.bottom, b.top, b.bottom);
  const double either = areaOf(a) + areaOf(b) - both;
  return either > 0 ? both / either : 0;
}

BoxMatches matchBoxes(std::span<const DetectedBox> found, std::span<const Box> truths, double least) {
  BoxMatches matches;
  std::vector<bool> taken(truths.size());
  for (const DetectedBox& each : found) {
    std::optional<std::size_t>& best = matches.truths.emplace_back();
    double most = least;
    for (std::size_t i = 0; i < truths.size(); ++i) {
      if (taken[i] || truths[i].label != each.box.label) continue;
      const double overlap = overlapOf(each.box, truths[i]);
      if (overlap < most) continue;
      most = overlap;
      best = i;
    }
    if (best) taken[*best] = true;
  }
  for (std::size_t i = 0; i < truths.size(); ++i)
    if (!taken[i]) matches.missed.push_back(i);
  return matches;
}

double wrongBoxes(std::span<const DetectedBox> found, std::span<const Box> truths) {
  const std::span<const DetectedBox> shown = shownBoxes(found);
  const BoxMatches matches = matchBoxes(shown, truths);
  const auto missed = static_cast<double>(matches.missed.size()), right = static_cast<double>(truths.size()) - missed;
  const double wrong = static_cast<double>(shown.size()) - right + missed;
  return wrong + right > 0 ? wrong / (wrong + right) : 0;
}

}  // namespace fovea
