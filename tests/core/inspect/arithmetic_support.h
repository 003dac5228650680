// Why: every kind of layer is held to the same rule: the explained numbers are those that the engine computed.
#pragma once
#include <cmath>
#include <map>

#include "core/inspect/layer_arithmetic.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {

inline NetworkTrace traceOf(const Checkpoint& checkpoint, const Tensor& input, std::int64_t label,
                            const char* device = "cpu", const Tensor& target = {}) {
  return valueOf(valueOf(NetworkTracer::create(checkpoint, openDevice(device)))->trace(input, label, target));
}

// Some positions of each layer, spread evenly.
template <class Visit>
void someElements(const Shape& shape, const Visit& visit) {
  constexpr std::int64_t kMost = 60;
  const std::int64_t count = shape.elementCount(), step = std::max<std::int64_t>(1, count / kMost);
  for (std::int64_t element = 0; element < count; element += step) visit(positionOf(shape, element));
}

// Each stage that the engine keeps a number of ends in that number, and the last one in the layer's.
inline void expectStages(const TracedLayer& traced, const LayerExplanation& forward) {
  for (const ArithmeticStage& stage : forward.stages) {
    double magnitude = 1;
    for (const TermGroup& group : stage.groups)
      for (const Summand& term : group.terms) magnitude += std::abs(group.factor * term.product);
    if (stage.value) {
      EXPECT_NEAR(stage.result, *stage.value, 2e-6 * magnitude) << traced.name << " " << stageKindName(stage.kind);
    }
  }
  if (forward.stages.empty()) return;
  EXPECT_EQ(forward.stages.back().result, forward.result) << traced.name;
  EXPECT_TRUE(forward.stages.back().value.has_value()) << traced.name;
}

// Compares all explained numbers and returns their count by kind. `whole`: expects every gradient to be explained.
inline std::map<std::string, int> expectExplained(const NetworkTrace& trace, bool whole = true) {
  std::map<std::string, int> kinds;
  for (int layer = 0; layer < static_cast<int>(trace.layers.size()); ++layer) {
    const TracedLayer& traced = trace.layers[static_cast<std::size_t>(layer)];
    someElements(traced.output.shape(), [&](const std::vector<std::int64_t>& at) {
      const LayerExplanation forward = valueOf(explainOutput(trace, layer, at));
      EXPECT_NE(forward.kind, ArithmeticKind::Unknown) << traced.name;
      EXPECT_NEAR(forward.result, forward.value, 2e-6 * forward.magnitude + 2e-7) << traced.name;
      expectStages(traced, forward);
      ++kinds[arithmeticKindName(forward.kind)];
      const GradientExplanation backward = valueOf(explainGradient(trace, layer, at));
      if (!backward.known || (!whole && !backward.complete)) return;
      EXPECT_TRUE(backward.complete) << traced.name;
      EXPECT_NEAR(backward.sum, backward.value, 5e-6 * backward.magnitude + 1e-8) << "gradient of " << traced.name;
      ++kinds["gradient"];
    });
    for (std::size_t weight = 0; weight < traced.weights.size(); ++weight) {
      if (!traced.weights[weight].gradient.defined()) continue;
      someElements(traced.weights[weight].value.shape(), [&](const std::vector<std::int64_t>& at) {
        const GradientExplanation learned = valueOf(explainWeight(trace, layer, weight, at));
        if (!whole && !learned.complete) return;
        EXPECT_TRUE(learned.known && learned.complete) << traced.name;
        EXPECT_NEAR(learned.sum, learned.value, 1e-5 * learned.magnitude + 1e-8)
            << traced.name << "." << traced.weights[weight].name;
        ++kinds["weight"];
      });
    }
  }
  return kinds;
}

}  // namespace fovea::test
