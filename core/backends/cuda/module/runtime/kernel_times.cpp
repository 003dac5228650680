#include "core/backends/cuda/module/runtime/kernel_times.h"

#include <array>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <mutex>

#include "core/backends/cuda/module/runtime/cupti_library.h"
#include "core/backends/cuda/module/runtime/savings.h"

namespace fovea::cuda {

#ifdef FOVEA_HAS_CUPTI
namespace {

constexpr std::array kKinds = {
    CUPTI_ACTIVITY_KIND_RUNTIME,           CUPTI_ACTIVITY_KIND_DRIVER, CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION,
    CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET};
constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
constexpr std::size_t kRecordAlignment = 8;  // ACTIVITY_RECORD_ALIGNMENT

// The records that CUPTI's callbacks have read so far. They are global because the callbacks receive no user pointer
// and may run on CUPTI's own thread.
struct Records {
  std::mutex mutex;
  const CuptiLibrary* cupti = nullptr;
  std::map<std::uint32_t, std::uint64_t> parts;  // keyed by CUPTI's correlation id
  std::map<std::uint32_t, double> milliseconds;  // likewise
  std::size_t dropped = 0;
};
Records& records() {
  static Records all;
  return all;
}

// All versions of these records begin with the same members, so the type of the oldest version reads any of them.
template <class Record>
void addTime(const CUpti_Activity* record, Records& all) {
  const auto* const timed = reinterpret_cast<const Record*>(record);
  if (timed->end > timed->start)
    all.milliseconds[timed->correlationId] += static_cast<double>(timed->end - timed->start) * 1e-6;
}
static_assert(offsetof(CUpti_ActivityKernel4, start) == 16 && offsetof(CUpti_ActivityKernel4, correlationId) == 92);
static_assert(offsetof(CUpti_ActivityMemcpy, start) == 16 && offsetof(CUpti_ActivityMemcpy, correlationId) == 44);
static_assert(offsetof(CUpti_ActivityMemset, start) == 16 && offsetof(CUpti_ActivityMemset, correlationId) == 44);

void readRecord(const CUpti_Activity* record, Records& all) {
  switch (record->kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
      return addTime<CUpti_ActivityKernel4>(record, all);
    case CUPTI_ACTIVITY_KIND_MEMCPY:
      return addTime<CUpti_ActivityMemcpy>(record, all);
    case CUPTI_ACTIVITY_KIND_MEMSET:
      return addTime<CUpti_ActivityMemset>(record, all);
    case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: {
      const auto* const relation = reinterpret_cast<const CUpti_ActivityExternalCorrelation*>(record);
      if (relation->externalKind == CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0)
        all.parts[relation->correlationId] = relation->externalId;
      return;
    }
    default:
      return;
  }
}

void CUPTIAPI giveBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(kRecordAlignment, kBufferBytes));
  *size = *buffer ? kBufferBytes : 0;
  *most = 0;  // as many records as fit
}

void CUPTIAPI takeBuffer(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t,
                         std::size_t valid) {
  Records& all = records();
  const std::lock_guard lock(all.mutex);
  CUpti_Activity* record = nullptr;
  while (valid > 0 && all.cupti->getNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) readRecord(record, all);
  std::size_t dropped = 0;
  if (all.cupti->getNumDroppedRecords(context, stream, &dropped) == CUPTI_SUCCESS) all.dropped += dropped;
  std::free(buffer);
}

class CuptiTimes final : public KernelTimes {
 public:
  explicit CuptiTimes(const CuptiLibrary& cupti) : cupti_(cupti) {}
  ~CuptiTimes() override { stop(); }

  bool start() {
    Records& all = records();
    {
      const std::lock_guard lock(all.mutex);
      all.cupti = &cupti_;
      all.parts.clear();
      all.milliseconds.clear();
      all.dropped = 0;
    }
    if (cupti_.registerCallbacks(giveBuffer, takeBuffer) != CUPTI_SUCCESS) return false;
    for (const CUpti_ActivityKind kind : kKinds) {
      if (cupti_.enable(kind) != CUPTI_SUCCESS) return false;
      ++enabled_;
    }
    return true;
  }
  void enter(std::size_t part) override { (void)cupti_.pushId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, part); }
  void leave() override {
    std::uint64_t part = 0;
    (void)cupti_.popId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &part);
  }
  std::optional<std::vector<double>> finish(std::size_t parts) override {
    // The device is done, so every record is complete.
    const bool flushed = cupti_.flushAll(0) == CUPTI_SUCCESS;
    stop();
    Records& all = records();
    const std::lock_guard lock(all.mutex);
    if (!flushed || all.dropped > 0) return std::nullopt;
    std::vector<double> milliseconds(parts, 0.0);
    bool any = false;
    for (const auto& [call, time] : all.milliseconds) {
      const auto part = all.parts.find(call);
      if (part == all.parts.end() || part->second >= parts) continue;
      milliseconds[part->second] += time;
      any = true;
    }
    return any ? std::optional(std::move(milliseconds)) : std::nullopt;
  }

 private:
  void stop() {
    while (enabled_ > 0) (void)cupti_.disable(kKinds[--enabled_]);
    (void)cupti_.flushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  }

  const CuptiLibrary& cupti_;
  std::size_t enabled_ = 0;
};

}  // namespace

std::unique_ptr<KernelTimes> KernelTimes::begin() {
  const CuptiLibrary* const cupti = isOff(Saving::Cupti) ? nullptr : findCupti();
  if (!cupti) return nullptr;
  auto times = std::make_unique<CuptiTimes>(*cupti);
  if (!times->start()) return nullptr;
  return times;
}
#else
std::unique_ptr<KernelTimes> KernelTimes::begin() {
  return nullptr;
}
#endif

}  // namespace fovea::cuda
