// NCCL on the emulated device; a test sets the behaviour of the other ranks.
#pragma once
#include <functional>

namespace fovea::cuda::emulator {

struct Nccl {
  // What the other ranks add to number `i` of this rank, already multiplied by their factor. Null: each adds the same
  // number.
  std::function<double(std::size_t i, double own)> others;
  // All sums so far: the count of numbers in each call, in order.
  std::vector<std::size_t> counts;
  bool fails = false;    // a sum fails asynchronously
  bool missing = false;  // the library is missing
  int open = 0;          // number of communicators
};
extern Nccl nccl;

}  // namespace fovea::cuda::emulator
