// Why: binds all_reduce and its two halves. In a recorded step only what reads the sum waits for it, so the first half
// enqueues all of the work, and the second none.
#include "core/backends/all_reduce_kernels.h"

#include "core/backends/cuda/module/ranks/rank_sums.h"
#include "core/backends/cuda/module/runtime/launchers.h"
#include "core/backends/device.h"

namespace fovea::cuda {
namespace {

// The sums of one device: opened when its first kernel is created, and kept as long as the device.
struct OpenedSums {
  std::shared_ptr<Communicator> communicator;
  std::shared_ptr<RankSums> sums;

  // Returns null if the device computes alone.
  Result<std::shared_ptr<RankSums>> of(const ContextPointer& context, const std::shared_ptr<Communicator>& ranks) {
    if (!ranks) return std::shared_ptr<RankSums>();
    if (sums && communicator == ranks) return sums;
    sums.reset();
    FOVEA_TRY(sums, RankSums::open(context, ranks));
    communicator = ranks;
    return sums;
  }
};

struct Summed {
  std::vector<std::size_t> bytes;  // of each input
  DataType type;
  double factor = 1;
};

Status copyEach(const Summed& summed, const KernelArguments& a, cudaStream_t stream) {
  for (std::size_t i = 0; i < summed.bytes.size(); ++i)
    if (a.inputs[i] != a.outputs[i])
      FOVEA_CUDA_CALL(cudaMemcpyAsync(a.outputs[i], a.inputs[i], summed.bytes[i], cudaMemcpyDeviceToDevice, stream));
  return {};
}

// Computes the op for a device that works alone.
Status scaleEach(const Summed& summed, const KernelArguments& a, cudaStream_t stream) {
  if (summed.factor == 1) return copyEach(summed, a, stream);
  for (std::size_t i = 0; i < summed.bytes.size(); ++i) {
    if (summed.factor == 0) {
      FOVEA_CUDA_CALL(cudaMemsetAsync(a.outputs[i], 0, summed.bytes[i], stream));
      continue;
    }
    const auto count = static_cast<std::int64_t>(summed.bytes[i] / byteSize(summed.type));
    if (count == 0) continue;
    FOVEA_CHECK(statusOf(summed.type == DataType::Float64
                             ? scale(count, summed.factor, in<double>(a, i), out<double>(a, i), stream)
                             : scale(count, summed.factor, in<float>(a, i), out<float>(a, i), stream),
                         "scale"));
  }
  return {};
}

Status sumEach(const Summed& summed, const KernelArguments& a, RankSums& sums) {
  std::vector<RankSums::Part> parts;
  for (std::size_t i = 0; i < summed.bytes.size(); ++i)
    parts.push_back({a.inputs[i], a.outputs[i], summed.bytes[i] / byteSize(summed.type)});
  return sums.enqueue(parts, summed.type, summed.factor);
}

Result<KernelPlan> reducePlan(const KernelRequest& request, const ContextPointer& context,
                              const std::shared_ptr<RankSums>& sums, bool ends) {
  KernelPlan plan;
  Summed summed{sumInGivenLayouts(request, plan), request.inputs[0].dtype};
  if (request.attributes.contains("factor")) summed.factor = request.attributes.real("factor");
  const auto enqueue = [=](const KernelArguments& a) {
    if (ends) return copyEach(summed, a, context->stream());
    return sums ? sumEach(summed, a, *sums) : scaleEach(summed, a, context->stream());
  };
  plan.kernel = std::move(densePlan(request, enqueue).kernel);
  return plan;
}

}  // namespace

void registerRankSums(KernelRegistry& registry, const ContextPointer& context) {
  const auto opened = std::make_shared<OpenedSums>();
  for (const char* op : {"all_reduce", "all_reduce_begin", "all_reduce_end"}) {
    KernelEntry entry;
    entry.name = std::string("cuda.") + op;
    entry.supports = needsReal;
    entry.create = [=, ends = std::string(op) == "all_reduce_end"](const KernelRequest& request,
                                                                   Device& device) -> Result<KernelPlan> {
      FOVEA_TRY(auto sums, opened->of(context, device.communicator()));
      return reducePlan(request, context, sums, ends);
    };
    registry.add(op, std::move(entry));
  }
}

}  // namespace fovea::cuda
