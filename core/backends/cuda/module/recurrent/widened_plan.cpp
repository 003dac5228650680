#include "core/backends/cuda/module/recurrent/widened_plan.h"

#include <fmt/format.h>

#include <array>

#include "core/tensor/half.h"

namespace fovea::cuda {
namespace {

constexpr std::size_t kMostValues = 16;

// f32 values for a kernel, with copies in scratch memory of those that are narrower.
class WideValues {
 public:
  WideValues(std::span<const TensorType> types, DataType narrow, ScratchPlan& scratch)
      : types_(types.begin(), types.end()) {
    for (TensorType& type : types_) {
      copied_.push_back(type.dtype == narrow);
      if (type.dtype == narrow) type.dtype = DataType::Float32;
      offsets_.push_back(copied_.back() ? scratch.take(type.bytes()) : 0);
    }
  }
  std::span<const TensorType> types() const { return types_; }
  using Pointers = std::array<void*, kMostValues>;
  // Returns the addresses for the kernel: `given`, or those of the copies.
  std::span<void* const> pointers(std::span<void* const> given, const KernelArguments& a, Pointers& room) const {
    for (std::size_t i = 0; i < types_.size(); ++i) room[i] = copied_[i] ? scratchAt(a, offsets_[i]) : given[i];
    return std::span<void* const>(room.data(), types_.size());
  }
  // Calls copy(elements, given, wide) for each value that has a copy.
  template <class Copy>
  Status forEachCopy(std::span<void* const> given, const KernelArguments& a, Copy copy) const {
    for (std::size_t i = 0; i < types_.size(); ++i)
      if (copied_[i])
        FOVEA_CUDA_CALL(copy(types_[i].shape.elementCount(), given[i], static_cast<float*>(scratchAt(a, offsets_[i]))));
    return {};
  }

 private:
  std::vector<TensorType> types_;
  std::vector<bool> copied_;
  std::vector<std::size_t> offsets_;
};

template <class T>
Enqueue widened(const ContextPointer& context, std::shared_ptr<Kernel> kernel, WideValues inputs, WideValues outputs,
                std::size_t kernelScratch) {
  return [=](const KernelArguments& a) -> Status {
    const cudaStream_t stream = context->stream();
    FOVEA_CHECK(inputs.forEachCopy(a.inputs, a, [&](std::int64_t n, void* from, float* to) {
      return cast<float, T>(n, static_cast<const T*>(from), to, stream);
    }));
    WideValues::Pointers in, out;
    FOVEA_CHECK(kernel->run(
        {inputs.pointers(a.inputs, a, in), outputs.pointers(a.outputs, a, out), scratchAt(a, kernelScratch)}));
    return outputs.forEachCopy(a.outputs, a, [&](std::int64_t n, void* to, float* from) {
      return cast<T, float>(n, from, static_cast<T*>(to), stream);
    });
  };
}

}  // namespace

Result<KernelPlan> widenedPlan(const KernelRequest& request, const ContextPointer& context, const CreatePlan& make) {
  const DataType narrow = request.inputs[0].dtype;
  assert(isHalf(narrow) && request.inputs.size() <= kMostValues && request.outputs.size() <= kMostValues);
  ScratchPlan scratch;
  const WideValues inputs(request.inputs, narrow, scratch), outputs(request.outputs, narrow, scratch);
  const std::vector<Layout> layouts(request.inputs.size());
  KernelRequest wide{request.op, request.attributes, inputs.types(), outputs.types(), layouts};
  for (std::size_t i = 0; i < request.outputs.size(); ++i)
    wide.neighbourhood.outputs.push_back({{}, request.isNeeded(i), {}});
  wide.exact = request.exact;
  FOVEA_TRY(KernelPlan plan, make(wide));
  const std::size_t kernelScratch = scratch.take(plan.scratchBytes);
  const std::shared_ptr<Kernel> kernel = std::move(plan.kernel);
  const Enqueue run = narrow == DataType::Float16
                          ? widened<__half>(context, kernel, inputs, outputs, kernelScratch)
                          : widened<__nv_bfloat16>(context, kernel, inputs, outputs, kernelScratch);
  return densePlan(request, run, scratch.bytes(), fmt::format("by way of f32: {}", plan.detail));
}

}  // namespace fovea::cuda
