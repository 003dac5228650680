// Why: found boxes are scored over a whole split as COCO's evaluation does it. Not thread-safe.
#pragma once
#include "core/inspect/answer_scores.h"
#include "core/inspect/detected_boxes.h"

namespace fovea {

// The boxes found in one image of a batch and its true boxes, both in fractions of the image.
struct ImageBoxes {
  std::vector<DetectedBox> found;
  std::vector<Box> truths;
};
// Returns the boxes of one image. `predictions` are f32 [N, K + 4, H, W] for the images [N, C, H, W] of `batch`.
ImageBoxes boxesOfImage(const Tensor& predictions, const Batch& batch, std::size_t image);

// Collects the boxes of all images, then ranks those of each class by score.
class DetectionScores : public AnswerScores {
 public:
  explicit DetectionScores(const std::vector<std::string>& classes) : names_(classes), classes_(classes.size()) {}

  // Adds a batch. `predictions` are f32 [N, K + 4, H, W]. They are compared with the boxes of the batch, not with
  // `target`, where two boxes can share a cell.
  void add(const Tensor& predictions, const Tensor& target, const Batch& batch) override;
  // Adds the boxes of one image; both lists use the same coordinates. `found` is in the order of detectedBoxes(); at
  // most kMostDetectedBoxes of them count.
  void add(std::span<const DetectedBox> found, std::span<const Box> truths);
  // Adds the metrics "average_precision" (mean over overlaps from 0.5 to 0.95 in steps of 0.05, and over the classes
  // with true boxes), "average_precision_50" and "average_precision_75", and the means over classes of precision,
  // recall and F1 from kShownScore on at kRightOverlap. Sets a score for each class: its average precision, precision,
  // recall and F1, the mean overlap of its right boxes, and the number of its true boxes. Sets a curve of precision
  // and recall for each class, at kRightOverlap. Source: Lin et al., "Microsoft COCO", 2014, and its reference
  // implementation: precision at 101 recalls, the highest at that recall or a larger one.
  void finish(Evaluation& evaluation) const override;

 private:
  static constexpr int kOverlaps = 10;
  struct Found {
    float score = 0;
    std::uint16_t right = 0;  // bit i: right at the overlap 0.5 + 0.05 i
    float overlap = 0;        // with its true box at kRightOverlap; 0 if it is false
  };
  struct ClassBoxes {
    std::vector<Found> found;
    std::int64_t truths = 0;
  };
  std::vector<std::string> names_;
  std::vector<ClassBoxes> classes_;
};

}  // namespace fovea
