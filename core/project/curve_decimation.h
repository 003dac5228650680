// Why: a curve of a million points must reach the screen as a few thousand without losing one spike.
#pragma once
#include <optional>
#include <vector>

#include "core/train/trainer.h"

namespace fovea {

// Takes the points of a curve in order and keeps about `maximum` of them (0: all): the first and the last, and of each
// stretch of equally many points those where loss or accuracy is lowest or highest. Holds only what it keeps.
class CurveDecimation {
 public:
  // `count`: how many points will be added.
  CurveDecimation(std::size_t count, std::size_t maximum);

  void add(const MetricPoint& point);
  std::vector<MetricPoint> finish() &&;

 private:
  void closeStretch();

  std::size_t stretch_;  // points in each; 1: keep all
  std::size_t inStretch_ = 0;
  std::optional<MetricPoint> lowLoss_, highLoss_, lowAccuracy_, highAccuracy_;
  std::optional<MetricPoint> last_;
  std::vector<MetricPoint> kept_;
};

}  // namespace fovea
