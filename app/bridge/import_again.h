// Why: what an import left out may be readable later; then the same import adds it to the data set that is there.
#pragma once
#include "app/bridge/session.h"

namespace fovea {

// Starts a job that repeats the import that made `dataset`, with the same source and options. After the job's
// finished() signal the data set is opened anew if it is still the selected one.
Job* importAgain(Session& session, const Dataset& dataset);

}  // namespace fovea
