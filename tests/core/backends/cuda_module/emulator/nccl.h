// NCCL on the emulated device; a test sets the behaviour of the other ranks.
#pragma once
#include <atomic>
#include <functional>
#include <vector>

namespace fovea::cuda::emulator {

struct Nccl {
  // What the other ranks add to number `i` of this rank, already multiplied by their factor. Null: each adds the same
  // number.
  std::function<double(std::size_t i, double own)> others;
  // All sums so far: the count of numbers in each call, in order.
  std::vector<std::size_t> counts;
  bool fails = false;         // a sum fails asynchronously
  bool missing = false;       // the library is missing
  bool waitsForPeer = false;  // the device hangs in a sum, until it is aborted
  int endlessAborts = 0;      // aborts of a communicator whose sums a recording still held
};
extern Nccl nccl;
inline std::atomic<int> openCommunicators = 0;
// Whether an abort does not return.
inline std::atomic<bool> abortHangs = false;

}  // namespace fovea::cuda::emulator
