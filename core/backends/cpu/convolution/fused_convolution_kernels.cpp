// Why: a convolution fused with the ops that follow it at inference. oneDNN adds the residual and applies the
// activation while an output is in registers; otherwise, and for convolutions over blocks of images, an extra pass
// does.
#include "core/backends/cpu/convolution/convolution_kernels.h"
#include "core/backends/cpu/convolution/dnnl_convolution.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/ops/fused_activation.h"

namespace fovea::cpu {
namespace {

void copyFloats(const float* from, float* to, std::int64_t count) {
  parallelRanges(count, 1.0, [&](std::int64_t begin, std::int64_t end) {
    std::copy_n(from + begin, static_cast<std::size_t>(end - begin), to + begin);
  });
}

void appendActivation(dnnl::post_ops& operations, const FieldValues& attributes) {
  using Algorithm = dnnl::algorithm;
  const auto append = [&](Algorithm algorithm, double alpha = 0, double beta = 0) {
    operations.append_eltwise(1.0f, algorithm, static_cast<float>(alpha), static_cast<float>(beta));
  };
  switch (readActivation(attributes)) {
    case FusedActivation::None:
      return;
    case FusedActivation::Relu:
      return append(Algorithm::eltwise_relu);
    case FusedActivation::Relu6:
      return append(Algorithm::eltwise_clip, 0, 6);
    case FusedActivation::LeakyRelu:
      return append(Algorithm::eltwise_relu, attributes.real("slope"));
    case FusedActivation::Sigmoid:
      return append(Algorithm::eltwise_logistic);
    case FusedActivation::Tanh:
      return append(Algorithm::eltwise_tanh);
    case FusedActivation::Silu:
      return append(Algorithm::eltwise_swish, 1);
    case FusedActivation::HardSwish:
      return append(Algorithm::eltwise_hardswish);
  }
}

// The sum post-op adds to the previous content of the output, so the residual is copied there unless it is there
// already.
class SumKernel final : public Kernel {
 public:
  SumKernel(std::unique_ptr<Kernel> convolution, std::int64_t floatsOfOutput)
      : convolution_(std::move(convolution)), count_(floatsOfOutput) {}
  Status run(const KernelArguments& a) override {
    if (a.outputs[0] != a.inputs[3]) copyFloats(floats(a.inputs[3]), mutableFloats(a.outputs[0]), count_);
    return convolution_->run(a);
  }

 private:
  std::unique_ptr<Kernel> convolution_;
  std::int64_t count_;
};

Result<KernelPlan> createWithPostOps(const KernelRequest& request, Device&) {
  FOVEA_TRY(const ConvolutionGeometry g,
            readConvolution(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  const bool hasResidual = request.inputs.size() > 3;
  const DnnlConvolution p(g, request.exact);
  return guarded("conv2d_fused", [&]() -> Result<KernelPlan> {
    dnnl::post_ops operations;
    if (hasResidual) operations.append_sum(1.0f);
    appendActivation(operations, request.attributes);
    dnnl::primitive_attr attributes = userScratchpad();
    attributes.set_post_ops(operations);
    FOVEA_TRY(KernelPlan plan, forwardPlan(p, WeightState::of(request, 1), true, attributes));
    if (!hasResidual) return plan;
    plan.kernel = std::make_unique<SumKernel>(
        std::move(plan.kernel), static_cast<std::int64_t>(plan.outputs[0].bytes(request.outputs[0]) / sizeof(float)));
    plan.inputs.push_back(plan.outputs[0]);
    plan.inPlace = {{0, 3}};
    return plan;
  });
}

// Runs any convolution kernel, then adds the residual and applies the activation in place, in the output's layout.
class TwoPassKernel final : public Kernel {
 public:
  TwoPassKernel(std::unique_ptr<Kernel> convolution, const ActivationArguments& activation, std::int64_t floatsOfOutput)
      : convolution_(std::move(convolution)), activation_(activation), count_(floatsOfOutput) {}
  Status run(const KernelArguments& a) override {
    FOVEA_CHECK(convolution_->run({a.inputs.first(3), a.outputs, a.scratch}));
    const float* residual = a.inputs.size() > 3 ? floats(a.inputs[3]) : nullptr;
    float* y = mutableFloats(a.outputs[0]);
    parallelRanges(count_, 1.0, [&](std::int64_t begin, std::int64_t end) {
      simd().addActivate(activation_, y + begin, residual ? residual + begin : nullptr, y + begin, end - begin);
    });
    return {};
  }

 private:
  std::unique_ptr<Kernel> convolution_;
  ActivationArguments activation_;
  std::int64_t count_;
};

Result<KernelPlan> createTwoPass(const KernelEntry& convolution, const KernelRequest& request, Device& device) {
  KernelRequest plain = request;
  plain.inputs = request.inputs.first(3);
  plain.inputLayouts = request.inputLayouts.first(3);
  FOVEA_TRY(KernelPlan plan, convolution.create(plain, device));
  const FusedActivation activation = readActivation(request.attributes);
  const TensorType& y = request.outputs[0];
  if (activation == FusedActivation::Sigmoid && padded(y, plan.outputs[0]))
    return fail(ErrorCode::Unsupported, "sigmoid would fill the padding of the layout");
  const ActivationArguments arguments{static_cast<int>(activation),
                                      static_cast<float>(request.attributes.real("slope"))};
  plan.kernel = std::make_unique<TwoPassKernel>(std::move(plan.kernel), arguments,
                                                static_cast<std::int64_t>(plan.outputs[0].bytes(y) / sizeof(float)));
  if (request.inputs.size() > 3) plan.inputs.push_back(plan.outputs[0]);
  plan.detail += ", then " + request.attributes.text("activation");
  return plan;
}

KernelEntry twoPass(std::string name, KernelEntry convolution) {
  return float32Entry(std::move(name), [convolution](const KernelRequest& request, Device& device) {
    return createTwoPass(convolution, request, device);
  });
}

KernelEntry withPostOps() {
  return float32Entry("dnnl.conv2d_fused", [](const KernelRequest& request, Device& device) -> Result<KernelPlan> {
    for (const TensorType& type : request.inputs)
      if (type.shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "it is empty");
    return createWithPostOps(request, device);
  });
}

}  // namespace

void addFusedConvolutionKernels(KernelRegistry& registry) {
  registry.add("conv2d_fused", twoPass("cpu.conv2d_fused", smallConvolution()));
  registry.add("conv2d_fused", twoPass("cpu.conv2d_rows_fused", rowConvolution()));
  registry.add("conv2d_fused", twoPass("cpu.conv2d_winograd_fused", winogradConvolution(false)));
  registry.add("conv2d_fused", withPostOps());
  registry.add("conv2d_fused", twoPass("dnnl.conv2d_two_pass", dnnlConvolution()));
}

}  // namespace fovea::cpu
