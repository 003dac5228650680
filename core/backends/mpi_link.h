// Why: ranks that are processes, on one machine or several, exchange numbers through Open MPI. Only the programs that
// mpirun starts need it.
#pragma once
#include "core/backends/rank_link.h"

namespace fovea {

// Loads and initialises Open MPI for this process. Call it at most once in a process, on the communicator's thread (see
// Communicator::create). NotFound or Unsupported: there is no usable library; Io: it does not start.
Result<std::unique_ptr<RankLink>> openMpiLink();

}  // namespace fovea
