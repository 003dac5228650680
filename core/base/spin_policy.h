// Why: between parallel loops OpenMP's threads wait by spinning. GNU's library spins for about a millisecond, which
// starves other threads on a busy machine, including this program's own window; a short spin has no measurable cost.
// The library reads the length from the environment when it is loaded, before main().
#pragma once

namespace fovea {

// Call it first in main(). Unless the user has set GOMP_SPINCOUNT or OMP_WAIT_POLICY, it sets a short spin and restarts
// the program. Returns in the restarted program, or if a restart was not possible.
void preferShortSpins(char** argv);

}  // namespace fovea
