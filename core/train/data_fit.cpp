#include "core/train/data_fit.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/guarded.h"
#include "core/data/loading/batch_maker.h"
#include "core/layers/layer_checks.h"
#include "core/network/losses.h"
#include "core/network/network_editor.h"
#include "core/network/network_fixes.h"
#include "core/tensor/box_grid.h"
#include "core/train/batch_feed.h"
#include "core/train/input_transforms.h"
#include "core/train/network_sizing.h"
#include "core/train/sample_parts.h"
#include "core/train/task_facts.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

std::string extentWords(const Shape& shape) {
  return timesWords(extentList(shape));
}

// The network's input layer, and the samples as it receives them.
struct Arrival {
  const Layer* input = nullptr;
  Shape taken;  // shape that the network accepts
  std::optional<TransformPlan> plan;
};

// Builds only the main loss, which is enough to match it with targets; nullopt if it cannot be built.
std::optional<StepGraph> judgedStep(const Network& network, const NetworkReport& report, const TensorType& samples) {
  const Layer* const loss = judgingLoss(network);
  if (!loss) return {};
  GraphBuilder graph;
  std::vector<ValueId> inputs;
  for (const Edge& edge : network.edgesInto(loss->id)) {
    const auto source = report.layers.find(edge.source);
    if (source == report.layers.end() || source->second.outputs.size() <= static_cast<std::size_t>(edge.output))
      return {};
    List extents = extentList(source->second.outputs[static_cast<std::size_t>(edge.output)]);
    extents.insert(extents.begin(), 1);
    inputs.push_back(graph.addInput(fmt::format("arriving{}", inputs.size()),
                                    {DataType::Float32, Shape(std::span<const std::int64_t>(extents))}));
  }
  LayerBuilder builder(graph, NetworkMode::Evaluation, 1, 0);
  builder.beginLayer(loss->name, loss->parameters);
  const LayerType& type = *findLayer(loss->type);
  if (inputs.size() < type.inputPorts(loss->parameters).size()) return {};
  const auto outputs = guarded([&] { return type.build(builder, loss->parameters, inputs); });
  if (!outputs.ok() || !graph.status().ok() || outputs->empty()) return {};
  StepGraph step;
  List extents = extentList(samples.shape);
  extents.insert(extents.begin(), 1);
  const TensorType taken{samples.dtype, Shape(std::span<const std::int64_t>(extents))};
  step.feeds = builder.feeds();
  step.feeds.add({"samples", FeedRole::Samples, taken, graph.addInput("samples", taken)});
  step.predictionShape = graph.typeOf(outputs->front()).shape;
  step.classes = scoredClasses(type.answers, step.predictionShape);
  graph.addOutput("predictions", outputs->front());
  graph.addOutput("loss", builder.loss());
  auto finished = graph.finish();
  if (!finished.ok()) return {};
  step.graph = std::move(*finished);
  return step;
}

class DataFit {
 public:
  // `fixes`: whether to look for edits, too.
  DataFit(const Network& network, const NetworkReport& report, const DatasetInfo& data, bool fixes)
      : network_(network), report_(report), data_(data), fixes_(fixes) {}

  std::vector<NetworkProblem> find() {
    if (!data_.parts.empty()) return findByParts();
    for (const Layer& layer : network_.layers()) {
      if (layer.type != "input") continue;
      if (arrival_.input) return refuseSecondInput(layer);
      arrival_.input = &layer;
    }
    const bool usable = std::all_of(report_.problems.begin(), report_.problems.end(),
                                    [](const NetworkProblem& problem) { return problem.allowsUse(); });
    if (arrival_.input && data_.sampleShape.rank() > 0 && checkSamples() && usable) checkTargets();
    return std::move(problems_);
  }

 private:
  NetworkProblem& add(const Layer& layer, std::string message, std::string advice) {
    NetworkProblem& problem = problems_.emplace_back();
    problem.layer = layer.id;
    problem.message = std::move(message);
    problem.advice = std::move(advice);
    problem.prevents = Prevents::Training;
    return problem;
  }
  std::vector<NetworkProblem> refuseSecondInput(const Layer& second) {
    NetworkProblem& problem = add(
        second,
        fmt::format("The samples of {} have one part, which enters at {}.", dataName(), inQuotes(arrival_.input->name)),
        "To train, let a network have one Input layer; draw several edges from it.");
    if (fixes_) problem.fixes = {fixByRemoving(second)};
    return std::move(problems_);
  }
  std::vector<NetworkProblem> findByParts();
  std::string dataName() const { return inQuotes(data_.name); }

  // True if `edit` results in a valid network without the problems with the data that it should fix, as `solved`
  // decides.
  bool helps(const NetworkEdit& edit, bool (*solved)(const std::vector<NetworkProblem>&, const Network&)) const {
    Network after = network_;
    if (!applyEdit(after, edit).ok()) return false;
    const NetworkReport report = analyzeNetwork(after);
    if (!std::all_of(report.problems.begin(), report.problems.end(),
                     [](const NetworkProblem& problem) { return problem.allowsUse(); }))
      return false;
    return solved(DataFit(after, report, data_, false).find(), after);
  }
  static bool inputFits(const std::vector<NetworkProblem>& problems, const Network& network) {
    return std::none_of(problems.begin(), problems.end(),
                        [&](const NetworkProblem& problem) { return network.find(problem.layer)->type == "input"; });
  }
  static bool allFits(const std::vector<NetworkProblem>& problems, const Network&) { return problems.empty(); }

  bool checkSamples();
  void addSizeFixes(NetworkProblem& problem) const;
  void checkTargets();
  bool checkScores(const StepGraph& step, const Layer& loss);
  std::optional<NetworkFix> fixForScores(std::int64_t wanted) const;
  std::optional<NetworkFix> fixForLoss(const Layer& loss) const;

  const Network& network_;
  const NetworkReport& report_;
  const DatasetInfo& data_;
  bool fixes_;
  Arrival arrival_;
  std::vector<NetworkProblem> problems_;
};

// For samples of several parts: whether each Input layer finds its part, and then whether the loss fits the targets.
std::vector<NetworkProblem> DataFit::findByParts() {
  if (data_.sampleShape.rank() == 0) return {};
  const auto list = inputTransforms(network_);
  auto plan = list.ok() ? TransformPlan::make(*list, {data_.inputType, data_.sampleShape}, data_.uniform)
                        : Result<TransformPlan>(list.error());
  std::vector<Feed> inputs;
  const Layer* first = nullptr;
  for (const Layer& layer : network_.layers()) {
    if (layer.type != "input") continue;
    const bool symbols = layer.parameters.text("values") == "symbols";
    List extents = layer.parameters.list("shape");
    extents.insert(extents.begin(), 1);
    Feed feed;
    feed.name = layer.name;
    feed.type = {symbols ? DataType::Int32 : DataType::Float32, Shape(std::span<const std::int64_t>(extents))};
    if (symbols) feed.symbols = layer.parameters.integer("symbols");
    inputs.push_back(std::move(feed));
    if (!first) first = &layer;
  }
  if (!first) return {};
  if (!plan.ok()) {
    add(*first, plan.error().message, plan.error().advice);
    return std::move(problems_);
  }
  const auto parts = partsOf(data_, batchInputType(data_, *plan));
  if (const auto reads = matchParts(inputs, parts, data_.name); !reads.ok()) {
    add(*first, reads.error().message, reads.error().advice);
    return std::move(problems_);
  }
  arrival_.input = first;
  arrival_.plan = std::move(*plan);
  const bool usable = std::all_of(report_.problems.begin(), report_.problems.end(),
                                  [](const NetworkProblem& problem) { return problem.allowsUse(); });
  if (usable) checkTargets();
  return std::move(problems_);
}

// True if the input accepts the samples.
bool DataFit::checkSamples() {
  const Layer& input = *arrival_.input;
  arrival_.taken = Shape(input.parameters.list("shape"));
  const bool symbols = input.parameters.text("values") == "symbols";
  if (symbols != (data_.inputType == DataType::Int32)) {
    add(input,
        fmt::format("It expects {}, but {} holds {}.", symbols ? "symbols" : "numbers", dataName(),
                    samplesWords(data_)),
        "Choose its values to be like the data set's, or train on another data set.");
    return false;
  }
  const auto list = inputTransforms(network_);
  auto plan = list.ok() ? TransformPlan::make(*list, {data_.inputType, data_.sampleShape}, data_.uniform)
                        : Result<TransformPlan>(list.error());
  if (!plan.ok()) {
    NetworkProblem& problem = add(input, plan.error().message, plan.error().advice);
    if (fixes_ && list.ok()) addSizeFixes(problem);
    return false;
  }
  const Shape arriving = batchInputType(data_, *plan).shape;
  if (arriving == arrival_.taken) {
    arrival_.plan = std::move(*plan);
    return true;
  }
  const bool changed = plan->outputType().shape != data_.sampleShape;
  NetworkProblem& problem =
      add(input,
          fmt::format("It expects samples of {}, but those of {} are {}{}.", extentWords(arrival_.taken), dataName(),
                      extentWords(arriving), changed ? " after its transforms" : ""),
          fmt::format("Set its shape to {}.", extentWords(arriving)));
  if (!fixes_) return false;
  const std::string title = "Set the input to " + extentWords(arriving);
  const NetworkEdit resized{SetParameter{input.id, "shape", extentList(arriving)}, title};
  if (helps(resized, inputFits)) problem.fixes.push_back({title, resized});
  addSizeFixes(problem);
  // Also added if it does not solve everything: other layers then report further changes.
  if (problem.fixes.empty()) problem.fixes.push_back({title, resized});
  return false;
}

// Images can be resized to the size for which the network was designed.
void DataFit::addSizeFixes(NetworkProblem& problem) const {
  const bool images = data_.inputType == DataType::UInt8 && data_.sampleShape.rank() == 3;
  if (!images || arrival_.taken.rank() != 3) return;
  auto list = inputTransforms(network_);
  if (!list.ok()) return;
  std::erase_if(*list, [](const Transform& transform) {
    const auto* step = std::get_if<TransformStep>(&transform);
    return step && step->type == "resize";
  });
  const std::int64_t height = arrival_.taken[1], width = arrival_.taken[2];
  list->insert(list->begin(), TransformStep{"resize", {{"height", height}, {"width", width}}});
  const LayerId input = arrival_.input->id;
  const std::string title = fmt::format("Resize the images to {}×{}", height, width);
  const NetworkEdit edit{CompoundEdit{{{SetParameter{input, "transforms", inputTransformsText(*list)}, {}},
                                       {SetParameter{input, "shape", List{data_.sampleShape[0], height, width}}, {}}}},
                         title};
  if (helps(edit, inputFits)) problem.fixes.push_back({title, edit});
}

void DataFit::checkTargets() {
  const Layer* const loss = judgingLoss(network_);
  const auto mixed = withMixedLabels(network_);
  if (!loss || !mixed.ok()) return;
  const TensorType samples = batchInputType(data_, *arrival_.plan);
  const auto step = judgedStep(*mixed, report_, samples);
  if (!step || !checkScores(*step, *loss)) return;
  DatasetInfo compared = data_;
  compared.parts.clear();  // the assignment of parts to Input layers is known
  const auto target = chooseTarget(*step, compared, samples);
  if (target.ok()) return;
  NetworkProblem& problem = add(*loss, target.error().message, target.error().advice);
  if (!fixes_) return;
  if (auto fix = fixForLoss(*loss)) problem.fixes.push_back(std::move(*fix));
}

// True if the number of scores matches the classes or numbers to predict.
bool DataFit::checkScores(const StepGraph& step, const Layer& loss) {
  const AnswerMeaning meaning = findLayer(loss.type)->answers;
  const std::int64_t wanted = scoresFor(data_, meaning);
  if (wanted == 0 || meaning == AnswerMeaning::Numbers || step.predictionShape.rank() < 2) return true;
  const std::int64_t scores = step.classes > 0 ? step.classes : step.predictionShape[1];
  if (scores == wanted) return true;
  const auto [layer, parameter] = scoringLayer(network_, loss);
  const bool blank = data_.task == Task::Transcription;
  const bool boxes = meaning == AnswerMeaning::Boxes;
  const Feed* const target = step.feeds.find(FeedRole::Target);
  const bool exact = target && target->type.dtype == DataType::Float32;
  NetworkProblem& problem =
      add(layer ? *layer : loss,
          fmt::format("The network tells {} classes apart, but {} has {}{}.", boxes ? scores - kBoxNumbers : scores,
                      dataName(), data_.classes.size(), blank ? ", and a blank stands between them" : ""),
          scores > wanted && !exact
              ? "It can be trained all the same; the others are then never right."
              : fmt::format("Give the last layer before the loss {} {}.", wanted, layer ? parameter : "units"));
  if (scores > wanted && !exact) problem.prevents = Prevents::Nothing;
  if (!fixes_) return false;
  if (auto fix = fixForScores(wanted)) problem.fixes.push_back(std::move(*fix));
  return false;
}

// Adapts every loss, since auxiliary losses use the same targets.
std::optional<NetworkFix> DataFit::fixForScores(std::int64_t wanted) const {
  std::vector<NetworkEdit> parts;
  std::string title;
  for (const Layer* loss : lossesOf(network_)) {
    const auto [layer, parameter] = scoringLayer(network_, *loss);
    if (!layer) continue;
    title = fmt::format("Give {} {} {}", inQuotes(layer->name), wanted, parameter);
    parts.push_back({SetParameter{layer->id, parameter, wanted}, {}});
  }
  if (parts.empty()) return {};
  const NetworkEdit edit{CompoundEdit{std::move(parts)}, title};
  if (!helps(edit, allFits)) return {};
  return NetworkFix{title, edit};
}

// Replaces the loss by the one for the task of the data.
std::optional<NetworkFix> DataFit::fixForLoss(const Layer& loss) const {
  const auto [other, parameters] = usualLoss(data_);
  if (other->name == loss.type && parameters.size() == 0) return {};
  Layer replacing;
  replacing.type = other->name;
  replacing.name = loss.name;
  replacing.parameters = parameters;
  replacing.position = loss.position;
  replacing.id = network_.nextId();
  std::vector<NetworkEdit> parts{{RemoveLayer{loss.id}, {}}, {AddLayer{replacing}, {}}};
  for (const Edge& edge : network_.edgesInto(loss.id))
    if (edge.input == 0) parts.push_back({AddEdge{{edge.source, edge.output, replacing.id, 0}}, {}});
  std::string title = "Use " + other->title;
  const std::int64_t wanted = scoresFor(data_, other->answers);
  if (const auto [layer, parameter] = scoringLayer(network_, loss); layer && wanted > 0) {
    parts.push_back({SetParameter{layer->id, parameter, wanted}, {}});
    title += fmt::format(" behind {} {}", wanted, parameter);
  }
  const NetworkEdit edit{CompoundEdit{std::move(parts)}, title};
  if (!helps(edit, allFits)) return {};
  return NetworkFix{title, edit};
}

}  // namespace

std::vector<NetworkProblem> problemsWithData(const Network& network, const NetworkReport& report,
                                             const DatasetInfo& data) {
  return DataFit(network, report, data, true).find();
}

}  // namespace fovea
