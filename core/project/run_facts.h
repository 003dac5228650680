// Why: what a project has recorded of a run, for a diagnosis.
#pragma once
#include "core/inspect/diagnosis.h"
#include "core/project/run_store.h"

namespace fovea {

// The records of a run without its data set. InvalidArgument for runs of other programs, whose network is not known;
// else as RunStore::run().
Result<RunFacts> readFacts(const RunStore& store, RunId run);

}  // namespace fovea
