// Why: the questions that screens, terminal and reports ask an InspectionEngine. Their answers are immutable values.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/data/store/dataset.h"
#include "core/inspect/box_reading.h"
#include "core/inspect/device_comparison.h"
#include "core/inspect/evaluation.h"
#include "core/inspect/inspection_engine.h"
#include "core/inspect/projection.h"
#include "core/inspect/sanity_check.h"
#include "core/train/statistics.h"

namespace fovea {

// The checkpoint to ask, and the sample: a live one, else a file if one is named, else a sample of the data set.
struct InspectionRequest {
  std::filesystem::path checkpoint;
  std::string written;  // modification time, since the same file may be written again
  std::shared_ptr<const Dataset> dataset;
  Split split = Split::Validation;
  std::int64_t index = 0;
  std::filesystem::path imageFile;
  // Drawn, typed or filmed: a picture u8 [C, H, W] of any size, or f32 or i32 in the network's form.
  std::shared_ptr<const Tensor> live{};
  bool operator==(const InspectionRequest&) const = default;
};

// The requested sample in the data set's format. InvalidArgument (there is none, or it does not fit the network),
// errors of the file and the data set.
struct RequestedSample {
  Sample sample;                     // without a label unless it is of the data set
  std::optional<std::string> truth;  // its class
};
Result<RequestedSample> requestedSample(const InspectionRequest& request, const ModelInspector& inspector);

// A layer's result for the picture.
struct LayerResult {
  LayerActivation activation;
  std::vector<Statistics> channels;  // as channelStatistics()
  Statistics all;
  Histogram histogram;  // of all values
  Tensor filters;       // f32 [M, C, KH, KW] for a convolution, else undefined
};

struct InspectionResult {
  InspectionRequest request;
  Sample sample;                     // in the data set's format
  Tensor image;                      // the sample's input: u8 [C, H, W] for images
  std::optional<std::string> truth;  // the class in the data set
  std::vector<std::string> classes;  // the network's classes
  Prediction prediction;             // empty if the network has no probabilities, or NaN among them
  bool notNumbers = false;           // the network answers with NaN
  AnswerKind kind = AnswerKind::Numbers;
  Answer answer;                       // of any kind; empty if the network answers with NaN
  std::optional<double> rightShare;    // for Mask, see rightShare()
  std::optional<BoxReading> boxes;     // for Boxes
  std::vector<ClassProbability> next;  // for Symbols: what may follow the sample, most probable first, without names
  std::vector<LayerResult> layers;
};

// The description of the data set that the request names; an empty one without a data set.
DatasetInfo datasetOf(const InspectionRequest& request);

inline constexpr int kHistogramBins = 30;

// InvalidArgument (no sample, or one that does not fit the network), errors of the file, the sample and the device.
Result<InspectionResult> inspectSample(const InspectionEngine::Desk& desk, const InspectionRequest& request);

// The part of the input that a value of a layer depends on. A Look.
struct FieldRequest {
  std::filesystem::path checkpoint;
  std::string layer;
  std::vector<std::int64_t> at;
  bool operator==(const FieldRequest&) const = default;
};
// Fails like ModelInspector::receptiveField() and readCheckpoint().
Result<ReceptiveField> fieldOfValue(const InspectionEngine::Desk& desk, const FieldRequest& request);

// The sample in the data set's format.
struct ExplanationRequest {
  std::filesystem::path checkpoint;
  Tensor sample;
  AttributionOptions options;
};

// Fails like Attributor::explain() and readCheckpoint().
Result<Attribution> explainSample(const InspectionEngine::Desk& desk, const ExplanationRequest& request,
                                  const ProgressFunction& progress = {});
// A Job. Fails like checkSanity() and readCheckpoint().
Result<SanityCheck> checkExplanation(const InspectionEngine::Desk& desk, const ExplanationRequest& request,
                                     const ProgressFunction& progress);

// The sample of an inspection on another device as well. A Job. Fails like compareDevices(), readCheckpoint() and
// BackendRegistry::open().
struct DeviceQuestion {
  InspectionRequest subject;
  std::string device;  // "reference", "cuda:0": compared with the engine's own
};
Result<DeviceComparison> compareWith(const InspectionEngine::Desk& desk, const DeviceQuestion& question,
                                     const ProgressFunction& progress);
// The devices that can be compared with the engine's own. A Look; the first one may load a backend's libraries.
Result<std::vector<DeviceInfo>> otherDevices(const InspectionEngine::Desk& desk);

// One sample of any kind, without layer activations.
struct SampleRequest {
  std::filesystem::path checkpoint;
  std::shared_ptr<const Dataset> dataset;
  Split split = Split::Validation;
  std::int64_t index = 0;
};

struct SampleReply {
  SampleRequest request;
  Sample sample;
  AnswerKind kind = AnswerKind::Numbers;
  Answer answer;
  std::optional<BoxReading> boxes{};  // for Boxes
  std::vector<std::string> classes;   // the network's classes
  // Grad-CAM of the largest score; nothing if no layer has positions.
  std::optional<Attribution> why{};
};

// Fails like ModelInspector::predict(), readCheckpoint() and Dataset::sample().
Result<SampleReply> answerSample(const InspectionEngine::Desk& desk, const SampleRequest& request);

struct EvaluationRequest {
  std::filesystem::path checkpoint;
  std::shared_ptr<const Dataset> dataset;
  Split split = Split::Validation;
  std::filesystem::path store;  // folder of an EvaluationStore; empty: results are neither loaded nor stored
  bool onlyStored = false;      // does not run the network: NotFound if nothing is stored
};

struct EvaluationAnswer {
  EvaluationRequest request;
  Evaluation evaluation;
  bool stored = false;             // computed earlier
  std::optional<Error> notKept{};  // why storing failed
};

// A Job. Batches take about kEvaluationFlops operations, so that it pauses often. Fails like evaluate() and
// readCheckpoint(). A stored result that is damaged or of a later version is computed anew.
inline constexpr double kEvaluationFlops = 1.5e9;
Result<EvaluationAnswer> evaluateSplit(const InspectionEngine::Desk& desk, const EvaluationRequest& request,
                                       const ProgressFunction& progress);

struct ProjectionAnswer;

struct ProjectionRequest {
  std::filesystem::path checkpoint;
  std::string written;  // as InspectionRequest::written
  std::shared_ptr<const Dataset> dataset;
  Split split = Split::Validation;
  std::string layer;
  std::int64_t samples = 2000;  // at most
  ProjectionOptions options{};
  // The answer for another checkpoint: the points of the same samples start at its positions, and are aligned with
  // them.
  std::shared_ptr<const ProjectionAnswer> before{};
};

struct ProjectionAnswer {
  ProjectionRequest request;    // without `before`
  Tensor points;                // f32 [N, 2], finite
  std::int64_t dimensions = 0;  // number of values of the layer for one sample
  AnswerKind kind = AnswerKind::Numbers;
  std::vector<SampleAnswer> answers;  // one for each point, as in LayerRows
};

// The layers of a checkpoint's network with numeric activations, which can be projected. A Look.
struct LayersAnswer {
  std::filesystem::path checkpoint;
  std::vector<LayerOutput> layers;
  // Index of the most informative layer: the last one with more values per sample than the network's answer; −1 if
  // there is none.
  int telling = -1;
  std::vector<std::string> classes;  // the network's
};
Result<LayersAnswer> layersToProject(const InspectionEngine::Desk& desk, const std::filesystem::path& checkpoint);

// A Job. Fails like layerRows(), projectRows() and readCheckpoint().
inline constexpr std::int64_t kMostProjected = 50000;
Result<ProjectionAnswer> projectLayer(const InspectionEngine::Desk& desk, const ProjectionRequest& request,
                                      const ProgressFunction& progress);

}  // namespace fovea
