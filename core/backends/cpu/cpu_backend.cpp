// Why: the CPU as a device: oneDNN and our own vectorised kernels on the threads that the process may use.
#include <omp.h>

#include <algorithm>
#include <cstring>

#include "core/backends/all_reduce_kernels.h"
#include "core/backends/communicator.h"
#include "core/backends/composed_kernel.h"
#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/one_thread_kernel.h"
#include "core/backends/cpu/runtime/processor.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/backends/host_memory.h"
#include "core/backends/reference_kernels.h"
#include "core/base/memory.h"
#include "core/tensor/half.h"

namespace fovea {
namespace cpu {
namespace {

// Rejects 16-bit types rather than silently running slow reference kernels.
KernelEntry wideReferenceKernel(const OpType& op) {
  KernelEntry entry = referenceKernel(op);
  entry.supports = [inner = std::move(entry.supports)](const KernelRequest& request) -> Status {
    for (const auto& types : {request.inputs, request.outputs})
      for (const TensorType& type : types)
        if (isHalf(type.dtype)) return fail(ErrorCode::Unsupported, "16-bit numbers are not computed with on the CPU");
    return inner(request);
  };
  return entry;
}

class CpuDevice final : public HostDevice {
 public:
  CpuDevice() : threads_(usableThreads()) {
    info_.id = "cpu";
    info_.name = processorName() + ", " + std::to_string(threads_) + (threads_ == 1 ? " thread" : " threads");
    const HostMemory memory = hostMemory();
    info_.memoryBytes = memory.totalBytes;
    info_.memoryFreeBytes = memory.availableBytes;
    addSpatialKernels(kernels_);
    addConvolutionKernels(kernels_);
    addFusedConvolutionKernels(kernels_);
    addVectorLinearKernels(kernels_);
    addLinearProductKernels(kernels_);
    addLinearKernels(kernels_);
    addPoolingKernels(kernels_);
    addNormalizationKernels(kernels_);
    addActivationKernels(kernels_);
    addArithmeticKernels(kernels_);
    addDropoutKernels(kernels_);
    addSoftmaxKernels(kernels_);
    addOptimizerKernels(kernels_);
    addUpdateKernels(kernels_);
    addShapeKernels(kernels_);
    addReductionKernels(kernels_);
    addLossKernels(kernels_);
    addLabelKernels(kernels_);
    addPointwiseKernels(kernels_);
    addMatmulKernels(kernels_);
    addEmbeddingKernels(kernels_);
    addRecurrentKernels(kernels_);
    addAttentionKernels(kernels_);
    addCtcKernels(kernels_);
    addPrecisionKernels(kernels_);
    addComposedKernels(kernels_);
    kernels_.adapt([](KernelEntry entry) {
      return entry.name.starts_with("dnnl.") ? withOneThreadForLittleWork(std::move(entry)) : entry;
    });
    addHostAllReduceKernels(kernels_);
    for (const OpType& op : allOps()) kernels_.add(op.name, wideReferenceKernel(op));
  }

  const DeviceInfo& info() const override {
    info_.memoryFreeBytes = hostMemory().availableBytes;
    return info_;
  }
  const KernelRegistry& kernels() const override { return kernels_; }

  Result<std::unique_ptr<Kernel>> createReorder(const TensorType& type, const Layout& from, const Layout& to) override {
    return makeReorder(type, from, to);
  }
  // Ranks that are threads of this process compute at the same time: each uses its share of the threads.
  Status setCommunicator(std::shared_ptr<Communicator> communicator) override {
    const int devices = communicator ? communicator->inThisProcess() : 1;
    threads_ = std::max(1, usableThreads() / devices);
    return HostDevice::setCommunicator(std::move(communicator));
  }
  Status beginRun() override {
    useThreads(threads_);
    return {};
  }
  Result<double> measurePeakFlops() override { return measureFmaRate(threads_); }

 private:
  int threads_;
  mutable DeviceInfo info_;  // including the memory that is free at present
  KernelRegistry kernels_;
};

class CpuBackend final : public Backend {
 public:
  std::string name() const override { return "cpu"; }
  Result<std::vector<DeviceInfo>> devices() override { return std::vector{CpuDevice().info()}; }
  Result<std::shared_ptr<Device>> open(int index) override {
    if (index != 0) return fail(ErrorCode::NotFound, "There is one CPU device, \"cpu\".");
    return std::shared_ptr<Device>(std::make_shared<CpuDevice>());
  }
  std::vector<std::string> report() override {
    const dnnl_version_t* version = dnnl_version();
    return {"Processor: " + processorName() + ", " + std::to_string(usableThreads()) + " threads, own kernels with " +
                simd().name,
            "oneDNN " + std::to_string(version->major) + "." + std::to_string(version->minor) + "." +
                std::to_string(version->patch)};
  }
};

}  // namespace
}  // namespace cpu

void registerCpuBackend(BackendRegistry& registry) {
  registry.add(std::make_unique<cpu::CpuBackend>());
}

}  // namespace fovea
