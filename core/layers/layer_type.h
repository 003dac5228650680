// Why: a layer is what a person sees: parameters with a form, ports, help, a place in the palette, and `build`, which
// lowers it to ops. Its description is the one source for canvas, forms, JSON, help and exporters.
// A new layer is one new file in core/layers/library; the build finds it.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/layers/feed.h"
#include "core/layers/loss_declaration.h"

namespace fovea {

enum class LayerFamily { Data, Convolution, Pooling, Activation, Normalization, Linear, Sequence, Loss, Shape };
// "Convolution", as a palette heading.
const char* layerFamilyTitle(LayerFamily family);

// How the first values of a parameter are drawn. Fans are those of a weight [out, in, ...receptive field].
// Sources: Glorot and Bengio 2010 (Xavier); He et al. 2015; LeCun et al. 1998; Saxe, McClelland and Ganguli 2014
// (orthogonal: rows or columns, whichever are fewer, of a weight [out, rest]); Long, Shelhamer and Darrell 2015
// (bilinear). HeUniform has gain 1/sqrt(3), bound 1/sqrt(fan in), as PyTorch's layers do by default; HeUniformRelu has
// gain sqrt(2). TruncatedNormal leaves out what is further than two deviations from zero.
enum class InitializerKind {
  Zeros,
  Ones,
  HeNormal,
  HeUniform,
  XavierUniform,
  Normal,
  HeUniformRelu,
  XavierNormal,
  LecunNormal,
  LecunUniform,
  TruncatedNormal,
  Uniform,
  Constant,
  Orthogonal,
  Identity,  // ones where row and column are the same, in the middle of a receptive field
  Bilinear,  // each output channel interpolates one input channel: for transposed convolutions that enlarge
};
struct Initializer {
  InitializerKind kind = InitializerKind::Zeros;
  double deviation = 0.01;  // of Normal and TruncatedNormal; the bound of Uniform, the value of Constant
  std::int64_t fanIn = 0;   // 0: from the shape
  std::int64_t fanOut = 0;  // likewise
  bool byFanOut = false;    // He and LeCun divide by the fan out
  bool chosen = false;      // by a person, whose other choices for the layer hold too: deviation and fan
};
// The choices "he_normal", "xavier_uniform"... for a layer's `initializer` field, and back.
std::vector<FieldChoice> weightInitializerChoices();
Initializer initializerFromChoice(const std::string& choice);

// What a person chose for a layer with parameters, beside what the layer itself asks for.
struct LayerLearning {
  bool frozen = false;
  double rateMultiplier = 1;
  double decayMultiplier = 1;
  double biasRateMultiplier = 1;  // on top of rateMultiplier
  double biasValue = 0;           // what biases begin with; 0: as the layer has it
  double initializerSize = 0.01;  // Initializer::deviation
  bool initializerByFanOut = false;
};
// The fields of LayerLearning as they are appended to a layer's own; those of the initialiser only beside a field
// "initializer", those of biases beside a choice "bias".
std::vector<Field> learningFields(const Schema& own);
// From parameters that may lack them.
LayerLearning learningOf(const FieldValues& parameters);

// How much a loss counts beside others, as it is appended to the fields of a loss; and its value, 1 where it is not
// set.
Field lossWeightField();
double lossWeightOf(const FieldValues& parameters);

// A variable that the network needs, and how it begins.
struct VariableInfo {
  std::string name;  // "conv1.weight"
  std::string layer;
  TensorType type;
  Initializer initializer;
  ValueId value;
  bool trainable = true;  // false: state such as running statistics
  bool decay = true;      // weight decay applies (not to biases and normalisation)
  // A person's choice for the layer: factors on the learning rate and on the weight decay. A frozen layer has rate 0.
  double rateMultiplier = 1;
  double decayMultiplier = 1;
};

// A variable that keeps what a row of the batch ends with for the row that goes on from it: of no weights, and zero
// where a text begins.
struct CarriedState {
  std::string name;  // "lstm1.hidden_0"; of an evaluation, which keeps its own, "validation.lstm1.hidden_0"
  std::string layer;
  TensorType type;  // [streams, units]
};

// How the values of a metric from many batches become one number (or one table) to show.
enum class MetricKind {
  // f32 []: a sum over the samples of the batch; shown divided by the number of samples: accuracy.
  MeanOverSamples,
  // f32 [2]: a sum and how many it is of; added up over batches, shown as the one divided by the other (0 of 0: 0).
  Ratio,
  RootOfRatio,         // the same, but its square root is shown: root mean squared error
  ExponentialOfRatio,  // the same, but exp of it is shown: perplexity
  // f32 [K, K]: counts by true class (row) and predicted class (column); added up over batches. Precision, recall, F1
  // and
  // intersection over union of each class, and their means, follow from it.
  Confusion,
};

// A number that says how good the network is, beside the loss.
struct MetricInfo {
  std::string name;   // as stored in a run: "correct", "top_5"
  std::string title;  // as shown: "Accuracy"
  ValueId value;      // of the type that `kind` says
  MetricKind kind = MetricKind::MeanOverSamples;
  std::string unit;  // "%": a share of 1 that is shown as percent; "dB"; empty: a plain number
  bool lowerIsBetter = false;
};

enum class NetworkMode {
  Training,    // dropout drops, batch norm uses the batch, labels and loss are there
  Evaluation,  // as inference, with labels, loss and metrics
  Inference,   // no labels
};

// What is known of the batches that a graph is for, beside how many samples they hold.
struct BatchFacts {
  // The rows of a whole batch where each goes on from that of the batch before; 0 where batches have nothing to do with
  // each other. The last batch of an epoch may have fewer rows.
  std::int64_t streams = 0;
  bool lengths = false;  // samples say how much of their time is their own: DatasetInfo::lengths
};

// What `build` writes to. Not thread-safe; lives for one lowering.
class LayerBuilder {
 public:
  LayerBuilder(GraphBuilder& graph, NetworkMode mode, std::int64_t batch, std::uint64_t seed, BatchFacts facts = {});

  GraphBuilder& graph() { return graph_; }
  NetworkMode mode() const { return mode_; }
  // Whether the layer being built learns now. A frozen one works as in evaluation: batch norm uses its running moments.
  bool training() const { return mode_ == NetworkMode::Training && !learning_.frozen; }
  // Says whether ops keep what their gradients need. Gradients also pass through a frozen layer to those before it.
  bool differentiable() const { return mode_ == NetworkMode::Training || differentiable_; }
  // Makes the graph differentiable outside of training, too.
  void setDifferentiable() { differentiable_ = true; }
  std::int64_t batch() const { return batch_; }
  Shape shapeOf(ValueId value) const { return graph_.typeOf(value).shape; }

  // A trainable variable named "<layer>.<name>".
  ValueId parameter(const std::string& name, const Shape& shape, const Initializer& initializer, bool decay = true);
  // A variable that training changes but the optimizer does not (Zeros or Ones to begin with).
  ValueId state(const std::string& name, const Shape& shape, InitializerKind first);
  // The samples of the layer being built, [batch, ...sample.shape]; their feed has the layer's name.
  // `symbols`: see Feed.
  ValueId samples(const TensorType& sample, std::int64_t symbols);
  // The feed of the target, of that type with the batch axis, made by the first call; an error if it is known with
  // another type. Not to be asked for in Inference.
  ValueId target(const TensorType& type);
  // The target of a classifier: i32 [batch].
  ValueId labels();
  // The feed f32 [batch] of the share of each sample's time that is its own, made by the first call; invalid where
  // samples say nothing of it. It is a share because layers may have shortened the time since.
  ValueId lengths();
  // The feed i64 [] of the number of the training step, which counts random numbers; made by the first call.
  ValueId step();
  // What each row of the batch before ended with, f32 [batch, units]: zero in rows that do not go on. Invalid without
  // streams.
  ValueId carriedState(const std::string& name, std::int64_t units);
  // Keeps what the rows of this batch end with, for carriedState() of the same name in the next.
  void carryState(const std::string& name, ValueId last);
  // A seed that differs by layer name and is the same for each lowering.
  std::int64_t layerSeed() const;

  // f32 []; losses add up, each times its weight.
  void setLoss(ValueId loss);
  // Predictions and metrics of a layer that is not judged are left out.
  void setPredictions(ValueId probabilities);
  // Names are unique; a second metric of one name is left out.
  void addMetric(MetricInfo metric);

  // `parameters` are those of the layer, for what a person chose of its learning and its weight as a loss. Not
  // `judged`: a loss at the side of another one, which only helps in training.
  void beginLayer(const std::string& name, const FieldValues& parameters = {}, bool judged = true);
  const std::string& layerName() const { return layer_; }
  const std::vector<VariableInfo>& variables() const { return variables_; }
  const std::vector<CarriedState>& carried() const { return carried_; }
  const FeedList& feeds() const { return feeds_; }
  ValueId loss() const { return loss_; }
  ValueId predictions() const { return predictions_; }
  const std::vector<MetricInfo>& metrics() const { return metrics_; }

 private:
  std::string carriedName(const std::string& name) const;
  // The feed of `role`, made by the first call.
  ValueId feed(FeedRole role, const char* name, const TensorType& type);

  GraphBuilder& graph_;
  NetworkMode mode_;
  std::int64_t batch_;
  std::uint64_t seed_;
  BatchFacts facts_;
  bool differentiable_ = false;
  std::string layer_;
  LayerLearning learning_;
  double lossWeight_ = 1;
  bool judged_ = true;
  std::vector<VariableInfo> variables_;
  std::vector<CarriedState> carried_;
  std::vector<MetricInfo> metrics_;
  FeedList feeds_;
  ValueId loss_, predictions_;
};

struct LayerPort {
  std::string name;
  bool variadic = false;  // the last input only: one or more edges, in order of their input index
};

struct LayerType {
  std::string name;   // "convolution", as stored
  std::string title;  // "Convolution", as shown
  std::string help;   // what it does, its formula and shapes, in plain words
  std::string icon;   // of the icon family; empty: the family's own
  LayerFamily family = LayerFamily::Shape;
  // Of a loss; of other layers, what a network without a loss answers if it has one of them.
  AnswerMeaning answers = AnswerMeaning::Numbers;
  LossDeclaration loss;  // of a loss
  // It has weights, under these conditions if there are any: allLayers() completes its schema with learningFields().
  bool learns = false;
  std::vector<FieldCondition> learnsWhen;
  Schema parameters;
  std::vector<LayerPort> inputs{{"input"}};
  std::vector<LayerPort> outputs{{"output"}};
  // The ports where they depend on the (complete) parameters; empty: always `inputs` and `outputs`.
  std::function<std::vector<LayerPort>(const FieldValues& parameters)> inputsOf;
  std::function<std::vector<LayerPort>(const FieldValues& parameters)> outputsOf;
  // Whether the palette and the search offer it; the others come by other ways: a block's use, a placeholder.
  bool listed = true;
  // Emits the layer's ops. `parameters` are complete and valid, `inputs` as many as the ports say. Values are [N, C, H,
  // W] or [N, K]. Errors say what was got and what is needed: "A convolution needs an image [C, H, W], but got 500
  // numbers."
  std::function<Result<std::vector<ValueId>>(LayerBuilder&, const FieldValues& parameters,
                                             std::span<const ValueId> inputs)>
      build;
  // The key parameters on a node: "20 · 5×5". Empty function: nothing.
  std::function<std::string(const FieldValues& parameters)> caption;
  // How a stored older version of the parameters becomes the present one; empty: there is none.
  int version = 1;
  std::function<Result<Json>(const Json& parameters, int version)> migrate;

  // The ports of a layer whose parameters are `values`. Those of a layer in a network: see portsOf.
  std::vector<LayerPort> inputPorts(const FieldValues& values) const { return inputsOf ? inputsOf(values) : inputs; }
  std::vector<LayerPort> outputPorts(const FieldValues& values) const {
    return outputsOf ? outputsOf(values) : outputs;
  }
};

// Every layer by name, from the files of core/layers/library. Built once on first use; immutable; thread-safe.
const std::vector<LayerType>& allLayers();
const LayerType* findLayer(std::string_view name);

}  // namespace fovea
