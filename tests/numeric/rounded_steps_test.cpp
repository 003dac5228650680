// Why: steps in TF32 and in 16 bits are correct on every device, and the measure distinguishes rounding from a wrong
// kernel.
#include "tests/numeric/rounded_steps.h"

#include "tests/numeric/parameters.h"
#include "tests/numeric/rounding_device.h"

namespace fovea::numeric {
namespace {

const char* networkName(int index) {
  return kNetworkNames[static_cast<std::size_t>(index)];
}

const NetworkCase& networkCase(int index) {
  static const std::vector<NetworkCase> cases = networkCases().value();
  return cases[static_cast<std::size_t>(index)];
}

const StepRounding& tf32() {
  return stepRoundings()[0];
}

using Rounded = std::tuple<std::string, int, int>;
class RoundedNetwork : public testing::TestWithParam<Rounded> {};

TEST_P(RoundedNetwork, StaysWithinItsRounding) {
  const auto& [deviceName, index, rounding] = GetParam();
  const auto device = sharedDevices().open(deviceName);
  if (!device.ok()) GTEST_SKIP() << device.error().text();
  RoundedWorst worst;
  const Status status =
      checkRounded(networkCase(index), stepRoundings()[static_cast<std::size_t>(rounding)], 4, *device, &worst);
  if (!status.ok() && status.error().code == ErrorCode::Unsupported) GTEST_SKIP() << status.error().text();
  EXPECT_TRUE(status.ok()) << status.error().text();
  RecordProperty("worst", std::to_string(worst.part) + " " + worst.where);
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

// Half of the tolerance is left for other kernels.
TEST(RoundedSteps, SoundRoundingPassesWithMargin) {
  for (const Tf32 way : {Tf32::Nearest, Tf32::Cut})
    for (int index = 0; index < 7; ++index) {
      SCOPED_TRACE(std::string(networkName(index)) + (way == Tf32::Cut ? ", cut" : ", nearest"));
      RoundedWorst worst;
      const auto device = std::make_shared<RoundingDevice>(way, "", Plant::Nothing);
      const Status status = checkRounded(networkCase(index), tf32(), 4, device, &worst);
      EXPECT_TRUE(status.ok()) << status.error().text();
      EXPECT_LT(worst.part, 0.5) << worst.where;
      std::printf("%s %s: %.3f of what is allowed, in %s\n", networkName(index), way == Tf32::Cut ? "cut" : "nearest",
                  worst.part, worst.where.c_str());
    }
}

TEST(RoundedSteps, WrongKernelsFail) {
  struct Fault {
    int network;
    const char* op;
    Plant plant;
  };
  const Fault faults[] = {
      {0, "conv2d", Plant::NoBias},
      {0, "conv2d", Plant::DroppedChannel},
      {0, "conv2d", Plant::WrongStride},
      {0, "conv2d", Plant::Factor},
      {0, "conv2d_backward_data", Plant::DroppedChannel},
      {0, "conv2d_backward_data", Plant::WrongStride},
      {0, "conv2d_backward_weights", Plant::DroppedChannel},
      {0, "conv2d_backward_weights", Plant::WrongStride},
      {0, "conv2d_backward_weights", Plant::Factor},
      {0, "linear", Plant::NoBias},
      {0, "linear_backward_data", Plant::Factor},
      {0, "linear_backward_weights", Plant::DroppedChannel},
      {2, "conv2d", Plant::NoBias},
      {2, "conv2d", Plant::DroppedChannel},
      {2, "conv2d", Plant::WrongStride},
      {2, "conv2d_backward_data", Plant::Factor},
      {2, "conv2d_backward_weights", Plant::Factor},
      {4, "conv3d", Plant::WrongStride},
      {4, "conv3d", Plant::NoBias},
      {6, "conv2d", Plant::DroppedChannel},
  };
  for (const Fault& fault : faults) {
    const auto device = std::make_shared<RoundingDevice>(Tf32::Cut, fault.op, fault.plant);
    const Status status = checkRounded(networkCase(fault.network), tf32(), 1, device);
    EXPECT_FALSE(status.ok()) << networkName(fault.network) << " " << fault.op << " " << static_cast<int>(fault.plant);
    if (status.ok()) continue;
    EXPECT_NE(status.error().text().find(fault.op), std::string::npos) << status.error().text();
  }
}

TEST(Ways, DifferWhereAGradientIsWrong) {
  const Tensor start = Tensor::of<float>({2}, {100.0f, 1.0f}), end = Tensor::of<float>({2}, {101.0f, 3.0f});
  EXPECT_TRUE(compareWays(start, end, end, 0).ok());
  EXPECT_TRUE(compareWays(start, end, Tensor::of<float>({2}, {101.01f, 3.02f}), 0.02).ok());
  EXPECT_FALSE(compareWays(start, end, Tensor::of<float>({2}, {101.1f, 3.0f}), 0.02).ok());
  EXPECT_FALSE(compareWays(start, end, start, 0.1).ok());
  EXPECT_FALSE(compareWays(start, end, Tensor::of<float>({2}, {NAN, 3.0f}), 0.1).ok());
}

}  // namespace
}  // namespace fovea::numeric
