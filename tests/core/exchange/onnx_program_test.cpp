// ONNX graphs as Fovea graphs: shape arithmetic is evaluated in advance, and the ONNX project's own cases pass.
#include <cmath>

#include "core/exchange/onnx/onnx_suite.h"
#include "tests/core/exchange/onnx_support.h"

namespace fovea::testing_onnx {
namespace {

OnnxTensor wholeNumbers(const std::string& name, std::initializer_list<std::int64_t> values) {
  return {name, OnnxElement::Int64, Tensor::of<std::int64_t>(Shape{static_cast<std::int64_t>(values.size())}, values)};
}

// A flattening as PyTorch writes it: shape, one of its numbers, unsqueeze, concatenate, reshape.
TEST(OnnxProgram, FoldsShapeArithmetic) {
  const OnnxTensor zero{"zero", OnnxElement::Int64, Tensor::of<std::int64_t>(Shape{}, {0})};
  const auto model =
      modelOf({info("x", OnnxElement::Float, {-1, 3, 2})},
              {node("Shape", {"x"}, {"s"}), node("Gather", {"s", "zero"}, {"n"}, {{"axis", std::int64_t{0}}}),
               node("Unsqueeze", {"n", "axes"}, {"n1"}),
               node("Concat", {"n1", "rest"}, {"wanted"}, {{"axis", std::int64_t{0}}}),
               node("Reshape", {"x", "wanted"}, {"flat"}), node("Relu", {"flat"}, {"y"})},
              {info("y", OnnxElement::Float, {-1, 6})}, {zero, wholeNumbers("axes", {0}), wholeNumbers("rest", {-1})});
  for (const std::int64_t batch : {1, 4}) {
    const OnnxTensor x{"x", OnnxElement::Float, Tensor::zeros({DataType::Float32, Shape{batch, 3, 2}})};
    const auto translation = translateOnnx(model, {&x, 1});
    ASSERT_TRUE(translation.program.ok()) << translation.program.error().text();
    EXPECT_EQ(translation.program->graph->nodes().size(), 2u) << translation.program->graph->toString();
    const auto run = runOnnx(model, {&x, 1}, cpu());
    ASSERT_TRUE(run.outputs.ok()) << run.outputs.error().text();
    EXPECT_EQ(run.outputs->at(0).tensor.shape(), (Shape{batch, 6}));
  }
}

// A table indexed by an integer input needs no known indices: the graph works for every input.
TEST(OnnxProgram, GathersByAnInput) {
  const OnnxTensor table{"table", OnnxElement::Float, Tensor::of<float>(Shape{3, 2}, {0, 1, 10, 11, 20, 21})};
  const auto model = modelOf({info("i", OnnxElement::Int64, {2})}, {node("Gather", {"table", "i"}, {"y"})},
                             {info("y", OnnxElement::Float, {2, 2})}, {table});
  const OnnxTensor index = {"i", OnnxElement::Int64, Tensor::of<std::int64_t>(Shape{2}, {-1, 1})};
  const auto translation = translateOnnx(model, {&index, 1});
  ASSERT_TRUE(translation.program.ok()) << translation.program.error().text();
  EXPECT_TRUE(translation.needed.empty());
  const auto run = runOnnx(model, {&index, 1}, cpu());
  ASSERT_TRUE(run.outputs.ok()) << run.outputs.error().text();
  EXPECT_EQ(run.outputs->at(0).tensor.values<float>()[0], 20.0f);
  EXPECT_EQ(run.outputs->at(0).tensor.values<float>()[3], 11.0f);
}

TEST(OnnxProgram, NamesWhatItDoesNotKnow) {
  const OnnxTensor x{"x", OnnxElement::Float, Tensor::zeros({DataType::Float32, Shape{2, 2}})};
  const auto message = [&](const OnnxModel& model) { return translateOnnx(model, {&x, 1}).program.error().message; };
  const auto input = info("x", OnnxElement::Float, {2, 2}), output = info("y", OnnxElement::Float, {2, 2});
  EXPECT_EQ(message(modelOf({input}, {node("Frobnicate", {"x"}, {"y"})}, {output})), "unsupported op Frobnicate");
  EXPECT_EQ(message(modelOf({input}, {node("Conv", {"x", "x"}, {"y"})}, {output})),
            "unsupported Conv: values of 2 axes");
  EXPECT_EQ(message(modelOf({info("x", OnnxElement::String, {2})}, {}, {output})),
            "unsupported type string of input \"x\"");
}

TEST(OnnxSuite, ComparesAsTheOnnxRunner) {
  const auto tensor = [](float value) {
    return OnnxTensor{"", OnnxElement::Float, Tensor::of<float>(Shape{}, {value})};
  };
  EXPECT_TRUE(compareOnnxTensors(tensor(1.0009f), tensor(1.0f)).ok());
  EXPECT_FALSE(compareOnnxTensors(tensor(1.0011f), tensor(1.0f)).ok());
  EXPECT_FALSE(compareOnnxTensors(tensor(NAN), tensor(1.0f)).ok());
  EXPECT_TRUE(compareOnnxTensors(tensor(NAN), tensor(NAN)).ok());
  EXPECT_FALSE(compareOnnxTensors(tensor(1e30f), tensor(INFINITY)).ok());
  EXPECT_TRUE(compareOnnxTensors(tensor(0), tensor(0.9e-7f)).ok());
  EXPECT_FALSE(compareOnnxTensors(tensor(0), tensor(1.2e-7f)).ok());
  // The tolerance of a number does not depend on its neighbours.
  const auto pair = [](float large, float small) {
    return OnnxTensor{"", OnnxElement::Float, Tensor::of<float>(Shape{2}, {large, small})};
  };
  EXPECT_FALSE(compareOnnxTensors(pair(100, 0), pair(100, 1e-6f)).ok());
}

TEST(OnnxSuite, PassesMostCasesAndFailsNone) {
  if (!onnxIsBuiltIn() || suiteFolder().empty()) GTEST_SKIP() << "needs ONNX and libonnx-testdata";
  const auto cases = runOnnxSuite(suiteFolder(), cpu());
  ASSERT_TRUE(cases.ok()) << cases.error().text();
  const OnnxTally tally = tallyOf(*cases);
  EXPECT_EQ(tally.failed, 0);
  EXPECT_GE(tally.passed, 1004);
  for (const OnnxCase& entry : *cases) {
    if (entry.outcome == OnnxOutcome::Failed) ADD_FAILURE() << entry.name << ": " << entry.message;
    if (entry.outcome != OnnxOutcome::Unsupported) continue;
    EXPECT_EQ(entry.message.rfind("unsupported ", 0), 0u) << entry.name;
  }
}

}  // namespace
}  // namespace fovea::testing_onnx
