#include "core/exchange/onnx/onnx_import.h"

#include <fmt/format.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/layer_import.h"
#include "core/exchange/onnx/onnx_export.h"
#include "core/exchange/onnx/onnx_program.h"

namespace fovea {
namespace {

constexpr std::int64_t kSampleBatch = 2;

// The network stored in a model by Fovea; nothing if there is none, or if weights that inference reads are missing, as
// in a model that another program has simplified.
std::optional<Checkpoint> drawnNetwork(const OnnxModel& model, ExchangeReport& report) {
  const auto found = model.metadata.find(kNetworkMetadata);
  if (found == model.metadata.end()) return {};
  const auto json = parseJson(found->second);
  auto network = json.ok() ? networkFromJson(*json) : Result<Network>(json.error());
  auto lowered = network.ok() ? lowerNetwork(*network, {.mode = NetworkMode::Inference, .batch = 1, .seed = 0})
                              : Result<LoweredNetwork>(network.error());
  if (!lowered.ok()) return {};
  addOutputs(*lowered);
  const auto graph = lowered->builder->finish();
  if (!graph.ok()) return {};
  std::set<ValueId> read;
  for (const Node& node : (*graph)->nodes()) read.insert(node.inputs.begin(), node.inputs.end());
  for (const auto& [name, value] : (*graph)->outputs()) read.insert(value);
  Checkpoint checkpoint;
  checkpoint.network = std::move(*network);
  for (const VariableInfo& variable : lowered->variables) {
    const OnnxTensor* value = model.graph.findInitializer(variable.name);
    if (value ? value->tensor.type() != variable.type : read.contains(variable.value)) return {};
    checkpoint.tensors.emplace_back(variable.name, value ? value->tensor : initialValue(variable, 0));
  }
  for (const Layer& layer : checkpoint.network.layers())
    report.mapped.push_back(fmt::format("{} ({})", layer.name, layer.type));
  return checkpoint;
}

// Reads what writeOnnxPreparation() stored. A model can come from anybody: damaged metadata is reported, not used.
void readOnnxPreparation(const OnnxModel& model, Checkpoint& checkpoint, ExchangeReport& report) {
  constexpr std::size_t kLongestText = std::size_t{64} << 20;
  Json stored = Json::object();
  const auto ignored = [&](const std::string& what) {
    report.notes.push_back("What the model stores about its samples is damaged and was ignored: " + what);
  };
  for (const char* name : {"transforms", "samples", "classes", "input_name", "parts"}) {
    const auto found = model.metadata.find(std::string(kPreparationMetadata) + name);
    if (found == model.metadata.end()) continue;
    if (found->second.size() > kLongestText) return ignored("It is too long.");
    auto member = parseJson(found->second);
    if (!member.ok()) return ignored(member.error().message);
    stored[name] = std::move(*member);
  }
  if (const Status read = readPreparation(stored, checkpoint); !read.ok()) ignored(read.error().message);
}

// [N, C, H, W] to [N, H, W, C].
Tensor withChannelsLast(const Tensor& samples) {
  const Shape& shape = samples.shape();
  Tensor turned = Tensor::make({samples.dtype(), Shape{shape[0], shape[2], shape[3], shape[1]}});
  const auto channels = static_cast<std::size_t>(shape[1]), places = static_cast<std::size_t>(shape[2] * shape[3]);
  const std::size_t width = samples.bytes() / static_cast<std::size_t>(samples.elementCount());
  const auto* from = static_cast<const std::byte*>(samples.raw());
  auto* to = static_cast<std::byte*>(turned.raw());
  for (std::size_t n = 0; n < static_cast<std::size_t>(shape[0]); ++n)
    for (std::size_t c = 0; c < channels; ++c)
      for (std::size_t i = 0; i < places; ++i)
        std::memcpy(to + ((n * places + i) * channels + c) * width, from + ((n * channels + c) * places + i) * width,
                    width);
  return turned;
}

// Converts samples [N, …] to the model's form: with N along another axis, with channels last, or without further axes.
Tensor asModelTakes(const Tensor& samples, const InputChoice& input) {
  if (input.shape.empty()) return samples.reshaped(Shape{samples.shape()[0]});
  if (input.channelsLast) return withChannelsLast(samples);
  if (input.sampleAxis <= 0) return samples;
  std::vector<std::int64_t> extents = input.shape;
  std::size_t outer = 1;
  for (int i = 0; i < input.sampleAxis; ++i) outer *= static_cast<std::size_t>(extents[static_cast<std::size_t>(i)]);
  extents.insert(extents.begin() + input.sampleAxis, samples.shape()[0]);
  Tensor turned = Tensor::make({samples.dtype(), Shape(extents)});
  const auto count = static_cast<std::size_t>(samples.shape()[0]);
  const std::size_t inner = samples.bytes() / count / outer;
  const auto* from = static_cast<const std::byte*>(samples.raw());
  auto* to = static_cast<std::byte*>(turned.raw());
  for (std::size_t n = 0; n < count; ++n)
    for (std::size_t i = 0; i < outer; ++i)
      std::memcpy(to + (i * count + n) * inner, from + (n * outer + i) * inner, inner);
  return turned;
}

// How each input of the model was read; unchanged if Fovea wrote the model.
std::vector<InputChoice> readInputsOf(const OnnxModel& model, const ExchangeReport& report) {
  if (!report.inputs.empty()) return report.inputs;
  std::vector<InputChoice> inputs;
  for (const OnnxValueInfo& info : model.graph.freeInputs()) {
    InputChoice& input = inputs.emplace_back(InputChoice{.name = info.name, .shape = {}, .sampleAxis = 0});
    for (std::size_t i = 1; i < info.shape.size(); ++i) input.shape.push_back(info.shape[i].extent);
  }
  return inputs;
}

Result<double> differenceOnSample(const OnnxModel& model, const Checkpoint& checkpoint, const ExchangeReport& report,
                                  const std::shared_ptr<Device>& device) {
  const auto free = model.graph.freeInputs();
  const std::vector<InputChoice> inputs = readInputsOf(model, report);
  if (inputs.size() != free.size()) return unsupported("The model has other inputs than the network.");
  std::int64_t samples = kSampleBatch;
  std::vector<std::size_t> fed;  // indices of the model's inputs that the network has
  for (std::size_t i = 0; i < free.size(); ++i)
    if (!inputs[i].value) fed.push_back(i);
  if (!fed.empty() && !free[fed[0]].shape.empty())
    if (const auto made = free[fed[0]].shape[static_cast<std::size_t>(inputs[fed[0]].sampleAxis)].extent; made > 0)
      samples = made;
  FOVEA_TRY(NetworkSample sample, tellingSample(checkpoint, samples, device));
  if (sample.inputs.size() != fed.size()) return unsupported("The model has other inputs than the network.");
  std::vector<OnnxTensor> given;
  bool rounded = false;
  for (std::size_t i = 0, own = 0; i < free.size(); ++i) {
    if (inputs[i].value) {
      std::vector<std::int64_t> extents;
      for (const OnnxDimension& dimension : free[i].shape) extents.push_back(dimension.extent);
      given.push_back(filledInput(free[i], Shape(extents), *inputs[i].value));
      continue;
    }
    Tensor& ours = sample.inputs[own++].second;
    if (isWhole(free[i].element) && ours.dtype() == DataType::Float32) {  // the same integers for both
      ours = plainWeights(toComputed(fromComputed("", free[i].element, ours)), ours.shape());
      rounded = true;
    }
    const Tensor numbers = ours.dtype() == DataType::Int32 ? toComputed({"", OnnxElement::Int32, ours}) : ours;
    given.push_back(fromComputed(free[i].name, free[i].element, asModelTakes(numbers, inputs[i])));
  }
  if (rounded) {
    FOVEA_TRY(sample.outputs, inferOutputs(checkpoint, sample.inputs, device));
  }
  const OnnxRun run = runOnnx(model, given, device);
  if (!run.outputs.ok()) return run.outputs.error();
  NamedTensors theirs;
  for (const OnnxTensor& output : *run.outputs) theirs.emplace_back(output.name, output.tensor);
  theirs.resize(std::min(theirs.size(), sample.outputs.size()));
  return relativeDifference(sample.outputs, theirs);
}

}  // namespace

Result<Checkpoint> readOnnxLayers(const OnnxModel& model, ExchangeReport& report, const OnnxImportOptions& options) {
  return LayerImport(model, report, options).read();
}

namespace {

// Adds what the model stores about its samples, and compares the outputs on a sample.
void complete(const OnnxModel& model, Checkpoint& checkpoint, const std::shared_ptr<Device>& device,
              ExchangeReport& report) {
  readOnnxPreparation(model, checkpoint, report);
  const auto difference = differenceOnSample(model, checkpoint, report, device);
  if (difference.ok())
    report.difference = *difference;
  else
    report.notes.push_back("The outputs could not be compared: " + difference.error().message);
}

}  // namespace

Result<Checkpoint> importOnnx(const OnnxModel& model, const std::shared_ptr<Device>& device, ExchangeReport& report,
                              const OnnxImportOptions& options) {
  // Rounding differences of a network that amplifies them are much smaller than those of another network.
  constexpr double kMuchCloser = 0.1;
  ExchangeReport anew = report;
  std::optional<Checkpoint> drawn = drawnNetwork(model, report);
  if (drawn) {
    complete(model, *drawn, device, report);
    if (report.difference <= kNoticeableDifference) return std::move(*drawn);
  }
  // Another program may have changed the nodes of a model of Fovea's, and left the drawing in it as it was.
  Result<Checkpoint> layers = readOnnxLayers(model, anew, options);
  if (!layers.ok() && drawn) return std::move(*drawn);
  if (!layers.ok()) {
    report = std::move(anew);
    return layers;
  }
  anew.arranged = false;
  complete(model, *layers, device, anew);
  if (drawn && !(anew.difference >= 0 && anew.difference < kMuchCloser * report.difference)) return std::move(*drawn);
  report = std::move(anew);
  if (model.metadata.contains(kNetworkMetadata))
    report.notes.push_back("The model is no longer as Fovea wrote it, so its layers were made from its nodes.");
  return layers;
}

}  // namespace fovea
