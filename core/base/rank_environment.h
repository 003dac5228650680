// Why: a launcher such as mpirun starts a program several times and tells each process by environment variables which
// rank it is. All that the program derives from them is here.
#pragma once
#include <string>

namespace fovea {

struct RankEnvironment {
  int rank = 0;
  int size = 1;           // processes of the whole job
  int onThisMachine = 1;  // processes of the job on this machine
  int rankHere = 0;       // among those of this machine
  // The name of a launcher that started several processes but whose library Fovea does not load; empty: none.
  std::string foreign{};

  bool several() const { return size > 1; }
};

// Reads the variables of Open MPI's mpirun. A process that was started alone is rank 0 of 1.
RankEnvironment rankEnvironment();

// The number of processes of the job that share this process's processors: 1 if it is bound to some of the machine's
// processors, as mpirun does by default for few ranks.
int ranksOnTheseProcessors(const RankEnvironment& environment);

}  // namespace fovea
