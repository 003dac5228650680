// Runs the module's own kernels, and the code that binds ops to them, without a GPU: device code runs on emulated
// threads, streams delay their work as long as allowed, and plain loops replace cuBLASLt and cuDNN.
#include <gtest/gtest.h>

#include <set>

#include "core/backends/cuda/module/cuda_device.h"
#include "core/backends/cuda/module/runtime/layouts.h"
#include "core/base/random.h"
#include "core/ops/precision_rules.h"
#include "core/tensor/half.h"
#include "tests/numeric/joint_updates.h"
#include "tests/numeric/runner.h"

namespace fovea::numeric {
namespace {

std::shared_ptr<Device> emulatedDevice() {
  static const std::shared_ptr<Device> device = cuda::openCudaDevice(0).value();
  return device;
}

// Larger cases would be too slow on emulated threads.
constexpr double kMostWork = 5e5;

double workOf(const Case& subject) {
  const auto types = inputTypes(subject, DataType::Float32);
  const OpType& op = *findOp(subject.op);
  const auto outputs = inferOp(op, subject.attributes, types);
  return costOf(op, {op.attributes.complete(subject.attributes).value(), types, *outputs}).flops;
}

struct Parameter {
  const Case* subject;
  DataType real;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> list;
  for (const Case& subject : allCases()) {
    if (workOf(subject) > kMostWork) continue;
    const bool halves = precisionRule(*findOp(subject.op)).precision != Precision::Full;
    for (const DataType type : {DataType::Float32, DataType::Float64, DataType::Float16, DataType::BFloat16})
      if (!isHalf(type) || halves) list.push_back({&subject, type});
  }
  return list;
}

class Emulated : public testing::TestWithParam<Parameter> {};

TEST_P(Emulated, AgreesWithReference) {
  const Status status = checkOnDevice(*GetParam().subject, GetParam().real, emulatedDevice());
  if (!status.ok() && status.error().code == ErrorCode::Unsupported) GTEST_SKIP() << status.error().text();
  EXPECT_TRUE(status.ok()) << status.error().text();
}

TEST_P(Emulated, GivesTheSameBitsRecorded) {
  const Status status = checkRecorded(*GetParam().subject, GetParam().real, emulatedDevice());
  if (!status.ok() && status.error().code == ErrorCode::Unsupported) GTEST_SKIP() << status.error().text();
  EXPECT_TRUE(status.ok()) << status.error().text();
}

INSTANTIATE_TEST_SUITE_P(Check, Emulated, testing::ValuesIn(parameters()), [](const auto& one) {
  return one.param.subject->title() + "_" + dataTypeName(one.param.real);
});

TEST(EmulatedUpdates, AreTogetherWhatTheyAreOneByOne) {
  constexpr int kUpdates = 41;  // more than fit in the arguments of one launch
  for (const std::string& op : updateOps())
    for (const DataType real : {DataType::Float32, DataType::Float64}) {
      const Status status = checkJointUpdates(op, real, kUpdates, true, emulatedDevice());
      EXPECT_TRUE(status.ok()) << op << " in " << dataTypeName(real) << ": " << status.error().text();
    }
}

Tensor randomTensor(const TensorType& type, std::uint64_t seed) {
  Tensor tensor = Tensor::make({DataType::Float64, type.shape});
  Random random(seed);
  for (double& number : tensor.values<double>()) number = random.normal();
  return converted(tensor, type.dtype);
}

// A small image network: convolution, batch normalisation, ReLU, a residual, pooling, and the backward pass.
struct ImageGraph {
  std::shared_ptr<const Graph> graph;
  ValueId x;
  std::vector<std::pair<std::string, TensorType>> variables;
};

ImageGraph imageGraph(DataType type) {
  GraphBuilder builder;
  ImageGraph result;
  const auto variable = [&](const std::string& name, const Shape& shape, DataType dtype) {
    result.variables.emplace_back(name, TensorType{dtype, shape});
    return builder.addVariable(name, {dtype, shape});
  };
  const DataType statistics = statisticsType(type);
  const ValueId x = result.x = builder.addInput("x", {type, {2, 8, 6, 5}});
  const ValueId w = variable("w", {8, 8, 3, 3}, type), b = variable("b", {8}, type);
  const ValueId scale = variable("scale", {8}, statistics), bias = variable("bias", {8}, statistics);
  const ValueId mean = variable("mean", {8}, statistics), variance = variable("variance", {8}, statistics);
  const FieldValues same{{"padding", std::vector<std::int64_t>{1, 1, 1, 1}}};
  const ValueId c = builder.emitOne("conv2d", same, {x, w, b});
  const ValueId norm = builder.emit("batch_norm", {}, {c, scale, bias, mean, variance})[0];
  const ValueId sum = builder.emitOne("add", {}, {builder.emitOne("relu", {}, {norm}), c});
  const auto pooled = builder.emit("max_pool2d", {}, {sum});
  const ValueId joined = builder.emitOne("concatenate", {}, {pooled[0], pooled[0]});
  const FieldValues half{{"axis", std::int64_t{1}}, {"start", std::int64_t{3}}, {"length", std::int64_t{8}}};
  const ValueId cut = builder.emitOne("slice", half, {joined});
  builder.addOutput("result", builder.emitOne("average_pool2d", {}, {cut}));
  result.graph = builder.finish().value();
  return result;
}

std::vector<Tensor> runImages(const ImageGraph& images, const std::shared_ptr<Device>& device, bool exact,
                              std::string* kernels, int* reorders) {
  auto store = std::make_shared<VariableStore>(device);
  std::uint64_t seed = 1;
  for (const auto& [name, type] : images.variables) EXPECT_TRUE(store->write(name, randomTensor(type, ++seed)).ok());
  CompileOptions options;
  options.exact = exact;
  auto executor = Executor::compile(images.graph, store, options);
  EXPECT_TRUE(executor.ok()) << executor.error().text();
  std::vector<Tensor> results;
  for (std::uint64_t step = 0; step < 4; ++step) {
    EXPECT_TRUE((*executor)->setInput(images.x, randomTensor(images.graph->value(images.x).type, 50 + step)).ok());
    const Status ran = (*executor)->run();
    EXPECT_TRUE(ran.ok()) << ran.error().text();
    results.push_back((*executor)->read(images.graph->findOutput("result")).value());
  }
  *kernels = (*executor)->describe();
  *reorders = (*executor)->report().reorders;
  return results;
}

// Results equal the reference device with channels last or dense, recorded or not; channels last costs only one reorder
// of the input, and none of the small results.
TEST(EmulatedImages, StayWithChannelsLastFromBorderToBorder) {
  BackendRegistry registry;
  registerReferenceBackend(registry);
  const auto reference = registry.open("reference").value();
  for (const DataType type : {DataType::Float32, DataType::BFloat16, DataType::Float16})
    for (const bool exact : {false, true}) {
      SCOPED_TRACE(std::string(dataTypeName(type)) + (exact ? " exact" : ""));
      const ImageGraph images = imageGraph(type);
      std::string kernels;
      int reorders = 0;
      const auto expected = runImages(images, reference, exact, &kernels, &reorders);
      const auto actual = runImages(images, emulatedDevice(), exact, &kernels, &reorders);
      EXPECT_EQ(reorders, exact && type == DataType::Float32 ? 0 : 1) << kernels;
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const Status equal = compare(expected[i], actual[i], {isHalf(type) ? 3e-2 : 1e-4, isHalf(type) ? 5e-2 : 1e-4});
        EXPECT_TRUE(equal.ok()) << equal.error().text() << "\n" << kernels;
      }
    }
}

TEST(EmulatedLayouts, KnowWhereChannelsLastIsDense) {
  EXPECT_TRUE(cuda::channelsLast({DataType::Float32, {2, 1, 3, 4}}).dense());
  EXPECT_TRUE(cuda::channelsLast({DataType::Float32, {2, 5, 1, 1}}).dense());
  EXPECT_TRUE(cuda::channelsLast({DataType::Float32, {0, 5, 3, 4}}).dense());
  EXPECT_TRUE(cuda::channelsLast({DataType::Float32, {2, 5}}).dense());
  const TensorType image{DataType::BFloat16, {2, 5, 3, 4}};
  const Layout last = cuda::channelsLast(image);
  EXPECT_FALSE(last.dense());
  EXPECT_EQ(last.bytes(image), image.bytes());
  EXPECT_EQ(last, cuda::channelsLast(image));
  const auto strides = cuda::stridesOf(image, last);
  EXPECT_EQ((std::vector<std::int64_t>{strides[0], strides[1], strides[2], strides[3]}),
            (std::vector<std::int64_t>{60, 1, 20, 5}));
  EXPECT_EQ(cuda::channelsLastStrides(image.shape), (std::vector<std::int64_t>{60, 1, 20, 5}));
  const auto order = cuda::memoryOrder(image, last);
  EXPECT_EQ(order.shape, (Shape{2, 3, 4, 5}));
  EXPECT_EQ(order.placeOf(1), 3);
}

TEST(EmulatedReorder, GoesThereAndBack) {
  for (const DataType type : {DataType::Float32, DataType::Float64, DataType::BFloat16, DataType::UInt8})
    for (const Shape& shape : {Shape{2, 3, 4, 5}, Shape{3, 70, 33}, Shape{1, 33, 2, 3, 7}}) {
      const TensorType value{type, shape};
      const Layout last = cuda::channelsLast(value);
      const auto device = emulatedDevice();
      const auto there = device->createReorder(value, Layout(), last),
                 back = device->createReorder(value, last, Layout());
      ASSERT_TRUE(there.ok() && back.ok());
      std::vector<std::uint8_t> sent(value.bytes()), received(value.bytes());
      for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = static_cast<std::uint8_t>(i * 7 + i / 256);
      auto from = device->allocate(value.bytes()), to = device->allocate(value.bytes());
      ASSERT_TRUE(from.ok() && to.ok());
      void *a = (*from)->data(), *b = (*to)->data();
      ASSERT_TRUE(device->upload(a, sent.data(), sent.size()).ok());
      ASSERT_TRUE((*there)->run({{&a, 1}, {&b, 1}, nullptr}).ok());
      ASSERT_TRUE(device->fillZero(a, sent.size()).ok());
      ASSERT_TRUE((*back)->run({{&b, 1}, {&a, 1}, nullptr}).ok());
      ASSERT_TRUE(device->download(received.data(), a, received.size()).ok());
      EXPECT_EQ(sent, received) << value.toString();
      ASSERT_TRUE(device->download(received.data(), b, received.size()).ok());
      EXPECT_NE(sent, received) << value.toString();
    }
}

// Large uploads run next to the stream; each target gets the content that its source had at the call.
TEST(EmulatedStaging, KeepsTheOrderOfUploadsThatOvertake) {
  const auto device = emulatedDevice();
  constexpr std::size_t kBytes = std::size_t{300} << 10;
  std::vector<std::uint8_t> source(kBytes), received(kBytes);
  auto target = device->allocate(kBytes), copy = device->allocate(7 * kBytes);
  ASSERT_TRUE(target.ok() && copy.ok());
  const TensorType bytes{DataType::UInt8, {static_cast<std::int64_t>(kBytes)}};
  const auto keep = device->createReorder(bytes, Layout(), Layout());
  ASSERT_TRUE(keep.ok());
  for (std::uint8_t step = 0; step < 7; ++step) {
    std::fill(source.begin(), source.end(), static_cast<std::uint8_t>(step + 1));
    ASSERT_TRUE(device->upload((*target)->data(), source.data(), kBytes - step).ok());
    void *from = (*target)->data(), *to = static_cast<std::byte*>((*copy)->data()) + step * kBytes;
    ASSERT_TRUE((*keep)->run({{&from, 1}, {&to, 1}, nullptr}).ok());
    std::fill(source.begin(), source.end(), std::uint8_t{99});
  }
  for (std::uint8_t step = 0; step < 7; ++step) {
    ASSERT_TRUE(
        device->download(received.data(), static_cast<std::byte*>((*copy)->data()) + step * kBytes, kBytes).ok());
    EXPECT_EQ(std::count(received.begin(), received.end(), step + 1), static_cast<std::ptrdiff_t>(kBytes - step));
  }
}

TEST(EmulatedStaging, ADownloadHoldsWhatWasThereWhenItBegan) {
  const auto device = emulatedDevice();
  auto target = device->allocate(sizeof(float));
  ASSERT_TRUE(target.ok());
  std::vector<std::unique_ptr<PendingDownload>> downloads;
  for (float number = 0; number < 5; ++number) {
    ASSERT_TRUE(device->upload((*target)->data(), &number, sizeof number).ok());
    auto download = device->beginDownload((*target)->data(), sizeof number);
    ASSERT_TRUE(download.ok());
    EXPECT_FALSE((*download)->ready());
    downloads.push_back(std::move(*download));
  }
  for (std::size_t i = 0; i < downloads.size(); ++i) {
    float number = -1;
    ASSERT_TRUE(downloads[i]->finish(&number).ok());
    EXPECT_EQ(number, static_cast<float>(i));
    EXPECT_TRUE(downloads[i]->ready());
  }
}

// A recorded step that does something forbidden during recording would fail here with CUDA's error.
TEST(EmulatedCapture, AllocatingWhileRecordingIsRefused) {
  const auto device = emulatedDevice();
  const CapturedPart allocate{[&]() -> Status {
                                const auto buffer = device->allocate(16);
                                return buffer.ok() ? Status() : buffer.error();
                              },
                              {}};
  const auto step = device->capture({&allocate, 1});
  ASSERT_FALSE(step.ok());
  EXPECT_NE(step.error().message.find("Capture"), std::string::npos) << step.error().message;
}

// As in CUDA: a recording's id is never reused, so that a later one is not mistaken for it.
TEST(EmulatedCapture, EveryRecordingHasANumberOfItsOwn) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  std::set<unsigned long long> numbers;
  for (int i = 0; i < 100; ++i) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    unsigned long long number = 0;
    cudaGraph_t graph = nullptr;
    EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    EXPECT_EQ(cudaStreamGetCaptureInfo(stream, &status, &number, nullptr, nullptr, nullptr, nullptr), cudaSuccess);
    EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    numbers.insert(number);
  }
  EXPECT_EQ(numbers.size(), 100U);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

}  // namespace
}  // namespace fovea::numeric
