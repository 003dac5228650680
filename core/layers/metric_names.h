// Why: what a loss measures as accuracy is found by its name, by whoever trains and whoever evaluates.
#pragma once

namespace fovea {

inline constexpr const char* kSampleAccuracy = "correct";  // the share of samples that are right
inline constexpr const char* kPartAccuracy = "accuracy";   // of positions in a sample, or of answers to one

}  // namespace fovea
