// Why: simulated failures and limits of a library that no present GPU shows, for tests of the emulation.
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
  bool turnsBits = false;  // bits of a ReLU mask have the reverse order within bytes
  bool cannotBeRecorded = false;
  bool neverGivesTheSame = false;
  // Convolutions that fail when they run: that many plans of each, those with channels last, those with a bias.
  std::size_t failingConvolutionPlans = 0;
  bool failsChannelsLast = false;
  bool failsBias = false;
  // The number of plans of a convolution, and the index of one that is far faster than the others.
  std::size_t convolutionPlans = 3;
  std::size_t fastConvolutionPlan = 0;
  // The file of trial results; empty: none.
  std::string planFile;
  // Threads that a convolution and a matrix product count
  // as on the emulated clock; 0: the library takes no time.
  std::uint64_t threadsOfAConvolution = 0, threadsOfAProduct = 0;
};
inline DnnFaults dnnFaults;
// The plans of all enqueued convolutions.
inline std::set<std::string> convolutionPlans;
// The addresses of their inputs.
inline std::set<const void*> convolutionInputs;
// Number of forward and backward RNN calls to the library.
inline int dnnRecurrences = 0;
// Among calls of one recording: how often one ran before an earlier recorded one.
inline int dnnOutOfTurn = 0;

}  // namespace fovea::cuda::emulator
