#include "core/inspect/model_inspector.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/data/loading/batch_maker.h"
#include "core/inspect/checkpoint_variables.h"
#include "core/network/sample_entry.h"
#include "core/network/shared_weights.h"
#include "core/train/sample_parts.h"

namespace fovea {

// The first output of a layer in the graph.
struct LayerTap {
  LayerId layer;
  std::string name;
  std::string title;
  ValueId value;
  bool steps = false;
};

namespace {

constexpr int kFilterRank = 4;

// Returns true if the values [T, K] of a layer have one row per step, rather than one channel per row. Layers that keep
// the layout of their input are like the layer before.
bool overSteps(const Network& network, const Layer& layer, const std::vector<LayerTap>& before) {
  switch (findLayer(layer.type)->family) {
    case LayerFamily::Sequence:
      return true;
    case LayerFamily::Convolution:
    case LayerFamily::Pooling:
    case LayerFamily::Data:
      return false;
    default:
      break;
  }
  for (const Edge& edge : network.edgesInto(layer.id))
    if (const auto source = std::ranges::find(before, edge.source, &LayerTap::layer); source != before.end())
      return layer.type == "permute" ? !source->steps : source->steps;
  return false;
}

Result<std::vector<LayerTap>> tapsOf(const LoweredNetwork& lowered) {
  const Network& network = lowered.network;
  FOVEA_TRY(const std::vector<LayerId> order, network.topologicalOrder());
  std::vector<LayerTap> taps;
  for (const LayerId id : order) {
    const auto outputs = lowered.layerOutputs.find(id);
    if (outputs == lowered.layerOutputs.end() || outputs->second.empty()) continue;
    const Layer& layer = *network.find(id);
    const ValueId value = outputs->second.front();
    taps.push_back({id, layer.name, findLayer(layer.type)->title, value, overSteps(network, layer, taps)});
  }
  return taps;
}

Tensor withoutBatchAxis(const Tensor& value) {
  return value.reshaped(Shape(value.shape().extents().subspan(1)));
}

Shape withBatchAxis(const Shape& sample) {
  std::vector<std::int64_t> extents(sample.begin(), sample.end());
  extents.insert(extents.begin(), 1);
  return Shape(std::span<const std::int64_t>(extents));
}

// "photo [3, 64, 64], age [3]"
std::string wordsOf(const std::vector<Feed>& inputs) {
  std::vector<std::string> words;
  for (const Feed& feed : inputs)
    words.push_back(fmt::format("{} {}", feed.name, Shape(feed.type.shape.extents().subspan(1)).toString()));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string className(const std::vector<std::string>& classes, std::int64_t index) {
  const auto at = static_cast<std::size_t>(index);
  return at < classes.size() ? classes[at] : fmt::format("class {}", index);
}

}  // namespace

struct ModelInspector::State {
  std::vector<std::string> classes;
  TransformList transforms;  // without random transforms
  TensorType samples;        // type in the data set
  bool uniform = true;
  ImageFitting fitting;
  AnswerKind answers = AnswerKind::Numbers;
  bool scores = false;
  DataType inputType = DataType::Float32;
  Shape sampleShape;
  std::vector<Feed> inputs;
  // For networks trained on samples of several parts: the further parts, and for each of `inputs` the index of the part
  // that it reads (0: the input).
  std::vector<DataPart> parts;
  std::vector<std::size_t> reads;
  std::vector<NetworkOutput> outputs;
  ValueId images, predictions;
  std::vector<LayerTap> taps;
  std::vector<AttentionTap> attentions;
  std::shared_ptr<const Graph> graph;
  std::vector<LayerFilters> filters;  // shares the memory of the checkpoint
  std::unique_ptr<Executor> executor;

  Status compile(const Checkpoint& checkpoint, std::shared_ptr<Device> device);
  void collectFilters(const Checkpoint& checkpoint, const Network& network, const std::vector<VariableInfo>& variables);
  Status matchInputs(const Checkpoint& checkpoint);
  bool tellsClasses() const { return answers == AnswerKind::Classes || answers == AnswerKind::SeveralClasses; }
  Status checkOneInput() const;
  // Prepares a part of a sample for Input layer `input`, with a batch axis of 1.
  Result<Tensor> prepareFor(std::size_t input, const Tensor& values) const;
  Result<Tensor> prepare(const Tensor& image) const;
  Result<Tensor> prepareSample(const Tensor& sample) const;
  // Sets every Input layer to its part of the sample. Returns the values.
  Result<std::vector<std::pair<ValueId, Tensor>>> setSample(const Sample& sample);
  // Runs the network for an image. Returns the value of the Input layer.
  Result<Tensor> run(const Tensor& image);
  Result<Tensor> answer() const;
  Result<Prediction> predictionOf(const Tensor& values) const;
  // `given` are the values of the Input layers.
  Result<std::vector<LayerActivation>> activations(const std::vector<std::pair<ValueId, Tensor>>& given) const;
};

Status ModelInspector::State::compile(const Checkpoint& checkpoint, std::shared_ptr<Device> device) {
  FOVEA_TRY(LoweredNetwork lowered, lowerNetwork(checkpoint.network, {NetworkMode::Inference, 1, 0}));
  FOVEA_CHECK(needSamples(lowered));
  FOVEA_TRY(taps, tapsOf(lowered));
  FOVEA_TRY(auto store, loadVariables(checkpoint, lowered.variables, std::move(device)));
  collectFilters(checkpoint, lowered.network, lowered.variables);
  inputs = lowered.feeds.samples();
  outputs = lowered.outputs;
  sampleShape = lowered.sampleShape();
  images = lowered.samples().value;
  predictions = lowered.predictions;
  inputType = lowered.builder->typeOf(images).dtype;
  answers = answerKind(lowered.network, lowered.predictionShape);
  scores = answersAreScores(lowered.network);
  FOVEA_CHECK(matchInputs(checkpoint));
  // Outputs also keep layers without readers in the graph.
  for (const LayerTap& tap : taps) lowered.builder->addOutput("layer." + tap.name, tap.value);
  lowered.builder->addOutput("predictions", predictions);
  attentions = attentionTaps(lowered.builder->graph());
  for (const AttentionTap& tap : attentions) {
    lowered.builder->addOutput("query of " + tap.layer, tap.query);
    lowered.builder->addOutput("key of " + tap.layer, tap.key);
  }
  FOVEA_TRY(graph, lowered.builder->finish());
  FOVEA_TRY(executor, Executor::compile(graph, std::move(store)));
  return {};
}

Status ModelInspector::State::matchInputs(const Checkpoint& checkpoint) {
  if (checkpoint.parts.empty()) return {};
  DatasetInfo data;
  data.inputName = checkpoint.inputName;
  data.parts = parts = checkpoint.parts;
  FOVEA_TRY(const TransformPlan plan, TransformPlan::make(transforms, samples, uniform));
  FOVEA_TRY(reads, matchParts(inputs, partsOf(data, plan.outputType()), checkpoint.dataset));
  const auto main = std::find(reads.begin(), reads.end(), std::size_t{0});
  if (main == reads.end()) return {};
  const Feed& feed = inputs[static_cast<std::size_t>(main - reads.begin())];
  images = feed.value;
  inputType = feed.type.dtype;
  sampleShape = Shape(feed.type.shape.extents().subspan(1));
  return {};
}

Result<Tensor> ModelInspector::State::prepareFor(std::size_t input, const Tensor& values) const {
  if (reads[input] == 0) return prepareSample(values);
  const DataPart& part = parts[reads[input] - 1];
  if (!values.defined() || values.type() != part.type)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The part \"{}\" of a sample is {}, but {} was given.", part.name, part.type.toString(),
                            values.defined() ? values.type().toString() : std::string("nothing")));
  Tensor prepared = Tensor::make(inputs[input].type);
  preparePart(part, static_cast<const std::uint8_t*>(values.raw()), prepared.raw());
  return prepared;
}

void ModelInspector::State::collectFilters(const Checkpoint& checkpoint, const Network& network,
                                           const std::vector<VariableInfo>& variables) {
  for (const LayerTap& tap : taps) {
    const Layer* layer = network.find(tap.layer);
    const Layer* owner = layer ? ownerOfWeights(network, *layer) : nullptr;
    const std::string& name = owner ? owner->name : tap.name;
    for (const VariableInfo& variable : variables)
      if (variable.layer == name && variable.type.shape.rank() == kFilterRank)
        filters.push_back({tap.layer, tap.name, *checkpoint.findWeight(variable.name)});
  }
}

Status ModelInspector::State::checkOneInput() const {
  if (inputs.size() == 1) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The network has {} inputs, and one sample was given.", inputs.size()),
              fmt::format("Give each of them its own: {}.", wordsOf(inputs)));
}

// Prepares an image for the network, with a batch axis of 1.
Result<Tensor> ModelInspector::State::prepare(const Tensor& image) const {
  if (image.defined() && image.dtype() == DataType::UInt8 && image.shape().rank() == 3) {
    const auto plan = TransformPlan::make(transforms, image.type());
    if (plan.ok() && plan->outputType().shape == sampleShape) return prepareImage(image, transforms);
  } else if (image.defined() && image.dtype() == inputType && image.shape() == sampleShape) {
    return image.reshaped(withBatchAxis(sampleShape));
  }
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The network expects images of {}, but {} was given.", sampleShape.toString(),
                          image.defined() ? image.type().toString() : std::string("none")),
              "Fit the image to that size and number of channels first.");
}

// Prepares a sample of a data set in the same way.
Result<Tensor> ModelInspector::State::prepareSample(const Tensor& sample) const {
  // Where samples are bytes, numbers are what the transforms make of them.
  if (samples.dtype == DataType::UInt8 || !sample.defined() || sample.dtype() != DataType::Float32) {
    const bool window = sample.defined() && sample.dtype() == DataType::Int32 && sampleShape.rank() == 1 &&
                        sample.shape() == Shape{sampleShape[0] + 1};
    if (!window) return prepare(sample);
    Tensor symbols = Tensor::make({DataType::Int32, withBatchAxis(sampleShape)});
    std::memcpy(symbols.raw(), sample.raw(), symbols.bytes());
    return symbols;
  }
  FOVEA_TRY(const TransformPlan plan, TransformPlan::make(transforms, sample.type()));
  if (plan.outputType().shape != sampleShape) return prepare(sample);
  Tensor input = Tensor::make({DataType::Float32, withBatchAxis(sampleShape)});
  InputScratch scratch;
  Random unused(0);
  FOVEA_CHECK(prepareInput(rawContent(sample), plan, unused, scratch, input.raw()));
  return input;
}

Result<std::vector<std::pair<ValueId, Tensor>>> ModelInspector::State::setSample(const Sample& sample) {
  std::vector<std::pair<ValueId, Tensor>> prepared;
  if (reads.empty()) {
    FOVEA_CHECK(checkOneInput());
    FOVEA_TRY(const Tensor input, prepareSample(sample.input));
    prepared.emplace_back(images, input);
  }
  for (std::size_t i = 0; i < reads.size(); ++i) {
    const std::size_t part = reads[i];
    const Tensor values = part == 0 ? sample.input : part <= sample.parts.size() ? sample.parts[part - 1] : Tensor();
    FOVEA_TRY(const Tensor input, prepareFor(i, values));
    prepared.emplace_back(inputs[i].value, input);
  }
  for (const auto& [value, input] : prepared) FOVEA_CHECK(executor->setInput(value, input));
  return prepared;
}

Result<Tensor> ModelInspector::State::run(const Tensor& image) {
  FOVEA_CHECK(checkOneInput());
  FOVEA_TRY(const Tensor input, prepare(image));
  FOVEA_CHECK(executor->setInput(images, input));
  FOVEA_CHECK(executor->run());
  return input;
}

Result<Tensor> ModelInspector::State::answer() const {
  FOVEA_TRY(const Tensor values, executor->read(predictions));
  return withoutBatchAxis(values);
}

// Returns the classes of an answer, most probable first.
Result<Prediction> ModelInspector::State::predictionOf(const Tensor& values) const {
  Prediction prediction{{}, scores};
  for (const float value : values.values<float>()) {
    const auto index = static_cast<std::int64_t>(prediction.classes.size());
    if (std::isnan(value))
      return fail(ErrorCode::InvalidArgument, "The network answers with something that is not a number.",
                  "Its training has diverged: choose an earlier checkpoint.");
    prediction.classes.push_back({index, className(classes, index), value});
  }
  std::stable_sort(prediction.classes.begin(), prediction.classes.end(),
                   [](const auto& a, const auto& b) { return a.probability > b.probability; });
  return prediction;
}

Result<std::vector<LayerActivation>> ModelInspector::State::activations(
    const std::vector<std::pair<ValueId, Tensor>>& given) const {
  std::vector<LayerActivation> result;
  for (const LayerTap& tap : taps) {
    Tensor values;
    // The device memory of an input may have been reused since.
    for (const auto& [value, prepared] : given)
      if (value == tap.value) values = prepared;
    if (!values.defined()) {
      FOVEA_TRY(values, executor->read(tap.value));
    }
    values = withoutBatchAxis(values);
    result.push_back({tap.layer, tap.name, tap.title, values, tap.steps && values.shape().rank() == 2, {}});
  }
  for (const AttentionTap& tap : attentions) {
    const auto layer = std::ranges::find(result, tap.layer, &LayerActivation::name);
    if (layer == result.end()) continue;
    FOVEA_TRY(Tensor query, executor->read(tap.query));
    FOVEA_TRY(Tensor key, executor->read(tap.key));
    layer->attention =
        std::make_shared<const AttentionInputs>(AttentionInputs{tap.geometry, std::move(query), std::move(key)});
  }
  return result;
}

ModelInspector::ModelInspector(std::unique_ptr<State> state) : state_(std::move(state)) {}
ModelInspector::~ModelInspector() = default;

Result<std::unique_ptr<ModelInspector>> ModelInspector::create(const Checkpoint& checkpoint,
                                                               std::shared_ptr<Device> device) {
  auto state = std::make_unique<State>();
  state->classes = checkpoint.classes;
  state->transforms = deterministicPart(checkpoint.transforms);
  state->samples = checkpoint.samples;
  state->uniform = checkpoint.uniformSamples;
  FOVEA_CHECK(state->compile(checkpoint, std::move(device)));
  state->fitting = ImageFitting(checkpoint, state->sampleShape);
  return std::unique_ptr<ModelInspector>(new ModelInspector(std::move(state)));
}

const std::vector<Feed>& ModelInspector::inputs() const {
  return state_->inputs;
}

Result<std::vector<std::pair<std::string, Tensor>>> ModelInspector::answerAll(
    const std::vector<std::pair<std::string, Tensor>>& samples) {
  const auto given = [&](const std::string& name) {
    return std::find_if(samples.begin(), samples.end(), [&](const auto& sample) { return sample.first == name; });
  };
  for (const auto& sample : samples)
    if (std::none_of(state_->inputs.begin(), state_->inputs.end(),
                     [&](const Feed& feed) { return feed.name == sample.first; }))
      return fail(ErrorCode::InvalidArgument, fmt::format("The network has no input \"{}\".", sample.first),
                  fmt::format("It expects {}.", wordsOf(state_->inputs)));
  for (std::size_t i = 0; i < state_->inputs.size(); ++i) {
    const Feed& feed = state_->inputs[i];
    const auto sample = given(feed.name);
    const Shape shape(feed.type.shape.extents().subspan(1));
    if (sample == samples.end())
      return fail(ErrorCode::InvalidArgument, fmt::format("The input \"{}\" is missing.", feed.name),
                  fmt::format("The network expects {}.", wordsOf(state_->inputs)));
    if (!state_->reads.empty()) {
      FOVEA_TRY(const Tensor prepared, state_->prepareFor(i, sample->second));
      FOVEA_CHECK(state_->executor->setInput(feed.value, prepared));
      continue;
    }
    if (!sample->second.defined() || sample->second.type() != TensorType{feed.type.dtype, shape})
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("The input \"{}\" expects {}, but {} was given.", feed.name,
                              TensorType{feed.type.dtype, shape}.toString(),
                              sample->second.defined() ? sample->second.type().toString() : std::string("nothing")));
    FOVEA_CHECK(state_->executor->setInput(feed.value, sample->second.reshaped(feed.type.shape)));
  }
  FOVEA_CHECK(state_->executor->run());
  std::vector<std::pair<std::string, Tensor>> answers;
  for (const NetworkOutput& output : state_->outputs) {
    FOVEA_TRY(const Tensor values, state_->executor->read(output.value));
    answers.emplace_back(output.name, withoutBatchAxis(values));
  }
  return answers;
}

const Shape& ModelInspector::sampleShape() const {
  return state_->sampleShape;
}

const std::vector<std::string>& ModelInspector::classes() const {
  return state_->classes;
}

std::vector<LayerOutput> ModelInspector::layers() const {
  std::vector<LayerOutput> result;
  for (const LayerTap& tap : state_->taps) {
    const TensorType& type = state_->executor->graph().value(tap.value).type;
    result.push_back({tap.name, tap.title, {type.dtype, Shape(type.shape.extents().subspan(1))}});
  }
  return result;
}

AnswerKind ModelInspector::answers() const {
  return state_->answers;
}

bool ModelInspector::answersWithScores() const {
  return state_->scores;
}

const ImageFitting& ModelInspector::images() const {
  return state_->fitting;
}

Result<Tensor> ModelInspector::predict(const Tensor& sample) {
  FOVEA_CHECK(state_->checkOneInput());
  FOVEA_TRY(const Tensor input, state_->prepareSample(sample));
  FOVEA_CHECK(state_->executor->setInput(state_->images, input));
  FOVEA_CHECK(state_->executor->run());
  return state_->answer();
}

Result<Tensor> ModelInspector::predict(const Sample& sample) {
  FOVEA_CHECK(state_->setSample(sample));
  FOVEA_CHECK(state_->executor->run());
  return state_->answer();
}

Result<Tensor> ModelInspector::networkInput(const Tensor& sample) const {
  FOVEA_CHECK(state_->checkOneInput());
  FOVEA_TRY(const Tensor input, state_->prepareSample(sample));
  return withoutBatchAxis(input);
}

Result<ModelInspector::LayerReading> ModelInspector::readLayer(const Sample& sample, const std::string& layer) {
  const auto tap =
      std::find_if(state_->taps.begin(), state_->taps.end(), [&](const LayerTap& each) { return each.name == layer; });
  if (tap == state_->taps.end())
    return fail(ErrorCode::NotFound, fmt::format("The network has no layer \"{}\" to look at.", layer));
  LayerReading reading;
  FOVEA_TRY(const auto inputs, state_->setSample(sample));
  FOVEA_CHECK(state_->executor->run());
  FOVEA_TRY(reading.predictions, state_->answer());
  // The device memory of an input may have been reused since.
  for (const auto& [value, prepared] : inputs)
    if (value == tap->value) reading.values = withoutBatchAxis(prepared);
  if (reading.values.defined()) return reading;
  FOVEA_TRY(const Tensor values, state_->executor->read(tap->value));
  reading.values = withoutBatchAxis(values);
  return reading;
}

Result<Tensor> ModelInspector::activationOf(const Tensor& sample, const std::string& layer) {
  Sample whole;
  whole.input = sample;
  FOVEA_TRY(LayerReading reading, readLayer(whole, layer));
  return std::move(reading.values);
}

Result<Prediction> ModelInspector::classify(const Tensor& image) {
  if (!state_->tellsClasses())
    return fail(ErrorCode::InvalidArgument, "The network does not end in probabilities, so it cannot classify.",
                "Add a Softmax or Cross-entropy layer after the last one.");
  if (const auto input = state_->run(image); !input.ok()) return input.error();
  FOVEA_TRY(const Tensor values, state_->answer());
  return state_->predictionOf(values);
}

Result<std::vector<LayerActivation>> ModelInspector::activations(const Tensor& image) {
  FOVEA_TRY(const Tensor input, state_->run(image));
  return state_->activations({{state_->images, input}});
}

Result<Inspection> ModelInspector::inspect(const Tensor& image) {
  FOVEA_TRY(const Tensor input, state_->run(image));
  Inspection inspection;
  FOVEA_TRY(inspection.predictions, state_->answer());
  if (state_->tellsClasses()) {
    FOVEA_TRY(inspection.prediction, state_->predictionOf(inspection.predictions));
  }
  FOVEA_TRY(inspection.activations, state_->activations({{state_->images, input}}));
  return inspection;
}

Result<Inspection> ModelInspector::inspect(const Sample& sample) {
  FOVEA_TRY(const auto inputs, state_->setSample(sample));
  FOVEA_CHECK(state_->executor->run());
  Inspection inspection;
  FOVEA_TRY(inspection.predictions, state_->answer());
  const auto numbers = inspection.predictions.values<float>();
  inspection.notNumbers = std::any_of(numbers.begin(), numbers.end(), [](float number) { return std::isnan(number); });
  if (state_->tellsClasses() && !inspection.notNumbers) {
    FOVEA_TRY(inspection.prediction, state_->predictionOf(inspection.predictions));
  }
  FOVEA_TRY(inspection.activations, state_->activations(inputs));
  return inspection;
}

Result<ReceptiveField> ModelInspector::receptiveField(const std::string& layer,
                                                      const std::vector<std::int64_t>& at) const {
  const auto tap = std::ranges::find(state_->taps, layer, &LayerTap::name);
  if (tap == state_->taps.end())
    return fail(ErrorCode::NotFound, fmt::format("The network has no layer \"{}\" to look at.", layer));
  std::vector<std::pair<std::string, ValueId>> inputs;
  for (const Feed& feed : state_->inputs) inputs.emplace_back(feed.name, feed.value);
  return fovea::receptiveField(*state_->graph, tap->value, at, inputs);
}

Result<std::vector<LayerFilters>> ModelInspector::filters() const {
  std::vector<LayerFilters> copies = state_->filters;
  for (LayerFilters& copy : copies) {
    const Tensor original = copy.weights;
    FOVEA_TRY(copy.weights, Tensor::tryMake(original.type()));
    std::memcpy(copy.weights.raw(), original.raw(), original.bytes());
  }
  return copies;
}

}  // namespace fovea
