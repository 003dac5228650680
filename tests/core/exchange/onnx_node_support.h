// Why: tests of single ONNX operators: a model with one node, run on the CPU, and its results.
#pragma once
#include <cmath>

#include "core/exchange/onnx/emit_helpers.h"
#include "tests/core/exchange/onnx_support.h"

namespace fovea::testing_onnx {

inline OnnxTensor numbers(const std::string& name, OnnxElement element, Shape shape,
                          const std::vector<double>& values) {
  Tensor wide = Tensor::make({DataType::Float64, shape});
  std::copy_n(values.begin(), wide.elementCount(), wide.data<double>());
  return fromComputed(name, element, wide);
}
inline OnnxTensor floats(const std::string& name, Shape shape, const std::vector<double>& values) {
  return numbers(name, OnnxElement::Float, shape, values);
}
inline OnnxTensor wholes(const std::string& name, Shape shape, const std::vector<double>& values) {
  return numbers(name, OnnxElement::Int64, shape, values);
}

// The outputs of a model with one node; an input with an empty name is omitted.
inline Result<std::vector<OnnxTensor>> runNode(const std::string& op, const std::vector<OnnxTensor>& inputs,
                                               std::vector<OnnxAttribute> attributes, std::int64_t opset,
                                               std::vector<std::string> outputs = {"y"},
                                               const std::string& domain = "") {
  std::vector<OnnxValueInfo> from, to;
  std::vector<std::string> names;
  std::vector<OnnxTensor> given;
  for (const OnnxTensor& tensor : inputs) {
    names.push_back(tensor.name);
    if (tensor.name.empty()) continue;
    from.push_back(info(tensor.name, tensor.element, {tensor.tensor.shape().begin(), tensor.tensor.shape().end()}));
    given.push_back(tensor);
  }
  for (const std::string& output : outputs)
    if (!output.empty()) to.push_back(info(output, OnnxElement::Undefined, {}));
  OnnxModel model = modelOf(from, {node(op, names, outputs, std::move(attributes))}, to, {}, opset);
  model.graph.nodes[0].domain = domain;
  model.opsets[domain] = opset;
  return runOnnx(model, given, cpu()).outputs;
}

// The numbers of output 0, after a check of its shape.
inline std::vector<double> numbersOfNode(const Result<std::vector<OnnxTensor>>& outputs, const Shape& shape,
                                         std::size_t output = 0) {
  if (!outputs.ok()) {
    ADD_FAILURE() << outputs.error().text();
    return {};
  }
  EXPECT_EQ(outputs->at(output).tensor.shape(), shape);
  return numbersOf(toComputed(outputs->at(output)));
}

inline void expectNear(const std::vector<double>& got, const std::vector<double>& wanted, double tolerance = 1e-5) {
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    EXPECT_TRUE(std::abs(got[i] - wanted[i]) <= tolerance * std::max(1.0, std::abs(wanted[i])))
        << got[i] << " instead of " << wanted[i] << " at " << i;
}

// Pseudo-random numbers that are always the same.
inline std::vector<double> someNumbers(std::int64_t count, double step = 0.37) {
  std::vector<double> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(step * static_cast<double>(i) + 0.5);
  return values;
}
inline OnnxTensor someFloats(const std::string& name, Shape shape, double step = 0.37) {
  return floats(name, shape, someNumbers(shape.elementCount(), step));
}

inline const OnnxTensor kNone;  // an omitted input

}  // namespace fovea::testing_onnx
