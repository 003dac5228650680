// Why: graphs of RNNs of every kind, with and without the backward pass, for tests of their kernels.
#pragma once
#include <gtest/gtest.h>

#include "core/graph/autodiff.h"

namespace fovea::numeric {

inline constexpr std::int64_t kBatch = 3, kSteps = 12, kInputs = 5;

struct Recurrence {
  const char* op;
  std::int64_t gates;
  const char* activation = nullptr;
  bool reverse = false, states = false;
  std::int64_t units = 6;
  bool training = true;
};

// y and the last states enter a loss; every value with a gradient is an output.
struct Pair {
  std::shared_ptr<const Graph> graph;
  ValueId reserve;
  std::vector<ValueId> inputs;
  std::vector<std::string> outputs;
};

class PairWriter {
 public:
  explicit PairWriter(const Recurrence& kind) : kind_(kind) {}

  // Only the forward pass, without a loss.
  Pair forward() {
    const auto outputs = recurrence();
    add("y", outputs[0]);
    add("hidden", outputs[1]);
    return finish();
  }
  // `variables`: all inputs except the labels are constant across runs.
  Pair training(bool constant = false) {
    constant_ = constant;
    const auto outputs = recurrence();
    std::vector<ValueId> rows{reshaped(outputs[0])};
    rows.insert(rows.end(), outputs.begin() + 1, outputs.end() - 1);
    const std::int64_t count = kBatch * (kSteps + static_cast<std::int64_t>(rows.size()) - 1);
    const ValueId labels = builder_.addInput("labels", {DataType::Int32, {count}});
    pair_.inputs.push_back(labels);
    const ValueId logits = builder_.emit("concatenate", {{"axis", std::int64_t{0}}}, rows)[0];
    const ValueId loss = builder_.emit("softmax_cross_entropy", {}, {logits, labels})[0];
    add("loss", loss);
    const auto gradients = differentiate(builder_, loss, values_);
    EXPECT_TRUE(gradients.ok()) << gradients.error().text();
    for (std::size_t i = 0; i < gradients->size(); ++i) add("gradient " + std::to_string(i), (*gradients)[i]);
    return finish();
  }
  GraphBuilder& builder() { return builder_; }
  void add(const std::string& name, ValueId value) {
    builder_.addOutput(name, value);
    pair_.outputs.push_back(name);
  }
  Pair finish() {
    pair_.graph = builder_.finish().value();
    return pair_;
  }
  std::vector<ValueId> recurrence() {
    const std::int64_t rows = kind_.gates * kind_.units;
    std::vector<Shape> shapes{{kBatch, kSteps, kInputs}, {rows, kInputs}, {rows, kind_.units}, {rows}, {rows}};
    if (kind_.states) shapes.push_back({kBatch, kind_.units});
    if (kind_.states && kind_.gates == 4) shapes.push_back({kBatch, kind_.units});
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const std::string name = "value " + std::to_string(i);
      const TensorType type{DataType::Float32, shapes[i]};
      values_.push_back(i > 0 || constant_ ? builder_.addVariable(name, type) : builder_.addInput(name, type));
      if (i == 0 && !constant_) pair_.inputs.push_back(values_[0]);
    }
    FieldValues attributes{{"reverse", kind_.reverse}, {"training", kind_.training}};
    if (kind_.activation) attributes.set("activation", std::string(kind_.activation));
    const auto outputs = builder_.emit(kind_.op, attributes, values_);
    pair_.reserve = outputs.back();
    return outputs;
  }

 private:
  ValueId reshaped(ValueId y) {
    return builder_.emitOne("reshape", {{"shape", std::vector<std::int64_t>{-1, kind_.units}}}, {y});
  }

  Recurrence kind_;
  GraphBuilder builder_;
  Pair pair_;
  std::vector<ValueId> values_;
  bool constant_ = false;
};

}  // namespace fovea::numeric
