// CUPTI's functions for the module: records of the emulated device's work, one for each piece that the profiler saw.
#include "core/backends/cuda/module/runtime/cupti_library.h"

#include <cstring>

#include "tests/core/backends/cuda_module/emulator/runtime_faults.h"

namespace fovea::cuda {
namespace {

using emulator::profiler;

CUpti_BuffersCallbackRequestFunc request = nullptr;
CUpti_BuffersCallbackCompleteFunc complete = nullptr;
std::size_t next = 0;               // next record of the current buffer
constexpr std::size_t kStep = 512;  // more than the size of a record

CUptiResult CUPTIAPI registerCallbacks(CUpti_BuffersCallbackRequestFunc give, CUpti_BuffersCallbackCompleteFunc take) {
  request = give;
  complete = take;
  return CUPTI_SUCCESS;
}
CUptiResult CUPTIAPI enable(CUpti_ActivityKind kind) {
  if (profiler.refuses && kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) return CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
  profiler.watches = profiler.watches || kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
  return CUPTI_SUCCESS;
}
CUptiResult CUPTIAPI disable(CUpti_ActivityKind kind) {
  if (kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) profiler.watches = false;
  return CUPTI_SUCCESS;
}
// Writes a kernel's record and, before it, that of its correlation id.
CUptiResult CUPTIAPI flushAll(std::uint32_t) {
  for (std::size_t i = 0; i < profiler.seen.size(); ++i) {
    const emulator::Seen& seen = profiler.seen[i];
    std::uint8_t* buffer = nullptr;
    std::size_t size = 0, most = 0;
    request(&buffer, &size, &most);
    CUpti_ActivityExternalCorrelation relation{};
    relation.kind = CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION;
    relation.externalKind = CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0;
    relation.externalId = seen.doing - 1;
    CUpti_ActivityKernel10 kernel{};
    kernel.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    kernel.start = 1000 * seen.begin;
    kernel.end = 1000 * seen.end;
    relation.correlationId = kernel.correlationId = static_cast<std::uint32_t>(i + 7);
    std::size_t used = 0;
    if (seen.doing > 0) {
      std::memcpy(buffer, &relation, sizeof relation);
      used = kStep;
    }
    std::memcpy(buffer + used, &kernel, sizeof kernel);
    next = 0;
    complete(nullptr, 0, buffer, size, used + kStep);
  }
  profiler.seen.clear();
  return CUPTI_SUCCESS;
}
CUptiResult CUPTIAPI getNextRecord(std::uint8_t* buffer, std::size_t valid, CUpti_Activity** record) {
  if (next >= valid) return CUPTI_ERROR_MAX_LIMIT_REACHED;
  *record = reinterpret_cast<CUpti_Activity*>(buffer + next);
  next += kStep;
  return CUPTI_SUCCESS;
}
CUptiResult CUPTIAPI getNumDroppedRecords(CUcontext, std::uint32_t, std::size_t* dropped) {
  *dropped = profiler.dropsRecords ? 1 : 0;
  return CUPTI_SUCCESS;
}
CUptiResult CUPTIAPI pushId(CUpti_ExternalCorrelationKind, std::uint64_t id) {
  profiler.doing = id + 1;
  return CUPTI_SUCCESS;
}
CUptiResult CUPTIAPI popId(CUpti_ExternalCorrelationKind, std::uint64_t*) {
  profiler.doing = 0;
  return CUPTI_SUCCESS;
}

}  // namespace

const CuptiLibrary* findCupti() {
  static const CuptiLibrary cupti{registerCallbacks,    enable, disable, flushAll, getNextRecord,
                                  getNumDroppedRecords, pushId, popId};
  return profiler.isThere ? &cupti : nullptr;
}

}  // namespace fovea::cuda
