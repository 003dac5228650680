#include "core/backends/cuda/module/cuda_device.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/backends/composed_kernel.h"
#include "core/backends/cuda/module/products/gemm.h"
#include "core/backends/cuda/module/runtime/capture_ends.h"
#include "core/backends/cuda/module/runtime/captured_graph.h"
#include "core/backends/cuda/module/runtime/device_memory_report.h"
#include "core/backends/cuda/module/runtime/memory.h"
#include "core/backends/cuda/module/runtime/plan_versions.h"
#include "core/backends/cuda/module/runtime/staging.h"
#include "core/backends/cuda/module/runtime/stopwatch.h"
#include "core/backends/cuda/module/runtime/support.h"
#include "core/base/random.h"

namespace fovea::cuda {
namespace {

class CudaDevice : public Device {
 public:
  CudaDevice(ContextPointer context, DeviceInfo info, std::unique_ptr<Staging> staging)
      : context_(std::move(context)), info_(std::move(info)), staging_(std::move(staging)) {
    for (const auto add :
         {registerElementwise, registerBroadcast,  registerCopies,    registerPooling,     registerNormalization,
          registerSoftmax,     registerUpdates,    registerLinear,    registerConvolution, registerEmbedding,
          registerRecurrent,   registerReductions, registerPlaces,    registerNorms,       registerClasses,
          registerPairs,       registerAttention,  registerAlignment, registerPointwise,   registerRankSums})
      add(kernels_, context_);
    addComposedKernels(kernels_);
  }

  const DeviceInfo& info() const override { return info_; }
  const KernelRegistry& kernels() const override { return kernels_; }
  bool queues() const override { return true; }
  Result<std::shared_ptr<DeviceBuffer>> allocate(std::size_t bytes) override {
    auto memory = allocateDeviceMemory(context_, bytes);
    if (memory.ok() || memory.error().code != ErrorCode::OutOfMemory) return memory;
    // The staging memory of copies may be what is missing.
    FOVEA_CHECK(staging_->release());
    return allocateDeviceMemory(context_, bytes);
  }
  // A weight is uploaded only once: it need not overlap with computation, nor leave staging memory of its size
  // allocated.
  Result<std::shared_ptr<DeviceBuffer>> adopt(Tensor value) override {
    FOVEA_TRY(auto memory, allocate(value.bytes()));
    FOVEA_CHECK(staging_->uploadInParts(memory->data(), value.raw(), value.bytes()));
    return memory;
  }
  std::uint64_t stagingBytes(std::size_t largestUpload) const override { return Staging::bytesFor(largestUpload); }

  Status upload(void* target, const void* source, std::size_t bytes) override {
    FOVEA_CHECK(context_->use());
    return staging_->upload(target, source, bytes);
  }
  Status download(void* target, const void* source, std::size_t bytes) override {
    FOVEA_CHECK(context_->use());
    return staging_->download(target, source, bytes);
  }
  Result<std::unique_ptr<PendingDownload>> beginDownload(const void* source, std::size_t bytes) override {
    FOVEA_CHECK(context_->use());
    return staging_->beginDownload(source, bytes);
  }
  Status fillZero(void* target, std::size_t bytes) override {
    FOVEA_CHECK(context_->use());
    if (bytes > 0) FOVEA_CUDA_CALL(cudaMemsetAsync(target, 0, bytes, context_->stream()));
    return {};
  }

  Result<std::unique_ptr<Kernel>> createReorder(const TensorType& type, const Layout& from, const Layout& to) override {
    FOVEA_CHECK(context_->use());
    return makeReorder(context_, type, from, to);
  }

  Status synchronize() override {
    FOVEA_CHECK(context_->use());
    return context_->wait();
  }
  Status beginRun() override { return context_->use(); }

  Result<std::unique_ptr<CapturedStep>> capture(std::span<const CapturedPart> parts) override {
    FOVEA_CHECK(context_->use());
    auto captured = captureGraph(context_, [&] { return record(parts); });
    if (!captured.ok()) return captured.error().within("recording the step as a CUDA graph");
    return captured;
  }

  Result<std::vector<double>> timeParts(std::span<const std::function<Status()>> parts) override {
    FOVEA_CHECK(context_->use());
    return fovea::cuda::timeParts(*context_, parts);
  }

  // The best of several square products of random f32 without TF32. On zeros the device would need less power and clock
  // higher.
  Result<double> measurePeakFlops() override {
    constexpr std::int64_t kExtent = 4096;
    constexpr int kWarmUps = 3, kRuns = 10;
    FOVEA_CHECK(context_->use());
    FOVEA_TRY(auto gemm, Gemm::create(context_, {kExtent, kExtent, kExtent, false, false, DataType::Float32, true}));
    std::shared_ptr<DeviceBuffer> a, b, product, workspace;
    FOVEA_TRY(a, randomMatrix(kExtent * kExtent));
    FOVEA_TRY(b, randomMatrix(kExtent * kExtent));
    FOVEA_TRY(product, allocate(kExtent * kExtent * sizeof(float)));
    FOVEA_TRY(workspace, allocate(gemm->workspaceBytes()));
    Stopwatch watch;
    FOVEA_CHECK(watch.create());
    double best = 0;
    for (int run = 0; run < kWarmUps + kRuns; ++run) {
      FOVEA_CHECK(watch.start(*context_));
      FOVEA_CHECK(gemm->run(a->data(), b->data(), product->data(), nullptr, workspace->data()));
      FOVEA_TRY(const double seconds, watch.stopSeconds(*context_));
      if (run >= kWarmUps && seconds > 0) best = std::max(best, 2.0 * kExtent * kExtent * kExtent / seconds);
    }
    return best;
  }

 private:
  Status record(std::span<const CapturedPart> parts) {
    std::vector<CaptureEnds> ends;
    // Parts without dependencies wait for this node: CUDA does not define a stream whose dependencies are set to none.
    FOVEA_TRY(const CaptureEnds start, CaptureEnds::emptyNode(context_->stream()));
    for (const CapturedPart& part : parts) {
      CaptureEnds before;
      if (part.after.empty()) before.add(start);
      for (const int index : part.after) before.add(ends[static_cast<std::size_t>(index)]);
      FOVEA_CHECK(before.makeCurrent(context_->stream()));
      FOVEA_CHECK(part.enqueue());
      FOVEA_TRY(CaptureEnds after, CaptureEnds::current(context_->stream()));
      ends.push_back(std::move(after));
    }
    return {};
  }

  // `count` floats in [0, 1), made of copies of one block; `count` is a multiple of its length.
  Result<std::shared_ptr<DeviceBuffer>> randomMatrix(std::int64_t count) {
    constexpr std::int64_t kBlock = 1 << 16;
    std::vector<float> block(kBlock);
    Random random(1);
    for (float& number : block) number = static_cast<float>(random.uniform());
    FOVEA_TRY(auto matrix, allocate(static_cast<std::size_t>(count) * sizeof(float)));
    for (std::int64_t i = 0; i < count; i += kBlock)
      FOVEA_CHECK(upload(static_cast<float*>(matrix->data()) + i, block.data(), kBlock * sizeof(float)));
    return matrix;
  }

  ContextPointer context_;
  DeviceInfo info_;
  KernelRegistry kernels_;
  std::unique_ptr<Staging> staging_;
};

}  // namespace

Result<DeviceInfo> describeDevice(int index) {
  cudaDeviceProp properties{};
  FOVEA_CUDA_CALL(cudaGetDeviceProperties(&properties, index));
  DeviceInfo info;
  info.id = fmt::format("cuda:{}", index);
  info.name = properties.name;
  info.memoryBytes = properties.totalGlobalMem;
  char bus[32] = {};
  if (cudaDeviceGetPCIBusId(bus, sizeof bus, index) == cudaSuccess)
    info.memoryFreeBytes = freeMemoryOf(bus);
  else
    (void)cudaGetLastError();  // else the next kernel launch would report it
  return info;
}

std::string describePlans(int index) {
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
    (void)cudaGetLastError();
    return "";
  }
  const auto file = planCacheFile(properties.name, properties.major * 10 + properties.minor, planVersions());
  const std::string message = PlanCache(file).message();
  return message.empty() ? fmt::format("cuda:{}: tuned plans in {}", index, file.string()) : message;
}

Result<std::shared_ptr<Device>> openCudaDevice(int index) {
  FOVEA_TRY(auto context, CudaContext::open(index));
  FOVEA_TRY(DeviceInfo info, describeDevice(index));
  std::size_t free = 0, total = 0;
  FOVEA_CUDA_CALL(cudaMemGetInfo(&free, &total));
  info.memoryFreeBytes = free;
  FOVEA_TRY(auto staging, Staging::create(context));
  return std::shared_ptr<Device>(std::make_shared<CudaDevice>(std::move(context), std::move(info), std::move(staging)));
}

}  // namespace fovea::cuda
