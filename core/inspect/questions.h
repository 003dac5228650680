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

// The checkpoint and the sample to inspect: `live` if set, else `imageFile` if named, else a sample of the data set.
struct InspectionRequest {
  std::filesystem::path checkpoint;
  std::string written;  // modification time, since the same file may be overwritten
  std::shared_ptr<const Dataset> dataset;
  Split split = Split::Validation;
  std::int64_t index = 0;
  std::filesystem::path imageFile;
  // Drawn, typed or filmed input: an image u8 [C, H, W] of any size, typedSymbols(), or f32 in the network's format.
  std::shared_ptr<const Tensor> live{};
  std::uint64_t opening = 0;  // number of the opening of `imageFile`, since the same file may be overwritten
  bool operator==(const InspectionRequest&) const = default;
};

// Returns the requested sample in the data set's format. Fails with InvalidArgument (there is none, or it does not fit
// the network), or errors of the file and the data set.
struct RequestedSample {
  Sample sample;                     // has a label only if it is from the data set
  std::optional<std::string> truth;  // name of its class
};
Result<RequestedSample> requestedSample(const InspectionRequest& request, const ModelInspector& inspector);

// A layer's values for the sample.
struct LayerResult {
  LayerActivation activation;
  std::vector<Statistics> channels;  // one per unit for a layer over steps, else as channelStatistics()
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
  bool notNumbers = false;           // true if the network's answer contains NaN
  AnswerKind kind = AnswerKind::Numbers;
  Answer answer;                       // empty if the network's answer contains NaN
  std::optional<double> rightShare;    // for Mask, see rightShare()
  std::optional<BoxReading> boxes;     // for Boxes
  std::vector<ClassProbability> next;  // for Symbols: the possible next symbols, most probable first, without names
  std::vector<LayerResult> layers;
};

// Returns the description of the requested data set; an empty one if there is no data set.
DatasetInfo datasetOf(const InspectionRequest& request);

inline constexpr int kHistogramBins = 30;

// Fails with InvalidArgument (no sample, or one that does not fit the network), or errors of file, sample or device.
Result<InspectionResult> inspectSample(const InspectionEngine::Desk& desk, const InspectionRequest& request);

// Asks which part of the input a value of a layer depends on. A Look.
struct FieldRequest {
  std::filesystem::path checkpoint;
  std::string layer;
  std::vector<std::int64_t> at;
  bool operator==(const FieldRequest&) const = default;
};
// Fails like ModelInspector::receptiveField() and readCheckpoint().
Result<ReceptiveField> fieldOfValue(const InspectionEngine::Desk& desk, const FieldRequest& request);

// Asks for an explanation; `sample` is in the data set's format.
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

// Runs the sample of an inspection on another device as well. A Job. Fails like compareDevices(), readCheckpoint() and
// BackendRegistry::open().
struct DeviceQuestion {
  InspectionRequest subject;
  std::string device;  // "reference", "cuda:0": compared with the engine's own device
};
Result<DeviceComparison> compareWith(const InspectionEngine::Desk& desk, const DeviceQuestion& question,
                                     const ProgressFunction& progress);
// Lists the devices to compare with the engine's own. A Look; the first may load a backend's libraries.
Result<std::vector<DeviceInfo>> otherDevices(const InspectionEngine::Desk& desk);

// Asks for the answer to one sample of any kind, without layer activations.
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
  // Grad-CAM of the largest score; nothing if no layer has positions, for several inputs, or for other kinds than
  // Classes.
  std::optional<Attribution> why{};
};

// Fails like ModelInspector::predict(), readCheckpoint() and Dataset::sample().
Result<SampleReply> answerSample(const InspectionEngine::Desk& desk, const SampleRequest& request);

struct EvaluationRequest {
  std::filesystem::path checkpoint;
  std::shared_ptr<const Dataset> dataset;
  Split split = Split::Validation;
  std::filesystem::path store;  // folder of an EvaluationStore; empty: results are neither loaded nor stored
  bool onlyStored = false;      // never runs the network; fails with NotFound if nothing is stored
};

struct EvaluationAnswer {
  EvaluationRequest request;
  Evaluation evaluation;
  bool stored = false;             // the evaluation was loaded from the store
  std::optional<Error> notKept{};  // why the evaluation could not be stored
};

// A Job. Batches take about kEvaluationFlops operations, so that it pauses often. Fails like evaluate() and
// readCheckpoint(). If a stored result is damaged or from a later version, the evaluation is repeated.
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
  std::int64_t samples = 2000;  // maximum number
  ProjectionOptions options{};
  // The answer for another checkpoint. Points of the same samples start at its positions and are aligned with them.
  std::shared_ptr<const ProjectionAnswer> before{};
};

struct ProjectionAnswer {
  ProjectionRequest request;    // `before` is cleared
  Tensor points;                // f32 [N, 2], finite
  std::int64_t dimensions = 0;  // number of values of the layer for one sample
  AnswerKind kind = AnswerKind::Numbers;
  std::vector<SampleAnswer> answers;  // one per point, as in LayerRows
};

// The layers of a checkpoint's network with numeric activations, which can be projected. A Look.
struct LayersAnswer {
  std::filesystem::path checkpoint;
  std::vector<LayerOutput> layers;
  // Index of the suggested layer: the last one with more values per sample than the last layer, or else the last layer;
  // −1 if there are no layers.
  int telling = -1;
  std::vector<std::string> classes;  // of the network
};
Result<LayersAnswer> layersToProject(const InspectionEngine::Desk& desk, const std::filesystem::path& checkpoint);

// Projects a layer's activations. A Job. Fails like layerRows(), projectRows() and readCheckpoint().
inline constexpr std::int64_t kMostProjected = 50000;
Result<ProjectionAnswer> projectLayer(const InspectionEngine::Desk& desk, const ProjectionRequest& request,
                                      const ProgressFunction& progress);

}  // namespace fovea
