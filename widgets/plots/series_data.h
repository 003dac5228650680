// Why: the numbers behind one curve: raw, smoothed, and thinned for the screen. Knows nothing of drawing.
#pragma once
#include <QtCore/QPointF>
#include <optional>
#include <span>
#include <vector>

namespace fovea {

class SeriesData {
 public:
  // Values must come in order of x; a block whose x goes back drops what was there from that x on (a run that continues
  // from an earlier checkpoint). Both spans are equally long (asserted).
  void append(std::span<const double> xs, std::span<const double> ys);
  void clear();

  // Exponential moving average, corrected for its start (Kingma and Ba 2015, section 3): 0 is none, towards 1 is more.
  void setSmoothing(double weight);
  double smoothing() const { return weight_; }

  bool empty() const { return xs_.empty(); }
  std::size_t size() const { return xs_.size(); }
  std::span<const double> xs() const { return xs_; }
  std::span<const double> ys() const { return ys_; }
  // As many as ys(); equal to them without smoothing.
  std::span<const double> smoothed() const { return weight_ > 0 ? std::span<const double>(smoothed_) : ys_; }
  // Of the measured point nearest to x, its position and smoothed value; none if there are no points.
  std::optional<QPointF> nearest(double x) const;

 private:
  void extendSmoothed();

  std::vector<double> xs_;
  std::vector<double> ys_;
  std::vector<double> smoothed_;
  double weight_ = 0;
  double average_ = 0;     // not yet corrected
  double correction_ = 1;  // weight^n
};

}  // namespace fovea
