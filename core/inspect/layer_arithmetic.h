// Why: shows how one number of a layer comes about: the window, the weights, the products and their sum, and backward
// the sums of the chain rule. Everything is worked out anew in double precision from the numbers of a trace, so that it
// can be compared with what the engine computed. Pure functions; thread-safe.
#pragma once
#include <optional>

#include "core/inspect/network_trace.h"

namespace fovea {

enum class ArithmeticKind {
  Input,
  Convolution,     // Σ weight · x + bias
  Linear,          // Σ weight · x + bias
  MaxPooling,      // the largest of a window
  AveragePooling,  // the mean of a window
  Activation,      // a function of one number
  Normalization,   // scale · (x − mean) / √(variance + epsilon) + shift
  Add,             // Σ over the layer's inputs
  Same,            // the number of the input: flatten, dropout
  Softmax,         // exp(x) / Σ exp(x)
  CrossEntropy,    // the same, and −log of the probability of the label
  Unknown,         // no explanation
};
// "convolution", "linear", "max_pooling", …
const char* arithmeticKindName(ArithmeticKind kind);
ArithmeticKind arithmeticKind(const TracedLayer& layer);

// One term of a sum.
struct Summand {
  int source = 0;           // which of the layer's inputs
  std::int64_t input = -1;  // the element of that input; −1: padding
  double x = 0;
  double factor = 1;   // weight; of softmax unused
  double product = 0;  // factor · x; of softmax exp(x − largest)
};

// The rectangle of the first input that a window covers; it may reach into the padding.
struct InputWindow {
  std::int64_t top = 0, left = 0, height = 0, width = 0;
  std::int64_t firstChannel = 0, channels = 1;
};

struct NamedNumber {
  const char* name;  // "mean", "variance", "largest", "sum of exp", "loss", …
  double value;
};

struct LayerExplanation {
  ArithmeticKind kind = ArithmeticKind::Unknown;
  std::vector<std::int64_t> at;  // position in the layer's output
  double value = 0;              // as the engine computed it
  std::vector<Summand> terms;
  std::vector<std::int64_t> form;     // the arrangement of the terms: [C, KH, KW] of a window, else [terms]
  std::optional<InputWindow> window;  // of convolutions and pooling over images
  std::int64_t chosen = -1;           // index of the largest term (MaxPooling), of the position (softmax)
  double sum = 0;                     // of the products
  std::optional<double> bias;
  std::vector<NamedNumber> numbers;
  double result = 0;     // what the arithmetic gives
  double magnitude = 0;  // Σ |products| + |bias|: the rounding error of `value` is proportional to it
};
// `layer` is an index into the trace. InvalidArgument: `at` is not within the layer's output.
Result<LayerExplanation> explainOutput(const NetworkTrace& trace, int layer, const std::vector<std::int64_t>& at);

// One path of the chain rule: an output that depends on the number, and how strongly.
struct ChainTerm {
  int reader = 0;           // the layer of that output
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

// The gradient of a weight: the sum over all outputs that use it of slope · x. Convolution, linear and batch norm.
// `weight` is an index into TracedLayer::weights. InvalidArgument: it has no gradient, or `at` is not within it.
Result<GradientExplanation> explainWeight(const NetworkTrace& trace, int layer, std::size_t weight,
                                          const std::vector<std::int64_t>& at);

// Conversions between an element's number and its position.
std::vector<std::int64_t> positionOf(const Shape& shape, std::int64_t element);
std::int64_t elementAt(const Shape& shape, const std::vector<std::int64_t>& at);  // −1: outside

}  // namespace fovea
