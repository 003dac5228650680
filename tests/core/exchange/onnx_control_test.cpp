// Unrolled ONNX loops: Scan along various axes and directions, Loop without iterations.
#include "tests/core/exchange/onnx_node_support.h"

namespace fovea::testing_onnx {
namespace {

using List = std::vector<std::int64_t>;

OnnxAttribute graph(std::vector<OnnxNode> nodes, std::vector<OnnxValueInfo> inputs,
                    std::vector<OnnxValueInfo> outputs) {
  auto body = std::make_shared<OnnxGraph>();
  *body = {"body", std::move(nodes), {}, std::move(inputs), std::move(outputs)};
  return {"body", std::shared_ptr<const OnnxGraph>(body)};
}

// The running sums of the columns of x, each of which is a result.
Result<std::vector<OnnxTensor>> runningSums(const OnnxTensor& x, std::int64_t axis, std::int64_t from,
                                            std::int64_t outputAxis, std::int64_t to) {
  const std::int64_t width = x.tensor.shape()[1 - static_cast<int>(axis < 0 ? axis + 2 : axis)];
  const auto one = [&](const char* name) { return info(name, OnnxElement::Float, {width}); };
  return runNode("Scan", {floats("s", Shape{width}, std::vector<double>(static_cast<std::size_t>(width), 0.0)), x},
                 {graph({node("Add", {"sum", "column"}, {"next"}), node("Identity", {"next"}, {"shown"})},
                        {one("sum"), one("column")}, {one("next"), one("shown")}),
                  {"num_scan_inputs", std::int64_t{1}},
                  {"scan_input_axes", List{axis}},
                  {"scan_input_directions", List{from}},
                  {"scan_output_axes", List{outputAxis}},
                  {"scan_output_directions", List{to}}},
                 16, {"last", "all"});
}

TEST(OnnxScan, WalksAlongAxesInBothDirections) {
  const OnnxTensor x = floats("x", Shape{2, 3}, {1, 2, 3, 10, 20, 30});
  const auto rows = runningSums(x, 0, 0, 0, 0);
  expectNear(numbersOfNode(rows, Shape{3}), {11, 22, 33});
  expectNear(numbersOfNode(rows, Shape{2, 3}, 1), {1, 2, 3, 11, 22, 33});
  expectNear(numbersOfNode(runningSums(x, -1, 0, 0, 0), Shape{3, 2}, 1), {1, 10, 3, 30, 6, 60});
  expectNear(numbersOfNode(runningSums(x, 1, 1, 0, 0), Shape{3, 2}, 1), {3, 30, 5, 50, 6, 60});
  expectNear(numbersOfNode(runningSums(x, 1, 0, -1, 1), Shape{2, 3}, 1), {6, 3, 1, 60, 30, 10});
}

TEST(OnnxScan, RefusesAxesThatAreNotThere) {
  const OnnxTensor x = floats("x", Shape{2, 3}, {1, 2, 3, 10, 20, 30});
  EXPECT_FALSE(runningSums(x, 0, 2, 0, 0).ok());
  EXPECT_FALSE(runningSums(x, 0, 0, 2, 0).ok());
  EXPECT_FALSE(runningSums(x, 0, 0, -3, 0).ok());
}

Result<std::vector<OnnxTensor>> loop(double rounds, OnnxValueInfo shown) {
  const auto number = [](const char* name, OnnxElement element) { return info(name, element, {}); };
  return runNode(
      "Loop",
      {wholes("n", Shape{}, {rounds}), numbers("c", OnnxElement::Bool, Shape{}, {1}), floats("x", Shape{2}, {1, 2})},
      {graph({node("Add", {"state", "state"}, {"next"}), node("Identity", {"next"}, {"shown"}),
              node("Identity", {"go"}, {"on"})},
             {number("i", OnnxElement::Int64), number("go", OnnxElement::Bool), info("state", OnnxElement::Float, {2})},
             {number("on", OnnxElement::Bool), info("next", OnnxElement::Float, {2}), std::move(shown)})},
      13, {"last", "all"});
}

TEST(OnnxLoop, WithoutRoundsGivesNothingOfTheDeclaredShape) {
  const auto declared = info("shown", OnnxElement::Float, {2});
  expectNear(numbersOfNode(loop(2, declared), Shape{2, 2}, 1), {2, 4, 4, 8});
  const auto none = loop(0, declared);
  expectNear(numbersOfNode(none, Shape{2}), {1, 2});
  EXPECT_TRUE(numbersOfNode(none, Shape{0, 2}, 1).empty());
  EXPECT_FALSE(loop(0, info("shown", OnnxElement::Float, {-1})).ok());
}

// One step of Adam by its published formula, after three steps.
TEST(OnnxAdam, CorrectsTheMeansByTheStep) {
  const double alpha = 0.9, beta = 0.99, x = 2, g = 0.5, v = 0.1, h = 0.2;
  const double mean = alpha * v + (1 - alpha) * g, squares = beta * h + (1 - beta) * g * g;
  const double rate = 0.1 * std::sqrt(1 - std::pow(beta, 3)) / (1 - std::pow(alpha, 3));
  const auto run = runNode("Adam",
                           {floats("r", Shape{}, {0.1}), wholes("t", Shape{}, {3}), floats("x", Shape{1}, {x}),
                            floats("g", Shape{1}, {g}), floats("v", Shape{1}, {v}), floats("h", Shape{1}, {h})},
                           {{"alpha", alpha}, {"beta", beta}, {"epsilon", 1e-8}}, 1, {"y", "mean", "squares"},
                           "ai.onnx.preview.training");
  expectNear(numbersOfNode(run, Shape{1}), {x - rate * mean / std::sqrt(squares)});
  expectNear(numbersOfNode(run, Shape{1}, 1), {mean});
  expectNear(numbersOfNode(run, Shape{1}, 2), {squares});
}

}  // namespace
}  // namespace fovea::testing_onnx
