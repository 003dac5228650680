// Why: holds the curves of one run by metric, with each point's position on every possible axis. Plain values, which
// other threads may compute.
#pragma once
#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/bridge/run_history.h"
#include "widgets/plots/plot_parts.h"

namespace fovea {

inline constexpr const char* kLossMetric = "loss";
inline constexpr const char* kAccuracyMetric = "accuracy";
inline constexpr const char* kRateMetric = "learning_rate";
inline constexpr const char* kSpeedMetric = "samples_per_second";

// One curve, in order of step. All three vectors have the same length; values are finite.
struct MetricCurve {
  std::vector<double> steps;
  std::vector<double> epochs;  // completed epochs, as a fraction
  std::vector<double> values;
  int rewinds = 0;  // number of returns to an earlier step
  bool empty() const { return values.empty(); }
};

class RunCurves {
 public:
  RunCurves() = default;
  explicit RunCurves(const ThinnedHistory& history);

  // Sets the run's start and, unless it is active, its end.
  void setRun(const RunRecord& run);
  // Adds points; a point at an earlier step replaces the old ones from that step on.
  void addPoints(std::span<const MetricPoint> points);
  // Adds epochs recorded at `times` (see RunStore::epochTimes), and the validations `within` epochs, each list in
  // order; entries beyond the end of `times` get the present time.
  void addEpochs(std::span<const EpochRecord> epochs, std::span<const std::string> times = {},
                 std::span<const ValidationRecord> within = {});
  void addSpeed(double step, double samplesPerSecond);

  // The curves by metric.
  const std::map<std::string, MetricCurve>& train() const { return train_; }
  const std::map<std::string, MetricCurve>& validation() const { return validation_; }
  // Returns null if there is no such curve.
  const MetricCurve* find(const std::string& metric, bool validation) const;
  // Returns whether an epoch has ended; then positions on time axes stay fixed until the next one ends.
  bool timeKnown() const { return !anchors_.empty(); }
  // Returns whether all points have the same learning rate.
  bool constantRate() const { return constantRate_; }

  // Returns the axis positions of the points, starting at index `first`.
  std::vector<double> xs(const MetricCurve& curve, PlotAxis axis, std::size_t first = 0) const;
  double x(PlotAxis axis, double step, double epoch) const;
  // Returns the position of any step, with or without a point.
  double x(PlotAxis axis, double step) const;

 private:
  // The known time at the end of an epoch.
  struct Anchor {
    double step = 0;
    double seconds = 0;  // training time since the start
    double clock = 0;    // seconds since 1970
  };

  void addPoint(std::map<std::string, MetricCurve>& curves, const std::string& metric, double step, double epoch,
                double value);
  void addEpoch(const EpochRecord& epoch, double recorded);
  void addValidation(const ValidationRecord& validation);

  std::map<std::string, MetricCurve> train_, validation_;
  std::vector<Anchor> anchors_;
  double stepsPerEpoch_ = 0;
  double lastStep_ = 0;
  double started_ = 0;   // seconds since 1970
  double finished_ = 0;  // 0: active
  bool constantRate_ = true;
};

// Returns the index of the best value: the highest if `higher`, else the lowest; the first of equal ones. The curve
// must not be empty.
std::size_t bestOf(const MetricCurve& curve, bool higher);

}  // namespace fovea
