// Why: a training step as a whole gives on every device what the reference kernels give, value by value.
#include <cmath>

#include "tests/numeric/network_cases.h"
#include "tests/numeric/parameters.h"

namespace fovea::numeric {
namespace {

class Network : public testing::TestWithParam<std::tuple<std::string, int>> {};

TEST_P(Network, TrainsAsOnReference) {
  const auto& [deviceName, index] = GetParam();
  const auto cases = networkCases();
  ASSERT_TRUE(cases.ok()) << cases.error().text();
  const auto device = sharedDevices().open(deviceName);
  if (!device.ok()) GTEST_SKIP() << device.error().text();
  const NetworkCase& subject = (*cases)[static_cast<std::size_t>(index)];
  // Tensor cores round f32 to TF32, which is not what these bounds are for.
  const Status status = checkNetwork(subject, 3, *device, deviceName.starts_with("cuda"));
  EXPECT_TRUE(status.ok()) << subject.name << ": " << status.error().text();
}

using Rounded = std::tuple<std::string, int, int>;
class RoundedNetwork : public testing::TestWithParam<Rounded> {};

TEST_P(RoundedNetwork, GoesTheWayOfTheReference) {
  const auto& [deviceName, index, rounding] = GetParam();
  const auto cases = networkCases();
  ASSERT_TRUE(cases.ok()) << cases.error().text();
  const auto device = sharedDevices().open(deviceName);
  if (!device.ok()) GTEST_SKIP() << device.error().text();
  const Status status = checkRounded((*cases)[static_cast<std::size_t>(index)],
                                     stepRoundings()[static_cast<std::size_t>(rounding)], 4, *device);
  if (!status.ok() && status.error().code == ErrorCode::Unsupported) GTEST_SKIP() << status.error().text();
  EXPECT_TRUE(status.ok()) << status.error().text();
}

const char* networkName(int index) {
  static const char* const names[] = {"lenet", "perceptron", "branches", "places", "volume", "sentences", "signals"};
  return names[index];
}

std::string roundedTestName(const testing::TestParamInfo<Rounded>& info) {
  const std::string device = std::get<0>(info.param);
  return device.substr(0, device.find(':')) + "_" +
         stepRoundings()[static_cast<std::size_t>(std::get<2>(info.param))].name + "_" +
         networkName(std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(Steps, RoundedNetwork,
                         testing::Combine(testing::ValuesIn(Devices::names()), testing::Range(0, 7),
                                          testing::Range(0, 2)),
                         roundedTestName);

TEST(Ways, DifferWhereAGradientIsWrong) {
  const Tensor start = Tensor::of<float>({2}, {100.0f, 1.0f}), end = Tensor::of<float>({2}, {101.0f, 3.0f});
  EXPECT_TRUE(compareWays(start, end, end, 0).ok());
  EXPECT_TRUE(compareWays(start, end, Tensor::of<float>({2}, {101.01f, 3.02f}), 0.02).ok());
  EXPECT_FALSE(compareWays(start, end, Tensor::of<float>({2}, {101.1f, 3.0f}), 0.02).ok());
  EXPECT_FALSE(compareWays(start, end, start, 0.1).ok());
  EXPECT_FALSE(compareWays(start, end, Tensor::of<float>({2}, {NAN, 3.0f}), 0.1).ok());
}

std::string networkTestName(const testing::TestParamInfo<std::tuple<std::string, int>>& info) {
  const std::string device = std::get<0>(info.param);
  return device.substr(0, device.find(':')) + "_" + networkName(std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(Steps, Network, testing::Combine(testing::ValuesIn(Devices::names()), testing::Range(0, 7)),
                         networkTestName);

TEST(NetworkTable, HoldsNetworksThatLearn) {
  const auto cases = networkCases();
  ASSERT_TRUE(cases.ok()) << cases.error().text();
  ASSERT_EQ(cases->size(), 7u);
  for (const NetworkCase& subject : *cases) {
    EXPECT_TRUE(subject.graph->findOutput("loss").valid()) << subject.name;
    const auto& nodes = subject.graph->nodes();
    EXPECT_TRUE(std::any_of(nodes.begin(), nodes.end(), [](const Node& node) { return node.op->name == "sgd_update"; }))
        << subject.name;
  }
}

}  // namespace
}  // namespace fovea::numeric
