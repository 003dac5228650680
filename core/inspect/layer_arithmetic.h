// Why: shows how a layer's number is computed: the window, the weights, the products and their sum; for layers with
// several sums in a row (gates, attention) each sum; backward the sums of the chain rule. Everything is recomputed in
// double precision from a trace, so that it can be compared with the engine's result. Pure functions; thread-safe.
#pragma once
#include <optional>

#include "core/inspect/network_trace.h"

namespace fovea {

enum class ArithmeticKind {
  Input,
  Convolution,            // Σ weight · x + bias
  Linear,                 // Σ weight · x + bias
  MaxPooling,             // the largest value of a window
  AveragePooling,         // the mean of a window
  Activation,             // a function of one number
  Normalization,          // scale · (x − mean) / √(variance + epsilon) + shift, with the statistics of training
  Add,                    // Σ over the layer's inputs
  Same,                   // a copy of an input's number: flatten, dropout, concatenate
  Softmax,                // exp(x) / Σ exp(x)
  CrossEntropy,           // the same, and −log of the probability of the label
  TransposedConvolution,  // Σ weight · x + bias over the input positions that write to this output
  SampleNormalization,    // as Normalization, with the mean and variance of the sample's own group
  Embedding,              // a number of the table row that a symbol selects
  Position,               // x + a number for the position in the sequence
  Multiply,               // Π over the layer's inputs
  Subtract,               // the first input − the second
  Maximum,                // the largest of the layer's inputs
  LogSoftmax,             // x − largest − log Σ exp(x − largest)
  Recurrent,              // in stages: the gates of an LSTM or GRU, its cell, its output
  Attention,              // in stages: query, key, score, weights, value, head, output
  TransformerBlock,       // in stages: norm, attention, sum, norm, feed-forward, sum
  Unknown,                // no explanation
};
// "convolution", "linear", "max_pooling", …
const char* arithmeticKindName(ArithmeticKind kind);
ArithmeticKind arithmeticKind(const TracedLayer& layer);

inline constexpr int kInnerSource = -1;

// One term of a sum.
struct Summand {
  int source = 0;           // index of the layer's input; kInnerSource: a number computed within the layer
  std::int64_t input = -1;  // element of that input, or index among the inner numbers; −1: padding or masked
  double x = 0;
  double factor = 1;   // weight; unused by softmax
  double product = 0;  // factor · x; for softmax exp(x − largest)
};

// The box of the first input that a window covers; it may extend into the padding. Images have one slice.
struct InputWindow {
  std::int64_t front = 0, depth = 1, top = 0, left = 0, height = 0, width = 0;
  std::int64_t firstChannel = 0, channels = 1;
};

struct NamedNumber {
  const char* name;  // "mean", "variance", "largest", "sum of exp", "loss", …
  double value;
};

enum class StageKind {
  InputGate,
  ForgetGate,
  Candidate,
  OutputGate,
  Cell,
  State,  // the output of a recurrent layer at one step
  ResetGate,
  UpdateGate,
  Query,
  Key,
  Score,
  Weights,  // softmax of the scores
  Value,
  Head,
  Output,  // of the attention
  FirstNorm,
  FirstSum,
  SecondNorm,
  Expand,
  Contract,
  SecondSum,
};
// "input_gate", "score", …
const char* stageKindName(StageKind kind);

// The function applied to a stage's sum.
enum class StageFunction { None, Sigmoid, Tanh, Relu, Gelu, Softmax };

// Products of a stage that belong together: those with the layer's input, or those with the previous step's state.
struct TermGroup {
  bool state = false;  // true: products with the previous step's state
  std::vector<Summand> terms{};
  std::optional<double> bias{};
  double factor = 1;  // multiplies the group's sum: the reset gate of a GRU, 1/√d of attention
  double sum = 0;     // factor · (Σ products + bias)
};

// One of several sums in a layer, each computed from earlier ones. For Weights, a term's factor is exp(x − largest),
// its product is the factor divided by the sum of all factors, and `chosen` is the selected key.
struct ArithmeticStage {
  StageKind kind = StageKind::State;
  StageFunction function = StageFunction::None;
  int recurrence = 0;              // index in a stack of recurrent layers, from 0
  std::vector<std::int64_t> at{};  // step and index of the result
  std::vector<TermGroup> groups{};
  double sum = 0;
  double result = 0;              // function(sum)
  std::optional<double> value{};  // as computed by the engine; nothing if the engine does not keep this number
  std::int64_t chosen = -1;
};

// Selects the part of the computation to show if it is too large to show completely: a head, a key, …
struct PartChoice {
  const char* name;  // "head", "number", "key", "hidden unit"
  std::int64_t count = 0, chosen = 0;
};

struct LayerExplanation {
  ArithmeticKind kind = ArithmeticKind::Unknown;
  std::vector<std::int64_t> at;  // position in the layer's output
  double value = 0;              // as computed by the engine
  std::vector<Summand> terms;
  std::vector<std::int64_t> form;     // arrangement of the terms: [C, KH, KW] or [C, KD, KH, KW], else [terms]
  std::optional<InputWindow> window;  // for convolutions and pooling
  std::int64_t chosen = -1;           // index of the largest term or of the number's own; Embedding: the symbol
  double sum = 0;                     // sum of the products
  std::optional<double> bias;
  std::vector<NamedNumber> numbers;
  // Only for kinds in stages: the stages in order of computation. The last one ends in `result`, and `terms` are its
  // terms.
  std::vector<ArithmeticStage> stages;
  std::vector<PartChoice> choices;
  double result = 0;     // result of the arithmetic
  double magnitude = 0;  // Σ |products| + |bias|: the rounding error of `value` is proportional to it
};
// Explains output `at` of the layer with index `layer`. `parts` selects from LayerExplanation::choices, in that order;
// −1 or none: the part that contributes most. Fails with InvalidArgument if there is no such position or part.
Result<LayerExplanation> explainOutput(const NetworkTrace& trace, int layer, const std::vector<std::int64_t>& at,
                                       const std::vector<std::int64_t>& parts = {});

// One path of the chain rule: an output that depends on the number, and the derivative along the path.
struct ChainTerm {
  // The layer of that output. For attention, transformer blocks and recurrent layers the path goes through a number
  // inside the layer: a query, a gate, …
  int reader = 0;
  std::int64_t output = 0;  // its element; for a loss, the class; for a gate, that of its unit
  double slope = 0;         // d loss / d output
  double derivative = 0;    // d output / d number
  double product = 0;
};
struct GradientExplanation {
  std::vector<std::int64_t> at;
  double value = 0;      // d loss / d number, as computed by the engine
  bool known = false;    // true if a loss depends on it
  bool complete = true;  // true if all readers can be explained
  std::vector<ChainTerm> terms;
  double sum = 0;
  double magnitude = 0;
};
// Explains the gradient of a layer's output. Fails with InvalidArgument as explainOutput().
Result<GradientExplanation> explainGradient(const NetworkTrace& trace, int layer, const std::vector<std::int64_t>& at);

// Explains a weight's gradient, Σ slope · x over the outputs that use it (convolutions, linear, norms, embeddings, …).
// `weight` is an index into TracedLayer::weights. Fails with InvalidArgument if there is no such weight or position.
Result<GradientExplanation> explainWeight(const NetworkTrace& trace, int layer, std::size_t weight,
                                          const std::vector<std::int64_t>& at);

// Convert between an element's index and its position.
std::vector<std::int64_t> positionOf(const Shape& shape, std::int64_t element);
std::int64_t elementAt(const Shape& shape, const std::vector<std::int64_t>& at);  // −1 if outside

}  // namespace fovea
