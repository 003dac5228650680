// cuDNN chooses plans for a GPU from its description, without
// the GPU itself. Runs wherever the CUDA module is built.
#include <gtest/gtest.h>

#include <iostream>
#include <set>

#include "core/backends/cuda/module/convolution/convolution_graph.h"
#include "core/backends/cuda/module/runtime/number_types.h"

namespace fovea::cuda {
namespace {

struct DescribedDevice {
  const char* name;
  int computeCapability;
  const char* description;  // in cuDNN's own format
};

const DescribedDevice kH200 = {
    "H200", 90,
    R"({"deviceName":"NVIDIA H200","maxGridSize":[2147483647,65535,65535],"maxBlockSize":[1024,1024,64],"regsPerBlock":65536,
        "multiProcessorCount":132,"warpSize":32,"maxSharedMemoryPerBlock":49152,"maxSharedMemoryPerBlockOptin":232448,
        "reservedSharedMemoryPerBlock":1024,"maxRegistersPerSM":65536,"maxCtasPerSM":32,"maxThreadsPerBlock":1024,
        "maxThreadsPerSM":2048,"pciDeviceId":0,"isTccDriver":0,"supportCoopLaunch":1,"totalGlobalMem":150754820096,
        "smClockRateKHz":1980000,"memClockRateKHz":3201000,"l2CacheSize":62914560,"cudaDeviceId":0,"deviceVer":900,
        "driverVer":13000})"};
const DescribedDevice kA100 = {
    "A100", 80,
    R"({"deviceName":"NVIDIA A100","maxGridSize":[2147483647,65535,65535],"maxBlockSize":[1024,1024,64],"regsPerBlock":65536,
        "multiProcessorCount":108,"warpSize":32,"maxSharedMemoryPerBlock":49152,"maxSharedMemoryPerBlockOptin":166912,
        "reservedSharedMemoryPerBlock":1024,"maxRegistersPerSM":65536,"maxCtasPerSM":32,"maxThreadsPerBlock":1024,
        "maxThreadsPerSM":2048,"pciDeviceId":0,"isTccDriver":0,"supportCoopLaunch":1,"totalGlobalMem":42505273344,
        "smClockRateKHz":1410000,"memClockRateKHz":1215000,"l2CacheSize":41943040,"cudaDeviceId":0,"deviceVer":800,
        "driverVer":13000})"};

struct Case {
  const char* name;
  Shape x, weight;
  std::vector<std::int64_t> stride{1, 1}, padding{0, 0, 0, 0}, dilation{1, 1};
  std::int64_t groups = 1;
};

ConvolutionGeometry geometryOf(const Case& c) {
  FieldValues attributes{{"stride", c.stride}, {"padding", c.padding}, {"dilation", c.dilation}, {"groups", c.groups}};
  return readConvolution(attributes, c.x, c.weight).value();
}

const std::vector<Case>& cases() {
  static const std::vector<Case> kCases = {
      {"LeNet's first layer", {64, 1, 28, 28}, {20, 1, 5, 5}},
      {"LeNet's second layer", {64, 20, 12, 12}, {50, 20, 5, 5}},
      {"3 by 3, padded", {2, 4, 7, 9}, {6, 4, 3, 3}, {1, 1}, {1, 1, 1, 1}},
      {"1 by 1", {2, 8, 5, 5}, {3, 8, 1, 1}},
      {"one pixel", {1, 1, 1, 1}, {1, 1, 1, 1}},
      {"strided and dilated", {2, 4, 11, 9}, {6, 4, 3, 3}, {2, 1}, {1, 2, 1, 2}, {1, 2}},
      {"padded on one side", {2, 3, 8, 8}, {4, 3, 2, 2}, {1, 1}, {0, 0, 1, 1}},
      {"two groups", {2, 4, 7, 9}, {6, 2, 3, 3}, {1, 1}, {1, 1, 1, 1}, {1, 1}, 2},
      {"by channel", {2, 8, 7, 7}, {8, 1, 3, 3}, {1, 1}, {1, 1, 1, 1}, {1, 1}, 8},
      {"not square", {1, 2, 5, 13}, {3, 2, 1, 5}, {1, 3}, {0, 2, 0, 2}},
      {"ResNet's first layer", {32, 3, 224, 224}, {64, 3, 7, 7}, {2, 2}, {3, 3, 3, 3}},
      {"volumes", {2, 4, 5, 7, 9}, {6, 4, 3, 3, 3}, {1, 1, 1}, {1, 1, 1, 1, 1, 1}, {1, 1, 1}},
      {"volumes, strided", {2, 3, 8, 9, 7}, {4, 3, 2, 3, 3}, {2, 1, 2}, {0, 1, 1, 1, 1, 1}, {1, 1, 1}},
      {"volumes, two groups", {2, 8, 5, 5, 5}, {4, 4, 3, 3, 3}, {1, 1, 1}, {1, 1, 1, 1, 1, 1}, {1, 1, 1}, 2},
      {"ResNet's 3 by 3", {32, 128, 28, 28}, {128, 128, 3, 3}, {1, 1}, {1, 1, 1, 1}},
  };
  return kCases;
}

class ConvolutionPlanTest : public ::testing::TestWithParam<DescribedDevice> {
 protected:
  // Selects the first plan that can be built.
  static Result<std::shared_ptr<ConvolutionGraph>> planFor(const ConvolutionProblem& problem) {
    FOVEA_TRY(auto graph, ConvolutionGraph::createFor(GetParam().description, GetParam().computeCapability, problem));
    FOVEA_CHECK(graph->selectFirst());
    return graph;
  }
};

TEST_P(ConvolutionPlanTest, EveryPassHasADeterministicPlanInFullPrecision) {
  for (const Case& c : cases())
    for (const DataType type : {DataType::Float32, DataType::Float64})
      for (const auto pass :
           {ConvolutionPass::Forward, ConvolutionPass::BackwardData, ConvolutionPass::BackwardWeights}) {
        SCOPED_TRACE(std::string(c.name) + ", " + dataTypeName(type) + ", pass " +
                     std::to_string(static_cast<int>(pass)));
        const auto plan = planFor({pass, geometryOf(c), type});
        ASSERT_TRUE(plan.ok()) << plan.error().text();
        EXPECT_FALSE((*plan)->name().empty());
        EXPECT_LE((*plan)->workspaceBytes(), std::size_t{256} << 20);
      }
}

ConvolutionProblem onTensorCores(const Case& c, ConvolutionPass pass, DataType type) {
  ConvolutionProblem problem{pass, geometryOf(c), type};
  problem.channelsLast = true;
  problem.exact = false;
  return problem;
}

// f32 may be rounded to TF32 here. Problems without a plan for channels last have a dense one.
TEST_P(ConvolutionPlanTest, EveryPassHasAPlanForTensorCores) {
  for (const Case& c : cases())
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16})
      for (const auto pass :
           {ConvolutionPass::Forward, ConvolutionPass::BackwardData, ConvolutionPass::BackwardWeights}) {
        SCOPED_TRACE(std::string(c.name) + ", " + dataTypeName(type) + ", pass " +
                     std::to_string(static_cast<int>(pass)));
        ConvolutionProblem problem = onTensorCores(c, pass, type);
        const auto last = planFor(problem);
        if (last.ok()) continue;
        std::cout << c.name << " " << problem.key() << " is dense: " << last.error().message << "\n";
        problem.channelsLast = false;
        const auto dense = planFor(problem);
        EXPECT_TRUE(dense.ok()) << dense.error().text();
      }
}

// A bias with ReLU or ReLU6 has a precompiled plan. Other epilogues need a plan that is compiled for a present device;
// without one they are a convolution and a pass over its result.
TEST_P(ConvolutionPlanTest, ABiasWithReluIsFused) {
  for (const Case& c : cases()) {
    if (c.groups > 1) continue;
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16})
      for (const auto end : {ConvolutionEnd::None, ConvolutionEnd::Relu, ConvolutionEnd::Relu6}) {
        ConvolutionProblem problem = onTensorCores(c, ConvolutionPass::Forward, type);
        problem.bias = true;
        problem.end = end;
        const auto plan = planFor(problem);
        EXPECT_TRUE(plan.ok()) << c.name << " " << problem.key() << ": " << plan.error().text();
      }
  }
}

TEST_P(ConvolutionPlanTest, SeveralPlansCanBeTried) {
  const ConvolutionProblem problem = onTensorCores(cases().back(), ConvolutionPass::Forward, DataType::BFloat16);
  const auto graph = ConvolutionGraph::createFor(GetParam().description, GetParam().computeCapability, problem);
  ASSERT_TRUE(graph.ok()) << graph.error().text();
  std::set<std::string> names;
  for (std::size_t i = 0; i < (*graph)->plans().size(); ++i)
    if ((*graph)->select(i).ok()) {
      EXPECT_EQ((*graph)->name(), (*graph)->plans()[i]);
      names.insert((*graph)->name());
    }
  EXPECT_GE(names.size(), 3u);
}

const std::vector<Case>& resNetCases() {
  static const std::vector<Case> kCases = {
      {"ResNet's 3 by 3 of 64", {64, 64, 56, 56}, {64, 64, 3, 3}, {1, 1}, {1, 1, 1, 1}},
      {"ResNet's 1 by 1 from 64 to 256", {64, 64, 56, 56}, {256, 64, 1, 1}},
      {"ResNet's 3 by 3 with a stride", {64, 128, 56, 56}, {128, 128, 3, 3}, {2, 2}, {1, 1, 1, 1}},
      {"ResNet's 3 by 3 of 512", {64, 512, 7, 7}, {512, 512, 3, 3}, {1, 1}, {1, 1, 1, 1}},
      {"ResNet's 1 by 1 from 512 to 2048", {64, 512, 7, 7}, {2048, 512, 1, 1}},
  };
  return kCases;
}

std::optional<ErrorCode> codeOf(const Result<std::shared_ptr<ConvolutionGraph>>& plan) {
  return plan.ok() ? std::nullopt : std::optional(plan.error().code);
}
// Kernels that cuDNN has precompiled only for f16.
std::optional<ErrorCode> codeWhereOnlyF16(DataType type) {
  return type == DataType::Float16 ? std::nullopt : std::optional(ErrorCode::Unsupported);
}

TEST_P(ConvolutionPlanTest, TheSumsOfANormsGradientComeWithAConvolutionInF16) {
  for (const Case& c : resNetCases())
    for (const DataType type : {DataType::Float16, DataType::BFloat16}) {
      ConvolutionProblem problem = onTensorCores(c, ConvolutionPass::BackwardData, type);
      problem.normGradient = true;
      EXPECT_EQ(codeOf(planFor(problem)), codeWhereOnlyF16(type)) << c.name << " " << problem.key();
    }
}

TEST_P(ConvolutionPlanTest, ANormIsAppliedAsAConvolutionReadsItInF16) {
  for (const Case& c : resNetCases())
    for (const DataType type : {DataType::Float16, DataType::BFloat16})
      for (const auto pass : {ConvolutionPass::Forward, ConvolutionPass::BackwardWeights}) {
        ConvolutionProblem problem = onTensorCores(c, pass, type);
        problem.statistics = pass == ConvolutionPass::Forward;
        problem.normInput = true;
        const auto plan = planFor(problem);
        EXPECT_EQ(codeOf(plan), codeWhereOnlyF16(type))
            << c.name << " " << problem.key() << " " << (plan.ok() ? "" : plan.error().message);
      }
}

TEST_P(ConvolutionPlanTest, TheMomentsOfABatchComeWithAConvolutionInF16) {
  for (const Case& c : resNetCases())
    for (const DataType type : {DataType::Float16, DataType::BFloat16}) {
      ConvolutionProblem problem = onTensorCores(c, ConvolutionPass::Forward, type);
      problem.statistics = true;
      EXPECT_EQ(codeOf(planFor(problem)), codeWhereOnlyF16(type)) << c.name << " " << problem.key();
    }
}

TEST(ConvolutionProblem, DifferentProblemsHaveDifferentKeys) {
  std::set<std::string> keys;
  std::size_t count = 0;
  for (const Case& c : cases())
    for (const DataType type : {DataType::Float32, DataType::BFloat16})
      for (const auto pass :
           {ConvolutionPass::Forward, ConvolutionPass::BackwardData, ConvolutionPass::BackwardWeights})
        for (const bool last : {false, true}) {
          ConvolutionProblem problem{pass, geometryOf(c), type};
          problem.channelsLast = last;
          if (last && pass != ConvolutionPass::BackwardData) {
            problem.normInput = true;
            keys.insert(problem.key());
            problem.normInput = false;
            ++count;
          }
          keys.insert(problem.key());
          EXPECT_EQ(problem.key().find_first_of(" \n"), std::string::npos);
          ++count;
        }
  EXPECT_EQ(keys.size(), count);
}

// Treating unknown types as f32 would misread their memory.
TEST(LibraryTypes, ThatAreUnknownAreRefused) {
  for (const DataType type : {DataType::UInt8, DataType::Int32, DataType::Int64, DataType::Bool}) {
    SCOPED_TRACE(dataTypeName(type));
    EXPECT_EQ(blasTypeOf(type).error().code, ErrorCode::Unsupported);
    EXPECT_EQ(dnnTypeOf(type).error().code, ErrorCode::Unsupported);
    const auto graph = ConvolutionGraph::createFor(kH200.description, kH200.computeCapability,
                                                   {ConvolutionPass::Forward, geometryOf(cases()[0]), type});
    ASSERT_FALSE(graph.ok());
    EXPECT_EQ(graph.error().code, ErrorCode::Unsupported);
    EXPECT_NE(graph.error().message.find(dataTypeName(type)), std::string::npos) << graph.error().message;
  }
  EXPECT_EQ(blasTypeOf(DataType::Float64).value(), CUDA_R_64F);
  EXPECT_EQ(dnnTypeOf(DataType::Float64).value(), CUDNN_DATA_DOUBLE);
}

TEST(ConvolutionPlan, RefusesADeviceThatItCannotRead) {
  const auto plan = ConvolutionGraph::createFor("{}", 90, {ConvolutionPass::Forward, geometryOf(cases()[0])});
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.error().code, ErrorCode::InvalidArgument);
}

INSTANTIATE_TEST_SUITE_P(Devices, ConvolutionPlanTest, ::testing::Values(kH200, kA100),
                         [](const auto& suite) { return std::string(suite.param.name); });

}  // namespace
}  // namespace fovea::cuda
