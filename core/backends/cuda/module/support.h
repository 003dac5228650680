// Why: what the files that register kernels share, so that each says only what its op does.
#pragma once
#include <memory>
#include <string>

#include "core/backends/cuda/module/context.h"
#include "core/backends/cuda/module/launchers.h"
#include "core/backends/kernel.h"

namespace fovea::cuda {

using ContextPointer = std::shared_ptr<CudaContext>;
using Enqueue = std::function<Status(const KernelArguments&)>;
using CreatePlan = std::function<Result<KernelPlan>(const KernelRequest&)>;

// A plan with dense layouts everywhere whose kernel calls `enqueue`. The scratch memory that it gets is 256-byte
// aligned.
KernelPlan densePlan(const KernelRequest& request, Enqueue enqueue, std::size_t scratchBytes = 0,
                     std::string detail = "");
// Registers "cuda.<op>" for f32 and f64.
void addReal(KernelRegistry& registry, const std::string& op, CreatePlan create);
// Registers "<name>" under conditions of its own.
void addKernel(KernelRegistry& registry, const std::string& op, const std::string& name,
               std::function<Status(const KernelRequest&)> supports, CreatePlan create);
// Success if the first input is f32 or f64.
Status needsReal(const KernelRequest& request);

template <class T>
const T* in(const KernelArguments& arguments, std::size_t index) {
  return static_cast<const T*>(arguments.inputs[index]);
}
template <class T>
T* out(const KernelArguments& arguments, std::size_t index) {
  return static_cast<T*>(arguments.outputs[index]);
}

// [N, C, ...] as outer × channels × inner.
Channels channelsOf(const Shape& shape);

// Each adds the kernels of one family. They keep `context` alive.
void registerElementwise(KernelRegistry& registry, const ContextPointer& context);
void registerBroadcast(KernelRegistry& registry, const ContextPointer& context);
void registerCopies(KernelRegistry& registry, const ContextPointer& context);
void registerPooling(KernelRegistry& registry, const ContextPointer& context);
void registerNormalization(KernelRegistry& registry, const ContextPointer& context);
void registerSoftmax(KernelRegistry& registry, const ContextPointer& context);
void registerUpdates(KernelRegistry& registry, const ContextPointer& context);
void registerLinear(KernelRegistry& registry, const ContextPointer& context);
void registerConvolution(KernelRegistry& registry, const ContextPointer& context);

}  // namespace fovea::cuda
