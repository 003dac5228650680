// Why: the fastest of several ways to compute the same on a device is found by running them once, recorded as in use; a
// library is used only if its results agree with Fovea's own kernel.
#pragma once
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {

// One way. Only the kernel and its scratch memory of its plan matter to a trial.
struct TrialCandidate {
  std::string name;  // one word; the cache holds it
  std::function<Result<KernelPlan>()> create;
};

struct TrialOutput {
  TensorType type;       // a floating-point type if it is compared
  bool compared = true;  // false: only the same candidate can read it
  // For u8 [rows, bytes], if it is compared: the number of meaningful bits in each row.
  std::int64_t bitsOfRow = 0;
};

// The inputs of the candidates, and the outputs that must agree.
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

// The name of the fastest candidate: the one in the device's cache, or the winner of a trial on memory of its own,
// which the cache then stores. The first candidate is the reference; any other is dropped if it cannot be created, run
// or recorded as a CUDA graph, if it disagrees with the reference, or if a second run differs. Returns the first
// without a trial while the stream is being recorded, if there is no memory, or if there is only one.
std::string fastestCandidate(const ContextPointer& context, const KernelTrial& trial,
                             std::span<const TrialCandidate> candidates);

// The plan of the fastest candidate, or of the first if that one can no longer be created.
Result<KernelPlan> createFastest(const ContextPointer& context, const KernelTrial& trial,
                                 std::span<const TrialCandidate> candidates);

// For KernelTrial::fill: normal numbers of that deviation in floating-point memory, repeated block by block. Waits
// until they are written.
Status fillNormal(const ContextPointer& context, const TensorType& type, double deviation, void* target);

}  // namespace fovea::cuda
