// Why: what a network needs of a device's memory is known before it is trained, but planning takes longer than a frame:
// it is done aside, and only the last question is answered. GUI thread only.
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
  std::optional<std::int64_t> training;   // bytes of a step; nothing where the network is not ready
  std::optional<std::int64_t> inference;  // bytes of a forward pass
  std::optional<std::int64_t> largestBatch;
  bool largerNotTried = false;  // there is room for more than was looked for
  std::string device;           // for which that is
  std::uint64_t planned = 0;    // bytes of the device that this counts on
};

// Takes long; any thread. Nothing of it fails: what is not known is left out. `before` is the last estimate, whose
// memory is counted on for as long as it is there.
MemoryEstimate estimateMemory(const Network& network, const TrainingSettings& settings, const BackendRegistry& backends,
                              const CancelToken& cancel, const MemoryEstimate& before = {});

class MemoryEstimator : public QObject {
  Q_OBJECT
 public:
  explicit MemoryEstimator(std::shared_ptr<const BackendRegistry> backends, QObject* parent = nullptr);
  ~MemoryEstimator() override;

  // Asks a moment after the last call.
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
  MemoryEstimate last_;  // that counted on the memory of a device
};

}  // namespace fovea
