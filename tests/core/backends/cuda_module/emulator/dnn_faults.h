// Why: what a library may do that no GPU here shows: tests of the emulation ask for it.
#pragma once

namespace fovea::cuda::emulator {

struct DnnFaults {
  bool refusesRecurrences = false;
  bool givesWrongRecurrences = false;
  bool givesWrongGradients = false;
  bool cannotBeRecorded = false;
  bool neverGivesTheSame = false;
};
inline DnnFaults dnnFaults;
// Recurrences that ran through the library, either pass.
inline int dnnRecurrences = 0;
// Of those recorded together, how often one ran before the one that was recorded before it.
inline int dnnOutOfTurn = 0;

}  // namespace fovea::cuda::emulator
