// Why: files that an import skipped may be readable later; repeating the import adds them to the existing data set.
#pragma once
#include "app/bridge/session.h"

namespace fovea {

// Starts a job that repeats the import of `dataset`, with the same source and options. After the job's finished()
// signal the data set is reopened if it is still selected.
Job* importAgain(Session& session, const Dataset& dataset);

}  // namespace fovea
