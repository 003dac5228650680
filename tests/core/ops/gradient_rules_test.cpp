// Why: a gradient rule must not emit unneeded ops: the first convolution's data gradient is half its cost.
// tests/numeric checks the numbers.
#include "tests/core/ops/op_helpers.h"

namespace fovea {
namespace {

using Names = std::vector<std::string>;
using List = std::vector<std::int64_t>;

struct Written {
  Names ops;
  std::vector<bool> given;  // which inputs got a gradient
};

Written write(const std::string& name, const FieldValues& given, const std::vector<TensorType>& types,
              std::vector<bool> needed) {
  const OpType& op = *findOp(name);
  const FieldValues attributes = op.attributes.complete(given).value();
  RecordingEmitter emitter;
  std::vector<ValueId> inputs, outputs, outputGradients;
  for (const TensorType& type : types) inputs.push_back(emitter.add(type));
  const std::vector<TensorType> outputTypes = inferOp(op, attributes, types).value();
  for (const TensorType& type : outputTypes) {
    outputs.push_back(emitter.add(type));
    outputGradients.push_back(outputs.size() == 1 ? emitter.add(type) : ValueId{});
  }
  const auto gradients = op.gradient({emitter, attributes, inputs, outputs, outputGradients, needed});
  EXPECT_EQ(gradients.size(), inputs.size()) << name;
  Written written{emitter.emitted, {}};
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    written.given.push_back(gradients[i].valid());
    EXPECT_TRUE(!gradients[i].valid() || emitter.typeOf(gradients[i]) == types[i]) << name << " input " << i;
  }
  return written;
}

TEST(GradientRules, ConvolutionWritesOnlyWhatIsNeeded) {
  const std::vector<TensorType> types = {f32({2, 3, 8, 9}), f32({4, 3, 3, 3}), f32({4})};
  EXPECT_EQ(write("conv2d", {}, types, {true, true, true}).ops,
            (Names{"conv2d_backward_data", "conv2d_backward_weights"}));
  EXPECT_EQ(write("conv2d", {}, types, {false, true, true}).ops, (Names{"conv2d_backward_weights"}));
  EXPECT_EQ(write("conv2d", {}, types, {true, false, false}).ops, (Names{"conv2d_backward_data"}));
  EXPECT_EQ(write("conv2d", {}, types, {false, false, true}).given[2], true);
  EXPECT_EQ(write("conv2d", {}, {types[0], types[1]}, {true, true}).given, (std::vector<bool>{true, true}));
}

TEST(GradientRules, TransposedConvolutionWritesOnlyWhatIsNeeded) {
  const FieldValues attributes{{"stride", List{2, 2}}, {"input_size", List{8, 10}}};
  const std::vector<TensorType> types = {f32({2, 4, 4, 5}), f32({4, 3, 2, 2})};
  EXPECT_EQ(write("conv2d_backward_data", attributes, types, {true, true}).ops,
            (Names{"conv2d", "conv2d_backward_weights"}));
  EXPECT_EQ(write("conv2d_backward_data", attributes, types, {false, true}).ops, (Names{"conv2d_backward_weights"}));
  EXPECT_EQ(write("conv2d_backward_data", attributes, types, {true, false}).ops, (Names{"conv2d"}));
}

TEST(GradientRules, LinearWritesOnlyWhatIsNeeded) {
  const std::vector<TensorType> types = {f32({2, 3}), f32({4, 3}), f32({4})};
  EXPECT_EQ(write("linear", {}, types, {false, true, true}).ops, (Names{"linear_backward_weights"}));
  EXPECT_EQ(write("linear", {}, types, {true, false, false}).ops, (Names{"linear_backward_data"}));
  EXPECT_EQ(write("linear", {}, {types[0], types[1]}, {true, true}).given, (std::vector<bool>{true, true}));
}

TEST(GradientRules, AddOfEqualShapesWritesNothing) {
  EXPECT_EQ(write("add", {}, {f32({2, 3}), f32({2, 3})}, {true, true}).ops, Names{});
  EXPECT_EQ(write("add", {}, {f32({2, 3}), f32({3})}, {true, true}).ops, (Names{"reduce_to_shape"}));
  EXPECT_EQ(write("add", {}, {f32({2, 3}), f32({3})}, {true, false}).ops, Names{});
}

TEST(GradientRules, MultiplyNeedsTheOtherInput) {
  EXPECT_EQ(write("multiply", {}, {f32({2, 3}), f32({1})}, {false, true}).ops, (Names{"multiply", "reduce_to_shape"}));
}

TEST(GradientRules, ConcatenateCutsOnlyWhatIsNeeded) {
  const auto written = write("concatenate", {}, {f32({2, 3}), f32({2, 4}), f32({2, 1})}, {true, false, true});
  EXPECT_EQ(written.ops, (Names{"slice", "slice"}));
  EXPECT_EQ(written.given, (std::vector<bool>{true, false, true}));
}

TEST(GradientRules, ReshapeGoesBackEvenWhenEmpty) {
  for (const std::int64_t batch : {5, 0}) {
    EXPECT_EQ(write("reshape", {{"shape", List{0, -1}}}, {f32({batch, 3, 4})}, {true}).ops, (Names{"reshape"}));
    EXPECT_EQ(write("reshape", {{"shape", List{-1}}}, {f32({batch, 3, 4})}, {true}).ops, (Names{"reshape"}));
    EXPECT_EQ(write("reshape", {{"shape", List{0, 3, 4}}}, {f32({batch, 12})}, {true}).ops, (Names{"reshape"}));
  }
  EXPECT_EQ(write("reshape", {{"shape", List{0, -1}}}, {f32({2, 0, 3})}, {true}).given, (std::vector<bool>{true}));
}

TEST(GradientRules, LabelsAndStepsGetNone) {
  EXPECT_EQ(write("softmax_cross_entropy", {}, {f32({4, 3}), i32({4})}, {true, false}).given,
            (std::vector<bool>{true, false}));
  EXPECT_EQ(write("dropout", {}, {f32({4, 3}), {DataType::Int64, Shape{}}}, {true, false}).given,
            (std::vector<bool>{true, false}));
}

TEST(GradientRules, InferenceNormalisationWritesOnlyWhatIsNeeded) {
  const std::vector<TensorType> types = {f32({2, 3, 4, 4}), f32({3}), f32({3}), f32({3}), f32({3})};
  EXPECT_EQ(write("batch_norm_inference", {}, types, {true, false, false, false, false}).ops,
            (Names{"batch_norm_inference"}));
  EXPECT_EQ(write("batch_norm_inference", {}, types, std::vector<bool>(5, true)).given, std::vector<bool>(5, true));
}

}  // namespace
}  // namespace fovea
