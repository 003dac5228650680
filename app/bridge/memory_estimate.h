// Why: estimates a network's device memory before training. Planning takes longer than a frame, so it runs in the
// background, and only the last request is answered. GUI thread only.
#pragma once
#include <QObject>
#include <QTimer>
#include <optional>

#include "core/backends/device.h"
#include "core/base/cancel.h"
#include "core/network/network.h"
#include "core/train/training_settings.h"

namespace fovea {

struct MemoryEstimate {
  std::int64_t batch = 0;
  std::optional<std::int64_t> training;   // bytes of a step; nothing if the network is not ready
  std::optional<std::int64_t> inference;  // bytes of a forward pass
  std::optional<std::int64_t> largestBatch;
  bool largerNotTried = false;  // larger batches would fit but were not tried
  std::string device;           // the device of the estimate
  std::uint64_t planned = 0;    // device memory that the estimate assumes
};

// Slow; any thread. Never fails: unknown values are left out. `before` is the last estimate; its assumed memory is kept
// while it is available.
MemoryEstimate estimateMemory(const Network& network, const TrainingSettings& settings, const BackendRegistry& backends,
                              const CancelToken& cancel, const MemoryEstimate& before = {});

class MemoryEstimator : public QObject {
  Q_OBJECT
 public:
  explicit MemoryEstimator(std::shared_ptr<const BackendRegistry> backends, QObject* parent = nullptr);
  ~MemoryEstimator() override;

  // Starts shortly after the last call.
  void request(const Network& network, const TrainingSettings& settings);

 Q_SIGNALS:
  void estimated(const fovea::MemoryEstimate& estimate);

 private:
  void begin();

  std::shared_ptr<const BackendRegistry> backends_;
  QTimer soon_;
  Network network_;
  TrainingSettings settings_;
  CancelToken cancel_;
  quint64 asked_ = 0;
  MemoryEstimate last_;  // the last one with a device memory
};

}  // namespace fovea
