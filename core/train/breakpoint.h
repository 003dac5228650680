// Why: a breakpoint pauses a run at the step where a measured value crosses a limit, so that a person can inspect the
// cause before it is overwritten. It is written as one line of text, in projects, in the terminal and in run logs.
// Thread-safety: values and pure functions.
#pragma once
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/train/probe.h"

namespace fovea {

struct Breakpoint {
  enum class Measure {
    Loss,       // of the step's batch; the only one without a layer
    Output,     // the layer's output; only with NotFinite
    Zeros,      // share of the output that is exactly 0, 0 to 1
    Gradient,   // norm of the gradient of all parameters of the layer
    Update,     // |change of the weights| / |weights|
    Mean,       // of the output
    Deviation,  // of the output
  };
  enum class Condition { Above, Below, NotFinite };

  std::string layer;  // as in ProbeRequest; empty for Loss
  Measure measure = Measure::Loss;
  Condition condition = Condition::NotFinite;
  double limit = 0;  // not used by NotFinite
  bool operator==(const Breakpoint&) const = default;
};

// Reads "relu2: zeros > 0.6", "relu2: zeros > 60 %", "conv1: gradient > 10", "fc1: update < 1e-5", "fc1: is nan",
// "loss is nan" or "loss > 5". Measures: zeros, gradient, update, mean, deviation. InvalidArgument says what is
// expected.
Result<Breakpoint> breakpointFromText(const std::string& text);
// The text that breakpointFromText() reads as this value; the limit has up to ten digits.
std::string breakpointText(const Breakpoint& breakpoint);
// A measured value in four digits: "68.21 %" for Zeros, else the plain number.
std::string breakpointValueText(const Breakpoint& breakpoint, double value);

// The measured value. For Output: the number of values that are NaN or infinite. Nothing if the frame does not contain
// it: another layer, a layer without weights, a step that changed no weights.
std::optional<double> measuredValue(const Breakpoint& breakpoint, const ProbeFrame& frame);
// Whether the condition holds for a measured value.
bool holds(const Breakpoint& breakpoint, double value);

// A breakpoint that paused a run.
struct BreakpointHit {
  Breakpoint breakpoint;
  std::int64_t step = 0;  // completed steps, including the measured one
  double value = 0;       // as measuredValue()
};
// "relu2: zeros > 60 % (68.21 %) at step 1431".
std::string hitText(const BreakpointHit& hit);

}  // namespace fovea
