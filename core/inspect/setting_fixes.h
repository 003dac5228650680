// Why: all diagnoses that propose another learning rate or setting do so in the same way. Pure functions.
#pragma once
#include <optional>

#include "core/inspect/diagnosis.h"

namespace fovea {

// Return the usual learning rate for the run's network, task and optimizer if it is at least three times lower (higher)
// than the run's; otherwise a tenth (ten times) of the run's.
double lowerRate(const RunFacts& facts);
double higherRate(const RunFacts& facts);

inline constexpr const char* kRateFix = "Learning rate %1 → %2 in a new run";
DiagnosisFix rateFix(const RunFacts& facts, double rate);

inline constexpr const char* kClippingFix = "Clip the gradients in a new run";
// Returns nothing if the run already clips its gradients.
std::optional<DiagnosisFix> clippingFix(const RunFacts& facts);

}  // namespace fovea
