// Why: reduces a curve of a million points to a few thousand for the screen without losing a spike.
#pragma once
#include <vector>

#include "core/train/trainer.h"

namespace fovea {

// Reads a curve's points in order and keeps at most about `maximum` of them and at least half as many (0: all): the
// first, the last, and in each stretch of equally many points those with the lowest and highest loss and accuracy. How
// many will come need not be known: stretches are joined in pairs when there are too many.
class CurveDecimation {
 public:
  explicit CurveDecimation(std::size_t maximum) : maximum_(maximum) {}

  void add(const MetricPoint& point);
  std::vector<MetricPoint> finish() &&;

 private:
  struct Point {  // a MetricPoint without further metrics
    std::int64_t step = 0;
    double epoch = 0, loss = 0, accuracy = 0, learningRate = 0;
  };
  struct Stretch {
    Point lowLoss, highLoss, lowAccuracy, highAccuracy;
    void add(const Stretch& later);
  };
  void join(const Point& point);
  void halve();

  std::size_t maximum_;
  std::vector<Point> all_;          // while there are few
  std::vector<Stretch> stretches_;  // afterwards; the last one may not be complete
  std::size_t stretch_ = 0;         // points of a stretch
  std::size_t inLast_ = 0;          // points of the last one
  Point first_, last_;
};

}  // namespace fovea
