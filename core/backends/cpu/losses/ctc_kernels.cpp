// Why: one thread aligns each sample; softmax and gradient over the many classes are vectorised.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/ops/ctc_alignment.h"

namespace fovea::cpu {
namespace {

constexpr float kNoNumber = std::numeric_limits<float>::quiet_NaN();

class CtcLoss {
 public:
  explicit CtcLoss(const KernelRequest& request)
      : batch_(request.inputs[0].shape[0]),
        steps_(request.inputs[0].shape[1]),
        classes_(request.inputs[0].shape[2]),
        length_(request.inputs[1].shape[1]),
        blank_(request.attributes.integer("blank")),
        skipImpossible_(request.attributes.boolean("skip_impossible")),
        lengths_(request.inputs.size() > 2) {}

  // A loss for each sample, and the logarithm of the softmax sum of each step.
  std::size_t scratchBytes() const { return static_cast<std::size_t>(batch_ * (1 + steps_)) * sizeof(double); }

  void run(const KernelArguments& a) const {
    auto* losses = static_cast<double*>(a.scratch);
    const double work = static_cast<double>(batch_ * steps_) * static_cast<double>(10 * classes_ + 100 * length_);
    parallelTasks(batch_, work, [&](std::int64_t n) {
      const std::int64_t steps = lengths_ ? ctcSteps(static_cast<double>(floats(a.inputs[2])[n]), steps_) : steps_;
      float* const dscores = mutableFloats(a.outputs[1]) + n * steps_ * classes_;
      std::fill(dscores + steps * classes_, dscores + steps_ * classes_, steps > 0 ? 0.0f : kNoNumber);
      losses[n] = sample(static_cast<const std::int32_t*>(a.inputs[1]) + n * length_, steps,
                         floats(a.inputs[0]) + n * steps_ * classes_, dscores, losses + batch_ + n * steps_);
    });
    double loss = 0;
    for (std::int64_t n = 0; n < batch_; ++n) loss += losses[n];
    *mutableFloats(a.outputs[0]) = static_cast<float>(loss);
  }

 private:
  // Processes the first `steps` steps, the valid ones of the sample; 0: their number is not known.
  double sample(const std::int32_t* targets, std::int64_t steps, const float* scores, float* dscores,
                double* sums) const {
    if (steps == 0) return std::numeric_limits<double>::quiet_NaN();
    const CtcAlignment alignment({targets, static_cast<std::size_t>(length_)}, classes_, blank_);
    const double factor = 1.0 / static_cast<double>(batch_ * std::max<std::int64_t>(alignment.labelCount(), 1));
    for (std::int64_t t = 0; t < steps; ++t) {
      const float* row = scores + t * classes_;
      const float largest = simd().maximum(row, classes_);
      simd().exponential(row, largest, dscores + t * classes_, classes_);
      const double sum = simd().sum(dscores + t * classes_, classes_);
      sums[t] = static_cast<double>(largest) + std::log(sum);
      simd().multiplyScalar(dscores + t * classes_, static_cast<float>(factor / sum), dscores + t * classes_, classes_);
    }
    double loss = std::numeric_limits<double>::quiet_NaN();
    if (alignment.valid())
      loss = -alignment.align(
          steps,
          [&](std::int64_t t, std::int64_t k) { return static_cast<double>(scores[t * classes_ + k]) - sums[t]; },
          [&](std::int64_t t, std::int64_t k, double share) {
            dscores[t * classes_ + k] -= static_cast<float>(factor * share);
          });
    if (std::isfinite(loss)) return factor * loss;
    const bool skipped = std::isinf(loss) && skipImpossible_;
    std::fill_n(dscores, steps * classes_, skipped ? 0.0f : kNoNumber);
    return skipped ? 0 : factor * loss;
  }

  std::int64_t batch_, steps_, classes_, length_, blank_;
  bool skipImpossible_;
  bool lengths_;  // the third input holds the valid fraction of each sample
};

}  // namespace

void addCtcKernels(KernelRegistry& registry) {
  registry.add("ctc_loss",
               float32Entry("cpu.ctc_loss", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
                 const CtcLoss loss(request);
                 KernelPlan plan = densePlan(request, [loss](const KernelArguments& a) { loss.run(a); });
                 plan.scratchBytes = loss.scratchBytes();
                 plan.detail = simd().name;
                 return plan;
               }));
}

}  // namespace fovea::cpu
