// Why: no tensor core is needed to see what rounding to TF32 does to a network, nor a faulty kernel to see that it is
// found: reference kernels whose f32 operands are rounded first, one op of which may compute something wrong.
#pragma once
#include <cmath>

#include "core/backends/host_memory.h"
#include "core/backends/reference_kernels.h"
#include "core/tensor/tensor.h"

namespace fovea::numeric {

enum class Tf32 {
  Nearest,  // to 10 bits behind the point, as kernels do that convert
  Cut,      // what tensor cores make of f32 that is given to them as it is
};

enum class Plant { Nothing, NoBias, DroppedChannel, WrongStride, Factor };

inline float toTf32(float number, Tf32 way) {
  constexpr std::uint32_t kDropped = 13;
  std::uint32_t bits = std::bit_cast<std::uint32_t>(number);
  if (way == Tf32::Nearest) bits += 1u << (kDropped - 1);
  return std::bit_cast<float>(bits >> kDropped << kDropped);
}

// Runs the op on copies of its inputs; the first input is that of a layer, [N, C, …].
class RoundingKernel : public Kernel {
 public:
  RoundingKernel(std::unique_ptr<Kernel> kernel, const KernelRequest& request, std::optional<Tf32> rounding,
                 Plant plant)
      : kernel_(std::move(kernel)),
        inputs_(request.inputs.begin(), request.inputs.end()),
        outputs_(request.outputs.begin(), request.outputs.end()),
        sumsApart_(request.op.name.ends_with("_backward_weights") && request.outputs.size() > 1),
        rounding_(rounding),
        plant_(plant) {}

  Status run(const KernelArguments& arguments) override {
    std::vector<Tensor> copies;
    std::vector<void*> pointers;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      copies.push_back(copyOf(arguments.inputs[i], inputs_[i]));
      if (inputs_[i].dtype == DataType::Float32) change(i, copies[i].values<float>());
      pointers.push_back(copies[i].raw());
    }
    // The gradient of a bias is a sum of numbers as they are; tensor cores have no part in it.
    if (rounding_ && sumsApart_) FOVEA_CHECK(kernel_->run(arguments));
    Tensor sums;
    if (rounding_ && sumsApart_) sums = copyOf(arguments.outputs[1], outputs_[1]);
    FOVEA_CHECK(kernel_->run({pointers, arguments.outputs, arguments.scratch}));
    if (rounding_ && sumsApart_) std::memcpy(arguments.outputs[1], sums.raw(), sums.bytes());
    if (plant_ == Plant::Factor)
      for (std::int64_t i = 0; i < outputs_[0].shape.elementCount(); ++i)
        static_cast<float*>(arguments.outputs[0])[i] *= 1.01f;
    return {};
  }

 private:
  static Tensor copyOf(const void* values, const TensorType& type) {
    Tensor copy = Tensor::make(type);
    std::memcpy(copy.raw(), values, copy.bytes());
    return copy;
  }

  void change(std::size_t input, std::span<float> numbers) const {
    // A bias is added to a sum that is not rounded.
    if (rounding_ && input < 2)
      for (float& number : numbers) number = toTf32(number, *rounding_);
    if (plant_ == Plant::NoBias && input == 2) std::fill(numbers.begin(), numbers.end(), 0.0f);
    const Shape& shape = inputs_[0].shape;
    if (input != 0 || shape.rank() < 2) return;
    const auto size = static_cast<std::size_t>(shape.elementsFrom(2));
    for (std::int64_t n = 0; n < shape[0] && plant_ == Plant::DroppedChannel; ++n)
      std::fill_n(numbers.begin() + n * shape.elementsFrom(1), size, 0.0f);
    if (plant_ != Plant::WrongStride) return;
    // Rows that are one number shorter than they should be.
    const std::vector<float> was(numbers.begin(), numbers.end());
    const auto width = static_cast<std::size_t>(shape[shape.rank() - 1]);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = was[i - i / width];
  }

  std::unique_ptr<Kernel> kernel_;
  std::vector<TensorType> inputs_, outputs_;
  bool sumsApart_;
  std::optional<Tf32> rounding_;
  Plant plant_;
};

// Reference kernels, but for what `rounding` says of those whose names begin so, and `plant` of the op `planted`.
class RoundingDevice : public HostDevice {
 public:
  RoundingDevice(std::optional<Tf32> rounding, const std::string& planted, Plant plant) {
    for (const OpType& op : allOps()) {
      if (!op.reference) continue;
      KernelEntry entry = referenceKernel(op);
      const std::optional<Tf32> rounds =
          op.name.starts_with("conv") || op.name.starts_with("linear") || op.name == "matmul" ? rounding : std::nullopt;
      const Plant fault = op.name == planted ? plant : Plant::Nothing;
      if (rounds || fault != Plant::Nothing)
        entry.create = [create = entry.create, rounds, fault](const KernelRequest& request,
                                                              Device& device) -> Result<KernelPlan> {
          FOVEA_TRY(KernelPlan plan, create(request, device));
          plan.kernel = std::make_unique<RoundingKernel>(std::move(plan.kernel), request, rounds, fault);
          return plan;
        };
      kernels_.add(op.name, std::move(entry));
    }
  }
  const DeviceInfo& info() const override { return info_; }
  const KernelRegistry& kernels() const override { return kernels_; }
  Result<std::unique_ptr<Kernel>> createReorder(const TensorType& type, const Layout&, const Layout&) override {
    return fail(ErrorCode::Internal, "There is only one layout for " + type.toString() + ".");
  }

 private:
  DeviceInfo info_{"rounding", "Reference kernels that round", 0, 0};
  KernelRegistry kernels_;
};

}  // namespace fovea::numeric
