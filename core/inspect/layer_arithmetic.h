// Why: shows how one number of a layer comes about: the window, the weights, the products and their sum; of layers that
// take several sums one after another (gates, attention) each of them; and backward the sums of the chain rule.
// Everything is worked out anew in double precision from the numbers of a trace, so that it can be compared with what
// the engine computed. Pure functions; thread-safe.
#pragma once
#include <optional>

#include "core/inspect/network_trace.h"

namespace fovea {

enum class ArithmeticKind {
  Input,
  Convolution,            // Σ weight · x + bias
  Linear,                 // Σ weight · x + bias
  MaxPooling,             // the largest of a window
  AveragePooling,         // the mean of a window
  Activation,             // a function of one number
  Normalization,          // scale · (x − mean) / √(variance + epsilon) + shift, with the statistics of training
  Add,                    // Σ over the layer's inputs
  Same,                   // a number of an input: flatten, dropout, concatenate
  Softmax,                // exp(x) / Σ exp(x)
  CrossEntropy,           // the same, and −log of the probability of the label
  TransposedConvolution,  // Σ weight · x + bias over the places that write to this one
  SampleNormalization,    // as Normalization, with the mean and variance of the sample's own group
  Embedding,              // a number of the row that a symbol selects
  Position,               // x + a number for the place in the sequence
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
  int source = 0;           // which of the layer's inputs; kInnerSource: a number that the layer itself computed before
  std::int64_t input = -1;  // the element of that input, or its place among the inner numbers; −1: padding, or masked
  double x = 0;
  double factor = 1;   // weight; of softmax unused
  double product = 0;  // factor · x; of softmax exp(x − largest)
};

// The box of the first input that a window covers; it may reach into the padding. Images have one slice.
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
  State,  // the output of a recurrence at one step
  ResetGate,
  UpdateGate,
  Query,
  Key,
  Score,
  Weights,  // softmax of the scores
  Value,
  Head,
  Output,  // of attention
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

// Products of a stage that belong together: those with the layer's input, those with the state of the step before.
struct TermGroup {
  bool state = false;  // of the state before
  std::vector<Summand> terms{};
  std::optional<double> bias{};
  double factor = 1;  // of the group's sum: the reset gate of a GRU, 1/√d of attention
  double sum = 0;     // factor · (Σ products + bias)
};

// One sum of a layer that takes several, each from those before it. Of Weights, a term's factor is exp(x − largest),
// its product is that divided by their sum, and `chosen` is the key that is looked at.
struct ArithmeticStage {
  StageKind kind = StageKind::State;
  StageFunction function = StageFunction::None;
  int recurrence = 0;              // of a stack of recurrences, from 0
  std::vector<std::int64_t> at{};  // the step and the number of the result
  std::vector<TermGroup> groups{};
  double sum = 0;
  double result = 0;              // function(sum)
  std::optional<double> value{};  // as the engine computed it; none: the engine does not keep this number
  std::int64_t chosen = -1;
};

// Selects the part of the computation to show if not all of it fits: a head, the attended key, …
struct PartChoice {
  const char* name;  // "head", "number", "key", "hidden unit"
  std::int64_t count = 0, chosen = 0;
};

struct LayerExplanation {
  ArithmeticKind kind = ArithmeticKind::Unknown;
  std::vector<std::int64_t> at;  // position in the layer's output
  double value = 0;              // as the engine computed it
  std::vector<Summand> terms;
  std::vector<std::int64_t> form;     // the arrangement of the terms: [C, KH, KW] or [C, KD, KH, KW], else [terms]
  std::optional<InputWindow> window;  // of convolutions and pooling over images and volumes
  std::int64_t chosen = -1;           // index of the largest term (MaxPooling), of the position (softmax)
  double sum = 0;                     // of the products
  std::optional<double> bias;
  std::vector<NamedNumber> numbers;
  // In the order of the computation, the last one ends in `result`; only of the kinds in stages. `terms` are then those
  // of the last stage.
  std::vector<ArithmeticStage> stages;
  std::vector<PartChoice> choices;
  double result = 0;     // what the arithmetic gives
  double magnitude = 0;  // Σ |products| + |bias|: the rounding error of `value` is proportional to it
};
// `layer` is an index into the trace. `parts` chooses what LayerExplanation::choices offers, in that order; −1, or
// none: the part that adds most. InvalidArgument: `at` is not within the layer's output, or there is no such part.
Result<LayerExplanation> explainOutput(const NetworkTrace& trace, int layer, const std::vector<std::int64_t>& at,
                                       const std::vector<std::int64_t>& parts = {});

// One path of the chain rule: an output that depends on the number, and how strongly.
struct ChainTerm {
  int reader = 0;           // the layer of that output; of attention and transformer blocks, of a step within
  std::int64_t output = 0;  // its element; of the loss: the class
  double slope = 0;         // d loss / d output
  double derivative = 0;    // d output / d number
  double product = 0;
};
struct GradientExplanation {
  std::vector<std::int64_t> at;
  double value = 0;      // d loss / d number, as the engine computed it
  bool known = false;    // there is a loss that depends on it
  bool complete = true;  // all readers can be explained
  std::vector<ChainTerm> terms;
  double sum = 0;
  double magnitude = 0;
};
// The gradient of a layer's output. InvalidArgument as explainOutput().
Result<GradientExplanation> explainGradient(const NetworkTrace& trace, int layer, const std::vector<std::int64_t>& at);

// The gradient of a weight: the sum over all outputs that use it of slope · x. Convolution, linear and the norms.
// `weight` is an index into TracedLayer::weights. InvalidArgument: it has no gradient, or `at` is not within it.
Result<GradientExplanation> explainWeight(const NetworkTrace& trace, int layer, std::size_t weight,
                                          const std::vector<std::int64_t>& at);

// Conversions between an element's number and its position.
std::vector<std::int64_t> positionOf(const Shape& shape, std::int64_t element);
std::int64_t elementAt(const Shape& shape, const std::vector<std::int64_t>& at);  // −1: outside

}  // namespace fovea
