// Why: declares this device's kernels by family; each function adds its entries in order of preference.
#pragma once
#include <functional>

#include "core/backends/cpu/runtime/cpu_layout.h"
#include "core/backends/device.h"
#include "core/ops/pointwise.h"

namespace fovea::cpu {

void addConvolutionKernels(KernelRegistry& registry);
void addFusedConvolutionKernels(KernelRegistry& registry);
// Kernels for a batch of one sample; they must be registered before the others.
void addVectorLinearKernels(KernelRegistry& registry);
void addLinearProductKernels(KernelRegistry& registry);
void addLinearKernels(KernelRegistry& registry);
void addPoolingKernels(KernelRegistry& registry);
void addNormalizationKernels(KernelRegistry& registry);
void addActivationKernels(KernelRegistry& registry);
void addArithmeticKernels(KernelRegistry& registry);
void addDropoutKernels(KernelRegistry& registry);
void addSoftmaxKernels(KernelRegistry& registry);
void addOptimizerKernels(KernelRegistry& registry);
void addUpdateKernels(KernelRegistry& registry);
void addShapeKernels(KernelRegistry& registry);
void addReductionKernels(KernelRegistry& registry);
void addLossKernels(KernelRegistry& registry);
void addLabelKernels(KernelRegistry& registry);
// Kernels for every op with a pointwise program; an op's own kernels must be registered before.
void addPointwiseKernels(KernelRegistry& registry);
void addMatmulKernels(KernelRegistry& registry);
void addEmbeddingKernels(KernelRegistry& registry);
void addRecurrentKernels(KernelRegistry& registry);
void addAttentionKernels(KernelRegistry& registry);
void addCtcKernels(KernelRegistry& registry);
// Normalisation, pooling by tables, padding, resizing and other spatial ops.
void addSpatialKernels(KernelRegistry& registry);
void addPrecisionKernels(KernelRegistry& registry);

// Converts between two layouts of one type; Unsupported for types that oneDNN does not support.
Result<std::unique_ptr<Kernel>> makeReorder(const TensorType& type, const Layout& from, const Layout& to);

// A kernel from a function, for the many kernels whose only state is captured by the function.
class FunctionKernel final : public Kernel {
 public:
  explicit FunctionKernel(std::function<void(const KernelArguments&)> body) : body_(std::move(body)) {}
  Status run(const KernelArguments& arguments) override {
    body_(arguments);
    return {};
  }

 private:
  std::function<void(const KernelArguments&)> body_;
};

inline const float* floats(void* pointer) {
  return static_cast<const float*>(pointer);
}
inline float* mutableFloats(void* pointer) {
  return static_cast<float*>(pointer);
}

// Returns the kernel of `program` on the inputs of `request`, each of which broadcasts to every output.
Result<KernelPlan> createPointwise(const KernelRequest& request, const PointwiseProgram& program);

// A plan with every input and output dense.
KernelPlan densePlan(const KernelRequest& request, std::function<void(const KernelArguments&)> body);
// Unsupported unless every floating-point input and output is f32.
Status onlyFloat32(const KernelRequest& request);
// Registers `create` for f32 requests only.
KernelEntry float32Entry(std::string name, std::function<Result<KernelPlan>(const KernelRequest&, Device&)> create);

// The layout that avoids most reorders when several operands of one type must share one: the first that is not dense.
Layout commonLayout(const KernelRequest& request, std::initializer_list<int> inputs);

}  // namespace fovea::cpu
