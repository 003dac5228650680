// Why: looking into a network takes a moment, and the window must not wait for it. Requests run one after the other on
// another thread; a new one replaces those that have not been answered. GUI thread only.
#pragma once
#include <QFutureWatcher>
#include <QObject>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/inspect/model_inspector.h"
#include "core/inspect/statistics.h"

namespace fovea {

// Which checkpoint is asked, and about which picture: a file if one is named, else a sample.
struct InspectionRequest {
  std::filesystem::path checkpoint;
  std::string written;  // when: the same file may be written again
  std::shared_ptr<const Dataset> dataset;
  Split split = Split::Validation;
  std::int64_t index = 0;
  std::filesystem::path imageFile;
  bool operator==(const InspectionRequest&) const = default;
};

// What a layer made of the picture.
struct LayerResult {
  LayerActivation activation;
  std::vector<Statistics> channels;  // as channelStatistics()
  Statistics all;
  Histogram histogram;  // of all values
  Tensor filters;       // f32 [M, C, KH, KW] for a convolution, else undefined
};

// The answer; immutable once published.
struct InspectionResult {
  InspectionRequest request;
  Tensor image;                      // u8 [C, H, W], as shown to the network
  std::optional<std::string> truth;  // the class that the data set says
  std::vector<std::string> classes;  // of the network
  Prediction prediction;             // empty for a network without probabilities
  std::vector<LayerResult> layers;
};

inline constexpr int kHistogramBins = 30;

class InspectionRunner : public QObject {
  Q_OBJECT
 public:
  explicit InspectionRunner(std::shared_ptr<const BackendRegistry> backends, QObject* parent = nullptr);

  void request(InspectionRequest request);
  // What is under way will not be answered.
  void cancel();
  bool busy() const { return running_; }

 Q_SIGNALS:
  void finished(const std::shared_ptr<const fovea::InspectionResult>& result);
  // The request could not be answered; it was the last one.
  void failed(const fovea::Error& error);
  void busyChanged(bool busy);

 private:
  struct Model;
  using Answer = std::shared_ptr<const Result<InspectionResult>>;
  static Result<InspectionResult> answer(Model& model, const InspectionRequest& request);
  void start(InspectionRequest request);
  void deliver();

  // Touched by the one request that runs, and by nobody else meanwhile.
  std::shared_ptr<Model> model_;
  QFutureWatcher<Answer> watcher_;
  std::optional<InspectionRequest> next_;
  bool running_ = false;
  bool discard_ = false;
};

}  // namespace fovea
