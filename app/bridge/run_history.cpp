#include "app/bridge/run_history.h"

namespace fovea {
namespace {

constexpr std::size_t kShownPoints = 8000;

}  // namespace

Result<ThinnedHistory> readThinnedHistory(const RunStore& store, RunId run) {
  ThinnedHistory history;
  FOVEA_TRY(history.run, store.run(run));
  FOVEA_TRY(history.points, store.points(run, kShownPoints));
  FOVEA_TRY(history.epochs, store.epochs(run));
  FOVEA_TRY(history.epochTimes, store.epochTimes(run));
  FOVEA_TRY(history.marks, store.marks(run));
  FOVEA_TRY(history.checkpoints, store.checkpoints(run));
  return history;
}

}  // namespace fovea
