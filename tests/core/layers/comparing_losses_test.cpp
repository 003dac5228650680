// Losses that compare two layers, or that depend on a single one: values by hand, and gradients of all inputs against
// finite differences.
#include <gtest/gtest.h>

#include <cmath>

#include "core/graph/autodiff.h"
#include "tests/core/layers/layer_probe.h"
#include "tests/core/layers/reference_run.h"

namespace fovea {
namespace {

// `inputs` in the order of "input0", "input1", …
std::map<std::string, Floats> named(const std::vector<Floats>& inputs) {
  std::map<std::string, Floats> given;
  for (const Floats& input : inputs) given["input" + std::to_string(given.size())] = input;
  return given;
}

double comparedLossOf(const char* type, const std::vector<Shape>& shapes, const std::vector<Floats>& inputs) {
  const BuiltLayer built = buildLayer(type, {}, shapes);
  EXPECT_TRUE(built.status.ok()) << type;
  return valueOf(runReference(built.graph->graph(), named(inputs)), built.loss).data<float>()[0];
}

// The largest difference between the gradients of autodiff and central differences, relative to the largest gradient.
double gradientError(const char* type, const std::vector<Shape>& shapes) {
  std::vector<Floats> inputs;
  for (const Shape& shape : shapes) inputs.push_back(randomFloats(shape.elementCount(), 5 + inputs.size()));
  BuiltLayer built = buildLayer(type, {}, shapes);
  EXPECT_TRUE(built.status.ok()) << type;
  std::vector<ValueId> of;
  for (std::size_t i = 0; i < shapes.size(); ++i)
    of.push_back(built.graph->graph().findInput("input" + std::to_string(i)));
  const auto gradients = differentiate(*built.graph, built.loss, of);
  EXPECT_TRUE(gradients.ok()) << type;
  const std::vector<Tensor> values = runReference(built.graph->graph(), named(inputs));
  constexpr double kStep = 1e-2;
  double error = 0, largest = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Tensor& gradient = valueOf(values, (*gradients)[i]);
    for (std::size_t k = 0; k < inputs[i].size(); ++k) {
      auto above = inputs, below = inputs;
      above[i][k] += kStep;
      below[i][k] -= kStep;
      const double slope = (comparedLossOf(type, shapes, above) - comparedLossOf(type, shapes, below)) / (2 * kStep);
      const double found = gradient.data<float>()[k];
      error = std::max(error, std::abs(found - slope));
      largest = std::max(largest, std::abs(slope));
    }
  }
  EXPECT_GT(largest, 0) << type;
  return error / largest;
}

TEST(LayerDifference, IsTheMeanOfTheSquares) {
  EXPECT_NEAR(comparedLossOf("layer_difference", {{2, 2}, {2, 2}}, {{1, 2, 3, 4}, {1, 0, 0, 5}}), (0 + 4 + 9 + 1) / 4.0, 1e-6);
}

TEST(StyleDifference, ComparesGramMatrices) {
  // Two channels with two positions each: G = [[1·1+2·2, 1·3+2·4], [.., 3·3+4·4]] / 2.
  const Floats x{1, 2, 3, 4}, y{1, 0, 0, 2};
  const double g[4] = {2.5, 5.5, 5.5, 12.5}, r[4] = {0.5, 0, 0, 2};
  double mean = 0;
  for (int i = 0; i < 4; ++i) mean += (g[i] - r[i]) * (g[i] - r[i]) / 4;
  EXPECT_NEAR(comparedLossOf("style_difference", {{1, 2, 1, 2}, {1, 2, 1, 2}}, {x, y}), mean, 1e-5);
  // Neither the positions themselves nor their number matter.
  EXPECT_NEAR(comparedLossOf("style_difference", {{1, 2, 1, 2}, {1, 2, 1, 2}}, {x, {2, 1, 4, 3}}), 0, 1e-6);
  EXPECT_NEAR(comparedLossOf("style_difference", {{1, 2, 1, 2}, {1, 2, 2, 2}}, {x, {1, 2, 1, 2, 3, 4, 3, 4}}), 0, 1e-6);
}

TEST(Maximise, IsTheMeanWithTheOtherSign) {
  EXPECT_NEAR(comparedLossOf("maximise", {{2, 2}}, {{1, 2, 3, 5}}), -2.75, 1e-6);
}

TEST(ComparingLosses, HaveTheGradientsOfFiniteDifferences) {
  EXPECT_LT(gradientError("layer_difference", {{2, 3, 2, 2}, {2, 3, 2, 2}}), 2e-3);
  EXPECT_LT(gradientError("style_difference", {{2, 3, 2, 2}, {2, 3, 3, 2}}), 2e-3);
  EXPECT_LT(gradientError("maximise", {{2, 3}}), 2e-3);
}

}  // namespace
}  // namespace fovea
