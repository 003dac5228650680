#include "core/project/run_facts.h"

#include "core/inspect/loss_course.h"

namespace fovea {

Result<RunFacts> readFacts(const RunStore& store, RunId run) {
  FOVEA_TRY(const RunRecord record, store.run(run));
  if (!record.origin.empty())
    return fail(ErrorCode::InvalidArgument, "Only the curves of this run are known, since another program made it.",
                "Choose a run that was trained with Fovea.");
  RunFacts facts;
  FOVEA_TRY(facts.network, store.network(run));
  FOVEA_TRY(facts.points, store.points(run));
  FOVEA_TRY(facts.epochs, store.epochs(run));
  FOVEA_TRY(const RunBeginning beginning, store.beginning(run));
  FOVEA_TRY(const std::vector<RunMark> marks, store.marks(run));
  facts.settings = record.settings;
  facts.givenWeights = beginning.givenWeights;
  facts.begunStep = beginning.step;
  facts.trouble = record.error;
  // A run that was paused for this reason has only a mark. A run that continued or finished has overcome it.
  if (!facts.trouble.empty() || record.status == RunStatus::Finished) return facts;
  const std::int64_t last = facts.points.empty() ? 0 : facts.points.back().step;
  for (const RunMark& mark : marks)
    if (last <= lostStepIn(mark.text)) facts.trouble = mark.text;
  return facts;
}

}  // namespace fovea
