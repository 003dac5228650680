// Why: on every device a complete training step gives the results of the reference kernels, value by value.
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
  // Tensor cores round f32 to TF32, for which these bounds are too narrow.
  const Status status = checkNetwork(subject, 3, *device, deviceName.starts_with("cuda"));
  EXPECT_TRUE(status.ok()) << subject.name << ": " << status.error().text();
}

std::string networkTestName(const testing::TestParamInfo<std::tuple<std::string, int>>& info) {
  const std::string device = std::get<0>(info.param);
  return device.substr(0, device.find(':')) + "_" + kNetworkNames[static_cast<std::size_t>(std::get<1>(info.param))];
}

INSTANTIATE_TEST_SUITE_P(Steps, Network, testing::Combine(testing::ValuesIn(Devices::names()), testing::Range(0, 7)),
                         networkTestName);

TEST(NetworkTable, HoldsNetworksThatLearn) {
  const auto cases = networkCases();
  ASSERT_TRUE(cases.ok()) << cases.error().text();
  ASSERT_EQ(cases->size(), kNetworkNames.size());
  for (std::size_t i = 0; i < cases->size(); ++i) EXPECT_EQ((*cases)[i].name, kNetworkNames[i]);
  for (const NetworkCase& subject : *cases) {
    EXPECT_TRUE(subject.graph->findOutput("loss").valid()) << subject.name;
    const auto& nodes = subject.graph->nodes();
    EXPECT_TRUE(std::any_of(nodes.begin(), nodes.end(), [](const Node& node) { return node.op->name == "sgd_update"; }))
        << subject.name;
  }
}

}  // namespace
}  // namespace fovea::numeric
