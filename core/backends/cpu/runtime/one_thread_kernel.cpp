#include "core/backends/cpu/runtime/one_thread_kernel.h"

#include <omp.h>

namespace fovea::cpu {
namespace {

// About five microseconds of work on one core, which is the cost of a parallel loop.
constexpr double kLittleFlops = 200e3, kLittleBytes = 128 << 10;

bool isLittleWork(const KernelRequest& request) {
  const Cost cost = costOf(request.op, {request.attributes, request.inputs, request.outputs});
  return cost.flops <= kLittleFlops && cost.bytes <= kLittleBytes;
}

// Limits the calling thread's parallel loops to one thread during its lifetime.
class OneThread {
 public:
  OneThread() { omp_set_num_threads(1); }
  ~OneThread() { omp_set_num_threads(before_); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_ = omp_get_max_threads();
};

class OneThreadKernel final : public Kernel {
 public:
  explicit OneThreadKernel(std::unique_ptr<Kernel> kernel) : kernel_(std::move(kernel)) {}
  Status run(const KernelArguments& arguments) override {
    const OneThread one;
    return kernel_->run(arguments);
  }

 private:
  std::unique_ptr<Kernel> kernel_;
};

}  // namespace

KernelEntry withOneThreadForLittleWork(KernelEntry entry) {
  entry.create = [create = std::move(entry.create)](const KernelRequest& request,
                                                    Device& device) -> Result<KernelPlan> {
    if (!isLittleWork(request)) return create(request, device);
    const OneThread one;
    FOVEA_TRY(KernelPlan plan, create(request, device));
    plan.kernel = std::make_unique<OneThreadKernel>(std::move(plan.kernel));
    return plan;
  };
  return entry;
}

}  // namespace fovea::cpu
