// Why: the explanations of single sums and of layers computed in stages read numbers and add terms in the same way.
// Internal to the arithmetic.
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
  // Returns the part that the caller selected for the next choice; −1 if none. offer() then records that choice.
  std::int64_t wanted() const { return result.choices.size() < parts.size() ? parts[result.choices.size()] : -1; }
  void offer(const char* name, std::int64_t count, std::int64_t chosen) {
    result.choices.push_back({name, count, chosen});
  }
};

// Returns the terms of Σ x · weight over rows of `count` numbers. `x` is from input `source`, or was computed inside
// the layer (kInnerSource); `first` is the element index of x[0].
TermGroup rowProducts(const float* x, std::int64_t first, int source, const float* weights, std::int64_t count);
// Computes the group sums, the stage's sum and result, adds to the work's magnitude, and appends the stage.
void addStage(OutputWork& work, ArithmeticStage stage);
double applied(StageFunction function, double sum);
// Returns Σ x · weight without listing the terms.
double dotOf(const float* x, const float* weights, std::int64_t count);
// Returns the index of the term whose product is farthest from zero.
std::int64_t strongestTerm(const std::vector<Summand>& terms);
// Returns `chosen`, or `otherwise` if it is −1.
inline std::int64_t orElse(std::int64_t chosen, std::int64_t otherwise) {
  return chosen < 0 ? otherwise : chosen;
}

// Fill `work.result`; return false if the trace lacks needed values. Fail with InvalidArgument for invalid parts.
Result<bool> explainRecurrent(OutputWork& work);
Result<bool> explainAttention(OutputWork& work);

}  // namespace fovea
