// Why: what a project has recorded of a run, for a diagnosis.
#pragma once
#include "core/inspect/diagnosis.h"
#include "core/project/run_export.h"

namespace fovea {

// The records of a run without its data set. `network` is as the run began.
RunFacts factsOf(const RunHistory& history, Network network, bool givenWeights);

// The same, read from the store. InvalidArgument for runs of other programs, whose network is not known; else as
// readHistory().
Result<RunFacts> readFacts(const RunStore& store, RunId run);

}  // namespace fovea
