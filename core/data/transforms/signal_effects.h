// Why: what is done to sound and other signals: waveforms [T] or [C, T], spectrograms [bands, T] or [C, bands, T]. Time
// is the last axis. Stateless, thread-safe.
#pragma once
#include <vector>

#include "core/base/random.h"
#include "core/tensor/shape.h"

namespace fovea {

// A stretch of an axis that is silenced, in shares of its extent.
struct SignalMask {
  bool bands = false;  // of the axis before the last one, else of time
  double start = 0, length = 0;
};

struct SignalDrawing {
  double stretch = 1;  // a place of the signal as it will be is so many of the signal before
  double noise = 0;    // standard deviation, in shares of the signal's own
  std::vector<SignalMask> masks;
  double length = 1;  // the share of the signal's time before that is its own; what follows was filled up
};

// The same of the signal as it will be.
double lengthAfter(const SignalDrawing& drawing);

// Carries out a drawing over the numbers of a signal: first the stretch, about the middle, or from the beginning where
// the signal was filled up, so that nothing of it leaves before its end; then noise, then masks. What is silenced, and
// what the stretch brings in from outside, becomes the signal's mean. `copy` is memory that is used again.
void changeSignal(const SignalDrawing& drawing, const Shape& shape, Random& random, float* numbers,
                  std::vector<float>& copy);

}  // namespace fovea
