// Why: many updates that run as one give the same bits as one by one, and are not delayed too long.
#include "tests/numeric/joint_updates.h"

#include "tests/numeric/parameters.h"

namespace fovea::numeric {
namespace {

constexpr int kUpdates = 75;  // more than fit in the arguments of one launch

class JointUpdatesTest : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(JointUpdatesTest, AreThoseOneByOne) {
  const auto& [deviceName, op] = GetParam();
  const auto device = sharedDevices().open(deviceName);
  if (!device.ok()) GTEST_SKIP() << device.error().text();
  const bool joins = deviceName == "cuda:0" || (deviceName == "cpu" && op != "accumulate" && op != "average_update");
  for (const DataType real : {DataType::Float32, DataType::Float64}) {
    const bool reference = deviceName == "cpu" && real == DataType::Float64;
    const Status status = checkJointUpdates(op, real, kUpdates, joins && !reference, *device);
    EXPECT_TRUE(status.ok()) << dataTypeName(real) << ": " << status.error().text();
  }
}

std::string jointTestName(const testing::TestParamInfo<std::tuple<std::string, std::string>>& info) {
  const std::string device = std::get<0>(info.param);
  return device.substr(0, device.find(':')) + "_" + std::get<1>(info.param);
}

INSTANTIATE_TEST_SUITE_P(Devices, JointUpdatesTest,
                         testing::Combine(testing::ValuesIn(Devices::names()), testing::ValuesIn(updateOps())),
                         jointTestName);

// Other ops read q' and overwrite the gradient of p: the updates
// must have run by then, although they could be delayed.
TEST(WaitingUpdates, RunBeforeWhoTouchesTheirs) {
  const TensorType type{DataType::Float32, Shape{3}};
  GraphBuilder builder;
  const ValueId rate = builder.addInput("rate", {DataType::Float32, Shape{}});
  const ValueId x = builder.addInput("x", type);
  const auto update = [&](const std::string& name, double factor) {
    const ValueId gradient = builder.emitOne("scale", {{"factor", factor}}, {x});
    const ValueId parameter = builder.addVariable(name, type), velocity = builder.addVariable(name + "_velocity", type);
    const ValueId after = builder.emit("sgd_update", {}, {parameter, gradient, velocity, rate})[0];
    return std::pair(gradient, after);
  };
  builder.addOutput("relu", builder.emitOne("relu", {}, {update("p", 2).first}));
  builder.addOutput("doubled", builder.emitOne("scale", {{"factor", 2.0}}, {update("q", 4).second}));
  update("r", 6);
  const auto graph = builder.finish();
  ASSERT_TRUE(graph.ok()) << graph.error().text();
  const auto device = sharedDevices().open("cpu");
  ASSERT_TRUE(device.ok());
  const auto store = std::make_shared<VariableStore>(*device);
  const auto executor = Executor::compile(*graph, store);
  ASSERT_TRUE(executor.ok()) << executor.error().text();
  ASSERT_TRUE((*executor)->setInput(rate, Tensor::of<float>(Shape{}, {0.5f})).ok());
  ASSERT_TRUE((*executor)->setInput(x, Tensor::of<float>({3}, {1, -2, 3})).ok());
  ASSERT_TRUE((*executor)->run().ok());
  const auto expectValues = [](const Result<Tensor>& tensor, std::vector<float> expected) {
    ASSERT_TRUE(tensor.ok());
    EXPECT_EQ(std::vector<float>(tensor->values<float>().begin(), tensor->values<float>().end()), expected);
  };
  expectValues((*executor)->read((*graph)->findOutput("relu")), {2, 0, 6});
  expectValues((*executor)->read((*graph)->findOutput("doubled")), {-4, 8, -12});
  expectValues(store->read("p"), {-1, 2, -3});
  expectValues(store->read("q"), {-2, 4, -6});
  expectValues(store->read("r"), {-3, 6, -9});
}

}  // namespace
}  // namespace fovea::numeric
