// Why: describes a layer as the user sees it: parameters with a form, ports, help, its palette entry, and `build`,
// which lowers it to ops. Canvas, forms, JSON, help and exporters all read this description.
// A new layer is one new file in core/layers/library; the build finds it.
#pragma once
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/graph/graph.h"
#include "core/layers/feed.h"
#include "core/layers/loss_declaration.h"

namespace fovea {

enum class LayerFamily { Data, Convolution, Pooling, Activation, Normalization, Linear, Sequence, Loss, Shape };
// The heading in the palette: "Convolution".
const char* layerFamilyTitle(LayerFamily family);

// How a parameter is initialised. Fans refer to a weight [out, in, ...receptive field].
// Sources: Glorot and Bengio 2010 (Xavier); He et al. 2015; LeCun et al. 1998; Saxe, McClelland and Ganguli 2014
// (orthogonal: rows or columns, whichever are fewer, of a weight [out, rest]); Long, Shelhamer and Darrell 2015
// (bilinear). HeUniform has gain 1/sqrt(3), bound 1/sqrt(fan in), as PyTorch's layers do by default; HeUniformRelu has
// gain sqrt(2). TruncatedNormal redraws values beyond two standard deviations.
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
  Identity,  // ones on the diagonal, at the centre of the receptive field
  Bilinear,  // each output channel interpolates one input channel; for upsampling transposed convolutions
};
struct Initializer {
  InitializerKind kind = InitializerKind::Zeros;
  double deviation = 0.01;  // standard deviation (Normal, TruncatedNormal), bound (Uniform) or value (Constant)
  std::int64_t fanIn = 0;   // 0: computed from the shape
  std::int64_t fanOut = 0;  // 0: computed from the shape
  bool byFanOut = false;    // He and LeCun scale by the fan out
  bool chosen = false;      // the user chose it, so the layer's deviation and fan settings apply too
};
// The choices "he_normal", "xavier_uniform"... of a layer's `initializer` field, and the conversion back.
std::vector<FieldChoice> weightInitializerChoices();
Initializer initializerFromChoice(const std::string& choice);

// The settings that every layer with parameters has in addition to its own schema.
struct LayerLearning {
  bool frozen = false;
  double rateMultiplier = 1;
  double decayMultiplier = 1;
  double biasRateMultiplier = 1;  // multiplied with rateMultiplier
  double biasValue = 0;           // initial value of biases; 0: the layer's default
  double initializerSize = 0.01;  // Initializer::deviation
  bool initializerByFanOut = false;
  // The layer of the same sheet whose parameters this one uses instead of its own; empty: its own. The settings above
  // are then those of that layer.
  std::string sharesWeightsWith;
};
inline constexpr const char* kSharedWeights = "shares_weights_with";  // the name of that field
// The fields of LayerLearning, to append to a layer's own. Initializer fields require a field "initializer", bias
// fields a choice "bias".
std::vector<Field> learningFields(const Schema& own);
// Reads them from `parameters`; missing ones get their default.
LayerLearning learningOf(const FieldValues& parameters);
// LayerLearning::sharesWeightsWith of a layer with these parameters.
std::string sharesWeightsWith(const FieldValues& parameters);
// `parameters` with the initialiser and the learning settings of `owner`, whose weights they share.
FieldValues withWeightsOf(const FieldValues& owner, FieldValues parameters);

// The field for a loss's weight among several losses, which losses append to their own; and its value, 1 if not set.
Field lossWeightField();
double lossWeightOf(const FieldValues& parameters);

// A variable that the network needs, and its initial value.
struct VariableInfo {
  std::string name;  // "conv1.weight"
  std::string layer;
  TensorType type;
  Initializer initializer;
  ValueId value;
  bool trainable = true;  // false: state such as running statistics
  bool decay = true;      // weight decay applies (not to biases and normalisation)
  // The user's factors for the layer, on the learning rate and on the weight decay. A frozen layer has rate 0.
  double rateMultiplier = 1;
  double decayMultiplier = 1;
};

// A recurrent state that a row of the next batch continues from. It is no weight, and zero where a text begins.
struct CarriedState {
  std::string name;  // "lstm1.hidden_0"; evaluation has its own: "validation.lstm1.hidden_0"
  std::string layer;
  TensorType type;  // [sequence rows, units]
};

// How the values of a metric from many batches are combined into one number or table.
enum class MetricKind {
  // f32 []: a sum over the samples of the batch; shown divided by the number of samples: accuracy.
  MeanOverSamples,
  // f32 [2]: a sum and its count. Both are added up over batches; the quotient is shown (0 / 0: 0).
  Ratio,
  RootOfRatio,         // like Ratio, but shows its square root: root mean squared error
  ExponentialOfRatio,  // like Ratio, but shows its exponential: perplexity
  // f32 [K, K]: counts by true class (row) and predicted class (column), added up over batches. Precision, recall, F1
  // and intersection over union of each class, and their means, are computed from it.
  Confusion,
};

// A quality measure besides the loss.
struct MetricInfo {
  std::string name;   // as stored in a run: "correct", "top_5"
  std::string title;  // as shown: "Accuracy"
  ValueId value;      // its type depends on `kind`
  MetricKind kind = MetricKind::MeanOverSamples;
  std::string unit;  // "%": a fraction shown in percent; "dB"; empty: a plain number
  bool lowerIsBetter = false;
};

enum class NetworkMode {
  Training,    // dropout is active, batch norm uses batch statistics, labels and loss exist
  Evaluation,  // like inference, plus labels, loss and metrics
  Inference,   // no labels
};

// Properties, besides the number of samples, of the batches that a graph is built for.
struct BatchFacts {
  // The number of sequence rows in a full batch if each row continues the same row of the previous batch; 0 if batches
  // are independent. The last batch of an epoch may have fewer rows.
  std::int64_t streams = 0;
  bool lengths = false;  // samples state the valid fraction of their time steps: DatasetInfo::lengths
  // A batch is computed in several graphs, on several ranks or one after another: the number of samples before those
  // of this graph. Random numbers depend on a sample's place in the whole batch.
  std::int64_t first = 0;
  bool followed = true;  // running statistics follow the samples of this graph
  // Batch norm uses the moments of the samples of all ranks: their number, and the weight of this rank's means in those
  // of the whole batch. 0: of this rank's samples only.
  std::int64_t whole = 0;
  double weight = 1;
};

// The denominator of a loss that is a mean, if it is not the number of samples.
struct LossCount {
  ValueId value;   // f32 []: the number of labels, or the sum of their weights
  std::string of;  // the parameters that it depends on: equal texts are equal counts
};

// Collects the ops that `build` emits. Not thread-safe; lives for one lowering.
class LayerBuilder {
 public:
  LayerBuilder(GraphBuilder& graph, NetworkMode mode, std::int64_t batch, std::uint64_t seed, BatchFacts facts = {});

  GraphBuilder& graph() { return graph_; }
  NetworkMode mode() const { return mode_; }
  // Whether the current layer is training. A frozen layer behaves as in evaluation: batch norm uses its running
  // moments.
  bool training() const { return mode_ == NetworkMode::Training && !learning_.frozen; }
  // Whether ops keep what their gradients need. Gradients also pass through a frozen layer to earlier ones.
  bool differentiable() const { return mode_ == NetworkMode::Training || differentiable_; }
  // Makes the graph differentiable outside of training as well.
  void setDifferentiable() { differentiable_ = true; }
  std::int64_t batch() const { return batch_; }
  const BatchFacts& facts() const { return facts_; }
  Shape shapeOf(ValueId value) const { return graph_.typeOf(value).shape; }

  // A trainable variable named "<layer>.<name>". Layers that share weights get the same variable, named after the layer
  // that has them; another shape is an error.
  ValueId parameter(const std::string& name, const Shape& shape, const Initializer& initializer, bool decay = true);
  // A variable that training changes without the optimizer; initialised with Zeros or Ones. Never shared.
  ValueId state(const std::string& name, const Shape& shape, InitializerKind first);
  // The samples of the current layer, [batch, ...sample.shape]; their feed has the layer's name.
  // `symbols`: see Feed.
  ValueId samples(const TensorType& sample, std::int64_t symbols);
  // The target feed of that type plus the batch axis. The first call creates it; a later call with another type is an
  // error. Not available in Inference.
  ValueId target(const TensorType& type);
  // The target of a classifier, i32 [batch].
  ValueId labels();
  // The feed f32 [batch] with the valid fraction of each sample's time steps, created by the first call; invalid if
  // samples state none. It is a fraction because earlier layers may have shortened the time axis.
  ValueId lengths();
  // The feed i64 [] with the training step, which random number generators use as counter; created by the first call.
  ValueId step();
  // Sets each number of x [batch, …] to zero with that probability. The draw depends on its place in the whole batch.
  ValueId dropout(ValueId x, double probability, std::int64_t seed);
  // The final state f32 [batch, units] of each row of the previous batch, zero in rows that start anew. Invalid if
  // batches are independent.
  ValueId carriedState(const std::string& name, std::int64_t units);
  // Stores the final state of each row, for carriedState() of the same name in the next batch.
  void carryState(const std::string& name, ValueId last);
  // A seed that depends on the layer's name and is the same in each lowering.
  std::int64_t layerSeed() const;

  // `loss` is f32 []; losses are added, each times its weight.
  void setLoss(ValueId loss, const LossCount& count = {});
  // The same for a loss that compares the samples of a batch with each other, so that it is not a mean over them.
  void setLossOfBatch(ValueId loss);
  // Predictions and metrics of side losses are ignored.
  void setPredictions(ValueId probabilities);
  // Names are unique; a second metric of the same name is ignored.
  void addMetric(MetricInfo metric);

  // `parameters` are the layer's: they hold its learning settings and its weight as a loss. `judged` is false for a
  // side loss, which only helps training.
  void beginLayer(const std::string& name, const FieldValues& parameters = {}, bool judged = true);
  const std::string& layerName() const { return layer_; }
  const std::vector<VariableInfo>& variables() const { return variables_; }
  const std::vector<CarriedState>& carried() const { return carried_; }
  const FeedList& feeds() const { return feeds_; }
  ValueId loss() const { return loss_; }
  // The count that all losses have in common; its value is invalid if there is none.
  const LossCount& lossCount() const { return lossCount_; }
  // The layer because of which the loss of a batch does not follow from the losses of its parts; empty: it does.
  const std::string& undividedLoss() const { return undividedLoss_; }
  ValueId predictions() const { return predictions_; }
  const std::vector<MetricInfo>& metrics() const { return metrics_; }

 private:
  std::string carriedName(const std::string& name) const;
  ValueId addVariable(VariableInfo info);
  // The feed of `role`, created by the first call.
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
  // By name: the parameters so far, and the layer that created each.
  std::unordered_map<std::string, std::pair<ValueId, std::string>> parameters_;
  std::vector<CarriedState> carried_;
  std::vector<MetricInfo> metrics_;
  FeedList feeds_;
  ValueId loss_, predictions_;
  LossCount lossCount_;
  std::string undividedLoss_;
};

struct LayerPort {
  std::string name;
  bool variadic = false;  // last input only: one or more edges, in order of their input index
};

struct LayerType {
  std::string name;   // "convolution", as stored
  std::string title;  // "Convolution", as shown
  std::string help;   // what it does, its formula and shapes, in plain words
  std::string icon;   // name in the icon family; empty: the layer family's icon
  LayerFamily family = LayerFamily::Shape;
  // What a network with this loss predicts; for other layers, what a network without a loss predicts.
  AnswerMeaning answers = AnswerMeaning::Numbers;
  LossDeclaration loss;  // for losses
  // The layer has weights, if these conditions hold: allLayers() then appends learningFields() to its schema.
  bool learns = false;
  std::vector<FieldCondition> learnsWhen;
  Schema parameters;
  std::vector<LayerPort> inputs{{"input"}};
  std::vector<LayerPort> outputs{{"output"}};
  // The ports, if they depend on the (complete) parameters; empty: always `inputs` and `outputs`.
  std::function<std::vector<LayerPort>(const FieldValues& parameters)> inputsOf;
  std::function<std::vector<LayerPort>(const FieldValues& parameters)> outputsOf;
  // Whether palette and search offer it. Block uses and placeholders, for example, are created in other ways.
  bool listed = true;
  // Emits the layer's ops. `parameters` are complete and valid, `inputs` match the ports. Values are [N, C, H, W] or
  // [N, K]. Errors state the actual and the required input: "A convolution needs an image [C, H, W], but got 500
  // numbers."
  std::function<Result<std::vector<ValueId>>(LayerBuilder&, const FieldValues& parameters,
                                             std::span<const ValueId> inputs)>
      build;
  // The key parameters shown on a node: "20 · 5×5". Empty function: none.
  std::function<std::string(const FieldValues& parameters)> caption;
  // Upgrades parameters stored by an older version; empty: there is no older version.
  int version = 1;
  std::function<Result<Json>(const Json& parameters, int version)> migrate;

  // The ports of a layer with the parameters `values`. For a layer in a network see portsOf.
  std::vector<LayerPort> inputPorts(const FieldValues& values) const { return inputsOf ? inputsOf(values) : inputs; }
  std::vector<LayerPort> outputPorts(const FieldValues& values) const {
    return outputsOf ? outputsOf(values) : outputs;
  }
};

// All layers by name, from the files of core/layers/library. Built once on first use; immutable; thread-safe.
const std::vector<LayerType>& allLayers();
const LayerType* findLayer(std::string_view name);

}  // namespace fovea
