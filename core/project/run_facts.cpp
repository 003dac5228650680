#include "core/project/run_facts.h"

namespace fovea {

RunFacts factsOf(const RunHistory& history, Network network, bool givenWeights) {
  RunFacts facts;
  facts.network = std::move(network);
  facts.settings = history.record.settings;
  facts.points = history.points;
  facts.epochs = history.epochs;
  facts.trouble = history.record.error;
  facts.givenWeights = givenWeights;
  // A run that was paused for it, and went on, has only a mark.
  for (const RunMark& mark : history.marks)
    if (facts.trouble.empty() && mark.text.starts_with(kLossLost)) facts.trouble = mark.text;
  return facts;
}

Result<RunFacts> readFacts(const RunStore& store, RunId run) {
  FOVEA_TRY(const RunHistory history, readHistory(store, run));
  if (!history.record.origin.empty())
    return fail(ErrorCode::InvalidArgument, "Only the curves of this run are known, since another program made it.",
                "Choose a run that was trained with Fovea.");
  FOVEA_TRY(Network network, store.network(run));
  FOVEA_TRY(const RunBeginning beginning, store.beginning(run));
  return factsOf(history, std::move(network), beginning.givenWeights);
}

}  // namespace fovea
