// Why: trials of kernels and of library plans measure them in one way and remember the fastest in one place.
#pragma once
#include <limits>

#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {

struct TrialRounds {
  int rounds = 5;
  int runsPerRound = 1;
  // Ends the measurement once a run takes so many seconds: another candidate is much faster.
  double hopeless = std::numeric_limits<double>::infinity();
};

// Seconds of one run on the context's stream: the shortest mean of a round. `run` enqueues one run and was called
// before, so that its code is loaded.
Result<double> secondsOfRun(const ContextPointer& context, const TrialRounds& rounds,
                            const std::function<Status()>& run);

// The name that the device's cache holds for `key`, if `accepts` does; otherwise the result of `trial`, which the cache
// then stores. Unsupported while the stream is being recorded, which allows no trial.
Result<std::string> rememberedOrTried(const ContextPointer& context, const std::string& key,
                                      const std::function<bool(const std::string&)>& accepts,
                                      const std::function<Result<std::string>()>& trial);

}  // namespace fovea::cuda
