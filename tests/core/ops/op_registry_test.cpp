// Why: an incomplete op description would only fail where it is read; these tests find it at once.
#include <set>

#include "tests/core/ops/op_helpers.h"

namespace fovea {
namespace {

// Ops without a gradient: gradients themselves, updates
// of variables, and counts, which do not change smoothly.
bool hasNoGradientByNature(const std::string& name) {
  static const std::set<std::string> names = {"accumulate",
                                              "all_reduce_begin",
                                              "all_reduce_end",
                                              "assign",
                                              "clip_factor",
                                              "correct_count",
                                              "conv2d_fused",
                                              "one_hot",
                                              "label_pairs",
                                              "class_counts",
                                              "confusion_counts",
                                              "conv2d_max_pool",
                                              "conv2d_batch_norm",
                                              "softmax_cross_entropy_fused",
                                              "linear_fused",
                                              "pad_channels",
                                              "batch_norm_factors",
                                              "norm_conv2d_batch_norm",
                                              "linear_cross_entropy_fused"};
  // The input gradient of a convolution is also a layer: the transposed convolution.
  if (name == "conv2d_backward_data" || name == "conv3d_backward_data") return false;
  return names.contains(name) || name.ends_with("_update") || name.find("_backward") != std::string::npos;
}

TEST(OpRegistry, HoldsTheOpsOfFirstLight) {
  for (const char* name : {"conv2d",
                           "conv2d_backward_data",
                           "conv2d_backward_weights",
                           "max_pool2d",
                           "max_pool2d_backward",
                           "average_pool2d",
                           "average_pool2d_backward",
                           "linear",
                           "linear_backward_data",
                           "linear_backward_weights",
                           "relu",
                           "sigmoid",
                           "tanh",
                           "relu_backward",
                           "sigmoid_backward",
                           "tanh_backward",
                           "dropout",
                           "dropout_backward",
                           "batch_norm",
                           "batch_norm_backward",
                           "batch_norm_inference",
                           "reshape",
                           "concatenate",
                           "slice",
                           "slice_backward",
                           "add",
                           "multiply",
                           "reduce_to_shape",
                           "scale",
                           "softmax",
                           "softmax_backward",
                           "softmax_cross_entropy",
                           "softmax_cross_entropy_backward",
                           "correct_count",
                           "accumulate",
                           "sgd_update"})
    EXPECT_NE(findOp(name), nullptr) << name;
  EXPECT_EQ(findOp("no_such_op"), nullptr);
}

TEST(OpRegistry, EveryOpIsComplete) {
  std::set<std::string> names;
  for (const OpType& op : allOps()) {
    EXPECT_TRUE(names.insert(op.name).second) << op.name << " is there twice";
    EXPECT_GE(op.summary.size(), 12u) << op.name;
    EXPECT_FALSE(op.inputs.empty()) << op.name;
    EXPECT_FALSE(op.outputs.empty()) << op.name;
    EXPECT_TRUE(op.infer) << op.name;
    EXPECT_TRUE(op.reference) << op.name;
  }
}

TEST(OpRegistry, PortsAreNamedAndOrdered) {
  for (const OpType& op : allOps()) {
    std::set<std::string> inputs, outputs;
    bool optional = false;
    for (std::size_t i = 0; i < op.inputs.size(); ++i) {
      const OpPort& port = op.inputs[i];
      EXPECT_TRUE(!port.name.empty() && inputs.insert(port.name).second) << op.name << " input " << i;
      EXPECT_TRUE(port.optional || !optional) << op.name << ": only the last inputs can be left out";
      EXPECT_TRUE(!port.variadic || i + 1 == op.inputs.size()) << op.name << ": only the last input can be several";
      optional = optional || port.optional;
    }
    for (const OpPort& port : op.outputs)
      EXPECT_TRUE(!port.name.empty() && outputs.insert(port.name).second) << op.name;
  }
}

TEST(OpRegistry, EveryAttributeHasWordsAndAValidDefault) {
  for (const OpType& op : allOps()) {
    for (const Field& field : op.attributes.fields()) {
      EXPECT_FALSE(field.title.empty()) << op.name << "." << field.name;
      EXPECT_FALSE(field.help.empty()) << op.name << "." << field.name;
      EXPECT_TRUE(field.validate(field.defaultValue).ok()) << op.name << "." << field.name;
    }
  }
}

TEST(OpRegistry, EveryOpHasAGradientOrNoneByNature) {
  for (const OpType& op : allOps())
    EXPECT_NE(static_cast<bool>(op.gradient), hasNoGradientByNature(op.name)) << op.name;
}

TEST(OpRegistry, UpdatesNameTheirVariables) {
  for (const OpType& op : allOps())
    for (const OpAlias& alias : op.aliases) {
      ASSERT_LT(static_cast<std::size_t>(alias.output), op.outputs.size()) << op.name;
      ASSERT_LT(static_cast<std::size_t>(alias.input), op.inputs.size()) << op.name;
    }
  EXPECT_EQ(findOp("sgd_update")->aliases.size(), 2u);
  EXPECT_EQ(findOp("batch_norm")->aliases.size(), 2u);
  EXPECT_EQ(findOp("accumulate")->aliases.size(), 1u);
}

TEST(OpRegistry, TooFewOrTooManyInputsAreRefused) {
  EXPECT_EQ(inferred("linear", {}, {f32({2, 3})}), "linear needs 2 inputs, but got 1.");
  EXPECT_FALSE(infer("relu", {}, {f32({2}), f32({2})}).ok());
  EXPECT_FALSE(infer("concatenate", {}, {}).ok());
}

TEST(OpRegistry, UnknownAttributesAreRefused) {
  EXPECT_EQ(inferred("scale", {{"faktor", 2.0}}, {f32({2})}), "There is no parameter named \"faktor\".");
}

// An op must reject invalid inputs rather than read them: scalars, wrong types and missing axes everywhere.
TEST(OpRegistry, StrangeInputsGiveErrorsOrTypesButNeverFail) {
  const std::vector<TensorType> strange = {f32({}),
                                           f32({0}),
                                           f32({1}),
                                           f32({0, 0}),
                                           f32({3, 0, 2}),
                                           f32({1, 1, 1, 1}),
                                           i32({4}),
                                           {DataType::Bool, Shape{2, 2}},
                                           f64({2, 2}),
                                           f32({1, 1, 0, 1}),
                                           f32({2, 2, 2, 2, 2, 2, 2, 2}),
                                           {DataType::Float16, Shape{2, 3}},
                                           f32({std::int64_t{1} << 40, 1, 1, 1})};
  for (const OpType& op : allOps())
    for (const TensorType& first : strange)
      for (const TensorType& other : strange) {
        std::vector<TensorType> inputs(op.inputs.size(), other);
        inputs[0] = first;
        const auto types = inferOp(op, {}, inputs);
        EXPECT_TRUE(types.ok() ? types->size() == op.outputs.size() : types.error().message.size() > 10) << op.name;
      }
}

}  // namespace
}  // namespace fovea
