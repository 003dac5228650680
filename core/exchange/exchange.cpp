#include "core/exchange/exchange.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/file.h"
#include "core/data/importing/names.h"
#include "core/exchange/caffe/caffe_file.h"
#include "core/exchange/onnx/onnx_export.h"
#include "core/exchange/onnx/onnx_file.h"
#include "core/exchange/onnx/onnx_import.h"
#include "core/exchange/pytorch/pytorch_code.h"
#include "core/exchange/pytorch/pytorch_weights.h"
#include "core/network/foreign_model.h"
#include "core/network/standard_networks.h"

namespace fovea {
namespace {

constexpr std::int64_t kSampleBatch = 2;

// In lower case, since file systems may have any.
std::string formatEnding(const std::filesystem::path& path) {
  return endingOf(path.filename().string());
}

std::filesystem::path weightsBeside(std::filesystem::path path) {
  return path.replace_extension(".safetensors");
}

Result<Checkpoint> withFreshWeights(Network network, const ExchangeOptions& options, ExchangeReport& report) {
  Checkpoint checkpoint;
  checkpoint.network = std::move(network);
  FOVEA_TRY(checkpoint.tensors, firstWeights(checkpoint.network, options.seed));
  report.notes.push_back("The weights are fresh ones, as training would begin with.");
  report.freshWeights = true;
  return checkpoint;
}

Result<Checkpoint> readNetworkFile(const std::filesystem::path& path, const ExchangeOptions& options,
                                   ExchangeReport& report) {
  FOVEA_TRY(Network network, readNetwork(path));
  const auto beside = weightsBeside(path);
  if (!std::filesystem::exists(beside)) return withFreshWeights(std::move(network), options, report);
  FOVEA_TRY(SafetensorsFile weights, readSafetensors(beside));
  Checkpoint checkpoint;
  checkpoint.network = std::move(network);
  checkpoint.tensors = std::move(weights.tensors);
  return checkpoint;
}

Status stage(const ExchangeOptions& options, const char* name) {
  if (options.cancel.cancelled()) return fail(ErrorCode::Cancelled, "Cancelled.");
  if (options.progress) options.progress({name, 0, 0});
  return {};
}

// The formats whose weights are in files beside them, with the ends of those files' names.
std::vector<std::string> endingsBeside(const std::string& ending) {
  if (ending == ".json" || ending == ".py") return {".safetensors"};
  if (ending == ".prototxt") return {".caffemodel", "_train_val.prototxt", "_solver.prototxt"};
  return {};
}

// False for plain weights.
bool mayBeCheckpoint(const std::filesystem::path& file) {
  const auto read = readCheckpoint(file);
  return read.ok() || read.error().code != ErrorCode::InvalidArgument;
}

// The state of a training is nowhere else than in its checkpoints.
Status checkTarget(const std::filesystem::path& file, bool replace) {
  if (replace || formatEnding(file) != ".safetensors" || !std::filesystem::exists(file) || !mayBeCheckpoint(file))
    return {};
  return fail(ErrorCode::AlreadyExists,
              fmt::format("{} is a checkpoint, and the state of its training would be lost.", file.string()),
              "Choose another name, or move that file away.");
}

// A file beside `file` is replaced only together with it, since otherwise it belongs to something else. A checkpoint
// there is never replaced.
Status checkBeside(const std::filesystem::path& file) {
  for (const std::string& ending : endingsBeside(formatEnding(file))) {
    const std::filesystem::path other = file.parent_path() / (file.stem().string() + ending);
    if (!std::filesystem::exists(other)) continue;
    if (std::filesystem::exists(file) && !(ending == ".safetensors" && mayBeCheckpoint(other))) continue;
    return fail(ErrorCode::AlreadyExists,
                fmt::format("{} is there already, and would be replaced by what belongs to {}.",
                            other.filename().string(), file.filename().string()),
                "Choose another name, or move that file away.");
  }
  return {};
}

// A network with placeholders can be drawn and saved, but not run.
bool hasPlaceholder(const Network& network) {
  const auto& layers = network.layers();
  return std::any_of(layers.begin(), layers.end(), [](const Layer& layer) { return layer.type == "placeholder"; });
}

// The weights without the training state.
Result<std::vector<std::pair<std::string, Tensor>>> plainWeights(const Checkpoint& checkpoint) {
  const auto lowered = lowerNetwork(checkpoint.network, {.mode = NetworkMode::Inference, .batch = 1, .seed = 0});
  if (!lowered.ok() && hasPlaceholder(checkpoint.network)) return checkpoint.tensors;
  if (!lowered.ok()) return lowered.error();
  std::vector<std::pair<std::string, Tensor>> weights;
  const auto weight = weightsOf(checkpoint);
  for (const VariableInfo& variable : lowered->variables) {
    FOVEA_TRY(Tensor value, weight(variable));
    weights.emplace_back(variable.name, std::move(value));
  }
  return weights;
}

// Notes the steps that other programs must apply to a sample themselves, since the file cannot hold them.
void noteInputs(const Checkpoint& checkpoint, ExchangeReport& report) {
  const auto note = [&](const std::string& input, bool bytes, const std::vector<double>& mean,
                        const std::vector<double>& deviation) {
    const char* const range = bytes ? ", of bytes divided by 255" : "";
    if (!mean.empty())
      report.notes.push_back(fmt::format(
          "{} must be (x − mean) / deviation for each channel{}: mean {:.6g}; deviation {:.6g}. Other programs must "
          "apply this themselves.",
          input, range, fmt::join(mean, ", "), fmt::join(deviation, ", ")));
    else if (bytes)
      report.notes.push_back(
          fmt::format("{} must be bytes divided by 255. Other programs must apply this themselves.", input));
  };
  const TransformList transforms = deterministicPart(checkpoint.transforms);
  std::vector<std::string> steps;
  Normalise normalise;
  for (const Transform& transform : transforms) {
    if (const auto* step = std::get_if<TransformStep>(&transform)) steps.push_back(step->type);
    if (const auto* found = std::get_if<Normalise>(&transform)) normalise = *found;
  }
  if (!steps.empty())
    report.notes.push_back(fmt::format("Samples were first changed by {}. Other programs must apply this themselves.",
                                       fmt::join(steps, ", ")));
  const bool bytes = checkpoint.samples.shape.rank() > 0 && checkpoint.samples.dtype == DataType::UInt8;
  const bool named = !checkpoint.parts.empty() && !checkpoint.inputName.empty();
  note(named ? fmt::format("The input {}", checkpoint.inputName) : "The input", bytes, normalise.mean,
       normalise.deviation);
  for (const DataPart& part : checkpoint.parts)
    note(fmt::format("The input {}", part.name), part.type.dtype == DataType::UInt8, part.mean, part.deviation);
}

Status writeOnnxModel(const std::filesystem::path& path, const Checkpoint& checkpoint, const ExchangeOptions& options,
                      ExchangeReport& report) {
  FOVEA_TRY(OnnxExport written,
            exportOnnx(checkpoint.network, weightsOf(checkpoint), {.opset = options.opset, .drawing = true}));
  FOVEA_CHECK(stage(options, "Writing"));
  writeOnnxPreparation(checkpoint, written.model);
  if (written.fixedBatch) report.notes.push_back("The ONNX model accepts one sample at a time.");
  for (const OnnxNode& node : written.model.graph.nodes) report.mapped.push_back(node.name);
  return writeOnnx(path, written.model);
}

Status writePython(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  const auto weights = weightsBeside(path);
  FOVEA_TRY(PyTorchCode code, writePyTorchCode(checkpoint, weights.filename().string()));
  FOVEA_CHECK(writeSafetensors(weights, {std::move(code.weights), {}}));
  return writeFileAtomic(path, code.python);
}

// A network that only learns its own input has no outputs for other programs.
Status needInput(const Network& network, const std::string& ending) {
  const auto takesSamples = [](const Layer& layer) { return layer.type == "input"; };
  if (std::any_of(network.layers().begin(), network.layers().end(), takesSamples)) return {};
  return fail(
      ErrorCode::Unsupported,
      fmt::format("The network cannot be written as {}: no samples enter it, so there is nothing to answer.", ending),
      "Replace its Learned input by an Input layer, or save it as .json.");
}

}  // namespace

const std::vector<ExchangeFormat>& exchangeFormats() {
  static const std::vector<ExchangeFormat> formats{
      {"ONNX model", {".onnx"}, true, true, 9, 17, {}},
      {"Caffe network",
       {".prototxt"},
       true,
       true,
       0,
       0,
       "The weights are beside it, as a .caffemodel file; for a network with a loss, also the texts for training."},
      {"Checkpoint", {".safetensors"}, true, true, 0, 0, {}},
      {"PyTorch code", {".py"}, false, true, 0, 0, "The weights go beside it, as a .safetensors file."},
      {"Fovea network", {".json"}, true, true, 0, 0, "The weights are beside it, as a .safetensors file."},
  };
  return formats;
}

namespace {

Result<Checkpoint> readAny(const std::string& nameOrFile, const ExchangeOptions& options,
                           const std::shared_ptr<Device>& device, ExchangeReport& report) {
  const std::filesystem::path path = nameOrFile;
  const std::string ending = formatEnding(path);
  FOVEA_CHECK(stage(options, "Reading"));
  if (ending == ".onnx") {
    FOVEA_TRY(const OnnxModel model, readOnnx(path));
    FOVEA_CHECK(stage(options, "Making layers, and comparing on a sample"));
    FOVEA_TRY(Checkpoint imported,
              importOnnx(model, device, report,
                         {.inputs = options.inputs, .guessShape = options.guessShape, .name = path.stem().string()}));
    FOVEA_CHECK(stage(options, "Done"));
    return imported;
  }
  if (ending == ".prototxt") return readCaffeFiles(path, options, device, report);
  if (ending == ".safetensors") return readCheckpoint(path);
  if (ending == ".json") return readNetworkFile(path, options, report);
  FOVEA_CHECK(refuseForeignModel(path));
  if (!ending.empty() || std::filesystem::exists(path))
    return fail(std::filesystem::exists(path) ? ErrorCode::Unsupported : ErrorCode::NotFound,
                std::filesystem::exists(path) ? fmt::format("{} is no model in a format that is read here.", nameOrFile)
                                              : fmt::format("There is no file {}.", nameOrFile),
                "Name a file that ends in .onnx, .prototxt, .safetensors or .json, or a standard network.");
  FOVEA_TRY(Network network, standardNetwork(nameOrFile));
  return withFreshWeights(std::move(network), options, report);
}

}  // namespace

Result<Checkpoint> readExchanged(const std::string& nameOrFile, const ExchangeOptions& options,
                                 const std::shared_ptr<Device>& device, ExchangeReport& report) {
  const bool isCaffemodel = formatEnding(options.weights) == ".caffemodel";
  if (isCaffemodel && formatEnding(nameOrFile) != ".prototxt")
    return fail(ErrorCode::InvalidArgument, "A caffemodel holds the weights of a prototxt, not of " + nameOrFile + ".",
                "Read the prototxt that belongs to it.");
  const bool ownWeights = options.weights.empty() || isCaffemodel;
  ExchangeOptions plain = options;
  if (!ownWeights) plain.weights.clear();
  FOVEA_TRY(Checkpoint checkpoint, readAny(nameOrFile, plain, device, report));
  if (ownWeights) return checkpoint;
  FOVEA_CHECK(refuseForeignModel(options.weights));
  FOVEA_TRY(const SafetensorsFile file, readSafetensors(options.weights));
  if (const Status fitted = fitPyTorchWeights(checkpoint, file, report); !fitted.ok())
    return fitted.error().within("reading " + options.weights.string());
  return checkpoint;
}

Status writeExchanged(const std::filesystem::path& path, const Checkpoint& checkpoint, const ExchangeOptions& options,
                      ExchangeReport& report) {
  const std::string ending = formatEnding(path);
  FOVEA_CHECK(stage(options, "Translating"));
  if (ending == ".onnx" || ending == ".prototxt" || ending == ".py") FOVEA_CHECK(needInput(checkpoint.network, ending));
  FOVEA_CHECK(checkTarget(path, options.replace));
  FOVEA_CHECK(checkBeside(path));
  if (ending != ".safetensors" || options.pytorchNames) noteInputs(checkpoint, report);
  if (ending == ".onnx") return writeOnnxModel(path, checkpoint, options, report);
  if (ending == ".prototxt") return writeCaffeFiles(path, checkpoint, report);
  if (ending == ".safetensors" && options.pytorchNames) {
    FOVEA_TRY(auto weights, pyTorchWeights(checkpoint));
    return writeSafetensors(path, {std::move(weights), {{"format", "pt"}}});
  }
  if (ending == ".safetensors") return writeCheckpoint(path, checkpoint);
  if (ending == ".py") return writePython(path, checkpoint);
  if (ending != ".json")
    return fail(ErrorCode::InvalidArgument, fmt::format("\"{}\" is no format that is written.", ending),
                "Name a file that ends in .onnx, .prototxt, .safetensors, .json or .py.");
  FOVEA_TRY(auto weights, plainWeights(checkpoint));
  FOVEA_CHECK(writeSafetensors(weightsBeside(path), {std::move(weights), {}}));
  return writeNetwork(path, checkpoint.network);
}

Status writeSample(const std::filesystem::path& path, const Checkpoint& checkpoint,
                   const std::shared_ptr<Device>& device) {
  FOVEA_TRY(const NetworkSample sample, tellingSample(checkpoint, kSampleBatch, device));
  SafetensorsFile file;
  const auto add = [&](const std::string& role, const NamedTensors& tensors) {
    for (const auto& [name, tensor] : tensors)
      file.tensors.emplace_back(tensors.size() == 1 ? role : role + "." + name, tensor);
  };
  add("input", sample.inputs);
  add("output", sample.outputs);
  return writeSafetensors(path, file);
}

}  // namespace fovea
