// Why: every kernel of every device that is present computes what the reference kernel computes.
#include <cmath>

#include "tests/numeric/parameters.h"

namespace fovea::numeric {
namespace {

void check(const std::string& deviceName, const Parameter& parameter) {
  const auto device = sharedDevices().open(deviceName);
  if (!device.ok()) GTEST_SKIP() << device.error().text();
  const Status status = checkOnDevice(*parameter.subject, parameter.real, *device);
  if (!status.ok() && status.error().code == ErrorCode::Unsupported) GTEST_SKIP() << status.error().text();
  EXPECT_TRUE(status.ok()) << status.error().text();
}

class OnReference : public testing::TestWithParam<Parameter> {};
class OnCpu : public testing::TestWithParam<Parameter> {};
class OnCuda : public testing::TestWithParam<Parameter> {};

TEST_P(OnReference, AgreesWithReference) {
  check("reference", GetParam());
}
TEST_P(OnCpu, AgreesWithReference) {
  check("cpu", GetParam());
}
TEST_P(OnCuda, AgreesWithReference) {
  check("cuda:0", GetParam());
}

const auto kAll = testing::ValuesIn(parametersOf({DataType::Float32, DataType::Float64}));
INSTANTIATE_TEST_SUITE_P(Check, OnReference, kAll, parameterName);
INSTANTIATE_TEST_SUITE_P(Check, OnCpu, kAll, parameterName);
INSTANTIATE_TEST_SUITE_P(Check, OnCuda, kAll, parameterName);

// In 16 bits, the ops that mixed precision runs in 16 bits.
const auto kHalf = testing::ValuesIn(halfParameters());
INSTANTIATE_TEST_SUITE_P(CheckHalf, OnReference, kHalf, parameterName);
INSTANTIATE_TEST_SUITE_P(CheckHalf, OnCuda, kHalf, parameterName);

// Recorded and run again: a recording reads the memory of its first run.
class RecordedOnCuda : public testing::TestWithParam<Parameter> {};
TEST_P(RecordedOnCuda, GivesTheSameBits) {
  const auto device = sharedDevices().open("cuda:0");
  if (!device.ok()) GTEST_SKIP() << device.error().text();
  const Status status = checkRecorded(*GetParam().subject, GetParam().real, *device);
  if (!status.ok() && status.error().code == ErrorCode::Unsupported) GTEST_SKIP() << status.error().text();
  EXPECT_TRUE(status.ok()) << status.error().text();
}
INSTANTIATE_TEST_SUITE_P(Check, RecordedOnCuda, testing::ValuesIn(parametersOf({DataType::Float32})), parameterName);
INSTANTIATE_TEST_SUITE_P(CheckHalf, RecordedOnCuda, kHalf, parameterName);

TEST(Comparison, RefusesWhatDiffers) {
  const Tensor expected = Tensor::of<float>({3}, {1.0f, 2.0f, 0.0f});
  EXPECT_TRUE(compare(expected, expected, toleranceFor(DataType::Float32, 1)).ok());
  EXPECT_FALSE(
      compare(expected, Tensor::of<float>({3}, {1.0f, 2.0001f, 0.0f}), toleranceFor(DataType::Float32, 1)).ok());
  EXPECT_FALSE(compare(expected, Tensor::of<float>({3}, {1.0f, NAN, 0.0f}), toleranceFor(DataType::Float32, 1)).ok());
  EXPECT_FALSE(
      compare(expected, Tensor::of<float>({3}, {1.0f, INFINITY, 0.0f}), toleranceFor(DataType::Float32, 1)).ok());
  EXPECT_FALSE(
      compare(expected, Tensor::of<float>({1, 3}, {1.0f, 2.0f, 0.0f}), toleranceFor(DataType::Float32, 1)).ok());
  const Tensor indices = Tensor::of<std::int32_t>({2}, {4, 5});
  EXPECT_FALSE(compare(indices, Tensor::of<std::int32_t>({2}, {4, 6}), {1, 1}).ok());
}

TEST(Comparison, OfNormsHoldsToTenThousandths) {
  const Tensor expected = Tensor::of<float>({2}, {100.0f, 1.0f});
  EXPECT_TRUE(compareNorms(expected, Tensor::of<float>({2}, {100.0f, 1.009f})).ok());
  EXPECT_FALSE(compareNorms(expected, Tensor::of<float>({2}, {100.0f, 1.011f})).ok());
  EXPECT_FALSE(compareNorms(expected, Tensor::of<float>({2}, {100.0f, NAN})).ok());
  EXPECT_FALSE(compareNorms(expected, Tensor::of<float>({1, 2}, {100.0f, 1.0f})).ok());
}

TEST(Comparison, TakesNaNForNaN) {
  const Tensor nan = Tensor::of<double>({2}, {NAN, 1.0});
  EXPECT_TRUE(compare(nan, nan.clone(), toleranceFor(DataType::Float64, 1)).ok());
  EXPECT_FALSE(compare(nan, Tensor::of<double>({2}, {0.0, 1.0}), toleranceFor(DataType::Float64, 1)).ok());
}

TEST(Comparison, AllowsMoreForLongSums) {
  EXPECT_DOUBLE_EQ(toleranceFor(DataType::Float32, 0).absolute, 1e-5);
  EXPECT_GT(toleranceFor(DataType::Float32, 36864).absolute, 2e-3);
  EXPECT_LT(toleranceFor(DataType::Float32, 36864).absolute, 3e-3);
}

}  // namespace
}  // namespace fovea::numeric
