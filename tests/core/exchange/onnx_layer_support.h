// Why: tests of models that become layers: small models, and the resulting layers.
#pragma once
#include <map>

#include "core/exchange/onnx/onnx_import.h"
#include "tests/core/exchange/onnx_support.h"

namespace fovea::testing_onnx {

using List = std::vector<std::int64_t>;

inline OnnxTensor some(const std::string& name, const Shape& shape) {
  Tensor numbers = Tensor::make({DataType::Float32, shape});
  for (std::int64_t i = 0; i < numbers.elementCount(); ++i)
    numbers.data<float>()[i] = 0.1f * static_cast<float>((i * 7) % 11) - 0.5f;
  return {name, OnnxElement::Float, numbers};
}

inline OnnxTensor one(const std::string& name, float value) {
  return {name, OnnxElement::Float, Tensor::of<float>(Shape{}, {value})};
}

inline OnnxTensor wholes(const std::string& name, const std::vector<std::int64_t>& values) {
  Tensor numbers = Tensor::make({DataType::Int64, Shape{static_cast<std::int64_t>(values.size())}});
  std::copy(values.begin(), values.end(), numbers.data<std::int64_t>());
  return {name, OnnxElement::Int64, numbers};
}

inline std::map<std::string, int> typesOf(const Network& network) {
  std::map<std::string, int> types;
  for (const Layer& layer : network.layers()) ++types[layer.type];
  return types;
}

// Imports the model, checks that its outputs are the same, and returns the resulting layers.
inline std::map<std::string, int> read(const OnnxModel& model) {
  ExchangeReport report;
  const auto checkpoint = importOnnx(model, cpu(), report);
  if (!checkpoint.ok()) {
    ADD_FAILURE() << checkpoint.error().text();
    return {};
  }
  EXPECT_GE(report.difference, 0) << (report.notes.empty() ? "" : report.notes.back());
  EXPECT_LT(report.difference, 1e-5);
  // The same for a number of samples that the import did not use.
  const auto sample = tellingSample(*checkpoint, 5, cpu());
  EXPECT_TRUE(sample.ok()) << sample.error().text();
  if (sample.ok()) {
    EXPECT_EQ(sample->outputs[0].second.shape()[0] % 5, 0);
  }
  return typesOf(checkpoint->network);
}

inline OnnxModel oneInput(std::vector<std::int64_t> x, std::vector<OnnxNode> nodes,
                          std::vector<OnnxTensor> initializers = {}) {
  return modelOf({info("x", OnnxElement::Float, std::move(x))}, std::move(nodes), {info("y", OnnxElement::Float, {-1})},
                 std::move(initializers));
}

inline OnnxModel withOutput(OnnxModel model) {
  model.graph.outputs[0].hasShape = false;
  model.graph.outputs[0].shape.clear();
  return model;
}

}  // namespace fovea::testing_onnx
