// Why: between two parallel loops the threads of OpenMP wait by spinning. GNU's library spins for about a millisecond, which
// starves everyone else on a machine whose cores are busy, the window of this very program included; a short spin costs
// nothing measurable alone. The length is read from the environment when the library is loaded, before main().
#pragma once

namespace fovea {

// The first thing of main(): unless the person has chosen (GOMP_SPINCOUNT, OMP_WAIT_POLICY), sets a short spin and starts the
// program anew in its place. Returns in the new program, or when that was not possible.
void preferShortSpins(char** argv);

}  // namespace fovea
