// Why: networks and weights may come from anywhere.
#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "core/base/file.h"
#include "core/exchange/network_weights.h"
#include "core/exchange/onnx/onnx_export.h"
#include "core/exchange/onnx/onnx_file.h"
#include "core/exchange/onnx/onnx_import.h"
#include "core/exchange/onnx/onnx_program.h"
#include "core/network/flatten.h"
#include "core/network/network_analysis.h"
#include "core/train/event_file.h"
#include "parsers.h"

namespace fovea::test {
namespace {

constexpr std::int64_t kMostElements = 1 << 16;  // of a value that still needs computation

// An image, a convolution, a block with a residual that is used twice, and scores.
const char* const kNetwork = R"({"format": "fovea-network", "version": 1, "name": "seed", "layers": [
{"id": 1, "type": "input", "name": "data", "parameters": {"shape": [1, 8, 8]}, "position": [0, 0]},
{"id": 2, "type": "convolution", "name": "conv1", "parameters": {"filters": 4, "kernel": [3, 3]}, "position": [0, 88]},
{"id": 3, "type": "block", "name": "part", "parameters": {"definition": 1}, "position": [0, 176]},
{"id": 4, "type": "block", "name": "part2", "parameters": {"definition": 1}, "position": [0, 264]},
{"id": 5, "type": "linear", "name": "fc1", "parameters": {"units": 3}, "position": [0, 352]},
{"id": 6, "type": "cross_entropy", "name": "loss", "position": [0, 440]},
{"id": 7, "type": "block_input", "name": "in", "position": [0, 0], "block": 1},
{"id": 8, "type": "relu", "name": "relu", "position": [0, 88], "block": 1},
{"id": 9, "type": "add", "name": "add", "position": [0, 176], "block": 1},
{"id": 10, "type": "block_output", "name": "out", "position": [0, 264], "block": 1}],
"edges": [{"source": 1, "target": 2}, {"source": 2, "target": 3}, {"source": 3, "target": 4}, {"source": 4, "target": 5},
{"source": 5, "target": 6}, {"source": 7, "target": 8}, {"source": 7, "target": 9}, {"source": 8, "target": 9, "input": 1},
{"source": 9, "target": 10}],
"notes": [{"id": 1, "text": "words", "position": [300, 0], "size": [240, 80], "block": 1}],
"blocks": [{"id": 1, "name": "part"}]})";

bool runNetwork(const std::uint8_t* bytes, std::size_t size) {
  const auto json = parseJson(std::string(textOf(bytes, size)));
  const auto network = json.ok() ? networkFromJson(*json) : Result<Network>(json.error());
  if (!network.ok()) {
    require(!network.error().message.empty(), "an error without words");
    return false;
  }
  const auto again = networkFromJson(networkToJson(*network));
  require(again.ok() && *again == *network, "what was written is not what was read");
  for (const NetworkProblem& problem : analyzeNetwork(*network).problems)
    require(!problem.message.empty(), "a problem without words");
  if (const auto flat = flattenNetwork(*network); flat.ok()) require(flat->blocks().empty(), "a block was left");
  return true;
}

bool runSafetensors(const std::uint8_t* bytes, std::size_t size) {
  const auto file = parseSafetensors(textOf(bytes, size));
  require(file.ok() || !file.error().message.empty(), "an error without words");
  return file.ok();
}

// An example for each input; nothing if one would be large.
std::optional<std::vector<OnnxTensor>> examplesFor(const OnnxModel& model) {
  std::vector<OnnxTensor> examples;
  for (const OnnxValueInfo& input : model.graph.freeInputs()) {
    std::vector<std::int64_t> extents;
    std::int64_t elements = 1;
    for (const auto& dimension : input.shape) {
      extents.push_back(std::max<std::int64_t>(dimension.extent, 1));
      if (extents.back() > kMostElements || (elements *= extents.back()) > kMostElements) return {};
    }
    const auto shape = Shape::make(extents);
    if (!shape.ok()) return {};
    examples.push_back(fromComputed(input.name, input.element, Tensor::zeros({computedType(input.element), *shape})));
  }
  return examples;
}

bool runOnnxModel(const std::uint8_t* bytes, std::size_t size) {
  const auto model = parseOnnx(textOf(bytes, size));
  if (!model.ok()) {
    require(!model.error().message.empty(), "an error without words");
    return false;
  }
  if (const auto examples = examplesFor(*model)) {
    OnnxProgramOptions options;
    options.mostElements = kMostElements;
    const OnnxTranslation translation = translateOnnx(*model, *examples, options);
    require(translation.program.ok() || !translation.program.error().message.empty(), "an error without words");
    ExchangeReport report;
    const auto drawn = readOnnxLayers(*model, report);
    require(drawn.ok() || !drawn.error().message.empty(), "an error without words");
    if (drawn.ok()) (void)lowerNetwork(drawn->network, {.mode = NetworkMode::Inference, .batch = 3, .seed = 0});
  }
  return true;
}

bool runEvents(const std::uint8_t* bytes, std::size_t size) {
  const auto log = parseEvents({reinterpret_cast<const char*>(bytes), size});
  if (!log.ok() && log.error().message.empty()) throw std::logic_error("an error without words");
  return log.ok();
}

Checkpoint seedCheckpoint() {
  Checkpoint checkpoint;
  checkpoint.network = *networkFromJson(*parseJson(kNetwork));
  checkpoint.tensors = *firstWeights(checkpoint.network, 1);
  checkpoint.classes = {"a", "b"};
  checkpoint.transforms = {Normalise{{0.5}, {0.25}}};
  return checkpoint;
}

}  // namespace

std::string bytesOf(const std::function<Status(const std::filesystem::path&)>& write) {
  const auto path = std::filesystem::temp_directory_path() / fmt::format("fovea_fuzz_{}", ::getpid());
  const Status written = write(path);
  const auto bytes = readFile(path, 1 << 20);
  std::filesystem::remove(path);
  return written.ok() && bytes.ok() ? *bytes : std::string();
}

std::vector<Parser> modelParsers() {
  const Checkpoint checkpoint = seedCheckpoint();
  const std::string weights = bytesOf([&](const auto& path) {
    return writeSafetensors(path, {checkpoint.tensors, {}});
  });
  const std::string events = formatEvents(std::vector<ScalarEvent>{{1.7e9, 1, "train/loss", 0.5}, {1.7e9, 2, "lr", 1}});
  std::vector<Parser> found{
      {"network", {kNetwork}, runNetwork}, {"safetensors", {weights}, runSafetensors}, {"events", {events}, runEvents}};
  for (Parser& parser : caffeParsers()) found.push_back(std::move(parser));
  if (!onnxIsBuiltIn()) return found;
  auto written = exportOnnx(checkpoint.network, weightsOf(checkpoint), {.opset = 17, .drawing = false});
  writeOnnxPreparation(checkpoint, written->model);
  found.push_back({"onnx", {*serializeOnnx(written->model)}, runOnnxModel});
  return found;
}

}  // namespace fovea::test
