// Why: the explanations of single sums and of layers in stages share how they read numbers and add terms. Internal to
// the arithmetic.
#pragma once
#include <cmath>
#include <span>

#include "core/inspect/layer_arithmetic.h"

namespace fovea {

// The data that the explanation of one number needs.
struct OutputWork {
  const NetworkTrace& trace;
  const TracedLayer& layer;
  std::int64_t element;
  std::span<const std::int64_t> parts;
  LayerExplanation result{};

  const Tensor& input(int source = 0) const {
    return trace.layers[static_cast<std::size_t>(layer.sources[static_cast<std::size_t>(source)])].output;
  }
  double inputAt(std::int64_t at, int source = 0) const { return static_cast<double>(input(source).data<float>()[at]); }
  void add(std::int64_t at, double factor, int source = 0) {
    const double x = at < 0 ? 0 : inputAt(at, source);
    result.terms.push_back({source, at, x, factor, factor * x});
    result.sum += factor * x;
    result.magnitude += std::abs(factor * x);
  }
  void setBias(const Tensor* bias, std::int64_t at) {
    if (!bias) return;
    result.bias = static_cast<double>(bias->data<float>()[at]);
    result.magnitude += std::abs(*result.bias);
  }
  // The part that was chosen as the next choice; −1: none. The choice itself is added with offer().
  std::int64_t wanted() const { return result.choices.size() < parts.size() ? parts[result.choices.size()] : -1; }
  void offer(const char* name, std::int64_t count, std::int64_t chosen) {
    result.choices.push_back({name, count, chosen});
  }
};

// Σ x · factor of numbers that a layer computed itself, or read: `x` and `weights` are rows of `count` numbers. `first`
// is the element of the first x.
TermGroup rowProducts(const float* x, std::int64_t first, int source, const float* weights, std::int64_t count);
// Computes group sums, sum, result and the work's magnitude, and appends the stage.
void addStage(OutputWork& work, ArithmeticStage stage);
double applied(StageFunction function, double sum);
// Σ x · weight without the terms.
double dotOf(const float* x, const float* weights, std::int64_t count);
// The index of the term whose product is farthest from zero.
std::int64_t strongestTerm(const std::vector<Summand>& terms);
// `chosen`, or `otherwise` if it is −1.
inline std::int64_t orElse(std::int64_t chosen, std::int64_t otherwise) {
  return chosen < 0 ? otherwise : chosen;
}

// Fill `work.result`; false: the trace lacks what they need. InvalidArgument: no such part.
Result<bool> explainRecurrent(OutputWork& work);
Result<bool> explainAttention(OutputWork& work);

}  // namespace fovea
