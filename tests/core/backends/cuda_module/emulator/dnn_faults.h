// Why: what a library may do that no GPU here shows: tests of the emulation ask for it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

namespace fovea::cuda::emulator {

struct DnnFaults {
  bool refusesRecurrences = false;
  bool givesWrongRecurrences = false;
  bool givesWrongGradients = false;
  bool refusesGradientSums = false;
  bool refusesStatistics = false;
  bool refusesNormInputs = false;
  bool givesWrongNormInputs = false;
  bool refusesNormGradients = false;
  bool givesWrongNormGradients = false;
  bool refusesEpilogues = false;
  bool turnsBits = false;  // those of a ReLU lie in their bytes from the other end
  bool cannotBeRecorded = false;
  bool neverGivesTheSame = false;
  // Convolutions that fail when they run: so many plans of each, those with channels last, those with a bias.
  std::size_t failingConvolutionPlans = 0;
  bool failsChannelsLast = false;
  bool failsBias = false;
  // How many plans a convolution has, and which of them is far faster than the others.
  std::size_t convolutionPlans = 3;
  std::size_t fastConvolutionPlan = 0;
  // Where the answers of trials are kept; empty: nowhere.
  std::string planFile;
  // How many threads a convolution and a matrix product count as on the emulated clock; none: the library takes no
  // time.
  std::uint64_t threadsOfAConvolution = 0, threadsOfAProduct = 0;
};
inline DnnFaults dnnFaults;
// The plans with which convolutions were put on a stream.
inline std::set<std::string> convolutionPlans;
// Where their inputs lay.
inline std::set<const void*> convolutionInputs;
// Recurrences that ran through the library, either pass.
inline int dnnRecurrences = 0;
// Of those recorded together, how often one ran before the one that was recorded before it.
inline int dnnOutOfTurn = 0;

}  // namespace fovea::cuda::emulator
