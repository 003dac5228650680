#include "core/exchange/caffe/caffe_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/file.h"
#include "core/data/importers/text_lines.h"
#include "core/exchange/caffe/caffe_companions.h"
#include "core/exchange/caffe/caffe_export.h"
#include "core/exchange/caffe/caffe_import.h"
#include "core/exchange/caffe/caffe_solver.h"
#include "core/network/network_analysis.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostParameters = std::int64_t{1} << 33;
constexpr std::int64_t kStepsOfAnEpoch = 1000;  // for a solver, if the size of the data set is unknown
constexpr std::int64_t kSampleBatch = 2;

std::filesystem::path beside(const std::filesystem::path& path, const std::string& ending) {
  return path.parent_path() / (path.stem().string() + ending);
}

Result<CaffePhase> phaseNamed(const std::string& name) {
  if (name.empty()) return CaffePhase::Automatic;
  if (name == "train") return CaffePhase::Training;
  if (name == "test") return CaffePhase::Test;
  if (name == "deploy") return CaffePhase::Deploy;
  return fail(ErrorCode::InvalidArgument, fmt::format("There is no phase “{}”.", name),
              "Choose train, test or deploy.");
}

struct Texts {
  std::string network;
  std::filesystem::path path;
  TrainingSettings settings;
};

// Reads the network; if `path` is a solver, the network that it names.
Result<Texts> readTexts(const std::filesystem::path& path, const ExchangeOptions& options, ExchangeReport& report) {
  Texts texts{.network = {}, .path = path, .settings = {}};
  FOVEA_TRY(texts.network, readFile(path, kMostTextBytes));
  FOVEA_TRY(const TextMessage message, parseTextMessage(texts.network));
  if (!isCaffeSolver(message)) return texts;
  FOVEA_TRY(const CaffeSolver solver, readCaffeSolver(message, options.stepsPerEpoch, report));
  texts.settings = solver.settings;
  const std::filesystem::path named = solver.net;
  // Solvers contain paths relative to the working directory of `caffe`, most often some folders up.
  texts.path = path.parent_path() / named;
  std::error_code code;
  if (named.is_absolute() || !std::filesystem::exists(texts.path, code))
    texts.path = path.parent_path() / named.filename();
  FOVEA_TRY(texts.network, readFile(texts.path, kMostTextBytes));
  report.notes.push_back("The solver's settings are those of the checkpoint.");
  return texts;
}

CaffeWeightSource sourceOf(const Checkpoint& checkpoint) {
  return [&checkpoint](const std::string& variable) {
    const Tensor* value = checkpoint.findWeight(variable);
    return value ? value : checkpoint.find(variable);
  };
}

// Brings the weights into the network's order, and initialises those that the caffemodel lacks.
Status completeWeights(Checkpoint& checkpoint, const ExchangeOptions& options, ExchangeReport& report) {
  const NetworkReport analysis = analyzeNetwork(checkpoint.network);
  if (analysis.parameters > kMostParameters)
    return fail(ErrorCode::OutOfMemory, fmt::format("The network has {} parameters.", analysis.parameters));
  const auto lowered = lowerNetwork(checkpoint.network, {.mode = NetworkMode::Inference, .batch = 1, .seed = 0});
  if (!lowered.ok()) {
    report.notes.push_back("The network cannot run yet: " + lowered.error().message);
    return {};
  }
  std::vector<std::pair<std::string, Tensor>> tensors;
  std::size_t fresh = 0;
  for (const VariableInfo& variable : lowered->variables) {
    const Tensor* value = checkpoint.find(variable.name);
    fresh += value ? 0 : 1;
    tensors.emplace_back(variable.name, value ? *value : initialValue(variable, options.seed));
  }
  report.freshWeights = fresh == lowered->variables.size();
  if (report.freshWeights)
    report.notes.push_back("The weights are fresh ones, as training would begin with.");
  else if (fresh > 0)
    report.notes.push_back(
        fmt::format("{} of {} weights are not in the caffemodel; they are fresh.", fresh, tensors.size()));
  checkpoint.tensors = std::move(tensors);
  return {};
}

// Exports the checkpoint to Caffe's format and imports it again.
Result<Checkpoint> thereAndBack(const Checkpoint& checkpoint) {
  ExchangeReport unread;
  FOVEA_TRY(const CaffeExport written,
            exportCaffeNet(checkpoint.network, {.form = CaffeForm::Deploy, .weights = sourceOf(checkpoint)}, unread));
  CaffeWeights weights;
  for (const CaffeWeightsLayer& layer : written.weights) weights.layers.emplace_back(layer.name, layer.blobs);
  CaffeImportOptions options;
  options.weights = &weights;
  FOVEA_TRY(CaffeImported read, importCaffeNet(written.prototxt, options, unread));
  Checkpoint again;
  again.network = std::move(read.network);
  again.tensors = std::move(read.tensors);
  return again;
}

Result<double> difference(const Checkpoint& checkpoint, const std::shared_ptr<Device>& device) {
  FOVEA_TRY(const Checkpoint again, thereAndBack(checkpoint));
  FOVEA_TRY(const NetworkSample sample, tellingSample(checkpoint, kSampleBatch, device));
  FOVEA_TRY(const NamedTensors outputs, inferOutputs(again, sample.inputs, device));
  const Tensor &output = outputs[0].second, &wanted = sample.outputs[0].second;
  if (output.elementCount() != wanted.elementCount()) return fail(ErrorCode::Internal, "the outputs differ in size");
  return relativeDifference(output.reshaped(wanted.shape()), wanted);
}

void check(const Checkpoint& checkpoint, const std::shared_ptr<Device>& device, ExchangeReport& report) {
  const auto compared = difference(checkpoint, device);
  if (compared.ok())
    report.difference = *compared;
  else
    report.notes.push_back("The outputs could not be compared: " + compared.error().message);
}

const Normalise* normaliseOf(const Checkpoint& checkpoint) {
  const Normalise* found =
      checkpoint.transforms.empty() ? nullptr : std::get_if<Normalise>(&checkpoint.transforms.back());
  return found && !found->mean.empty() && found->mean.size() == found->deviation.size() ? found : nullptr;
}

Status writeMean(const std::filesystem::path& path, const Network& network, const Normalise& normalise) {
  for (const Layer& layer : network.layers()) {
    if (layer.type != "input" || layer.block.valid()) continue;
    const std::vector<std::int64_t>& shape = layer.parameters.list("shape");
    if (shape.size() != 3 || shape[0] != static_cast<std::int64_t>(normalise.mean.size())) continue;
    FOVEA_TRY(Tensor mean, Tensor::tryMake({DataType::Float32, Shape(std::span<const std::int64_t>(shape))}));
    const std::int64_t pixels = shape[1] * shape[2];
    for (std::int64_t i = 0; i < mean.elementCount(); ++i)
      mean.data<float>()[i] = static_cast<float>(255 * normalise.mean[static_cast<std::size_t>(i / pixels)]);
    return writeCaffeMean(beside(path, "_mean.binaryproto"), mean);
  }
  return {};
}

// Writes the files for training with Caffe; omits them with a note if Caffe lacks the loss.
Status writeForTraining(const std::filesystem::path& path, const Checkpoint& checkpoint, const Normalise* normalise,
                        ExchangeReport& report) {
  const NetworkReport analysis = analyzeNetwork(checkpoint.network);
  const bool trains =
      std::none_of(analysis.problems.begin(), analysis.problems.end(),
                   [](const NetworkProblem& problem) { return problem.prevents == Prevents::Training; });
  if (!trains) return {};
  const auto written =
      exportCaffeNet(checkpoint.network, {.form = CaffeForm::Training, .weights = {}, .normalise = normalise}, report);
  if (!written.ok()) {
    report.notes.push_back("No text for training was written: " + written.error().message);
    return {};
  }
  const auto training = beside(path, "_train_val.prototxt");
  FOVEA_CHECK(writeFileAtomic(training, written->prototxt));
  const std::string solver =
      writeCaffeSolver(checkpoint.settings, training.filename().string(), kStepsOfAnEpoch, report);
  report.notes.push_back(
      fmt::format("The solver assumes {} iterations per epoch, and the data layers name their "
                  "data sets train_lmdb and val_lmdb.",
                  kStepsOfAnEpoch));
  return writeFileAtomic(beside(path, "_solver.prototxt"), solver);
}

// A mean file that was requested must exist and be valid; one that is beside the text is used if it is valid.
Result<std::optional<Tensor>> meanToUse(const ExchangeOptions& options, const CaffeCompanions& companions,
                                        ExchangeReport& report) {
  if (!options.mean.empty()) {
    FOVEA_TRY(Tensor asked, readCaffeMean(options.mean));
    return std::optional<Tensor>(std::move(asked));
  }
  if (companions.mean.empty()) return std::optional<Tensor>();
  const std::string name = companions.mean.filename().string();
  auto found = readCaffeMean(companions.mean);
  report.notes.push_back(found.ok() ? "The mean is that of " + name + ", which lies beside the text."
                                    : name + " was not taken for the mean: " + found.error().message);
  return found.ok() ? std::optional<Tensor>(std::move(*found)) : std::nullopt;
}

// Uses the weights that were requested or have the text's name; a caffemodel of another name is ignored if it does not
// fit.
Result<CaffeImported> importWithWeights(const Texts& texts, const ExchangeOptions& options,
                                        const CaffeCompanions& companions, CaffeImportOptions own,
                                        ExchangeReport& report) {
  const std::filesystem::path& path = options.weights.empty() ? companions.weights : options.weights;
  if (path.empty()) return importCaffeNet(texts.network, own, report);
  const bool sure = !options.weights.empty() || companions.ownName;
  const std::string name = path.filename().string();
  const auto leave = [&](const Error& error) {
    report.notes.push_back(fmt::format("The weights of {} were not taken: {}", name, error.message));
    own.weights = nullptr;
    return importCaffeNet(texts.network, own, report);
  };
  const auto weights = readCaffeWeights(path);
  if (!weights.ok()) {
    if (sure) return weights.error();
    return leave(weights.error());
  }
  own.weights = &*weights;
  ExchangeReport before = report;
  auto imported = importCaffeNet(texts.network, own, report);
  const bool taken = imported.ok() && !imported->tensors.empty();
  if (sure || taken) {
    if (taken && !sure)
      report.notes.push_back(fmt::format("The weights are those of {}, which lies beside the text.", name));
    return imported;
  }
  std::swap(report, before);
  return leave(imported.ok() ? fail(ErrorCode::InvalidArgument, "No layer of the text is in it.") : imported.error());
}

// Uses the labels file if it has one name per answer.
void takeLabels(Checkpoint& checkpoint, const CaffeCompanions& companions, ExchangeReport& report) {
  if (companions.labels.empty()) return;
  const auto lowered = lowerNetwork(checkpoint.network, {.mode = NetworkMode::Inference, .batch = 1, .seed = 0});
  if (!lowered.ok()) return;
  const Shape& answer = lowered->builder->graph().value(lowered->predictions).type.shape;
  auto labels = readNames(companions.labels);
  if (!labels.ok() || answer.rank() != 2 || answer[1] != std::ssize(*labels)) return;
  checkpoint.classes = std::move(*labels);
  report.notes.push_back("The names of the classes are those of labels.txt, which lies beside the text.");
}

}  // namespace

Result<Checkpoint> readCaffeFiles(const std::filesystem::path& path, const ExchangeOptions& options,
                                  const std::shared_ptr<Device>& device, ExchangeReport& report) {
  auto texts = readTexts(path, options, report);
  if (!texts.ok()) return texts.error().within(path.filename().string());
  FOVEA_TRY(const TextMessage message, parseTextMessage(texts->network));
  const CaffeCompanions companions = companionsOf(texts->path, message);
  CaffeImportOptions own;
  FOVEA_TRY(own.phase, phaseNamed(options.phase));
  if (!options.inputs.empty()) own.shape = options.inputs.front().shape;
  FOVEA_TRY(own.mean, meanToUse(options, companions, report));
  const ExchangeReport before = report;
  auto imported = importWithWeights(*texts, options, companions, own, report);
  if (!imported.ok() && own.mean && options.mean.empty()) {
    report = before;
    own.mean.reset();
    imported = importWithWeights(*texts, options, companions, own, report);
    report.notes.push_back("The mean file beside the text does not fit the network, and was ignored.");
  }
  if (!imported.ok()) return imported.error().within(texts->path.filename().string());
  Checkpoint checkpoint;
  checkpoint.network = std::move(imported->network);
  checkpoint.tensors = std::move(imported->tensors);
  checkpoint.transforms = std::move(imported->transforms);
  checkpoint.settings = texts->settings;
  FOVEA_CHECK(completeWeights(checkpoint, options, report));
  takeLabels(checkpoint, companions, report);
  if (imported->placeholders == 0) check(checkpoint, device, report);
  return checkpoint;
}

Status writeCaffeFiles(const std::filesystem::path& path, const Checkpoint& checkpoint, ExchangeReport& report) {
  const Normalise* normalise = normaliseOf(checkpoint);
  // A network that cannot run keeps only the weights that came with it.
  const auto& layers = checkpoint.network.layers();
  const bool partial =
      std::any_of(layers.begin(), layers.end(), [](const Layer& layer) { return layer.type == "placeholder"; });
  const CaffeExportRequest request{.form = CaffeForm::Deploy, .weights = sourceOf(checkpoint), .partial = partial};
  FOVEA_TRY(const CaffeExport written, exportCaffeNet(checkpoint.network, request, report));
  FOVEA_CHECK(writeFileAtomic(path, written.prototxt));
  if (partial)
    report.notes.push_back(fmt::format("Layers with weights: {}; others have none yet.", written.weights.size()));
  FOVEA_CHECK(writeCaffeWeights(beside(path, ".caffemodel"), checkpoint.network.name(), written.weights));
  FOVEA_CHECK(writeForTraining(path, checkpoint, normalise, report));
  if (normalise) FOVEA_CHECK(writeMean(path, checkpoint.network, *normalise));
  return {};
}

}  // namespace fovea
