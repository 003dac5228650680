// Why: several diagnoses must know whether the run's learning rate was too high, since dead units, saturated outputs
// and large gradients result from it. Pure function.
#pragma once
#include <cstdint>
#include <optional>

#include "core/inspect/diagnosis.h"

namespace fovea {

struct RateSigns {
  bool lost = false;        // the loss was no longer finite
  bool peaked = false;      // the loss rose to several times its initial value
  bool collapsed = false;   // afterwards it was no better than that of a constant prediction
  bool rose = false;        // the loss rose again over the last quarter
  std::int64_t step = -1;   // the step of that event; -1: unknown
  double from = 0, to = 0;  // loss before and after, for `peaked` and `rose`
};

// The loss at its peak is at least kPeak times that of the initial weights. Ordinary noise of small batches stays below
// twice.
inline constexpr double kPeak = 3;
// The mean of the last quarter exceeds that of the lowest quarter by this factor, and by more than three standard
// errors.
inline constexpr double kRise = 1.2;
// A loss of at least this fraction of a constant prediction's loss is no better: see constantLoss().
inline constexpr double kNoBetter = 0.98;

// Nothing if there is no sign of a high rate.
std::optional<RateSigns> rateSigns(const RunFacts& facts);

}  // namespace fovea
