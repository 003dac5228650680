#include "core/backends/cuda/module/runtime/trial_time.h"

#include <algorithm>

#include "core/backends/cuda/module/runtime/captured_graph.h"
#include "core/backends/cuda/module/runtime/stopwatch.h"

namespace fovea::cuda {

Result<double> secondsOfRun(const ContextPointer& context, const TrialRounds& rounds,
                            const std::function<Status()>& run) {
  Stopwatch watch;
  FOVEA_CHECK(watch.create());
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds.rounds; ++round) {
    FOVEA_CHECK(watch.start(*context));
    for (int i = 0; i < rounds.runsPerRound; ++i) FOVEA_CHECK(run());
    FOVEA_TRY(const double seconds, watch.stopSeconds(*context));
    best = std::min(best, seconds / rounds.runsPerRound);
    if (best > rounds.hopeless) break;
  }
  return best;
}

Result<std::string> rememberedOrTried(const ContextPointer& context, const std::string& key,
                                      const std::function<bool(const std::string&)>& accepts,
                                      const std::function<Result<std::string>()>& trial) {
  if (auto known = context->plans().find(key); known && accepts(*known)) return *known;
  if (isRecording(context)) return fail(ErrorCode::Unsupported, "a step that is being recorded allows no trial");
  FOVEA_TRY(std::string fastest, trial());
  (void)context->plans().store(key, fastest);  // on failure the next start repeats the trial
  return fastest;
}

}  // namespace fovea::cuda
