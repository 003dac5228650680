// Why: "fraction of peak" depends on the counted operations: these are Caffe's LeNet, computed by hand.
#include "tests/core/ops/op_helpers.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

double flops(const std::string& name, const FieldValues& given, const std::vector<TensorType>& inputs) {
  const OpType& op = *findOp(name);
  const FieldValues attributes = op.attributes.complete(given).value();
  const auto outputs = inferOp(op, attributes, inputs).value();
  return costOf(op, {attributes, inputs, outputs}).flops;
}

// The work of LeNet's four learning layers on `n` images.
double lenetForward(std::int64_t n) {
  return flops("conv2d", {}, {f32({n, 1, 28, 28}), f32({20, 1, 5, 5}), f32({20})}) +
         flops("conv2d", {}, {f32({n, 20, 12, 12}), f32({50, 20, 5, 5}), f32({50})}) +
         flops("linear", {}, {f32({n, 800}), f32({500, 800}), f32({500})}) +
         flops("linear", {}, {f32({n, 500}), f32({10, 500}), f32({10})});
}

double lenetBackward(std::int64_t n) {
  const FieldValues kernel{{"kernel", List{5, 5}}};
  return flops("conv2d_backward_weights", kernel, {f32({n, 1, 28, 28}), f32({n, 20, 24, 24})}) +
         flops("conv2d_backward_weights", kernel, {f32({n, 20, 12, 12}), f32({n, 50, 8, 8})}) +
         flops("conv2d_backward_data", {{"input_size", List{12, 12}}}, {f32({n, 50, 8, 8}), f32({50, 20, 5, 5})}) +
         flops("linear_backward_weights", {}, {f32({n, 800}), f32({n, 500})}) +
         flops("linear_backward_data", {}, {f32({n, 500}), f32({500, 800})}) +
         flops("linear_backward_weights", {}, {f32({n, 500}), f32({n, 10})}) +
         flops("linear_backward_data", {}, {f32({n, 10}), f32({10, 500})});
}

TEST(Cost, LenetForward) {
  EXPECT_EQ(lenetForward(1), 576000 + 3200000 + 800000 + 10000);
  EXPECT_EQ(lenetForward(64), 64 * 4586000.0);
}

TEST(Cost, LenetTrainingStep) {
  // Three times the forward pass, without the first convolution's data gradient: 13.2 million per image.
  EXPECT_EQ(lenetForward(1) + lenetBackward(1), 3 * 4586000 - 576000);
  EXPECT_NEAR((lenetForward(64) + lenetBackward(64)) / 64 / 1e6, 13.2, 0.05);
}

TEST(Cost, GroupsDivideTheWork) {
  const double whole = flops("conv2d", {}, {f32({1, 8, 10, 10}), f32({8, 8, 3, 3})});
  const double grouped = flops("conv2d", {{"groups", std::int64_t{4}}}, {f32({1, 8, 10, 10}), f32({8, 2, 3, 3})});
  EXPECT_EQ(whole, 4 * grouped);
}

TEST(Cost, PoolingCountsItsWindows) {
  EXPECT_EQ(flops("max_pool2d", {}, {f32({1, 20, 24, 24})}), 20 * 12 * 12 * 4);
}

TEST(Cost, AViewCostsNothing) {
  EXPECT_EQ(flops("reshape", {{"shape", List{0, -1}}}, {f32({4, 2, 3})}), 0);
}

TEST(Cost, TrafficCountsEveryInputAndOutput) {
  const OpType& op = *findOp("relu");
  const std::vector<TensorType> types = {f32({4, 8})};
  EXPECT_EQ(costOf(op, {{}, types, types}).bytes, 2 * 4 * 8 * 4);
}

TEST(Cost, EveryOpCountsSomethingFinite) {
  for (const OpType& op : allOps()) {
    const FieldValues attributes = op.attributes.defaults();
    for (const TensorType& type : {f32({2, 3, 4, 4}), f32({2, 3}), f32({})}) {
      const std::vector<TensorType> inputs(op.inputs.size(), type);
      const auto outputs = inferOp(op, attributes, inputs);
      if (!outputs.ok()) continue;
      const Cost cost = costOf(op, {attributes, inputs, *outputs});
      EXPECT_TRUE(cost.flops >= 0 && cost.flops < 1e6 && cost.bytes >= 0 && cost.bytes < 1e6) << op.name;
    }
  }
}

}  // namespace
}  // namespace fovea
