// Why: what the files that register kernels share, so that each says only what its op does.
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

// Calls f.template operator()<T>() with T = float, double, __half or __nv_bfloat16; for other types, which are a bug,
// not at all: a plan without a kernel is refused.
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

// A plan with dense layouts everywhere whose kernel calls `enqueue`. The scratch memory that it gets is 256-byte
// aligned.
KernelPlan densePlan(const KernelRequest& request, Enqueue enqueue, std::size_t scratchBytes = 0,
                     std::string detail = "");
// Every input and output of that shape lies with its channels last, or none.
void setLayouts(KernelPlan& plan, const KernelRequest& request, const Shape& shape, bool last);
// The same for ops that compute each element from those at the same place: in the layout in which the inputs of the
// first output's shape lie. Whether that is with channels last.
bool setCommonLayout(KernelPlan& plan, const KernelRequest& request);

// Registers "cuda.<op>" for f32 and f64.
void addReal(KernelRegistry& registry, const std::string& op, CreatePlan create);
// Registers "cuda.<op>" for f32, f64, f16 and bf16.
void addFloating(KernelRegistry& registry, const std::string& op, CreatePlan create);
// A kernel under conditions of its own.
KernelEntry makeEntry(const std::string& name, std::function<Status(const KernelRequest&)> supports, CreatePlan create);
// Registers "<name>" under conditions of its own.
void addKernel(KernelRegistry& registry, const std::string& op, const std::string& name,
               std::function<Status(const KernelRequest&)> supports, CreatePlan create);
// Success if the first input is f32 or f64.
Status needsReal(const KernelRequest& request);
// Success if the first input is f32, f64, f16 or bf16.
Status needsFloating(const KernelRequest& request);
// Success always.
Status takesAnything(const KernelRequest& request);

// Channels of f16 or bf16 in one access of 16 bytes; also the channels whose signs share a byte of a mask.
constexpr std::int64_t kHalvesInAnAccess = 8;

// Two pieces of scratch memory: the second begins `offset` bytes, a result of alignedBytes(), behind the first.
std::size_t alignedBytes(std::size_t bytes);
inline void* scratchAt(const KernelArguments& arguments, std::size_t offset) {
  return static_cast<std::byte*>(arguments.scratch) + offset;
}

// Pieces of scratch memory, each aligned, by their offsets.
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

// A kernel with one input and one output that converts between two layouts of one type.
Result<std::unique_ptr<Kernel>> makeReorder(const ContextPointer& context, const TensorType& type, const Layout& from,
                                            const Layout& to);

// Each adds the kernels of one family. They keep `context` alive.
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
// For every op with a pointwise program; behind the kernels that some of them have of their own.
void registerPointwise(KernelRegistry& registry, const ContextPointer& context);

}  // namespace fovea::cuda
