// Why: how good found boxes are over a whole split, as COCO's evaluation says it. Not thread-safe.
#pragma once
#include "core/inspect/detected_boxes.h"
#include "core/inspect/evaluation.h"

namespace fovea {

// Collects the boxes of all images, then ranks those of each class.
class DetectionScores {
 public:
  explicit DetectionScores(const std::vector<std::string>& classes) : names_(classes), classes_(classes.size()) {}

  // The boxes of one image; both in the same coordinates. `found` comes as detectedBoxes() returns it; at most
  // kMostDetectedBoxes of them count.
  void add(std::span<const DetectedBox> found, std::span<const Box> truths);
  // Adds the metrics "average_precision" (mean over overlaps from 0.5 to 0.95 in steps of 0.05, and over the classes
  // with true boxes), "average_precision_50" and "average_precision_75", and the means over classes of precision,
  // recall and F1 from kShownScore on at kRightOverlap. Sets a score for each class: its average precision, precision,
  // recall and F1, the mean overlap of its right boxes, and the number of its true boxes. Sets a curve of precision
  // and recall for each class, at kRightOverlap. Source: Lin et al., "Microsoft COCO", 2014, and its reference
  // implementation: precision at 101 recalls, the highest at that recall or a larger one.
  void finish(Evaluation& evaluation) const;

  static constexpr int kOverlaps = 10;

 private:
  struct Found {
    float score = 0;
    std::uint16_t right = 0;  // bit i: right at the overlap 0.5 + 0.05 i
    float overlap = 0;        // with its true box at kRightOverlap; 0: it is false
  };
  struct ClassBoxes {
    std::vector<Found> found;
    std::int64_t truths = 0;
  };
  std::vector<std::string> names_;
  std::vector<ClassBoxes> classes_;
};

}  // namespace fovea
