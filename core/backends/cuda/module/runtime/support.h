// Why: code shared by the files that register kernels, so that each contains only what is specific to its op.
#pragma once
#include <memory>
#include <string>

#include "core/backends/cuda/module/runtime/context.h"
#include "core/backends/cuda/module/runtime/layouts.h"
#include "core/backends/kernel.h"

namespace fovea::cuda {

using ContextPointer = std::shared_ptr<CudaContext>;
using Enqueue = std::function<Status(const KernelArguments&)>;
using CreatePlan = std::function<Result<KernelPlan>(const KernelRequest&)>;

// Calls f.template operator()<T>() with T = float, double, __half or __nv_bfloat16. Other types are a bug: f is not
// called, and a plan without a kernel is rejected.
template <class F>
void dispatchFloating(DataType type, F&& f) {
  assert(isFloatingPoint(type));
  switch (type) {
    case DataType::Float64:
      return f.template operator()<double>();
    case DataType::Float16:
      return f.template operator()<__half>();
    case DataType::BFloat16:
      return f.template operator()<__nv_bfloat16>();
    case DataType::Float32:
      return f.template operator()<float>();
    default:
      return;
  }
}

// Returns a plan with dense layouts everywhere whose kernel calls `enqueue` with 256-byte aligned scratch memory.
KernelPlan densePlan(const KernelRequest& request, Enqueue enqueue, std::size_t scratchBytes = 0,
                     std::string detail = "");
// Gives every input and output of that shape the layout channels last if `last`, else dense.
void setLayouts(KernelPlan& plan, const KernelRequest& request, const Shape& shape, bool last);
// Does the same for elementwise ops: the inputs of the first output's shape decide the layout. Returns whether it is
// channels last.
bool setCommonLayout(KernelPlan& plan, const KernelRequest& request);

// Registers "cuda.<op>" for f32 and f64.
void addReal(KernelRegistry& registry, const std::string& op, CreatePlan create);
// Registers "cuda.<op>" for f32, f64, f16 and bf16.
void addFloating(KernelRegistry& registry, const std::string& op, CreatePlan create);
// Returns a kernel with its own condition `supports`.
KernelEntry makeEntry(const std::string& name, std::function<Status(const KernelRequest&)> supports, CreatePlan create);
// Registers the kernel `name` for `op` with its own condition `supports`.
void addKernel(KernelRegistry& registry, const std::string& op, const std::string& name,
               std::function<Status(const KernelRequest&)> supports, CreatePlan create);
// Succeeds if the first input is f32 or f64.
Status needsReal(const KernelRequest& request);
// Succeeds if the first input is f32, f64, f16 or bf16.
Status needsFloating(const KernelRequest& request);
// Always succeeds.
Status takesAnything(const KernelRequest& request);

// Channels of f16 or bf16 in one access of 16 bytes; also the channels whose signs share a byte of a mask.
constexpr std::int64_t kHalvesInAnAccess = 8;

// For two pieces of scratch memory: the second begins `offset` bytes, a result of alignedBytes(), after the first.
std::size_t alignedBytes(std::size_t bytes);
inline void* scratchAt(const KernelArguments& arguments, std::size_t offset) {
  return static_cast<std::byte*>(arguments.scratch) + offset;
}

// Lays out aligned pieces of scratch memory; take() returns the offset of a piece.
class ScratchPlan {
 public:
  std::size_t take(std::size_t bytes) {
    const std::size_t at = bytes_;
    bytes_ += alignedBytes(bytes);
    return at;
  }
  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_ = 0;
};

template <class T>
const T* in(const KernelArguments& arguments, std::size_t index) {
  return static_cast<const T*>(arguments.inputs[index]);
}
template <class T>
T* out(const KernelArguments& arguments, std::size_t index) {
  return static_cast<T*>(arguments.outputs[index]);
}

// Returns a kernel with one input and one output that converts between two layouts of one type.
Result<std::unique_ptr<Kernel>> makeReorder(const ContextPointer& context, const TensorType& type, const Layout& from,
                                            const Layout& to);

// Each function registers the kernels of one family, which keep `context` alive.
void registerElementwise(KernelRegistry& registry, const ContextPointer& context);
void registerBroadcast(KernelRegistry& registry, const ContextPointer& context);
void registerReductions(KernelRegistry& registry, const ContextPointer& context);
void registerCopies(KernelRegistry& registry, const ContextPointer& context);
void registerPooling(KernelRegistry& registry, const ContextPointer& context);
void registerPlaces(KernelRegistry& registry, const ContextPointer& context);
void registerNormalization(KernelRegistry& registry, const ContextPointer& context);
void registerNorms(KernelRegistry& registry, const ContextPointer& context);
void registerSoftmax(KernelRegistry& registry, const ContextPointer& context);
void registerClassifier(KernelRegistry& registry, const ContextPointer& context);
void registerClasses(KernelRegistry& registry, const ContextPointer& context);
void registerPairs(KernelRegistry& registry, const ContextPointer& context);
void registerUpdates(KernelRegistry& registry, const ContextPointer& context);
void registerLinear(KernelRegistry& registry, const ContextPointer& context);
void registerLinearFused(KernelRegistry& registry, const ContextPointer& context);
void registerConvolution(KernelRegistry& registry, const ContextPointer& context);
void registerConvolutionNorm(KernelRegistry& registry, const ContextPointer& context);
void registerNormInputs(KernelRegistry& registry, const ContextPointer& context);
void registerPooledConvolution(KernelRegistry& registry, const ContextPointer& context);
void registerConvolutionNormBackward(KernelRegistry& registry, const ContextPointer& context);
void registerEmbedding(KernelRegistry& registry, const ContextPointer& context);
void registerRecurrent(KernelRegistry& registry, const ContextPointer& context);
void registerAttention(KernelRegistry& registry, const ContextPointer& context);
void registerAlignment(KernelRegistry& registry, const ContextPointer& context);
void registerRankSums(KernelRegistry& registry, const ContextPointer& context);
// Registers a kernel for every op with a pointwise program, after the specialised kernels that some of them have.
void registerPointwise(KernelRegistry& registry, const ContextPointer& context);

}  // namespace fovea::cuda
