// Why: training and evaluation find a loss's accuracy metric by its name.
#pragma once

namespace fovea {

inline constexpr const char* kSampleAccuracy = "correct";  // the fraction of correct samples
inline constexpr const char* kPartAccuracy = "accuracy";   // of positions, or of several answers per sample

}  // namespace fovea
