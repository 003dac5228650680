// Runs every kernel of the module on images with channels last: whether it supports them or requests dense ones, the
// results equal the reference.
#include <gtest/gtest.h>

#include <map>

#include "core/backends/cuda/module/cuda_device.h"
#include "core/backends/cuda/module/runtime/layouts.h"
#include "core/ops/precision_rules.h"
#include "core/tensor/half.h"
#include "tests/numeric/runner.h"

namespace fovea::numeric {
namespace {

using Bytes = std::shared_ptr<DeviceBuffer>;

constexpr double kMostWorkOfALayout = 2e5;  // too slow on emulated threads

// Converts `bytes` of a value to another layout.
Result<Bytes> inLayout(Device& device, const TensorType& type, const Layout& from, const Layout& to, Bytes source) {
  if (from == to) return source;
  FOVEA_TRY(Bytes target, device.allocate(type.bytes()));
  FOVEA_TRY(const auto reorder, device.createReorder(type, from, to));
  void *in = source->data(), *out = target->data();
  FOVEA_CHECK(reorder->run({{&in, 1}, {&out, 1}, nullptr}));
  FOVEA_CHECK(device.synchronize());
  return target;
}

struct LastRun {
  std::vector<Tensor> outputs;
  bool kept = false;  // the kernel accepted an input's layout
};

// Runs `plan` on the inputs, and converts the outputs to dense.
Result<LastRun> runPlan(Device& device, const KernelPlan& plan, const OpType& op, const std::vector<Tensor>& inputs,
                        const std::vector<TensorType>& outputs) {
  LastRun run;
  std::vector<Bytes> buffers;
  std::vector<void*> in, out;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    run.kept = run.kept || cuda::isChannelsLast(plan.inputs[i]);
    FOVEA_TRY(Bytes dense, device.allocate(inputs[i].bytes()));
    FOVEA_CHECK(device.upload(dense->data(), inputs[i].raw(), inputs[i].bytes()));
    FOVEA_TRY(Bytes buffer, inLayout(device, inputs[i].type(), Layout(), plan.inputs[i], std::move(dense)));
    in.push_back(buffer->data());
    buffers.push_back(std::move(buffer));
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    FOVEA_TRY(Bytes buffer, device.allocate(outputs[i].bytes()));
    for (const OpAlias& alias : op.aliases)
      if (static_cast<std::size_t>(alias.output) == i) buffer = buffers[static_cast<std::size_t>(alias.input)];
    out.push_back(buffer->data());
    buffers.push_back(std::move(buffer));
  }
  FOVEA_TRY(const Bytes scratch, device.allocate(plan.scratchBytes));
  FOVEA_CHECK(plan.kernel->run({in, out, scratch->data()}));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    FOVEA_TRY(const Bytes dense, inLayout(device, outputs[i], plan.outputs[i], Layout(), buffers[inputs.size() + i]));
    Tensor output = Tensor::make(outputs[i]);
    FOVEA_CHECK(device.download(output.raw(), dense->data(), output.bytes()));
    run.outputs.push_back(std::move(output));
  }
  return run;
}

Result<LastRun> runWithChannelsLast(const Case& subject, const std::vector<Tensor>& inputs, Device& device) {
  const OpType& op = *findOp(subject.op);
  std::vector<TensorType> types;
  std::vector<Layout> layouts;
  for (const Tensor& input : inputs) {
    types.push_back(input.type());
    layouts.push_back(cuda::channelsLast(input.type()));
  }
  FOVEA_TRY(const FieldValues attributes, op.attributes.complete(subject.attributes));
  FOVEA_TRY(const auto outputs, inferOp(op, attributes, types));
  KernelRequest request{op, attributes, types, outputs, layouts};
  request.exact = true;
  FOVEA_TRY(const KernelPlan plan, device.kernels().create(request, device));
  return runPlan(device, plan, op, inputs, outputs);
}

// True if an input is an image that can have channels last, and the case is neither empty nor too large.
bool isWorthwhile(const Case& subject, const std::vector<Tensor>& inputs) {
  const OpType& op = *findOp(subject.op);
  std::vector<TensorType> types;
  bool image = false;
  for (const Tensor& input : inputs) {
    if (input.elementCount() == 0) return false;
    types.push_back(input.type());
    image = image || cuda::isChannelsLast(cuda::channelsLast(input.type()));
  }
  const auto outputs = inferOp(op, subject.attributes, types);
  if (!image || !outputs.ok()) return false;
  return costOf(op, {op.attributes.complete(subject.attributes).value(), types, *outputs}).flops <= kMostWorkOfALayout;
}

// For each op: the number of cases whose layout was accepted.
std::map<std::string, int> checkAll(DataType type) {
  const auto device = cuda::openCudaDevice(0).value();
  std::map<std::string, int> kept;
  for (const Case& subject : allCases()) {
    if (isHalf(type) && precisionRule(*findOp(subject.op)).precision == Precision::Full) continue;
    const std::vector<Tensor> inputs = makeInputs(subject, type);
    if (!isWorthwhile(subject, inputs)) continue;
    SCOPED_TRACE(subject.title());
    const auto run = runWithChannelsLast(subject, inputs, *device);
    if (!run.ok() && run.error().code == ErrorCode::Unsupported) continue;
    EXPECT_TRUE(run.ok()) << run.error().text();
    const auto expected = runReference(subject, inputs);
    EXPECT_TRUE(expected.ok());
    if (!run.ok() || !expected.ok()) continue;
    kept[subject.op] += run->kept ? 1 : 0;
    for (std::size_t i = 0; i < expected->size(); ++i) {
      const Status equal = compare((*expected)[i], run->outputs[i], toleranceOf(subject, inputs, *expected, i));
      EXPECT_TRUE(equal.ok()) << "output " << i << ": " << equal.error().text();
    }
  }
  return kept;
}

TEST(EmulatedLayouts, EveryOpTakesImagesWithChannelsLast) {
  auto kept = checkAll(DataType::Float32);
  for (const char* op : {"pad",
                         "pad_backward",
                         "resize",
                         "resize_backward",
                         "adaptive_average_pool",
                         "adaptive_average_pool_backward",
                         "adaptive_max_pool",
                         "average_pool3d",
                         "average_pool3d_backward",
                         "max_pool3d",
                         "max_unpool",
                         "max_unpool_backward",
                         "group_norm",
                         "group_norm_backward",
                         "local_response_norm",
                         "local_response_norm_backward",
                         "max_pool2d",
                         "average_pool2d",
                         "batch_norm",
                         "log_softmax",
                         "cross_entropy",
                         "confusion_counts",
                         "reduce_sum",
                         "relu",
                         "add"})
    EXPECT_GT(kept[op], 0) << op << " never takes its images as they lie.";
}

TEST(EmulatedLayouts, EveryOpTakesSixteenBitImagesWithChannelsLast) {
  auto kept = checkAll(DataType::BFloat16);
  for (const char* op : {"pad", "resize", "max_pool3d", "group_norm", "batch_norm"})
    EXPECT_GT(kept[op], 0) << op << " never takes its images as they lie.";
}

}  // namespace
}  // namespace fovea::numeric
