#include "core/train/network_sizing.h"

#include <algorithm>

#include "core/data/loading/target_plan.h"
#include "core/network/losses.h"
#include "core/network/network_analysis.h"
#include "core/train/input_transforms.h"
#include "core/train/sample_parts.h"
#include "core/train/task_facts.h"

namespace fovea {
namespace {

constexpr std::int64_t kByteValues = 256;

void set(Network& network, const Layer& layer, const char* parameter, FieldValue value) {
  // A parameter that the layer refuses stays unchanged; the canvas then shows the problem.
  (void)applyEdit(network, {SetParameter{layer.id, parameter, std::move(value)}, {}});
}

const Layer* firstOfType(const Network& network, std::string_view type) {
  for (const Layer& layer : network.layers())
    if (layer.type == type) return &layer;
  return nullptr;
}

void takeSymbols(Network& network, const Layer& input, const DatasetInfo& data) {
  const bool next = data.task == Task::NextSymbol;
  const std::int64_t symbols = next               ? static_cast<std::int64_t>(data.classes.size())
                               : data.symbols > 0 ? data.symbols
                                                  : kByteValues;
  set(network, input, "shape", extentList(next ? nextSymbolInput(data.sampleShape) : data.sampleShape));
  set(network, input, "symbols", symbols);
  if (const Layer* embedding = firstOfType(network, "embedding")) set(network, *embedding, "symbols", symbols);
}

bool works(const Network& network) {
  const NetworkReport report = analyzeNetwork(network);
  return std::all_of(report.problems.begin(), report.problems.end(),
                     [](const NetworkProblem& problem) { return problem.allowsUse(); });
}

}  // namespace

std::vector<std::int64_t> extentList(const Shape& shape) {
  return {shape.begin(), shape.end()};
}

ScoringLayer scoringLayer(const Network& network, const Layer& loss) {
  for (const Layer* layer = &loss; layer;) {
    for (const char* parameter : {"units", "filters"})
      if (layer->parameters.find(parameter)) return {layer, parameter};
    const std::vector<Edge> into = network.edgesInto(layer->id);
    layer = into.size() == 1 ? network.find(into.front().source) : nullptr;
  }
  return {};
}

namespace {

// The first Embedding that reads an Input layer, directly or through other layers.
const Layer* embeddingBehind(const Network& network, LayerId from) {
  std::vector<LayerId> open{from};
  for (std::size_t i = 0; i < open.size(); ++i)
    for (const Layer& layer : network.layers()) {
      const std::vector<Edge> into = network.edgesInto(layer.id);
      const bool reads =
          std::any_of(into.begin(), into.end(), [&](const Edge& edge) { return edge.source == open[i]; });
      if (!reads || std::find(open.begin(), open.end(), layer.id) != open.end()) continue;
      if (layer.type == "embedding") return &layer;
      open.push_back(layer.id);
    }
  return nullptr;
}

// Each Input layer gets the part of its name, or the only one of its kind (numbers or symbols).
Network sizedForParts(Network network, const DatasetInfo& data) {
  const std::vector<PartType> parts = partsOf(data, {data.inputType, data.sampleShape});
  for (const Layer& layer : std::vector<Layer>(network.layers().begin(), network.layers().end())) {
    if (layer.type != "input") continue;
    const bool symbols = layer.parameters.text("values") == "symbols";
    std::vector<const PartType*> fitting;
    for (const PartType& part : parts) {
      if ((part.type.dtype == DataType::Int32) != symbols) continue;
      if (part.name == layer.name) fitting = {&part};
      if (part.name == layer.name) break;
      fitting.push_back(&part);
    }
    if (fitting.size() != 1) continue;
    set(network, layer, "shape", extentList(fitting.front()->type.shape));
    if (!symbols || fitting.front()->symbols == 0) continue;
    set(network, layer, "symbols", fitting.front()->symbols);
    if (const Layer* embedding = embeddingBehind(network, layer.id))
      set(network, *embedding, "symbols", fitting.front()->symbols);
  }
  return network;
}

void sizeScores(Network& sized, const Network& network, const DatasetInfo& data) {
  for (const Layer* loss : lossesOf(network)) {
    const std::int64_t scores = scoresFor(data, findLayer(loss->type)->answers);
    const auto [layer, parameter] = scoringLayer(network, *loss);
    if (layer && scores > 0) set(sized, *layer, parameter, scores);
  }
}

}  // namespace

Network sizedFor(const Network& network, const DatasetInfo& data) {
  if (!data.parts.empty() && data.sampleShape.rank() > 0) {
    Network sized = sizedForParts(network, data);
    sizeScores(sized, network, data);
    return sized;
  }
  const Layer* const input = firstOfType(network, "input");
  const bool symbols = data.inputType == DataType::Int32;
  if (!input || symbols != (input->parameters.text("values") == "symbols") || data.sampleShape.rank() == 0)
    return network;
  Network sized = network;
  sizeScores(sized, network, data);
  if (symbols) {
    if (data.sampleShape.rank() == 1) takeSymbols(sized, *input, data);
    return sized;
  }
  const std::vector<std::int64_t> drawnFor = std::get<std::vector<std::int64_t>>(*input->parameters.find("shape"));
  Network asTheyAre = sized;
  set(asTheyAre, *input, "shape", extentList(data.sampleShape));
  const bool images = data.inputType == DataType::UInt8 && data.sampleShape.rank() == 3 && drawnFor.size() == 3;
  if (!images || (data.uniform && works(asTheyAre))) return asTheyAre;
  Network resized = sized;
  const TransformList resize{TransformStep{"resize", {{"height", drawnFor[1]}, {"width", drawnFor[2]}}}};
  set(resized, *input, "shape", std::vector<std::int64_t>{data.sampleShape[0], drawnFor[1], drawnFor[2]});
  set(resized, *input, "transforms", inputTransformsText(resize));
  return works(resized) ? resized : asTheyAre;
}

}  // namespace fovea
