// Why: which of several ways to compute the same is fastest on a device is found by trying them once, recorded as they
// will run; and a way through a library is taken only where it gives what the own one gives.
#pragma once
#include "core/backends/cuda/module/support.h"

namespace fovea::cuda {

// One way. Of its plan only the kernel and its scratch memory matter to a trial.
struct TrialCandidate {
  std::string name;  // one word; the cache holds it
  std::function<Result<KernelPlan>()> create;
};

struct TrialOutput {
  TensorType type;       // of floating-point numbers where it is compared
  bool compared = true;  // false: only the same candidate can read it
  // Of u8 [rows, bytes], where it is compared: how many bits of each row mean something.
  std::int64_t bitsOfRow = 0;
};

// What the candidates are given, and what they must agree on.
struct KernelTrial {
  std::string key;  // one word that two trials share only if they are the same
  std::vector<TensorType> inputs;
  std::vector<TrialOutput> outputs;
  // Writes the inputs in the order of the context's stream: device memory of their sizes, at multiples of 256 bytes.
  std::function<Status(std::span<void* const> inputs)> fill;
  // A candidate is dropped where the L2 norm of its difference from the first one's output is more than this times that
  // of the output, or where one has an infinity or no number and the other does not. Bits may differ where a number is
  // about zero: one in a hundred.
  double tolerance = 1e-4;
};

// The name of the fastest candidate: the one that the device's cache names, or that of a trial on memory of its own,
// which the cache then learns. The first candidate is the one that is right; any other is dropped where it cannot be
// created, run, recorded as a CUDA graph, or agree with it, or gives other bits when it runs again. The first without a
// trial where the stream is being recorded, where there is no memory, or where there is only one.
std::string fastestCandidate(const ContextPointer& context, const KernelTrial& trial,
                             std::span<const TrialCandidate> candidates);

// The plan of the fastest candidate, or of the first if that one can no longer be created.
Result<KernelPlan> createFastest(const ContextPointer& context, const KernelTrial& trial,
                                 std::span<const TrialCandidate> candidates);

// For KernelTrial::fill: normal numbers of that deviation in floating-point memory, a block of them over and over.
// Waits until they are there.
Status fillNormal(const ContextPointer& context, const TensorType& type, double deviation, void* target);

}  // namespace fovea::cuda
