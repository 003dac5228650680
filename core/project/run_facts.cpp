#include "core/project/run_facts.h"

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
  facts.trouble = record.error;
  // A run that was paused for it, and went on, has only a mark.
  for (const RunMark& mark : marks)
    if (facts.trouble.empty() && mark.text.starts_with(kLossLost)) facts.trouble = mark.text;
  return facts;
}

}  // namespace fovea
