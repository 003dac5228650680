// Why: Fovea has no rotated boxes; formats that have them must say what becomes of theirs.
#pragma once
#include <cstdint>
#include <span>

#include "core/data/importers/detection_source.h"

namespace fovea {

// Counts the boxes of four corners that a source takes as upright boxes around them.
class RotatedBoxes {
 public:
  // Counts a box, given as x, y, x, y, … of its corners.
  void count(std::span<const float> corners);
  std::int64_t size() const { return all_; }
  // Adds the decision about these boxes; none if there were none.
  void tell(DetectionSource& source) const;

 private:
  std::int64_t all_ = 0;
  std::int64_t turned_ = 0;  // boxes with a side that is neither level nor upright
};

}  // namespace fovea
