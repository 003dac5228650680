// Why: trials of kernels and of library plans measure in the same way and remember the fastest in one cache.
#pragma once
#include <limits>

#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {

struct TrialRounds {
  int rounds = 5;
  int runsPerRound = 1;
  // Ends the measurement if the best run takes more than this many seconds: another candidate is much faster.
  double hopeless = std::numeric_limits<double>::infinity();
};

// Returns the seconds of one run on the context's stream: the shortest mean of a round. `run` enqueues one run and must
// have been called before, so that its code is loaded.
Result<double> secondsOfRun(const ContextPointer& context, const TrialRounds& rounds,
                            const std::function<Status()>& run);

// Returns the name that the device's cache holds for `key` if `accepts` allows it; otherwise runs `trial`, stores its
// result in the cache and returns it. Unsupported while the stream is recorded, which allows no trial.
Result<std::string> rememberedOrTried(const ContextPointer& context, const std::string& key,
                                      const std::function<bool(const std::string&)>& accepts,
                                      const std::function<Result<std::string>()>& trial);

}  // namespace fovea::cuda
