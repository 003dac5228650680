// Why: several diagnoses must know whether the learning rate was too high, since this causes dead units, saturated
// outputs and large gradients. Pure function.
#pragma once
#include <cstdint>
#include <optional>

#include "core/inspect/diagnosis.h"

namespace fovea {

struct RateSigns {
  bool lost = false;        // the loss stopped being finite
  bool peaked = false;      // the loss rose to several times its initial value
  bool collapsed = false;   // the loss ended no better than that of a constant prediction
  bool rose = false;        // the loss rose again over the last quarter
  std::int64_t step = -1;   // the step of that event; -1: unknown
  double from = 0, to = 0;  // loss before and after, for `peaked` and `rose`
};

// Factor by which the highest loss must exceed the initial one. Noise of small batches stays below a factor of two.
inline constexpr double kPeak = 3;
// Factor by which the mean of the last quarter must exceed that of the lowest quarter; the difference must also exceed
// three standard errors.
inline constexpr double kRise = 1.2;
// A loss of at least this fraction of a constant prediction's loss is no better: see constantLoss().
inline constexpr double kNoBetter = 0.98;

// Returns nothing if there is no sign of a high rate.
std::optional<RateSigns> rateSigns(const RunFacts& facts);

}  // namespace fovea
