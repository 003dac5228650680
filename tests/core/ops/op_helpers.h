// Why: small helpers so that the tests of ops read as examples: infer one op, run its reference kernel, record the ops
// of a gradient rule.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/ops/op_type.h"

namespace fovea {

inline TensorType f32(std::initializer_list<std::int64_t> extents) {
  return {DataType::Float32, Shape(extents)};
}
inline TensorType f64(std::initializer_list<std::int64_t> extents) {
  return {DataType::Float64, Shape(extents)};
}
inline TensorType i32(std::initializer_list<std::int64_t> extents) {
  return {DataType::Int32, Shape(extents)};
}

inline Result<std::vector<TensorType>> infer(const std::string& op, const FieldValues& attributes,
                                             const std::vector<TensorType>& inputs) {
  return inferOp(*findOp(op), attributes, inputs);
}

// The shape of output 0, or the error message.
inline std::string inferred(const std::string& op, const FieldValues& attributes,
                            const std::vector<TensorType>& inputs) {
  const auto types = infer(op, attributes, inputs);
  return types.ok() ? types->front().toString() : types.error().message;
}

// The outputs of the reference kernel. Inputs and attributes must be valid.
inline std::vector<Tensor> run(const std::string& name, const FieldValues& given, std::vector<Tensor> inputs) {
  const OpType& op = *findOp(name);
  const FieldValues attributes = op.attributes.complete(given).value();
  std::vector<TensorType> types;
  std::vector<TensorView> inputViews, outputViews;
  for (Tensor& input : inputs) {
    types.push_back(input.type());
    inputViews.push_back({input.raw(), input.type()});
  }
  std::vector<Tensor> outputs;
  const std::vector<TensorType> outputTypes = inferOp(op, attributes, types).value();
  for (const TensorType& type : outputTypes) outputs.push_back(Tensor::make(type));
  for (Tensor& output : outputs) outputViews.push_back({output.raw(), output.type()});
  op.reference({attributes, inputViews, outputViews});
  return outputs;
}

template <class T>
std::vector<T> numbers(const Tensor& tensor) {
  const auto values = tensor.values<T>();
  return {values.begin(), values.end()};
}

// Records the names of emitted ops and infers their types; fails the test for an invalid op.
class RecordingEmitter final : public Emitter {
 public:
  using Emitter::emit;
  ValueId add(const TensorType& type) {
    types_.push_back(type);
    return ValueId{static_cast<std::int32_t>(types_.size()) - 1};
  }
  std::vector<ValueId> emit(std::string_view name, const FieldValues& attributes,
                            std::span<const ValueId> inputs) override {
    emitted.emplace_back(name);
    std::vector<TensorType> types;
    for (const ValueId input : inputs) types.push_back(typeOf(input));
    const auto results = inferOp(*findOp(name), attributes, types);
    EXPECT_TRUE(results.ok()) << name << ": " << (results.ok() ? "" : results.error().text());
    std::vector<ValueId> outputs;
    if (!results.ok()) return std::vector<ValueId>(findOp(name)->outputs.size());
    for (const TensorType& type : *results) outputs.push_back(add(type));
    return outputs;
  }
  TensorType typeOf(ValueId value) const override { return types_[static_cast<std::size_t>(value.index)]; }
  ValueId constant(const Tensor& tensor) override { return add(tensor.type()); }
  void reportError(Error error) override { ADD_FAILURE() << error.text(); }

  std::vector<std::string> emitted;

 private:
  std::vector<TensorType> types_;
};

}  // namespace fovea
