// Why: reduces a curve of a million points to a few thousand for the screen without losing a spike.
#pragma once
#include <optional>
#include <vector>

#include "core/train/trainer.h"

namespace fovea {

// Reads a curve's points in order and keeps about `maximum` of them (0: all): the first, the last, and in each stretch
// of equally many points those with the lowest and highest loss and accuracy. Stores only what it keeps.
class CurveDecimation {
 public:
  // `count`: the number of points that will be added.
  CurveDecimation(std::size_t count, std::size_t maximum);

  void add(const MetricPoint& point);
  std::vector<MetricPoint> finish() &&;

 private:
  void closeStretch();

  std::size_t stretch_;  // points per stretch; 1: keep all
  std::size_t inStretch_ = 0;
  std::optional<MetricPoint> lowLoss_, highLoss_, lowAccuracy_, highAccuracy_;
  std::optional<MetricPoint> last_;
  std::vector<MetricPoint> kept_;
};

}  // namespace fovea
