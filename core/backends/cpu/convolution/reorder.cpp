// Why: converts layouts, which is needed only between different families of kernels.
#include <cstring>

#include "core/backends/cpu/convolution/winograd.h"
#include "core/backends/cpu/runtime/dnnl_primitive.h"

namespace fovea::cpu {
namespace {

using Desc = dnnl::memory::desc;

// The dense descriptor with the axes of `other`, which may have an additional one (groups of a weight).
Desc denseLike(const TensorType& type, const Desc& other) {
  const auto& data = other.data;
  if (data.ndims == type.shape.rank()) return denseDesc(type);
  TensorType split{type.dtype, Shape(std::span<const std::int64_t>(data.dims, static_cast<std::size_t>(data.ndims)))};
  return denseDesc(split);
}

Result<std::unique_ptr<Kernel>> oneReorder(const Desc& from, const Desc& to) {
  return guarded("reorder", [&]() -> Result<std::unique_ptr<Kernel>> {
    const dnnl::engine& engine = cpuEngine();
    const dnnl::reorder::primitive_desc primitive(engine, from, engine, to, userScratchpad());
    if (primitive.scratchpad_desc().get_size() > 0) {
      // Reorder kernels have no scratch memory of their own, so oneDNN owns it.
      const dnnl::reorder::primitive_desc owning(engine, from, engine, to);
      auto kernel = std::make_unique<DnnlKernel>("reorder", dnnl::reorder(owning), Desc());
      kernel->bind(DNNL_ARG_FROM, from, ArgumentSource::Input, 0);
      kernel->bind(DNNL_ARG_TO, to, ArgumentSource::Output, 0);
      return std::unique_ptr<Kernel>(std::move(kernel));
    }
    auto kernel = std::make_unique<DnnlKernel>("reorder", dnnl::reorder(primitive), Desc());
    kernel->bind(DNNL_ARG_FROM, from, ArgumentSource::Input, 0);
    kernel->bind(DNNL_ARG_TO, to, ArgumentSource::Output, 0);
    return std::unique_ptr<Kernel>(std::move(kernel));
  });
}

// Converts through dense memory between two formats that split axes differently, or to transformed filters.
class TwoStepReorder final : public Kernel {
 public:
  TwoStepReorder(std::unique_ptr<Kernel> first, std::unique_ptr<Kernel> second, const TensorType& type)
      : first_(std::move(first)), second_(std::move(second)), between_(Tensor::zeros(type)) {}
  Status run(const KernelArguments& arguments) override {
    void* const between[] = {between_.raw()};
    FOVEA_CHECK(first_->run({arguments.inputs, between, nullptr}));
    return second_->run({between, arguments.outputs, nullptr});
  }

 private:
  std::unique_ptr<Kernel> first_;
  std::unique_ptr<Kernel> second_;
  Tensor between_;
};

}  // namespace

Result<std::unique_ptr<Kernel>> makeReorder(const TensorType& type, const Layout& from, const Layout& to) {
  if (from == to) {
    const std::size_t bytes = from.bytes(type);
    return std::unique_ptr<Kernel>(std::make_unique<FunctionKernel>(
        [bytes](const KernelArguments& a) { std::memcpy(a.outputs[0], a.inputs[0], bytes); }));
  }
  if (const auto* filters = dynamic_cast<const WinogradFilterFormat*>(to.format()); filters && from.dense())
    return std::unique_ptr<Kernel>(std::make_unique<FunctionKernel>(
        [to, filters](const KernelArguments& a) { filters->fill(floats(a.inputs[0]), mutableFloats(a.outputs[0])); }));
  if (!dnnlType(type.dtype))
    return fail(ErrorCode::Unsupported,
                std::string("Values of type ") + dataTypeName(type.dtype) + " lie dense on the CPU.");
  if (from.dense()) return oneReorder(denseLike(type, descOf(type, to)), descOf(type, to));
  if (to.dense()) return oneReorder(descOf(type, from), denseLike(type, descOf(type, from)));
  if (to.format()->readable() && descOf(type, from).data.ndims == descOf(type, to).data.ndims)
    return oneReorder(descOf(type, from), descOf(type, to));
  FOVEA_TRY(auto first, makeReorder(type, from, Layout()));
  FOVEA_TRY(auto second, makeReorder(type, Layout(), to));
  return std::unique_ptr<Kernel>(std::make_unique<TwoStepReorder>(std::move(first), std::move(second), type));
}

}  // namespace fovea::cpu
