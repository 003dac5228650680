#include "app/bridge/memory_estimate.h"

#include <QFutureWatcher>
#include <QtConcurrent/QtConcurrentRun>

#include "core/backends/device_team.h"
#include "core/base/guarded.h"
#include "core/train/memory_advice.h"
#include "core/train/training_graph.h"

namespace fovea {
namespace {

constexpr int kDelayMilliseconds = 200;
constexpr std::int64_t kMostBatch = 65536;

}  // namespace

MemoryEstimate estimateMemory(const Network& network, const TrainingSettings& settings, const BackendRegistry& backends,
                              const CancelToken& cancel, const MemoryEstimate& before) {
  MemoryEstimate estimate;
  estimate.batch = settings.batch;
  const auto training = planTrainingMemory(network, settings, settings.batch);
  if (training.ok()) estimate.training = static_cast<std::int64_t>(training->peakBytes());
  if (cancel.cancelled()) return estimate;
  const auto inference = planInferenceMemory(network, settings.batch);
  if (inference.ok()) estimate.inference = static_cast<std::int64_t>(inference->peakBytes());
  if (!training.ok() || cancel.cancelled()) return estimate;
  const auto devices = openDevices(backends, settings.device);
  const std::uint64_t free = devices.ok() ? devices->leader()->info().memoryFreeBytes : 0;
  if (free == 0) return estimate;
  estimate.device = settings.device;
  estimate.planned = plannedMemory(free, before.device == estimate.device ? before.planned : 0);
  // Each rank computes its part of the batch in its own memory; ranks on the processor share the machine's memory.
  const std::size_t ranks = devices->size();
  const std::uint64_t ofRank = devices->leader()->usesHostMemory() ? estimate.planned / ranks : estimate.planned;
  const std::int64_t largest = largestBatchWithin(network, settings, ofRank, kMostBatch, cancel);
  estimate.largerNotTried = largest == kMostBatch;
  estimate.largestBatch = largest * static_cast<std::int64_t>(ranks);
  return estimate;
}

MemoryEstimator::MemoryEstimator(std::shared_ptr<const BackendRegistry> backends, QObject* parent)
    : QObject(parent), backends_(std::move(backends)) {
  soon_.setSingleShot(true);
  soon_.setInterval(kDelayMilliseconds);
  connect(&soon_, &QTimer::timeout, this, &MemoryEstimator::begin);
}

MemoryEstimator::~MemoryEstimator() {
  cancel_.cancel();
}

void MemoryEstimator::request(const Network& network, const TrainingSettings& settings) {
  network_ = network;
  settings_ = settings;
  cancel_.cancel();
  ++asked_;
  soon_.start();
}

void MemoryEstimator::begin() {
  cancel_ = CancelToken();
  auto* watcher = new QFutureWatcher<MemoryEstimate>(this);
  connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, asked = asked_] {
    const MemoryEstimate estimate = watcher->result();
    if (estimate.planned > 0) last_ = estimate;
    if (asked == asked_) Q_EMIT estimated(estimate);
    watcher->deleteLater();
  });
  watcher->setFuture(QtConcurrent::run(
      [network = std::move(network_), settings = settings_, backends = backends_, cancel = cancel_, before = last_] {
        const auto estimate = guarded([&] { return estimateMemory(network, settings, *backends, cancel, before); });
        MemoryEstimate unknown;
        unknown.batch = settings.batch;
        return estimate.ok() ? *estimate : unknown;
      }));
}

}  // namespace fovea
