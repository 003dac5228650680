#include "core/exchange/onnx/onnx_import.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/layer_import.h"
#include "core/exchange/onnx/onnx_export.h"
#include "core/exchange/onnx/onnx_program.h"

namespace fovea {
namespace {

constexpr std::int64_t kSampleBatch = 2;

// The network that a model of Fovea's own carries; nothing where it does not, or where its weights are not there.
std::optional<Checkpoint> drawnNetwork(const OnnxModel& model, ExchangeReport& report) {
  const auto found = model.metadata.find(kNetworkMetadata);
  if (found == model.metadata.end()) return {};
  const auto json = parseJson(found->second);
  auto network = json.ok() ? networkFromJson(*json) : Result<Network>(json.error());
  const auto lowered = network.ok() ? lowerNetwork(*network, {.mode = NetworkMode::Inference, .batch = 1, .seed = 0})
                                    : Result<LoweredNetwork>(network.error());
  if (!lowered.ok()) return {};
  Checkpoint checkpoint;
  checkpoint.network = std::move(*network);
  for (const VariableInfo& variable : lowered->variables) {
    const OnnxTensor* value = model.graph.findInitializer(variable.name);
    // A weight that nothing reads at inference is not in the model.
    checkpoint.tensors.emplace_back(variable.name, value ? value->tensor : initialValue(variable, 0));
    if (value && value->tensor.type() != variable.type) return {};
  }
  for (const Layer& layer : checkpoint.network.layers())
    report.mapped.push_back(fmt::format("{} ({})", layer.name, layer.type));
  return checkpoint;
}

Result<double> differenceOnSample(const OnnxModel& model, const Checkpoint& checkpoint,
                                  const std::shared_ptr<Device>& device) {
  const auto free = model.graph.freeInputs();
  const bool fixed = !free.empty() && !free[0].shape.empty() && free[0].shape[0].extent > 0;
  FOVEA_TRY(NetworkSample sample, tellingSample(checkpoint, fixed ? free[0].shape[0].extent : kSampleBatch, device));
  if (sample.inputs.size() != free.size()) return unsupported("The model has other inputs than the network.");
  std::vector<OnnxTensor> given;
  bool rounded = false;
  for (std::size_t i = 0; i < free.size(); ++i) {
    Tensor& own = sample.inputs[i].second;
    const Tensor numbers = own.dtype() == DataType::Int32 ? toComputed({"", OnnxElement::Int32, own}) : own;
    given.push_back(fromComputed(free[i].name, free[i].element, numbers));
    if (!isWhole(free[i].element) || own.dtype() != DataType::Float32) continue;
    own = plainWeights(toComputed(given.back()), numbers.shape());  // the same whole numbers for both
    rounded = true;
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

Result<Checkpoint> importOnnx(const OnnxModel& model, const std::shared_ptr<Device>& device, ExchangeReport& report,
                              const OnnxImportOptions& options) {
  std::optional<Checkpoint> drawn = drawnNetwork(model, report);
  if (!drawn) {
    FOVEA_TRY(drawn, readOnnxLayers(model, report, options));
    report.arranged = false;
  }
  auto difference = differenceOnSample(model, *drawn, device);
  if (difference.ok())
    report.difference = *difference;
  else
    report.notes.push_back("The outputs could not be compared: " + difference.error().message);
  return std::move(*drawn);
}

}  // namespace fovea
