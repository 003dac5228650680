// Why: the data of one curve: raw, smoothed, and thinned for the screen. Independent of drawing.
#pragma once
#include <QtCore/QPointF>
#include <optional>
#include <span>
#include <vector>

#include "widgets/plots/range_pyramid.h"

namespace fovea {

class SeriesData {
 public:
  // Values must come in order of x. A block whose x goes back drops the old values from that x on (a run resumed from
  // an earlier checkpoint). Both spans are equally long (asserted).
  void append(std::span<const double> xs, std::span<const double> ys);
  void clear();

  // Exponential moving average with bias correction (Kingma and Ba 2015, section 3): 0 is none, towards 1 is more.
  void setSmoothing(double weight);
  double smoothing() const { return weight_; }

  bool empty() const { return xs_.empty(); }
  std::size_t size() const { return xs_.size(); }
  std::span<const double> xs() const { return xs_; }
  std::span<const double> ys() const { return ys_; }
  // As many values as ys(); equal to them without smoothing.
  std::span<const double> smoothed() const { return weight_ > 0 ? std::span<const double>(smoothed_) : ys_; }
  // The position and smoothed value of the point nearest to x; none without points.
  std::optional<QPointF> nearest(double x) const;
  // smoothed() at x, linearly interpolated; none outside the points.
  std::optional<double> valueAt(double x) const;

  // decimate() of ys() or smoothed(), at a cost that grows with `buckets` but hardly with size(). A point may be
  // shifted from its own x only within a bucket.
  std::vector<QPointF> thinnedRaw(double low, double high, int buckets) const;
  std::vector<QPointF> thinned(double low, double high, int buckets) const;

 private:
  void extendSmoothed();
  const RangePyramid& smoothedPyramid() const { return weight_ > 0 ? smoothedPyramid_ : pyramid_; }

  std::vector<double> xs_;
  std::vector<double> ys_;
  std::vector<double> smoothed_;
  RangePyramid pyramid_;          // of ys_
  RangePyramid smoothedPyramid_;  // of smoothed_
  double weight_ = 0;
  double average_ = 0;     // before bias correction
  double correction_ = 1;  // weight^n
};

}  // namespace fovea
