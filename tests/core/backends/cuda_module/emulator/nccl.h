// NCCL on the emulated device: the other ranks are what a test makes of them.
#pragma once
#include <functional>

namespace fovea::cuda::emulator {

struct Nccl {
  // What the other ranks add to number `i` of this rank, already multiplied by its factor. Null: the same again for
  // each of them.
  std::function<double(std::size_t i, double own)> others;
  // All sums so far: numbers by call, in their order.
  std::vector<std::size_t> counts;
  bool fails = false;    // a sum has failed on the way
  bool missing = false;  // the library is not there
  int open = 0;          // communicators
};
extern Nccl nccl;

}  // namespace fovea::cuda::emulator
