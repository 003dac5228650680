#include "core/train/network_sizing.h"

#include "core/data/target_plan.h"
#include "core/network/losses.h"
#include "core/network/network_analysis.h"
#include "core/train/input_transforms.h"
#include "core/train/task_facts.h"

namespace fovea {
namespace {

constexpr std::int64_t kByteValues = 256;

void set(Network& network, const Layer& layer, const char* parameter, FieldValue value) {
  // What the layer does not take stays as it was, and is then a problem that the canvas shows.
  (void)applyEdit(network, {SetParameter{layer.id, parameter, std::move(value)}, {}});
}

const Layer* firstOfType(const Network& network, std::string_view type) {
  for (const Layer& layer : network.layers())
    if (layer.type == type) return &layer;
  return nullptr;
}

std::vector<std::int64_t> listOf(const Shape& shape) {
  return {shape.begin(), shape.end()};
}

void takeSymbols(Network& network, const Layer& input, const DatasetInfo& data) {
  const bool next = data.task == Task::NextSymbol;
  const std::int64_t symbols = next               ? static_cast<std::int64_t>(data.classes.size())
                               : data.symbols > 0 ? data.symbols
                                                  : kByteValues;
  set(network, input, "shape", listOf(next ? nextSymbolInput(data.sampleShape) : data.sampleShape));
  set(network, input, "symbols", symbols);
  if (const Layer* embedding = firstOfType(network, "embedding")) set(network, *embedding, "symbols", symbols);
}

bool works(const Network& network) {
  const NetworkReport report = analyzeNetwork(network);
  return std::all_of(report.problems.begin(), report.problems.end(),
                     [](const NetworkProblem& problem) { return problem.trainingOnly; });
}

}  // namespace

ScoringLayer scoringLayer(const Network& network, const Layer& loss) {
  for (const Layer* layer = &loss; layer;) {
    for (const char* parameter : {"units", "filters"})
      if (layer->parameters.find(parameter)) return {layer, parameter};
    const std::vector<Edge> into = network.edgesInto(layer->id);
    layer = into.size() == 1 ? network.find(into.front().source) : nullptr;
  }
  return {};
}

Network sizedFor(const Network& network, const DatasetInfo& data) {
  const Layer* const input = firstOfType(network, "input");
  const bool symbols = data.inputType == DataType::Int32;
  if (!input || symbols != (input->parameters.text("values") == "symbols") || data.sampleShape.rank() == 0)
    return network;
  Network sized = network;
  for (const Layer* loss : lossesOf(network)) {
    const std::int64_t scores = scoresFor(data, findLayer(loss->type)->answers);
    const auto [layer, parameter] = scoringLayer(network, *loss);
    if (layer && scores > 0) set(sized, *layer, parameter, scores);
  }
  if (symbols) {
    if (data.sampleShape.rank() == 1) takeSymbols(sized, *input, data);
    return sized;
  }
  const std::vector<std::int64_t> drawnFor = std::get<std::vector<std::int64_t>>(*input->parameters.find("shape"));
  Network asTheyAre = sized;
  set(asTheyAre, *input, "shape", listOf(data.sampleShape));
  const bool images = data.inputType == DataType::UInt8 && data.sampleShape.rank() == 3 && drawnFor.size() == 3;
  if (!images || (data.uniform && works(asTheyAre))) return asTheyAre;
  Network resized = sized;
  const TransformList resize{TransformStep{"resize", {{"height", drawnFor[1]}, {"width", drawnFor[2]}}}};
  set(resized, *input, "shape", std::vector<std::int64_t>{data.sampleShape[0], drawnFor[1], drawnFor[2]});
  set(resized, *input, "transforms", inputTransformsText(resize));
  return works(resized) ? resized : asTheyAre;
}

}  // namespace fovea
