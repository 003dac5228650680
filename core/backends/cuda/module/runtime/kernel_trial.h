// Why: finds the fastest of several implementations of an op on a device by running each once, recorded as in use. A
// library is used only if its results agree with Fovea's own kernel.
#pragma once
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {

// One implementation. A trial uses only the kernel and the scratch size of its plan.
struct TrialCandidate {
  std::string name;  // one word, which the cache stores
  std::function<Result<KernelPlan>()> create;
};

struct TrialOutput {
  TensorType type;       // a floating-point type if it is compared
  bool compared = true;  // false: its format depends on the candidate
  // For a compared u8 [rows, bytes]: the number of meaningful bits in each row.
  std::int64_t bitsOfRow = 0;
};

// The candidates' inputs, and the outputs that must agree.
struct KernelTrial {
  std::string key;  // one word; trials share it only if they are the same
  std::vector<TensorType> inputs;
  std::vector<TrialOutput> outputs;
  // Fills the inputs in the order of the context's stream. Each is device memory of its size, aligned to 256 bytes.
  std::function<Status(std::span<void* const> inputs)> fill;
  // Maximum relative difference: a candidate is dropped if the L2 norm of its difference from the first candidate's
  // output exceeds this times the norm of that output, or if the two disagree about an infinite or NaN element. Of the
  // bits of a mask, one in a hundred may differ, since values near zero are rounded differently.
  double tolerance = 1e-4;
};

// Returns the name of the fastest candidate: the one in the device's cache, or the winner of a trial on memory of its
// own, which the cache then stores. The first candidate is the reference; any other is dropped if it cannot be created,
// run or recorded as a CUDA graph, if it disagrees with the reference, or if a second run differs. Returns the first
// without a trial while the stream is being recorded, if there is no memory, or if there is only one.
std::string fastestCandidate(const ContextPointer& context, const KernelTrial& trial,
                             std::span<const TrialCandidate> candidates);

// Returns the plan of the fastest candidate, or of the first if the fastest can no longer be created.
Result<KernelPlan> createFastest(const ContextPointer& context, const KernelTrial& trial,
                                 std::span<const TrialCandidate> candidates);

// For KernelTrial::fill: writes normally distributed numbers of this deviation, a repeated block of them, to memory of
// a floating-point type. Waits until they are written.
Status fillNormal(const ContextPointer& context, const TensorType& type, double deviation, void* target);

}  // namespace fovea::cuda
