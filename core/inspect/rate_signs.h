// Why: several diagnoses must know whether the run's learning rate was too high, since dead units, saturated outputs
// and large gradients follow from that. Pure function.
#pragma once
#include <cstdint>
#include <optional>

#include "core/inspect/diagnosis.h"

namespace fovea {

struct RateSigns {
  bool lost = false;        // the loss was no longer a number
  bool peaked = false;      // the loss rose to several times what it was in the beginning
  bool collapsed = false;   // afterwards it was no better than that of a constant answer
  bool rose = false;        // the loss rose again over the last quarter
  std::int64_t step = -1;   // where that was; -1: unknown
  double from = 0, to = 0;  // of the loss, for `peaked` and `rose`
};

// The loss at its peak is at least kPeak times as large as with the first weights. Ordinary noise of small batches
// stays below twice.
inline constexpr double kPeak = 3;
// The last quarter's mean is this much above the lowest quarter, and by more than three standard errors.
inline constexpr double kRise = 1.2;
// A loss of at least this part of the constant answer's is no better: see constantLoss().
inline constexpr double kNoBetter = 0.98;

// Nothing without a sign.
std::optional<RateSigns> rateSigns(const RunFacts& facts);

}  // namespace fovea
