#include "core/layers/layer_type.h"

#include <fmt/format.h>

#include <unordered_map>

#include "core/layers/primitive_layers.h"
#include "core/layers/stable_hash.h"

namespace fovea {

std::vector<LayerType> generatedLayers();

const char* layerFamilyTitle(LayerFamily family) {
  switch (family) {
    case LayerFamily::Data:
      return "Data";
    case LayerFamily::Convolution:
      return "Convolution";
    case LayerFamily::Pooling:
      return "Pooling";
    case LayerFamily::Activation:
      return "Activation";
    case LayerFamily::Normalization:
      return "Normalisation";
    case LayerFamily::Linear:
      return "Linear";
    case LayerFamily::Sequence:
      return "Sequence";
    case LayerFamily::Loss:
      return "Loss";
    case LayerFamily::Shape:
      return "Shape";
  }
  return "";
}

namespace {

// Adds the fields that all layers with weights and all losses share, after their own.
void addSharedFields(LayerType& layer) {
  std::vector<Field> fields = layer.parameters.fields();
  if (layer.learns) {
    for (Field& field : fields)
      if (field.name == "initializer") field.relevantWhen.push_back({kSharedWeights, {""}});
    for (Field& field : learningFields(layer.parameters)) {
      field.relevantWhen.insert(field.relevantWhen.end(), layer.learnsWhen.begin(), layer.learnsWhen.end());
      fields.push_back(std::move(field));
    }
  }
  if (layer.learns) {
    layer.caption = [own = layer.caption](const FieldValues& values) {
      const std::string said = own ? own(values) : std::string();
      const std::string owner = sharesWeightsWith(values);
      return owner.empty() ? said : fmt::format("{}{}↔ {}", said, said.empty() ? "" : " · ", owner);
    };
  }
  if (layer.family == LayerFamily::Loss) {
    fields.push_back(lossWeightField());
    layer.caption = [own = layer.caption](const FieldValues& values) {
      const std::string said = own ? own(values) : std::string();
      const double weight = lossWeightOf(values);
      if (weight == 1) return said;
      return fmt::format("{}{}× {:g}", said, said.empty() ? "" : " · ", weight);
    };
  }
  layer.parameters = Schema(std::move(fields));
}

}  // namespace

LayerBuilder::LayerBuilder(GraphBuilder& graph, NetworkMode mode, std::int64_t batch, std::uint64_t seed,
                           BatchFacts facts)
    : graph_(graph), mode_(mode), batch_(batch), seed_(seed), facts_(facts) {}

ValueId LayerBuilder::parameter(const std::string& name, const Shape& shape, const Initializer& initializer,
                                bool decay) {
  Initializer first = initializer;
  const bool bias = name == "bias";
  if (bias && learning_.biasValue != 0) {
    first = {.kind = InitializerKind::Constant, .deviation = learning_.biasValue};
  } else if (first.chosen) {
    first.deviation = learning_.initializerSize;
    first.byFanOut = learning_.initializerByFanOut;
  }
  const std::string& owner = learning_.sharesWeightsWith.empty() ? layer_ : learning_.sharesWeightsWith;
  const std::string full = owner + "." + name;
  // The layer that owns the weights may come before or after those that share them.
  if (const auto known = parameters_.find(full); known != parameters_.end() && known->second.second != layer_) {
    const Shape& has = graph_.typeOf(known->second.first).shape;
    if (has == shape) return known->second.first;
    graph_.reportError(fail(ErrorCode::InvalidArgument,
                            fmt::format("Its {} would be {}, but that of “{}” is {}: they cannot be the same weights.",
                                        name, shape.toString(), known->second.second, has.toString()),
                            "Set both layers alike, or give this one weights of its own."));
    return {};
  }
  const double rate = learning_.rateMultiplier * (bias ? learning_.biasRateMultiplier : 1.0);
  const ValueId value = addVariable({.name = full,
                                     .layer = owner,
                                     .type = {DataType::Float32, shape},
                                     .initializer = first,
                                     .value = {},
                                     .decay = decay,
                                     .rateMultiplier = learning_.frozen ? 0.0 : rate,
                                     .decayMultiplier = learning_.decayMultiplier});
  if (value.valid()) parameters_.emplace(full, std::pair(value, layer_));
  return value;
}

ValueId LayerBuilder::state(const std::string& name, const Shape& shape, InitializerKind first) {
  return addVariable({.name = layer_ + "." + name,
                      .layer = layer_,
                      .type = {DataType::Float32, shape},
                      .initializer = {.kind = first},
                      .value = {},
                      .trainable = false,
                      .decay = false,
                      .rateMultiplier = learning_.frozen ? 0.0 : learning_.rateMultiplier,
                      .decayMultiplier = learning_.decayMultiplier});
}

ValueId LayerBuilder::addVariable(VariableInfo info) {
  const Shape& shape = info.type.shape;
  if (const Result<Shape> checked = Shape::make(shape.extents()); !checked.ok()) {
    const std::string own = info.name.substr(info.layer.size() + 1);
    graph_.reportError(
        fail(ErrorCode::InvalidArgument, "The " + own + " would be too large: " + shape.toString() + "."));
    return {};
  }
  info.value = graph_.addVariable(info.name, info.type);
  variables_.push_back(std::move(info));
  return variables_.back().value;
}

ValueId LayerBuilder::feed(FeedRole role, const char* name, const TensorType& type) {
  if (const Feed* known = feeds_.find(role)) return known->value;
  feeds_.add({name, role, type, graph_.addInput(name, type)});
  return feeds_.value(role);
}

ValueId LayerBuilder::samples(const TensorType& sample, std::int64_t symbols) {
  std::vector<std::int64_t> extents{batch_};
  extents.insert(extents.end(), sample.shape.begin(), sample.shape.end());
  const Result<Shape> shape = Shape::make(extents);
  if (!shape.ok()) {
    graph_.reportError(shape.error().within(layer_));
    return {};
  }
  const TensorType type{sample.dtype, *shape};
  feeds_.add({layer_, FeedRole::Samples, type, graph_.addInput(layer_ + ".samples", type), symbols});
  return (feeds_.end() - 1)->value;
}

ValueId LayerBuilder::target(const TensorType& type) {
  assert(mode_ != NetworkMode::Inference);
  const ValueId target = feed(FeedRole::Target, "target", type);
  if (graph_.typeOf(target) == type) return target;
  graph_.reportError(fail(
      ErrorCode::InvalidArgument,
      "Another loss compares with " + graph_.typeOf(target).toString() + ", this one with " + type.toString() + ".",
      "Keep one of the two losses."));
  return {};
}

ValueId LayerBuilder::labels() {
  return target({DataType::Int32, Shape{batch_}});
}

ValueId LayerBuilder::lengths() {
  return facts_.lengths ? feed(FeedRole::Lengths, "lengths", {DataType::Float32, Shape{batch_}}) : ValueId{};
}

ValueId LayerBuilder::dropout(ValueId x, double probability, std::int64_t seed) {
  const std::int64_t perSample = shapeOf(x).elementCount() / batch_;
  const FieldValues attributes{{"probability", probability}, {"seed", seed}, {"first", facts_.first * perSample}};
  return graph_.emit("dropout", attributes, {x, step()})[0];
}

ValueId LayerBuilder::step() {
  return feed(FeedRole::Step, "step", {DataType::Int64, Shape{}});
}

std::string LayerBuilder::carriedName(const std::string& name) const {
  return (mode_ == NetworkMode::Training ? "" : "validation.") + layer_ + "." + name;
}

ValueId LayerBuilder::carriedState(const std::string& name, std::int64_t units) {
  if (facts_.streams == 0) return {};
  const CarriedState state{carriedName(name), layer_, {DataType::Float32, Shape{facts_.streams, units}}};
  ValueId rows = graph_.addVariable(state.name, state.type);
  carried_.push_back(state);
  if (batch_ < facts_.streams) rows = graph_.emitOne("slice", {{"axis", std::int64_t{0}}, {"length", batch_}}, {rows});
  const ValueId continues = feed(FeedRole::Continues, "continues", {DataType::Float32, Shape{batch_, 1}});
  return graph_.emitOne("multiply", {}, {rows, continues});
}

// The smaller batch at the end of an epoch has no successor to carry a state to.
void LayerBuilder::carryState(const std::string& name, ValueId last) {
  if (batch_ < facts_.streams) return;
  graph_.emit("assign", {}, {graph_.graph().findVariable(carriedName(name)), last});
}

std::int64_t LayerBuilder::layerSeed() const {
  // 53 bits, so that every JSON reader keeps the seed exactly.
  return static_cast<std::int64_t>(stableHash(layer_, seed_) >> 11);
}

void LayerBuilder::setLoss(ValueId loss, const LossCount& count) {
  if (!loss_.valid()) {
    lossCount_ = count;
  } else if (lossCount_.of != count.of) {
    lossCount_ = {};
    undividedLoss_ = layer_;
  }
  const ValueId weighted = lossWeight_ == 1 ? loss : graph_.emitOne("scale", {{"factor", lossWeight_}}, {loss});
  loss_ = loss_.valid() ? graph_.emitOne("add", {}, {loss_, weighted}) : weighted;
}

void LayerBuilder::setLossOfBatch(ValueId loss) {
  setLoss(loss);
  undividedLoss_ = layer_;
}

void LayerBuilder::setPredictions(ValueId probabilities) {
  if (judged_) predictions_ = probabilities;
}

void LayerBuilder::addMetric(MetricInfo metric) {
  if (!judged_) return;
  for (const MetricInfo& known : metrics_)
    if (known.name == metric.name) return;
  metrics_.push_back(std::move(metric));
}

void LayerBuilder::beginLayer(const std::string& name, const FieldValues& parameters, bool judged) {
  layer_ = name;
  learning_ = learningOf(parameters);
  lossWeight_ = lossWeightOf(parameters);
  judged_ = judged;
  graph_.setScope(name);
}

const std::vector<LayerType>& allLayers() {
  static const std::vector<LayerType> layers = [] {
    std::vector<LayerType> all = generatedLayers();
    for (LayerType& layer : primitiveLayers(all)) all.push_back(std::move(layer));
    for (LayerType& layer : all) addSharedFields(layer);
    return all;
  }();
  return layers;
}

const LayerType* findLayer(std::string_view name) {
  static const auto byName = [] {
    std::unordered_map<std::string_view, const LayerType*> names;
    for (const LayerType& layer : allLayers()) names.emplace(layer.name, &layer);
    return names;
  }();
  const auto found = byName.find(name);
  return found == byName.end() ? nullptr : found->second;
}

}  // namespace fovea
