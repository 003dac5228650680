// Why: random effects on sound and other signals: waveforms [T] or [C, T], spectrograms [bands, T] or [C, bands, T].
// Time is the last axis. Stateless, thread-safe.
#pragma once
#include <vector>

#include "core/base/random.h"
#include "core/tensor/shape.h"

namespace fovea {

// A range of an axis that is silenced, relative to its extent.
struct SignalMask {
  bool bands = false;  // true: on the axis before the last one; false: on time
  double start = 0, length = 0;
};

struct SignalDrawing {
  double stretch = 1;  // one step of the transformed signal covers this many steps of the original
  double noise = 0;    // standard deviation, relative to that of the signal
  std::vector<SignalMask> masks;
  double length = 1;  // valid fraction of the signal's time before the transform; the rest is padding
};

// The valid fraction after the transform.
double lengthAfter(const SignalDrawing& drawing);

// Applies a drawing to the numbers of a signal: first the stretch, around the middle, or from the beginning where the
// signal is padded, so that its end is not cut off; then noise, then masks. Masked values, and those that the stretch
// brings in from outside, become the signal's mean. `copy` is memory that is reused.
void changeSignal(const SignalDrawing& drawing, const Shape& shape, Random& random, float* numbers,
                  std::vector<float>& copy);

}  // namespace fovea
